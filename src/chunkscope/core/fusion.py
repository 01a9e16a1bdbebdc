"""Two legs become one list: the vector leg's hits and the full-text leg's, fused by their ranks.

Reciprocal rank fusion after Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms
Condorcet and individual Rank Learning Methods", SIGIR 2009.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

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
        leg: Hits that each leg hands on.
        k: The constant of reciprocal rank fusion.
        passages: Passages that the prompt holds at most.
        passage_characters: Characters of a passage that reach the prompt.
        prompt_characters: Characters that all passages and the pinned text share.
        small_to_big: Whether children are searched and their parents handed on.

    Raises:
        SettingsError: A value is out of its range; the message names it.
    """

    mode: Mode = Mode.HYBRID
    floor: float = 0.4
    leg: int = 20
    k: int = 60
    passages: int = 4
    passage_characters: int = 1000
    prompt_characters: int = 4000
    small_to_big: bool = False

    def __post_init__(self) -> None:
        """Check the ranges."""
        if not -1.0 <= self.floor <= 1.0:
            raise SettingsError(f"floor is {self.floor}; it must lie between -1 and 1.")
        ranges = (
            ("leg", 1, 1000),
            ("k", 0, 10_000),
            ("passages", 1, 100),
            ("passage_characters", 1, 1_000_000),
            ("prompt_characters", 0, 10_000_000),
        )
        for name, least, most in ranges:
            value = getattr(self, name)
            if not least <= value <= most:
                raise SettingsError(f"{name} is {value}; it must lie between {least} and {most}.")


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
        fused: Sum of 1 / (k + rank) over the legs that admit it; 0 where none does.
        standing: Whether it takes part.
    """

    position: int
    vector: Hit | None
    text: Hit | None
    fused: float
    standing: Standing


def fuse(
    vector: Iterable[Hit], text: Iterable[Hit], settings: SearchSettings
) -> tuple[Candidate, ...]:
    """Return all candidates, best first: those that take part, then those that do not.

    The floor is the vector leg's alone: a passage under it may enter by its text. Ties go by
    vector score, then by position, which puts parents before their children.
    """
    vector = () if settings.mode is Mode.TEXT else tuple(vector)
    text = () if settings.mode is Mode.VECTOR else tuple(text)
    by_vector = {hit.position: hit for hit in vector}
    by_text = {hit.position: hit for hit in text}
    candidates = [
        _candidate(by_vector.get(position), by_text.get(position), position, settings)
        for position in by_vector | by_text
    ]
    return tuple(sorted(candidates, key=_order))


def vector_leg_of_parents(children: Sequence[Hit], parents: Sequence[int]) -> tuple[Hit, ...]:
    """Return hits of children as hits of their parents, each once, at its best child's score.

    Args:
        children: Best first.
        parents: Position of the parent of each of them, in the same order.
    """
    best: dict[int, Hit] = {}
    for hit, parent in zip(children, parents, strict=True):
        if parent not in best:
            best[parent] = Hit(parent, len(best) + 1, hit.score)
    return tuple(best.values())


def _candidate(
    vector: Hit | None, text: Hit | None, position: int, settings: SearchSettings
) -> Candidate:
    passes = vector is not None and vector.score >= settings.floor
    legs = [
        hit
        for hit, is_let_in in ((vector, passes), (text, True))
        if hit is not None and is_let_in and hit.rank <= settings.leg
    ]
    fused = sum(1.0 / (settings.k + hit.rank) for hit in legs)
    standing = Standing.ADMITTED
    if not legs:
        is_under = vector is not None and not passes
        standing = Standing.UNDER_FLOOR if is_under else Standing.BEYOND_LEG
    return Candidate(position, vector, text, fused, standing)


def _order(candidate: Candidate) -> tuple[bool, float, float, float, int]:
    score = -candidate.vector.score if candidate.vector is not None else 2.0
    text = candidate.text.rank if candidate.text is not None else float("inf")
    is_out = candidate.standing is not Standing.ADMITTED
    return is_out, -candidate.fused, score, text, candidate.position
