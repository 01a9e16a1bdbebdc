"""What lies between two heights of a block, which is all that is painted of a long one."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from chunkscope.core.rendering.page import render_blocks
from chunkscope.core.spans import Span
from chunkscope.gui.assets import load_fonts
from chunkscope.gui.overlays import Decoration, Mark
from chunkscope.gui.theme import LIGHT
from chunkscope.gui.widgets.rendered_block import BlockLayout
from chunkscope.gui.widgets.rendered_look import Look
from chunkscope.gui.widgets.rendered_paint import BlockPainter
from chunkscope.gui.widgets.rendered_rows import text_rows
from chunkscope.gui.widgets.rendered_text import Zone

LONG = "words that are wrapped in their cell " * 4
TABLE = "| a | b | c |\n|---|:-:|--:|\n" + "".join(
    f"| row {number} | {LONG if number % 3 else ''} | **{number}** |\n" for number in range(22)
)
WORDS = "A paragraph of many words, some of them *in another hand*, in a few dozen rows. " * 40
MARKS = (Mark.TINT, Mark.OVERLAP, Mark.UNSEEN, Mark.SENTENCE, Mark.LOST)
SIZE = (620, 900)


@pytest.fixture(params=[TABLE, WORDS, f"```\n{WORDS}\nx\n```\n"], ids=["table", "words", "code"])
def layout(request: pytest.FixtureRequest, qtbot: QtBot) -> BlockLayout:
    load_fonts()
    block = render_blocks(str(request.param))[0]
    return BlockLayout(block, None, Look(LIGHT), 600.0)


def reach_of(layout: BlockLayout) -> Span:
    return layout.block.span


def painted(layout: BlockLayout, marks: list[Decoration], zone: Zone, shown: QRectF) -> QImage:
    image = QImage(*SIZE, QImage.Format.Format_RGB32)
    image.fill(LIGHT.color("panel"))
    with QPainter(image) as painter:
        painter.translate(0.0, -shown.top())
        painter.setClipRect(shown)
        BlockPainter(painter, LIGHT, Span(40, 900)).paint(layout, reach_of(layout), marks, zone)
    return image


@pytest.mark.parametrize("top", [0.0, 137.0, 400.0])
def test_nothing_that_shows_is_left_out_of_a_part(layout: BlockLayout, top: float) -> None:
    whole = reach_of(layout)
    third = (whole.end - whole.start) // 3
    marks = [
        Decoration(mark, Span(whole.start + place * third // 4, whole.end - third // 2), 0)
        for place, mark in enumerate(MARKS)
    ]
    shown = QRectF(0, top, SIZE[0], 260)
    zone = Zone(shown.top() - 8, shown.bottom() + 8)
    everything = Zone(-1e6, 1e6)
    assert painted(layout, marks, zone, shown) == painted(layout, marks, everything, shown)


@pytest.mark.parametrize("top", [-50.0, 0.0, 123.0, 300.0])
def test_rows_of_a_part_are_those_of_the_whole(layout: BlockLayout, top: float) -> None:
    every = list(text_rows(layout, QPointF(20, 0), reach_of(layout)))
    part = list(text_rows(layout, QPointF(20, 0), reach_of(layout), Zone(top, top + 200)))
    seen = [row for row in every if row.rect.bottom() > top and row.rect.top() < top + 200]
    assert seen
    assert [row.span for row in part] == [row.span for row in seen]


def test_rows_of_all_parts_leave_nothing_out(layout: BlockLayout) -> None:
    rows = list(text_rows(layout, QPointF(), reach_of(layout)))
    assert rows[0].span.start == reach_of(layout).start
    assert rows[-1].span.end == reach_of(layout).end
    assert all(one.span.end == other.span.start for one, other in pairwise(rows))


@pytest.mark.parametrize("x", [-5.0, 10.0, 250.0, 590.0, 900.0])
def test_the_nearest_text_is_found_at_any_height(layout: BlockLayout, x: float) -> None:
    def distance(frame: QRectF, point: QPointF) -> float:
        across = max(frame.left() - point.x(), 0.0, point.x() - frame.right())
        along = max(frame.top() - point.y(), 0.0, point.y() - frame.bottom())
        return along * 1000 + across

    for y in range(-30, round(layout.height) + 30, 7):
        point = QPointF(x, y + 0.25)
        nearest = min(layout.pieces, key=lambda piece: distance(piece.frame, point))
        assert layout.piece_at(point) is nearest
