"""In what order questions are answered: what the user runs before what is worked out ahead."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.document import Document
from chunkscope.core.errors import words_of_error
from chunkscope.core.spans import Span
from chunkscope.gui.held import Held
from chunkscope.gui.opening import Progress
from chunkscope.gui.tasks import Lane, TaskReport, TaskRunner
from chunkscope.workspace.bench import Stage
from chunkscope.workspace.questions import Asked

if TYPE_CHECKING:
    from chunkscope.workspace.asker import Asker
    from chunkscope.workspace.asking_messages import Message

CALM_MS: Final = 250
"""A setting that is being dragged is not worth a search until the hand rests this long."""

Work = Callable[["Asker", TaskReport], None]


class Answering(QObject):
    """Has questions answered in another process, and puts what comes into the bench.

    One thing runs at a time, on the searching lane. What the user runs ends what is worked out
    ahead: the model that loads, the cost of indexing, the reasons for a passage.

    Signals:
        answered: The side whose answer has come.
        progressed: How far an indexing is, a `Progress`.
        ended: Nothing runs any more.
    """

    answered = Signal(int)
    progressed = Signal(object)
    ended = Signal()

    def __init__(self, runner: TaskRunner, held: Held, parent: QObject) -> None:
        """Work on `runner`, for the workspace that is `held`."""
        super().__init__(parent)
        self._runner = runner
        self._held = held
        self._asker: Asker | None = None
        self._is_awake = False
        self._loaded: set[str] = set()
        self._to_ask: list[int] = []
        self._runs_for: int | None = None
        self._wants_why = False
        self._wants_plan = False
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.timeout.connect(self._when_calm)

    @property
    def is_busy(self) -> bool:
        """Whether an answer, or anything else, is still to come."""
        return self._calm.isActive() or self._runner.is_busy(Lane.SEARCH)

    @property
    def pending(self) -> list[int]:
        """The sides whose answers are still to come, the running one first."""
        running = () if self._runs_for is None else (self._runs_for,)
        return list(dict.fromkeys((*running, *self._to_ask)))

    def wake(self) -> None:
        """Load the model; from now on, say ahead what indexing costs."""
        self._is_awake = True
        self._wants_plan = True
        self._calm.start()

    def page_cut(self) -> None:
        """Work out anew what indexing costs, once the hand rests."""
        self._held.put_bench(replace(self._held.bench, plan=None))
        self._wants_plan = self._is_awake
        if self._is_awake or self._to_ask:
            self._calm.start()

    def ask(self, sides: Sequence[int]) -> None:
        """Ask of each side, and end what is worked out ahead."""
        self._calm.stop()
        self._to_ask = list(dict.fromkeys(sides))
        self._end_running()
        bench = self._held.bench
        self._held.put_bench(replace(bench, stage=Stage.ASKING, error="", hint=""))
        self._go_on()

    def ask_when_calm(self, number: int) -> None:
        """Ask of a side once the hand rests."""
        self._to_ask.append(number)
        self._calm.start()

    def go_on_with(self, sides: list[int]) -> None:
        """Ask of these sides instead: their numbers have changed."""
        if self._runs_for is not None:
            self.ask(sides)
        else:
            self._to_ask = sides

    def explain(self) -> None:
        """Say why the chosen candidate was found."""
        self._wants_why = True
        self._go_on()

    def cancel(self) -> None:
        """End all that runs; the answers that are there stay."""
        self._calm.stop()
        self._want_nothing()
        self._end_running()
        self._rest()

    def close(self) -> None:
        """End the process; nothing may run any more."""
        self._calm.stop()
        if self._asker is not None:
            self._asker.close()

    def _when_calm(self) -> None:
        if self._to_ask:
            self.ask(self._to_ask)
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Start what is wanted most, unless something runs."""
        if self._runner.is_busy(Lane.SEARCH):
            return
        workspace = self._held.now()
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
        self._tell_of_loading(model)
        self._start(lambda asker, report: asker.load(model, report.publish, report), None, None)

    def _start_asking(self, number: int, document: Document, chunks: ChunkSet) -> None:
        bench = self._held.bench
        question, answer = bench.sides[number].question, bench.answer

        def ask(asker: "Asker", report: TaskReport) -> None:
            asker.ask(document, chunks.settings, question, answer, report.publish, report)

        self._show_stage(Stage.ASKING)
        self._start(ask, chunks, number)

    def _start_explaining(self, document: Document, chunks: ChunkSet) -> None:
        side, outcome = self._held.bench.side, self._held.bench.chosen_outcome
        if outcome is None or side.asked is None or side.chunk_set is not chunks:
            self._go_on()
            return
        question, span = side.asked.question, outcome.span

        def explain(asker: "Asker", report: TaskReport) -> None:
            asker.explain(document, chunks.settings, question, span, report.publish, report)

        self._start(explain, chunks, None)

    def _start_planning(self, document: Document, chunks: ChunkSet, model: str) -> None:
        def estimate(asker: "Asker", report: TaskReport) -> None:
            asker.estimate(document, chunks.settings, model, report.publish, report)

        if model not in self._loaded:
            self._tell_of_loading(model)
        self._start(estimate, chunks, None)

    def _tell_of_loading(self, model: str) -> None:
        self._loaded.add(model)
        self._show_stage(Stage.LOADING)

    def _start(self, work: Work, chunks: ChunkSet | None, number: int | None) -> None:
        self._runs_for, answer = number, self._held.bench.answer
        self._runner.start(
            Lane.SEARCH,
            lambda report: work(self._the_asker(), report),
            done=self._done,
            failed=self._failed,
            partly=lambda message: self._take(message, chunks, number, answer),
        )

    def _the_asker(self) -> "Asker":
        if self._asker is None:
            from chunkscope.workspace.asker import Asker

            self._asker = Asker()
        return self._asker

    def _done(self, _none: object) -> None:
        self._runs_for = None
        self._go_on()

    def _end_running(self) -> None:
        self._runs_for = None
        self._runner.cancel(Lane.SEARCH)

    def _failed(self, error: Exception) -> None:
        message, hint = words_of_error(error, "Asking failed inside.")
        self._runs_for = None
        self._want_nothing()
        self._held.put_bench(replace(self._held.bench, error=message, hint=hint))
        self._rest()

    def _want_nothing(self) -> None:
        self._to_ask.clear()
        self._wants_why = self._wants_plan = False

    def _rest(self) -> None:
        self._show_stage(Stage.IDLE)
        self.ended.emit()

    def _show_stage(self, stage: Stage) -> None:
        self._held.put_bench(replace(self._held.bench, stage=stage))

    def _take(
        self,
        message: "Message",
        chunks: ChunkSet | None,
        number: int | None,
        answer: Span | None,
    ) -> None:
        """Put what has come into the bench, if it is still of the page that is open."""
        from chunkscope.workspace import asking_messages as messages

        bench, document = self._held.bench, self._held.now().document
        if chunks is not None and (document is None or chunks.text is not document.text):
            return
        if isinstance(message, messages.Estimated):
            self._held.put_bench(replace(bench, plan=message.plan))
        elif isinstance(message, messages.Indexing):
            self._show_stage(Stage.INDEXING)
            far = f"{message.done:,} of {message.total:,}"
            self.progressed.emit(Progress("Indexing", far, message.done, message.total))
        elif isinstance(message, messages.Explained):
            outcome = bench.chosen_outcome
            if outcome is not None and outcome.span == message.why.span:
                self._held.put_bench(replace(bench, why=message.why))
        elif isinstance(message, messages.Indexed) and number is not None:
            self._held.put_bench(replace(bench, indexed=message.outcome, stage=Stage.ASKING))
            self._wants_plan = True
        elif isinstance(message, messages.Answered) and number is not None:
            self._take_answer(message.asked, chunks, number, answer)

    def _take_answer(
        self, asked: Asked, chunks: ChunkSet | None, number: int, answer: Span | None
    ) -> None:
        """Put an answer into the bench; `answer` was marked when its question was asked."""
        bench = self._held.bench
        if number >= len(bench.sides):
            return
        if answer != bench.answer:  # forgotten, or another one, while the question ran
            asked = replace(asked, verdict=None, shares=())
            if bench.answer is not None:
                self._to_ask.append(number)
        self._held.put_bench(bench.with_asked(number, asked, chunks))
        self.answered.emit(number)
