"""Where the answer to a question went: into the prompt, or where on the way it was lost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

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
    """

    case: Case
    message: str
    advice: str
    place: int | None = None
    beaten_by: tuple[int, ...] = ()


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
        """From 0 to 1."""
        return self.answer_tokens / self.passage_tokens if self.passage_tokens else 0.0


def judge(
    answer: Span, prompt: Prompt, chunks: Sequence[Span], seen: Callable[[Outcome], int]
) -> Verdict:
    """Say what became of an answer.

    Args:
        answer: Its characters in the page.
        prompt: All candidates of that page with their fates.
        chunks: Every chunk of the page, found or not.
        seen: Gives the characters of a candidate that its embedder reads.
    """
    holders = [outcome for outcome in prompt.outcomes if _holds(outcome.span, answer)]
    delivered = [outcome for outcome in holders if outcome.fate.is_delivered]
    for outcome in delivered:
        if answer.end - outcome.span.start <= outcome.delivered:
            return Verdict(
                Case.FOUND,
                f"The whole answer reaches the prompt, in the passage at place {outcome.place}.",
                "",
                outcome.place,
            )
    if _is_covered(answer, prompt.outcomes):
        parts = [one for one in prompt.outcomes if _sent(one).touches(answer)]
        return Verdict(
            Case.SPLIT,
            f"The answer reaches the prompt in pieces, in {len(parts)} passages.",
            "Move its sentences together, or choose larger chunks.",
            parts[0].place,
        )
    if delivered:
        first = delivered[0]
        return Verdict(
            Case.PAST_CUT,
            f"The passage at place {first.place} holds the answer, but it is cut before it ends.",
            "Move the answer up within its section, or make the section shorter.",
            first.place,
        )
    if holders:
        return _lost(answer, holders, prompt, seen)
    return _not_found(answer, chunks)


def shares(
    answer: Span, answer_tokens: int, prompt: Prompt, tokens_of: Callable[[Outcome], int]
) -> tuple[Share, ...]:
    """Return how much of each candidate that holds the whole answer the answer is."""
    return tuple(
        Share(outcome.place, answer_tokens, tokens_of(outcome))
        for outcome in prompt.outcomes
        if _holds(outcome.span, answer)
    )


def _not_found(answer: Span, chunks: Sequence[Span]) -> Verdict:
    """Judge an answer that no candidate holds."""
    if any(_holds(chunk, answer) for chunk in chunks):
        return Verdict(
            Case.AT_PLACE,
            "The chunk that holds the answer is not among the candidates.",
            "Use the question's own words in the answer's section and in its heading.",
        )
    if any(chunk.touches(answer) for chunk in chunks):
        return Verdict(
            Case.SPLIT,
            "No chunk holds the whole answer; it is split between two.",
            "Move its sentences together, or choose larger chunks or more overlap.",
        )
    return Verdict(
        Case.NO_CHUNK,
        "The answer is in no chunk.",
        "Headings and front matter are not cut into chunks: say it in a sentence below.",
    )


def _lost(
    answer: Span, holders: Sequence[Outcome], prompt: Prompt, seen: Callable[[Outcome], int]
) -> Verdict:
    """Judge an answer none of whose passages was sent, by the one that came nearest."""
    first = holders[0]
    before = tuple(range(1, first.place))
    if first.fate is Fate.DUPLICATE:
        return Verdict(
            Case.DUPLICATE,
            f"The passage that holds the answer was dropped: it begins as place "
            f"{first.duplicate_of} does.",
            "Let each section open with words of its own.",
            first.place,
            before,
        )
    if all(answer.start >= one.span.start + seen(one) for one in holders):
        return Verdict(
            Case.PAST_WINDOW,
            "The answer stands where the embedder no longer reads, so no question can find it.",
            "Choose smaller chunks, or move the answer to its section's beginning.",
            first.place,
            before,
        )
    if first.fate is Fate.UNDER_FLOOR and first.candidate.vector is not None:
        score = first.candidate.vector.score
        return Verdict(
            Case.UNDER_FLOOR,
            f"The passage that holds the answer scores {score:.2f}, under the floor.",
            "Use the question's own words in the answer's section and in its heading.",
            first.place,
            before,
        )
    best = sum(1 for one in prompt.outcomes[: first.place - 1] if one.fate.is_delivered)
    return Verdict(
        Case.AT_PLACE,
        f"The passage that holds the answer is at place {first.place}, "
        f"behind {best} that the prompt holds.",
        "Use the question's own words in the answer's section, or shorten what surrounds it.",
        first.place,
        before,
    )


def _holds(span: Span, answer: Span) -> bool:
    return span.start <= answer.start and answer.end <= span.end


def _sent(outcome: Outcome) -> Span:
    return Span(outcome.span.start, outcome.span.start + outcome.delivered)


def _is_covered(answer: Span, outcomes: Sequence[Outcome]) -> bool:
    """Say whether what is sent holds every character of the answer, in whatever passages."""
    reached = answer.start
    for sent in sorted(_sent(outcome) for outcome in outcomes if outcome.delivered):
        if sent.start <= reached:
            reached = max(reached, sent.end)
    return reached >= answer.end
