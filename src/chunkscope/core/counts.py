"""Real token counts of a cut, as far as they are there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from chunkscope.core.chunks import Chunk, ChunkSet, Level

UNKNOWN: Final = -1
"""Stands in a column for a count that is still to come."""


@dataclass(frozen=True, slots=True)
class CountColumn:
    """What one tokenizer counts, by place; `UNKNOWN` where it has not counted yet.

    Attributes:
        parents: Tokens of each parent.
        children: Tokens of each child.
        sections: Tokens of each section's body.
        document: Tokens of the text after its front matter.
    """

    parents: Sequence[int]
    children: Sequence[int]
    sections: Sequence[int]
    document: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class PageCounts:
    """Real counts of one chunk set by every tokenizer that works here.

    The embedder's counts of chunks include its special tokens and the chunk's prefix, because
    that is what has to fit its window; the chat encodings count the slice alone.

    Attributes:
        chunk_set: What was counted; None only on the way between processes.
        embedder: Name of the embedder's column, such as `bge-small-en-v1.5`.
        window: How many tokens the embedder reads.
        columns: Column of each tokenizer, by name.
        unavailable: Why a tokenizer cannot count here, by name.
        cuts: Offset from which the embedder no longer reads, by parent, where that is known.
        complete: Whether nothing is still to come.
    """

    chunk_set: ChunkSet | None
    embedder: str
    window: int
    columns: Mapping[str, CountColumn]
    unavailable: Mapping[str, str] = field(default_factory=dict)
    cuts: Mapping[int, int] = field(default_factory=dict)
    complete: bool = False

    def of(self, chunks: ChunkSet | None) -> "PageCounts":
        """Return these counts as those of `chunks`, an equal cut."""
        return replace(self, chunk_set=chunks)

    def chunk(self, chunk: Chunk, tokenizer: str | None = None) -> int | None:
        """Return a chunk's tokens by one tokenizer, the embedder by default; None if unknown."""
        column = self.columns.get(tokenizer or self.embedder)
        if column is None:
            return None
        counts = column.parents if chunk.level is Level.PARENT else column.children
        return _known(counts[chunk.index])

    def section(self, index: int, tokenizer: str | None = None) -> int | None:
        """Return the tokens of a section's body; None if unknown."""
        column = self.columns.get(tokenizer or self.embedder)
        return None if column is None else _known(column.sections[index])

    def document(self, tokenizer: str | None = None) -> int | None:
        """Return the tokens of the whole text after its front matter; None if unknown."""
        column = self.columns.get(tokenizer or self.embedder)
        return None if column is None else _known(column.document)

    def embedder_cut(self, parent: int) -> int | None:
        """Return the offset from which the embedder reads no more of a parent; None if all."""
        return self.cuts.get(parent)


def _known(count: int) -> int | None:
    return None if count == UNKNOWN else count


def carried_over(counts: PageCounts, chunks: ChunkSet) -> PageCounts:
    """Return what the counts of an earlier cut say of a new cut of the same text.

    Sections and the document stay as they are; chunks are unknown again.
    """
    columns = {
        name: CountColumn(
            [UNKNOWN] * len(chunks.parents),
            [UNKNOWN] * len(chunks.children),
            column.sections,
            column.document,
        )
        for name, column in counts.columns.items()
    }
    return PageCounts(chunks, counts.embedder, counts.window, columns, counts.unavailable)
