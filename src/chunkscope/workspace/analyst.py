"""Counts and findings of a page, worked out in a process of their own.

Both are pure Python for seconds on a long page. In a thread they would hold the interpreter's
lock, and the window would stutter; here they only cost another core. The process keeps the page
and its running totals, so a new cut of the same text is answered sooner than the first.
"""

import contextlib
import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final

from chunkscope.core.blocks import blocks_of
from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import PageCounts
from chunkscope.core.document import Document
from chunkscope.core.errors import Cancelled, ChunkscopeError
from chunkscope.core.ignored import IgnoredHeading, ignored_headings
from chunkscope.core.lint.checks import lint, relint
from chunkscope.core.lint.findings import Finding
from chunkscope.core.lint.page import Page
from chunkscope.core.progress import Report
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.page_counts import PageCounter

_POLL_S: Final = 0.03
_ASK_EVERY_S: Final = 0.01
_PATIENCE_S: Final = 5.0


class AnalysisFailed(ChunkscopeError):
    """The process ended or failed; the next cut starts a new one."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Real counts, as far as they are there."""

    counts: PageCounts


@dataclass(frozen=True, slots=True)
class Found:
    """Findings; `complete` says whether those that need counts are among them."""

    findings: tuple[Finding, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Ignored:
    """Headings that the splitter takes for text."""

    headings: tuple[IgnoredHeading, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """Nothing more comes; with the error's kind where something failed inside."""

    error: str = ""


Message = Counted | Found | Ignored | Finished


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
    """Answer requests until the other side goes away; the entry of the process."""
    counter: PageCounter | None = None
    document: Document | None = None
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            number, page, settings, visible = connection.recv()
            if page is not None:
                document, counter = page, PageCounter(page.text)
            if settings is None or document is None or counter is None:
                connection.send((number, Finished()))
                continue
            _answer(_Line(connection, number), document, counter, settings, visible)


class _Line:
    """Sends what belongs to one request; ends the work when another request waits."""

    def __init__(self, connection: Connection, number: int) -> None:
        self._connection = connection
        self._number = number
        self._ask_at = 0.0

    def send(self, message: Message) -> None:
        self._connection.send((self._number, message))

    def __call__(self, _done: int, _total: int, /) -> None:
        now = time.monotonic()
        if now >= self._ask_at:
            self._ask_at = now + _ASK_EVERY_S
            if self._connection.poll():
                raise Cancelled


def _answer(
    line: _Line, document: Document, counter: PageCounter, settings: Settings, visible: Span
) -> None:
    try:
        _analyse(line, document, counter, settings, visible)
    except Cancelled:
        return
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - a world ends here: entry of a process
        line.send(Finished(type(error).__name__))
    else:
        line.send(Finished())


def _analyse(
    line: _Line, document: Document, counter: PageCounter, settings: Settings, visible: Span
) -> None:
    chunks = cut(document.title, document.text, settings, line)
    line.send(Ignored(ignored_headings(chunks.outline, blocks_of(document.text, line))))
    line.send(_counted(counter.count_visible(chunks, visible, line)))
    findings = lint(Page(document, chunks), report=line)
    line.send(Found(findings, complete=False))
    counts = counter.count(chunks, lambda part: line.send(_counted(part)), line)
    line.send(_counted(counts))
    line.send(Found(relint(findings, Page(document, chunks, counts), report=line), complete=True))


def _counted(counts: PageCounts) -> Counted:
    """Return counts without their cut, which the other side has already."""
    return Counted(counts.of(None))


def _with_cut(message: Message, chunks: ChunkSet) -> Message:
    return Counted(message.counts.of(chunks)) if isinstance(message, Counted) else message
