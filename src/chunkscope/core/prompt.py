"""What reaches the prompt of all candidates, what is cut, what is dropped, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from chunkscope.core.fusion import Candidate, SearchSettings, Standing
from chunkscope.core.spans import Span

OPENING_CHARACTERS: Final = 96
"""Passages of one title that begin with the same characters count once; these many are compared."""
SEPARATOR: Final = "\n\n"
"""Stands between the parts of a prompt."""


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
        prefix: Title and heading path, which label it in the prompt; the title where it is empty.
        page: Key of its page among several.
    """

    title: str
    text: str
    span: Span
    prefix: str = ""
    page: str = ""

    @property
    def opening(self) -> tuple[str, str]:
        """What duplicates share: the title and the first characters."""
        start, end = self.span
        return self.title, self.text[start : min(end, start + OPENING_CHARACTERS)]

    @property
    def length(self) -> int:
        """Characters of the passage."""
        return self.span.end - self.span.start


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one candidate.

    Attributes:
        place: From 1, in the fused order.
        candidate: The candidate.
        source: Where its passage lies.
        fate: What became of it.
        delivered: Characters of it that the prompt holds.
        duplicate_of: Place of the better one that begins alike; None for all else.
    """

    place: int
    candidate: Candidate
    source: Source
    fate: Fate
    delivered: int = 0
    duplicate_of: int | None = None

    @property
    def span(self) -> Span:
        """Its passage in its page."""
        return self.source.span

    @property
    def sent(self) -> Span:
        """The part of its passage that the prompt holds; empty where it holds none."""
        start = self.source.span.start
        return Span(start, start + self.delivered)


class Role(StrEnum):
    """What a piece of the prompt is."""

    PINNED = "pinned"
    LABEL = "label"
    PASSAGE = "passage"
    SEPARATOR = "separator"


class Piece(NamedTuple):
    """A stretch of the prompt as it is sent.

    Attributes:
        role: What it is; pinned text and passages alone count against the budget.
        at: Where it stands in the prompt.
        outcome: The candidate that it shows or labels; None for all else.
    """

    role: Role
    at: Span
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """All candidates with their fates, and what is sent.

    Attributes:
        pinned: The pinned text, as far as it fits.
        outcomes: In the fused order.
        passages: The text of each passage that is sent, in order.
        settings: What it was filled by.
    """

    pinned: str
    outcomes: tuple[Outcome, ...]
    passages: tuple[str, ...]
    settings: SearchSettings

    @property
    def text(self) -> str:
        """What is sent before the question, labels and separators included."""
        return "".join(text for _, text, _ in self._stretches())

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The stretches of `text`, one behind the other."""
        pieces, start = [], 0
        for role, text, outcome in self._stretches():
            pieces.append(Piece(role, Span(start, start + len(text)), outcome))
            start += len(text)
        return tuple(pieces)

    @property
    def characters(self) -> int:
        """Characters that count against the budget."""
        return len(self.pinned) + sum(map(len, self.passages))

    def is_short_of_room(self, outcome: Outcome) -> bool:
        """Say whether the budget, not the cut of every passage, took something of a candidate."""
        if outcome.fate not in (Fate.CUT, Fate.NO_ROOM):
            return False
        return outcome.delivered < min(outcome.source.length, self.settings.passage_characters)

    def _stretches(self) -> Iterator[tuple[Role, str, Outcome | None]]:
        if self.pinned:
            yield Role.PINNED, self.pinned, None
        sent = (outcome for outcome in self.outcomes if outcome.fate.is_delivered)
        for number, (outcome, passage) in enumerate(zip(sent, self.passages, strict=True), 1):
            if self.pinned or number > 1:
                yield Role.SEPARATOR, SEPARATOR, None
            name = " ".join((outcome.source.prefix or outcome.source.title).split())
            yield Role.LABEL, f"[{number}] {name}\n", outcome
            yield Role.PASSAGE, passage, outcome


def deliver(
    candidates: Sequence[Candidate],
    sources: Sequence[Source],
    settings: SearchSettings,
    pinned: str = "",
    places: Sequence[int] = (),
) -> Prompt:
    """Fill the prompt: pinned text first, then the best passages, each cut, none twice.

    Args:
        candidates: As `fuse` orders them; of those that do not take part, some may be left out.
        sources: The passage of each of them.
        settings: Numbers of passages and characters.
        pinned: Text that always goes first; cut to the budget.
        places: Place of each among all, rising; from 1 on without a gap where none are given.
    """
    pinned = pinned[: settings.prompt_characters]
    left = settings.prompt_characters - len(pinned)
    seen: dict[tuple[str, str], int] = {}
    outcomes: list[Outcome] = []
    taken = 0
    numbered = places or range(1, len(candidates) + 1)
    for place, candidate, source in zip(numbered, candidates, sources, strict=True):
        fate = _KEPT_OUT.get(candidate.standing)
        better = place if fate is not None else seen.setdefault(source.opening, place)
        if fate is not None:
            outcome = Outcome(place, candidate, source, fate)
        elif better != place:
            outcome = Outcome(place, candidate, source, Fate.DUPLICATE, duplicate_of=better)
        elif taken == settings.most_passages:
            outcome = Outcome(place, candidate, source, Fate.PAST_PASSAGES)
        else:
            outcome = _taken(place, candidate, source, min(settings.passage_characters, left))
            left -= outcome.delivered
            taken += 1
        outcomes.append(outcome)
    sent = [outcome for outcome in outcomes if outcome.fate.is_delivered]
    passages = tuple(outcome.sent.slice_of(outcome.source.text) for outcome in sent)
    return Prompt(pinned, tuple(outcomes), passages, settings)


def _taken(place: int, candidate: Candidate, source: Source, most: int) -> Outcome:
    """Return what becomes of one of the best passages, of which `most` characters fit."""
    if not most:
        return Outcome(place, candidate, source, Fate.NO_ROOM)
    fate = Fate.WHOLE if source.length <= most else Fate.CUT
    return Outcome(place, candidate, source, fate, min(source.length, most))
