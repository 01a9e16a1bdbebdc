"""A question asked of one page: indexed if need be, searched, and what reaches the prompt."""

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.document import Document
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.fusion import SearchSettings
from chunkscope.core.progress import Report, ignore
from chunkscope.core.prompt import Outcome, Prompt
from chunkscope.core.spans import Span
from chunkscope.core.tokens import Counter
from chunkscope.core.verdict import Share, Verdict, judge, shares
from chunkscope.retrieval.passages import LEVELS, Page, Passage
from chunkscope.workspace.lines import one_line
from chunkscope.workspace.paths import cache_folder

SMALL_TO_BIG_PASSAGES: Final = 5

_SHOWN_PLACES: Final = 20
_INDEXES: Final = "indexes"


class AnswerMissing(ChunkscopeError):
    """An answer that stands nowhere in the page."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question.

    Attributes:
        question: As it was asked.
        model: Name of the embedder.
        prompt: All candidates with their fates, and what is sent.
        passages: The passage of each candidate, in the order of the outcomes.
        verdict: What became of the answer; None where none was named.
        shares: How much of each candidate that holds it the answer is.
        notes: What had to be repaired or replaced, in sentences for the reader.
    """

    question: str
    model: str
    prompt: Prompt
    passages: tuple[Passage, ...]
    verdict: Verdict | None = None
    shares: tuple[Share, ...] = ()
    notes: tuple[str, ...] = ()


def ask(
    document: Document,
    chunks: ChunkSet,
    question: str,
    settings: SearchSettings,
    *,
    levels: Collection[str] = LEVELS,
    answer: str | None = None,
    report: Report = ignore,
) -> Asked:
    """Return what a question finds on a page and what of it reaches the prompt.

    The page's index is kept in the user's cache; only what changed is embedded again.

    Raises:
        AnswerMissing: The answer is not in the page's text.
        ModelUnavailable: The embedder cannot work here.
        IndexUnavailable: The index cannot be used.
        Cancelled: From `report`.
    """
    from chunkscope.retrieval.ask import ask as ask_pages
    from chunkscope.retrieval.embedding import open_built_in
    from chunkscope.retrieval.index import Index, index_folder
    from chunkscope.retrieval.mirror import chosen_store
    from chunkscope.retrieval.search import Search

    place = _place_of(answer, document.text) if answer is not None else None
    embedder = open_built_in()
    key = str(document.origin or document.address or document.title)
    folder = index_folder(cache_folder() / _INDEXES, [key], chunks.settings, embedder.identity)
    store, note = chosen_store("chroma", cache_folder())
    if settings.small_to_big:
        settings = replace(settings, passages=SMALL_TO_BIG_PASSAGES)
    pages = [Page(key, chunks)]
    with Index(folder, embedder, store, report) as index:
        index.update(pages, report)
        found = ask_pages(Search(index), pages, question, settings, levels)
        notes = tuple(one for one in (note, *index.notes) if one)
    prompt = found.prompt
    passages = tuple(found.ranking.passages[one.candidate.position] for one in prompt.outcomes)
    asked = Asked(question, embedder.name, prompt, passages, notes=notes)
    return asked if place is None else _judged(asked, place, chunks, embedder.window)


def as_text(asked: Asked) -> Iterator[str]:
    """Yield the candidates, a line each, best first; then the verdict."""
    yield f"{one_line(asked.question)} · {asked.model}\n"
    for outcome, passage in zip(asked.prompt.outcomes, asked.passages, strict=True):
        if outcome.place > _SHOWN_PLACES:
            yield f"     and {len(asked.passages) - _SHOWN_PLACES} more\n"
            break
        where = one_line(passage.heading_path) or "(the page)"
        yield (
            f"{outcome.place:4}  {_fate_words(outcome):22} {_leg_words(outcome):28} "
            f"{passage.level:8} {where}\n"
        )
    yield f"{asked.prompt.characters:,} characters reach the prompt.\n"
    if asked.verdict is not None:
        yield f"{asked.verdict.message} {asked.verdict.advice}".rstrip() + "\n"
        for share in asked.shares[:_SHOWN_PLACES]:
            yield (
                f"At place {share.place} the answer is {share.answer_tokens} of "
                f"{share.passage_tokens} tokens ({share.of_passage:.0%}).\n"
            )


