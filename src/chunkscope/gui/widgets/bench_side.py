"""One question of the bench: its line, how it is searched, the prompt's budget, the candidates."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from chunkscope.core.chunks import Level
from chunkscope.core.overriding import override
from chunkscope.gui.assets import icon
from chunkscope.gui.models.bench_status import is_of_other_sizes
from chunkscope.gui.models.candidate_rows import CandidateRow, places_of, rows_of
from chunkscope.gui.models.candidates_model import CandidatesModel
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.budget_bar import BudgetBar, stretches_of
from chunkscope.gui.widgets.building import at_once
from chunkscope.gui.widgets.candidates_view import CandidatesView
from chunkscope.gui.widgets.empty_state import EmptyState
from chunkscope.gui.widgets.focus_frame import FocusFrame
from chunkscope.gui.widgets.ground import Ground, Themed
from chunkscope.gui.widgets.question_line import QuestionLine
from chunkscope.gui.widgets.search_controls import SearchControls
from chunkscope.gui.widgets.text_line import TextLine
from chunkscope.gui.widgets.veil import Veil
from chunkscope.workspace.bench import Bench, Stage
from chunkscope.workspace.questions import Asked, Question
from chunkscope.workspace.state import Workspace

ONE_ROW_FROM_PX: Final = 860
ROOMY_FROM_PX: Final = 640
CAPTIONED_FROM_PX: Final = 460
_PATIENCE_MS: Final = 700
"""A setting that is changed rests a while and is then tried; nothing blinks meanwhile."""
_CONTROL_PX, _CAPTION_PX, _LEAD_PX = 26, 148, 2


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the table and the bar were filled from: two answers, and a budget of characters."""

    asked: Asked | None
    other: Asked | None
    budget: int

    def is_same_as(self, earlier: "_Shown") -> bool:
        """Say whether the very same answers are meant; comparing their values would take long."""
        are_same = self.asked is earlier.asked and self.other is earlier.other
        return are_same and self.budget == earlier.budget


