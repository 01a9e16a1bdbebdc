"""The candidates of one side as a table that sorts itself."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from chunkscope.core.overriding import override
from chunkscope.gui.models.candidate_rows import CandidateRow, Column
from chunkscope.gui.widgets.wording import plain_tip

_NOWHERE: Final = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
FIGURES: Final = frozenset(
    {Column.PLACE, Column.VECTOR, Column.VECTOR_RANK, Column.TEXT, Column.FUSED, Column.RERANKED}
)
"""Columns of figures, which stand at the right."""
_OF_THE_ANSWER: Final = (
    "How much of the passage the answer is, and what became of it. To name the answer, select it "
    "in the document and press Ctrl+Shift+A"
)
HEADERS: Final = {
    Column.PLACE: ("#", "Place of the candidate, the best first"),
    Column.OTHER: (
        "other",
        "Place of the same passage on the other side; sorted by how far it rose",
    ),
    Column.PASSAGE: ("passage", "The chunk, in the colour of its parent"),
    Column.PATH: ("heading path", "The headings above the passage"),
    Column.VECTOR: ("vector", "Similarity of its meaning to the question's, from -1 to 1"),
    Column.VECTOR_RANK: ("rank", "Rank on the vector leg, by meaning"),
    Column.TEXT: ("text", "Rank on the full-text leg, by words; only parents are searched by it"),
    Column.FUSED: ("fused", "What both legs give: the sum of 1 / (k + rank)"),
    Column.RERANKED: ("reranked", "What the reranker says of it; more is better"),
    Column.FATE: ("reaches the prompt", "Characters of it that are sent, and what became of it"),
    Column.ANSWER: (
        "answer",
        _OF_THE_ANSWER,
    ),
}


class CandidatesModel(QAbstractTableModel):
    """Lists candidates in the order asked for; a sorting keeps what has no value last."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without candidates, by place."""
        super().__init__(parent)
        self._rows: tuple[CandidateRow, ...] = ()
        self._shown: tuple[CandidateRow, ...] = ()
        self._sorted_by = Column.PLACE
        self._order = Qt.SortOrder.AscendingOrder

    @property
    def rows(self) -> tuple[CandidateRow, ...]:
        """The candidates, from top to bottom."""
        return self._shown

    def show_rows(self, rows: Sequence[CandidateRow]) -> None:
        """List other candidates."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self._shown = self._in_order()
        self.endResetModel()

    def index_of(self, place: int | None) -> QModelIndex:
        """Return the index of a place's row; an invalid one where it is not listed."""
        row = next((n for n, one in enumerate(self._shown) if one.place == place), None)
        return QModelIndex() if row is None else self.index(row, 0)

    def line_of(self, row: int) -> str:
        """Return a row as text for the clipboard, its cells set apart by tabs."""
        return "\t".join(self._shown[row].cell(column) for column in Column)

    @override
    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = int(Qt.ItemDataRole.DisplayRole),
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        column = Column(section)
        name, meaning = HEADERS[column]
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{meaning}. Click to sort.")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column in FIGURES else _LEFT
        return None

    @override
    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        row, column = self._shown[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                found: Any = row.cell(column)
            case Qt.ItemDataRole.ToolTipRole:
                found = plain_tip("\n".join(row.sentences()))
            case Qt.ItemDataRole.TextAlignmentRole:
                found = _RIGHT if column in FIGURES else _LEFT
            case Qt.ItemDataRole.AccessibleTextRole:
                found = _spoken(row, column)
            case Qt.ItemDataRole.UserRole:
                found = row.place
            case _:
                found = None
        return found

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Put the rows in another order; what is chosen among them stays chosen."""
        if not 0 <= column < len(Column):
            return
        self.layoutAboutToBeChanged.emit()
        self._sorted_by, self._order = Column(column), order
        before, self._shown = self._shown, self._in_order()
        rows = {row.place: number for number, row in enumerate(self._shown)}
        held = self.persistentIndexList()
        moved = [self.index(rows[before[one.row()].place], one.column()) for one in held]
        self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()

    def _in_order(self) -> tuple[CandidateRow, ...]:
        column = self._sorted_by
        valued = [(value, row) for row in self._rows if (value := row.value(column)) is not None]
        others = [row for row in self._rows if row.value(column) is None]
        backwards = self._order is Qt.SortOrder.DescendingOrder
        valued.sort(key=lambda pair: pair[0], reverse=backwards)
        return (*(row for _, row in valued), *others)


def _spoken(row: CandidateRow, column: Column) -> str:
    """Return a cell as it is read aloud."""
    if column is Column.OTHER and row.places is not None:
        return row.places.sentence
    return f"{HEADERS[column][0]}: {row.cell(column)}"
