"""Where the pages of an original lie in a column that is as wide as its window."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from chunkscope.workspace.original import PagePlace

MARGIN_PX: Final = 14
CAPTION_PX: Final = 22
"""Below each page; its number stands there."""
_LEAST_PX: Final = 16
_MOST_SHAPE: Final = 20.0


@dataclass(frozen=True, slots=True)
class PagesLayout:
    """Pages one below the other, each as wide as the column allows.

    Attributes:
        width: Of each page.
        tops: Where each page begins, and last where the column ends.
        heights: Of each page.
    """

    width: int
    tops: tuple[int, ...]
    heights: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.heights)

    @property
    def height(self) -> int:
        """Of the whole column."""
        return self.tops[-1]

    def y_of(self, place: PagePlace) -> int:
        """Return the height of a place in the column."""
        page = min(max(place.page, 0), len(self) - 1)
        return self.tops[page] + round(place.share * self.heights[page])

    def place_at(self, y: float) -> PagePlace:
        """Return the place at a height of the column; a caption belongs to its page's end."""
        page = min(max(0, bisect_right(self.tops, y) - 1), len(self) - 1)
        share = (y - self.tops[page]) / self.heights[page]
        return PagePlace(page, min(max(share, 0.0), 1.0))

    def within(self, top: float, bottom: float) -> range:
        """Return the pages of which something lies between two heights."""
        if bottom <= top or not len(self):
            return range(0)
        return range(self.place_at(top).page, self.place_at(bottom - 1).page + 1)


def lay_out(shapes: Sequence[float], room: int) -> PagesLayout:
    """Return the layout of pages whose heights are `shapes` times their widths.

    `room` is the width of the column. A shape out of all reason is held within bounds.
    """
    width = max(_LEAST_PX, room - 2 * MARGIN_PX)
    heights = tuple(
        max(_LEAST_PX, round(width * min(max(shape, 1 / _MOST_SHAPE), _MOST_SHAPE)))
        for shape in shapes
    )
    steps = (height + CAPTION_PX for height in heights)
    return PagesLayout(width, tuple(accumulate(steps, initial=MARGIN_PX)), heights)
