"""Heights of all blocks of a page, and which block lies where."""

from array import array
from itertools import accumulate
from typing import Final

_GROUP: Final = 256


class Heights:
    """A growing row of heights; finding and changing one costs about the square root of all."""

    __slots__ = ("_groups", "_sums")

    def __init__(self) -> None:
        """Start empty."""
        self._groups: list[array[float]] = []
        self._sums: list[float] = []

    def __len__(self) -> int:
        """Return how many there are."""
        return (len(self._groups) - 1) * _GROUP + len(self._groups[-1]) if self._groups else 0

    def __getitem__(self, index: int) -> float:
        """Return one height."""
        return self._groups[index // _GROUP][index % _GROUP]

    def __setitem__(self, index: int, height: float) -> None:
        """Change one height."""
        group, place = divmod(index, _GROUP)
        self._sums[group] += height - self._groups[group][place]
        self._groups[group][place] = height

    @property
    def total(self) -> float:
        """The height of all of them."""
        return sum(self._sums)

    def append(self, height: float) -> None:
        """Add one at the end."""
        if not self._groups or len(self._groups[-1]) == _GROUP:
            self._groups.append(array("d"))
            self._sums.append(0.0)
        self._groups[-1].append(height)
        self._sums[-1] += height

    def top_of(self, index: int) -> float:
        """Return the height of all before `index`."""
        group, place = divmod(index, _GROUP)
        before = sum(self._sums[:group])
        return before + (sum(self._groups[group][:place]) if place else 0.0)

    def at(self, y: float) -> tuple[int, float]:
        """Return the block at `y` and how far below its top; the nearest for a `y` outside."""
        for group, end in enumerate(accumulate(self._sums)):
            if y < end or group == len(self._sums) - 1:
                return self._within(group, y - (end - self._sums[group]))
        return 0, 0.0

    def _within(self, group: int, y: float) -> tuple[int, float]:
        heights = self._groups[group]
        for place, end in enumerate(accumulate(heights)):
            if y < end or place == len(heights) - 1:
                top = end - heights[place]
                return group * _GROUP + place, min(max(0.0, y - top), heights[place])
        raise AssertionError("a group is never empty")
