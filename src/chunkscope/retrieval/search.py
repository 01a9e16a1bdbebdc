"""A question on both legs: exact ranks and scores, and whether the engine agrees.

Scores are compared with every vector, so ranks are exact at any depth. What is handed on of the
ranks, fused, cut and dropped is the core's to say.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chunkscope.core.fusion import Hit
from chunkscope.core.progress import Report, ignore
from chunkscope.retrieval.index import Index, Snapshot
from chunkscope.retrieval.legs import Columns, Leg, nothing
from chunkscope.retrieval.passages import LEVELS, Passage
from chunkscope.retrieval.store import Near

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

PLACES: Final = 100
"""How far down candidates are shown."""
LEG: Final = 20
"""How many of a leg are handed on, unless set otherwise; the engine is compared as far."""

_DECIMALS: Final = 6  # beyond them, equal vectors may score differently
_MOST_QUESTIONS: Final = 64


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where the engine's own answer is not the exact one.

    Attributes:
        engine: Its name.
        asked: How many nearest it was asked for.
        missed: Positions that belong there and that it did not give, best first.
    """

    engine: str
    asked: int
    missed: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Ranking:
    """What both legs say of a question.

    Attributes:
        question: As it was asked.
        levels: What the vector leg searched.
        passages: What could be found; positions index it.
        vector: The vector leg, all of it.
        text: The full-text leg likewise; parents only.
        disagreement: None where the engine agrees, or could not be asked.
        columns: Of the passages.
    """

    question: str
    levels: tuple[str, ...]
    passages: tuple[Passage, ...]
    vector: Leg
    text: Leg
    disagreement: Disagreement | None
    columns: Columns


class Search:
    """Asks one open index; may be used from a thread of its own while the index is updated."""

    def __init__(self, index: Index) -> None:
        """Ask `index`, which stays open as long."""
        self._index = index
        self._questions: dict[tuple[str, str | None], Vectors] = {}
        self._kept: tuple[Snapshot, Columns] | None = None

    def rank(
        self,
        question: str,
        levels: Collection[str] = LEVELS,
        leg: int = LEG,
        instruction: str | None = None,
    ) -> Ranking:
        """Return the ranks of both legs.

        Args:
            question: In the reader's words.
            levels: What the vector leg searches; where there are none, nothing is embedded. The
                full-text leg searches parents.
            leg: How many nearest the engine is asked for, to be compared.
            instruction: Put before what is embedded; None for the model's own.

        Raises:
            ModelUnavailable: The question cannot be embedded.
            IndexUnavailable: The index cannot be read any more.
        """
        import numpy as np

        searched = tuple(level for level in LEVELS if level in levels)
        vector = self._embedded(question, instruction) if searched else None
        snapshot, hits = self._index.text_hits(question)
        columns = self._columns(snapshot)
        ranked, disagreement = nothing(), None
        if vector is not None:
            # Row by row: no other thread is waited for, and equal rows score equally.
            products = np.einsum("ij,j->i", snapshot.vectors, vector)
            scores = products.astype(np.float64).round(_DECIMALS)
            ranked = columns.vector_leg(scores, searched)
            asked = min(leg, len(ranked))
            near = self._index.nearest(vector, asked, searched) if asked else None
            disagreement = _disagreement(self._index.engine, snapshot, ranked.first(leg), near)
        return Ranking(
            question,
            searched,
            snapshot.passages,
            ranked,
            columns.text_leg(hits),
            disagreement,
            columns,
        )

    def read_part(self, text: str) -> str:
        """Return a beginning of `text` that holds all the index's model reads of it."""
        return self._index.embedder.read_part(text)

    def similarities(
        self,
        question: str,
        texts: Sequence[str],
        report: Report = ignore,
        instruction: str | None = None,
    ) -> tuple[float, ...]:
        """Return how near each text is to the question, such as each sentence of a passage.

        Raises:
            ModelUnavailable: They cannot be embedded.
            Cancelled: From `report`.
        """
        vectors = self._index.embedder.embed(texts, report)
        return tuple(float(score) for score in vectors @ self._embedded(question, instruction))

    def _embedded(self, question: str, instruction: str | None = None) -> "Vectors":
        known = self._questions.get((question, instruction))
        if known is None:
            known = self._index.embedder.embed_question(question, instruction)
            if len(self._questions) >= _MOST_QUESTIONS:
                self._questions.clear()
            self._questions[question, instruction] = known
        return known

    def _columns(self, snapshot: Snapshot) -> Columns:
        kept = self._kept
        if kept is None or kept[0] is not snapshot:
            kept = (snapshot, Columns(snapshot.passages, snapshot.positions))
            self._kept = kept
        return kept[1]


def _disagreement(
    engine: str, snapshot: Snapshot, exact: Sequence[Hit], near: Sequence[Near] | None
) -> Disagreement | None:
    """Compare the engine's answer with the exact one; passages of equal score may change places."""
    if near is None or not exact:
        return None
    given = {answer.id for answer in near}
    missed = [hit for hit in exact if snapshot.passages[hit.position].id not in given]
    last = exact[-1].score
    instead = sum(
        1
        for answer in near
        if answer.score >= last - 2 * 10**-_DECIMALS
        and answer.id not in {snapshot.passages[hit.position].id for hit in exact}
    )
    wrong = [hit for hit in missed if hit.score > last + 2 * 10**-_DECIMALS]
    ties = [hit for hit in missed if hit not in wrong]
    wrong += ties[: max(0, len(ties) - instead)]
    if not wrong:
        return None
    return Disagreement(engine, len(exact), tuple(hit.position for hit in wrong))
