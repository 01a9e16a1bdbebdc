"""The work of the analysis process: each request cut, counted and checked."""

from multiprocessing.connection import Connection

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
from chunkscope.workspace.analysis_messages import Analyse, Counted, Finished, Found, Ignored
from chunkscope.workspace.companion import Line, serve_requests


def answer_requests(connection: Connection) -> None:
    """Answer requests until the other side goes away."""
    stand_aside()
    document: Document | None = None
    counter: PageCounter | None = None

    def answer(line: Line, request: Analyse) -> None:
        nonlocal document, counter
        if request.document is not None:
            document, counter = request.document, PageCounter(request.document.text)
        assert document is not None
        assert counter is not None
        _answer(line, document, counter, request.settings, request.visible)

    serve_requests(connection, answer)


def _answer(
    line: Line, document: Document, counter: PageCounter, settings: Settings, visible: Span
) -> None:
    try:
        _analyse(line, document, counter, settings, visible)
    except (Cancelled, OSError):
        raise
    except Exception as error:  # noqa: BLE001 - a world ends here: entry of a process
        line.send(Finished(type(error).__name__))
    else:
        line.send(Finished())


def _analyse(
    line: Line, document: Document, counter: PageCounter, settings: Settings, visible: Span
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
