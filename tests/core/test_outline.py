"""Headings, sections, paths, front matter and titles."""

import pytest
from hypothesis import given
from tests.core import reference
from tests.core.pages import pages

from chunkscope.core.errors import Cancelled
from chunkscope.core.outline import Heading, Outline, front_matter_end, title_of
from chunkscope.core.spans import Span


def titles(text: str) -> list[tuple[int, str]]:
    headings = (section.heading for section in Outline(text).sections())
    return [(heading.level, heading.title) for heading in headings if heading]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("# One", [(1, "One")]),
        ("   #### Four ####  ", [(4, "Four")]),
        ("#\tTab\t##", [(1, "Tab")]),
        ("#", [(1, "")]),
        ("## ##", [(2, "")]),
        ("# C#", [(1, "C#")]),
        ("# a # b", [(1, "a # b")]),
        ("# [x](y) &amp; *z*", [(1, "[x](y) &amp; *z*")]),
        ("# #\xa0", [(1, "#")]),
        ("##### Five", []),
        ("    # Indented", []),
        ("\t# Indented", []),
        ("#No", []),
        ("#\xa0No", []),
        ("####### Seven", []),
        ("Setext\n===", []),
        ("> # Quoted", []),
        ("- # Listed", []),
    ],
)
def test_knows_a_heading_that_splits(line: str, found: list[tuple[int, str]]) -> None:
    assert titles(line) == found
    assert titles(f"text\n{line}\ntext") == found


@pytest.mark.parametrize(
    ("fence", "closes"),
    [
        ("```\n# no\n```", True),
        ("~~~ `\n# no\n~~~~~  ", True),
        ("```\n# no\n~~~", False),
        ("````\n# no\n```", False),
        ("```\n# no\n    ```", False),
        ("```\n# no\n``` x", False),
        ("- ```\n# no\n      ```", True),
        ("  12) ~~~\n# no\n\t~~~", True),
        ("```\n# no\n```\u2003", True),
    ],
)
def test_headings_in_a_fence_are_none(fence: str, closes: bool) -> None:
    assert titles(f"{fence}\n# after") == ([(1, "after")] if closes else [])


@pytest.mark.parametrize("line", ["``` a`b", "    ```", "-```", "``", "1234567890. ```", "- - ```"])
def test_what_opens_no_fence_hides_no_heading(line: str) -> None:
    assert titles(f"{line}\n# One") == [(1, "One")]


def test_a_path_holds_the_open_headings_that_have_text() -> None:
    outline = Outline("a\n# A\n### C\n## B\n##### no\n##\n### D\n# E")
    assert [section.heading_path for section in outline.sections()] == [
        (), ("A",), ("A", "C"), ("A", "B"), ("A",), ("A", "D"), ("E",),
    ]  # fmt: skip
    assert [section.parent for section in outline.sections()] == [None, None, 1, 1, 1, 4, None]


def test_paths_can_be_asked_for_in_any_order() -> None:
    outline = Outline("# A\n## B\n# C\n## D")
    assert outline.heading_path(4) == ("C", "D")
    assert outline.heading_path(2) == ("A", "B")
    assert outline.heading_path(4) == ("C", "D")


def test_a_section_reaches_from_its_heading_line_to_the_next() -> None:
    text = "top\n# A\nbody\n## B"
    outline = Outline(text)
    assert [text[start:end] for start, end in outline.bodies()] == ["top\n", "body\n", ""]
    assert outline.heading_of(1) == Heading(Span(4, 7), 1, "A")
    assert [outline.section_at(offset) for offset in (0, 4, 8, 13)] == [0, 1, 1, 2]


def test_deep_headings_are_listed_apart() -> None:
    outline = Outline("# A\n##### B\n```\n###### C\n```\n ###### D #")
    assert [(deep.level, deep.title) for deep in outline.unsplit_headings()] == [(5, "B"), (6, "D")]


@given(pages)
def test_bodies_and_heading_lines_fill_the_page(text: str) -> None:
    outline = Outline(text)
    end = outline.body_start
    for section in outline.sections():
        if section.heading is not None:
            assert section.heading.span.start == end
            end = section.heading.span.end + 1
        assert section.body.start == min(end, len(text))
        assert outline.body_of(section.index) == section.body
        end = section.body.end
    assert end == len(text)


@given(pages)
def test_reads_headings_as_the_specification_says(text: str) -> None:
    outline = Outline(text)
    found = [s.heading for s in outline.sections() if s.heading] + [*outline.unsplit_headings()]
    plain = [(h.span.start, h.span.end, h.level, h.title) for h in found]
    assert sorted(plain) == reference.headings_of(text)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("---\na: b\n---\nrest", 13),
        ("--- \na\n...\t\n", 12),
        ("---\na\n---", 9),
        ("---\n---\n", 8),
        ("---\n\na\n---\n", 0),
        ("---\n \na\n---\n", 0),
        (" ---\na\n---\n", 0),
        ("---\na\n --- \n", 0),
        ("---\na\n--- b\n", 0),
        ("----\na\n---\n", 0),
        ("---\n", 0),
        ("", 0),
    ],
)
def test_front_matter_ends_after_its_closing_line(text: str, end: int) -> None:
    assert front_matter_end(text) == end


MATTER = "---\ntitle: {}\n---\n# Heading #\n"


@pytest.mark.parametrize(
    ("text", "given_title", "file_name", "title"),
    [
        (MATTER.format("Matter"), " Given ", "file.md", "Given"),
        (MATTER.format("' Matter '"), " \t", "file.md", "Matter"),
        (MATTER.format("2024"), None, "file.md", "Heading"),
        (MATTER.format("[a]"), None, None, "Heading"),
        (MATTER.format(""), None, None, "Heading"),
        (MATTER.format("'unclosed"), None, None, "Heading"),
        ("---\n- title\n---\n# Heading", None, None, "Heading"),
        ("---\na: {title: b}\n---\n# Heading", None, None, "Heading"),
        ("## Two\n# \n```\n# no\n```\n# One", None, "file.md", "One"),
        ("text", None, "notes.v2.md", "notes.v2"),
        ("text", None, ".hidden", ".hidden"),
        ("text", None, " .md", "Untitled"),
        ("", None, None, "Untitled"),
    ],
)
def test_a_title_is_the_first_that_is_not_blank(
    text: str, given_title: str | None, file_name: str | None, title: str
) -> None:
    assert title_of(text, given_title, file_name) == title


@pytest.mark.parametrize(
    "fields",
    [
        "title: " + "[" * 60_000,
        "title: x\na0: &a0 {x: 1}\n"
        + "\n".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}" for n in range(1, 60)),
        "title: \ud800",
    ],
    ids=["deep", "merged", "surrogate"],
)
def test_hostile_front_matter_gives_a_title_all_the_same(fields: str) -> None:
    assert title_of(f"---\n{fields}\n---\n", None, "x.md") == "x"


def test_reading_headings_can_be_cancelled() -> None:
    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        Outline("# a\n" * 5000, stop)
