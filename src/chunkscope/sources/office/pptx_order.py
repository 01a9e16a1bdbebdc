"""The order in which a reader takes the shapes of a slide."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

MOST_ORDERED: Final = 2_000  # shapes of one slide

_TOLERANCE: Final = 0.25  # of the lower of two shapes, by which one may reach into the next row
_HEAD: Final = 0.6  # of a column's height that what stands over it may have

Shape = TypeVar("Shape")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a shape is, in the units of its slide."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """Where it ends."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """Where it ends."""
        return self.top + self.height


def in_order(shapes: Sequence[Shape], place_of: Callable[[Shape], Place | None]) -> list[Shape]:
    """Return shapes row by row; what stands over a column goes with that column.

    Shapes without a place stay behind the one that they follow in the file.
    """
    if len(shapes) > MOST_ORDERED:
        return list(shapes)
    placed: list[tuple[Place, list[Shape]]] = []
    first: list[Shape] = []
    for shape in shapes:
        place = place_of(shape)
        if place is not None:
            placed.append((place, [shape]))
        elif placed:
            placed[-1][1].append(shape)
        else:
            first.append(shape)
    rows = _rows([place for place, _ in placed])
    behind = {id(place): following for place, following in placed}
    ordered = [place for row in _columns_joined(rows) for place in row]
    return first + [shape for place in ordered for shape in behind[id(place)]]


def _rows(places: Sequence[Place]) -> list[list[Place]]:
    """Return places by rows, each from left to right."""
    rows: list[list[Place]] = []
    bottom = 0
    for place in sorted(places, key=lambda place: (place.top, place.left)):
        if rows:
            lower = min(place.height, *(one.height for one in rows[-1]))
            if place.top < bottom - _TOLERANCE * lower:
                rows[-1].append(place)
                bottom = min(max(bottom, place.bottom), max(one.bottom for one in rows[-1]))
                continue
        rows.append([place])
        bottom = place.bottom
    return [_by_columns(row) for row in rows]


def _by_columns(row: list[Place]) -> list[Place]:
    """Return the places of a row, those under each other before those beside them."""
    columns: list[list[Place]] = []
    right = 0
    for place in sorted(row, key=lambda place: (place.left, place.top)):
        if columns and place.left < right - _TOLERANCE * place.width:
            columns[-1].append(place)
            right = max(right, place.right)
        else:
            columns.append([place])
            right = place.right
    return [
        place
        for column in columns
        for place in sorted(column, key=lambda place: (place.top, place.left))
    ]


def _columns_joined(rows: list[list[Place]]) -> list[list[Place]]:
    """Join a row of heads with the row of what stands under them."""
    joined: list[list[Place]] = []
    waiting = list(reversed(rows))
    while waiting:
        row = waiting.pop()
        if len(row) > 1 and waiting and _are_heads(row, waiting[-1]):
            below = waiting.pop()
            row = [place for pair in zip(row, below, strict=True) for place in pair]
        joined.append(row)
    return joined


def _are_heads(row: Sequence[Place], below: Sequence[Place]) -> bool:
    if len(row) != len(below):
        return False
    return all(
        over.height <= _HEAD * under.height
        and min(over.right, under.right) - max(over.left, under.left)
        > 0.5 * min(over.width, under.width)
        for over, under in zip(row, below, strict=True)
    )
