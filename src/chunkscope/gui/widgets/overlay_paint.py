"""Paints decorations over rows of text; knows rows and colours, not where the rows come from."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from chunkscope.core.spans import Span
from chunkscope.gui.assets import INTER
from chunkscope.gui.overlays import Decoration, Mark
from chunkscope.gui.theme import SMALL_SIZE_PX, Theme

PADDING: Final = 6.0
"""How far the ground of full rows goes beyond the text on both sides."""

VEIL: Final = 0.32
"""How much of the page's ground lies over text that is lost."""

_LONG_FINDING: Final = 1_200
_HATCH_STEP: Final = 5.0
_DOT_STEP: Final = 5
_WAVE: Final = (3.0, 2.0)
_WAVES: Final = 4
_LABEL_GAP: Final = 12.0
_LABEL_FLAGS: Final = (
    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
)

Stretch = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of text as it lies in the viewport.

    Attributes:
        span: Its characters; rows that follow each other leave none out.
        text_start, text_end: Offsets of its first visible character and after its last one.
        rect: From the text's left edge to its right one, as high as the row.
        ink: Left and right edge of what is written in it.
        stretches: Gives the left and right edges of the characters from one offset to another;
            several where writing directions mix.
        offset_at: Gives the offset of the character at a distance from the viewport's left edge.
    """

    span: Span
    text_start: int
    text_end: int
    rect: QRectF
    ink: Stretch
    stretches: Callable[[int, int], Sequence[Stretch]]
    offset_at: Callable[[float], int]

    def edges(self, span: Span, *, fill: bool) -> Sequence[Stretch]:
        """Return where `span` lies in this row; `fill` takes the empty rest of a full row too."""
        start, end = max(span.start, self.text_start), min(span.end, self.text_end)
        reaches_end = fill and span.end >= self.text_end
        if reaches_end and span.start <= self.text_start:
            return ((self.rect.left() - PADDING, self.rect.right() + PADDING),)
        if start >= end:
            return ()
        stretches = self.stretches(start, end)
        if len(stretches) > 1 or not fill:
            return stretches
        left, right = stretches[0]
        if span.start <= self.span.start and left <= self.rect.left():
            left -= PADDING
        return ((left, self.rect.right() + PADDING if reaches_end else right),)


def paint_under(
    painter: QPainter, rows: Sequence[Row], marks: Iterable[Decoration], theme: Theme
) -> None:
    """Paint what lies behind the text: tints, overlap, what the embedder leaves out, matches."""
    for mark in marks:
        ground = _ground_of(mark, theme)
        if ground is None and mark.mark not in (Mark.OVERLAP, Mark.UNSEEN):
            continue
        for rect in _rects(rows, mark.span, fill=mark.mark not in (Mark.MATCH, Mark.CHOSEN_MATCH)):
            if ground is not None:
                painter.fillRect(_snapped(rect, painter), ground)
            elif mark.mark is Mark.OVERLAP:
                hatch(painter, rect, theme.tint_of(mark.hue, chosen=True))
            else:
                dots(painter, rect, theme.blend(theme.color("warning"), 0.4))


def paint_over(
    painter: QPainter, rows: Sequence[Row], marks: Iterable[Decoration], theme: Theme
) -> None:
    """Paint what lies over the text: the veil and stroke of a lost tail, findings, cut lines."""
    taken: list[QRectF] = []
    for mark in marks:
        if mark.mark is Mark.LOST:
            _lost(painter, rows, mark.span, theme)
        elif mark.mark is Mark.FINDING:
            _finding(painter, rows, mark, theme)
        elif mark.mark is Mark.MATCH:
            _framed(painter, rows, mark.span, theme.blend(theme.color("accent"), 0.5), 1.0)
        elif mark.mark is Mark.CHOSEN_MATCH:
            _framed(painter, rows, mark.span, theme.color("accent"), 2.0)
        elif mark.mark is Mark.CUT_LINE:
            _cut_line(painter, rows, mark, theme, taken)


def row_index(rows: Sequence[Row], offset: int) -> int | None:
    """Return the place of the row that holds the character at `offset`; None where none does."""
    place = bisect_right(rows, offset, key=lambda row: row.span.start) - 1
    if place < 0 or offset >= rows[place].span.end:
        return None
    return place


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
    if mark.mark in (Mark.MATCH, Mark.CHOSEN_MATCH):
        return theme.ground_of("accent")
    return None


def _rects(rows: Sequence[Row], span: Span, *, fill: bool) -> Iterator[QRectF]:
    for row in _rows_of(rows, span):
        for left, right in row.edges(span, fill=fill):
            yield QRectF(left, row.rect.top(), right - left, row.rect.height())


def _rows_of(rows: Sequence[Row], span: Span) -> Iterator[Row]:
    first = max(0, bisect_right(rows, span.start, key=lambda row: row.span.start) - 1)
    for row in rows[first:]:
        if row.span.start >= span.end:
            return
        if span.start < row.span.end:
            yield row


def _snapped(rect: QRectF, painter: QPainter) -> QRectF:
    """Return `rect` with its top and bottom on device pixels, so that rows meet without a seam."""
    ratio = painter.device().devicePixelRatioF()
    top, bottom = (round(edge * ratio) / ratio for edge in (rect.top(), rect.bottom()))
    return QRectF(rect.left(), top, rect.width(), bottom - top)


def _lost(painter: QPainter, rows: Sequence[Row], span: Span, theme: Theme) -> None:
    veil = theme.color("panel")
    veil.setAlphaF(VEIL)
    for rect in _rects(rows, span, fill=True):
        painter.fillRect(_snapped(rect, painter), veil)
    painter.setPen(QPen(theme.color("faint"), 1.0))
    for row in _rows_of(rows, span):
        middle = round(row.rect.center().y()) + 0.5
        for left, right in row.edges(span, fill=False):
            painter.drawLine(QPointF(left, middle), QPointF(right, middle))


def _finding(painter: QPainter, rows: Sequence[Row], mark: Decoration, theme: Theme) -> None:
    color = theme.color(mark.role)
    if mark.span.end - mark.span.start > _LONG_FINDING:
        for row in _rows_of(rows, mark.span):
            rect = QRectF(row.rect.left() - 4, row.rect.top(), 2, row.rect.height())
            painter.fillRect(_snapped(rect, painter), color)
        return
    for rect in _rects(rows, mark.span, fill=False):
        squiggle(painter, rect.left(), rect.right(), rect.bottom() - 0.5, color)


def _framed(
    painter: QPainter, rows: Sequence[Row], span: Span, color: QColor, width: float
) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for rect in _rects(rows, span, fill=False):
        painter.drawRoundedRect(rect.adjusted(-1, 0.5, 1, -0.5), 2.5, 2.5)
    painter.restore()


def _cut_line(
    painter: QPainter, rows: Sequence[Row], mark: Decoration, theme: Theme, taken: list[QRectF]
) -> None:
    """Draw a dashed line and, where nothing is written, its label; `taken` are the labels so far.

    A label that finds no room is left out: the text past the line says in its tooltip why.
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
    font = QFont(INTER)
    font.setPixelSize(SMALL_SIZE_PX - 1)
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(color)
    metrics = QFontMetricsF(font, painter.device())
    for label in (mark.label, mark.label.partition(" · ")[0]):
        rect = label_rect(rows, place, ceil(metrics.horizontalAdvance(label)), taken)
        if rect is not None:
            taken.append(rect)
            painter.drawText(rect, _LABEL_FLAGS, label)
            break
    painter.restore()


def label_rect(
    rows: Sequence[Row], place: int, width: float, taken: Sequence[QRectF]
) -> QRectF | None:
    """Return where a cut line's label covers neither text nor label: above the line or below it."""
    height = SMALL_SIZE_PX + 3.0
    for row in rows[place : place + 2]:
        top = row.rect.bottom() - height - 1 if row is rows[place] else row.rect.top() + 1
        right, left = row.rect.right() - width - 4, row.rect.left() + 4
        for x, is_free in (
            (right, row.ink[1] + _LABEL_GAP < right),
            (left, left + width + _LABEL_GAP < row.ink[0]),
        ):
            rect = QRectF(x, top, width, height)
            if is_free and not any(rect.intersects(other) for other in taken):
                return rect
    return None
