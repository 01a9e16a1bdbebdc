"""Shows which panel the keyboard is in; who points with a mouse knows without it."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QStackedWidget, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme

_BY_KEYBOARD: Final = frozenset(
    {
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    }
)


class FocusFrame(QWidget):
    """Lies over a widget, seen while that has the focus by keyboard."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        """Lie over `over`, unseen."""
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
        if isinstance(event, QFocusEvent):
            self._follow(event)
        elif event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("accent"), 1.5))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)

    def _follow(self, event: QFocusEvent) -> None:
        if event.type() == QEvent.Type.FocusIn and event.reason() in _BY_KEYBOARD:
            self._cover()
            self.show()
        elif event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.hide()

    def _cover(self) -> None:
        over = self.parentWidget()
        if over is not None:
            self.setGeometry(over.rect())
            self.raise_()


def focus_page(pages: QStackedWidget) -> None:
    """Give the keyboard to the page that shows.

    A focus proxy would do the same, and keep Tab from what stands before that page.
    """
    page = pages.currentWidget()
    if page is not None:
        page.setFocus(Qt.FocusReason.ShortcutFocusReason)
