"""A question on both legs: exact ranks and scores, and whether the engine agrees.

Scores are compared with every vector, so ranks are exact at any depth. What is handed on of the
ranks, fused, cut and dropped is the core's to say.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chunkscope.core.fusion import Hit, vector_leg_of_parents
from chunkscope.core.progress import Report, ignore
from chunkscope.retrieval.full_text import TextHit
from chunkscope.retrieval.index import Index, Snapshot
from chunkscope.retrieval.passages import CHILD, LEVELS, Passage
from chunkscope.retrieval.store import Near

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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

    @property
    def recall(self) -> float:
        """Share of the exact answer that the engine gave."""
        return 1 - len(self.missed) / self.asked if self.asked else 1.0


@dataclass(frozen=True, eq=False)
class Ranking:
    """What both legs say of a question.

    Attributes:
        question: As it was asked.
        levels: What the vector leg searched.
        passages: What could be found; positions index it.
        vector: The vector leg, best first, down to the place asked for.
        text: The full-text leg likewise; parents only.
        disagreement: None where the engine agrees, or could not be asked.
    """

    question: str
    levels: tuple[str, ...]
    passages: tuple[Passage, ...]
    vector: tuple[Hit, ...]
    text: tuple[Hit, ...]
    disagreement: Disagreement | None
    _scores: "NDArray[np.float64]"
    _order: "NDArray[np.intp]"
    _text: tuple[Hit, ...]

    def vector_place(self, position: int) -> Hit | None:
        """Return a passage's exact place on the vector leg, however far down.

        None for a passage of a level that was not searched.
        """
        import numpy as np

        (found,) = np.nonzero(self._order == position)
        if not len(found):
            return None
        return Hit(position, int(found[0]) + 1, float(self._scores[position]))

    def text_place(self, position: int) -> Hit | None:
        """Return a passage's place on the full-text leg; None where it holds no asked word."""
        return next((ranked for ranked in self._text if ranked.position == position), None)


class Search:
    """Asks one open index; may be used from a thread of its own while the index is updated."""

    def __init__(self, index: Index) -> None:
        """Ask `index`, which stays open as long."""
        self._index = index
        self._questions: dict[str, Vectors] = {}
        self._levels: tuple[Snapshot | None, NDArray[np.intp] | None] = (None, None)

    def rank(
        self,
        question: str,
        levels: Collection[str] = LEVELS,
        places: int = PLACES,
        leg: int = LEG,
    ) -> Ranking:
        """Return the ranks of both legs.

        Args:
            question: In the reader's words.
            levels: What the vector leg searches; the full-text leg searches parents.
            places: How far down.
            leg: How many nearest the engine is asked for, to be compared.

        Raises:
            ModelUnavailable: The question cannot be embedded.
            IndexUnavailable: The index cannot be read any more.
        """
        import numpy as np

        vector = self._embedded(question)
        snapshot, hits = self._index.text_hits(question)
        searched = tuple(level for level in LEVELS if level in levels)
        exact: NDArray[np.float64] = (snapshot.vectors @ vector).astype(np.float64)
        scores = exact.round(_DECIMALS)
        candidates = self._positions(snapshot, searched)
        order = candidates[np.argsort(-scores[candidates], kind="stable")]
        ranked = tuple(
            Hit(int(position), rank, float(scores[position]))
            for rank, position in enumerate(order[:places], 1)
        )
        text = _text_leg(snapshot, hits)
        near = self._index.nearest(vector, min(leg, len(order)), searched) if len(order) else None
        disagreement = _disagreement(self._index.engine, snapshot, ranked[:leg], near)
        return Ranking(
            question,
            searched,
            snapshot.passages,
            ranked,
            text[:places],
            disagreement,
            scores,
            order,
            text,
        )

    def read_part(self, text: str) -> str:
        """Return a beginning of `text` that holds all the index's model reads of it."""
        return self._index.embedder.read_part(text)

    def similarities(
        self, question: str, texts: Sequence[str], report: Report = ignore
    ) -> tuple[float, ...]:
        """Return how near each text is to the question, such as each sentence of a passage.

        Raises:
            ModelUnavailable: They cannot be embedded.
            Cancelled: From `report`.
        """
        vectors = self._index.embedder.embed(texts, report)
        return tuple(float(score) for score in vectors @ self._embedded(question))

    def _embedded(self, question: str) -> "Vectors":
        known = self._questions.get(question)
        if known is None:
            known = self._index.embedder.embed_question(question)
            if len(self._questions) >= _MOST_QUESTIONS:
                self._questions.clear()
            self._questions[question] = known
        return known

    def _positions(self, snapshot: Snapshot, levels: Sequence[str]) -> "NDArray[np.intp]":
        """Return the positions of the passages of these levels, rising."""
        import numpy as np

        kept, numbers = self._levels
        if kept is not snapshot or numbers is None:
            named = [LEVELS.index(passage.level) for passage in snapshot.passages]
            numbers = np.array(named, dtype=np.intp)
            self._levels = (snapshot, numbers)
        (positions,) = np.nonzero(np.isin(numbers, [LEVELS.index(level) for level in levels]))
        return positions


def parents_for_children(
    ranking: Ranking, leg: int = LEG
) -> tuple[tuple[Hit, ...], dict[int, int]]:
    """Return the vector leg with every child replaced by its parent, once, at its best place.

    What is no child is left out: the leg searches small and hands on big. The parents of the best
    `leg` children come first; the others get ranks beyond `leg`, because nothing hands them on.

    Returns:
        The hits, and the position of the best child by that of its parent.
    """
    positions = {passage.id: place for place, passage in enumerate(ranking.passages)}
    children = [hit for hit in ranking.vector if ranking.passages[hit.position].level == CHILD]
    parents = [positions[ranking.passages[hit.position].parent] for hit in children]
    hits = vector_leg_of_parents(children, parents)
    handed_on = len(set(parents[:leg]))
    found_by: dict[int, int] = {}
    for hit, parent in zip(children, parents, strict=True):
        found_by.setdefault(parent, hit.position)
    beyond = [hit._replace(rank=leg + hit.rank - handed_on) for hit in hits[handed_on:]]
    return (*hits[:handed_on], *beyond), found_by


def _text_leg(snapshot: Snapshot, hits: Sequence[TextHit]) -> tuple[Hit, ...]:
    """Return the hits as places; equal scores by place in the pages."""
    placed = [(-hit.score, snapshot.positions[hit.row]) for hit in hits]
    return tuple(
        Hit(position, rank, -negative)
        for rank, (negative, position) in enumerate(sorted(placed), 1)
    )


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
