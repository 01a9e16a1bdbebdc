"""One document read, cut and counted in a row, as the command line needs it."""

from dataclasses import dataclass

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import PageCounts
from chunkscope.core.document import Document
from chunkscope.core.progress import Report, ignore
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.page_counts import PageCounter
from chunkscope.sources.outcome import Wishes
from chunkscope.sources.workshop import Workshop
from chunkscope.workspace.reading import Source, read_source


@dataclass(frozen=True, slots=True)
class Page:
    """A document with its cut and its real counts."""

    document: Document
    chunk_set: ChunkSet
    counts: PageCounts


def read_page(
    source: Source,
    settings: Settings,
    title: str | None = None,
    *,
    wishes: Wishes | None = None,
    report: Report = ignore,
    workshop: Workshop | None = None,
) -> Page:
    """Return a source's document, cut and counted.

    Raises:
        SourceError: The source gave no document.
        Cancelled: From `report`.
    """
    document = read_source(source, title=title, wishes=wishes, report=report, workshop=workshop)
    chunks = cut(document.title, document.text, settings, report)
    return Page(document, chunks, PageCounter(document.text).count(chunks, report=report))
