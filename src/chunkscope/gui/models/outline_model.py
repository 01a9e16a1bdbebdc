"""The heading tree as Qt asks for it; every row is made when it is shown."""

from enum import IntEnum
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import PageCounts
from chunkscope.core.lint.findings import Finding
from chunkscope.core.overriding import override
from chunkscope.gui.models.outline_rows import OutlineRow, SectionTokens, Worst, row_of
from chunkscope.gui.models.outline_tree import ROOT, OutlineTree
from chunkscope.gui.models.table import Head
from chunkscope.gui.widgets.alignment import LEFT, RIGHT
from chunkscope.gui.widgets.badge import SEVERITY_WORDS
from chunkscope.gui.widgets.wording import figure, plain_tip

NODE_ROLE: Final = int(Qt.ItemDataRole.UserRole)
"""The node's number in the tree."""

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE: Final = QModelIndex()


class Column(IntEnum):
    """The columns of the outline."""

    HEADING = 0
    ESTIMATED = 1
    REAL = 2
    WORST = 3


_HEADS: Final = {
    Column.HEADING: Head("heading", "Headings that cut the page, and those that do not"),
    Column.ESTIMATED: Head("est", "Estimated tokens of a heading and all below it", is_figure=True),
    Column.REAL: Head(
        "real", "Tokens that the embedder counts in a heading and all below it", is_figure=True
    ),
    Column.WORST: Head("", "The worst finding"),
}


class OutlineModel(QAbstractItemModel):
    """Rows of a heading tree; figures and marks may come later than the tree."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without a tree."""
        super().__init__(parent)
        self._tree: OutlineTree | None = None
        self._tokens: SectionTokens | None = None
        self._worst: Worst | None = None
        self._rows: dict[int, OutlineRow] = {}
        self._asked: set[int] = set()

    @property
    def tree(self) -> OutlineTree | None:
        """The tree that is shown."""
        return self._tree

    def show_tree(self, tree: OutlineTree | None) -> None:
        """Show another tree, without figures and marks."""
        self.beginResetModel()
        self._tree = tree
        self._tokens = None if tree is None else SectionTokens(tree, None)
        self._worst = None if tree is None else Worst(tree, ())
        self._rows.clear()
        self._asked.clear()
        self.endResetModel()

    def show_counts(self, counts: PageCounts | None) -> None:
        """Fill in the real counts, as far as they are there."""
        if self._tokens is not None:
            self._tokens.count(counts)
            self._tell(Column.REAL)

    def show_findings(self, findings: tuple[Finding, ...]) -> None:
        """Mark the worst finding of every row."""
        if self._tree is not None:
            self._worst = Worst(self._tree, findings)
            self._tell(Column.WORST)

    def row_at(self, node: int) -> OutlineRow:
        """Return what a node's row says; made once until figures or marks change."""
        row = self._rows.get(node)
        if row is None:
            assert self._tree is not None
            assert self._tokens is not None
            assert self._worst is not None
            row = self._rows[node] = row_of(self._tree, self._tokens, self._worst, node)
        return row

    def largest_totals(self) -> tuple[int, int]:
        """Return the most estimated and the most real tokens of a row at the top; 0 if unknown."""
        if self._tree is None or self._tokens is None:
            return 0, 0
        tops = [self._tree.sections_of(node) for node in self._tree.children_of(ROOT)]
        estimated = (self._tokens.estimated(sections) for sections in tops if sections)
        real = (self._tokens.real(sections) or 0 for sections in tops if sections)
        return max(estimated, default=0), max(real, default=0)

    def worst_of(self, node: int, *, with_below: bool) -> Finding | None:
        """Return the worst finding of a row; with those below it where they are hidden."""
        return None if self._worst is None else self._worst.of(node, with_below=with_below)

    def index_of(self, node: int) -> QModelIndex:
        """Return the index of a node's first column."""
        if self._tree is None or node == ROOT or self._tree.rows[node] < 0:
            return QModelIndex()
        return self.createIndex(self._tree.rows[node], 0, node)

    @override
    def index(self, row: int, column: int, parent: _Index = _NOWHERE) -> QModelIndex:
        if self._tree is None:
            return QModelIndex()
        node = parent.internalId() if parent.isValid() else ROOT
        below = self._tree.children_of(node)
        if not (0 <= row < len(below) and 0 <= column < len(Column)):
            return QModelIndex()
        return self.createIndex(row, column, below[row])

    @override
    def parent(self, index: _Index = _NOWHERE) -> QModelIndex:  # type: ignore[override]
        # The one without arguments is QObject's; Qt's own stub declares both.
        if self._tree is None or not index.isValid():
            return QModelIndex()
        return self.index_of(self._tree.parents[index.internalId()])

    @override
    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        if self._tree is None or parent.column() > 0:
            return 0
        node = parent.internalId() if parent.isValid() else ROOT
        return len(self._tree.children_of(node))

    @override
    def hasChildren(self, parent: _Index = _NOWHERE) -> bool:
        return self.rowCount(parent) > 0

    @override
    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return len(Column)

    @override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = int(Qt.ItemDataRole.DisplayRole),
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        head = _HEADS[Column(section)]
        return head.tip if role == Qt.ItemDataRole.AccessibleTextRole else head.answer(role)

    @override
    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if self._tree is None or not index.isValid():
            return None
        node, column = index.internalId(), Column(index.column())
        self._asked.add(self._tree.parents[node])
        return node if role == NODE_ROLE else self._answer(node, column, role)

    def _answer(self, node: int, column: Column, role: int) -> Any:
        row = self.row_at(node)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _shown(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(row.tip)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._said(node, row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return LEFT if column is Column.HEADING else RIGHT
        return None

    def _said(self, node: int, row: OutlineRow, column: Column) -> str:
        if column is Column.HEADING:
            return f"{row.title}, {row.badge}" if row.badge else row.title
        if column is not Column.WORST:
            name = "estimated" if column is Column.ESTIMATED else "real"
            return f"{_shown(row, column)} {name} tokens" if row.has_tokens else ""
        finding = self.worst_of(node, with_below=False)
        if finding is None:
            return "no finding"
        return f"{SEVERITY_WORDS[finding.severity][0]}: {finding.message}"

    def _tell(self, column: Column) -> None:
        """Say that a column has changed in every row that anyone has looked at."""
        self._rows.clear()
        assert self._tree is not None
        for node in self._asked:
            count = len(self._tree.children_of(node))
            parent = self.index_of(node)
            first, last = self.index(0, column, parent), self.index(count - 1, column, parent)
            self.dataChanged.emit(first, last)


def _shown(row: OutlineRow, column: Column) -> str:
    if column is Column.HEADING:
        return row.title
    if column is Column.WORST or not row.has_tokens:
        return ""
    return figure(row.estimated if column is Column.ESTIMATED else row.real)


def place_of(chunks: ChunkSet, tree: OutlineTree, node: int) -> int:
    """Return the offset that choosing a node leads to.

    That is the first character of a section's first chunk, so that a chunk is chosen with it;
    the heading's own line belongs to none. Without a chunk, the heading.
    """
    ignored = tree.ignored_at(node)
    if ignored is not None:
        return ignored.span.start
    if tree.is_group(node):
        return place_of(chunks, tree, tree.children_of(node)[0])
    owned = chunks.parents.owned_by(node)
    if owned:
        return chunks.parents[owned[0]].own_start
    heading = tree.outline.heading_of(node)
    return tree.outline.body_of(node).start if heading is None else heading.span.start
