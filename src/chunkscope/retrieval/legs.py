"""The order that each leg of a search gives to all passages, and where a passage stands in both.

Whole legs are columns of numbers: of ten thousand passages, only those that are shown become
values.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from chunkscope.core.fusion import Hit
from chunkscope.retrieval.full_text import TextHits
from chunkscope.retrieval.passages import CHILD, LEVELS, Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Places = NDArray[np.intp]
    Scores = NDArray[np.float64]

_NOWHERE: Final = -1


@dataclass(frozen=True, eq=False)
class Leg:
    """What one leg says of every passage that it found, best first.

    Attributes:
        positions: Place of each among all passages.
        ranks: Rank of each, rising.
        scores: Score of each.
        found_by: Position of the best child of each, where parents stand for their children.
    """

    positions: "Places"
    ranks: "Places"
    scores: "Scores"
    found_by: "Places | None" = None

    def __len__(self) -> int:
        """Return how many it found."""
        return len(self.positions)

    def first(self, most: int) -> tuple[Hit, ...]:
        """Return the best hits."""
        return tuple(self._hit(place) for place in range(min(most, len(self))))

    def hit(self, position: int) -> Hit | None:
        """Return a passage's hit, however far down; None where it was not found."""
        place = self._place(position)
        return None if place is None else self._hit(place)

    def child_of(self, position: int) -> int | None:
        """Return the position of the child that stands behind a parent; None where none does."""
        place = self._place(position)
        return None if place is None or self.found_by is None else int(self.found_by[place])

    def _hit(self, place: int) -> Hit:
        return Hit(int(self.positions[place]), int(self.ranks[place]), float(self.scores[place]))

    def _place(self, position: int) -> int | None:
        if position >= len(self._places) or self._places[position] == _NOWHERE:
            return None
        return int(self._places[position])

    @cached_property
    def _places(self) -> "Places":
        """Place on the leg by position."""
        import numpy as np

        places = np.full(int(self.positions.max(initial=-1)) + 1, _NOWHERE, np.intp)
        places[self.positions] = np.arange(len(self))
        return places


class Columns:
    """What the legs ask of all passages of a snapshot, as columns."""

    def __init__(self, passages: Sequence[Passage], positions: Mapping[int, int]) -> None:
        """Read `passages`; `positions` gives the place of each by its row of the full text."""
        import numpy as np

        self.levels: Places = np.array([LEVELS.index(one.level) for one in passages], np.intp)
        by_id = {passage.id: place for place, passage in enumerate(passages)}
        parents = [by_id.get(passage.parent, _NOWHERE) for passage in passages]
        self.parents: Places = np.array(parents, np.intp)
        self._of_rows: Places = np.full(max(positions, default=-1) + 1, _NOWHERE, np.intp)
        self._of_rows[list(positions)] = list(positions.values())

    def vector_leg(self, scores: "Scores", levels: Collection[str]) -> Leg:
        """Return the passages of some levels by score; equal scores by position."""
        import numpy as np

        asked = [LEVELS.index(level) for level in levels]
        (candidates,) = np.nonzero(np.isin(self.levels, asked))
        positions = candidates[np.argsort(-scores[candidates], kind="stable")]
        return Leg(positions, np.arange(1, len(positions) + 1), scores[positions])

    def text_leg(self, hits: TextHits) -> Leg:
        """Return the parents that hold asked words by score; equal scores by position."""
        import numpy as np

        positions = self._of_rows[hits.rows]
        order = np.lexsort((positions, -hits.scores))
        return Leg(positions[order], np.arange(1, len(order) + 1), hits.scores[order])

    def leg_of_parents(self, leg: Leg, handing_on: int) -> Leg:
        """Return a leg with every child replaced by its parent, once, at its best child's score.

        What is no child is left out: the leg searches small and hands on big. The parents of the
        best `handing_on` children come first; the others get ranks beyond that, because nothing
        hands them on.
        """
        import numpy as np

        is_child = self.levels[leg.positions] == LEVELS.index(CHILD)
        children, scores = leg.positions[is_child], leg.scores[is_child]
        _, first = np.unique(self.parents[children], return_index=True)
        best = np.sort(first)
        ranks = np.arange(1, len(best) + 1)
        handed_on = int(np.count_nonzero(best < handing_on))
        ranks[handed_on:] += handing_on - handed_on
        return Leg(self.parents[children[best]], ranks, scores[best], children[best])

    def not_taking_part(self, vector: Leg, text: Leg, taking: Sequence[int]) -> "Places":
        """Return the positions that a leg found but that do not take part, in `fuse`'s order."""
        import numpy as np

        scores = np.full(len(self.levels), -np.inf)
        scores[vector.positions] = vector.scores
        ranks = np.full(len(self.levels), np.inf)
        ranks[text.positions] = text.ranks
        is_found = np.isfinite(scores) | np.isfinite(ranks)
        is_found[list(taking)] = False
        (others,) = np.nonzero(is_found)
        return others[np.lexsort((others, ranks[others], -scores[others]))]


def nothing() -> Leg:
    """Return a leg that found nothing."""
    import numpy as np

    return Leg(np.empty(0, np.intp), np.empty(0, np.intp), np.empty(0))
