"""Where characters lie in a row whose writing directions mix; Qt's carets cannot tell there."""

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QTextLayout, QTextLine

from chunkscope.gui.widgets.overlay_rows import Stretch

_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]"
)
_GLYPHS: Final = (
    QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphIndexes
    | QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphPositions
)


def may_mix(text: str) -> bool:
    """Say whether anything in a text runs, or makes text run, from the right."""
    return _RIGHT_TO_LEFT.search(text) is not None


def character_at(line: QTextLine, x: float) -> int | None:
    """Return the position of the character at `x` by halving; None beside the text.

    Qt's own answer is one off where the direction changes.
    """
    low = line.textStart()
    high = low + line.textLength()
    if not _hold(_glyphs(line, low, high), x):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if _hold(_glyphs(line, low, middle), x):
            high = middle
        else:
            low = middle
    return low


def stretches(line: QTextLine, first: int, last: int, shift: float) -> tuple[Stretch, ...]:
    """Return the stretches that characters cover, from the left, those that touch as one.

    A caret's place belongs to two letters here, and Qt picks either.
    """
    joined: list[Stretch] = []
    for left, right in sorted(_glyphs(line, first, last)):
        if joined and left + shift <= joined[-1][1] + 1:
            joined[-1] = joined[-1][0], max(joined[-1][1], right + shift)
        else:
            joined.append((left + shift, right + shift))
    return tuple(joined)


def _glyphs(line: QTextLine, first: int, last: int) -> list[Stretch]:
    """Return the left and right edges of the glyphs of some characters."""
    if first >= last:
        return []
    found: list[Stretch] = []
    for run in line.glyphRuns(first, last - first, _GLYPHS):
        widths = run.rawFont().advancesForGlyphIndexes(run.glyphIndexes())
        for position, width in zip(run.positions(), widths, strict=True):
            found.append((position.x(), position.x() + width.x()))
    return found


def _hold(glyphs: Sequence[Stretch], x: float) -> bool:
    return any(left <= x < right for left, right in glyphs)
