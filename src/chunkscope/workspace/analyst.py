"""Counts and findings of a page, worked out in a process of their own.

Both are pure Python for seconds on a long page. In a thread they would hold the interpreter's
lock, and the window would stutter; here they only cost another core. The process keeps the page
and its running totals, so a new cut of the same text is answered sooner than the first.
"""

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, Final

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.document import Document
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.progress import Report
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.workspace.analysis_messages import Counted, Finished, Message

_POLL_S: Final = 0.03
_PATIENCE_S: Final = 5.0


class AnalysisFailed(ChunkscopeError):
    """The process ended or failed; the next cut starts a new one."""


class Analyst:
    """The process as its user sees it; used by one thread at a time."""

    def __init__(self) -> None:
        """Start no process yet."""
        self._process: Any = None
        self._connection: Connection | None = None
        self._text: str | None = None
        self._number = 0
        self._is_answering = False

    def start(self) -> None:
        """Start the process ahead of its first use."""
        if self._process is not None and self._process.is_alive():
            return
        self._end()
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), daemon=True)
        try:
            with _interruptions_held():
                process.start()
            self._process = process
        finally:
            theirs.close()

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
            report: Called at least every 30 ms; what it raises leaves the process to notice with
                the next request.

        Raises:
            AnalysisFailed: The process died or failed inside.
            Cancelled: From `report`.
        """
        try:
            self.start()
            self._send(document, chunks.settings, visible)
            self._receive(chunks, publish, report)
        except (OSError, EOFError) as error:
            self._end()
            raise AnalysisFailed(
                "Counting and checking stopped.", "Change a size or reload to try again."
            ) from error

    def close(self) -> None:
        """End the process."""
        self._end()

    def _send(self, document: Document, settings: Settings, visible: Span) -> None:
        connection = self._connection
        assert connection is not None
        page = None if document.text is self._text else document
        if page is not None and self._is_answering:
            self._silence(connection)
        self._number += 1
        self._is_answering = True
        connection.send((self._number, page, settings, visible))
        self._text = document.text

    def _silence(self, connection: Connection) -> None:
        """Make the process stop and read off what it said.

        A page may be larger than what a pipe holds; sent to a process that is itself waiting to
        be read, it would leave both waiting for ever.
        """
        self._number += 1
        connection.send((self._number, None, None, None))
        while connection.recv()[0] != self._number:
            pass

    def _receive(
        self, chunks: ChunkSet, publish: Callable[[Message], None], report: Report
    ) -> None:
        connection = self._connection
        assert connection is not None
        while True:
            while not connection.poll(_POLL_S):
                report(0, 0)
            number, message = connection.recv()
            report(0, 0)
            if number != self._number:
                continue
            if isinstance(message, Finished):
                self._is_answering = False
                if message.error:
                    raise AnalysisFailed(
                        f"Counting and checking failed inside ({message.error}).",
                        "The cut on screen is right; counts and findings may be missing.",
                    )
                return
            publish(_with_cut(message, chunks))

    def _end(self) -> None:
        self._text = None
        self._is_answering = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.terminate()
            self._process.join(_PATIENCE_S)
            self._process = None


def serve(connection: Connection) -> None:
    """Answer requests until the other side goes away; the entry of the process.

    What does the work is imported there alone; here it would only delay the window.
    """
    from chunkscope.workspace.analysis_process import answer_requests

    answer_requests(connection)


@contextlib.contextmanager
def _interruptions_held() -> Iterator[None]:
    """Let what is started here hear no SIGINT: the process ends with the one that started it."""
    if sys.platform == "win32":
        yield
        return
    # It starts with the first process, and lets interruptions through when it has started.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _with_cut(message: Message, chunks: ChunkSet) -> Message:
    return Counted(message.counts.of(chunks)) if isinstance(message, Counted) else message
