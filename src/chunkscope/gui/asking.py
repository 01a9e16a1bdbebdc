"""What the user wants of the test bench: questions, sides, the candidate and the answer."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from chunkscope.core.packing import visible_span
from chunkscope.core.spans import Span
from chunkscope.gui.answering import Answering
from chunkscope.gui.held import Held
from chunkscope.gui.tasks import TaskRunner
from chunkscope.workspace.bench import Bench
from chunkscope.workspace.questions import Question

TYPED_MS: Final = 1500
"""What is typed is remembered once the hands rest this long."""
_MOST_PAST: Final = 30


class Asking(QObject):
    """Takes the bench's intents, and has answered what they ask.

    Signals:
        passage_chosen: A `Passage` that the document should show.
        question_kept: A `Question` to be remembered, and whether it was run or only typed.
        progressed: How far an indexing is, a `Progress`.
        ended: Nothing runs any more.
        noticed: One sentence for the bar.
    """

    passage_chosen = Signal(object)
    question_kept = Signal(object, bool)
    progressed = Signal(object)
    ended = Signal()
    noticed = Signal(str)

    def __init__(self, runner: TaskRunner, held: Held, parent: QObject) -> None:
        """Work on `runner`, for the workspace that is `held`."""
        super().__init__(parent)
        self._held = held
        self._answering = Answering(runner, held, self)
        self._answering.answered.connect(self._answered)
        self._answering.progressed.connect(self.progressed)
        self._answering.ended.connect(self.ended)
        self._jumps = False
        self._typed = QTimer(self, singleShot=True, interval=TYPED_MS)
        self._typed.timeout.connect(
            lambda: self.question_kept.emit(self._held.bench.side.question, False)
        )

    @property
    def is_busy(self) -> bool:
        """Whether an answer, or anything else, is still to come."""
        return self._answering.is_busy

    def prepare(self) -> None:
        """Load the model while the reader reads; from now on, say ahead what indexing costs."""
        self._answering.wake()

    def page_opened(self, bench: Bench) -> None:
        """Start with another page's bench; nothing is asked of the page before any more."""
        self.cancel()
        self._held.put_bench(bench)

    def page_cut(self) -> None:
        """Work out anew what indexing costs, once the hand rests."""
        self._answering.page_cut()

    def set_question(self, number: int, question: Question) -> None:
        """Take over what is to be asked; settings of a search are tried at once if that is free."""
        bench = self._held.bench
        side = bench.sides[number]
        if side.question == question:
            return
        self._held.put_bench(bench.with_side(number, replace(side, question=question)))
        self._typed.start()
        asked = side.asked
        if asked is None or asked.question.text != question.text or question.is_blank:
            return
        if asked.question.model == question.model and side.chunk_set is self._held.now().chunk_set:
            self._answering.ask_when_calm(number)

    def run(self) -> None:
        """Ask what stands in every side; index the page first where that is needed."""
        workspace, bench = self._held.now(), self._held.bench
        if workspace.chunk_set is None or workspace.document is None:
            self.noticed.emit("Open a page first; then ask.")
            return
        sides = bench.sides_to_ask
        if not sides:
            self.noticed.emit("Type a question first.")
            return
        question = bench.sides[sides[0]].question
        text = question.text.strip()
        past = (text, *(one for one in bench.past if one != text))[:_MOST_PAST]
        self._held.put_bench(replace(bench, past=past, chosen=None, why=None))
        self._typed.stop()
        self.question_kept.emit(question, True)
        self._jumps = True
        self._answering.ask(sides)

    def compare(self, compares: bool) -> None:
        """Put a second question beside the first, or take it away."""
        bench = self._held.bench
        if compares == bench.is_compared:
            return
        pending = self._answering.pending
        if not compares:
            pending = [0 for number in pending if number == bench.leading]
        self._held.put_bench(bench.with_aside() if compares else bench.without_aside())
        self._answering.go_on_with(pending)

    def lead(self, number: int) -> None:
        """Show the hits of one side in the document."""
        bench = self._held.bench
        if bench.leading != number:
            self._held.put_bench(replace(bench, leading=number, chosen=None, why=None))

    def choose(self, place: int | None) -> None:
        """Choose a candidate of the leading side, show it, and work out why it was found."""
        bench = replace(self._held.bench, chosen=place, why=None)
        self._held.put_bench(bench)
        passage = bench.chosen_passage
        if passage is not None:
            self._answering.explain()
            self.passage_chosen.emit(passage)

    def mark_answer(self, answer: Span | None) -> None:
        """Say which characters of the page answer the question; None for none."""
        document = self._held.now().document
        if answer is not None and document is not None:
            visible = visible_span(document.text, answer.start, answer.end)
            answer = None if visible is None else Span(*visible)
        self._held.put_bench(self._held.bench.with_answer(answer))
        if answer is None:
            return
        sides = self._held.bench.sides_to_ask
        if sides:
            self._answering.ask(sides)
        else:
            self.noticed.emit("The answer is marked. Ask a question to see where it goes.")

    def cancel(self) -> None:
        """End all that runs; the answers that are there stay."""
        self._answering.cancel()

    def close(self) -> None:
        """End the process; nothing may run any more."""
        self._typed.stop()
        self._answering.close()

    def _answered(self, number: int) -> None:
        """Show the best candidate of what was run; else say why the chosen one was found."""
        bench = self._held.bench
        asked = bench.side.asked
        if number != bench.leading or asked is None or not asked.prompt.outcomes:
            return
        if self._jumps:
            self._jumps = False
            self.choose(asked.prompt.outcomes[0].place)
        elif bench.chosen is not None:
            self._answering.explain()
