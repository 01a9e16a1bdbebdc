"""What lies over a widget and lets everything through to it."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme


class Cover(QWidget):
    """Starts unseen; once it shows, it is as large as what lies below."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        """Lie over `over`."""
        super().__init__(over)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        over.installEventFilter(self)
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

    def _appear(self) -> None:
        self._cover()
        self.show()

    def _cover(self) -> None:
        over = self.parentWidget()
        if over is not None:
            self.setGeometry(over.rect())
            self.raise_()
