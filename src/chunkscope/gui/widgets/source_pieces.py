"""A text as pieces that a text document takes one by one, and where each piece came to lie.

Lines over 20,000 characters are broken into rows of their own, because a text layout costs what
its longest line holds. These soft breaks are paragraphs to Qt, and nothing to the text.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from chunkscope.core.spans import Span
from chunkscope.gui.utf16 import Utf16Map, utf16_length

LONGEST_LINE: Final = 20_000
SOFT_PIECE: Final = 4_000
_PIECE: Final = 16_384
_BREAK_WINDOW: Final = 200
_WORD_GAP: Final = re.compile(r"[ \t](?=[^ \t])")


class Piece(NamedTuple):
    """One piece of a text; `soft` says that a break which the text lacks goes before it."""

    span: Span
    soft: bool


def pieces_of(text: str) -> Iterator[Piece]:
    """Yield the pieces of a text in order; each begins a line or lies in a long one."""
    start, length = 0, len(text)
    while start < length:
        end = text.rfind("\n", start, start + _PIECE) + 1
        if not end:
            end = text.find("\n", start, start + LONGEST_LINE + 1) + 1
        if not end and length - start <= LONGEST_LINE:
            end = length
        if end:
            yield Piece(Span(start, end), soft=False)
        else:
            end = text.find("\n", start) + 1 or length
            yield from _soft_pieces(text, Span(start, end))
        start = end


def _soft_pieces(text: str, line: Span) -> Iterator[Piece]:
    start = line.start
    while line.end - start > SOFT_PIECE:
        end = _soft_break(text, start + SOFT_PIECE)
        yield Piece(Span(start, end), soft=start > line.start)
        start = end
    yield Piece(Span(start, line.end), soft=start > line.start)


def _soft_break(text: str, limit: int) -> int:
    """Return an offset up to `limit` where no word, or at least no letter, is torn."""
    window = text[limit - _BREAK_WINDOW : limit + 1]
    gaps = [gap.end() for gap in _WORD_GAP.finditer(window)]
    if gaps:
        return limit - _BREAK_WINDOW + gaps[-1]
    from unicode_segmentation_rs import graphemes

    clusters = graphemes(window, True)
    if len(clusters) > 2:
        return limit + 1 - len(clusters[-1])
    return limit


class PieceMap:
    """Converts offsets of the text and positions in the document into each other, in O(log n)."""

    __slots__ = ("_end", "_maps", "_positions", "_starts", "length")

    def __init__(self) -> None:
        """Begin with no piece."""
        self._starts = array("q")
        self._positions = array("q")
        self._maps: list[Utf16Map | None] = []
        self._end = 0
        self.length = 0

    @property
    def end(self) -> int:
        """The offset after the last piece."""
        return self._end

    def append(self, text: str, *, soft: bool) -> None:
        """Add the piece that was put at the document's end, without the soft break before it."""
        units = Utf16Map(text)
        self._starts.append(self._end)
        self._positions.append(self.length + soft)
        self._maps.append(None if units.is_identity else units)
        self._end += len(text)
        self.length += soft + utf16_length(text)

    def to_position(self, offset: int) -> int:
        """Return the position of the character at `offset`; the end for what is not there yet."""
        offset = min(offset, self._end)
        place = bisect_right(self._starts, offset) - 1
        if place < 0:
            return 0
        within, units = offset - self._starts[place], self._maps[place]
        return self._positions[place] + (within if units is None else units.to_utf16(within))

    def to_offset(self, position: int) -> int:
        """Return the offset of the character at `position`; a soft break counts as what follows."""
        place = bisect_right(self._positions, position) - 1
        if place < 0:
            return 0
        within, units = position - self._positions[place], self._maps[place]
        if units is not None:
            within = units.from_utf16(within)
        after = self._starts[place + 1] if place + 1 < len(self._starts) else self._end
        return min(self._starts[place] + within, after)
