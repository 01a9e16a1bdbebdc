"""The list of what a conversion guessed, dropped or assumed; a note with a place leads there.

A sentence that holds for several places stands once, over the list of them.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from chunkscope.core.document import Document, Note
from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.theme import SMALL_SIZE_PX, Theme
from chunkscope.gui.widgets.wrapped import Wrapped
from chunkscope.workspace.original import place_words

_WIDTH_PX, _MOST_PX, _PADDING_PX, _GAP_PX = 420, 340, 10, 2
_PLACE_PX: Final = 15
_NOTE: Final = int(Qt.ItemDataRole.UserRole)
_PLACE: Final = _NOTE + 1

_Index = QModelIndex | QPersistentModelIndex


def sentences_of(notes: Sequence[Note]) -> dict[str, list[Note]]:
    """Return the notes by their sentences, both in the order of the document."""
    found: dict[str, list[Note]] = {}
    for note in notes:
        found.setdefault(note.message, []).append(note)
    return found


class NotesModel(QAbstractListModel):
    """A document's notes, those with the same sentence one after the other."""

    def __init__(self, document: Document, parent: QWidget) -> None:
        """List the notes of `document`."""
        super().__init__(parent)
        self._document = document
        self._notes = tuple(chain.from_iterable(sentences_of(document.notes).values()))
        self._places: dict[int, str] = {}

    def place_of(self, row: int) -> str:
        """Return where a note's place is; empty without one."""
        span = self._notes[row].span
        if span is None:
            return ""
        if row not in self._places:
            self._places[row] = place_words(self._document, span.start)
        return self._places[row]

    @override
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self._notes)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a note, its place, or its sentence where that is not the one above."""
        if not index.isValid():
            return None
        note = self._notes[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            is_first = not index.row() or self._notes[index.row() - 1].message != note.message
            return note.message if is_first else ""
        if role == _NOTE:
            return note
        if role not in (_PLACE, Qt.ItemDataRole.AccessibleTextRole):
            return None
        place = self.place_of(index.row())
        return place if role == _PLACE else f"{note.message} ({place})".removesuffix(" ()")


class NotesPopup(QFrame):
    """Opens under its button; Escape or a click beside it closes it.

    Signals:
        offset_chosen: Where the note that was chosen has its place.
    """

    offset_chosen = Signal(int)

    def __init__(self, document: Document, theme: Theme, parent: QWidget) -> None:
        """List the notes of `document`."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("notes")
        self.setAccessibleName("Notes on the conversion")
        self.list = QListView(self)
        self.list.setModel(NotesModel(document, self))
        self.list.setItemDelegate(_NoteDelegate(theme, self.list))
        self.list.setAccessibleName("Notes on the conversion")
        self.list.setToolTip("What was guessed or left out; Return goes to the place")
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMouseTracking(True)
        self.list.clicked.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(self.list)

    def open_at(self, corner: QPoint) -> None:
        """Show it with its upper left corner there, moved where the screen ends."""
        self.setFixedWidth(_WIDTH_PX)
        height = min(_MOST_PX, self._height_of_rows())
        self.setFixedHeight(height + 2 + _GAP_PX)
        screen = self.screen().availableGeometry()
        left = max(screen.left(), min(corner.x(), screen.right() - self.width()))
        top = max(screen.top(), min(corner.y(), screen.bottom() - self.height()))
        self.move(left, top)
        self.show()
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)
        self.list.setCurrentIndex(self.list.model().index(0, 0))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return goes to a note's place; Escape closes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.list.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        note = index.data(_NOTE)
        if note is not None and note.span is not None:
            self.close()
            self.offset_chosen.emit(note.span.start)

    def _height_of_rows(self) -> int:
        """Return the height of the first rows, as far as there is room for them."""
        model, height = self.list.model(), 0
        for row in range(model.rowCount()):
            if height > _MOST_PX:
                break
            height += row_height(model.index(row, 0), _WIDTH_PX - 2)
        return height


class _NoteDelegate(QStyledItemDelegate):
    """A sentence, and its place below it in quiet ink."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        place = option.rect
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.fillRect(place, self._theme.color("selection"))
        words = str(index.data())
        above = _PADDING_PX // 2 if words else 0
        inner = place.adjusted(_PADDING_PX, above, -_PADDING_PX, 0)
        sentence = Wrapped(words, interface_font(), inner.width())
        painter.setPen(self._theme.color("text"))
        sentence.draw(painter, inner.left(), inner.top())
        where = index.data(_PLACE)
        if where:
            painter.setFont(interface_font(SMALL_SIZE_PX))
            painter.setPen(self._theme.color("accent"))
            top = inner.top() + sentence.height + _GAP_PX
            room = QRect(inner.left(), top, inner.width(), _PLACE_PX)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, where)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        width = self._view.viewport().width()
        return QSize(width, row_height(index, width))


def row_height(index: _Index, width: int) -> int:
    """Return the height of a row as wide as `width`."""
    sentence = str(index.data())
    height = _GAP_PX if not sentence else _PADDING_PX
    if sentence:
        height += Wrapped(sentence, interface_font(), width - 2 * _PADDING_PX).height
    return height + (0 if index.data(_NOTE).span is None else _PLACE_PX + _GAP_PX)
