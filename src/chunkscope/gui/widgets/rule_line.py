"""A line of one pixel between two parts of a panel."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme

_UNBOUNDED_PX = 16_777_215


class RuleLine(QWidget):
    """Lies flat, or stands upright."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Lie flat."""
        super().__init__(parent)
        self._theme = theme
        self.set_upright(False)

    def set_upright(self, is_upright: bool) -> None:
        """Stand upright between two parts side by side, or lie between one above the other."""
        self.setMinimumSize(1, 1)
        self.setMaximumSize(1 if is_upright else _UNBOUNDED_PX, _UNBOUNDED_PX if is_upright else 1)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("line"))
