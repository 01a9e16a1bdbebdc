"""How a font's letters look, told by its name, its flags and its weight."""

import functools
import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

from chunkscope.sources.pdf.signs import with_known_signs

_BOLD_NAME: Final = re.compile(
    r"bold|black|heavy|semib|demi(?!c)|(?:cm|sf|ec)bx|bx\d|-bd|,b|medi\b", re.IGNORECASE
)
_ITALIC_NAME: Final = re.compile(r"ital|obliq|(?:cm|sf)ti\d|slanted", re.IGNORECASE)
_MONO_NAME: Final = re.compile(
    r"mono(?!type)|courier|consola|menlo|typewriter|fixed|inconsolata|(?:source|fira) ?code"
    r"|(?:cm|sf|ec|lm)[a-z]{0,2}tt\d|lettergothic|terminal",
    re.IGNORECASE,
)
_FIXED_PITCH, _ITALIC = 1 << 0, 1 << 6  # of a font's flags
_BOLD_WEIGHT: Final = 600
_MOST_COLUMNS: Final = 500


class Style(NamedTuple):
    """How letters look.

    Attributes:
        mono: Whether all of them have one width, as those of code.
    """

    bold: bool
    italic: bool
    mono: bool

    def common(self, *others: "Style") -> "Style":
        """Return what this style shares with others."""
        return Style(*map(all, zip(self, *others, strict=True)))


@functools.lru_cache(maxsize=1024)
def style_of(name: str, flags: int, weight: int) -> Style:
    """Return the style of a font."""
    return Style(
        weight >= _BOLD_WEIGHT or _BOLD_NAME.search(name) is not None,
        bool(flags & _ITALIC) or _ITALIC_NAME.search(name) is not None,
        bool(flags & _FIXED_PITCH) or _MONO_NAME.search(name) is not None,
    )


def in_columns(letters: Sequence[tuple[float, int, str]]) -> str:
    """Return letters of one width with the blanks between them.

    Each letter comes with the place where it begins and with its index in the text.
    """
    steps = [
        (after - before) / (index - index_before)
        for (before, index_before, _), (after, index, _) in pairwise(letters)
        if after > before
    ]
    advance = median(steps) if steps else 0.0
    text = ""
    for place, _, letter in letters:
        column = round((place - letters[0][0]) / advance) if advance > 0 else 0
        text = text.ljust(min(column, _MOST_COLUMNS)) + letter.replace("\ufffe", "-")
    return with_known_signs(text.replace("\xad", "-"))
