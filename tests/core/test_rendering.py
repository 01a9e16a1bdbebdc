"""The rendered page: what is shown, and where each shown character comes from."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from chunkscope.core.errors import Cancelled
from chunkscope.core.rendering.blocks import LONGEST_BLOCK
from chunkscope.core.rendering.display import DisplayBlock, Kind, Nest, Run, Style
from chunkscope.core.rendering.page import iter_blocks, render_blocks

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
FRAGMENTS = st.sampled_from(
    [
        *("a", "b", "word", "é", "漢字", "😀", "👩‍🚀", "e\u0301", "http://a.b", "\u00a0", "\x0b"),
        *("*", "**", "_", "~", "~~", "`", "``", "[", "]", "(", ")", "![", "<", ">", "\\", "\\*"),
        *("<b>", "<br>", "<!--", "-->", "&", "&amp;", "&#x1F600;", "<http://a.b?c=%C3%A4>", ":-:"),
        *("#", "##", "-", "+", "1.", "[x]", "```", "~~~", "---", "===", "|", "\\|", "\t", "    "),
        *("[r]", "[r]: /x", "[!NOTE]", "\n> [!NOTE]\n", " ", "  ", "\n", "\n\n", "\n> ", "\n- "),
        "\n|a|b|\n|-|-|\n|",
    ]
)
MARKDOWN = st.lists(FRAGMENTS, max_size=40).map("".join)


def runs_of(blocks: tuple[DisplayBlock, ...]) -> Iterator[Run]:
    return (run for block in blocks for run in block.all_runs())


def assert_sources_hold(text: str, blocks: tuple[DisplayBlock, ...]) -> None:
    """Each letter of an exact run is its source character; runs and blocks stand in order."""
    end = 0
    for run in runs_of(blocks):
        assert end <= run.start <= run.end <= len(text)
        end = run.end
        if run.exact:
            assert text[run.start : run.end].replace("\0", "\ufffd") == run.text
    end = 0
    for block in blocks:
        assert end <= block.span.start <= block.span.end
        end = block.span.end
        for run in block.all_runs():
            assert block.span.start <= run.start <= run.end <= block.span.end


def plain_parser() -> MarkdownIt:
    """Return markdown-it as it comes, but for raw HTML and images shown as text."""
    options = {"maxNesting": 60, "tasklists": True, "alerts": True}
    parser = MarkdownIt("commonmark", options | {"strikethrough_single_tilde": True})
    parser.enable(["table", "strikethrough"])
    parser.normalizeLinkText = lambda link: link  # type: ignore[method-assign]
    return parser


def letters_markdown_it_shows(text: str) -> str:
    shown: list[str] = []
    for token in plain_parser().parse(text):
        if token.type in ("fence", "code_block", "html_block"):
            shown.append(token.content)
        shown.extend(_inline_text(token.children or []))
    return letters("".join(shown))


def _inline_text(tokens: list[Any]) -> Iterator[str]:
    for token in tokens:
        if token.type == "image":
            yield from _inline_text(token.children or [])
        elif token.type != "html_inline" or not token.content.lower().startswith("<br"):
            yield token.content


def letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


def letters_shown(blocks: tuple[DisplayBlock, ...]) -> str:
    return letters(
        "".join(
            run.text
            for block in blocks
            if block.kind not in (Kind.DEFINITION, Kind.FRONT_MATTER, Kind.TOO_DEEP)
            for run in block.all_runs()
            if run.exact or not run.style & Style.IMAGE or "&" in run.text
        )
    )


@given(MARKDOWN)
def test_each_shown_letter_stands_where_its_run_says(text: str) -> None:
    assert_sources_hold(text, render_blocks(text))


@given(MARKDOWN.filter(lambda text: not text.startswith("---")))
def test_no_letter_is_lost(text: str) -> None:
    assert letters_shown(render_blocks(text)) == letters_markdown_it_shows(text)


@given(st.text(max_size=80))
def test_any_text_can_be_shown(text: str) -> None:
    text = text.replace("\r", "\n")
    assert_sources_hold(text, render_blocks(text))


def golden_examples() -> list[tuple[str, str]]:
    found = []
    for path in sorted((SHARED / "golden").glob("*/*_examples.shared.json")):
        examples = json.loads(path.read_text(encoding="utf-8"))
        found += [(f"{path.parent.name}-{each['example']}", each["markdown"]) for each in examples]
    for path in sorted((SHARED / "golden" / "markdown_it").glob("*.md")):
        parts = path.read_text(encoding="utf-8").split("\n.\n")
        found += [(f"{path.stem}-{place}", part) for place, part in enumerate(parts)]
    return found


def test_the_published_examples_keep_every_letter_in_its_place() -> None:
    examples = golden_examples()
    if not examples:
        pytest.skip("the examples are not here")
    for name, markdown in examples:
        blocks = render_blocks(markdown)
        assert_sources_hold(markdown, blocks)
        if not markdown.startswith("---"):
            assert letters_shown(blocks) == letters_markdown_it_shows(markdown), name


def test_real_pages_keep_every_letter_in_its_place() -> None:
    pages = sorted((SHARED / "markdown").glob("*/*.md"))[::9]
    if not pages:
        pytest.skip("the pages are not here")
    for path in pages:
        text = path.read_text(encoding="utf-8")[:60_000]
        blocks = render_blocks(text)
        assert_sources_hold(text, blocks)
        body = text[blocks[0].span.end :] if blocks[0].kind is Kind.FRONT_MATTER else text
        assert letters_shown(blocks) == letters_markdown_it_shows(body), path


def only_block(text: str) -> DisplayBlock:
    (block,) = render_blocks(text)
    return block


def test_a_heading_knows_its_level_and_shows_no_hashes() -> None:
    block = only_block("### Fees *by* region ###\n")
    assert (block.kind, block.level, block.text) == (Kind.HEADING, 3, "Fees by region")


def test_an_entity_stands_for_its_whole_source() -> None:
    run = only_block("a &amp; b").runs[1]
    assert (run.text, run.start, run.end, run.exact) == ("&", 2, 7, False)


def test_an_escape_shows_the_character_only() -> None:
    runs = only_block(r"1\*2").runs
    assert [(run.text, run.start) for run in runs] == [("1", 0), ("*2", 2)]


def test_a_link_shows_its_label_and_keeps_its_target() -> None:
    (run,) = only_block("[the *page*](http://a.b)").runs[:1]
    assert (run.text, run.target, run.style) == ("the ", "http://a.b", Style.LINK)


def test_an_image_shows_a_mark_and_its_text() -> None:
    mark, alt = only_block("![A plan](plan.png)").runs
    assert not mark.exact
    assert (alt.text, alt.start, alt.style) == ("A plan", 2, Style.IMAGE)


def test_an_image_without_text_shows_its_file_name() -> None:
    assert only_block("![](pictures/plan.png)").text.endswith(" plan.png")


def test_emoji_and_combining_marks_stay_whole() -> None:
    text = "👩‍🚀 e\u0301 **😀**"
    assert only_block(text).text == "👩‍🚀 e\u0301 😀"


def test_lines_of_a_quote_map_past_their_prefix() -> None:
    block = only_block("> one\n> two `c\n> d`\n")
    assert block.nest == (Nest.QUOTE,)
    assert block.text == "one two c d"


def test_items_know_marker_depth_and_state() -> None:
    blocks = render_blocks("3. a\n   - [x] b\n4. c\n")
    shown = [[(marker.text, marker.depth, marker.checked) for marker in b.markers] for b in blocks]
    assert shown == [[("3.", 0, None)], [("•", 1, True)], [("4.", 0, None)]]


def test_an_empty_item_still_shows_its_marker() -> None:
    blocks = render_blocks("- a\n-\n- c\n")
    assert [len(block.markers) for block in blocks] == [1, 1, 1]


def test_cells_are_trimmed_and_escaped_pipes_keep_their_place() -> None:
    block = only_block("| a | b \\| c |\n|:-:|--|\n| 1 |\n")
    assert block.table is not None
    assert [column.align for column in block.table.columns] == ["center", ""]
    assert block.text == "a\tb | c\n1\t"


def test_a_long_table_comes_in_parts_with_the_same_columns() -> None:
    blocks = render_blocks("|a|b|\n|-|-|\n" + "|x|y|\n" * 120)
    tables = [block.table for block in blocks if block.table]
    assert [len(table.rows) for table in tables] == [24, 24, 24, 24, 24, 1]
    assert len({table.columns for table in tables}) == 1
    assert [table.has_header for table in tables] == [True, *[False] * 5]


def test_front_matter_is_shown_apart() -> None:
    blocks = render_blocks("---\ntitle: x\n---\n# A\n")
    assert [block.kind for block in blocks] == [Kind.FRONT_MATTER, Kind.HEADING]


def test_a_reference_defined_after_its_use_makes_a_link() -> None:
    blocks = render_blocks("[a][r]\n\n[r]: http://a.b\n")
    assert blocks[0].runs[0].target == "http://a.b"
    assert blocks[1].kind is Kind.DEFINITION


def test_an_alert_shows_its_name() -> None:
    title, body = render_blocks("> [!TIP]\n> Do so.\n")
    assert title.nest == body.nest == (Nest.TIP,)
    assert (title.text, title.runs[0].start) == ("TIP", 4)


def test_a_long_paragraph_comes_in_parts_that_lose_nothing() -> None:
    text = "word " * 30_000
    blocks = render_blocks(text)
    assert max(len(block.text) for block in blocks) <= LONGEST_BLOCK
    assert "".join(block.text for block in blocks) == text.rstrip()
    assert_sources_hold(text, blocks)


def test_what_is_nested_too_deep_stays_as_source() -> None:
    text = "> " * 200 + "deep\n\nafter\n"
    deep, after = render_blocks(text)
    assert deep.kind is Kind.TOO_DEEP
    assert deep.text.endswith("deep")
    assert after.text == "after"


def test_items_nested_too_deep_do_not_swallow_the_rest() -> None:
    text = "".join("  " * depth + f"- item{depth}\n" for depth in range(80)) + "\nafter\n"
    shown = " ".join(block.text for block in render_blocks(text))
    assert all(f"item{depth}" in shown for depth in range(80))
    assert shown.endswith("after")


def test_reading_a_page_can_be_cancelled() -> None:
    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        render_blocks("a\n\nb\n", stop)


def test_the_first_blocks_come_before_the_rest_is_read() -> None:
    seen: list[int] = []
    blocks = iter_blocks("a\n\n" * 1000, lambda done, total: seen.append(done))
    next(blocks)
    assert not seen


def test_a_large_page_knows_its_link_definitions_and_not_those_in_code() -> None:
    filling = "Some words that fill the page.\n\n" * 20_000
    page = f"A [link][here].\n\n```\n[there]: /no\n```\n\n{filling}[here]: /address\n"
    first = next(iter(iter_blocks(page)))

    assert [run.target for run in first.runs if run.text == "link"] == ["/address"]
    plain = page.replace("[here]: /address", "The end.")
    assert all(not run.target for run in next(iter(iter_blocks(plain))).runs)
