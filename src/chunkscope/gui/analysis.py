"""What is worked out of a cut in the background: real counts and findings."""

from collections.abc import Callable
from dataclasses import replace

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import PageCounts, carried_over
from chunkscope.core.document import Document
from chunkscope.core.lint.findings import Finding
from chunkscope.core.spans import Span
from chunkscope.gui.tasks import Lane, TaskReport, TaskRunner
from chunkscope.retrieval.page_counts import PageCounter
from chunkscope.workspace.state import Choice, Workspace


class Analysis:
    """Starts counting and looking for findings, and puts what comes into the workspace."""

    def __init__(
        self,
        runner: TaskRunner,
        now: Callable[[], Workspace],
        update: Callable[[Workspace], None],
    ) -> None:
        """Work on `runner`; read the workspace from `now` and give it back to `update`."""
        self.visible = Span(0, 0)
        self._runner = runner
        self._now = now
        self._update = update
        self._counter: PageCounter | None = None

    def forget(self) -> None:
        """End what runs; another document comes."""
        for lane in (Lane.COUNT, Lane.LINT):
            self._runner.cancel(lane)
        self._counter = None

    def carried_over(self, counts: PageCounts | None, chunks: ChunkSet) -> PageCounts | None:
        """Return what old counts still say of a new cut of the same text."""
        if counts is None or counts.chunk_set.text is not chunks.text:
            return None
        return carried_over(counts, chunks)

    def start(self, workspace: Workspace) -> None:
        """Count and check the workspace's cut, in place of an earlier one."""
        document, chunks = workspace.document, workspace.chunk_set
        if document is None or chunks is None:
            return
        self._count(chunks)
        self._look(document, chunks, None)

    def _count(self, chunks: ChunkSet) -> None:
        counter = self._counter
        if counter is None or counter.text is not chunks.text:
            counter = self._counter = PageCounter(chunks.text)
        visible = self.visible

        def count(report: TaskReport) -> PageCounts:
            return counter.count(chunks, visible, report.publish, report)

        self._runner.start(Lane.COUNT, count, done=self._counted, partly=self._counted)

    def _counted(self, counts: PageCounts) -> None:
        workspace = self._now()
        if workspace.chunk_set is not counts.chunk_set:
            return
        self._update(replace(workspace, counts=counts))
        if counts.complete and workspace.document is not None:
            self._look(workspace.document, counts.chunk_set, counts)

    def _look(self, document: Document, chunks: ChunkSet, counts: PageCounts | None) -> None:
        def look(report: TaskReport) -> tuple[Finding, ...]:
            from chunkscope.core.lint import Page, lint

            return lint(Page(document, chunks, counts), report=report)

        self._runner.start(
            Lane.LINT, look, done=lambda found: self._found(document, chunks, found)
        )

    def _found(
        self, document: Document, chunks: ChunkSet, findings: tuple[Finding, ...]
    ) -> None:
        workspace = self._now()
        if workspace.document is not document or workspace.chunk_set is not chunks:
            return
        choice = _choice_among(findings, workspace)
        self._update(replace(workspace, findings=findings, choice=choice))


def _choice_among(findings: tuple[Finding, ...], workspace: Workspace) -> Choice | None:
    """Return the choice with its finding found again among new ones."""
    choice, chosen = workspace.choice, workspace.chosen_finding
    if choice is None or chosen is None:
        return choice
    for index, finding in enumerate(findings):
        if finding.rule == chosen.rule and finding.spans == chosen.spans:
            return replace(choice, finding=index)
    return replace(choice, finding=None)
