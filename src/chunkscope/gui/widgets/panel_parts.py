"""Small parts that panels share: links, margins, rows that are buttons, lists made anew."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme

MARGIN_PX: Final = 12


class RowButton(QAbstractButton):
    """A row that is pressed to go somewhere: shaded under the pointer, framed with the focus."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Be as wide as there is room; the row itself says how high."""
        super().__init__(parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        if self.underMouse():
            painter.fillRect(self.rect(), theme.blend(theme.color("quiet"), 0.08))
        if self.hasFocus():
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.drawRect(self._frame())
        self._paint(painter)

    def _frame(self) -> QRect:
        """Return where the focus is drawn."""
        return self.rect().adjusted(0, 0, -1, -1)

    @abstractmethod
    def _paint(self, painter: QPainter) -> None:
        """Paint what the row says."""


def link(text: str, parent: QWidget) -> QPushButton:
    """Return a button that looks like a link."""
    button = QPushButton(text, parent)
    button.setObjectName("link")
    button.setFlat(True)
    button.setAccessibleName(text)
    return button


def inset(part: QWidget, *, top: int = 0, bottom: int = 0) -> QWidget:
    """Return `part` with the panel's margins beside it."""
    holder = QWidget(part.parentWidget())
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(MARGIN_PX, top, MARGIN_PX, bottom)
    layout.addWidget(part)
    return holder


def replace_rows(column: QVBoxLayout, old: Sequence[QWidget], new: Sequence[QWidget]) -> None:
    """Put `new` below the head of a column, where `old` was; those are seen no more."""
    for row in old:
        column.removeWidget(row)
        row.hide()
        row.deleteLater()
    for place, row in enumerate(new, start=1):
        column.insertWidget(place, row)
