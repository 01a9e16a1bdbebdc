"""What came of a question, in words and as JSON for the command line."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from chunkscope.core.prompt import Outcome
from chunkscope.core.verdict import Share, Verdict
from chunkscope.retrieval.passages import Passage
from chunkscope.workspace.lines import one_line
from chunkscope.workspace.questions import Asked

_SHOWN_PLACES: Final = 20


def as_text(asked: Asked) -> Iterator[str]:
    """Yield the candidates, a line each, best first; then the verdict."""
    yield f"{one_line(asked.question.text)} · {asked.model}\n"
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
        "question": asked.question.text,
        "model": asked.model,
        "candidates": [
            _candidate_fields(outcome, passage)
            for outcome, passage in zip(asked.prompt.outcomes, asked.passages, strict=True)
        ],
        "prompt": {
            "pinned": asked.prompt.pinned,
            "passages": list(asked.prompt.passages),
            "characters": asked.prompt.characters,
            "text": asked.prompt.text,
        },
    }
    if asked.verdict is not None:
        fields["verdict"] = _verdict_fields(asked.verdict, asked.shares)
    yield json.dumps(fields, ensure_ascii=False, indent=2) + "\n"


def _verdict_fields(verdict: Verdict, shares: Sequence[Share]) -> dict[str, Any]:
    return {
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
            for share in shares
        ],
    }


def _candidate_fields(outcome: Outcome, passage: Passage) -> dict[str, Any]:
    vector, text = outcome.candidate.vector, outcome.candidate.text
    return {
        "place": outcome.place,
        "id": passage.id,
        "level": passage.level,
        "heading_path": passage.heading_path,
        "start": passage.start,
        "end": passage.end,
        "vector_score": None if vector is None else vector.score,
        "vector_rank": None if vector is None else vector.rank,
        "text_rank": None if text is None else text.rank,
        "fused": outcome.candidate.fused,
        "reranked": outcome.candidate.reranked,
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
    by_text = "text –" if text is None else f"text #{text.rank}"
    reranked = outcome.candidate.reranked
    by_reranker = "" if reranked is None else f", reranker {reranked:.2f}"
    return f"{by_vector}, {by_text}{by_reranker}"
