"""Embedding models as a table that sorts itself; every cell is made when it is shown."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from chunkscope.core.overriding import override
from chunkscope.gui.models.table import Head, Table
from chunkscope.gui.widgets.wording import UNKNOWN_FIGURE, figure, plain_tip
from chunkscope.workspace.model_list import ModelRow

_Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The columns of the models."""

    NAME = 0
    STATE = 1
    SIZE = 2
    LICENCE = 3
    DIMENSION = 4
    WINDOW = 5


_HEADS: Final = {
    Column.NAME: Head("model", "Sort by name"),
    Column.STATE: Head("state", "Sort by whether it is here"),
    Column.SIZE: Head("size", "What has to be fetched, about; sort by it", is_figure=True),
    Column.LICENCE: Head("licence", "Sort by licence"),
    Column.DIMENSION: Head("dimension", "Numbers in a vector; sort by it", is_figure=True),
    Column.WINDOW: Head("window", "Tokens that it reads of a text; sort by it", is_figure=True),
}


class ModelRows(Table[ModelRow]):
    """The models that can be chosen, in the order asked for."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without any, in their own order."""
        super().__init__(tuple(_HEADS.values()), parent)
        self._rows: tuple[ModelRow, ...] = ()
        self._sorted_by = -1
        self._order = Qt.SortOrder.AscendingOrder

    def show_rows(self, rows: tuple[ModelRow, ...]) -> None:
        """List other rows."""
        if rows == self._rows:
            return
        same = [row.name for row in rows] == [row.name for row in self._rows]
        self._rows = rows
        if same and self._sorted_by < 0:
            self._shown = rows
            last = self.index(len(rows) - 1, len(Column) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
        else:
            self._list_anew()

    def index_of(self, name: str) -> QModelIndex:
        """Return the index of a model; an invalid one where it is not listed."""
        names = [row.name for row in self._shown]
        return self.index(names.index(name), 0) if name in names else QModelIndex()

    @override
    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        row, column = self._shown[index.row()], Column(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return _cell(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{row.name}\n{row.words}")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _HEADS[column].alignment
        return None

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorted_by, self._order = column, order
        self._list_anew()

    @override
    def _cell(self, row: ModelRow, column: int) -> str:
        return _cell(row, Column(column))

    def _list_anew(self) -> None:
        self.beginResetModel()
        rows = list(self._rows)
        if 0 <= self._sorted_by < len(Column):
            key = _key_of(Column(self._sorted_by))
            rows.sort(key=key, reverse=self._order is Qt.SortOrder.DescendingOrder)
        self._shown = tuple(rows)
        self.endResetModel()


def _cell(row: ModelRow, column: Column) -> str:
    match column:
        case Column.NAME:
            return row.name
        case Column.STATE:
            return row.state
        case Column.SIZE:
            return UNKNOWN_FIGURE if row.size_bytes is None else row.size_words
        case Column.LICENCE:
            return row.licence or UNKNOWN_FIGURE
        case Column.DIMENSION:
            return figure(row.dimension)
        case Column.WINDOW:
            return figure(row.window)


def _key_of(column: Column) -> Callable[[ModelRow], tuple[Any, ...]]:
    match column:
        case Column.SIZE:
            return lambda row: (row.size_bytes or 0,)
        case Column.DIMENSION:
            return lambda row: (row.dimension or 0,)
        case Column.WINDOW:
            return lambda row: (row.window or 0,)
        case Column.STATE:
            return lambda row: (not row.can_be_used, row.state)
        case Column.LICENCE:
            return lambda row: (row.licence.casefold(),)
        case _:
            return lambda row: (row.name.casefold(),)
