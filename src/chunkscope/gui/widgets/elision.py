"""Text cut short for a narrow place, with the dots where a reader expects them."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from chunkscope.gui.widgets.rendered_text import reads_right_to_left

_FROM_RIGHT: Final = "\u202b"
_END: Final = "\u202c"


def elided(text: str, metrics: QFontMetrics, mode: Qt.TextElideMode, width: int) -> str:
    """Return as much of `text` as `width` has room for.

    What reads from the right is embedded so; its dots would else stand before its first word.
    """
    shown = metrics.elidedText(text, mode, width)
    if shown != text and reads_right_to_left(text):
        return f"{_FROM_RIGHT}{shown}{_END}"
    return shown
