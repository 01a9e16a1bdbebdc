"""What is worked out of a cut in the background: real counts and findings."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import PageCounts, carried_over
from chunkscope.core.document import Document
from chunkscope.core.errors import words_of_error
from chunkscope.core.lint.findings import Finding
from chunkscope.core.spans import Span
from chunkscope.gui.held import Held
from chunkscope.gui.tasks import Lane, TaskReport, TaskRunner
from chunkscope.workspace.state import Choice, Problem, Workspace

if TYPE_CHECKING:
    from chunkscope.workspace.analysis_messages import Message
    from chunkscope.workspace.analyst import Analyst

CALM_MS: Final = 150
"""A size that is being dragged is not worth an analysis until the hand rests this long."""


class Analysis(QObject):
    """Has each cut counted and checked, and puts what comes into the workspace."""

    def __init__(self, runner: TaskRunner, held: Held, parent: QObject) -> None:
        """Work on `runner`, for the workspace that is `held`."""
        super().__init__(parent)
        self.visible = Span(0, 0)
        self._runner = runner
        self._held = held
        self._analyst: Analyst | None = None
        self._is_first = True
        self._tried_again = False
        self._problem: Problem | None = None
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.timeout.connect(self._start)

    @property
    def is_busy(self) -> bool:
        """Whether counts or findings are still to come."""
        return self._calm.isActive() or self._runner.is_busy(Lane.ANALYSE)

    def prepare(self) -> None:
        """Start the process that will do the work, before it is needed."""
        if not self._runner.is_busy(Lane.ANALYSE):
            self._runner.start(Lane.ANALYSE, lambda _report: self._the_analyst().start())

    def forget(self) -> None:
        """End what runs; another document comes."""
        self._calm.stop()
        self._runner.cancel(Lane.ANALYSE)
        self._is_first = True

    def carried_over(self, counts: PageCounts | None, chunks: ChunkSet) -> PageCounts | None:
        """Return what old counts still say of a new cut of the same text."""
        if counts is None or counts.chunk_set is None or counts.chunk_set.text is not chunks.text:
            return None
        return carried_over(counts, chunks)

    def start(self) -> None:
        """Have the workspace's cut analysed: a document's first at once, later ones when calm."""
        self._runner.cancel(Lane.ANALYSE)
        self._tried_again = False
        if self._problem is not None and self._held.now().problem is self._problem:
            self._held.update(replace(self._held.now(), problem=None))
        if self._is_first:
            self._is_first = False
            self._start()
        else:
            self._calm.start()

    def close(self) -> None:
        """End the process; nothing may run any more."""
        self._calm.stop()
        if self._analyst is not None:
            self._analyst.close()

    def _start(self) -> None:
        workspace = self._held.now()
        document, chunks, visible = workspace.document, workspace.chunk_set, self.visible
        if document is None or chunks is None:
            return

        def analyse(report: TaskReport) -> None:
            self._the_analyst().analyse(document, chunks, visible, report.publish, report)

        self._runner.start(
            Lane.ANALYSE,
            analyse,
            failed=self._failed,
            partly=lambda message: self._take(document, chunks, message),
        )

    def _failed(self, error: Exception) -> None:
        """Try once more, with a new process where the old one is gone; then say so."""
        if not self._tried_again:
            self._tried_again = True
            self._start()
            return
        self._problem = Problem(*words_of_error(error, "Counting and checking failed inside."))
        self._held.update(replace(self._held.now(), problem=self._problem))

    def _the_analyst(self) -> "Analyst":
        if self._analyst is None:
            from chunkscope.workspace.analyst import Analyst

            self._analyst = Analyst()
        return self._analyst

    def _take(self, document: Document, chunks: ChunkSet, message: "Message") -> None:
        from chunkscope.workspace.analysis_messages import Counted, Found, Ignored

        workspace = self._held.now()
        if workspace.document is not document or workspace.chunk_set is not chunks:
            return
        if isinstance(message, Counted):
            self._held.update(replace(workspace, counts=message.counts))
        elif isinstance(message, Found):
            choice = _choice_among(message.findings, workspace)
            self._held.update(replace(workspace, findings=message.findings, choice=choice))
        elif isinstance(message, Ignored) and message.headings != workspace.ignored:
            self._held.update(replace(workspace, ignored=message.headings))


def _choice_among(findings: tuple[Finding, ...], workspace: Workspace) -> Choice | None:
    """Return the choice with its finding found again among new ones."""
    choice, chosen = workspace.choice, workspace.chosen_finding
    if choice is None or chosen is None:
        return choice
    for index, finding in enumerate(findings):
        if finding.rule == chosen.rule and finding.spans == chosen.spans:
            return replace(choice, finding=index)
    return replace(choice, finding=None)
