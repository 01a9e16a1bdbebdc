"""The test bench: a question, what reaches the prompt, and why the right passage is missing."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from chunkscope.core.overriding import override
from chunkscope.gui.opening import Progress
from chunkscope.gui.theme import LIGHT, Theme
from chunkscope.gui.widgets.bench_details import WIDTH_PX, BenchDetails, Details
from chunkscope.gui.widgets.bench_side import BenchSide
from chunkscope.gui.widgets.bench_status import BenchStatus
from chunkscope.gui.widgets.building import at_once
from chunkscope.gui.widgets.ground import Ground, Themed
from chunkscope.gui.widgets.rule_line import RuleLine
from chunkscope.workspace.state import Workspace

_LEAST_WIDTH_PX: Final = 300
_BESIDE_PX: Final = 320
"""Least width of a side that stands beside the other; narrower ones stand one above the other."""
_SIDE_PX: Final = {1: 600, 2: 480}
"""Least width of a side that leaves room for the details beside it, by the number of sides."""


class BenchPanel(Ground):
    """Asks questions of the page, one or two side by side.

    Signals:
        question_changed: Number of a side and its `Question`.
        run_wanted: All sides are to be asked.
        compare_wanted: Whether a second question is to stand beside the first.
        lead_wanted: Number of the side whose hits the window is to show.
        place_chosen: Place of a candidate of the leading side.
        answer_forgotten: The answer is to be forgotten.
        cancel_wanted: What is being done is to end.
    """

    question_changed = Signal(int, object)
    run_wanted = Signal()
    compare_wanted = Signal(bool)
    lead_wanted = Signal(int)
    place_chosen = Signal(int)
    answer_forgotten = Signal()
    cancel_wanted = Signal()

    def __init__(
        self, parent: QWidget | None = None, theme: Theme = LIGHT, *, is_whole: bool = True
    ) -> None:
        """Start without a page.

        The parts are made now, or where it is not to be whole yet, by `build`.
        """
        super().__init__(theme, parent)
        self.setObjectName("benchPanel")
        self._workspace = Workspace()
        self._turned = False
        if is_whole:
            at_once(self.build())

    def build(self) -> Iterator[QWidget]:
        """Make the parts, and yield those that take long."""
        theme = self._theme
        self.sides = tuple(BenchSide(number, theme, self, is_whole=False) for number in range(2))
        for side in self.sides:
            yield from side.build()
        self.details = BenchDetails(theme, self, is_whole=False)
        yield from self.details.build()
        self.status = BenchStatus(theme, self)
        self.switch = QToolButton(self.status)
        self._between = RuleLine(theme, self)
        self._beside = RuleLine(theme, self)
        self._above = RuleLine(theme, self)
        self._set_up()
        self._lay_out()
        self.show_workspace(self._workspace)
        yield self

    def show_workspace(self, workspace: Workspace) -> None:
        """Show a workspace's bench."""
        self._workspace = workspace
        for side in self.sides[: len(workspace.bench.sides)]:
            side.show_workspace(workspace)
        self.details.show_workspace(workspace)
        self.status.show_workspace(workspace)
        self._fit()

    def show_progress(self, progress: Progress) -> None:
        """Say how far an indexing is."""
        self.status.show_progress(progress)

    def focus_question(self) -> None:
        """Put the keyboard into the leading question's line."""
        self.switch.setChecked(False)
        self.sides[self._workspace.bench.leading].line.focus()

    def step(self, candidates: int) -> None:
        """Go some candidates down, or for a negative number up, on the leading side."""
        self.switch.setChecked(False)
        self.sides[self._workspace.bench.leading].table.step(candidates)

    def show_prompt(self) -> None:
        """Show the prompt as it is sent."""
        self.details.show_page(Details.PROMPT)
        if not self.details.isVisibleTo(self):
            self.switch.click()

    def open_settings(self) -> None:
        """Open the search settings of the leading side."""
        self.sides[self._workspace.bench.leading].controls.open_settings()

    @override
    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        super().set_theme(theme)
        parts: tuple[Themed, ...] = (
            *self.sides,
            self.details,
            self.status,
            self._between,
            self._beside,
            self._above,
        )
        for part in parts:
            part.set_theme(theme)

    def set_icons(self) -> None:
        """Give the buttons their icons, once they can be had."""
        for side in self.sides:
            side.set_icons()

    def set_models_action(self, action: QAction) -> None:
        """Offer the action that opens the list of models among the search settings."""
        for side in self.sides:
            side.controls.set_models_action(action)

    @override
    def sizeHint(self) -> QSize:
        return QSize(600, 290)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def minimumSizeHint(self) -> QSize:
        """Ask for little: what does not fit beside the table takes its place."""
        return QSize(_LEAST_WIDTH_PX, super().minimumSizeHint().height())

    def _set_up(self) -> None:
        for number, side in enumerate(self.sides):
            side.question_changed.connect(partial(self.question_changed.emit, number))
            side.run_wanted.connect(self.run_wanted)
            side.compare_wanted.connect(self.compare_wanted)
            side.lead_wanted.connect(partial(self._lead, number))
            side.place_chosen.connect(partial(self._choose, number))
        self.details.place_chosen.connect(self.place_chosen)
        self.details.answer_forgotten.connect(self.answer_forgotten)
        self.status.cancel_wanted.connect(self.cancel_wanted)
        self.switch.setText("Details")
        self.switch.setCheckable(True)
        self.switch.setObjectName("statusButton")
        self.switch.setAccessibleName("Show the details in the table's place")
        self.switch.setToolTip("The answer, why a passage was found, and the prompt")
        self.switch.toggled.connect(self._turn)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow_focus)

    def _lay_out(self) -> None:
        for line in (self._between, self._beside):
            line.set_upright(True)
        self.details.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._pair = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._pair.setSpacing(0)
        self._pair.addWidget(self.sides[0], 1)
        self._pair.addWidget(self._between)
        self._pair.addWidget(self.sides[1], 1)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addLayout(self._pair, 1)
        row.addWidget(self._beside)
        row.addWidget(self.details)
        self.status.add_switch(self.switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row, 1)
        column.addWidget(self._above)
        column.addWidget(self.status)

    def _fit(self) -> None:
        """Put the details beside the sides where there is room, else in their place when asked."""
        is_compared = self._workspace.bench.is_compared
        number = len(self._workspace.bench.sides)
        has_room = self.width() - WIDTH_PX >= number * _SIDE_PX[number]
        has_page = self._workspace.document is not None
        self.switch.setVisible(has_page and not has_room)
        takes_place = self._turned and not has_room
        self.sides[0].setVisible(not takes_place)
        self.sides[1].setVisible(is_compared and not takes_place)
        self._between.setVisible(is_compared and not takes_place)
        self._beside.setVisible(has_room and has_page)
        self.details.setVisible((has_room and has_page) or takes_place)
        self.details.setMaximumWidth(WIDTH_PX if has_room else self.maximumWidth())
        self.details.setMinimumWidth(WIDTH_PX if has_room else 0)
        self._stack(is_compared and self.width() < number * _BESIDE_PX)

    def _stack(self, is_stacked: bool) -> None:
        """Put the second side below the first, or beside it."""
        directions = QBoxLayout.Direction
        self._pair.setDirection(directions.TopToBottom if is_stacked else directions.LeftToRight)
        self._between.set_upright(not is_stacked)

    def _turn(self, turned: bool) -> None:
        self._turned = turned
        self._fit()

    def _lead(self, number: int) -> None:
        bench = self._workspace.bench
        if bench.leading != number and number < len(bench.sides):
            self.lead_wanted.emit(number)

    def _choose(self, number: int, place: int) -> None:
        self._lead(number)
        self.place_chosen.emit(place)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Let the side lead that the keyboard went to."""
        for number, side in enumerate(self.sides):
            if now is not None and side.isAncestorOf(now):
                self._lead(number)
