"""A question from its words to the prompt: both legs, fused, cut and delivered."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from chunkscope.core.chunks import SEPARATOR, Level
from chunkscope.core.fusion import Candidate, Mode, SearchSettings, Standing, fuse, reranked
from chunkscope.core.prompt import Prompt, Source, deliver
from chunkscope.core.spans import Span
from chunkscope.retrieval.errors import IndexUnavailable
from chunkscope.retrieval.legs import Leg, nothing
from chunkscope.retrieval.passages import (
    CHILD,
    DOCUMENT,
    LEVELS,
    Page,
    Passage,
    ReadPart,
    document_text,
    hash_of,
)
from chunkscope.retrieval.search import PLACES, Ranking, Search

_DEFAULTS: Final = SearchSettings()


@dataclass(frozen=True, eq=False)
class Answer:
    """What a question finds, and what of it reaches the prompt.

    Attributes:
        ranking: Both legs, exact; its passages are what positions index.
        settings: What was searched and delivered with.
        vector: The vector leg as it was fused: parents, where they stand for their children.
        prompt: The candidates with their fates, and what is sent.
        found_by: Position of the best child by that of its parent; empty unless small-to-big.
    """

    ranking: Ranking
    settings: SearchSettings
    vector: Leg
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
    also: Callable[[Passage], bool] | None = None,
) -> Answer:
    """Return what `question` finds among `pages`, which the index holds.

    Args:
        search: Over the index of the pages.
        pages: As they were indexed.
        question: In the reader's words.
        settings: Of the search and the prompt.
        levels: What the vector leg searches; children alone where parents stand for them.
        pinned: Text that always goes first.
        places: How far down candidates are given; all that take part are, whatever this is.
        also: Says which passages are given too, however far down, at their exact places.

    Raises:
        IndexUnavailable: The pages are not those that were indexed, or the index is gone.
        ModelUnavailable: The question cannot be embedded, or the reranker does not work.
    """
    searched = (CHILD,) if settings.small_to_big else levels
    if settings.mode is Mode.TEXT:
        searched = ()
    ranking = search.rank(question, searched, settings.leg, settings.instruction)
    vector, text = _legs_asked(ranking, settings)
    cuts = {page.key: page for page in pages}

    def source_of(candidate: Candidate) -> Source:
        return _source(cuts, ranking.passages[candidate.position], search.read_part)

    taking: Sequence[Candidate] = _taking_part(vector, text, settings)
    if settings.reranker and taking:
        taking = _reranked(question, taking, [source_of(one) for one in taking], settings)
    others = ranking.columns.not_taking_part(vector, text, [one.position for one in taking])
    numbered = enumerate(others.tolist(), len(taking) + 1)
    shown = {position: place for place, position in islice(numbered, max(0, places - len(taking)))}
    if also is not None:
        shown |= {at: place for place, at in numbered if also(ranking.passages[at])}
    candidates = (*taking, *_fused(shown, vector, text, settings))
    sources = [source_of(candidate) for candidate in candidates]
    numbers = (*range(1, len(taking) + 1), *shown.values())
    prompt = deliver(candidates, sources, settings, pinned, numbers)
    return Answer(ranking, settings, vector, prompt, _found_by(candidates, vector))


def _legs_asked(ranking: Ranking, settings: SearchSettings) -> tuple[Leg, Leg]:
    vector = ranking.vector
    text = nothing() if settings.mode is Mode.VECTOR else ranking.text
    if settings.small_to_big:
        vector = ranking.columns.leg_of_parents(vector, settings.leg)
    return vector, text


def _taking_part(vector: Leg, text: Leg, settings: SearchSettings) -> list[Candidate]:
    heads = (*vector.first(settings.leg), *text.first(settings.leg))
    fused = _fused({hit.position for hit in heads}, vector, text, settings)
    return [candidate for candidate in fused if candidate.standing is Standing.ADMITTED]


def _reranked(
    question: str, taking: Sequence[Candidate], sources: Sequence[Source], settings: SearchSettings
) -> Sequence[Candidate]:
    from chunkscope.retrieval.reranking import open_reranker

    texts = [f"{one.prefix}{SEPARATOR}{one.span.slice_of(one.text)}" for one in sources]
    return reranked(taking, open_reranker(settings.reranker).scores(question, texts))


def _fused(
    positions: Iterable[int], vector: Leg, text: Leg, settings: SearchSettings
) -> tuple[Candidate, ...]:
    """Return the candidates at `positions`, each with its hits on both legs."""
    by_vector = [hit for position in positions if (hit := vector.hit(position)) is not None]
    by_text = [hit for position in positions if (hit := text.hit(position)) is not None]
    return fuse(by_vector, by_text, settings)


def _found_by(candidates: Sequence[Candidate], vector: Leg) -> dict[int, int]:
    children = {one.position: vector.child_of(one.position) for one in candidates}
    return {parent: child for parent, child in children.items() if child is not None}


def _source(pages: Mapping[str, Page], passage: Passage, read_part: ReadPart) -> Source:
    """Return where a passage lies, which still is what it was when it was indexed."""
    page = pages.get(passage.page)
    prefix = None if page is None else _prefix(page, passage, read_part)
    if page is None or prefix is None:
        raise IndexUnavailable("The page has changed since it was indexed.", "Index it again.")
    chunks, span = page.chunks, Span(passage.start, passage.end)
    return Source(chunks.title, chunks.text, span, prefix, passage.page)


def _prefix(page: Page, passage: Passage, read_part: ReadPart) -> str | None:
    """Return what is embedded before a passage; None where the page has changed since."""
    chunks = page.chunks
    if passage.level == DOCUMENT:
        embedded, prefix = document_text(chunks, read_part), chunks.title
    else:
        column = chunks.level(Level(passage.level))
        if passage.index >= len(column):
            return None
        chunk = column[passage.index]
        if chunk.span != (passage.start, passage.end):
            return None
        prefix = chunks.prefix(chunk)
        embedded = prefix + SEPARATOR + chunks.slice_of(chunk)
    return prefix if hash_of(embedded) == passage.hash else None
