"""What is asked of a page, and what came of it."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from chunkscope.core.fusion import SearchSettings
from chunkscope.core.prompt import Outcome, Prompt
from chunkscope.core.spans import Span
from chunkscope.core.verdict import Share, Verdict

if TYPE_CHECKING:
    from chunkscope.retrieval.passages import Passage

BUILT_IN_MODEL: Final = "all-MiniLM-L6-v2"
LEVELS: Final = ("document", "parent", "child")
"""What the vector leg can search."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question and everything that decides its answer, but the page.

    Attributes:
        text: In the reader's words.
        settings: Of the search and the prompt.
        levels: What the vector leg searches, in the order of `LEVELS`.
        pinned: Text that always goes first in the prompt.
        model: Name of the embedder, or the folder that holds it.
    """

    text: str = ""
    settings: SearchSettings = field(default_factory=SearchSettings)
    levels: tuple[str, ...] = LEVELS
    pinned: str = ""
    model: str = BUILT_IN_MODEL

    @property
    def is_blank(self) -> bool:
        """Whether nothing is asked."""
        return not self.text.strip()


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question.

    Attributes:
        question: As it was asked.
        model: Name of the embedder.
        window: Tokens that it reads of a text.
        prompt: The best candidates with their fates, and what is sent.
        passages: The passage of each candidate, in the order of the outcomes.
        verdict: What became of the answer; None where none was named.
        shares: How much of each candidate that holds it the answer is.
        missed: Places of candidates that belong among the nearest and that the vector engine's own
            answer lacks; a system that trusts the engine would not have found them.
        notes: What had to be repaired or replaced, in sentences for the reader.
    """

    question: Question
    model: str
    window: int
    prompt: Prompt
    passages: "tuple[Passage, ...]"
    verdict: Verdict | None = None
    shares: tuple[Share, ...] = ()
    missed: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    def outcome_at(self, place: int) -> Outcome | None:
        """Return the candidate at a place, from 1; None where it is not among those kept."""
        index = self._index_of(place)
        return None if index is None else self.prompt.outcomes[index]

    def passage_at(self, place: int) -> "Passage | None":
        """Return the passage of the candidate at a place, from 1."""
        index = self._index_of(place)
        return None if index is None else self.passages[index]

    def with_text(self, text: str) -> "Asked":
        """Return this with the page's text in every candidate; without it, to be sent away."""
        outcomes = tuple(
            replace(one, source=one.source._replace(text=text)) for one in self.prompt.outcomes
        )
        return replace(self, prompt=replace(self.prompt, outcomes=outcomes))

    def _index_of(self, place: int) -> int | None:
        outcomes = self.prompt.outcomes
        if 0 < place <= len(outcomes) and outcomes[place - 1].place == place:
            return place - 1
        return next((n for n, one in enumerate(outcomes) if one.place == place), None)


@dataclass(frozen=True, slots=True)
class Why:
    """Why a passage was found.

    Attributes:
        span: The passage.
        sentences: Each of its sentences with its own cosine similarity to the question.
        terms: Words that the full-text leg matched, in order.
    """

    span: Span
    sentences: tuple[tuple[Span, float], ...]
    terms: tuple[Span, ...]
