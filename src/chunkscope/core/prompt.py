"""What reaches the prompt of all candidates, what is cut, what is dropped, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from chunkscope.core.fusion import Candidate, SearchSettings, Standing
from chunkscope.core.spans import Span

OPENING_CHARACTERS: Final = 96
"""Passages of one title that begin with the same characters count once; these many are compared."""


class Fate(StrEnum):
    """What became of a candidate."""

    WHOLE = "whole"
    CUT = "cut"
    DUPLICATE = "duplicate"
    UNDER_FLOOR = "under-floor"
    BEYOND_LEG = "beyond-leg"
    PAST_PASSAGES = "past-passages"
    NO_ROOM = "no-room"

    @property
    def is_delivered(self) -> bool:
        """Whether the prompt holds some of it."""
        return self in (Fate.WHOLE, Fate.CUT)


_KEPT_OUT: Final = {
    Standing.UNDER_FLOOR: Fate.UNDER_FLOOR,
    Standing.BEYOND_LEG: Fate.BEYOND_LEG,
}


class Source(NamedTuple):
    """Where a candidate's passage lies.

    Attributes:
        title: Title of its page.
        text: The whole markdown of its page.
        span: The passage in it, without prefix.
    """

    title: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one candidate.

    Attributes:
        place: From 1, in the fused order.
        candidate: The candidate.
        span: Its passage.
        fate: What became of it.
        delivered: Characters of it that the prompt holds.
        duplicate_of: Place of the better one that begins alike; None for all else.
    """

    place: int
    candidate: Candidate
    span: Span
    fate: Fate
    delivered: int = 0
    duplicate_of: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """All candidates with their fates, and what is sent.

    Attributes:
        pinned: The pinned text, as far as it fits.
        outcomes: In the fused order.
        passages: The text of each passage that is sent, in order.
    """

    pinned: str
    outcomes: tuple[Outcome, ...]
    passages: tuple[str, ...]

    @property
    def characters(self) -> int:
        """Characters that count against the budget."""
        return len(self.pinned) + sum(map(len, self.passages))


def deliver(
    candidates: Sequence[Candidate],
    sources: Sequence[Source],
    settings: SearchSettings,
    pinned: str = "",
) -> Prompt:
    """Fill the prompt: pinned text first, then the best passages, each cut, none twice.

    Args:
        candidates: As `fuse` orders them.
        sources: The passage of each of them.
        settings: Numbers of passages and characters.
        pinned: Text that always goes first; cut to the budget.
    """
    pinned = pinned[: settings.prompt_characters]
    left = settings.prompt_characters - len(pinned)
    seen: dict[tuple[str, str], int] = {}
    outcomes: list[Outcome] = []
    passages: list[str] = []
    taken = 0
    for place, (candidate, source) in enumerate(zip(candidates, sources, strict=True), 1):
        fate, delivered, better = _KEPT_OUT.get(candidate.standing), 0, None
        if fate is None:
            better = seen.setdefault(_opening_of(source), place)
            if better != place:
                fate = Fate.DUPLICATE
            elif taken == settings.most_passages:
                fate = Fate.PAST_PASSAGES
            else:
                taken += 1
                length = source.span.end - source.span.start
                delivered = min(length, settings.passage_characters, left)
                fate = Fate.WHOLE if delivered == length else Fate.CUT
                if not delivered:
                    fate = Fate.NO_ROOM
        if delivered:
            left -= delivered
            passages.append(source.text[source.span.start : source.span.start + delivered])
        duplicate_of = better if fate is Fate.DUPLICATE else None
        outcomes.append(Outcome(place, candidate, source.span, fate, delivered, duplicate_of))
    return Prompt(pinned, tuple(outcomes), tuple(passages))


def _opening_of(source: Source) -> tuple[str, str]:
    start, end = source.span
    return source.title, source.text[start : min(end, start + OPENING_CHARACTERS)]
