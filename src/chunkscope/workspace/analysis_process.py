"""The work of the analysis process: each request cut, counted and checked."""

import contextlib
import time
from multiprocessing.connection import Connection
from typing import Final

from chunkscope.core.blocks import blocks_of
from chunkscope.core.counts import PageCounts
from chunkscope.core.document import Document
from chunkscope.core.errors import Cancelled
from chunkscope.core.ignored import ignored_headings
from chunkscope.core.lint.checks import lint, relint
from chunkscope.core.lint.page import Page
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.page_counts import PageCounter
from chunkscope.sources.priority import stand_aside
from chunkscope.workspace.analysis_messages import Counted, Finished, Found, Ignored, Message

_ASK_EVERY_S: Final = 0.01


def answer_requests(connection: Connection) -> None:
    """Answer requests until the other side goes away."""
    stand_aside()
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
