"""A short list of chunks with their sizes; choosing one goes there."""

from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from chunkscope.core.chunks import Chunk, ChunkSet
from chunkscope.core.counts import PageCounts
from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.overlays import hue_of
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.alignment import LEFT, RIGHT
from chunkscope.gui.widgets.row_ground import paint_row_ground
from chunkscope.gui.widgets.wording import figure

ROW_PX: Final = 24
_MOST_ROWS: Final = 6
_REAL_PX, _PADDING_PX, _GAP_PX = 74, 12, 10
_NOWHERE: Final = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class ChunkListModel(QAbstractListModel):
    """The children of one parent; each is made when it is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._chunks: ChunkSet | None = None
        self._places = range(0)
        self._counts: PageCounts | None = None

    @property
    def places(self) -> range:
        """The places of the children that are listed."""
        return self._places

    def show_children(self, chunks: ChunkSet, parent: int, counts: PageCounts | None) -> None:
        """List a parent's children; only figures that have come are told anew."""
        places = chunks.children_of(parent)
        if chunks is self._chunks and places == self._places:
            if counts is not self._counts:
                self._counts = counts
                self.dataChanged.emit(self.index(0), self.index(len(places) - 1))
            return
        self.beginResetModel()
        self._chunks, self._places, self._counts = chunks, places, counts
        self.endResetModel()

    def child(self, row: int) -> tuple[Chunk, int | None]:
        """Return a child and its real tokens, None while they are unknown."""
        assert self._chunks is not None
        chunk = self._chunks.children[self._places[row]]
        return chunk, None if self._counts is None else self._counts.chunk(chunk)

    @override
    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._places)

    @override
    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid() or self._chunks is None:
            return None
        chunk, real = self.child(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return chunk.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            name = f"Child {chunk.index + 1:,}"
            counted = "still to come" if real is None else f"{real:,}"
            return f"{name}: {chunk.estimated_tokens:,} estimated tokens, real {counted}"
        return None


class ChunkList(QListView):
    """Lists the children of a parent, as high as they are up to six rows.

    Signals:
        child_chosen: Place of a child, clicked or confirmed with Enter.
    """

    child_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.theme = theme
        self._listed = ChunkListModel(self)
        self.setObjectName("children")
        self.setAccessibleName("Children")
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setItemDelegate(_ChunkDelegate(self))
        self.setModel(self._listed)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        self.entered.connect(self.viewport().update)

    @property
    def listed(self) -> ChunkListModel:
        """What is listed."""
        return self._listed

    def show_children(
        self, chunks: ChunkSet, parent: int, chosen: int | None, counts: PageCounts | None
    ) -> None:
        """List a parent's children, the chosen one marked."""
        self._listed.show_children(chunks, parent, counts)
        places = self._listed.places
        self.setFixedHeight(ROW_PX * min(len(places), _MOST_ROWS))
        is_here = chosen is not None and chosen in places
        row = self._listed.index(places.index(chosen)) if is_here and chosen is not None else None
        if row is None:
            self.setCurrentIndex(QModelIndex())
        elif row != self.currentIndex():
            self.setCurrentIndex(row)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.theme = theme
        self.viewport().update()

    def _choose(self, index: QModelIndex) -> None:
        self.child_chosen.emit(self._listed.places[index.row()])


class _ChunkDelegate(QStyledItemDelegate):
    def __init__(self, view: ChunkList) -> None:
        super().__init__(view)
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(120, ROW_PX)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, row = self._view.theme, QRect(option.rect)
        chunk, real = self._view.listed.child(index.row())
        chosen = index == self._view.currentIndex()
        paint_row_ground(painter, self._view, row, theme, chosen=chosen)
        bar = QRect(row.left() + _PADDING_PX, row.top() + 6, 4, row.height() - 12)
        painter.fillRect(bar, theme.chunk_color(hue_of(chunk.owner), chunk.index % 2))
        cells = row.adjusted(2 * _PADDING_PX, 0, -_PADDING_PX, 0)
        painter.setFont(interface_font())
        painter.setPen(theme.color("text"))
        cells = _drawn_at_right(painter, cells, f"{figure(real)} real", _REAL_PX)
        painter.setPen(theme.color("quiet"))
        cells = _drawn_at_right(painter, cells, f"{chunk.estimated_tokens:,} est", 0)
        painter.setPen(theme.color("text"))
        name = f"Child {chunk.index + 1:,}"
        if painter.fontMetrics().horizontalAdvance(name) > cells.width():
            name = chunk.name
        painter.drawText(cells, LEFT, name)


def _drawn_at_right(painter: QPainter, cells: QRect, text: str, least_px: int) -> QRect:
    """Draw `text` at the right end of `cells`; return what is left of them."""
    painter.drawText(cells, RIGHT, text)
    taken = painter.fontMetrics().horizontalAdvance(text) + _GAP_PX
    return cells.adjusted(0, 0, -max(taken, least_px), 0)
