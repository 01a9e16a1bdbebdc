"""The test bench: what is asked of the open page, and what is known of the answers."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.prompt import Outcome
from chunkscope.core.spans import Span
from chunkscope.workspace.questions import Asked, Question, Why

if TYPE_CHECKING:
    from chunkscope.retrieval.costs import Outcome as IndexOutcome
    from chunkscope.retrieval.costs import Plan
    from chunkscope.retrieval.passages import Passage


class Stage(StrEnum):
    """What the bench is doing."""

    IDLE = "idle"
    LOADING = "loading"
    INDEXING = "indexing"
    ASKING = "asking"


@dataclass(frozen=True, slots=True)
class Side:
    """One question under one setting.

    Attributes:
        question: What is to be asked; changes while it is typed.
        asked: The answer to what was asked last; its own question may be an earlier one.
        chunk_set: The cut that was asked.
    """

    question: Question = field(default_factory=Question)
    asked: Asked | None = None
    chunk_set: ChunkSet | None = None

    @property
    def is_stale(self) -> bool:
        """Whether the answer belongs to another question or other settings of it."""
        return self.asked is not None and self.asked.question != self.question

    def without_verdict(self) -> "Side":
        """Return this side without what was said of a marked answer."""
        if self.asked is None:
            return self
        return replace(self, asked=replace(self.asked, verdict=None, shares=()))


@dataclass(frozen=True, slots=True)
class Bench:
    """The bench of one page.

    Attributes:
        sides: One question, or two side by side.
        aside: The second side while it is put away; None where there was none.
        leading: The side whose hits the document and the strip show.
        chosen: Place of the chosen candidate of the leading side, from 1.
        why: Why the chosen candidate was found; None until it is worked out.
        answer: Characters of the page that answer the question; None while none are marked.
        plan: What indexing the page as it is cut now would cost; None until it is known.
        indexed: What the last indexing did.
        stage: What is being done.
        error: Why the last thing failed, in a sentence; empty where nothing did.
        hint: What to do about it.
        past: Questions asked of this page before, newest first.
    """

    sides: tuple[Side, ...] = (Side(),)
    aside: Side | None = None
    leading: int = 0
    chosen: int | None = None
    why: Why | None = None
    answer: Span | None = None
    plan: "Plan | None" = None
    indexed: "IndexOutcome | None" = None
    stage: Stage = Stage.IDLE
    error: str = ""
    hint: str = ""
    past: tuple[str, ...] = ()

    @property
    def side(self) -> Side:
        """The leading side."""
        return self.sides[self.leading]

    @property
    def is_compared(self) -> bool:
        """Whether two sides stand beside each other."""
        return len(self.sides) == 2

    @property
    def chosen_outcome(self) -> Outcome | None:
        """The chosen candidate of the leading side."""
        asked = self.side.asked
        return None if asked is None or self.chosen is None else asked.outcome_at(self.chosen)

    @property
    def chosen_passage(self) -> "Passage | None":
        """The passage of the chosen candidate."""
        asked = self.side.asked
        return None if asked is None or self.chosen is None else asked.passage_at(self.chosen)

    @property
    def sides_to_ask(self) -> list[int]:
        """The numbers of the sides in which a question stands."""
        return [n for n, side in enumerate(self.sides) if not side.question.is_blank]

    def with_side(self, number: int, side: Side) -> "Bench":
        """Return this bench with one side replaced."""
        sides = tuple(side if n == number else one for n, one in enumerate(self.sides))
        return replace(self, sides=sides)

    def with_asked(self, number: int, asked: Asked, chunks: ChunkSet | None) -> "Bench":
        """Return this bench with what came of a side's question; what was chosen stays chosen."""
        bench = self.with_side(number, Side(self.sides[number].question, asked, chunks))
        if number != self.leading:
            return bench
        before, places = self.chosen_outcome, asked.prompt.outcomes
        same = (one.place for one in places if before is not None and one.span == before.span)
        return replace(bench, chosen=next(same, None), why=None)

    def with_aside(self) -> "Bench":
        """Return this bench with a second side: the one that was put away, or the same again."""
        second = self.side if self.aside is None else self.aside
        return replace(self, sides=(self.side, second), aside=None, leading=0)

    def without_aside(self) -> "Bench":
        """Return this bench with the leading side alone; another question is put away, not lost."""
        other = self.sides[1 - self.leading]
        aside = None if other.question == self.side.question else other
        return replace(self, sides=(self.side,), aside=aside, leading=0)

    def with_answer(self, answer: Span | None) -> "Bench":
        """Return this bench with other characters marked, of which nothing is known yet."""
        if answer == self.answer:
            return self
        sides = tuple(side.without_verdict() for side in self.sides)
        aside = None if self.aside is None else self.aside.without_verdict()
        return replace(self, sides=sides, aside=aside, answer=answer)


def bench_of(
    before: Bench, past: tuple[str, ...], ready: tuple[str, ...], *, reloaded: bool
) -> Bench:
    """Return the bench of a page that was opened: what is typed stays, answers go.

    Args:
        before: The bench so far.
        past: Questions that were asked of the page before, newest first.
        ready: Questions that come with the page.
        reloaded: Whether it is the page that was open.
    """
    past = (*past, *(one for one in ready if one not in past))
    aside = None if before.aside is None else Side(before.aside.question)
    if reloaded:
        return Bench(tuple(Side(side.question) for side in before.sides), aside, past=past)
    if before.is_compared:
        aside = Side(before.sides[1 - before.leading].question)
    question = before.side.question
    if question.is_blank and ready:
        question = replace(question, text=ready[0])
    return Bench((Side(question),), aside, past=past)
