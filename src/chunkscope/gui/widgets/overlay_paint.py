"""Paints decorations over rows of text; knows rows and colours, not where the rows come from."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from chunkscope.core.spans import Span
from chunkscope.gui.assets import interface_font
from chunkscope.gui.overlays import Decoration, Mark
from chunkscope.gui.theme import SMALL_SIZE_PX, Theme
from chunkscope.gui.widgets.bench_paint import framed, paint_bench
from chunkscope.gui.widgets.overlay_rows import (
    Row,
    covering_rect,
    label_rect,
    rects_of,
    row_index,
    rows_of,
    snapped,
)

VEIL: Final = 0.32
"""How much of the page's ground lies over text that is lost."""

_ON_INK: Final = (Mark.SENTENCE, Mark.MATCH, Mark.CHOSEN_MATCH)
_LONG_FINDING: Final = 1_200
_HATCH_STEP: Final = 5.0
_DOT_STEP: Final = 5
_WAVE: Final = (3.0, 2.0)
_WAVES: Final = 4
_LABEL_FLAGS: Final = (
    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
)


def paint_under(
    painter: QPainter, rows: Sequence[Row], marks: Iterable[Decoration], theme: Theme
) -> None:
    """Paint what lies behind the text: tints, overlap, what the embedder leaves out, matches."""
    for mark in marks:
        ground = _ground_of(mark, theme)
        if ground is None and mark.mark not in (Mark.OVERLAP, Mark.UNSEEN):
            continue
        for rect in rects_of(rows, mark.span, fill=mark.mark not in _ON_INK):
            if ground is not None:
                painter.fillRect(snapped(rect, painter), ground)
            elif mark.mark is Mark.OVERLAP:
                hatch(painter, rect, theme.tint_of(mark.hue, chosen=True))
            else:
                dots(painter, rect, theme.blend(theme.color("warning"), 0.4))


def paint_over(
    painter: QPainter,
    rows: Sequence[Row],
    marks: Iterable[Decoration],
    theme: Theme,
    taken: list[QRectF] | None = None,
) -> None:
    """Paint what lies over the text: the veil and stroke of a lost tail, findings, cut lines.

    `taken` is where labels stand already; those that are painted are added.
    """
    taken, marks = [] if taken is None else taken, tuple(marks)
    for mark in marks:
        if mark.mark is Mark.LOST:
            _lost(painter, rows, mark.span, theme)
        elif mark.mark is Mark.FINDING:
            _finding(painter, rows, mark, theme)
        elif mark.mark is Mark.MATCH:
            framed(painter, rows, mark.span, theme.blend(theme.color("accent"), 0.5), 1.0)
        elif mark.mark is Mark.CHOSEN_MATCH:
            framed(painter, rows, mark.span, theme.color("accent"), 2.0)
        elif mark.mark is Mark.CUT_LINE:
            _cut_line(painter, rows, mark, theme, taken)
    paint_bench(painter, rows, marks, theme, taken)


def hatch(painter: QPainter, rect: QRectF, color: QColor, step: float = _HATCH_STEP) -> None:
    """Fill `rect` with slanted strokes; those of neighbouring rectangles meet."""
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, step * 0.45))
    left, top, height = rect.left(), rect.top(), rect.height()
    first = ceil((left + top) / step) * step - top
    count = ceil((rect.width() + height) / step) + 1
    strokes = [
        QLineF(
            QPointF(first + place * step, top), QPointF(first + place * step - height, top + height)
        )
        for place in range(count)
    ]
    painter.drawLines(strokes)
    painter.restore()


def dots(painter: QPainter, rect: QRectF, color: QColor) -> None:
    """Fill `rect` with a loose grid of dots, one pattern over neighbouring rectangles."""
    tile = _dotted_tile(color.rgba(), painter.device().devicePixelRatioF())
    origin = QPointF(rect.left() % _DOT_STEP, rect.top() % (2 * _DOT_STEP))
    painter.drawTiledPixmap(rect, tile, origin)


@lru_cache(maxsize=16)
def _dotted_tile(rgba: int, ratio: float) -> QPixmap:
    """Return two rows of the pattern; its sides are whole pixels, so that copies meet."""
    tile = QPixmap(round(_DOT_STEP * ratio), round(2 * _DOT_STEP * ratio))
    tile.setDevicePixelRatio(ratio)
    tile.fill(Qt.GlobalColor.transparent)
    with QPainter(tile) as painter:
        for x, y in ((0.0, 0.0), (_DOT_STEP / 2, float(_DOT_STEP))):
            painter.fillRect(QRectF(x, y, 1.0, 1.0), QColor.fromRgba(rgba))
    return tile


