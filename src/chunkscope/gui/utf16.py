"""The one place where code points and Qt's UTF-16 units are converted into each other."""

import re
from array import array
from bisect import bisect_left, bisect_right

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class Utf16Map:
    """Converts offsets of one text; O(log n) a call, nothing to look up without astral characters.

    Offsets past the end keep their distance to the end, as do negative ones to the start.
    """

    __slots__ = ("_astral", "_ends")

    def __init__(self, text: str) -> None:
        self._astral = array("q")
        self._ends = array("q")
        if text.isascii() or len(text.encode("utf-16-le", "surrogatepass")) == 2 * len(text):
            return
        for rank, match in enumerate(_ASTRAL.finditer(text)):
            self._astral.append(match.start())
            self._ends.append(match.start() + rank + 2)

    @property
    def is_identity(self) -> bool:
        """Say whether both counts agree everywhere in this text."""
        return not self._astral

    def to_utf16(self, offset: int) -> int:
        """Return the UTF-16 position of the code point at `offset`."""
        if not self._astral:
            return offset
        return offset + bisect_left(self._astral, offset)

    def from_utf16(self, position: int) -> int:
        """Return the offset of the code point at `position`; inside a pair, that of the pair."""
        if not self._astral:
            return position
        whole = bisect_right(self._ends, position)
        inside_pair = whole < len(self._ends) and self._ends[whole] - 1 == position
        return position - whole - inside_pair


def utf16_length(text: str) -> int:
    """Return how many UTF-16 units Qt counts in `text`."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
