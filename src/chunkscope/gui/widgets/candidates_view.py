"""The table of candidates: which passages were found, and what became of each."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.models.candidate_rows import CandidateRow, Column
from chunkscope.gui.models.candidates_model import HEADS, CandidatesModel
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.badge import badge_width
from chunkscope.gui.widgets.candidate_cells import GAP_PX, PADDING_PX, SWATCH_PX, CandidateDelegate
from chunkscope.gui.widgets.sorted_header import ARROW_PX, SortedHeader
from chunkscope.gui.widgets.sorted_header import GAP_PX as ARROW_GAP_PX
from chunkscope.gui.widgets.table_view import TableView

ROW_PX: Final = 25
_LEAST_PATH_PX: Final = 110
_LEAST_FATE_PX: Final = 120
_WIDEST_PX: Final = {Column.PATH: 10_000, Column.FATE: 320, Column.ANSWER: 300}
_PLACE_ROLE: Final = int(Qt.ItemDataRole.UserRole)
_MODIFIERS: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
_GIVEN_UP: Final = (
    Column.VECTOR_RANK,
    Column.FUSED,
    Column.PATH,
    Column.TEXT,
    Column.RERANKED,
    Column.VECTOR,
    Column.ANSWER,
)
"""Columns that are left out where there is no room, the first of them first."""
_ANSWER_FIRST: Final = (Column.ANSWER, *_GIVEN_UP[:-1])
"""Where nothing is said of an answer, or where two sides are compared, which is by figures."""

_Index = QModelIndex | QPersistentModelIndex


class CandidatesView(TableView[CandidatesModel]):
    """Lists candidates.

    Signals:
        place_chosen: Place of a candidate that was clicked or gone to by keyboard.
    """

    place_chosen = Signal(int)

    def __init__(self, model: CandidatesModel, theme: Theme, parent: QWidget | None = None) -> None:
        """List what `model` holds."""
        super().__init__(model, ROW_PX, parent)
        self._theme = theme
        self._is_silent = False
        self._just_chosen: int | None = None
        self._is_compared = False
        self._marked: int | None = None
        self._sized: dict[int, int] = {}
        self._needs: dict[Column, int] = {}
        self._least_fate = _LEAST_FATE_PX
        self._is_fitting = False
        self.setObjectName("candidates")
        self.setAccessibleName("Candidates")
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(CandidateDelegate(self))
        self._set_up_header()
        self.clicked.connect(self._click)
        self.entered.connect(self.viewport().update)
        model.modelReset.connect(self._measure)
        model.layoutChanged.connect(self._keep_in_sight)
        self._measure()

    @property
    def theme(self) -> Theme:
        """The colours that are painted with."""
        return self._theme

    @property
    def marked(self) -> int | None:
        """Place of the candidate whose chunk is chosen elsewhere in the window."""
        return self._marked

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.viewport().update()

    def set_compared(self, is_compared: bool) -> None:
        """Show where each passage stands on the other side, or leave that out."""
        if is_compared != self._is_compared:
            self._is_compared = is_compared
            self._fit()

    def show_place(self, place: int | None) -> None:
        """Stand at a candidate without a word."""
        index = self._listed.index_of(place)
        self._is_silent = True
        if not index.isValid():
            self.selectionModel().clear()
        elif index.row() != self.currentIndex().row() or not self.selectedIndexes():
            self.setCurrentIndex(index)
        self._is_silent = False

    def mark_place(self, place: int | None) -> None:
        """Mark the candidate whose chunk is chosen elsewhere; scroll to it where it is new."""
        if place == self._marked:
            return
        self._marked = place
        index = self._listed.index_of(place)
        if index.isValid():
            self.scrollTo(index)
        self.viewport().update()

    def step(self, rows: int) -> None:
        """Go some rows down, or for a negative number up, as far as there are any."""
        if not self._listed.rowCount():
            return
        now = self.currentIndex()
        row = now.row() + rows if now.isValid() else 0
        row = min(max(row, 0), self._listed.rowCount() - 1)
        self.setCurrentIndex(self._listed.index(row, 0))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and current.row() != previous.row() and not self._is_silent:
            self._just_chosen = current.row()
            self._choose(current)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._just_chosen = None
        super().mousePressEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Return go to a row once more."""
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _keep_in_sight(self) -> None:
        """Go along with the chosen row to where a sorting moved it."""
        if self.selectedIndexes():
            self.scrollTo(self.currentIndex())

    def _set_up_header(self) -> None:
        header = SortedHeader(self, self)
        self.setHorizontalHeader(header)
        header.setSectionsMovable(False)
        header.setMinimumSectionSize(24)
        header.setFixedHeight(ROW_PX)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.sectionResized.connect(self._keep_size)
        header.setSortIndicator(Column.PLACE, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def _keep_size(self, column: int, _before: int, size: int) -> None:
        if not self._is_fitting and size:
            self._sized[column] = size

    def _fit(self) -> None:
        """Give each column its content's width and leave out what has no room.

        What remains goes to the fates, whose figures may be elided, and then to the paths.
        """
        widths = {column: self._sized.get(column, self._needs[column]) for column in Column}
        if Column.FATE not in self._sized:
            widths[Column.FATE] = self._least_fate
        room = self.viewport().width()
        shown = self._shown_columns(widths, room)
        rest = room - sum(widths[one] for one in shown)
        if Column.FATE not in self._sized:
            more = min(rest, self._needs[Column.FATE] - self._least_fate)
            more = max(more, _LEAST_FATE_PX - self._least_fate)
            widths[Column.FATE] += more
            rest -= more
        last = Column.PATH if Column.PATH in shown else Column.FATE
        if rest > 0 and last not in self._sized:
            widths[last] += rest
        self._is_fitting = True
        for column in Column:
            self.setColumnHidden(column, column not in shown)
            self.setColumnWidth(column, widths[column])
        self._is_fitting = False

    def _shown_columns(self, widths: Mapping[Column, int], room: int) -> list[Column]:
        rows = self._listed.shown
        left_out = set() if self._is_compared else {Column.OTHER}
        if all(row.outcome.candidate.reranked is None for row in rows):
            left_out.add(Column.RERANKED)
        shown = [one for one in Column if one not in left_out]
        keeps_answer = any(row.answer_words for row in rows) and not self._is_compared
        given_up: list[Column] = []
        for column in _GIVEN_UP if keeps_answer else _ANSWER_FIRST:
            if sum(widths[one] for one in shown) > room and column in shown:
                shown.remove(column)
                given_up.append(column)
        for column in reversed(given_up):  # a wide one that went late left room for others
            if sum(widths[one] for one in (*shown, column)) <= room:
                shown.append(column)
        return sorted(shown)

    def _measure(self) -> None:
        self._needs = {column: self._needed(column) for column in Column}
        metrics = QFontMetrics(interface_font())
        least = (
            _content_px(row, Column.FATE, metrics)
            if row.is_delivered
            else badge_width(row.fate.words)
            for row in self._listed.shown
        )
        widest = max(least, default=0) + 2 * PADDING_PX + 1
        self._least_fate = min(self._needs[Column.FATE], max(widest, _LEAST_FATE_PX))
        self._fit()

    def _needed(self, column: Column) -> int:
        metrics = QFontMetrics(interface_font())
        header = (
            metrics.horizontalAdvance(HEADS[column].name) + 2 * PADDING_PX + ARROW_PX + ARROW_GAP_PX
        )
        if column is Column.PATH:
            return max(header, _LEAST_PATH_PX)
        widest = max((_content_px(row, column, metrics) for row in self._listed.shown), default=0)
        return min(max(header, widest + 2 * PADDING_PX + 1), _WIDEST_PX.get(column, 200))

    def _click(self, index: QModelIndex) -> None:
        """Go once more to the row that the table stood at already."""
        is_new = index.row() == self._just_chosen
        if not is_new and not QApplication.keyboardModifiers() & _MODIFIERS:
            self._choose(index)

    def _choose(self, index: _Index) -> None:
        if index.isValid():
            self.place_chosen.emit(index.data(_PLACE_ROLE))


def _content_px(row: CandidateRow, column: Column, metrics: QFontMetrics) -> int:
    """Return the width of what a cell shows, rounded up generously: eliding is strict."""
    if column is Column.FATE:
        detail = metrics.horizontalAdvance(row.detail) + 2 * GAP_PX if row.detail else 0
        return detail + badge_width(row.fate.words)
    if column is Column.ANSWER:
        share = metrics.horizontalAdvance(row.share_words) + 2 * GAP_PX if row.share_words else 0
        return share + (0 if row.answer is None else badge_width(row.answer.words))
    text = metrics.horizontalAdvance(row.cell(column))
    if column is Column.PASSAGE:
        return SWATCH_PX + GAP_PX + text
    return text + (GAP_PX + SWATCH_PX if column is Column.VECTOR and row.is_missed else 0)
