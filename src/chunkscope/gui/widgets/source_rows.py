"""The rows of a plain text editor that are on screen, with their offsets and edges."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, cast

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextBlock, QTextLayout, QTextLine

from chunkscope.core.spans import Span
from chunkscope.gui.widgets.overlay_paint import Row, Stretch
from chunkscope.gui.widgets.source_pieces import PieceMap

_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc]"
)


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


def _rows_of(
    block: QTextBlock, rect: QRectF, frame: Frame, text: str, places: PieceMap
) -> Iterator[Row]:
    layout = block.layout()
    origin, base = rect.topLeft() + layout.position(), block.position()
    count = layout.lineCount()
    for number in range(_first_line(layout, -origin.y()), count):
        line = layout.lineAt(number)
        top = origin.y() + line.y()
        if top >= frame.height:
            return
        first = base + line.textStart()
        start, end = places.to_offset(first), places.to_offset(first + line.textLength())
        if number == count - 1:
            end = places.to_offset(base + block.length())
        written = text[start:end]
        yield Row(
            Span(start, end),
            start + len(written.rstrip()),
            QRectF(origin.x() + line.x(), top, frame.right - origin.x() - line.x(), line.height()),
            _ink(line, origin.x()),
            _Stretches(line, base, origin.x(), places, bool(_RIGHT_TO_LEFT.search(written))),
        )


def _first_line(layout: QTextLayout, height: float) -> int:
    """Return the number of the first line of which something lies below `height`."""
    low, high = 0, layout.lineCount()
    while low < high:
        middle = (low + high) // 2
        line = layout.lineAt(middle)
        if line.y() + line.height() <= height:
            low = middle + 1
        else:
            high = middle
    return low


def _ink(line: QTextLine, left: float) -> Stretch:
    rect = line.naturalTextRect()
    return left + rect.left(), left + rect.right()


@dataclass(frozen=True, slots=True)
class _Stretches:
    """Where characters of one row lie, by their offsets."""

    line: QTextLine
    base: int
    left: float
    places: PieceMap
    mixed: bool

    def __call__(self, start: int, end: int) -> Sequence[Stretch]:
        after = self.line.textStart() + self.line.textLength()
        first = min(after, self.places.to_position(start) - self.base)
        last = min(after, self.places.to_position(end) - self.base)
        if self.mixed:
            return tuple(self._runs(first, last))
        return ((self.left + self._x(first), self.left + self._x(last)),)

    def _runs(self, first: int, last: int) -> Iterator[Stretch]:
        """Yield the stretches of text that runs in both directions, letter by letter joined."""
        run: Stretch | None = None
        for place in range(first, last):
            edges = self._x(place), self._x(place, QTextLine.Edge.Trailing)
            left, right = self.left + min(edges), self.left + max(edges)
            if run is None:
                run = left, right
            elif left <= run[1] + 1 and right >= run[0] - 1:
                run = min(left, run[0]), max(right, run[1])
            else:
                yield run
                run = left, right
        if run is not None:
            yield run

    def _x(self, place: int, edge: QTextLine.Edge = QTextLine.Edge.Leading) -> float:
        x, _ = cast(tuple[float, int], self.line.cursorToX(place, edge))
        return x
