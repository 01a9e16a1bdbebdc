"""Maps positions of a block's content, markup of its containers gone, back to the source."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Stretch(NamedTuple):
    """Content that lies in one piece in the source, or spaces that a tab was expanded to.

    Attributes:
        content: Position of its first character in the content.
        source: Offset of the same character in the source; of the tab where it was expanded.
        is_source: Whether the characters stand in the source as they are.
    """

    content: int
    source: int
    is_source: bool = True


class SourceMap:
    """Stretches of content in order, each ending where the next begins.

    `shift` is added to every position asked for: how much was trimmed off the content's start.
    """

    __slots__ = ("_positions", "_shift", "_stretches")

    def __init__(self, stretches: Sequence[Stretch], shift: int = 0) -> None:
        self._stretches = stretches
        self._positions = [stretch.content for stretch in stretches]
        self._shift = shift

    def moved(self, by: int) -> "SourceMap":
        """Return the map of the content without its first `by` characters."""
        return SourceMap(self._stretches, self._shift + by) if by else self

    def source_of(self, position: int) -> int:
        """Return the source offset of the character at `position`."""
        position += self._shift
        stretch = self._stretches[max(0, bisect_right(self._positions, position) - 1)]
        return stretch.source + (position - stretch.content if stretch.is_source else 0)

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int, int, bool]]:
        """Yield (start, end, source offset, is source) for each stretch within [start, end)."""
        shift = self._shift
        place = max(0, bisect_right(self._positions, start + shift) - 1)
        while start < end:
            stretch = self._stretches[place]
            place += 1
            last = end
            if place < len(self._positions):
                last = min(end, self._positions[place] - shift)
            inside = start + shift - stretch.content if stretch.is_source else 0
            yield start, last, stretch.source + inside, stretch.is_source
            start = last


def contiguous(source: int) -> SourceMap:
    """Return the map of content that stands in the source in one piece from offset `source`."""
    return SourceMap([Stretch(0, source)])


def joined(stretches: list[Stretch]) -> list[Stretch]:
    """Return stretches without those that merely go on where the one before leads."""
    if len(stretches) < 2:
        return stretches or [Stretch(0, 0)]
    kept = [stretches[0]]
    for stretch in stretches[1:]:
        last = kept[-1]
        goes_on = stretch.source - last.source == stretch.content - last.content
        if not (goes_on and stretch.is_source and last.is_source):
            kept.append(stretch)
    return kept
