"""The rows of a laid-out block as the overlay painter wants them, in the viewport."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF

from chunkscope.core.spans import Span
from chunkscope.gui.widgets.overlay_rows import Row, Stretch
from chunkscope.gui.widgets.rendered_block import BlockLayout
from chunkscope.gui.widgets.rendered_text import EVERYWHERE, TextPiece, Zone


def text_rows(
    layout: BlockLayout, corner: QPointF, reach: Span, zone: Zone = EVERYWHERE
) -> Iterator[Row]:
    """Yield the rows in a zone of every text of a block whose top left is at `corner`.

    Their spans leave nothing out; those of all rows make up `reach`, from the block's start to the
    next block's.
    """
    pieces = layout.pieces_within(zone)
    first = layout.pieces.index(pieces[0]) if pieces else 0
    for place, piece in enumerate(pieces, first):
        for number in piece.rows_within(zone):
            row = _PlacedRow(piece, number, corner)
            start = row.text.start if place or number else reach.start
            yield row.row_of(Span(start, max(start, _end_of(layout, place, number, reach))))


def _end_of(layout: BlockLayout, place: int, number: int, reach: Span) -> int:
    """Return where the row after a row of a text begins; after the last, where the block ends."""
    rows = layout.pieces[place].rows
    if number + 1 < len(rows):
        return layout.pieces[place].shown.offset_of(rows[number + 1].start)
    if place + 1 < len(layout.pieces):
        return layout.pieces[place + 1].shown.offset_of(layout.pieces[place + 1].rows[0].start)
    return reach.end


def whole_rows(layout: BlockLayout, corner: QPointF, rows: Sequence[Row]) -> Iterator[Row]:
    """Yield a block's text rows as wide as the block; of a table one for each of its rows."""
    if layout.block.table is None:
        yield from rows
        return
    body = layout.body.translated(corner)
    tops = [top + corner.y() for top in layout.row_tops]
    for place, group in groupby(rows, lambda row: bisect_right(tops, row.rect.center().y())):
        if not 0 < place < len(tops):
            continue
        inside = list(group)
        first, last = inside[0], inside[-1]
        rect = QRectF(body.left(), tops[place - 1], body.width(), tops[place] - tops[place - 1])
        span = Span(first.span.start, last.span.end)
        ends = (first.text_start, last.text_end)
        ink = (rect.left(), max(row.ink[1] for row in inside))
        yield Row(span, *ends, rect, ink, first.stretches, first.offset_at)


def edge_rows(_layout: BlockLayout, corner: QPointF, rows: Sequence[Row]) -> Iterator[Row]:
    """Yield a block's text rows from its left edge on, however deep their text is nested."""
    for row in rows:
        yield replace(row, rect=row.rect.adjusted(corner.x() - row.rect.left(), 0, 0, 0))


@dataclass(frozen=True, slots=True)
class _PlacedRow:
    piece: TextPiece
    number: int
    corner: QPointF

    @property
    def text(self) -> Span:
        """What is written in the row."""
        row, shown = self.piece.rows[self.number], self.piece.shown
        start = shown.offset_of(row.start)
        return Span(start, max(start, shown.end_of(row.end)))

    def row_of(self, span: Span) -> Row:
        """Return the row as the one that holds `span`."""
        row, inner = self.piece.rows[self.number], self.piece.inner
        rect = QRectF(inner.left(), row.top, inner.width(), row.height).translated(self.corner)
        written = self.text
        stretches = self.stretches(*written) or [(rect.left(), rect.left())]
        ink = (min(left for left, _ in stretches), max(right for _, right in stretches))
        return Row(span, *written, rect, ink, self.stretches, self.offset_at)

    def stretches(self, start: int, end: int) -> list[Stretch]:
        """Return the edges of the characters of a span in the viewport."""
        x = self.corner.x()
        parts = self.piece.stretches(self.number, Span(start, end))
        return [(part.left() + x, part.right() + x) for part in parts]

    def offset_at(self, x: float) -> int:
        """Return the offset of the character at a distance from the viewport's left edge."""
        row = self.piece.rows[self.number]
        point = QPointF(x - self.corner.x(), row.top + row.height / 2)
        return self.piece.shown.offset_of(self.piece.position_at(point))
