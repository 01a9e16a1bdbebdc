"""One display block laid out for a width: its texts, and what is painted around them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt

from chunkscope.core.rendering.display import Cell, Column, DisplayBlock, Kind, Nest, TableRows
from chunkscope.core.spans import Span
from chunkscope.gui.widgets.rendered_look import (
    CELL_PADDING_PX,
    CODE_PADDING_PX,
    DEEPEST_INDENT,
    INDENT_PX,
    SOURCE_KINDS,
    Look,
)
from chunkscope.gui.widgets.rendered_offsets import ShownText
from chunkscope.gui.widgets.rendered_text import (
    EVERYWHERE,
    TextPiece,
    Zone,
    reads_right_to_left,
)

_NARROWEST_PX: Final = 80.0
_NARROWEST_COLUMN_PX: Final = 36.0
_WIDEST_WORD: Final = 24
_ROOM_TO_SPARE: Final = 1.12
"""Some letters are wider than most: columns take this much more where there is room."""
_BOLD_SLACK_PX: Final = 10.0
_CLOSING_LINE_PX: Final = 1.0
_RULE_PX: Final = 9.0
_ALIGNMENTS: Final = {
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}


class BlockLayout:
    """What one block looks like; all coordinates begin at the block's top left.

    Attributes:
        block: What is laid out.
        look: How.
        gap: Space above it, part of its height.
        shared_nest: How many of its quotes and lists go on from the block before.
        height: Its whole height.
        width: Right edge of what it paints; more than the page's for a wide table.
        pieces: Its texts, in the order of the source.
        body: The place of its content, below the gap and beside the markers.
        columns: Left edges of a table's columns and the right edge of the last.
        row_tops: Top edges of a table's rows and the bottom edge of the last.
        mirrored: Whether it reads from the right, markers and quote bars included.
    """

    def __init__(
        self, block: DisplayBlock, before: DisplayBlock | None, look: Look, width: float
    ) -> None:
        """Lay out `block` in `width`, below the block `before` it."""
        self.block = block
        self.look = look
        self.gap = look.gap_before(block, before)
        self.shared_nest = _shared_nest(block, before)
        self.width = width
        self.pieces: list[TextPiece] = []
        self.columns: list[float] = []
        self.row_tops: list[float] = []
        self._row_firsts = [0]
        self.mirrored = block.table is None and reads_right_to_left(block.text[:200])
        inset = look.scaled(INDENT_PX) * min(len(block.nest), DEEPEST_INDENT)
        room = max(_NARROWEST_PX, width - inset)
        self.body = QRectF(0.0 if self.mirrored else inset, self.gap, room, 0.0)
        if block.table is not None:
            self._lay_out_table(block.table)
        elif block.kind is Kind.BREAK:
            self.body.setHeight(look.scaled(_RULE_PX))
        else:
            self._lay_out_text()
        self.height = self.body.bottom()

    def edge_of(self, depth: int) -> float:
        """Return the x where the content of container `depth` begins; its right end if mirrored."""
        inset = self.look.scaled(INDENT_PX) * min(depth + 1, DEEPEST_INDENT)
        return self.body.right() + self._inset() - inset if self.mirrored else inset

    def piece_of(self, offset: int) -> TextPiece | None:
        """Return the text that shows the character at `offset`, or the nearest before it."""
        if not self.pieces:
            return None
        place = bisect_right(self.pieces, offset, key=lambda piece: piece.shown.span.start) - 1
        return self.pieces[max(0, place)]

    def row_at(self, offset: int) -> tuple[float, float]:
        """Return top and bottom of the row that shows the character at `offset`."""
        piece = self.piece_of(offset)
        row = piece.row_of(offset) if piece is not None else None
        if row is None:
            return self.body.top(), self.body.bottom()
        return row.top, row.top + row.height

    def piece_at(self, point: QPointF) -> TextPiece | None:
        """Return the text whose frame is nearest to a point."""
        near = self.pieces_within(Zone(point.y(), point.y()))
        if len(near) < 2:
            return near[0] if near else None
        return min(near, key=lambda piece: _distance(piece.frame, point))

    def pieces_within(self, zone: Zone) -> list[TextPiece]:
        """Return the texts in the rows of a table that a zone touches; else those there are.

        A zone above or below all rows touches the nearest.
        """
        rows = len(self._row_firsts) - 1
        if rows < 2:
            return self.pieces
        first = min(max(0, bisect_left(self.row_tops, zone.top) - 1), rows - 1)
        last = min(max(first, bisect_left(self.row_tops, zone.bottom) - 1), rows - 1)
        return self.pieces[self._row_firsts[first] : self._row_firsts[last + 1]]

    def touched(self, span: Span, zone: Zone = EVERYWHERE) -> Iterator[TextPiece]:
        """Yield the texts in a zone that show something of a span."""
        for piece in self.pieces_within(zone):
            shown = piece.shown.span
            if span.start < shown.end and shown.start < span.end:
                yield piece

    def _inset(self) -> float:
        return self.look.scaled(INDENT_PX) * min(len(self.block.nest), DEEPEST_INDENT)

    def _lay_out_text(self) -> None:
        block, look = self.block, self.look
        padding = look.scaled(CODE_PADDING_PX) if block.kind in SOURCE_KINDS else 0.0
        above = 0.0 if block.continues else padding * 0.8
        inner = self.body.adjusted(padding, above, -padding, 0.0)
        piece = TextPiece(ShownText(block.runs, block.span.start), inner, look, look.of(block))
        self.body.setHeight(above + piece.height + padding * 0.8)
        if padding:
            piece.frame = QRectF(self.body)
        self.pieces.append(piece)

    def _lay_out_table(self, table: TableRows) -> None:
        widths = column_widths(table.columns, self.look, self.body.width() - _CLOSING_LINE_PX)
        self.columns = [self.body.left()]
        for width in widths:
            self.columns.append(self.columns[-1] + width)
        top = self.body.top()
        for number, row in enumerate(table.rows):
            self.row_tops.append(top)
            top += self._lay_out_row(table, row, top, is_header=table.has_header and not number)
        self.row_tops.append(top)
        self.body.setRight(self.columns[-1])
        self.body.setBottom(top)
        self.width = max(self.width, self.columns[-1] + _CLOSING_LINE_PX)

    def _lay_out_row(
        self, table: TableRows, row: tuple[Cell, ...], top: float, *, is_header: bool
    ) -> float:
        text_look = self.look.bold if is_header else self.look.text
        across, along = (self.look.scaled(padding) for padding in CELL_PADDING_PX)
        height = text_look.row_px
        pieces = []
        for place, cell in enumerate(row):
            left, right = self.columns[place], self.columns[place + 1]
            inner = QRectF(left + across, top + along, right - left - 2 * across, 0.0)
            shown = ShownText(cell.runs, cell.start)
            align = _ALIGNMENTS.get(table.columns[place].align, Qt.AlignmentFlag.AlignLeft)
            pieces.append(TextPiece(shown, inner, self.look, text_look, align))
            height = max(height, pieces[-1].height)
        height += 2 * along
        for place, piece in enumerate(pieces):
            left, right = self.columns[place], self.columns[place + 1]
            piece.frame = QRectF(left, top, right - left, height)
        self.pieces += pieces
        self._row_firsts.append(len(self.pieces))
        return height


def column_widths(columns: tuple[Column, ...], look: Look, room: float) -> list[float]:
    """Return widths that fit `room` where the longest words allow it, wrapping the widest first."""
    least = [_width_of(min(each.widest_word, _WIDEST_WORD), look, word=True) for each in columns]
    wanted = [
        max(_width_of(each.widest, look, word=each.widest <= _WIDEST_WORD), word)
        for each, word in zip(columns, least, strict=True)
    ]
    if sum(wanted) <= room:
        more = min(_ROOM_TO_SPARE, room / sum(wanted))
        return [width * more for width in wanted]
    spare = room - sum(least)
    if spare <= 0:
        return least
    return _shared_out(least, wanted, spare)


def _width_of(characters: int, look: Look, *, word: bool = False) -> float:
    """Return a column's width for so many characters, some of them bold or of the code font.

    A word, and a cell as short as one, may be a number, and a digit is wider than a letter.
    """
    around = 2 * look.scaled(CELL_PADDING_PX[0])
    each = max(look.text_width_px * 1.1, look.digit_width_px if word else 0.0)
    text = characters * each + look.scaled(_BOLD_SLACK_PX)
    return max(_NARROWEST_COLUMN_PX, text + around)


def _shared_out(least: list[float], wanted: list[float], spare: float) -> list[float]:
    """Return the least widths with `spare` poured evenly into what still wants more."""
    widths = list(least)
    open_columns = [place for place in range(len(widths)) if wanted[place] > widths[place]]
    while spare > 1 and open_columns:
        share = spare / len(open_columns)
        for place in open_columns:
            given = min(share, wanted[place] - widths[place])
            widths[place] += given
            spare -= given
        open_columns = [place for place in open_columns if wanted[place] - widths[place] > 0.5]
    return widths


def quote_depths(block: DisplayBlock) -> Iterator[tuple[int, Nest]]:
    """Yield the depth of each quote and alert around a block."""
    for depth, nest in enumerate(block.nest[:DEEPEST_INDENT]):
        if nest is not Nest.LIST:
            yield depth, nest


def _shared_nest(block: DisplayBlock, before: DisplayBlock | None) -> int:
    shared = 0
    for mine, other in zip(block.nest, before.nest if before else (), strict=False):
        if mine is not other:
            break
        shared += 1
    return shared


def _distance(frame: QRectF, point: QPointF) -> float:
    across = max(frame.left() - point.x(), 0.0, point.x() - frame.right())
    along = max(frame.top() - point.y(), 0.0, point.y() - frame.bottom())
    return along * 1000 + across
