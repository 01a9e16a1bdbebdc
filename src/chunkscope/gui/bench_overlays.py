"""What both views paint of the bench: what is sent, what was asked for, what answers it.

Pure functions of the workspace and of the span on screen. With no question asked and no answer
marked there is nothing.
"""

from collections.abc import Sequence
from typing import Final

_LEAST_RANGE: Final = 0.25
"""Of similarities: sentences that differ by less are not told apart by more."""


def heats(scores: Sequence[float]) -> list[float]:
    """Return how strong each sentence of a passage is, 0 to 1; the best has 1."""
    if not scores:
        return []
    best = max(scores)
    least = min(*scores, best - _LEAST_RANGE)
    return [(score - least) / (best - least) for score in scores]