def as_json(asked: Asked) -> Iterator[str]:
    """Yield one JSON object: candidates with ranks, scores and fates, the prompt, the verdict."""
    fields: dict[str, Any] = {
        "question": asked.question,
        "model": asked.model,
        "candidates": [
            _candidate_fields(outcome, passage)
            for outcome, passage in zip(asked.prompt.outcomes, asked.passages, strict=True)
        ],
        "prompt": {
            "pinned": asked.prompt.pinned,
            "passages": list(asked.prompt.passages),
            "characters": asked.prompt.characters,
        },
    }
    if asked.verdict is not None:
        verdict = asked.verdict
        fields["verdict"] = {
            "case": verdict.case.value,
            "message": verdict.message,
            "advice": verdict.advice,
            "rank": verdict.place,
            "beaten_by": list(verdict.beaten_by),
            "shares": [
                {
                    "rank": share.place,
                    "answer_tokens": share.answer_tokens,
                    "passage_tokens": share.passage_tokens,
                    "share": share.of_passage,
                }
                for share in asked.shares
            ],
        }
    yield json.dumps(fields, ensure_ascii=False, indent=2) + "\n"


def _judged(asked: Asked, answer: Span, chunks: ChunkSet, window: int) -> Asked:
    from chunkscope.retrieval.counters import available_counters

    counters = [state.counter for state in available_counters() if state.counter is not None]
    counter = next((one for one in counters if one.window == window), None)
    spans = [Span(one.start, one.end) for one in (*chunks.parents, *chunks.children)]

    def seen(outcome: Outcome) -> int:
        if counter is None:
            return outcome.span.end - outcome.span.start
        return _read_characters(outcome.span.slice_of(chunks.text), counter, window)

    verdict = judge(answer, asked.prompt, spans, seen)
    if counter is None:
        return replace(asked, verdict=verdict)
    tokens = counter.count(answer.slice_of(chunks.text))
    found = shares(
        answer, tokens, asked.prompt, lambda one: counter.count(one.span.slice_of(chunks.text))
    )
    return replace(asked, verdict=verdict, shares=found)


def _read_characters(text: str, counter: Counter, window: int) -> int:
    """Return how many characters of a text, without prefix, the embedder reads at most."""
    if counter.count(text) <= window:
        return len(text)
    return bisect_right(range(len(text)), window, key=lambda end: counter.count(text[:end])) - 1


def _place_of(answer: str, text: str) -> Span:
    """Return where an answer stands, whatever its case and blanks.

    Raises:
        AnswerMissing: It stands nowhere.
    """
    words = [re.escape(word) for word in answer.split()]
    found = re.search(r"\s+".join(words), text, re.IGNORECASE) if words else None
    if found is None:
        raise AnswerMissing(
            "The answer is not in the page's text.",
            "Copy it from what chunkscope convert prints.",
        )
    return Span(*found.span())


def _candidate_fields(outcome: Outcome, passage: Passage) -> dict[str, Any]:
    vector, text = outcome.candidate.vector, outcome.candidate.text
    return {
        "id": passage.id,
        "level": passage.level,
        "heading_path": passage.heading_path,
        "start": passage.start,
        "end": passage.end,
        "vector_score": None if vector is None else vector.score,
        "vector_rank": None if vector is None else vector.rank,
        "text_rank": None if text is None else text.rank,
        "fused": outcome.candidate.fused,
        "fate": outcome.fate.value,
        "delivered": outcome.delivered,
        "duplicate_of": outcome.duplicate_of,
    }


def _fate_words(outcome: Outcome) -> str:
    length = outcome.span.end - outcome.span.start
    words = {
        "whole": "whole",
        "cut": f"cut at {outcome.delivered:,} of {length:,}",
        "duplicate": f"duplicate of {outcome.duplicate_of}",
        "under-floor": "under the floor",
        "beyond-leg": "beyond its leg",
        "past-passages": "past the passages",
        "no-room": "no room",
    }
    return words[outcome.fate.value]


def _leg_words(outcome: Outcome) -> str:
    vector, text = outcome.candidate.vector, outcome.candidate.text
    by_vector = "vector –" if vector is None else f"vector {vector.score:.3f} #{vector.rank}"
    return f"{by_vector}, text –" if text is None else f"{by_vector}, text #{text.rank}"
