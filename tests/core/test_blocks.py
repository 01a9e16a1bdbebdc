"""Blocks: what stands where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkscope.core.blocks import Kind, blocks_of
from chunkscope.core.errors import Cancelled
from chunkscope.core.outline import Outline


def kinds(text: str) -> list[tuple[str, str]]:
    return [(block.kind.value, text[block.start : block.end]) for block in blocks_of(text)]


def of(kind: Kind, text: str) -> list[str]:
    return [text[block.start : block.end] for block in blocks_of(text).of(kind)]


def test_a_page_is_told_apart_into_its_blocks() -> None:
    text = (
        "---\ntitle: T\n---\n# H\n\nText\nmore\n\n- one\n- two\n\n> quote\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n"
    )

    assert kinds(text) == [
        ("front matter", "---\ntitle: T\n---\n"),
        ("heading", "# H"),
        ("paragraph", "Text\nmore"),
        ("list item", "one"),
        ("list item", "two"),
        ("quote", "quote"),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```\ncode. Code.\n```",
        "~~~~ python\n```\n~~~\n~~~~",
        "- ```\n  code\n      ```",
        "```\nnever closed",
        "> ```\n> code\n> ```",
        "1. Step\n\n    ```sh\n    code\n    ```",
    ],
)
def test_fences_are_code(text: str) -> None:
    assert len(of(Kind.FENCED_CODE, text)) == 1
    assert not [kind for kind, _ in kinds(text) if kind in ("paragraph", "quote", "indented code")]


def test_a_fence_without_an_end_says_so() -> None:
    blocks = blocks_of("```\na\n```\n\n```\nb")

    assert [blocks.is_closed(fence) for fence in blocks.of(Kind.FENCED_CODE)] == [True, False]


def test_a_quoted_fence_ends_with_its_quote() -> None:
    assert kinds("> ```\n> code\nText") == [("fenced code", "```\n> code"), ("paragraph", "Text")]


def test_four_spaces_are_code_but_not_in_a_paragraph_or_a_list() -> None:
    assert of(Kind.INDENTED_CODE, "Text\n\n    code\n    more\n") == ["code\n    more"]
    assert not of(Kind.INDENTED_CODE, "Text\n    more text")
    assert of(Kind.LIST_ITEM, "- item\n\n    second paragraph") == ["item", "second paragraph"]


def test_an_underlined_line_is_a_heading_and_a_rule_below_a_blank_line_is_none() -> None:
    assert of(Kind.SETEXT_HEADING, "One\n===\n\nTwo\n---\n\nText\n\n---\n") == [
        "One\n===",
        "Two\n---",
    ]


def test_the_line_over_a_delimiter_row_is_the_header_and_those_before_are_text() -> None:
    text = "Fees:\na | b\n--|--\n1 | 2"

    assert kinds(text) == [("paragraph", "Fees:"), ("table", "a | b\n--|--\n1 | 2")]


def test_a_table_knows_its_header_and_rows() -> None:
    text = "| a |\n|---|\n| 1 |\n| 2 |"
    blocks = blocks_of(text)
    table = blocks.table(next(blocks.of(Kind.TABLE)))

    assert table.header.slice_of(text) == "| a |\n|---|"
    assert [row.slice_of(text) for row in table.rows] == ["| 1 |", "| 2 |"]


def test_an_html_table_is_one_block_with_its_blank_lines_and_inner_tables() -> None:
    text = (
        "Text\n\n<table>\n<tr><th>a</th></tr>\n\n<tr><td><table><tr><td>x</td></tr></table></td></tr>"
        "\n</table>\n\nAfter"
    )
    blocks = blocks_of(text)
    table = blocks.table(next(blocks.of(Kind.HTML_TABLE)))

    assert [kind for kind, _ in kinds(text)] == ["paragraph", "html table", "paragraph"]
    assert table.header.slice_of(text).startswith("<tr><th>")
    assert len(table.rows) == 1


def test_text_about_a_table_tag_is_text() -> None:
    assert kinds("Use `<table>` here.\n\nMore.") == [
        ("paragraph", "Use `<table>` here."),
        ("paragraph", "More."),
    ]


def test_what_stands_below_a_component_is_markdown() -> None:
    assert of(Kind.LIST_ITEM, "<Steps>\n1. Open it.\n</Steps>\n") == ["Open it."]


def test_an_admonition_line_is_no_text_but_its_content_is() -> None:
    assert of(Kind.PARAGRAPH, ":::note\nMind this.\n:::\n") == ["Mind this."]


def test_images_outside_code_are_found_with_their_text() -> None:
    text = (
        'See ![a plan](p.png) and `![no](x.png)` <img src="q.png" alt="Plan"> ![][ref]\n\n'
        "```\n![c](c)\n```"
    )
    images = list(blocks_of(text).images())

    assert [(image.alt, image.target) for image in images] == [
        ("a plan", "p.png"),
        ("Plan", "q.png"),
        ("", ""),
    ]


def test_the_block_at_an_offset_is_found() -> None:
    text = "One\n\n```\ncode\n```"
    blocks = blocks_of(text)

    assert blocks.at(1) == blocks[0]
    assert blocks.at(4) is None
    assert blocks.at(text.index("code")) == blocks[1]


@given(st.text(alphabet="ab #>-*+`~=|:<!1.\t\n\\/{$", max_size=200))
def test_blocks_never_overlap_and_agree_with_the_splitter_on_headings(text: str) -> None:
    blocks = blocks_of(text)
    end = 0
    for block in blocks:
        assert end <= block.start <= block.end <= len(text)
        end = block.end
    outline = Outline(text)
    split = [
        heading.span.start for s in range(1, len(outline)) if (heading := outline.heading_of(s))
    ]
    starts = {block.start for block in blocks.of(Kind.HEADING)}
    assert all(
        start + len(text[start:]) - len(text[start:].lstrip(" ")) in starts for start in split
    )


def test_reading_can_be_cancelled() -> None:
    def cancel(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        blocks_of("Text\n", cancel)
