"""The list of findings: a table where there is room, two lines a finding where there is not."""

from heapq import nlargest
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.models.findings_model import Column, FindingsModel
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.alignment import LEFT
from chunkscope.gui.widgets.badge import paint_severity
from chunkscope.gui.widgets.elision import elided
from chunkscope.gui.widgets.row_ground import paint_row_ground
from chunkscope.gui.widgets.table_view import TableView

ROW_PX: Final = 24
_TWO_LINES_PX: Final = 42
_MARK_PX: Final = 30
_PADDING_PX: Final = 6
_WIDTHS: Final = {Column.SEVERITY: 92, Column.PLACE: 180, Column.RULE: 150}
_LEAST_PLACE_PX: Final = 110
_MOST_MEASURED: Final = 100
_MOST_DRAWN: Final = 40
"""Of the longest by the number of their letters: to measure each takes long."""
_PLACE_ROLE: Final = int(Qt.ItemDataRole.UserRole)
_MODIFIERS: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

_Index = QModelIndex | QPersistentModelIndex


class FindingsView(TableView[FindingsModel]):
    """Lists findings.

    Signals:
        finding_confirmed: Place of a finding that was clicked or confirmed with Enter.
        finding_reached: Place of the finding that the list stands at, -1 for none.
    """

    finding_confirmed = Signal(int)
    finding_reached = Signal(int)

    def __init__(self, model: FindingsModel, theme: Theme, parent: QWidget | None = None) -> None:
        """List what `model` holds."""
        super().__init__(model, ROW_PX, parent)
        self._theme = theme
        self._is_narrow = False
        self._wanted = {Column.MESSAGE: 0, Column.PLACE: 0}
        self.setObjectName("findings")
        self.setAccessibleName("Findings")
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_FindingDelegate(self))
        model.modelReset.connect(self._measure)
        self._set_up_header()
        self.clicked.connect(self._click)
        self.activated.connect(self._confirm)
        self.entered.connect(self.viewport().update)

    @property
    def theme(self) -> Theme:
        """The colours that are painted with."""
        return self._theme

    @property
    def is_narrow(self) -> bool:
        """Whether each finding takes two lines."""
        return self._is_narrow

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.viewport().update()

    def set_narrow(self, is_narrow: bool) -> None:
        """Show a table, or two lines a finding."""
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        self.setColumnHidden(Column.PLACE, is_narrow)
        self._make_room()
        self.horizontalHeader().setVisible(not is_narrow)
        self.verticalHeader().setDefaultSectionSize(_TWO_LINES_PX if is_narrow else ROW_PX)
        self.setColumnWidth(Column.SEVERITY, _MARK_PX if is_narrow else _WIDTHS[Column.SEVERITY])

    def show_place(self, place: int | None) -> None:
        """Stand at a finding without a word."""
        index = self._listed.index_of(place)
        was_silent = self.blockSignals(True)
        if not index.isValid():
            self.selectionModel().clear()
        elif index != self.currentIndex().siblingAtColumn(0):
            self.setCurrentIndex(index)
        self.blockSignals(was_silent)
        self.viewport().update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    @override
    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        self.finding_reached.emit(current.data(_PLACE_ROLE) if current.isValid() else -1)

    def _set_up_header(self) -> None:
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setDefaultAlignment(LEFT)
        header.setMinimumSectionSize(_MARK_PX)
        header.setFixedHeight(ROW_PX)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(Column.MESSAGE, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        header.setSortIndicator(Column.PLACE, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def _measure(self) -> None:
        """Learn how wide the columns of words would be if nothing of them were cut short."""
        metrics = QFontMetrics(interface_font())
        rows = range(min(self._listed.rowCount(), _MOST_MEASURED))
        for column in self._wanted:
            cells = {str(self._listed.index(row, column).data()) for row in rows}
            longest = nlargest(_MOST_DRAWN, cells, key=len)
            widest = max(map(metrics.horizontalAdvance, longest), default=0)
            self._wanted[column] = widest + 2 * _PADDING_PX + 1
        self._make_room()

    def _make_room(self) -> None:
        """Give messages the width they need: first places give way, then the rules.

        The advice names place and rule too.
        """
        rule, least = _WIDTHS[Column.RULE], _LEAST_PLACE_PX
        room = self.viewport().width() - _WIDTHS[Column.SEVERITY] - self._wanted[Column.MESSAGE]
        has_rules = not self._is_narrow and room >= least + rule
        self.setColumnHidden(Column.RULE, not has_rules)
        room -= rule if has_rules else 0
        self.setColumnWidth(Column.PLACE, max(least, min(room, self._wanted[Column.PLACE])))

    def _click(self, index: QModelIndex) -> None:
        if not QApplication.keyboardModifiers() & _MODIFIERS:
            self._confirm(index)

    def _confirm(self, index: QModelIndex) -> None:
        self.finding_confirmed.emit(index.data(_PLACE_ROLE))


class _FindingDelegate(QStyledItemDelegate):
    def __init__(self, view: FindingsView) -> None:
        super().__init__(view)
        self._view = view

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row = QRect(0, option.rect.top(), self._view.viewport().width(), option.rect.height())
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setClipRect(option.rect)
        paint_row_ground(painter, self._view, row, self._view.theme, chosen=chosen)
        painter.setClipping(False)
        self._paint_cell(painter, option, index)

    def _paint_cell(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        column, room = Column(index.column()), QRect(option.rect)
        if column is Column.SEVERITY:
            self._paint_severity(painter, room, index)
            return
        room.adjust(_PADDING_PX, 0, -_PADDING_PX, 0)
        if column is Column.MESSAGE and self._view.is_narrow:
            lines = QRect(room.left(), room.top() + 3, room.width(), 18)
            self._write(painter, lines, str(index.data()), "text")
            place = self._view.listed.place_of(index.data(_PLACE_ROLE))
            word = index.sibling(index.row(), Column.SEVERITY).data().capitalize()
            below = f"{word} · {place}" if place else word
            self._write(painter, lines.translated(0, 18), below, "quiet")
            return
        ink = "text" if column is Column.MESSAGE else "quiet"
        is_path = column is Column.PLACE
        elide = Qt.TextElideMode.ElideMiddle if is_path else Qt.TextElideMode.ElideRight
        self._write(painter, room, str(index.data()), ink, elide)

    def _paint_severity(self, painter: QPainter, room: QRect, index: _Index) -> None:
        finding = self._view.listed.findings[index.data(_PLACE_ROLE)]
        left = room.left() + _PADDING_PX + 2
        mark = QRect(left, room.top(), 16, min(room.height(), ROW_PX))
        paint_severity(painter, mark, finding.severity, self._view.theme)
        if not self._view.is_narrow:
            words = room.adjusted(mark.right() + _PADDING_PX - room.left(), 0, 0, 0)
            self._write(painter, words, str(index.data()), "text")

    def _write(
        self,
        painter: QPainter,
        room: QRect,
        text: str,
        ink: str,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        painter.setFont(interface_font())
        painter.setPen(self._view.theme.color(ink))
        shown = elided(text, painter.fontMetrics(), elide, room.width())
        painter.drawText(room, LEFT, shown)
