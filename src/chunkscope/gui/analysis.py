"""What is worked out of a cut in the background: real counts and findings."""

from collections.abc import Callable
from dataclasses import replace

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import PageCounts, carried_over
from chunkscope.core.document import Document
from chunkscope.core.ignored import IgnoredHeading
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
        self._looked_at: ChunkSet | None = None

    def forget(self) -> None:
        """End what runs; another document comes."""
        for lane in (Lane.COUNT, Lane.LINT):
            self._runner.cancel(lane)
        self._counter = None
        self._looked_at = None

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
        self._look(document, chunks)

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
        if counts.complete and self._looked_at is counts.chunk_set:
            self._look_again(counts)

    def _look(self, document: Document, chunks: ChunkSet) -> None:
        """Find what needs no counts; headings that are no split points come first."""
        self._looked_at = None

        def look(report: TaskReport) -> tuple[Finding, ...]:
            from chunkscope.core.blocks import blocks_of
            from chunkscope.core.ignored import ignored_headings
            from chunkscope.core.lint import Page, lint

            blocks = blocks_of(chunks.text, report)
            report.publish(ignored_headings(chunks.outline, blocks))
            return lint(Page(document, chunks), report=report)

        def found(findings: tuple[Finding, ...]) -> None:
            self._looked_at = chunks
            self._found(chunks, findings)
            counts = self._now().counts
            if counts is not None and counts.complete and counts.chunk_set is chunks:
                self._look_again(counts)

        self._runner.start(Lane.LINT, look, done=found, partly=self._ignored)

    def _look_again(self, counts: PageCounts) -> None:
        """Add what only counts tell."""
        workspace = self._now()
        document, chunks, earlier = workspace.document, counts.chunk_set, workspace.findings
        if document is None or earlier is None:
            return

        def look(report: TaskReport) -> tuple[Finding, ...]:
            from chunkscope.core.lint import Page, relint

            return relint(earlier, Page(document, chunks, counts), report=report)

        self._runner.start(Lane.LINT, look, done=lambda found: self._found(chunks, found))

    def _ignored(self, ignored: tuple[IgnoredHeading, ...]) -> None:
        self._update(replace(self._now(), ignored=ignored))

    def _found(self, chunks: ChunkSet, findings: tuple[Finding, ...]) -> None:
        workspace = self._now()
        if workspace.chunk_set is chunks:
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
