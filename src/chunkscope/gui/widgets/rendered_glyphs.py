"""Draws emoji before they are seen: each is a picture, which costs far more the first time."""

import re
from collections import deque
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QFont, QImage, QPainter

from chunkscope.core.rendering.display import DisplayBlock
from chunkscope.gui.widgets.rendered_look import Look

_PICTURES: Final = re.compile(
    "[\u2300-\u2bff\U0001f000-\U0001faff][\u200d\u2300-\u2bff\ufe0f\U0001f000-\U0001faff]{0,7}"
)
_MOST_WAITING: Final = 600
_A_TURN: Final = 8
_SIDE_PX: Final = 64


class GlyphsAhead(QObject):
    """Draws, in turns when nothing else waits, what would stall the first screen that shows it.

    A screen full of new emoji takes 30 ms a font; one that was drawn before takes none.
    """

    def __init__(self, parent: QObject) -> None:
        """Begin with nothing to draw."""
        super().__init__(parent)
        self._known: set[tuple[str, str]] = set()
        self._waiting: deque[tuple[QFont, str]] = deque()
        self._canvas = QImage(_SIDE_PX, _SIDE_PX, QImage.Format.Format_ARGB32_Premultiplied)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._draw_some)

    @property
    def waiting(self) -> int:
        """How many are still to be drawn."""
        return len(self._waiting)

    def expect(self, look: Look, blocks: Sequence[DisplayBlock]) -> None:
        """Draw the emoji of blocks that will be painted with a look; the outline has them too."""
        for block in blocks:
            text = block.text
            for picture in () if text.isascii() else _PICTURES.findall(text):
                self._wait_for(picture, look.of(block).font)
                self._wait_for(picture, look.text.font)
        if self._waiting:
            self._timer.start()

    def _wait_for(self, picture: str, font: QFont) -> None:
        key = (picture, font.key())
        if key not in self._known and len(self._waiting) < _MOST_WAITING:
            self._known.add(key)
            self._waiting.append((font, picture))

    def _draw_some(self) -> None:
        with QPainter(self._canvas) as painter:
            for _ in range(min(_A_TURN, len(self._waiting))):
                font, picture = self._waiting.popleft()
                painter.setFont(font)
                painter.drawText(0, _SIDE_PX // 2, picture)
        if not self._waiting:
            self._timer.stop()
