"""Parent and child chunks as spans of the text, and what is embedded of them."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Final, overload

from chunkscope.core.outline import Outline
from chunkscope.core.packing import RULES, Columns, Rule
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.core.tokens import estimated_tokens

PREFIX_LIMIT: Final = 400
SEPARATOR: Final = "\n\n"


class Level(StrEnum):
    """Whether a chunk is a parent or a child."""

    PARENT = "parent"
    CHILD = "child"


@dataclass(frozen=True, slots=True)
class Chunk:
    """One slice of the text.

    Attributes:
        level: Parent or child.
        index: Place among the chunks of its level, from 0.
        owner: Index of its section (a parent) or of its parent (a child).
        start: Offset of its first character, overlap included.
        own_start: Offset where its first own unit begins.
        end: Offset after its last character.
        rule: What cut the text at `own_start`.
        start_rule: What set `start`; equals `rule` where there is no overlap.
    """

    level: Level
    index: int
    owner: int
    start: int
    own_start: int
    end: int
    rule: Rule
    start_rule: Rule

    @property
    def span(self) -> Span:
        """The whole slice, overlap included."""
        return Span(self.start, self.end)

    @property
    def own_span(self) -> Span:
        """The slice without its overlap."""
        return Span(self.own_start, self.end)

    @property
    def overlap(self) -> Span:
        """What it repeats of the chunk before; empty where it repeats nothing."""
        return Span(self.start, self.own_start)

    @property
    def estimated_tokens(self) -> int:
        """Characters of the slice over 4, rounded up."""
        return estimated_tokens(self.end - self.start)

    @property
    def name(self) -> str:
        """The chunk's name on screen and in files: `P7`, `C21`; counted from 1."""
        return f"{self.level.value[0].upper()}{self.index + 1}"


class ChunkColumn(Sequence[Chunk]):
    """The chunks of one level; each value is made when it is asked for.

    Parents, and the children of one parent, are in order: starts, own starts and ends all grow.
    Children of neighbouring parents may interleave, because both cut the overlap.
    """

    __slots__ = ("_level", "_parents", "columns")

    def __init__(self, level: Level, columns: Columns, parents: Columns | None = None) -> None:
        """View `columns`, which nobody changes any more, as chunks; children need `parents`."""
        self._level = level
        self._parents = None if parents is None else ChunkColumn(Level.PARENT, parents)
        self.columns = columns

    def __len__(self) -> int:
        """Return the number of chunks."""
        return len(self.columns)

    @overload
    def __getitem__(self, index: int) -> Chunk: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Chunk, ...]: ...
    def __getitem__(self, index: int | slice) -> Chunk | tuple[Chunk, ...]:
        """Return one chunk or a tuple of them."""
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        columns = self.columns
        place = range(len(self))[index]
        return Chunk(
            self._level,
            place,
            columns.owners[place],
            columns.starts[place],
            columns.own_starts[place],
            columns.ends[place],
            RULES[columns.own_rules[place]],
            RULES[columns.start_rules[place]],
        )

    def touching(self, span: Span) -> range:
        """Return indices of chunks, all that share a character with `span` among them.

        Of parents, exactly those. Of children, where parents overlap, some between may not.
        """
        low = high = range(len(self))
        if self._parents is not None:
            owners = self._parents.touching(span)
            low, high = self.owned_by_any(owners[:1]), self.owned_by_any(owners[-1:])
        first = bisect_right(self.columns.ends, span.start, low.start, low.stop)
        last = bisect_left(self.columns.starts, span.end, high.start, high.stop)
        return range(first, max(first, last))

    def owning(self, offset: int) -> int | None:
        """Return the index of the chunk whose own text holds `offset`; None between chunks.

        Of children, it is one of the parent's whose own text holds it.
        """
        among = range(len(self))
        if self._parents is not None:
            parent = self._parents.owning(offset)
            if parent is None:
                return None
            among = self.owned_by(parent)
        place = bisect_right(self.columns.own_starts, offset, among.start, among.stop) - 1
        if place < among.start or offset >= self.columns.ends[place]:
            return None
        return place

    def owned_by(self, owner: int) -> range:
        """Return the indices of the chunks of one section or parent."""
        return self.owned_by_any(range(owner, owner + 1))

    def owned_by_any(self, owners: range) -> range:
        """Return the indices of the chunks of neighbouring sections or parents."""
        column = self.columns.owners
        first = bisect_left(column, owners.start)
        return range(first, bisect_left(column, owners.stop, first))


@dataclass(frozen=True)
class ChunkSet:
    """The cut of one text with one title and one setting.

    Attributes:
        title: The page's title; part of every prefix.
        text: The normalised markdown; every offset indexes it.
        settings: What it was cut with.
        outline: The headings and sections of `text`.
        parents: Parent chunks; `owner` is a section's index.
        children: Child chunks; `owner` is a parent's index.
    """

    title: str
    text: str
    settings: Settings
    outline: Outline
    parents: ChunkColumn
    children: ChunkColumn

    def level(self, level: Level) -> ChunkColumn:
        """Return the chunks of one level."""
        return self.parents if level is Level.PARENT else self.children

    def slice_of(self, chunk: Chunk) -> str:
        """Return the chunk's characters, overlap included."""
        return self.text[chunk.start : chunk.end]

    def section_of(self, chunk: Chunk) -> int:
        """Return the index of the section that the chunk was cut from."""
        if chunk.level is Level.PARENT:
            return chunk.owner
        return self.parents.columns.owners[chunk.owner]

    def heading_path(self, chunk: Chunk) -> tuple[str, ...]:
        """Return the titles of the headings open where the chunk lies, outermost first."""
        return self.outline.heading_path(self.section_of(chunk))

    def prefix(self, chunk: Chunk) -> str:
        """Return what is embedded in front of the chunk: title and heading path."""
        return prefix_of(self.title, self.heading_path(chunk))

    def embedded_text(self, chunk: Chunk) -> str:
        """Return exactly what the embedder reads of the chunk."""
        return self.prefix(chunk) + SEPARATOR + self.slice_of(chunk)

    def parent_hash(self, parent: Chunk) -> str:
        """Return SHA-256, in lower-case hexadecimal, of what is embedded of a parent."""
        embedded = self.embedded_text(parent)
        return sha256(embedded.encode("utf-8", "surrogatepass")).hexdigest()

    def children_of(self, parent: int) -> range:
        """Return the indices of a parent's children."""
        return self.children.owned_by(parent)

    @cached_property
    def document_text(self) -> str:
        """What is embedded of the whole page."""
        return self.title + SEPARATOR + self.text[self.outline.body_start :]

    @property
    def estimated_tokens(self) -> int:
        """Characters of the text after its front matter over 4, rounded up."""
        return estimated_tokens(len(self.text) - self.outline.body_start)


@lru_cache(maxsize=16)
def prefix_of(title: str, heading_path: tuple[str, ...]) -> str:
    """Return `title > heading > heading`, cut to 400 characters.

    A first entry of the path that equals the title (trimmed, case-folded) is left out. Remembered
    for the last few paths: chunks of a section share one, and a title may be huge.
    """
    path = heading_path
    if path and path[0].strip().casefold() == title.strip().casefold():
        path = path[1:]
    # Enough of each to fill the prefix alone.
    return " > ".join(entry[:PREFIX_LIMIT] for entry in (title, *path))[:PREFIX_LIMIT]