def squiggle(painter: QPainter, left: float, right: float, bottom: float, color: QColor) -> None:
    """Draw a wavy line whose waves keep their place from row to row."""
    ratio = painter.device().devicePixelRatioF()
    tile = _wavy_tile(color.rgba(), ratio)
    size = tile.deviceIndependentSize()
    top = round((bottom + 1.5 - size.height()) * ratio) / ratio
    rect = QRectF(left, top, right - left, size.height())
    painter.drawTiledPixmap(rect, tile, QPointF(left % size.width(), 0.0))


@lru_cache(maxsize=16)
def _wavy_tile(rgba: int, ratio: float) -> QPixmap:
    """Return some waves, their crests in the middle of a pixel; whole pixels at common ratios."""
    length, height = _WAVE
    tile = QPixmap(round(_WAVES * 2 * length * ratio), ceil((height + 3.0) * ratio))
    tile.setDevicePixelRatio(ratio)
    tile.fill(Qt.GlobalColor.transparent)
    points = [
        QPointF(place * length, 1.5 + (0.0 if place % 2 else height))
        for place in range(-1, 2 * _WAVES + 2)
    ]
    with QPainter(tile) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor.fromRgba(rgba), 1.0))
        painter.drawPolyline(QPolygonF(points))
    return tile


def _ground_of(mark: Decoration, theme: Theme) -> QColor | None:
    if mark.mark is Mark.TINT:
        return theme.tint_of(mark.hue)
    if mark.mark is Mark.CHOSEN:
        return theme.tint_of(mark.hue, chosen=True)
    if mark.mark is Mark.SENTENCE:
        return theme.heat(mark.strength, mark.hue, chosen=mark.shade > 0)
    if mark.mark in _ON_INK:
        return theme.ground_of("accent")
    return None


def _lost(painter: QPainter, rows: Sequence[Row], span: Span, theme: Theme) -> None:
    veil = theme.color("panel")
    veil.setAlphaF(VEIL)
    for rect in rects_of(rows, span, fill=True):
        painter.fillRect(snapped(rect, painter), veil)
    painter.setPen(QPen(theme.color("faint"), 1.0))
    for row in rows_of(rows, span):
        middle = round(row.rect.center().y()) + 0.5
        for left, right in row.edges(span, fill=False):
            painter.drawLine(QPointF(left, middle), QPointF(right, middle))


def _finding(painter: QPainter, rows: Sequence[Row], mark: Decoration, theme: Theme) -> None:
    color = theme.color(mark.role)
    if mark.span.end - mark.span.start > _LONG_FINDING:
        for row in rows_of(rows, mark.span):
            rect = QRectF(row.rect.left() - 4, row.rect.top(), 2, row.rect.height())
            painter.fillRect(snapped(rect, painter), color)
        return
    for rect in rects_of(rows, mark.span, fill=False):
        squiggle(painter, rect.left(), rect.right(), rect.bottom() - 0.5, color)


def _cut_line(
    painter: QPainter, rows: Sequence[Row], mark: Decoration, theme: Theme, taken: list[QRectF]
) -> None:
    """Draw a dashed line and, where nothing is written, its label; `taken` are the labels so far.

    Where both rows are full, its first words stand on a ground over the end of the row below,
    which is lost. Where that is taken too, the text past the line says in its tooltip why.
    """
    place = row_index(rows, max(0, mark.span.start - 1))
    if place is None:
        return
    row, color = rows[place], theme.color(mark.role)
    painter.save()
    pen = QPen(color, 1.0)
    pen.setDashPattern([3.0, 2.0])
    painter.setPen(pen)
    y = round(row.rect.bottom()) - 0.5
    painter.drawLine(QPointF(row.rect.left(), y), QPointF(row.rect.right(), y))
    font = interface_font(SMALL_SIZE_PX - 1, bold=True)
    painter.setFont(font)
    painter.setPen(color)
    metrics = QFontMetricsF(font, painter.device())
    for label in (mark.label, mark.label.partition(" · ")[0]):
        rect = label_rect(rows, place, ceil(metrics.horizontalAdvance(label)), taken)
        if rect is not None:
            taken.append(rect)
            painter.drawText(rect, _LABEL_FLAGS, label)
            break
    else:
        short = mark.label.partition(" · ")[0]
        rect = covering_rect(rows, place, ceil(metrics.horizontalAdvance(short)), taken)
        if rect is not None:
            taken.append(rect)
            painter.fillRect(rect.adjusted(-5.0, 0.0, 4.0, 1.0), theme.color("panel"))
            painter.drawText(rect, _LABEL_FLAGS, short)
    painter.restore()
