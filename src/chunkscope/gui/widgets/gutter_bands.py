"""Where the bands of the gutter lie: chunks turned into heights, without a widget."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from chunkscope.core.chunks import Chunk, ChunkColumn, Level
from chunkscope.core.spans import Span

FAR: Final = 1_000.0
"""How far beyond the viewport a band ends whose end is not on screen."""


@dataclass(frozen=True, slots=True)
class Heights:
    """What of a view the bands need.

    Attributes:
        visible: The span of text on screen.
        height: Of the viewport.
        y_of, bottom_of: Top and bottom of the row of an offset in `visible`.
    """

    visible: Span
    height: int
    y_of: Callable[[int], int | None]
    bottom_of: Callable[[int], int | None]

    def top(self, offset: int) -> float:
        """Return the top of the row that holds `offset`, far away where none on screen does."""
        if offset < self.visible.start:
            return -FAR
        y = self.y_of(offset) if offset < self.visible.end else None
        return self.height + FAR if y is None else y

    def bottom(self, offset: int) -> float:
        """Return the bottom of the row that ends before `offset`, likewise."""
        if offset <= self.visible.start:
            return -FAR
        y = self.bottom_of(offset) if offset <= self.visible.end else None
        return self.height + FAR if y is None else y


@dataclass(frozen=True, slots=True)
class Band:
    """One chunk in the gutter.

    Attributes:
        level, index: The chunk.
        owner: Index of the parent whose colour it carries.
        top, bottom: Its heights in the viewport.
        repeated_from: Height from which the next chunk repeats it; None where none does.
    """

    level: Level
    index: int
    owner: int
    top: float
    bottom: float
    repeated_from: float | None = None


def bands(column: ChunkColumn, heights: Heights) -> tuple[Band, ...]:
    """Return the bands of the chunks on screen, from the top; they do not cover each other.

    Where several chunks share a row of text they share its height too.
    """
    places = column.touching(heights.visible)
    if not places:
        return ()
    around = column[max(0, places.start - 1) : min(len(column), places.stop + 1)]
    placed = _parted([_band(chunk, before, heights) for before, chunk in _pairs(around)])
    found = [
        replace(band, repeated_from=_repeated_from(band, chunk, after, heights))
        for band, chunk, after in zip(placed, around, (*around[1:], None), strict=True)
    ]
    return tuple(band for band in found if band.index in places)


def _pairs(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk | None, Chunk]]:
    yield None, chunks[0]
    yield from pairwise(chunks)


def _band(chunk: Chunk, before: Chunk | None, heights: Heights) -> Band:
    start = chunk.own_start if before is None else max(chunk.own_start, before.end)
    owner = chunk.index if chunk.level is Level.PARENT else chunk.owner
    top, bottom = heights.top(min(start, chunk.end - 1)), heights.bottom(chunk.end)
    return Band(chunk.level, chunk.index, owner, top, max(top, bottom))


def _parted(placed: list[Band]) -> list[Band]:
    """Return the bands with the rows that they share divided among them."""
    place = 1
    while place < len(placed):
        top, row_bottom = placed[place].top, placed[place - 1].bottom
        last = place
        while last + 1 < len(placed) and placed[last + 1].top == top:
            last += 1
        if top < row_bottom:
            share = (row_bottom - top) / (last - place + 2)
            for number, later in enumerate(range(place, last + 1), start=1):
                edge = top + number * share
                placed[later - 1] = replace(placed[later - 1], bottom=edge)
                placed[later] = replace(placed[later], top=edge)
        place = last + 1
    return _stacked(placed)


def _stacked(placed: list[Band]) -> list[Band]:
    """Return the bands so that none begins above the end of the one before.

    A parent's first children may lie wholly in what it repeats.
    """
    edge = -2 * FAR
    for place, band in enumerate(placed):
        top = max(band.top, edge)
        edge = max(band.bottom, top)
        if (top, edge) != (band.top, band.bottom):
            placed[place] = replace(band, top=top, bottom=edge)
    return placed


def _repeated_from(band: Band, chunk: Chunk, after: Chunk | None, heights: Heights) -> float | None:
    if after is None or after.start >= chunk.end:
        return None
    y = heights.top(after.start)
    return y if band.top < y < band.bottom else (band.top + band.bottom) / 2
