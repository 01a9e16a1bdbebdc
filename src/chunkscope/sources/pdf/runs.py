"""Runs of text as the library gives them, and where one is in truth several lines or cells."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

# Letters drawn here and there at random make no parts:
MOST_BACK: Final = 0.2  # of a run's letters begin to the left of the one before
SHORTEST: Final = 1.4  # letters and blanks of a part, on average

_WIDEST_GAP: Final = 1.3  # of the size, between two words of one line
_WIDEST_STEP_BACK: Final = 1.5
_GUTTER: Final = 0.6  # of the size, before what begins at the edge of a column
_NARROWEST_COLUMN: Final = 5.0  # of the size
_FEWEST_AT_EDGE: Final = 6  # rectangles that make a column's edge
_EDGE_REACH: Final = 1.5  # points
_FROM_THE_RIGHT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")

Sides: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Run:
    """Text that the library gives in a row, and the rectangles that it covers."""

    text: str
    start: int
    boxes: Sequence[Sides]

    @property
    def is_from_the_right(self) -> bool:
        """Whether any of it is written from right to left."""
        return not self.text.isascii() and _FROM_THE_RIGHT.search(self.text) is not None


def reads_from_right(text: str) -> bool:
    """Tell whether most letters of a text are written from right to left."""
    if text.isascii():
        return False
    return 2 * len(_FROM_THE_RIGHT.findall(text)) > sum(map(str.isalpha, text))


def edges_of(runs: Sequence[Run]) -> list[float]:
    """Return where several rectangles of a page begin at one place, from left to right."""
    starts = Counter(round(box[0]) for run in runs for box in run.boxes)
    common = sorted(
        place
        for place in starts
        if starts[place - 1] + starts[place] + starts[place + 1] >= _FEWEST_AT_EDGE
    )
    return [float(place) for place in common]


def is_apart(run: Run, size: float, edges: Sequence[float]) -> bool:
    """Tell whether a run may have parts in several columns or on several lines."""
    boxes = run.boxes
    if any(after[0] - before[2] > _WIDEST_GAP * size for before, after in pairwise(boxes)):
        return True
    if run.is_from_the_right:
        return False
    if any(after[0] - before[2] < -_WIDEST_STEP_BACK * size for before, after in pairwise(boxes)):
        return True
    reach = _NARROWEST_COLUMN * size
    return any(
        box[2] - box[0] > reach and _has_edge(edges, box[0] + reach, box[2] - size) for box in boxes
    )


def steps_away(
    gap: float, width: float, place: float, size: float, edges: Sequence[float] | None
) -> bool:
    """Tell whether a letter is in another column or line than the one before.

    Args:
        gap: From the letter before.
        width: Of the line up to it.
        place: Where the letter begins.
        size: Of the letters.
        edges: Of the page's columns; None where lines run from the right.
    """
    if gap > _WIDEST_GAP * size:
        return True
    if edges is None:
        return False
    if gap < -_WIDEST_STEP_BACK * size:
        return True
    if gap < _GUTTER * size or width < _NARROWEST_COLUMN * size:
        return False
    return _has_edge(edges, place - _EDGE_REACH, place + _EDGE_REACH)


def _has_edge(edges: Sequence[float], least: float, most: float) -> bool:
    index = bisect_left(edges, least)
    return index < len(edges) and edges[index] <= most
