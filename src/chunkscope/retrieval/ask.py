"""A question from its words to the prompt: both legs, fused, cut and delivered."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chunkscope.core.chunks import ChunkSet, Level
from chunkscope.core.fusion import Hit, SearchSettings, fuse
from chunkscope.core.prompt import Prompt, Source, deliver
from chunkscope.core.spans import Span
from chunkscope.retrieval.errors import IndexUnavailable
from chunkscope.retrieval.passages import (
    CHILD,
    DOCUMENT,
    LEVELS,
    Page,
    Passage,
    ReadPart,
    embedded_text,
    hash_of,
)
from chunkscope.retrieval.search import PLACES, Ranking, Search, parents_for_children

_DEFAULTS: Final = SearchSettings()


@dataclass(frozen=True, eq=False)
class Answer:
    """What a question finds, and what of it reaches the prompt.

    Attributes:
        ranking: Both legs, exact; its passages are what positions index.
        settings: What was searched and delivered with.
        vector: The vector leg as it was fused: parents, where they stand for their children.
        prompt: All candidates with their fates, and what is sent.
        found_by: Position of the best child by that of its parent; empty unless small-to-big.
    """

    ranking: Ranking
    settings: SearchSettings
    vector: tuple[Hit, ...]
    prompt: Prompt
    found_by: Mapping[int, int]


def ask(
    search: Search,
    pages: Sequence[Page],
    question: str,
    settings: SearchSettings = _DEFAULTS,
    levels: Collection[str] = LEVELS,
    pinned: str = "",
    places: int = PLACES,
) -> Answer:
    """Return what `question` finds among `pages`, which the index holds.

    Args:
        search: Over the index of the pages.
        pages: As they were indexed.
        question: In the reader's words.
        settings: Of the search and the prompt.
        levels: What the vector leg searches; children alone where parents stand for them.
        pinned: Text that always goes first.
        places: How far down candidates are given.

    Raises:
        IndexUnavailable: The pages are not those that were indexed, or the index is gone.
        ModelUnavailable: The question cannot be embedded.
    """
    searched = (CHILD,) if settings.small_to_big else levels
    ranking = search.rank(question, searched, places, settings.leg)
    vector, found_by = ranking.vector, dict[int, int]()
    if settings.small_to_big:
        vector, found_by = parents_for_children(ranking, settings.leg)
    candidates = fuse(vector, ranking.text, settings)
    cuts = {page.key: page for page in pages}
    found = [ranking.passages[candidate.position] for candidate in candidates]
    sources = [_source(cuts, passage, search.read_part) for passage in found]
    prompt = deliver(candidates, sources, settings, pinned)
    return Answer(ranking, settings, vector, prompt, found_by)


def _source(pages: Mapping[str, Page], passage: Passage, read_part: ReadPart) -> Source:
    page = pages.get(passage.page)
    if page is None or not _is_current(page, passage, read_part):
        raise IndexUnavailable("The page has changed since it was indexed.", "Index it again.")
    chunks, span = page.chunks, Span(passage.start, passage.end)
    return Source(chunks.title, chunks.text, span, _prefix(chunks, passage), passage.page)


def _prefix(chunks: ChunkSet, passage: Passage) -> str:
    """Return what is embedded before a passage: title and heading path."""
    if passage.level == DOCUMENT:
        return chunks.title
    return chunks.prefix(chunks.level(Level(passage.level))[passage.index])


def _is_current(page: Page, passage: Passage, read_part: ReadPart) -> bool:
    """Say whether the passage still is what it was when it was indexed."""
    chunks = page.chunks
    if passage.level != DOCUMENT:
        column = chunks.level(Level(passage.level))
        if passage.index >= len(column):
            return False
        if column[passage.index].span != (passage.start, passage.end):
            return False
    return hash_of(embedded_text(chunks, passage, read_part)) == passage.hash
