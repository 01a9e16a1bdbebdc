"""Where the answer to a question went, as the embedder that searched reads the passages."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Final

from chunkscope.core.chunks import SEPARATOR, ChunkSet, Level
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.fusion import Mode
from chunkscope.core.prompt import Outcome
from chunkscope.core.spans import Span
from chunkscope.core.tokens import Counter
from chunkscope.core.verdict import Case, judge, shares, within
from chunkscope.retrieval.passages import DOCUMENT
from chunkscope.workspace.questions import Asked, Question

MOST_PLACES: Final = 20
"""Of an answer's words in a page that are judged; the best counts."""

_CASES: Final = list(Case)


class AnswerMissing(ChunkscopeError):
    """An answer that stands nowhere in the page."""


def places_of(answer: str, text: str) -> tuple[Span, ...]:
    """Return where an answer stands, whatever its blanks; whatever its case where it must be.

    Raises:
        AnswerMissing: It stands nowhere.
    """
    words = [re.escape(word) for word in answer.split()]
    for flags in (re.NOFLAG, re.IGNORECASE) if words else ():
        found = islice(re.finditer(r"\s+".join(words), text, flags), MOST_PLACES)
        places = tuple(Span(*match.span()) for match in found)
        if places:
            return places
    raise AnswerMissing(
        "The answer is not in the page's text.", "Copy it from what chunkscope convert prints."
    )


def place_of(answer: str, chunks: ChunkSet) -> Span:
    """Return where an answer stands in a page: in a chunk, if it is in any.

    Raises:
        AnswerMissing: It stands nowhere.
    """
    places = places_of(answer, chunks.text)
    return next((place for place in places if chunks.parents.touching(place)), places[0])


def judged(asked: Asked, answers: Sequence[Span], chunks: ChunkSet) -> Asked:
    """Return what came of a question with the verdict on its answer.

    Args:
        asked: Without a verdict; every candidate that touches the answer is among its own.
        answers: Where the answer stands; of several places the one that went best counts.
        chunks: The cut that was asked.
    """
    bench = _Judge(asked, chunks)
    return min((bench.judged(answer) for answer in answers), key=_loss)


class _Judge:
    """Judges places of one answer; what is costly to know of a cut is worked out once."""

    def __init__(self, asked: Asked, chunks: ChunkSet) -> None:
        from chunkscope.retrieval.counters import available_counters

        states = available_counters()
        counters = [state.counter for state in states if state.counter is not None]
        self._counter = next((one for one in counters if one.window == asked.window), None)
        self._asked = asked
        self._chunks = chunks
        self._counts: dict[Span, int] = {}
        pairs = zip(asked.prompt.outcomes, asked.passages, strict=True)
        self._passages = {one.place: passage for one, passage in pairs}

    def judged(self, answer: Span) -> Asked:
        asked, searched = self._asked, self._searched
        inside = within(answer, searched)
        verdict = judge(answer, asked.prompt, searched, lambda one: self._seen(one, inside))
        if self._counter is None:
            return replace(asked, verdict=verdict)
        count = self._count
        found = shares(inside, count(inside), asked.prompt, lambda one: count(one.span))
        return replace(asked, verdict=verdict, shares=found)

    @cached_property
    def _searched(self) -> list[Span]:
        """Every chunk that the question can find: parents where they stand for children."""
        levels = _levels_found(self._asked.question)
        named = [level for level in Level if level.value in levels]
        return [one.span for level in named for one in self._chunks.level(level)]

    def _seen(self, outcome: Outcome, answer: Span) -> int:
        """Return how much of a candidate is read by the embedder, or of the children it is for."""
        passage, chunks = self._passages[outcome.place], self._chunks
        if not self._asked.question.settings.small_to_big:
            is_page = passage.level == DOCUMENT
            chunk = None if is_page else chunks.level(Level(passage.level))[passage.index]
            prefix = chunks.title if chunk is None else chunks.prefix(chunk)
            return self._read(prefix + SEPARATOR, outcome.span)
        children = [chunks.children[index] for index in chunks.children_of(passage.index)]
        near = [child for child in children if child.span.touches(answer)]
        for child in near:
            read = self._read(chunks.prefix(child) + SEPARATOR, child.span)
            if max(answer.start, child.start) < child.start + read:
                return outcome.source.length
        return max(0, answer.start - outcome.span.start) if near else outcome.source.length

    def _read(self, prefix: str, span: Span) -> int:
        """Return how many characters of a passage, behind its prefix, the embedder reads."""
        counter, text = self._counter, span.slice_of(self._chunks.text)
        if counter is None or counter.count(prefix + text) <= self._asked.window:
            return len(text)
        return _read_characters(prefix, text, counter, self._asked.window)

    def _count(self, span: Span) -> int:
        assert self._counter is not None
        if span not in self._counts:
            self._counts[span] = self._counter.count(span.slice_of(self._chunks.text))
        return self._counts[span]


def _loss(asked: Asked) -> tuple[int, float]:
    """Order verdicts by how far an answer came, then by its place."""
    verdict = asked.verdict
    assert verdict is not None
    return _CASES.index(verdict.case), verdict.place or float("inf")


def _levels_found(question: Question) -> set[str]:
    settings = question.settings
    if settings.small_to_big or settings.mode is Mode.TEXT:
        return {Level.PARENT.value}
    found = set(question.levels)
    return found if settings.mode is Mode.VECTOR else found | {Level.PARENT.value}


def _read_characters(prefix: str, text: str, counter: Counter, window: int) -> int:
    ends = range(len(text))
    read = bisect_right(ends, window, key=lambda end: counter.count(prefix + text[:end]))
    return max(0, read - 1)
