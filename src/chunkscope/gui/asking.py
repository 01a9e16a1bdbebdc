"""How questions are answered: one after the other on the searching lane, in another process."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.document import Document
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.prompt import Outcome
from chunkscope.core.spans import Span
from chunkscope.gui.opening import Progress
from chunkscope.gui.tasks import Lane, TaskReport, TaskRunner
from chunkscope.workspace.bench import Bench, Side, Stage
from chunkscope.workspace.questions import Asked, Question
from chunkscope.workspace.state import Workspace

if TYPE_CHECKING:
    from chunkscope.workspace.asker import Asker
    from chunkscope.workspace.asking_messages import Message

CALM_MS: Final = 250
"""A setting that is being dragged is not worth a search until the hand rests this long."""
TYPED_MS: Final = 1500
"""What is typed is remembered once the hands rest this long."""
_MOST_PAST: Final = 30

Work = Callable[["Asker", TaskReport], None]


class Asking(QObject):
    """Has questions answered, and puts what comes into the workspace's bench.

    What the user runs ends what is worked out ahead: the model that loads, the cost of indexing,
    the reasons for a passage.

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

    def __init__(
        self,
        runner: TaskRunner,
        now: Callable[[], Workspace],
        update: Callable[[Workspace], None],
        parent: QObject,
    ) -> None:
        """Work on `runner`; read the workspace from `now` and give it back to `update`."""
        super().__init__(parent)
        self._runner = runner
        self._now = now
        self._update = update
        self._asker: Asker | None = None
        self._is_awake = False
        self._loaded: set[str] = set()
        self._to_ask: list[int] = []
        self._runs_for: int | None = None
        self._wants_why = False
        self._wants_plan = False
        self._jumps = False
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.timeout.connect(self._when_calm)
        self._typed = QTimer(self, singleShot=True, interval=TYPED_MS)
        self._typed.timeout.connect(
            lambda: self.question_kept.emit(self._bench.side.question, False)
        )

    @property
    def is_busy(self) -> bool:
        """Whether an answer, or anything else, is still to come."""
        return self._calm.isActive() or self._runner.is_busy(Lane.SEARCH)

    def prepare(self) -> None:
        """Load the model while the reader reads; from now on, say ahead what indexing costs."""
        self._is_awake = True
        self._wants_plan = True
        self._calm.start()

    def page_opened(self, bench: Bench) -> None:
        """Start with another page's bench; nothing is asked of the page before any more."""
        self.cancel()
        self._put(bench)

    def page_cut(self) -> None:
        """Work out anew what indexing costs, once the hand rests."""
        self._put(replace(self._bench, plan=None))
        self._wants_plan = self._is_awake
        if self._is_awake or self._to_ask:
            self._calm.start()

    def set_question(self, number: int, question: Question) -> None:
        """Take over what is to be asked; settings of a search are tried at once if that is free."""
        bench = self._bench
        side = bench.sides[number]
        if side.question == question:
            return
        self._put(bench.with_side(number, replace(side, question=question)))
        self._typed.start()
        asked = side.asked
        if asked is None or asked.question.text != question.text or question.is_blank:
            return
        if asked.question.model == question.model and side.chunk_set is self._now().chunk_set:
            self._to_ask.append(number)
            self._calm.start()

    def run(self) -> None:
        """Ask what stands in every side; index the page first where that is needed."""
        workspace, bench = self._now(), self._bench
        if workspace.chunk_set is None or workspace.document is None:
            self.noticed.emit("Open a page first; then ask.")
            return
        sides = [n for n, side in enumerate(bench.sides) if not side.question.is_blank]
        if not sides:
            self.noticed.emit("Type a question first.")
            return
        question = bench.sides[sides[0]].question
        text = question.text.strip()
        past = (text, *(one for one in bench.past if one != text))[:_MOST_PAST]
        self._put(replace(bench, past=past, chosen=None, why=None))
        self._typed.stop()
        self.question_kept.emit(question, True)
        self._jumps = True
        self._ask(sides)

    def compare(self, compares: bool) -> None:
        """Put a second question beside the first, or take it away."""
        bench = self._bench
        if compares == bench.is_compared:
            return
        pending = self._pending()
        if not compares:
            pending = [0 for number in pending if number == bench.leading]
        self._put(bench.with_aside() if compares else bench.without_aside())
        if self._runs_for is not None:
            self._ask(pending)
        else:
            self._to_ask = pending

    def lead(self, number: int) -> None:
        """Show the hits of one side in the document."""
        if self._bench.leading != number:
            self._put(replace(self._bench, leading=number, chosen=None, why=None))

    def choose(self, place: int | None) -> None:
        """Choose a candidate of the leading side, show it, and work out why it was found."""
        bench = replace(self._bench, chosen=place, why=None)
        self._put(bench)
        passage = bench.chosen_passage
        if passage is not None:
            self._explain()
            self.passage_chosen.emit(passage)

    def mark_answer(self, answer: Span | None) -> None:
        """Say which characters of the page answer the question; None for none."""
        document = self._now().document
        if answer is not None and document is not None:
            answer = _without_blanks(answer, document.text)
        self._put(self._bench.with_answer(answer))
        if answer is None:
            return
        sides = [n for n, one in enumerate(self._bench.sides) if not one.question.is_blank]
        if sides:
            self._ask(sides)
        else:
            self.noticed.emit("The answer is marked. Ask a question to see where it goes.")

    def cancel(self) -> None:
        """End all that runs; the answers that are there stay."""
        self._calm.stop()
        self._to_ask.clear()
        self._wants_why = self._wants_plan = False
        self._end_running()
        self._rest()

    def close(self) -> None:
        """End the process; nothing may run any more."""
        self._calm.stop()
        self._typed.stop()
        if self._asker is not None:
            self._asker.close()

    @property
    def _bench(self) -> Bench:
        return self._now().bench

    def _put(self, bench: Bench) -> None:
        workspace = self._now()
        if workspace.bench != bench:
            self._update(replace(workspace, bench=bench))

    def _when_calm(self) -> None:
        if self._to_ask:
            self._ask(self._to_ask)
        else:
            self._go_on()

    def _pending(self) -> list[int]:
        """Return the sides whose answers are still to come, the running one first."""
        running = () if self._runs_for is None else (self._runs_for,)
        return list(dict.fromkeys((*running, *self._to_ask)))

    def _ask(self, sides: list[int]) -> None:
        """Ask of each side, and end what is worked out ahead."""
        self._calm.stop()
        self._to_ask = list(dict.fromkeys(sides))
        self._end_running()
        self._put(replace(self._bench, stage=Stage.ASKING, error="", hint=""))
        self._go_on()

    def _explain(self) -> None:
        self._wants_why = True
        self._go_on()

    def _go_on(self) -> None:
        """Start what is wanted most, unless something runs."""
        if self._runner.is_busy(Lane.SEARCH):
            return
        workspace = self._now()
        document, chunks, bench = workspace.document, workspace.chunk_set, workspace.bench
        model = bench.side.question.model
        if document is None or chunks is None or chunks.text is not document.text:
            if self._is_awake and model not in self._loaded:
                self._load(model)
            elif not self._to_ask:
                self._rest()
        elif self._to_ask:
            self._start_asking(self._to_ask.pop(0), document, chunks)
        elif self._wants_why:
            self._wants_why = False
            self._start_explaining(document, chunks)
        elif self._wants_plan:
            self._wants_plan = False
            self._start_planning(document, chunks, model)
        else:
            self._rest()

    def _load(self, model: str) -> None:
        self._loaded.add(model)
        self._put(replace(self._bench, stage=Stage.LOADING))
        self._start(lambda asker, report: asker.load(model, report.publish, report), None, None)

    def _start_asking(self, number: int, document: Document, chunks: ChunkSet) -> None:
        question, answer = self._bench.sides[number].question, self._bench.answer

        def ask(asker: "Asker", report: TaskReport) -> None:
            asker.ask(document, chunks.settings, question, answer, report.publish, report)

        self._put(replace(self._bench, stage=Stage.ASKING))
        self._start(ask, chunks, number)

    def _start_explaining(self, document: Document, chunks: ChunkSet) -> None:
        bench, outcome = self._bench, self._bench.chosen_outcome
        asked = bench.side.asked
        if outcome is None or asked is None or bench.side.chunk_set is not chunks:
            self._go_on()
            return
        question, span = asked.question, outcome.span

        def explain(asker: "Asker", report: TaskReport) -> None:
            asker.explain(document, chunks.settings, question, span, report.publish, report)

        self._start(explain, chunks, None)

    def _start_planning(self, document: Document, chunks: ChunkSet, model: str) -> None:
        def estimate(asker: "Asker", report: TaskReport) -> None:
            asker.estimate(document, chunks.settings, model, report.publish, report)

        if model not in self._loaded:
            self._loaded.add(model)
            self._put(replace(self._bench, stage=Stage.LOADING))
        self._start(estimate, chunks, None)

    def _start(self, work: Work, chunks: ChunkSet | None, number: int | None) -> None:
        self._runs_for, answer = number, self._bench.answer
        self._runner.start(
            Lane.SEARCH,
            lambda report: work(self._the_asker(), report),
            done=self._done,
            failed=self._failed,
            partly=lambda message: self._take(message, chunks, number, answer),
        )

    def _done(self, _none: object) -> None:
        self._runs_for = None
        self._go_on()

    def _end_running(self) -> None:
        self._runs_for = None
        self._runner.cancel(Lane.SEARCH)

    def _the_asker(self) -> "Asker":
        if self._asker is None:
            from chunkscope.workspace.asker import Asker

            self._asker = Asker()
        return self._asker

    def _failed(self, error: Exception) -> None:
        message, hint = "Asking failed inside.", "The log says more."
        if isinstance(error, ChunkscopeError):
            message, hint = error.message, error.hint
        self._runs_for = None
        self._to_ask.clear()
        self._wants_why = self._wants_plan = False
        self._put(replace(self._bench, error=message, hint=hint))
        self._rest()

    def _rest(self) -> None:
        if self._bench.stage is not Stage.IDLE:
            self._put(replace(self._bench, stage=Stage.IDLE))
        self.ended.emit()

    def _take(
        self,
        message: "Message",
        chunks: ChunkSet | None,
        number: int | None,
        answer: Span | None,
    ) -> None:
        from chunkscope.workspace.asking_messages import (
            Answered,
            Estimated,
            Explained,
            Indexed,
            Indexing,
        )

        bench = self._bench
        document = self._now().document
        if chunks is not None and (document is None or chunks.text is not document.text):
            return
        if isinstance(message, Estimated):
            self._put(replace(bench, plan=message.plan))
        elif isinstance(message, Indexing):
            self._put(replace(bench, stage=Stage.INDEXING))
            far = f"{message.done:,} of {message.total:,}"
            self.progressed.emit(Progress("Indexing", far, message.done, message.total))
        elif isinstance(message, Indexed):
            if number is not None:
                self._put(replace(bench, indexed=message.outcome, stage=Stage.ASKING))
                self._wants_plan = True
        elif isinstance(message, Explained):
            outcome = bench.chosen_outcome
            if outcome is not None and outcome.span == message.why.span:
                self._put(replace(bench, why=message.why))
        elif isinstance(message, Answered) and number is not None:
            asked = message.asked
            if answer != bench.answer:  # forgotten, or another one, while the question ran
                asked = replace(asked, verdict=None, shares=())
                if bench.answer is not None:
                    self._to_ask.append(number)
            self._answered(asked, chunks, number)

    def _answered(self, asked: Asked, chunks: ChunkSet | None, number: int) -> None:
        bench = self._bench
        if number >= len(bench.sides):
            return
        before = bench.chosen_outcome if number == bench.leading else None
        side = bench.sides[number]
        bench = bench.with_side(number, Side(side.question, asked, chunks))
        if number == bench.leading:
            bench = replace(bench, chosen=_place_of(before, asked), why=None)
        self._put(bench)
        if number != bench.leading or not asked.prompt.outcomes:
            return
        if self._jumps:
            self._jumps = False
            self.choose(asked.prompt.outcomes[0].place)
        elif bench.chosen is not None:
            self._wants_why = True


def _place_of(before: Outcome | None, asked: Asked) -> int | None:
    """Return where the passage that was chosen before stands now."""
    if before is None:
        return None
    return next((one.place for one in asked.prompt.outcomes if one.span == before.span), None)


def _without_blanks(span: Span, text: str) -> Span | None:
    words = span.slice_of(text)
    start = span.start + len(words) - len(words.lstrip())
    end = span.end - len(words) + len(words.rstrip())
    return Span(start, end) if start < end else None
