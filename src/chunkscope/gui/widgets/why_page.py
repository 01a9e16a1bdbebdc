"""Why the chosen candidate stands where it does: its legs, its words, its sentences."""

from collections import Counter
from typing import Final

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from chunkscope.core.chunks import Level
from chunkscope.core.spans import Span
from chunkscope.gui.models.bench_words import line_of
from chunkscope.gui.models.leg_figures import leg_figures
from chunkscope.gui.models.window_words import unread_words
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.bench_parts import PlaceList, ScrollPage
from chunkscope.gui.widgets.empty_state import EmptyState
from chunkscope.gui.widgets.leg_rows import LegBars
from chunkscope.gui.widgets.panel_parts import inset
from chunkscope.gui.widgets.sentence_list import SentenceList
from chunkscope.gui.widgets.skeleton import Skeleton
from chunkscope.gui.widgets.text_line import Paragraph, TextLine
from chunkscope.workspace.bench import Bench
from chunkscope.workspace.questions import Why
from chunkscope.workspace.state import Workspace

_MOST_WORDS: Final = 24
_ROOM_PX: Final = 40
_MOST_TERMS: Final = 5_000
_LONGEST_WORD: Final = 40


class WhyPage(QStackedWidget):
    """Shows the chosen candidate; what takes long to work out has its place kept.

    Signals:
        place_chosen: Place of the candidate, to be shown again.
        offset_wanted: Where a sentence begins that was clicked.
    """

    place_chosen = Signal(int)
    offset_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start with nothing chosen."""
        super().__init__(parent)
        self._why: Why | None = None
        self._none = EmptyState(theme, self)
        self._page = ScrollPage("Why it was found", theme, self)
        ground = self._page.ground
        self._line = PlaceList("", theme, ground)
        self._legs = LegBars(theme, ground)
        self._unread = Paragraph(theme, "warning", parent=ground)
        self._words_title = TextLine(theme, "quiet", parent=ground)
        self._words = Paragraph(theme, parent=ground)
        self._title = TextLine(theme, "quiet", parent=ground)
        self._waiting = Skeleton(theme, ground)
        self._note = Paragraph(theme, "quiet", parent=ground)
        self._sentences = SentenceList(theme, ground)
        self._words_title.say("Words of the question in it")
        self._title.say("Its sentences by likeness to the question")
        self._lay_out()
        self._line.place_chosen.connect(self.place_chosen)
        self._sentences.offset_wanted.connect(self.offset_wanted)
        self._sentences.row_reached.connect(self._reveal)

    @property
    def legs(self) -> LegBars:
        """What each leg contributed."""
        return self._legs

    @property
    def unread(self) -> str:
        """What the model does not read of the passage; empty where it reads all."""
        return self._unread.text()

    @property
    def words(self) -> str:
        """The matched words, as they are shown."""
        return self._words.text()

    @property
    def sentences(self) -> SentenceList:
        """The sentences with their similarity."""
        return self._sentences

    @property
    def is_waiting(self) -> bool:
        """Whether the sentences are still to come."""
        return not self._waiting.isHidden()

    def show_workspace(self, workspace: Workspace) -> None:
        """Show why the chosen candidate stands where it does."""
        bench, document = workspace.bench, workspace.document
        outcome, asked = bench.chosen_outcome, bench.side.asked
        if outcome is None or asked is None or bench.chosen is None or document is None:
            self._none.say(*_nothing(bench))
            self.setCurrentWidget(self._none)
            return
        self.setCurrentWidget(self._page)
        line = line_of(bench.side, bench.chosen)
        self._line.show_lines([line] if line is not None else [])
        passage = bench.chosen_passage
        has_words = passage is None or passage.level == Level.PARENT
        settings = asked.question.settings
        self._legs.show_legs(leg_figures(outcome, settings, has_words=has_words))
        unread = unread_words(workspace)
        self._unread.say(unread)
        self._unread_place.setVisible(bool(unread))
        self._show_why(workspace, bench.why, document.text)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._none.set_theme(theme)
        self._page.set_theme(theme)
        for part in (self._line, self._legs, self._words_title, self._words, self._title):
            part.set_theme(theme)
        for rest in (self._unread, self._waiting, self._note, self._sentences):
            rest.set_theme(theme)

    def _show_why(self, workspace: Workspace, why: Why | None, text: str) -> None:
        reason = "" if why is not None else _not_coming(workspace)
        self._note.say(reason)
        self._note.setVisible(bool(reason))
        self._waiting.setVisible(why is None and not reason)
        self._sentences.setVisible(why is not None)
        if why is None:
            self._words.say("–")
        elif why is not self._why:
            self._words.say(_listed(why.terms, text) or "None of them.")
            self._sentences.show_why(why, text)
        self._why = why

    def _reveal(self, y: int) -> None:
        """Scroll so that the sentence at a height of the list shows."""
        place = self._sentences.mapTo(self._page.ground, QPoint(0, y))
        self._page.ensureVisible(0, place.y(), 0, _ROOM_PX)

    def _lay_out(self) -> None:
        column = self._page.column
        column.addWidget(self._line)
        column.addSpacing(8)
        column.addWidget(self._legs)
        self._unread_place = inset(self._unread, top=8)
        column.addWidget(self._unread_place)
        column.addWidget(inset(self._words_title, top=8))
        column.addWidget(inset(self._words, top=2))
        column.addWidget(inset(self._title, top=10, bottom=4))
        column.addWidget(inset(self._note))
        column.addWidget(self._waiting)
        column.addWidget(self._sentences)
        column.addStretch(1)
        self.addWidget(self._none)
        self.addWidget(self._page)


def _nothing(bench: Bench) -> tuple[str, str]:
    asked = bench.side.asked
    if asked is None:
        return "Nothing is asked yet", "Ask a question; then choose one of the passages it finds."
    if not asked.prompt.outcomes:
        return "Nothing was found", "No passage was found by meaning or by words."
    return "No passage is chosen", "Choose one in the table to see why it stands where it does."


def _not_coming(workspace: Workspace) -> str:
    bench = workspace.bench
    if bench.error:
        return "Its sentences could not be compared with the question."
    if bench.side.chunk_set is not workspace.chunk_set:
        return "The cut has changed since. Run the question again to see its sentences."
    return ""


def _listed(terms: tuple[Span, ...], text: str) -> str:
    """Return the matched words, each once, the rarest first, with how often it stands there."""
    spans = terms[:_MOST_TERMS]
    ends = (min(end, start + _LONGEST_WORD) for start, end in spans)
    words = Counter(text[start:end].casefold() for (start, _), end in zip(spans, ends, strict=True))
    rarest = sorted(words.items(), key=lambda word: word[1])
    shown = [word if many == 1 else f"{word} ×{many:,}" for word, many in rarest]
    return " · ".join(shown[:_MOST_WORDS]) + (" · …" if len(shown) > _MOST_WORDS else "")
