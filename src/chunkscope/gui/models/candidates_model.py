"""The candidates of one side as a table that sorts itself."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from chunkscope.core.overriding import override
from chunkscope.gui.models.candidate_rows import CandidateRow, Column
from chunkscope.gui.models.table import Head, Table
from chunkscope.gui.widgets.wording import plain_tip

_Index = QModelIndex | QPersistentModelIndex
_OF_THE_ANSWER: Final = (
    "How much of the passage the answer is, and what became of it. To name the answer, select it "
    "in the document and press Ctrl+Shift+A"
)
HEADS: Final = {
    Column.PLACE: Head("#", "Place of the candidate, the best first", is_figure=True),
    Column.OTHER: Head(
        "other", "Place of the same passage on the other side; sorted by how far it rose"
    ),
    Column.PASSAGE: Head("passage", "The chunk, in the colour of its parent"),
    Column.PATH: Head("heading path", "The headings above the passage"),
    Column.VECTOR: Head(
        "vector", "Similarity of its meaning to the question's, from -1 to 1", is_figure=True
    ),
    Column.VECTOR_RANK: Head("rank", "Rank on the vector leg, by meaning", is_figure=True),
    Column.TEXT: Head(
        "text",
        "Rank on the full-text leg, by words; only parents are searched by it",
        is_figure=True,
    ),
    Column.FUSED: Head("fused", "What both legs give: the sum of 1 / (k + rank)", is_figure=True),
    Column.RERANKED: Head(
        "reranked", "What the reranker says of it; more is better", is_figure=True
    ),
    Column.FATE: Head(
        "reaches the prompt", "Characters of it that are sent, and what became of it"
    ),
    Column.ANSWER: Head("answer", _OF_THE_ANSWER),
}


class CandidatesModel(Table[CandidateRow]):
    """Lists candidates in the order asked for; a sorting keeps what has no value last."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without candidates, by place."""
        super().__init__([_explained(head) for head in HEADS.values()], parent)
        self._rows: tuple[CandidateRow, ...] = ()
        self._sorted_by = Column.PLACE
        self._order = Qt.SortOrder.AscendingOrder

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
                found = HEADS[column].alignment
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

    @override
    def _cell(self, row: CandidateRow, column: int) -> str:
        return row.cell(Column(column))

    def _in_order(self) -> tuple[CandidateRow, ...]:
        column = self._sorted_by
        valued = [(value, row) for row in self._rows if (value := row.value(column)) is not None]
        others = [row for row in self._rows if row.value(column) is None]
        backwards = self._order is Qt.SortOrder.DescendingOrder
        valued.sort(key=lambda pair: pair[0], reverse=backwards)
        return (*(row for _, row in valued), *others)


def _explained(head: Head) -> Head:
    return replace(head, tip=plain_tip(f"{head.tip}. Click to sort."))


def _spoken(row: CandidateRow, column: Column) -> str:
    """Return a cell as it is read aloud."""
    if column is Column.OTHER and row.places is not None:
        return row.places.sentence
    return f"{HEADS[column].name}: {row.cell(column)}"
