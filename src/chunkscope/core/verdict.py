"""Where the answer to a question went: into the prompt, or where on the way it was lost."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from chunkscope.core.fusion import Hit, Mode
from chunkscope.core.prompt import Fate, Outcome, Prompt
from chunkscope.core.spans import Span


class Case(StrEnum):
    """What became of an answer."""

    FOUND = "found"
    PAST_CUT = "past-cut"
    SPLIT = "split"
    DUPLICATE = "duplicate"
    PAST_WINDOW = "past-window"
    UNDER_FLOOR = "under-floor"
    AT_PLACE = "at-place"
    NO_CHUNK = "no-chunk"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of an answer, in a sentence, and what to do about it.

    Attributes:
        case: The case.
        message: One sentence.
        advice: The next step; empty where nothing is wrong.
        place: Place of the candidate that it speaks of, from 1; None where there is none.
        beaten_by: Places of the candidates that went before it.
        parts: Places of the candidates that a split answer lies in, as few as tell all of it.
    """

    case: Case
    message: str
    advice: str
    place: int | None = None
    beaten_by: tuple[int, ...] = ()
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a passage the answer is: the less, the more it is diluted.

    Attributes:
        place: Place of the candidate, from 1.
        answer_tokens: Tokens of the answer.
        passage_tokens: Tokens of the passage that holds it.
    """

    place: int
    answer_tokens: int
    passage_tokens: int

    @property
    def of_passage(self) -> float:
        """From 0 to 1; a slice may have more tokens for itself than within its passage."""
        return min(1.0, self.answer_tokens / self.passage_tokens) if self.passage_tokens else 0.0


_MOST_LISTED: Final = 6
_IN_ITS_WORDS: Final = "Use the question's own words in the answer's section and in its heading."
_MORE_ROOM: Final = "Shorten the pinned text, or let the prompt hold more characters."
_TOGETHER: Final = "Move its sentences together, or choose larger chunks or more overlap."


def within(answer: Span, chunks: Sequence[Span]) -> Span:
    """Return an answer without what lies in no chunk at its ends, such as a heading's line."""
    touching = [chunk for chunk in chunks if chunk.touches(answer)]
    if not touching:
        return answer
    start = max(answer.start, min(chunk.start for chunk in touching))
    return Span(start, min(answer.end, max(chunk.end for chunk in touching)))


def judge(
    answer: Span,
    prompt: Prompt,
    chunks: Sequence[Span],
    seen: Callable[[Outcome], int],
    page: str | None = None,
) -> Verdict:
    """Say what became of an answer; where several passages hold it, the best case counts.

    The best is one passage that brings all of it; then several that bring it together; then one
    that is sent, but not as far as the answer; then the best placed that was not sent. The page's
    own passage holds everything: beside chunks, it counts only if it brings the answer.

    Args:
        answer: Its characters in the page.
        prompt: All candidates with their fates.
        chunks: Every chunk of the page of the levels that were searched, found or not.
        seen: Gives the characters of a candidate that its embedder reads; of a parent that stands
            for its children, how far the answer's are read.
        page: Key of the answer's page; None where all candidates are of one.
    """
    answer = within(answer, chunks)
    outcomes = [one for one in prompt.outcomes if page is None or one.source.page == page]
    text = outcomes[0].source.text if outcomes else ""
    needed = _trimmed(_needed(answer, chunks), text)
    brought = _brought(answer, needed, outcomes)
    if brought:
        return _found(brought[0]) if len(brought) == 1 else _in_pieces(brought)
    known = set(chunks)
    of_chunks = [one for one in outcomes if one.span in known]
    concerned = [one for one in of_chunks or outcomes if one.span.touches(answer)]
    holders = [one for one in concerned if _holds(one.span, answer)]
    if any(one.delivered for one in holders):
        return _past_cut(answer, max(holders, key=lambda one: _reached(one, answer)), prompt)
    if holders:
        return _lost(answer, holders, concerned, prompt, seen)
    return _not_found(answer, needed, concerned, chunks, prompt)


def shares(
    answer: Span, answer_tokens: int, prompt: Prompt, tokens_of: Callable[[Outcome], int]
) -> tuple[Share, ...]:
    """Return how much of each candidate that holds the whole answer the answer is."""
    return tuple(
        Share(outcome.place, answer_tokens, tokens_of(outcome))
        for outcome in prompt.outcomes
        if _holds(outcome.span, answer)
    )


def _found(outcome: Outcome) -> Verdict:
    message = f"The whole answer reaches the prompt, in the passage at place {outcome.place}."
    return Verdict(Case.FOUND, message, "", outcome.place)


