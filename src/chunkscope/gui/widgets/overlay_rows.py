"""Rows of text in the viewport: which characters stand in them, and where there is room beside."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from chunkscope.core.spans import Span
from chunkscope.gui.theme import SMALL_SIZE_PX

PADDING: Final = 6.0
"""How far the ground of full rows goes beyond the text on both sides."""
_LABEL_GAP: Final = 12.0

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


def row_index(rows: Sequence[Row], offset: int) -> int | None:
    """Return the place of the row that holds the character at `offset`; None where none does."""
    place = bisect_right(rows, offset, key=lambda row: row.span.start) - 1
    if place < 0 or offset >= rows[place].span.end:
        return None
    return place


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


def covering_rect(
    rows: Sequence[Row], place: int, width: float, taken: Sequence[QRectF]
) -> QRectF | None:
    """Return where a label covers what follows a cut line: at the right end of the row below."""
    if place + 1 >= len(rows):
        return None
    below = rows[place + 1].rect
    rect = QRectF(below.right() - width - 4, below.top() + 1, width, SMALL_SIZE_PX + 3.0)
    return None if any(rect.intersects(other) for other in taken) else rect


def rects_of(rows: Sequence[Row], span: Span, *, fill: bool) -> Iterator[QRectF]:
    """Yield where a span lies, row by row."""
    for row in rows_of(rows, span):
        for left, right in row.edges(span, fill=fill):
            yield QRectF(left, row.rect.top(), right - left, row.rect.height())


def rows_of(rows: Sequence[Row], span: Span) -> Iterator[Row]:
    """Yield the rows that hold some of a span."""
    first = max(0, bisect_right(rows, span.start, key=lambda row: row.span.start) - 1)
    for row in rows[first:]:
        if row.span.start >= span.end:
            return
        if span.start < row.span.end:
            yield row


def snapped(rect: QRectF, painter: QPainter) -> QRectF:
    """Return `rect` with its top and bottom on device pixels, so that rows meet without a seam."""
    ratio = painter.device().devicePixelRatioF()
    top, bottom = (round(edge * ratio) / ratio for edge in (rect.top(), rect.bottom()))
    return QRectF(rect.left(), top, rect.width(), bottom - top)


def comes_near(span: Span, reach: Span) -> bool:
    """Say whether a span touches a block, or ends where it begins: its label may lie in it."""
    return span.start <= reach.end and reach.start <= span.end
