"""What every table of the window has: a head over each column, rows that are lines of text too."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from chunkscope.core.overriding import override
from chunkscope.gui.widgets.alignment import LEFT, RIGHT

_NOWHERE: Final = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Head:
    """What stands over a column.

    Attributes:
        name: Its word; may be empty.
        tip: What the column means, or what a click does.
        is_figure: Whether figures stand below it, which are set at the right.
    """

    name: str
    tip: str
    is_figure: bool = False

    @property
    def alignment(self) -> Qt.AlignmentFlag:
        """Where the head stands, and what is below it."""
        return RIGHT if self.is_figure else LEFT

    def answer(self, role: int) -> Any:
        """Return what a view asks of the head in one of Qt's roles."""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.name
            case Qt.ItemDataRole.ToolTipRole:
                return self.tip
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment
        return None


class Table(QAbstractTableModel, Generic[Row]):
    """Rows under heads, in the order in which the model of a table puts them."""

    def __init__(self, heads: Sequence[Head], parent: QObject | None = None) -> None:
        """Start without rows; the first of `heads` stands at the left."""
        super().__init__(parent)
        self._heads = tuple(heads)
        self._shown: tuple[Row, ...] = ()

    @property
    def shown(self) -> tuple[Row, ...]:
        """The rows from top to bottom."""
        return self._shown

    def line_of(self, number: int) -> str:
        """Return a row as text for the clipboard, its cells set apart by tabs."""
        row = self._shown[number]
        return "\t".join(self._cell(row, column) for column in range(len(self._heads)))

    @override
    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._shown)

    @override
    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._heads)

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = int(Qt.ItemDataRole.DisplayRole),
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._heads):
            return None
        return self._heads[section].answer(role)

    @abstractmethod
    def _cell(self, row: Row, column: int) -> str:
        """Return what a row shows in a column."""
