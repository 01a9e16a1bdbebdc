from chunkscope.core.blocks import blocks_of
from chunkscope.core.ignored import IgnoredKind, ignored_headings
from chunkscope.core.outline import Outline


def ignored_in(text: str) -> list[tuple[str, int, IgnoredKind]]:
    headings = ignored_headings(Outline(text), blocks_of(text))
    return [(heading.title, heading.level, heading.kind) for heading in headings]


def test_headings_of_levels_five_and_six_do_not_split() -> None:
    assert ignored_in("##### Five\n\n###### Six #\n\n#### Four\n") == [
        ("Five", 5, IgnoredKind.TOO_DEEP),
        ("Six", 6, IgnoredKind.TOO_DEEP),
    ]


def test_underlined_headings_do_not_split() -> None:
    assert ignored_in("Top\n===\n\nBelow\nit\n---\n") == [
        ("Top", 1, IgnoredKind.UNDERLINED),
        ("Below it", 2, IgnoredKind.UNDERLINED),
    ]


def test_headings_in_markdown_code_do_not_split() -> None:
    assert ignored_in("```md\n# One\n```\n") == [("One", 1, IgnoredKind.IN_CODE)]


def test_comments_of_other_languages_are_no_headings() -> None:
    assert ignored_in("```sh\n# install\n## more\n```\n\n```\n# comment\n```\n") == []


def test_a_fence_that_never_closes_takes_every_heading_below_it() -> None:
    assert ignored_in("```sh\nrun\n\n# Lost\n") == [("Lost", 1, IgnoredKind.IN_CODE)]


def test_they_come_in_order_of_place() -> None:
    text = "Under\n---\n\n##### Deep\n\n```md\n# Code\n```\n\nAgain\n---\n"
    assert [title for title, _, _ in ignored_in(text)] == ["Under", "Deep", "Code", "Again"]


def test_each_knows_its_lines() -> None:
    text = "text\n\nUnder\n---\n\n##### Deep\n"
    spans = [heading.span for heading in ignored_headings(Outline(text), blocks_of(text))]
    assert [span.slice_of(text) for span in spans] == ["Under\n---", "##### Deep"]
