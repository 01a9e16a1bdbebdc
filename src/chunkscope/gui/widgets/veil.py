"""Dims a panel whose figures belong to sizes that have changed since."""

from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.cover import Cover

PATIENCE_MS: Final = 300
"""A new cut usually comes before that, and nothing blinks while a size is dragged."""
_OPACITY: Final = 0.45


class Veil(Cover):
    """Lies over a widget and lets everything through but full contrast."""

    def __init__(self, theme: Theme, over: QWidget, patience_ms: int = PATIENCE_MS) -> None:
        """Lie over `over`, unseen; what is stale shows after `patience_ms`."""
        super().__init__(theme, over)
        self._is_stale = False
        self._timer = QTimer(self, singleShot=True, interval=patience_ms)
        self._timer.timeout.connect(self._appear)

    def set_stale(self, is_stale: bool) -> None:
        """Appear in a while, where nothing fresh comes before that; vanish at once."""
        if is_stale == self._is_stale:
            return
        self._is_stale = is_stale
        if is_stale:
            self._timer.start()
        else:
            self._timer.stop()
            self.hide()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setOpacity(_OPACITY)
        painter.fillRect(event.rect(), self._theme.color("panel"))