def _in_pieces(brought: Sequence[Outcome]) -> Verdict:
    parts = tuple(one.place for one in brought)
    return Verdict(
        Case.SPLIT,
        f"The answer reaches the prompt in pieces, in the passages at places {_listed(parts)}.",
        _TOGETHER,
        parts[0],
        parts=parts,
    )


def _past_cut(answer: Span, outcome: Outcome, prompt: Prompt) -> Verdict:
    where = "comes after that" if answer.start >= outcome.sent.end else "runs past that"
    advice = "Move the answer up within its section, or give it a heading of its own."
    most = prompt.settings.passage_characters
    if prompt.is_short_of_room(outcome) and answer.end - outcome.span.start <= most:
        advice = _MORE_ROOM
    return Verdict(
        Case.PAST_CUT,
        f"The passage at place {outcome.place} holds the answer, but only its first "
        f"{outcome.delivered:,} of {outcome.source.length:,} characters are sent, "
        f"and the answer {where}.",
        advice,
        outcome.place,
    )


def _lost(
    answer: Span,
    holders: Sequence[Outcome],
    concerned: Sequence[Outcome],
    prompt: Prompt,
    seen: Callable[[Outcome], int],
) -> Verdict:
    """Judge an answer none of whose passages was sent, by the one that came nearest."""
    first = holders[0]
    if first.fate is Fate.DUPLICATE:
        case, message, advice = _duplicate(answer, first, prompt)
    elif first.fate is not Fate.NO_ROOM and _is_unread(answer, concerned, prompt, seen):
        case = Case.PAST_WINDOW
        message = (
            f"The passage that holds the answer is at place {first.place}, and its embedder "
            "stops reading before the answer begins."
        )
        advice = "Choose smaller chunks, or move the answer to its section's beginning."
    elif first.fate is Fate.UNDER_FLOOR and first.candidate.vector is not None:
        case = Case.UNDER_FLOOR
        score = _below(first.candidate.vector.score, prompt.settings.floor)
        message = (
            f"The passage that holds the answer is at place {first.place} and scores {score}, "
            f"under the floor of {prompt.settings.floor:g}."
        )
        advice = _IN_ITS_WORDS
    else:
        case = Case.AT_PLACE
        message, advice = _at_place(first, prompt)
    return Verdict(case, message, advice, first.place, tuple(range(1, first.place)))


def _duplicate(answer: Span, first: Outcome, prompt: Prompt) -> tuple[Case, str, str]:
    twin = next(one for one in prompt.outcomes if one.place == first.duplicate_of)
    message = (
        f"The passage that holds the answer, at place {first.place}, was dropped because it "
        f"begins as place {twin.place} does"
    )
    words = answer.slice_of(first.source.text)
    if words in twin.sent.slice_of(twin.source.text):
        return Case.DUPLICATE, f"{message}, which brings the same words.", ""
    is_nested = twin.source.page == first.source.page and twin.span.start == first.span.start
    if is_nested:
        advice = "Move the answer up within its section, so that both hold it."
    else:
        advice = "Let each section open with words of its own."
    return Case.DUPLICATE, f"{message}.", advice


def _at_place(first: Outcome, prompt: Prompt) -> tuple[str, str]:
    settings = prompt.settings
    message = f"The passage that holds the answer is at place {first.place}"
    if first.fate is Fate.NO_ROOM:
        used = f"the {settings.prompt_characters:,} characters of the prompt are used up before it"
        return f"{message}, but {used}.", _MORE_ROOM
    if first.fate is Fate.BEYOND_LEG:
        ranks = _ranks(first.candidate.vector, first.candidate.text)
        return f"{message}: {ranks}, while a leg hands on {settings.leg:,}.", _IN_ITS_WORDS
    before = sum(1 for one in prompt.outcomes if one.place < first.place and one.delivered)
    return (
        f"{message}, behind {before} that the prompt holds.",
        "Use the question's own words in the answer's section, or shorten what surrounds it.",
    )


