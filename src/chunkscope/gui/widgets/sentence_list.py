"""The sentences of a passage, each on a ground as strong as it is like the question."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.bench_overlays import closest_of, heats_of
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.wording import plain_tip
from chunkscope.gui.widgets.wrapped import Wrapped
from chunkscope.workspace.questions import Why

_LONGEST: Final = 240
_A_TURN: Final = 40
"""Sentences that are laid out before the window gets its turn again."""
_PAD_PX, _MARGIN_PX, _SCORE_PX = 4, 12, 40
_NOWHERE: Final = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class SentenceLine:
    """One sentence.

    Attributes:
        start: Of its first character in the page.
        words: On one line, cut where they are many.
        score: Cosine similarity to the question.
        heat: From 0 to 1 among the sentences of its passage.
        is_strongest: Whether none is more like the question.
    """

    start: int
    words: str
    score: float
    heat: float
    is_strongest: bool

    @property
    def sentence(self) -> str:
        """The line as it is read aloud."""
        lead = "Closest to the question" if self.is_strongest else "Similarity"
        return f"{lead}, {self.score:.2f}: {self.words}"


class SentenceModel(QAbstractListModel):
    """The sentences of one passage in their order."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.lines: tuple[SentenceLine, ...] = ()

    def clear(self) -> None:
        """List nothing."""
        self.beginResetModel()
        self.lines = ()
        self.endResetModel()

    def append(self, lines: Sequence[SentenceLine]) -> None:
        """List more sentences below those that are there."""
        first = len(self.lines)
        self.beginInsertRows(QModelIndex(), first, first + len(lines) - 1)
        self.lines = (*self.lines, *lines)
        self.endInsertRows()

    @override
    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    @override
    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return line.words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return line.sentence
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("Show this sentence in the document")
        return None


class SentenceList(QListView):
    """Lists the sentences, as high as they are; the page around it scrolls.

    Signals:
        offset_wanted: Where the sentence begins that was clicked, or confirmed with Enter.
        row_reached: Height of the middle of the sentence that the arrow keys came to.
    """

    offset_wanted = Signal(int)
    row_reached = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.theme = theme
        self.listed = SentenceModel(self)
        self._why: Why | None = None
        self._to_come: list[SentenceLine] = []
        self._turns = QTimer(self, interval=0)
        self._turns.timeout.connect(self._take_turn)
        self._known: dict[tuple[int, int], Wrapped] = {}
        self.setAccessibleName("Sentences of the passage")
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setItemDelegate(_SentenceDelegate(self))
        self.setModel(self.listed)
        self.setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._go)
        self.activated.connect(self._go)

    def show_why(self, why: Why, text: str) -> None:
        """List the sentences of a passage of `text`."""
        if why is self._why:
            return
        self._why = why
        self._known.clear()
        self._to_come = sentence_lines(why, text)
        self.listed.clear()
        self._turns.start()
        self._take_turn()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.theme = theme
        self.viewport().update()

    def wrapped(self, row: int) -> Wrapped:
        """Return the words of a row in lines of the width there is."""
        width = max(40, self.viewport().width() - 2 * _MARGIN_PX - 2 * _PAD_PX - _SCORE_PX)
        key = row, width
        if key not in self._known:
            self._known[key] = Wrapped(self.listed.lines[row].words, interface_font(), width)
        return self._known[key]

    @override
    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        if current.isValid():
            self.row_reached.emit(self.visualRect(current).center().y())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._known.clear()
            self.scheduleDelayedItemsLayout()
            self._fit()

    def _go(self, index: QModelIndex) -> None:
        self.offset_wanted.emit(self.listed.lines[index.row()].start)

    def _take_turn(self) -> None:
        """List the next sentences; many long ones at once would be felt."""
        lines, self._to_come = self._to_come[:_A_TURN], self._to_come[_A_TURN:]
        if lines:
            self.listed.append(lines)
            self._fit()
        if not self._to_come:
            self._turns.stop()

    def _fit(self) -> None:
        rows = range(len(self.listed.lines))
        self.setFixedHeight(max(1, sum(self.height_of(row) for row in rows)))

    def height_of(self, row: int) -> int:
        """Return how high a row is."""
        return self.wrapped(row).height + 2 * _PAD_PX + 2


class _SentenceDelegate(QStyledItemDelegate):
    def __init__(self, view: SentenceList) -> None:
        super().__init__(view)
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(120, self._view.height_of(index.row()))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, line = self._view.theme, self._view.listed.lines[index.row()]
        room = QRect(option.rect).adjusted(_MARGIN_PX, 0, -_MARGIN_PX, -2)
        painter.fillRect(room, theme.heat(line.heat))
        if line.is_strongest:
            mark = QRect(room.left() - 6, room.top(), 3, room.height())
            painter.fillRect(mark, theme.color("accent"))
        if self._view.hasFocus() and index == self._view.currentIndex():
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.drawRect(room.adjusted(0, 0, -1, -1))
        painter.setPen(theme.color("text"))
        self._view.wrapped(index.row()).draw(painter, room.left() + _PAD_PX, room.top() + _PAD_PX)
        painter.setFont(interface_font(bold=line.is_strongest))
        score = room.adjusted(0, _PAD_PX, -_PAD_PX - 2, 0)
        painter.drawText(score, int(Qt.AlignmentFlag.AlignRight), f"{line.score:.2f}")


def sentence_lines(why: Why, text: str) -> list[SentenceLine]:
    """Return the sentences of a passage, each with its strength among them."""
    lines, closest = [], closest_of(why)
    for number, ((span, score), heat) in enumerate(zip(why.sentences, heats_of(why), strict=True)):
        words = " ".join(text[span.start : min(span.end, span.start + _LONGEST)].split())
        if span.end - span.start > _LONGEST:
            words += "…"
        lines.append(SentenceLine(span.start, words, score, heat, number == closest))
    return lines
