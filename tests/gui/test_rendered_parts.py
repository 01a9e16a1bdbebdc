"""The parts that the rendered view stands on: heights, shown text, widths, estimates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject, QPointF
from PySide6.QtGui import QFont
from pytestqt.qtbot import QtBot
from unicode_segmentation_rs import graphemes

from chunkscope.core.rendering.display import Column, Run, Style
from chunkscope.core.rendering.page import render_blocks
from chunkscope.core.spans import Span
from chunkscope.gui.assets import load_fonts
from chunkscope.gui.theme import LIGHT
from chunkscope.gui.utf16 import utf16_length
from chunkscope.gui.widgets.rendered_block import BlockLayout, column_widths
from chunkscope.gui.widgets.rendered_estimate import estimated_height, measured
from chunkscope.gui.widgets.rendered_glyphs import GlyphsAhead
from chunkscope.gui.widgets.rendered_heights import Heights
from chunkscope.gui.widgets.rendered_look import Look, is_lent
from chunkscope.gui.widgets.rendered_offsets import ShownText

RUNS = (
    Run("a😀b", 2, 5),
    Run("&", 5, 10, exact=False),
    Run("c 👩‍🚀 d", 12, 19, Style.BOLD),
)


@pytest.fixture
def look(qtbot: QtBot) -> Look:
    load_fonts()
    return Look(LIGHT)


@given(st.lists(st.integers(1, 500), min_size=1, max_size=700), st.data())
def test_heights_agree_with_plain_sums(plain: list[int], data: st.DataObject) -> None:
    heights = Heights()
    for height in plain:
        heights.append(height)
    changed = data.draw(st.integers(0, len(plain) - 1))
    heights[changed] = plain[changed] = 77
    index = data.draw(st.integers(0, len(plain) - 1))
    assert heights.total == sum(plain)
    assert heights.top_of(index) == sum(plain[:index])
    assert heights.at(sum(plain[:index]) + 0.5) == (index, 0.5)


def test_a_place_outside_is_the_nearest_block() -> None:
    heights = Heights()
    for height in (10, 20):
        heights.append(height)
    assert heights.at(-5) == (0, 0)
    assert heights.at(99) == (1, 20)


def test_each_shown_character_is_found_at_its_offset() -> None:
    shown = ShownText(RUNS, 0)
    for run in RUNS:
        for place, character in enumerate(run.text if run.exact else run.text[:1]):
            position = shown.position_of(run.start + place)
            assert shown.offset_of(position) == run.start + place
            assert (
                shown.text.encode("utf-16-le")[2 * position :].decode("utf-16-le")[0] == character
            )


@given(st.integers(0, 25))
def test_spans_that_divide_the_source_divide_what_is_shown(cut: int) -> None:
    shown = ShownText(RUNS, 0)
    _, end = shown.range_of(Span(0, cut))
    start, last = shown.range_of(Span(cut, 25))
    assert end == start
    assert last == utf16_length(shown.text)


def test_a_word_is_found_around_its_character() -> None:
    shown = ShownText((Run("the second word", 10, 25),), 0)
    assert shown.word_at(6) == Span(14, 20)


def test_an_empty_text_stands_at_its_place() -> None:
    shown = ShownText((), 42)
    assert shown.span == Span(42, 42)
    assert shown.offset_of(0) == 42


def test_columns_that_fit_get_what_they_want(look: Look) -> None:
    columns = (Column("", 10, 5), Column("", 20, 5))
    narrow, wide = column_widths(columns, look, 1000)
    assert narrow < wide < 300


def test_the_widest_column_gives_way_first(look: Look) -> None:
    columns = (Column("", 5, 5), Column("", 300, 9))
    widths = column_widths(columns, look, 400)
    assert widths[0] <= column_widths(columns, look, 4000)[0] < widths[0] * 1.2
    assert sum(widths) == pytest.approx(400, abs=2)


@pytest.mark.parametrize(
    "markdown",
    ["word " * 300, "```\n" + "code\n" * 30 + "```", "# Title", "- " + "item " * 60, "漢字" * 400],
)
def test_an_estimate_is_near_the_truth(markdown: str, look: Look) -> None:
    for block in render_blocks(markdown):
        true = BlockLayout(block, block, look, 640).height
        gap = look.gap_before(block, block)
        assert estimated_height(measured(block), look, 640, gap) == pytest.approx(true, rel=0.25)


def test_a_span_over_a_whole_text_covers_its_frame(look: Look) -> None:
    (block,) = render_blocks("word " * 100)
    (piece,) = BlockLayout(block, None, look, 400).pieces
    assert list(piece.rectangles(Span(0, 500))) == [piece.frame]


def test_a_span_that_goes_on_reaches_to_the_edge(look: Look) -> None:
    (block,) = render_blocks("word " * 100)
    (piece,) = BlockLayout(block, None, look, 400).pieces
    parts = list(piece.rectangles(Span(20, 500)))
    assert parts[0].left() > piece.frame.left()
    assert {part.right() for part in parts} == {piece.frame.right()}


def test_underlines_are_as_wide_as_their_characters(look: Look) -> None:
    (block,) = render_blocks("one two three")
    (piece,) = BlockLayout(block, None, look, 400).pieces
    (part,) = piece.underlines(Span(4, 7))
    assert 0 < part.left() < part.right() < piece.natural_width


def test_text_from_the_right_is_mirrored(look: Look) -> None:
    (block,) = render_blocks("- مرحبا بالعالم\n")
    layout = BlockLayout(block, None, look, 400)
    assert layout.mirrored
    assert layout.edge_of(0) == pytest.approx(layout.body.right())


def test_the_code_font_joins_no_characters(look: Look) -> None:
    (block,) = render_blocks("```\n-> != ===\n```")
    (piece,) = BlockLayout(block, None, look, 400).pieces
    widths = {
        round(part.width(), 3) for at in range(4, 13) for part in piece.underlines(Span(at, at + 1))
    }
    assert len(widths) == 1


def test_a_table_that_needs_all_the_room_is_not_wider_than_the_page(look: Look) -> None:
    cells = "words to wrap in this cell " * 6
    (block,) = render_blocks(f"| a | b |\n|---|---|\n| {cells} | {cells} |\n")
    assert BlockLayout(block, None, look, 500.0).width == 500.0


def test_a_number_in_a_table_is_not_broken(look: Look) -> None:
    number, words = "88888.88888888", "words to wrap in this cell " * 9
    (block,) = render_blocks(f"| a | b |\n|---|---|\n| {number} | {words} |\n")
    pieces = BlockLayout(block, None, look, 500.0).pieces
    assert [len(piece.rows) for piece in pieces if piece.shown.text == number] == [1]


@pytest.mark.parametrize("cell", ["row {:05}", "{:05} {:05}", "MWMW {}", "{} words in a cell"])
def test_no_cell_of_a_long_table_is_wrapped_where_there_is_room(look: Look, cell: str) -> None:
    rows = [cell.format(number, number) for number in range(1_200)]
    rows[777] = "the longest of all cells in this table, by far"
    lines = "".join(f"| {row} | x |\n" for row in rows)
    parts = render_blocks(f"| a | b |\n|---|---|\n{lines}")
    longest = next(block for block in parts if rows[777] in block.text)
    for block in parts[-1], longest:
        pieces = BlockLayout(block, None, look, 700.0).pieces
        assert {len(piece.rows) for piece in pieces} == {1}


@pytest.mark.parametrize(
    "text",
    ["لماذا تساهم في مشروع مفتوح المصدر؟", "مرحب word 😀 " * 30, "abc שלום def"],
)
def test_a_letter_is_found_where_it_lies_in_either_direction(look: Look, text: str) -> None:
    (block,) = render_blocks(text.rstrip())
    (piece,) = BlockLayout(block, None, look, 300.0).pieces
    offset = 0
    for cluster in graphemes(text.rstrip(), True):
        span = Span(offset, offset + len(cluster))
        for number, row in enumerate(piece.rows):
            for part in piece.stretches(number, span):
                point = QPointF(part.center().x(), row.top + row.height / 2)
                found = piece.shown.offset_of(piece.position_at(point))
                assert cluster.isspace() or span.contains(found)
        offset = span.end


def test_emoji_are_drawn_once_a_font_before_they_are_seen(look: Look, qtbot: QtBot) -> None:
    owner = QObject()
    glyphs = GlyphsAhead(owner)
    blocks = render_blocks("# Ready 🚀\n\nGo 🚀 and wait ⏳.\n\nNo picture: é, 日本.\n")
    glyphs.expect(look, blocks)
    assert glyphs.waiting == 3
    qtbot.waitUntil(lambda: not glyphs.waiting)
    glyphs.expect(look, blocks)
    assert not glyphs.waiting


@pytest.mark.parametrize(
    ("text", "weight"),
    [("Refunds, Возврат", QFont.Weight.DemiBold), ("返金 refund", QFont.Weight.Bold)],
)
def test_bold_letters_of_other_fonts_have_a_weight_that_these_have(
    look: Look, text: str, weight: QFont.Weight
) -> None:
    block = render_blocks(f"# {text}\n")[0]
    assert look.font_for(look.of(block), block.text).weight() == weight
    run = look.style_format(Style.BOLD, 13, bold=False, lent=is_lent(text))
    assert run.font().weight() == weight
    assert look.font_for(look.text, text).weight() == QFont.Weight.Normal
