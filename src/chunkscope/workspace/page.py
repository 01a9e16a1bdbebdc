"""One document cut and counted in a row, as the command line needs it."""

from dataclasses import dataclass

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import PageCounts
from chunkscope.core.document import Document
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.page_counts import PageCounter


@dataclass(frozen=True, slots=True)
class Page:
    """A document with its cut and its real counts."""

    document: Document
    chunk_set: ChunkSet
    counts: PageCounts


def cut_page(document: Document, settings: Settings) -> Page:
    """Return a document, cut and counted."""
    chunks = cut(document.title, document.text, settings)
    return Page(document, chunks, PageCounter(document.text).count(chunks))
