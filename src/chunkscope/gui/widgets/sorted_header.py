"""A table's header that says by which column it is sorted, beside the word and not over it."""

from typing import Final, Protocol

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPolygonF
from PySide6.QtWidgets import QHeaderView, QTableView

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.alignment import LEFT
from chunkscope.gui.widgets.elision import elided

ARROW_PX: Final = 7
GAP_PX: Final = 4
_PADDING_PX: Final = 8


class ThemedTable(Protocol):
    """A table that knows the colours it is painted with."""

    @property
    def theme(self) -> Theme:
        """The colours."""


class SortedHeader(QHeaderView):
    """Paints words by the model's alignment; the sorted column's is darker, with an arrow."""

    def __init__(self, table: QTableView, colours: ThemedTable) -> None:
        """Stand over `table`, in the colours of `colours`."""
        super().__init__(Qt.Orientation.Horizontal, table)
        self._colours = colours
        self.setSectionsClickable(True)
        self.setHighlightSections(False)

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme = self._colours.theme
        painter.save()
        painter.setClipRect(rect)
        painter.fillRect(rect, theme.color("panel"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("line"))
        is_sorted = logicalIndex == self.sortIndicatorSection()
        painter.setFont(interface_font())
        painter.setPen(theme.color("text" if is_sorted else "quiet"))
        self._write(painter, rect, logicalIndex, is_sorted=is_sorted)
        painter.restore()

    def _write(self, painter: QPainter, rect: QRect, column: int, *, is_sorted: bool) -> None:
        room = rect.adjusted(_PADDING_PX, 0, -_PADDING_PX, 0)
        role = Qt.ItemDataRole.TextAlignmentRole
        across = self.model().headerData(column, Qt.Orientation.Horizontal, role)
        at_right = bool(across & Qt.AlignmentFlag.AlignRight)
        metrics = QFontMetrics(painter.font())
        word = str(self.model().headerData(column, Qt.Orientation.Horizontal))
        beside = ARROW_PX + GAP_PX if is_sorted else 0
        word = elided(word, metrics, Qt.TextElideMode.ElideRight, room.width() - beside)
        width = metrics.horizontalAdvance(word)
        left = room.right() + 1 - width if at_right else room.left()
        painter.drawText(QRect(left, room.top(), width + 1, room.height()), LEFT, word)
        if is_sorted:
            start = left - beside if at_right else left + width + GAP_PX
            self._paint_arrow(painter, QPointF(start, room.center().y() + 0.5))

    def _paint_arrow(self, painter: QPainter, middle: QPointF) -> None:
        """Point down where the table begins with the least, as a list read downwards."""
        is_rising = self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
        tip = 2.0 if is_rising else -2.0
        left = middle.x()
        points = [
            QPointF(left, middle.y() - tip),
            QPointF(left + ARROW_PX, middle.y() - tip),
            QPointF(left + ARROW_PX / 2, middle.y() + tip),
        ]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(painter.pen().color())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(QPolygonF(points))
