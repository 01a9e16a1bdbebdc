"""Findings as a table that filters and sorts itself; every cell is made when it is shown."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.lint.findings import Finding, Severity
from chunkscope.core.overriding import override
from chunkscope.gui.models.here import path_in_page, place_name
from chunkscope.gui.models.table import Head, Table
from chunkscope.gui.widgets.badge import SEVERITY_WORDS, loss_of
from chunkscope.gui.widgets.wording import path_of, plain_tip

_Index = QModelIndex | QPersistentModelIndex
_Order = Qt.SortOrder


class Column(IntEnum):
    """The columns of the findings."""

    SEVERITY = 0
    MESSAGE = 1
    PLACE = 2
    RULE = 3


_HEADS: Final = {
    Column.SEVERITY: Head("severity", "Sort by severity"),
    Column.MESSAGE: Head("finding", "Sort by finding"),
    Column.PLACE: Head("place", "Sort by place"),
    Column.RULE: Head("rule", "Sort by rule"),
}


class FindingsModel(Table[int]):
    """The findings of a page that pass the filter, in the order asked for.

    A row is a finding's place among all of them.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without findings, in the order of the page."""
        super().__init__(tuple(_HEADS.values()), parent)
        self._findings: tuple[Finding, ...] = ()
        self._chunks: ChunkSet | None = None
        self._haystacks: tuple[str, ...] = ()
        self._paths: dict[int, str] = {}
        self._severities = frozenset(Severity)
        self._words: tuple[str, ...] = ()
        self._sorted_by = Column.PLACE
        self._order = _Order.AscendingOrder

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All of them."""
        return self._findings

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

    @override
    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        place = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(place, index.column())
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

    @override
    def _cell(self, row: int, column: int) -> str:
        finding = self._findings[row]
        match column:
            case Column.SEVERITY:
                return SEVERITY_WORDS[finding.severity][0]
            case Column.MESSAGE:
                return " ".join(finding.message.split())
            case Column.PLACE:
                return self.place_of(row)
        return finding.rule

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
