"""Shows which panel the keyboard is in; who points with a mouse knows without it."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QStackedWidget

from chunkscope.core.overriding import override
from chunkscope.gui.widgets.cover import Cover

_BY_KEYBOARD: Final = frozenset(
    {
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    }
)


class FocusFrame(Cover):
    """Lies over a widget, seen while that has the focus by keyboard."""

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent):
            self._follow(event)
        return super().eventFilter(watched, event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("accent"), 1.5))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)

    def _follow(self, event: QFocusEvent) -> None:
        if event.type() == QEvent.Type.FocusIn and event.reason() in _BY_KEYBOARD:
            self._appear()
        elif event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.hide()


def focus_page(pages: QStackedWidget) -> None:
    """Give the keyboard to the page that shows.

    A focus proxy would do the same, and keep Tab from what stands before that page.
    """
    page = pages.currentWidget()
    if page is not None:
        page.setFocus(Qt.FocusReason.ShortcutFocusReason)
