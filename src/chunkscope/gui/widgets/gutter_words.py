"""Which rule cut where, in sentences for a writer."""

import re
from typing import Final

from chunkscope.core.chunks import Chunk, ChunkSet, Level
from chunkscope.core.packing import Rule
from chunkscope.core.settings import CHARACTERS_PER_TOKEN

_BLANK_LINE: Final = re.compile(r"\n\s*\n")
_TITLE_LIMIT: Final = 60


def size_of(chunks: ChunkSet, level: Level) -> int:
    """Return the size that chunks of a level may have, in estimated tokens."""
    settings = chunks.settings
    return settings.parent_size if level is Level.PARENT else settings.child_size


def chunk_sentence(chunks: ChunkSet, chunk: Chunk) -> str:
    """Return name and size of a chunk: `P7: 338 of 350 estimated tokens`."""
    size = size_of(chunks, chunk.level)
    return f"{chunk.name}: {chunk.estimated_tokens:,} of {size:,} estimated tokens"


def boundary_sentence(chunks: ChunkSet, chunk: Chunk) -> str:
    """Return why a chunk's own text begins where it does, the rule's name at the end."""
    if chunk.level is Level.CHILD and chunks.children_of(chunk.owner).start == chunk.index:
        return _first_child(chunks, chunk)
    if chunk.rule is Rule.SECTION:
        return f"{chunk.name} starts here: {_opening_of(chunks, chunk)} (section)."
    before = chunks.level(chunk.level)[chunk.index - 1]
    size = size_of(chunks, chunk.level)
    if before.estimated_tokens > size:
        why = f"{before.name} is already larger than {size:,} tokens"
    else:
        follows = _following_unit(chunks, chunk, size)
        why = f"{follows} would have made {before.name} larger than {size:,} tokens"
    return f"{chunk.name} starts here: {why} ({chunk.rule})."


def overlap_sentence(chunks: ChunkSet, chunk: Chunk) -> str:
    """Return what a chunk repeats of the one before; empty where it repeats nothing."""
    repeated = chunk.overlap.slice_of(chunks.text).rstrip()
    if not repeated or not chunk.index:
        return ""
    before = chunks.level(chunk.level)[chunk.index - 1].name
    if chunk.start_rule is Rule.GUARD:
        return (
            f"{chunk.name} repeats the last {len(repeated):,} characters of {before}: counted in"
            " words it would have repeated more than half a chunk (guard)."
        )
    words = len(repeated.split())
    last = "last word" if words == 1 else f"last {words:,} words"
    return f"{chunk.name} repeats the {last} of {before} (overlap)."


def _first_child(chunks: ChunkSet, child: Chunk) -> str:
    parent = chunks.parents[child.owner]
    if parent.start < parent.own_start:
        before = chunks.parents[parent.index - 1].name
        begins = f"its parent {parent.name} begins here with what it repeats of {before}"
    else:
        begins = f"its parent {parent.name} begins here"
    return f"{child.name} starts here: {begins} ({child.rule})."


def _opening_of(chunks: ChunkSet, parent: Chunk) -> str:
    heading = chunks.outline.heading_of(parent.owner)
    if heading is None:
        return "the text begins"
    if not heading.title:
        return "a heading without text opens a new section"
    title = heading.title
    if len(title) > _TITLE_LIMIT:
        title = title[: _TITLE_LIMIT - 1].rstrip() + "…"
    return f"the heading “{title}” opens a new section"


def _following_unit(chunks: ChunkSet, chunk: Chunk, size: int) -> str:
    if chunk.rule is Rule.SENTENCE:
        return "the next sentence"
    reach = CHARACTERS_PER_TOKEN * size
    if chunk.level is Level.PARENT:
        end = chunks.outline.body_of(chunk.owner).end
    else:
        end = chunks.parents[chunk.owner].end
    paragraph_end = min(end, chunk.own_start + reach + 1)
    is_whole = paragraph_end == end or _BLANK_LINE.search(
        chunks.text, chunk.own_start, min(end, paragraph_end + 1)
    )
    return "the next paragraph" if is_whole else "the next paragraph's first sentence"
