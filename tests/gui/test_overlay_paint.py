"""Decorations on rows of text that are made up."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot
from tests.gui.colours import contrast

from chunkscope.core.spans import Span
from chunkscope.gui.overlays import Decoration, Mark
from chunkscope.gui.theme import THEMES, Theme
from chunkscope.gui.widgets.overlay_paint import VEIL, paint_over, paint_under
from chunkscope.gui.widgets.overlay_rows import PADDING, Row, Stretch, label_rect, row_index

LEFT, RIGHT, HIGH, WIDE = 10.0, 210.0, 20.0, 8.0


def row(number: int, start: int, text: str) -> Row:
    """Return a row in which every character is equally wide."""
    end = start + len(text)
    text_start = end - len(text.lstrip())
    text_end = start + len(text.rstrip())

    def stretches(first: int, last: int) -> Sequence[Stretch]:
        return ((LEFT + WIDE * (first - start), LEFT + WIDE * (last - start)),)

    rect = QRectF(LEFT, HIGH * number, RIGHT - LEFT, HIGH)
    ink = (LEFT, LEFT + WIDE * len(text.rstrip()))
    return Row(
        Span(start, end), min(text_start, text_end), text_end, rect, ink, stretches, lambda x: start
    )


def rows_of(*lines: str) -> list[Row]:
    rows, start = [], 0
    for number, line in enumerate(lines):
        rows.append(row(number, start, line))
        start += len(line)
    return rows


FULL = (LEFT - PADDING, RIGHT + PADDING)


def test_a_row_that_is_covered_is_filled_from_edge_to_edge() -> None:
    assert row(0, 0, "twelve chars\n").edges(Span(0, 12), fill=True) == (FULL,)


def test_ink_ends_where_the_text_does() -> None:
    edges = row(0, 0, "  indented \n").edges(Span(0, 50), fill=False)

    assert edges == ((LEFT + 2 * WIDE, LEFT + 10 * WIDE),)


def test_a_span_that_goes_on_in_the_next_row_is_filled_to_the_right() -> None:
    ((left, right),) = row(0, 0, "one. two\n").edges(Span(5, 50), fill=True)

    assert (left, right) == (LEFT + 5 * WIDE, RIGHT + PADDING)


def test_a_span_that_ends_inside_a_row_ends_there() -> None:
    ((left, right),) = row(0, 0, "one. two\n").edges(Span(0, 4), fill=True)

    assert (left, right) == (LEFT - PADDING, LEFT + 4 * WIDE)


def test_a_blank_row_inside_a_span_is_filled_and_has_no_ink() -> None:
    blank = rows_of("one\n", "\n", "two\n")[1]

    assert blank.edges(Span(0, 8), fill=True) == (FULL,)
    assert blank.edges(Span(0, 8), fill=False) == ()


def test_a_row_is_found_by_the_characters_in_it() -> None:
    rows = rows_of("one\n", "two\n")

    assert [row_index(rows, offset) for offset in (0, 3, 4, 7, 8)] == [0, 0, 1, 1, None]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_mark_leaves_a_trace(qtbot: QtBot, theme: Theme) -> None:
    for mark in Mark:
        image = QImage(240, 60, QImage.Format.Format_RGB32)
        image.fill(theme.color("text"))
        before = image.copy()
        span = Span(10, 10) if mark is Mark.CUT_LINE else Span(2, 11)
        marks = [Decoration(mark, span, hue=1, role="error", label="cut here")]
        rows = rows_of("one two\n", "three\n")
        with QPainter(image) as painter:
            paint_under(painter, rows, marks, theme)
            paint_over(painter, rows, marks, theme)
        assert image != before, mark


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_lost_tail_can_still_be_read(theme: Theme) -> None:
    for hue in range(len(theme.chunks)):
        for chosen in (False, True):
            ground = veiled(theme.tint_of(hue, chosen=chosen), theme)
            ink = veiled(theme.color("text"), theme)
            assert contrast(ink.name(), ground.name()) >= 4.5


def test_a_cut_label_stands_beside_the_text() -> None:
    rows = rows_of("one two\n", "three\n")
    rect = label_rect(rows, 0, 60, [])

    assert rect is not None
    assert rect.left() > rows[0].ink[1]
    assert rect.bottom() <= rows[0].rect.bottom()


def test_a_cut_label_moves_to_the_row_below_or_before_text_from_the_right() -> None:
    full = "twenty-four characters!!\n"
    below = label_rect(rows_of(full, "short\n"), 0, 60, [])
    from_right = replace(row(0, 0, full), ink=(RIGHT - 40, RIGHT))
    before = label_rect([from_right], 0, 60, [])

    assert below is not None
    assert below.top() >= HIGH
    assert before is not None
    assert before.right() < RIGHT - 40


def test_a_cut_label_covers_neither_text_nor_another_label() -> None:
    full = "twenty-four characters!!\n"
    rows = rows_of("one two\n", full)
    first = label_rect(rows, 0, 60, [])

    assert first is not None
    assert label_rect(rows, 0, 60, [first]) is None
    assert label_rect(rows_of(full, full), 0, 60, []) is None


def test_a_cut_label_without_room_covers_the_end_of_what_is_lost() -> None:
    full = "x" * 26 + "\n"
    cut = Decoration(Mark.CUT_LINE, Span(27, 27), role="error", label="cut · 1,000 characters")
    taken: list[QRectF] = []
    for _ in range(2):
        painted(rows_of(full, full), [cut], taken)
    (label,) = taken
    assert label.top() >= HIGH
    assert label.right() <= RIGHT
    alone: list[QRectF] = []
    painted(rows_of(full), [cut], alone)
    assert alone == []


def test_the_label_of_a_span_stands_beside_it_whole_or_by_its_last_part() -> None:
    full = "twenty-four characters!!\n"
    wide, narrow = [row(0, 0, "one two\n")], [replace(row(0, 0, full), ink=(LEFT, RIGHT - 60))]
    none = [replace(row(0, 0, full), ink=(LEFT, RIGHT))]
    label = Decoration(Mark.CLOSEST, Span(0, 5), role="accent", label="closest of all · 0.90")
    widths = []
    for rows in (wide, narrow, none):
        taken: list[QRectF] = []
        painted(rows, [label], taken)
        widths.append([round(rect.width()) for rect in taken])

    assert widths[0][0] > widths[1][0] > 0
    assert widths[2] == []


def test_the_places_of_passages_that_begin_alike_stand_below_each_other() -> None:
    rows = rows_of("one two\n", "three\n")
    bars = [Decoration(Mark.SENT, Span(0, 9), role="accent", place=n, lane=n - 1) for n in (1, 2)]
    taken: list[QRectF] = []
    painted(rows, bars, taken)
    first, second = taken

    assert not first.intersects(second)
    assert first.right() < LEFT


def test_a_bar_goes_on_above_the_first_row_without_a_number() -> None:
    bar = Decoration(Mark.SENT, Span(0, 40), role="accent", place=1)
    taken: list[QRectF] = []
    painted([row(0, 20, "three\n")], [bar], taken)

    assert taken == []


def painted(rows: Sequence[Row], marks: Sequence[Decoration], taken: list[QRectF]) -> None:
    image = QImage(240, 60, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        paint_over(painter, rows, marks, THEMES["light"], taken)


def veiled(color: QColor, theme: Theme) -> QColor:
    return theme.blend(color, 1 - VEIL)
