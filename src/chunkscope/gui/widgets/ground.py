"""What panels stand on."""

from typing import Protocol

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme


class Themed(Protocol):
    """Anything that paints in the colours of a theme."""

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""


class Ground(QWidget):
    """A widget that paints the ground of panels, whatever lies on it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Paint in the panel's colour."""
        super().__init__(parent)
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._theme.color("panel"))


class Column(Ground):
    """Parts one below the other in something that scrolls, as high as their width makes them.

    Qt would ask each text for its height in two more widths, which nothing here ever has, to tell
    how high all of it is as a hint and at least.
    """

    @override
    def sizeHint(self) -> QSize:
        layout = self.layout()
        return QSize(layout.sizeHint().width() if layout is not None else 0, 0)

    @override
    def minimumSizeHint(self) -> QSize:
        layout = self.layout()
        return QSize(layout.minimumSize().width() if layout is not None else 0, 0)