class BenchSide(Ground):
    """Shows one side; says what is wished.

    Signals:
        question_changed: The `Question` as it is to be asked.
        run_wanted: It is to be asked.
        compare_wanted: Whether a second question is to stand beside this one.
        lead_wanted: The user turned to this side.
        place_chosen: Place of a candidate to show.
    """

    question_changed = Signal(object)
    run_wanted = Signal()
    compare_wanted = Signal(bool)
    lead_wanted = Signal()
    place_chosen = Signal(int)

    def __init__(
        self, number: int, theme: Theme, parent: QWidget | None = None, *, is_whole: bool = True
    ) -> None:
        """Start without a page; `number` is 0 for the first side, 1 for the second.

        Its parts are made now, or where it is not to be whole yet, by `build`.
        """
        super().__init__(theme, parent)
        self.number = number
        self._question = Question()
        self._rows: tuple[CandidateRow, ...] = ()
        self._shown: _Shown | None = None
        self._leads = False
        self._is_compared = False
        if is_whole:
            at_once(self.build())

    def build(self) -> Iterator[QWidget]:
        """Make the parts, and yield those that take long."""
        theme = self._theme
        self.line = QuestionLine(self.number, self)
        yield self.line
        self.run = QPushButton("Run", self)
        self.run.setProperty("primary", True)  # a style sheet looks at it once, before it shows
        self.compare = QToolButton(self)
        self.controls = SearchControls(self.number, theme, self)
        yield self.controls
        self.caption = TextLine(theme, "quiet", parent=self)
        self.budget = BudgetBar(theme, self)
        self.stack = QStackedWidget(self)
        self._model = CandidatesModel(self)
        self.table = CandidatesView(self._model, theme, self.stack)
        yield self.table
        self.empty = EmptyState(theme, self.stack)
        self._frame = FocusFrame(theme, self.table)
        self._veil = Veil(theme, self.stack, _PATIENCE_MS)
        self._bar_veil = Veil(theme, self.budget, _PATIENCE_MS)
        self._set_up()
        self._lay_out()
        yield self

    def show_workspace(self, workspace: Workspace) -> None:
        """Show this side of a workspace's bench."""
        bench = workspace.bench
        side = bench.sides[self.number]
        if (bench.leading == self.number, bench.is_compared) != (self._leads, self._is_compared):
            self._leads, self._is_compared = bench.leading == self.number, bench.is_compared
            self.update()
        self._question = side.question
        self.line.show_text(side.question.text)
        self.line.show_past(bench.past)
        self.controls.show_question(side.question)
        self.compare.setChecked(bench.is_compared)
        self.run.setEnabled(workspace.document is not None)
        self._fit()
        self._list(bench)
        self._say_why_empty(workspace)
        is_stale = is_of_other_sizes(workspace, self.number) or side.is_stale
        self._veil.set_stale(is_stale)
        self._bar_veil.set_stale(is_stale)
        self._follow(workspace)

    @override
    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        super().set_theme(theme)
        parts: tuple[Themed, ...] = (
            self.controls,
            self.caption,
            self.budget,
            self.table,
            self.empty,
            self._frame,
            self._veil,
            self._bar_veil,
        )
        for part in parts:
            part.set_theme(theme)

    def set_icons(self) -> None:
        """Give the buttons their icons, once they can be had."""
        self.run.setIcon(icon("ph.play", self._theme, "accent_ink"))
        self.compare.setIcon(icon("ph.columns", self._theme))
        self.controls.set_icons()
        self._fit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.lead_wanted.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(280, 120)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, and a line over the side that leads."""
        super().paintEvent(event)
        if self._is_compared and self._leads:
            top = self.rect().adjusted(0, 0, 0, _LEAD_PX - self.height())
            QPainter(self).fillRect(top, self._theme.color("accent"))

    def _set_up(self) -> None:
        self.run.setAccessibleName("Run")
        self.run.setToolTip("Ask this question (Return in its line, or Ctrl+Return)")
        self.compare.setText("Compare")
        self.compare.setCheckable(True)
        self.compare.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.compare.setAccessibleName("Compare with a second question")
        self.compare.setToolTip("Put a second question, or other settings, beside this one")
        for button in (self.run, self.compare):
            button.setIconSize(QSize(14, 14))
            button.setVisible(self.number == 0)
        for part in (self.line, self.run, self.compare):
            part.setFixedHeight(_CONTROL_PX)
        self.caption.setFixedWidth(_CAPTION_PX)
        self.line.text_typed.connect(self._take_text)
        self.line.run_wanted.connect(self.run_wanted)
        self.run.clicked.connect(self.run_wanted)
        self.compare.clicked.connect(self.compare_wanted)
        self.controls.question_wanted.connect(self.question_changed)
        self.budget.place_chosen.connect(self.place_chosen)
        self.table.place_chosen.connect(self.place_chosen)

    def _lay_out(self) -> None:
        asking = QHBoxLayout()
        asking.setSpacing(8)
        asking.addWidget(self.line, 1)
        asking.addWidget(self.run)
        searching = QHBoxLayout()
        searching.setSpacing(8)
        searching.addWidget(self.controls)
        searching.addWidget(self.compare)
        searching.addStretch(0)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setContentsMargins(12, 8, 12, 0)
        self._head.setSpacing(6)
        self._head.addLayout(asking, 1)
        self._head.addLayout(searching)
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 8, 12, 6)
        bar.addWidget(self.caption)
        bar.addWidget(self.budget, 1)
        self.stack.addWidget(self.table)
        self.stack.addWidget(self.empty)
        self.stack.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addLayout(bar)
        column.addWidget(self.stack, 1)

    def _fit(self) -> None:
        """Lay line and controls out in one row or two, with as many words as there is room for."""
        is_wide, is_roomy = self.width() >= ONE_ROW_FROM_PX, self.width() >= ROOMY_FROM_PX
        directions, styles = QBoxLayout.Direction, Qt.ToolButtonStyle
        self._head.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        self.controls.set_compact(not is_roomy)
        self.controls.set_captioned(self.width() >= CAPTIONED_FROM_PX)
        needs_word = is_roomy or self.compare.icon().isNull()
        self.compare.setToolButtonStyle(
            styles.ToolButtonTextBesideIcon if needs_word else styles.ToolButtonIconOnly
        )

    def _take_text(self, text: str) -> None:
        self.question_changed.emit(replace(self._question, text=text))

    def _list(self, bench: Bench) -> None:
        """List the candidates of an answer that is new here or on the other side."""
        asked = bench.sides[self.number].asked
        other = bench.sides[1 - self.number].asked if bench.is_compared else None
        budget = (self._question if asked is None else asked.question).settings.prompt_characters
        shown = _Shown(asked, other, budget)
        if self._shown is not None and shown.is_same_as(self._shown):
            return
        self._shown = shown
        places = places_of(other) if other is not None else None
        self._rows = rows_of(bench.sides[self.number], places, is_second=self.number == 1)
        self.table.set_compared(places is not None)
        self._model.show_rows(self._rows)
        stretches = () if asked is None else stretches_of(asked, self._rows)
        self.budget.show_stretches(stretches, budget)
        used = "–" if asked is None else f"{asked.prompt.characters:,}"
        self.caption.say(f"Prompt {used} / {budget:,}", "Characters of passages and pinned text")

    def _say_why_empty(self, workspace: Workspace) -> None:
        bench = workspace.bench
        self.stack.setCurrentIndex(0 if self._rows else 1)
        if self._rows:
            return
        asked = bench.sides[self.number].asked
        if workspace.document is None:
            self.empty.say("No page is open", "Open one, then ask it a question.")
        elif bench.stage is Stage.INDEXING and not self._question.is_blank:
            self.empty.say("Indexing the page…", "Then the question is asked.")
        elif bench.stage is Stage.ASKING and not self._question.is_blank:
            self.empty.say("Asking…", "The first question of a page indexes it.")
        elif asked is not None:
            self.empty.say(
                "No candidates", "No passage was found; ask both legs, or search more levels."
            )
        elif self._question.is_blank:
            sentence = "Type what a reader would ask, and see which passages reach the prompt."
            self.empty.say("Nothing was asked yet", sentence)
        else:
            sentence = "Run shows which passages reach the prompt, which are cut, what is missing."
            self.empty.say("Nothing was asked yet", sentence)

    def _follow(self, workspace: Workspace) -> None:
        """Stand at the chosen candidate, and mark the one whose chunk is chosen in the window."""
        bench = workspace.bench
        chosen = bench.chosen if bench.leading == self.number else None
        self.table.show_place(chosen)
        self.budget.show_chosen(chosen)
        marked = self._place_of_choice(workspace)
        self.table.mark_place(None if marked == chosen else marked)

    def _place_of_choice(self, workspace: Workspace) -> int | None:
        chunk = workspace.chosen_chunk
        if chunk is None or is_of_other_sizes(workspace, self.number):
            return None
        level, index = Level(chunk.level).value, chunk.index
        return next(
            (
                row.place
                for row in self._rows
                if row.passage.index == index and row.passage.level == level
            ),
            None,
        )
