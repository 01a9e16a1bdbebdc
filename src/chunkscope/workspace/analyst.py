"""Counts and findings of a page, worked out in a process of their own.

The process keeps the page and its running totals, so a new cut of the same text is answered
sooner than the first.
"""

from collections.abc import Callable
from multiprocessing.connection import Connection

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.document import Document
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.progress import Report
from chunkscope.core.spans import Span
from chunkscope.workspace.analysis_messages import Analyse, Counted, Finished, Message
from chunkscope.workspace.companion import Companion, CompanionLost


class AnalysisFailed(ChunkscopeError):
    """The process ended or failed; the next cut starts a new one."""


class Analyst:
    """The process as its user sees it; used by one thread at a time."""

    def __init__(self) -> None:
        """Start no process yet."""
        self._companion = Companion(serve)
        self._text: str | None = None

    def start(self) -> None:
        """Start the process ahead of its first use.

        Raises:
            AnalysisFailed: It cannot be started.
        """
        try:
            if not self._companion.is_running:
                self._text = None
            self._companion.start()
        except CompanionLost as lost:
            raise _stopped() from lost

    def analyse(
        self,
        document: Document,
        chunks: ChunkSet,
        visible: Span,
        publish: Callable[[Message], None],
        report: Report,
    ) -> None:
        """Work out counts and findings of a cut; `publish` gets them as they come.

        Args:
            document: The page.
            chunks: Its cut; the counts published belong to this very value.
            visible: What is on screen; counted first.
            publish: Called from this thread.
            report: Called at least every 30 ms.

        Raises:
            AnalysisFailed: The process died or failed inside.
            Cancelled: From `report`.
        """

        def receive(message: Message) -> bool:
            if not isinstance(message, Finished):
                publish(_with_cut(message, chunks))
                return False
            if message.error:
                raise AnalysisFailed(
                    f"Counting and checking failed inside ({message.error}).",
                    "The cut on screen is right; counts and findings may be missing.",
                )
            return True

        self.start()
        is_new = document.text is not self._text
        request = Analyse(document if is_new else None, chunks.settings, visible)
        self._text = document.text
        try:
            self._companion.ask(request, receive, report, large=is_new)
        except CompanionLost as lost:
            raise _stopped() from lost

    def close(self) -> None:
        """End the process."""
        self._companion.end()


def serve(connection: Connection) -> None:
    """Answer requests until the other side goes away; the entry of the process.

    What does the work is imported there alone; here it would only delay the window.
    """
    from chunkscope.workspace.analysis_process import answer_requests

    answer_requests(connection)


def _stopped() -> AnalysisFailed:
    return AnalysisFailed("Counting and checking stopped.", "Change a size or reload to try again.")


def _with_cut(message: Message, chunks: ChunkSet) -> Message:
    return Counted(message.counts.of(chunks)) if isinstance(message, Counted) else message
