"""The table of embedding models: chosen with arrows or a click, copied as lines of text."""

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.models.model_rows import Column, ModelRows
from chunkscope.gui.widgets.table_view import TableView
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


class ModelTable(TableView[ModelRows]):
    """Lists models; stands at one of them.

    Signals:
        row_reached: The `ModelRow` that it stands at now.
        row_confirmed: One was double-clicked; Enter presses the dialog's button.
    """

    row_reached = Signal(object)
    row_confirmed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """List nothing yet."""
        super().__init__(ModelRows(parent), _ROW_PX, parent)
        self._stands_at = ""
        self.setObjectName("models")
        self.setAccessibleName("Embedding models")
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._set_up_header()
        self.doubleClicked.connect(lambda index: self.row_confirmed.emit(self._row_at(index)))

    @property
    def chosen(self) -> ModelRow | None:
        """The row that it stands at."""
        index = self.currentIndex()
        return self._row_at(index) if index.isValid() else None

    def show_rows(self, rows: tuple[ModelRow, ...]) -> None:
        """List other rows; it stays where it stood."""
        self._listed.show_rows(rows)
        self._return()

    def stand_at(self, name: str) -> None:
        """Stand at a model."""
        self._stands_at = name
        self._return()

    @override
    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self._stands_at = self._row_at(current).name
            self.row_reached.emit(self._row_at(current))

    def _return(self) -> None:
        """Stand at the same model again, and say so: what is known of it may have changed."""
        index = self._listed.index_of(self._stands_at)
        if not index.isValid() and self._listed.rowCount():
            index = self._listed.index(0, 0)
        if index.isValid() and self.currentIndex().row() != index.row():
            self.setCurrentIndex(index)
        elif index.isValid():
            self.row_reached.emit(self._row_at(index))

    def _row_at(self, index: _Index) -> ModelRow:
        return self._listed.shown[index.row()]

    def _set_up_header(self) -> None:
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
        self._listed.modelReset.connect(self._return)
