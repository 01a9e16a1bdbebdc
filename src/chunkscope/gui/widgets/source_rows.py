"""The rows of a plain text editor that are on screen, with their offsets and edges."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextBlock, QTextLayout, QTextLine

from chunkscope.core.spans import Span
from chunkscope.gui.widgets.mixed_lines import character_at, may_mix, stretches
from chunkscope.gui.widgets.overlay_rows import Row, Stretch
from chunkscope.gui.widgets.source_pieces import PieceMap


class Frame(NamedTuple):
    """What of the editor decides where rows lie.

    Attributes:
        first: The first block on screen.
        rect_of: Gives a block's rectangle in the viewport.
        height: Of the viewport.
        right: The page's right edge.
    """

    first: QTextBlock
    rect_of: Callable[[QTextBlock], QRectF]
    height: int
    right: float


def visible_rows(frame: Frame, text: str, places: PieceMap) -> Iterator[Row]:
    """Yield the rows of which something shows, from the top.

    They hold on to the document's layout: none may be used after the document has changed.
    """
    block = frame.first
    while block.isValid():
        rect = frame.rect_of(block)
        if rect.top() >= frame.height:
            return
        yield from _rows_of(block, rect, frame, text, places)
        block = block.next()


def line_from(layout: QTextLayout, height: float) -> int:
    """Return the number of the first line that starts at `height` or below; the last if none."""
    count = layout.lineCount()
    number = bisect_left(range(count), height, key=lambda number: layout.lineAt(number).y())
    return max(0, min(number, count - 1))


def _rows_of(
    block: QTextBlock, rect: QRectF, frame: Frame, text: str, places: PieceMap
) -> Iterator[Row]:
    layout = block.layout()
    origin, base = rect.topLeft() + layout.position(), block.position()
    count = layout.lineCount()
    first = line_from(layout, -origin.y())
    if first and layout.lineAt(first).y() > -origin.y():
        first -= 1
    for number in range(first, count):
        line = layout.lineAt(number)
        top = origin.y() + line.y()
        if top >= frame.height:
            return
        position = base + line.textStart()
        start = places.to_offset(position)
        end = places.to_offset(position + line.textLength())
        if number == count - 1:
            end = places.to_offset(base + block.length())
        written = text[start:end]
        text_end = start + len(written.rstrip())
        text_start = min(text_end, end - len(written.lstrip()))
        ink = _ink(line, origin.x())
        mixed = may_mix(written)
        placed = _PlacedLine(line, base, origin.x(), places, mixed, Span(start, text_end), ink)
        yield Row(
            Span(start, end),
            text_start,
            text_end,
            QRectF(origin.x() + line.x(), top, frame.right - origin.x() - line.x(), line.height()),
            ink,
            placed.stretches,
            placed.offset_at,
        )


def _ink(line: QTextLine, left: float) -> Stretch:
    rect = line.naturalTextRect()
    return left + rect.left(), left + rect.right()


@dataclass(frozen=True, slots=True)
class _PlacedLine:
    """Where the characters of one row lie, by their offsets."""

    line: QTextLine
    base: int
    left: float
    places: PieceMap
    mixed: bool
    written: Span
    ink: Stretch

    def offset_at(self, x: float) -> int:
        """Return the offset of the character at `x`, of the nearest one beside the text."""
        found = character_at(self.line, x - self.left) if self.mixed else None
        if found is None:
            on_character = QTextLine.CursorPosition.CursorOnCharacter
            found = self.line.xToCursor(x - self.left, on_character)
        return self.places.to_offset(self.base + found)

    def stretches(self, start: int, end: int) -> Sequence[Stretch]:
        """Return the left and right edges of the characters from `start` to `end`."""
        at_start, at_end = start <= self.written.start, end >= self.written.end
        if at_start and at_end:
            return (self.ink,)
        first, last = self._place_of(start), self._place_of(end)
        if self.mixed:
            return stretches(self.line, first, last, self.left)
        left = self.ink[0] if at_start else self._x(first)
        return ((left, self.ink[1] if at_end else self._x(last)),)

    def _place_of(self, offset: int) -> int:
        after = self.line.textStart() + self.line.textLength()
        return min(after, self.places.to_position(offset) - self.base)

    def _x(self, place: int) -> float:
        x, _ = cast(tuple[float, int], self.line.cursorToX(place))
        return self.left + x
