"""Findings as a table that filters and sorts itself; every cell is made when it is shown."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.lint.findings import Finding, Severity
from chunkscope.core.overriding import override
from chunkscope.gui.models.here import path_in_page, place_name
from chunkscope.gui.widgets.badge import SEVERITY_WORDS, loss_of
from chunkscope.gui.widgets.wording import path_of, plain_tip

_NOWHERE: Final = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex
_Order = Qt.SortOrder


class Column(IntEnum):
    """The columns of the findings."""

    SEVERITY = 0
    MESSAGE = 1
    PLACE = 2
    RULE = 3


_HEADERS: Final = {
    Column.SEVERITY: "severity",
    Column.MESSAGE: "finding",
    Column.PLACE: "place",
    Column.RULE: "rule",
}


class FindingsModel(QAbstractTableModel):
    """The findings of a page that pass the filter, in the order asked for."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without findings, in the order of the page."""
        super().__init__(parent)
        self._findings: tuple[Finding, ...] = ()
        self._chunks: ChunkSet | None = None
        self._haystacks: tuple[str, ...] = ()
        self._paths: dict[int, str] = {}
        self._severities = frozenset(Severity)
        self._words: tuple[str, ...] = ()
        self._sorted_by = Column.PLACE
        self._order = _Order.AscendingOrder
        self._shown: tuple[int, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All of them."""
        return self._findings

    @property
    def shown(self) -> tuple[int, ...]:
        """Places, among all findings, of those that pass, from top to bottom."""
        return self._shown

    @property
    def is_filtered(self) -> bool:
        """Whether some could be hidden."""
        return bool(self._words) or self._severities != frozenset(Severity)

    def show_findings(self, findings: tuple[Finding, ...], chunks: ChunkSet | None) -> None:
        """List other findings, those of `chunks`."""
        self._findings, self._chunks, self._haystacks = findings, chunks, ()
        self._paths.clear()
        self._list_anew()

    def filter(self, severities: frozenset[Severity], words: str) -> None:
        """List only findings of these severities that hold every one of the words."""
        wanted = tuple(words.casefold().split())
        if (severities, wanted) != (self._severities, self._words):
            self._severities, self._words = severities, wanted
            self._list_anew()

    def number_of(self, severity: Severity) -> int:
        """Return how many findings have a severity, hidden ones included."""
        return sum(finding.severity is severity for finding in self._findings)

    def index_of(self, place: int | None) -> QModelIndex:
        """Return the index of a finding; an invalid one where it is hidden."""
        if place is None or place not in self._shown:
            return QModelIndex()
        return self.index(self._shown.index(place), 0)

    def place_of(self, place: int) -> str:
        """Return the names of a finding's chunks and its heading path."""
        finding = self._findings[place]
        parts = (place_name(self._chunks, finding), self._path_at(finding.spans[0].start))
        return " · ".join(part for part in parts if part)

    def line_of(self, row: int) -> str:
        """Return a row as text for the clipboard, its cells set apart by tabs."""
        return "\t".join(self._cell(self._shown[row], column) for column in Column)

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
        name = _HEADERS[Column(section)]
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"Sort by {name}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    @override
    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        place = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(place, Column(index.column()))
        if role == Qt.ItemDataRole.ToolTipRole:
            finding = self._findings[place]
            return plain_tip(f"{finding.message}\n{finding.advice}\n{self.place_of(place)}")
        if role == Qt.ItemDataRole.UserRole:
            return place
        return None

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if 0 <= column < len(Column):
            self._sorted_by, self._order = Column(column), order
            self._list_anew()

    def _cell(self, place: int, column: Column) -> str:
        finding = self._findings[place]
        if column is Column.SEVERITY:
            return SEVERITY_WORDS[finding.severity][0]
        if column is Column.MESSAGE:
            return " ".join(finding.message.split())
        return self.place_of(place) if column is Column.PLACE else finding.rule

    def _path_at(self, offset: int) -> str:
        """Return the heading path at `offset`; findings of one section share it."""
        if self._chunks is None:
            return ""
        section = self._chunks.outline.section_at(min(offset, len(self._chunks.text)))
        path = self._paths.get(section)
        if path is None:
            path = self._paths[section] = path_of(path_in_page(self._chunks, section))
        return path

    def _list_anew(self) -> None:
        self.beginResetModel()
        passing = [place for place in range(len(self._findings)) if self._passes(place)]
        passing.sort(key=self._key(), reverse=self._order is _Order.DescendingOrder)
        self._shown = tuple(passing)
        self.endResetModel()

    def _passes(self, place: int) -> bool:
        if self._findings[place].severity not in self._severities:
            return False
        if not self._words:
            return True
        if not self._haystacks:
            self._haystacks = tuple(map(self._haystack, range(len(self._findings))))
        return all(word in self._haystacks[place] for word in self._words)

    def _haystack(self, place: int) -> str:
        finding = self._findings[place]
        parts = (finding.message, finding.rule, finding.advice, self.place_of(place))
        return "\n".join(parts).casefold()

    def _key(self) -> Callable[[int], tuple[Any, ...]]:
        findings = self._findings
        match self._sorted_by:
            case Column.SEVERITY:
                return lambda place: (-loss_of(findings[place]), findings[place].spans[0])
            case Column.MESSAGE:
                return lambda place: (findings[place].message.casefold(), place)
            case Column.RULE:
                return lambda place: (findings[place].rule, findings[place].spans[0])
            case _:
                return lambda place: (findings[place].spans[0], place)
