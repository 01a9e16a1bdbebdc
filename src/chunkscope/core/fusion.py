"""Two legs become one list: the vector leg's hits and the full-text leg's, fused by their ranks.

Reciprocal rank fusion after Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms
Condorcet and individual Rank Learning Methods", SIGIR 2009.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import inf
from typing import Final, NamedTuple

from chunkscope.core.errors import SettingsError


class Mode(StrEnum):
    """The legs that are asked."""

    VECTOR = "vector"
    TEXT = "text"
    HYBRID = "hybrid"


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How candidates are found and what of them reaches the prompt.

    The defaults are the default profile's.

    Attributes:
        mode: The legs that are asked.
        floor: Least cosine similarity that passes on the vector leg.
        leg: Hits that each leg hands on; of children, where their parents are handed on.
        k: The constant of reciprocal rank fusion.
        passages: Passages that the prompt holds at most.
        passage_characters: Characters of a passage that reach the prompt.
        prompt_characters: Characters that all passages and the pinned text share.
        small_to_big: Whether children are searched and their parents handed on.
        big_passages: Takes the place of `passages` where parents are handed on.
        instruction: Put before the question where it is embedded; None for what the model's makers
            call necessary. The floor of 0.4 was set without any.
        reranker: Name of the cross-encoder that puts what takes part in its own order; empty for
            none.

    Raises:
        SettingsError: A value is of the wrong kind or out of its range; the first in the order of
            the fields is named with its value and its range.
    """

    mode: Mode = Mode.HYBRID
    floor: float = 0.4
    leg: int = 20
    k: int = 60
    passages: int = 4
    passage_characters: int = 1000
    prompt_characters: int = 4000
    small_to_big: bool = False
    big_passages: int = 5
    instruction: str | None = None
    reranker: str = ""

    def __post_init__(self) -> None:
        """Check kinds and ranges."""
        _require("mode", self.mode, type(self.mode) is Mode, f"one of {', '.join(Mode)}")
        floor = self.floor
        is_score = type(floor) in (int, float) and -1 <= floor <= 1
        _require("floor", floor, is_score, "a number from -1 to 1")
        for name, least, most in _RANGES:
            value = getattr(self, name)
            fits = type(value) is int and least <= value <= most
            _require(name, value, fits, f"a whole number from {least} to {most}")
        _require("small_to_big", self.small_to_big, type(self.small_to_big) is bool, "on or off")
        _require("reranker", self.reranker, type(self.reranker) is str, "a name")
        instruction = self.instruction
        _require(
            "instruction", instruction, instruction is None or type(instruction) is str, "text"
        )

    @property
    def most_passages(self) -> int:
        """Passages that the prompt holds at most, whichever way they are found."""
        return self.big_passages if self.small_to_big else self.passages


_RANGES: Final = (
    ("leg", 1, 1000),
    ("k", 0, 10_000),
    ("passages", 1, 100),
    ("passage_characters", 1, 1_000_000),
    ("prompt_characters", 0, 10_000_000),
    ("big_passages", 1, 100),
)


def _require(name: str, value: object, fits: bool, expected: str) -> None:
    if not fits:
        raise SettingsError(
            f"The setting “{name.replace('_', ' ')}” is {value!r}; it must be {expected}.",
            "Choose such a value.",
        )


class Hit(NamedTuple):
    """A passage's place on one leg.

    Attributes:
        position: Place of the passage among all; equal scores go by it.
        rank: From 1.
        score: Cosine similarity, or what the full-text leg ranks by; more is better.
    """

    position: int
    rank: int
    score: float


class Standing(StrEnum):
    """Whether a candidate takes part, and if not, what kept it out."""

    ADMITTED = "admitted"
    UNDER_FLOOR = "under-floor"
    BEYOND_LEG = "beyond-leg"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that either leg found.

    Attributes:
        position: Place of the passage among all.
        vector: Its hit on the vector leg; None where it is not there.
        text: Its hit on the full-text leg.
        by_vector: What the vector leg contributes: 1 / (k + rank); 0 where it does not admit it.
        by_text: What the full-text leg contributes.
        fused: Sum of both; 0 where neither admits it.
        standing: Whether it takes part.
        reranked: What the reranker says of it; None where none was asked.
    """

    position: int
    vector: Hit | None
    text: Hit | None
    by_vector: float
    by_text: float
    fused: float
    standing: Standing
    reranked: float | None = None


def fuse(
    vector: Iterable[Hit], text: Iterable[Hit], settings: SearchSettings
) -> tuple[Candidate, ...]:
    """Return all candidates, best first: those that take part, then those that do not.

    The floor is the vector leg's alone: a passage under it may enter by its text. Ties go by
    vector score, then by position, which puts parents before their children. Sums are compared
    as fractions: what is equal on paper is a tie.

    Args:
        vector: Hits of the vector leg, as far down as they are known.
        text: Hits of the full-text leg. One without a vector hit loses ties.
        settings: The legs that are asked, the floor, how far a leg reaches, and k.
    """
    vector = () if settings.mode is Mode.TEXT else tuple(vector)
    text = () if settings.mode is Mode.VECTOR else tuple(text)
    vector_hits = {hit.position: hit for hit in vector}
    text_hits = {hit.position: hit for hit in text}
    candidates = [
        _candidate(vector_hits.get(position), text_hits.get(position), position, settings)
        for position in vector_hits | text_hits
    ]
    admitted = [one for one in candidates if one.standing is Standing.ADMITTED]
    others = [one for one in candidates if one.standing is not Standing.ADMITTED]
    admitted.sort(key=lambda one: (-_sum(one, settings), _descending(one.vector), one.position))
    others.sort(key=lambda one: (_descending(one.vector), _rank(one.text), one.position))
    return (*admitted, *others)


def reranked(candidates: Sequence[Candidate], scores: Sequence[float]) -> tuple[Candidate, ...]:
    """Return candidates in the order of a reranker's scores; equal ones keep their order.

    Args:
        candidates: In the fused order.
        scores: One each; more is better.
    """
    scored = [
        replace(candidate, reranked=score)
        for candidate, score in zip(candidates, scores, strict=True)
    ]
    return tuple(sorted(scored, key=lambda candidate: -(candidate.reranked or 0.0)))


def _candidate(
    vector: Hit | None, text: Hit | None, position: int, settings: SearchSettings
) -> Candidate:
    passes = vector is not None and vector.score >= settings.floor
    vector_is_in = passes and _rank(vector) <= settings.leg
    text_is_in = _rank(text) <= settings.leg
    standing = Standing.ADMITTED
    if not (vector_is_in or text_is_in):
        is_under = vector is not None and not passes
        standing = Standing.UNDER_FLOOR if is_under else Standing.BEYOND_LEG
    by_vector = 1 / (settings.k + _rank(vector)) if vector_is_in else 0.0
    by_text = 1 / (settings.k + _rank(text)) if text_is_in else 0.0
    return Candidate(position, vector, text, by_vector, by_text, by_vector + by_text, standing)


def _sum(candidate: Candidate, settings: SearchSettings) -> Fraction:
    """Return the fused score without rounding."""
    legs = ((candidate.by_vector, candidate.vector), (candidate.by_text, candidate.text))
    admitted = [hit.rank for part, hit in legs if part and hit is not None]
    return sum((Fraction(1, settings.k + rank) for rank in admitted), Fraction(0))


def _rank(hit: Hit | None) -> float:
    return inf if hit is None else hit.rank


def _descending(hit: Hit | None) -> float:
    return inf if hit is None else -hit.score
