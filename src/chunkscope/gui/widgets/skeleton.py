"""Pale bars that keep the place of lines still to come."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.panel_parts import MARGIN_PX

_LENGTHS: Final = (0.94, 0.78, 0.88, 0.52)
_BAR_PX, _STEP_PX, _HEAD_PX = 12, 22, 22
_WORDS: Final = "Comparing each sentence with the question…"


class Skeleton(QLabel):
    """Says what is being worked out, over bars like the rows that will come."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Be as high as the words and four bars."""
        super().__init__(parent)
        self._theme = theme
        self.setText(_WORDS)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEAD_PX + len(_LENGTHS) * _STEP_PX)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.rect()).adjusted(MARGIN_PX, 0, -MARGIN_PX, 0)
        painter.setFont(interface_font())
        painter.setPen(theme.color("quiet"))
        room.setHeight(_HEAD_PX)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), _WORDS)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.blend(theme.color("line"), 0.7))
        for number, length in enumerate(_LENGTHS):
            top = _HEAD_PX + number * _STEP_PX + (_STEP_PX - _BAR_PX) / 2
            painter.drawRoundedRect(QRectF(room.left(), top, room.width() * length, _BAR_PX), 3, 3)