def _not_found(
    answer: Span,
    needed: Sequence[Span],
    concerned: Sequence[Outcome],
    chunks: Sequence[Span],
    prompt: Prompt,
) -> Verdict:
    """Judge an answer that no candidate holds."""
    if any(_holds(chunk, answer) for chunk in chunks):
        leg = "full-text leg" if prompt.settings.mode is Mode.TEXT else "search"
        message = f"The {leg} did not find the chunk that holds the answer, as far as it was asked."
        return Verdict(Case.AT_PLACE, message, _IN_ITS_WORDS)
    if not any(chunk.touches(answer) for chunk in chunks):
        return Verdict(
            Case.NO_CHUNK,
            "The answer is in no chunk.",
            "Headings and front matter are not cut into chunks: say it in a sentence below.",
        )
    parts = tuple(one.place for one in _together(needed, [(one, one.span) for one in concerned]))
    where = f"the passages at places {_listed(parts)}" if len(parts) > 1 else "chunks"
    message = f"No chunk holds the whole answer; it is split between {where}."
    return Verdict(Case.SPLIT, message, _TOGETHER, min(parts, default=None), parts=parts)


def _is_unread(
    answer: Span, concerned: Sequence[Outcome], prompt: Prompt, seen: Callable[[Outcome], int]
) -> bool:
    """Say whether no candidate's embedder comes as far as the answer.

    Words are not searched by any.
    """
    if prompt.settings.mode is Mode.TEXT:
        return False
    return all(max(answer.start, one.span.start) >= one.span.start + seen(one) for one in concerned)


def _needed(answer: Span, chunks: Sequence[Span]) -> list[Span]:
    """Return the stretches of an answer that lie in chunks; all of it where none does."""
    inside, reached = [], answer.start
    for chunk in sorted(chunk for chunk in chunks if chunk.touches(answer)):
        stretch = Span(max(chunk.start, reached), min(chunk.end, answer.end))
        if stretch.start < stretch.end:
            inside.append(stretch)
            reached = stretch.end
    return inside or [answer]


def _brought(
    answer: Span, needed: Sequence[Span], outcomes: Sequence[Outcome]
) -> Sequence[Outcome]:
    """Return the best candidates that bring all of an answer, one if one does; none if none do."""
    sent = [(one, one.sent) for one in outcomes if one.delivered]
    for outcome, span in sent:
        if _holds(span, answer) or _together(needed, [(outcome, span)]):
            return [outcome]
    return _together(needed, sent)


def _together(needed: Sequence[Span], offered: Sequence[tuple[Outcome, Span]]) -> list[Outcome]:
    """Return the candidates, best first, whose spans hold all that is needed; none if they do not.

    One that adds nothing to the better ones is left out.

    Args:
        needed: Stretches in order that neither begin nor end with white space: what chunks leave
            out between them is not needed.
        offered: Candidates, each with the span that it brings.
    """
    left, used = list(needed), []
    for outcome, span in offered:
        first = bisect_right(left, span.start, key=lambda stretch: stretch.end)
        behind = bisect_left(left, span.end, key=lambda stretch: stretch.start)
        touched = left[first:behind]
        if touched:
            used.append(outcome)
            left[first:behind] = _trimmed(_without(touched, span), outcome.source.text)
    return [] if left else used


def _without(stretches: Sequence[Span], taken: Span) -> list[Span]:
    """Return what lies before and behind `taken` of stretches that all touch it."""
    start, end = stretches[0].start, stretches[-1].end
    parts = (Span(start, taken.start), Span(taken.end, end))
    return [part for part in parts if part.start < part.end]


def _trimmed(stretches: Sequence[Span], text: str) -> list[Span]:
    """Return stretches without the white space at their ends, and none of white space alone."""
    found = []
    for start, end in stretches:
        words = text[start:end].rstrip()
        if words:
            found.append(Span(start + len(words) - len(words.lstrip()), start + len(words)))
    return found


def _holds(span: Span, answer: Span) -> bool:
    return span.start <= answer.start and answer.end <= span.end


def _reached(outcome: Outcome, answer: Span) -> tuple[bool, int, int]:
    """Order passages by how much of an answer they bring, then by place."""
    brought = max(0, min(outcome.sent.end, answer.end) - answer.start)
    return outcome.delivered > 0, brought, -outcome.place


def _below(score: float, floor: float) -> str:
    """Return a score under the floor with as many digits as show that it is under it."""
    shown = (f"{score:.{digits}f}" for digits in range(2, 7))
    return next((text for text in shown if float(text) < floor), repr(score))


def _ranks(vector: Hit | None, text: Hit | None) -> str:
    legs = ((vector, "meaning"), (text, "words"))
    return " and ".join(f"rank {hit.rank:,} by {leg}" for hit, leg in legs if hit is not None)


def _listed(places: Sequence[int]) -> str:
    if len(places) > _MOST_LISTED:
        shown = ", ".join(map(str, places[:_MOST_LISTED]))
        return f"{shown} and {len(places) - _MOST_LISTED:,} more"
    return f"{', '.join(map(str, places[:-1]))} and {places[-1]}"
