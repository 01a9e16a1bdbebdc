"""A small arrow that goes one step back or on."""

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.shortcuts import tip_with_keys

_SIDE_PX = 22


class StepButton(QAbstractButton):
    """An arrow to the left or to the right.

    Signals:
        stepped: -1 or 1.
    """

    stepped = Signal(int)

    def __init__(self, step: int, theme: Theme, parent: QWidget | None = None) -> None:
        """Go `step`."""
        super().__init__(parent)
        self._step = step
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFixedSize(_SIDE_PX, _SIDE_PX)
        self.clicked.connect(lambda: self.stepped.emit(self._step))

    def name(self, name: str, shortcut: str = "") -> None:
        """Say where it leads; `shortcut` is what an action elsewhere listens to."""
        self.setAccessibleName(name)
        self.setToolTip(tip_with_keys(name, shortcut))

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_SIDE_PX, _SIDE_PX)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isEnabled() and self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.blend(theme.color("quiet"), 0.12))
            painter.drawRoundedRect(self.rect(), 4, 4)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 4, 4)
        painter.setPen(QPen(theme.color("quiet" if self.isEnabled() else "faint"), 1.4))
        x, y, way = self.width() / 2, self.height() / 2, self._step
        painter.drawPolyline(
            [
                QPointF(x - 2 * way, y - 4),
                QPointF(x + 2 * way, y),
                QPointF(x - 2 * way, y + 4),
            ]
        )
