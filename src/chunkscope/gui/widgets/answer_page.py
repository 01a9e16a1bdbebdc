"""What became of the answer that was marked: the verdict, what beats it, how diluted it is."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from chunkscope.core.spans import Span
from chunkscope.core.verdict import Verdict
from chunkscope.gui.models.bench_words import CandidateLine, Sign, case_sign, line_of
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.bench_parts import Badge, PlaceList, Quote, ScrollPage
from chunkscope.gui.widgets.empty_state import EmptyState
from chunkscope.gui.widgets.panel_parts import MARGIN_PX, inset, link
from chunkscope.gui.widgets.share_rows import ShareList
from chunkscope.gui.widgets.text_line import Paragraph
from chunkscope.gui.widgets.wording import plain_tip
from chunkscope.workspace.bench import Bench, Side, Stage
from chunkscope.workspace.state import Workspace

MARK_KEYS: Final = "Ctrl+Shift+A"
_MOST_ROWS: Final = 5
_LONGEST_QUOTE: Final = 400
_HOW: Final = (
    "Select the words in the document that answer the question, then choose "
    "“This is the answer” ({keys}). The bench says where they rank and what stands before them."
)


class AnswerPage(QStackedWidget):
    """How to mark an answer while there is none; then what became of it.

    Signals:
        place_chosen: Place of a candidate to show.
        offset_wanted: Where the answer begins, to be shown.
        answer_forgotten: The answer is to be forgotten.
    """

    place_chosen = Signal(int)
    offset_wanted = Signal(int)
    answer_forgotten = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start without an answer."""
        super().__init__(parent)
        self._start = 0
        self._none = EmptyState(theme, self)
        self._none.say("No answer is marked", _HOW.format(keys=_native(MARK_KEYS)))
        self._page = ScrollPage("What became of the answer", theme, self)
        ground = self._page.ground
        self._quote = Quote(theme, ground)
        self._badge = Badge(theme, ground)
        self._show = link("Show it", ground)
        self._forget = link("Forget it", ground)
        self._message = Paragraph(theme, bold=True, parent=ground)
        self._advice = Paragraph(theme, parent=ground)
        self._place = PlaceList("The passage", theme, ground)
        self._parts = PlaceList("The parts", theme, ground)
        self._beaten = PlaceList("What goes before it", theme, ground)
        self._shares = ShareList(theme, ground)
        self._lay_out()
        self._connect()

    @property
    def words(self) -> tuple[str, str, str]:
        """The badge, the sentence and the advice that are shown."""
        return self._badge.sign.words, self._message.text(), self._advice.text()

    @property
    def show_button(self) -> QPushButton:
        """Leads to the answer's place in the document."""
        return self._show

    @property
    def quote(self) -> Quote:
        """The answer's words."""
        return self._quote

    @property
    def lists(self) -> tuple[PlaceList, PlaceList, PlaceList]:
        """The answer's passage, the parts of a split one, and what goes before it."""
        return self._place, self._parts, self._beaten

    @property
    def shares(self) -> ShareList:
        """How much of each chunk the answer is."""
        return self._shares

    def show_workspace(self, workspace: Workspace) -> None:
        """Show what became of the answer."""
        bench, document = workspace.bench, workspace.document
        if bench.answer is None or document is None:
            self.setCurrentWidget(self._none)
            return
        self.setCurrentWidget(self._page)
        self._start = bench.answer.start
        self._quote.quote(_quoted(bench.answer, document.text))
        asked = bench.side.asked
        verdict = None if asked is None else asked.verdict
        if verdict is None or asked is None:
            self._say(Sign("marked", "info"), _waiting(bench), "")
            self._list(bench.side, None)
        else:
            self._say(case_sign(verdict), verdict.message, verdict.advice)
            self._list(bench.side, verdict)
        shares = () if asked is None or verdict is None else asked.shares
        self._shares.show_shares(bench.side, shares)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._none.set_theme(theme)
        self._page.set_theme(theme)
        for part in (self._quote, self._badge, self._message, self._advice, self._shares):
            part.set_theme(theme)
        for each in self.lists:
            each.set_theme(theme)

    def _say(self, sign: Sign, message: str, advice: str) -> None:
        self._badge.say(sign)
        self._message.say(message)
        self._advice.say(advice)
        self._advice.setVisible(bool(advice))

    def _list(self, side: Side, verdict: Verdict | None) -> None:
        parts = () if verdict is None else verdict.parts
        place = None if verdict is None else verdict.place
        beaten = () if verdict is None else verdict.beaten_by
        only = () if place is None or place in parts else (place,)
        self._place.show_lines(_lines(side, only))
        self._parts.show_lines(_lines(side, parts), _more(parts))
        self._beaten.show_lines(_lines(side, beaten), _more(beaten))

    def _connect(self) -> None:
        for each in self.lists:
            each.place_chosen.connect(self.place_chosen)
        self._shares.place_chosen.connect(self.place_chosen)
        self._show.clicked.connect(self._go)
        self._show.setAccessibleName("Show the answer")
        self._show.setToolTip(plain_tip("Show the answer in the document"))
        self._forget.clicked.connect(self.answer_forgotten)
        self._forget.setAccessibleName("Forget the answer")
        self._forget.setToolTip(plain_tip("Forget the marked answer; the text stays as it is"))

    def _go(self) -> None:
        self.offset_wanted.emit(self._start)

    def _lay_out(self) -> None:
        head = QWidget(self._page.ground)
        row = QHBoxLayout(head)
        row.setContentsMargins(MARGIN_PX, 8, MARGIN_PX, 2)
        row.addWidget(self._badge)
        row.addStretch(1)
        row.setSpacing(12)
        row.addWidget(self._show)
        row.addWidget(self._forget)
        column: QVBoxLayout = self._page.column
        column.addWidget(inset(self._quote, top=6))
        column.addWidget(head)
        column.addWidget(inset(self._message, top=2))
        column.addWidget(inset(self._advice, top=4))
        for part in (self._place, self._parts, self._beaten, self._shares):
            column.addWidget(part)
        column.addStretch(1)
        self.addWidget(self._none)
        self.addWidget(self._page)
        self._page.setAlignment(Qt.AlignmentFlag.AlignTop)


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _waiting(bench: Bench) -> str:
    if bench.side.question.is_blank:
        return "Ask a question to see where this answer goes."
    if bench.stage is Stage.INDEXING:
        return "The page is indexed first; then this answer is looked for."
    if bench.stage is Stage.ASKING:
        return "Looking for it among the passages…"
    return "Run the question to see where this answer goes."


def _quoted(answer: Span, text: str) -> str:
    words = text[answer.start : min(answer.end, answer.start + _LONGEST_QUOTE)]
    return words + "…" if answer.end - answer.start > _LONGEST_QUOTE else words


def _more(places: tuple[int, ...]) -> str:
    hidden = len(places) - _MOST_ROWS
    return f"and {hidden:,} more in the table" if hidden > 0 else ""


def _lines(side: Side, places: tuple[int, ...]) -> list[CandidateLine]:
    found = (line_of(side, place) for place in places[:_MOST_ROWS])
    return [line for line in found if line is not None]
