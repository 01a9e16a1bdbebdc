"""Dims a panel whose figures belong to sizes that have changed since."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme

PATIENCE_MS: Final = 300
"""A new cut usually comes before that, and nothing blinks while a size is dragged."""
_OPACITY: Final = 0.45


class Veil(QWidget):
    """Lies over a widget and lets everything through but full contrast."""

    def __init__(self, theme: Theme, over: QWidget, patience_ms: int = PATIENCE_MS) -> None:
        """Lie over `over`, unseen; what is stale shows after `patience_ms`."""
        super().__init__(over)
        self._theme = theme
        self._is_stale = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(patience_ms)
        self._timer.timeout.connect(self._appear)
        over.installEventFilter(self)
        self.hide()

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

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setOpacity(_OPACITY)
        painter.fillRect(event.rect(), self._theme.color("panel"))

    def _appear(self) -> None:
        self._cover()
        self.show()

    def _cover(self) -> None:
        over = self.parentWidget()
        if over is not None:
            self.setGeometry(over.rect())
            self.raise_()
