"""The table of embedding models: chosen with arrows or a click, copied as lines of text."""

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.models.model_rows import Column, ModelRows
from chunkscope.workspace.model_list import ModelRow

_ROW_PX: Final = 26
_WIDTHS: Final = {
    Column.STATE: 140,
    Column.SIZE: 76,
    Column.LICENCE: 104,
    Column.DIMENSION: 84,
    Column.WINDOW: 72,
}
_Index = QModelIndex | QPersistentModelIndex


class ModelTable(QTableView):
    """Lists models; stands at one of them.

    Signals:
        row_reached: The `ModelRow` that it stands at now.
        row_confirmed: One was double-clicked; Enter presses the dialog's button.
    """

    row_reached = Signal(object)
    row_confirmed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """List nothing yet."""
        super().__init__(parent)
        self._rows = ModelRows(self)
        self._stands_at = ""
        self.setObjectName("models")
        self.setAccessibleName("Embedding models")
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setModel(self._rows)
        self._set_up_header()
        self._offer_copying()
        self.doubleClicked.connect(lambda index: self.row_confirmed.emit(self._row_at(index)))

    @property
    def chosen(self) -> ModelRow | None:
        """The row that it stands at."""
        index = self.currentIndex()
        return self._row_at(index) if index.isValid() else None

    def show_rows(self, rows: tuple[ModelRow, ...]) -> None:
        """List other rows; it stays where it stood."""
        self._rows.show_rows(rows)
        self._return()

    def stand_at(self, name: str) -> None:
        """Stand at a model."""
        self._stands_at = name
        self._return()

    def copy_row(self) -> None:
        """Copy the row that it stands at as a line of text."""
        index = self.currentIndex()
        if index.isValid():
            QApplication.clipboard().setText(self._rows.line_of(index.row()))

    @override
    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self._stands_at = self._row_at(current).name
            self.row_reached.emit(self._row_at(current))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Home and End go to the first and the last model, not along a row."""
        rows = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: self._rows.rowCount() - 1}
        row = rows.get(Qt.Key(event.key()))
        if row is None or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            super().keyPressEvent(event)
        else:
            self.setCurrentIndex(self._rows.index(row, 0))

    def _return(self) -> None:
        """Stand at the same model again, and say so: what is known of it may have changed."""
        index = self._rows.index_of(self._stands_at)
        if not index.isValid() and self._rows.rowCount():
            index = self._rows.index(0, 0)
        if index.isValid() and self.currentIndex().row() != index.row():
            self.setCurrentIndex(index)
        elif index.isValid():
            self.row_reached.emit(self._row_at(index))

    def _row_at(self, index: _Index) -> ModelRow:
        return self._rows.shown[index.row()]

    def _set_up_header(self) -> None:
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(_ROW_PX)
        rows.setDefaultSectionSize(_ROW_PX)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.setSortingEnabled(True)
        self._rows.modelReset.connect(self._return)

    def _offer_copying(self) -> None:
        copy = QAction("Copy", self)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy_row)
        self.addAction(copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
