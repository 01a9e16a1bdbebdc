"""Beside the bench's table: the answer's verdict, why a passage was found, and the prompt."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.bench_facts import is_old
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.answer_page import AnswerPage
from chunkscope.gui.widgets.building import at_once
from chunkscope.gui.widgets.ground import Ground
from chunkscope.gui.widgets.panel_parts import MARGIN_PX
from chunkscope.gui.widgets.prompt_page import PromptPage
from chunkscope.gui.widgets.segments import Segments
from chunkscope.gui.widgets.text_line import TextLine
from chunkscope.gui.widgets.why_page import WhyPage
from chunkscope.workspace.state import Workspace

WIDTH_PX: Final = 340
_LEAST_PX: Final = (200, 80)
_LATE: Final = "The question, its settings or the cut changed since. Run it again."


class Details(IntEnum):
    """The pages, in the order of the switch."""

    ANSWER = 0
    WHY = 1
    PROMPT = 2


class BenchDetails(Ground):
    """Three pages behind a switch; only the one on screen is filled.

    Signals:
        place_chosen: Place of a candidate of the leading side that is to be shown.
        offset_wanted: Where the answer, or a sentence that was clicked, begins.
        answer_forgotten: The answer is to be forgotten.
    """

    place_chosen = Signal(int)
    offset_wanted = Signal(int)
    answer_forgotten = Signal()

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, is_whole: bool = True
    ) -> None:
        """Start on the page of the answer.

        The pages are made now, or where it is not to be whole yet, by `build`.
        """
        super().__init__(theme, parent)
        self._workspace = Workspace()
        if is_whole:
            at_once(self.build())

    def build(self) -> Iterator[QWidget]:
        """Make the pages, and yield each."""
        theme = self._theme
        self.segments = Segments(("Answer", "Why", "Prompt"), "Details", theme, self)
        self._age = TextLine(theme, "quiet", parent=self)
        self._stack = QStackedWidget(self)
        self.answer = AnswerPage(theme, self._stack)
        yield self.answer
        self.why = WhyPage(theme, self._stack)
        yield self.why
        self.prompt = PromptPage(theme, self._stack)
        self._pages = (self.answer, self.why, self.prompt)
        self._lay_out()
        self.segments.currentChanged.connect(self._turn)
        for page in self._pages:
            page.place_chosen.connect(self.place_chosen)
        self.answer.offset_wanted.connect(self.offset_wanted)
        self.why.offset_wanted.connect(self.offset_wanted)
        self.answer.answer_forgotten.connect(self.answer_forgotten)
        yield self

    @property
    def age(self) -> str:
        """What is said where the answer belongs to something earlier; empty where it does not."""
        return self._age.text()

    @property
    def page(self) -> Details:
        """The page on screen."""
        return Details(self._stack.currentIndex())

    def show_page(self, page: Details) -> None:
        """Turn to a page."""
        self.segments.setCurrentIndex(page)

    def show_workspace(self, workspace: Workspace) -> None:
        """Show the leading side of the bench; a newly marked answer brings its page forward."""
        before, self._workspace = self._workspace, workspace
        answer = workspace.bench.answer
        if answer is not None and answer != before.bench.answer:
            self.show_page(Details.ANSWER)
        is_late = workspace.bench.side.asked is not None and is_old(workspace)
        self._age.say("out of date" if is_late else "", _LATE if is_late else "")
        self._fill()

    @override
    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        super().set_theme(theme)
        self.segments.set_theme(theme)
        self._age.set_theme(theme)
        for page in self._pages:
            page.set_theme(theme)

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH_PX, 240)

    def _turn(self, index: int) -> None:
        self._stack.setCurrentIndex(index)
        self._fill()

    def _fill(self) -> None:
        self._pages[self._stack.currentIndex()].show_workspace(self._workspace)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN_PX, 6, MARGIN_PX, 4)
        head.setSpacing(8)
        head.addWidget(self.segments)
        head.addWidget(self._age, 1)
        self._age.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        self._stack.setMinimumSize(*_LEAST_PX)  # a page's own is that of its words in a column
        for page in self._pages:
            self._stack.addWidget(page)
