"""A candidate as a button: its place, its chunk, the headings above it, what became of it."""

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.models.bench_words import NO_HUE, CandidateLine
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.alignment import LEFT, RIGHT
from chunkscope.gui.widgets.badge import badge_width, paint_badge
from chunkscope.gui.widgets.elision import elided
from chunkscope.gui.widgets.panel_parts import RowButton
from chunkscope.gui.widgets.wording import plain_tip

ROW_PX: Final = 26
_MARGIN_PX, _GAP_PX, _SWATCH_PX, _PLACE_PX = 12, 8, 9, 26


class PlaceRow(RowButton):
    """Shows one candidate; pressing it goes there.

    Signals:
        place_chosen: Its place.
    """

    place_chosen = Signal(int)

    def __init__(self, line: CandidateLine, theme: Theme, parent: QWidget | None = None) -> None:
        """Show `line`."""
        super().__init__(theme, parent)
        self._line = line
        self.setAccessibleName(line.sentence)
        self.setToolTip(plain_tip(f"{line.sentence}. Click to show it in the document."))
        self.clicked.connect(lambda: self.place_chosen.emit(line.place))

    @property
    def line(self) -> CandidateLine:
        """What is shown."""
        return self._line

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, ROW_PX)

    @override
    def _paint(self, painter: QPainter) -> None:
        theme, line = self._theme, self._line
        room = self.rect().adjusted(_MARGIN_PX, 0, -_MARGIN_PX, 0)
        paint_badge(painter, room, line.fate.words, line.fate.role, theme)
        room.setRight(room.right() - badge_width(line.fate.words) - _GAP_PX)
        painter.setFont(interface_font())
        painter.setPen(theme.color("quiet"))
        place = QRect(room.left(), 0, _PLACE_PX, room.height())
        painter.drawText(place, RIGHT, f"{line.place:,}")
        self._paint_swatch(painter, place.right() + 1 + _GAP_PX)
        room.setLeft(place.right() + 1 + 2 * _GAP_PX + _SWATCH_PX)
        self._paint_words(painter, room)

    def _paint_swatch(self, painter: QPainter, left: int) -> None:
        square = QRectF(left, (self.height() - _SWATCH_PX) / 2, _SWATCH_PX, _SWATCH_PX)
        theme, line = self._theme, self._line
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.hue == NO_HUE:
            painter.setPen(QPen(theme.color("quiet"), 1))
            square.adjust(0.5, 0.5, -0.5, -0.5)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.chunk_color(line.hue, line.shade))
        painter.drawRoundedRect(square, 2, 2)
        painter.restore()

    def _paint_words(self, painter: QPainter, room: QRect) -> None:
        line, metrics = self._line, QFontMetrics(painter.font())
        painter.setPen(self._theme.color("text"))
        name = elided(line.name, metrics, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, LEFT, name)
        room.setLeft(room.left() + metrics.horizontalAdvance(name) + _GAP_PX)
        if room.width() > 2 * _GAP_PX:
            painter.setPen(self._theme.color("quiet"))
            path = elided(line.path, metrics, Qt.TextElideMode.ElideMiddle, room.width())
            painter.drawText(room, LEFT, path)
