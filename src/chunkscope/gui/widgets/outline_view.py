"""The tree view of the outline: painted calm, quick with many rows, following without a word."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.models.outline_model import NODE_ROLE, Column, OutlineModel
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.alignment import LEFT, RIGHT
from chunkscope.gui.widgets.badge import badge_width, paint_badge, paint_severity
from chunkscope.gui.widgets.elision import elided
from chunkscope.gui.widgets.row_ground import paint_row_ground
from chunkscope.gui.widgets.wording import figure

ROW_PX: Final = 24
_INDENT_PX: Final = 13
_MARK_COLUMN_PX: Final = 22
_GAP_PX: Final = 8
_CELL_PADDING_PX: Final = 4
_TITLE_GAP_PX: Final = 2
_WIDEST_UNKNOWN: Final = "0,000"

_Index = QModelIndex | QPersistentModelIndex


class OutlineView(QTreeView):
    """Shows an outline.

    Signals:
        node_chosen: A heading was clicked, reached with the arrows or confirmed with Enter.
    """

    node_chosen = Signal(int)

    def __init__(self, model: OutlineModel, theme: Theme, parent: QWidget | None = None) -> None:
        """Show `model`."""
        super().__init__(parent)
        self._outline = model
        self._theme = theme
        self._is_silent = False
        self._plain, self._bold = interface_font(), interface_font(bold=True)
        self.setObjectName("outline")
        self.setAccessibleName("Outline")
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setIndentation(_INDENT_PX)
        self.setMouseTracking(True)
        self.setAllColumnsShowFocus(True)
        self.setExpandsOnDoubleClick(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(_RowHeight(self))
        self.setModel(model)
        self._set_up_header()
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        self.entered.connect(self.viewport().update)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.viewport().update()

    def fit_columns(self) -> None:
        """Make the columns of figures as wide as the largest total."""
        metrics = QFontMetrics(self._bold)
        least = metrics.horizontalAdvance(_WIDEST_UNKNOWN)
        columns = (Column.ESTIMATED, Column.REAL)
        for column, total in zip(columns, self._outline.largest_totals(), strict=True):
            widest = metrics.horizontalAdvance(figure(total))
            self.setColumnWidth(column, max(widest, least) + _GAP_PX)

    def opened_and_closed(self) -> tuple[set[int], set[int]]:
        """Return the sections whose rows are open, and those that hide something."""
        tree = self._outline.tree
        if tree is None:
            return set(), set()
        parents = {node for node in tree.children if tree.is_section(node)}
        opened = {node for node in parents if self.isExpanded(self._outline.index_of(node))}
        return opened, parents - opened

    def open(self, nodes: Iterable[int]) -> None:
        """Open the rows of `nodes`; the others are closed."""
        for node in nodes:
            self.setExpanded(self._outline.index_of(node), True)

    def show_choice(self, node: int | None, *, reveal: bool) -> None:
        """Choose a node's row without a word; `reveal` opens what hides it and scrolls there."""
        with self.silenced():
            if node is None:
                self.setCurrentIndex(QModelIndex())
                self.clearSelection()
                return
            index = self._outline.index_of(node)
            while not reveal and index.parent().isValid() and not self.isExpanded(index.parent()):
                index = index.parent()
            self.setCurrentIndex(index)
            if reveal:
                self.scrollTo(index)

    @contextmanager
    def silenced(self) -> Iterator[None]:
        """Choose no node for what happens inside."""
        before, self._is_silent = self._is_silent, True
        try:
            yield
        finally:
            self._is_silent = before

    @contextmanager
    def kept_still(self) -> Iterator[None]:
        """Keep the place that is scrolled to over a change of rows."""
        place = self.verticalScrollBar().value()
        with self.silenced():
            yield
        self.verticalScrollBar().setValue(place)

    @override
    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        pressed = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        if current.isValid() and not self._is_silent and not pressed:
            self._choose(current)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)

    @override
    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: _Index) -> None:
        row = QRect(0, options.rect.top(), self.viewport().width(), options.rect.height())
        is_current = index.internalId() == self.currentIndex().internalId()
        is_current = is_current and self.currentIndex().isValid()
        paint_row_ground(painter, self, row, self._theme, chosen=is_current)
        branch = self._cell(Column.HEADING, row)
        branch.setWidth(self._indent_of(index))
        self.drawBranches(painter, branch, index)
        self._draw_cells(painter, row, branch.right() + 1, index)

    def _draw_cells(self, painter: QPainter, row: QRect, left: int, index: _Index) -> None:
        """Draw a row in one go, on no ground of the style's, which differs by platform."""
        node = index.internalId()
        shown, theme = self._outline.row_at(node), self._theme
        bold = shown.level == 1 and not shown.badge
        heading = self._cell(Column.HEADING, row)
        heading.setLeft(left + _TITLE_GAP_PX)
        painter.setFont(self._bold if bold else self._plain)
        if shown.badge:
            end = self.columnViewportPosition(Column.WORST) - _CELL_PADDING_PX
            room = QRect(heading.left(), row.top(), end - heading.left(), row.height())
            paint_badge(painter, room, shown.badge, "info", theme)
            heading.setRight(end - badge_width(shown.badge) - _GAP_PX)
        painter.setPen(theme.color("quiet" if shown.is_quiet else "text"))
        metrics = QFontMetrics(painter.font())
        title = elided(shown.title, metrics, Qt.TextElideMode.ElideRight, heading.width())
        painter.drawText(heading, LEFT, title)
        if shown.has_tokens:
            painter.drawText(self._cell(Column.REAL, row), RIGHT, figure(shown.real))
            painter.setPen(theme.color("quiet"))
            painter.drawText(self._cell(Column.ESTIMATED, row), RIGHT, figure(shown.estimated))
        is_closed = not self.isExpanded(index)
        finding = self._outline.worst_of(node, with_below=is_closed)
        if finding is not None:
            paint_severity(painter, self._cell(Column.WORST, row), finding.severity, theme)

    def _cell(self, column: Column, row: QRect) -> QRect:
        left, width = self.columnViewportPosition(column), self.columnWidth(column)
        padding = 0 if column is Column.WORST else _CELL_PADDING_PX
        return QRect(left, row.top(), width - padding, row.height())

    def _indent_of(self, index: _Index) -> int:
        depth = 1
        above = index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        return depth * self.indentation()

    @override
    def drawBranches(self, painter: QPainter, rect: QRect, index: _Index) -> None:
        if not self._outline.hasChildren(index):
            return
        middle = QRect(
            rect.right() - _INDENT_PX + 1, rect.top(), _INDENT_PX, rect.height()
        ).center()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.color("quiet"), 1.3))
        x, y = middle.x(), middle.y()
        if self.isExpanded(index):
            painter.drawPolyline([QPoint(x - 3, y - 1), QPoint(x, y + 2), QPoint(x + 3, y - 1)])
        else:
            painter.drawPolyline([QPoint(x - 1, y - 3), QPoint(x + 2, y), QPoint(x - 1, y + 3)])
        painter.restore()

    def _set_up_header(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(_MARK_COLUMN_PX)
        header.setSectionResizeMode(Column.HEADING, QHeaderView.ResizeMode.Stretch)
        for column in (Column.ESTIMATED, Column.REAL, Column.WORST):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.setColumnWidth(Column.WORST, _MARK_COLUMN_PX)
        header.setFixedHeight(ROW_PX)
        header.setSectionsMovable(False)

    def _choose(self, index: _Index) -> None:
        self.node_chosen.emit(index.data(NODE_ROLE))

    def _copy(self) -> None:
        index = self.currentIndex()
        if index.isValid():
            cells = (index.siblingAtColumn(column).data() for column in list(Column)[:3])
            QApplication.clipboard().setText("\t".join(cells))


class _RowHeight(QStyledItemDelegate):
    """Makes every row as high as the others; the view paints them."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(40, ROW_PX)
