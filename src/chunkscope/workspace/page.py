"""One document read, cut and counted in a row, as the command line needs it."""

from dataclasses import dataclass
from pathlib import Path

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import PageCounts
from chunkscope.core.document import Document
from chunkscope.core.progress import Report, ignore
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.page_counts import PageCounter
from chunkscope.sources.read import read_document


@dataclass(frozen=True, slots=True)
class Page:
    """A document with its cut and its real counts."""

    document: Document
    chunk_set: ChunkSet
    counts: PageCounts


def read_page(
    path: Path, settings: Settings, title: str | None = None, report: Report = ignore
) -> Page:
    """Return a file's document, cut and counted.

    Raises:
        SourceError: The file gave no document.
        Cancelled: From `report`.
    """
    document = read_document(path, title=title, report=report)
    chunks = cut(document.title, document.text, settings, report)
    return Page(document, chunks, PageCounter(document.text).count(chunks, report=report))
