"""What each leg of the search contributed to a candidate, in words and figures."""

from dataclasses import dataclass
from typing import Final

from chunkscope.core.fusion import Hit, Mode, SearchSettings
from chunkscope.core.prompt import Outcome

MEANING: Final = "By meaning"
WORDS: Final = "By words"
_LEAST_SHOWN: Final = 0.01


@dataclass(frozen=True, slots=True)
class LegFigure:
    """One leg's part in a candidate.

    Attributes:
        name: Of the leg.
        found: Its rank and score, or why there is none.
        sum: How its contribution is made, or why it adds nothing.
        part: What it contributes to the fused score.
        share: Of the fused score, 0 to 1.
    """

    name: str
    found: str
    sum: str
    part: float
    share: float

    @property
    def sentence(self) -> str:
        """The leg as it is read aloud."""
        return f"{self.name}: {self.found}; {self.sum}"


def leg_figures(
    outcome: Outcome, settings: SearchSettings, *, has_words: bool = True
) -> tuple[LegFigure, LegFigure]:
    """Return what meaning and words contributed to a candidate.

    `has_words` says whether the full-text leg searches passages of its level at all.
    """
    one = outcome.candidate
    whole = one.fused or 1.0
    return (
        LegFigure(MEANING, *_meaning(one.vector, settings), one.by_vector, one.by_vector / whole),
        LegFigure(WORDS, *_words(one.text, settings, has_words), one.by_text, one.by_text / whole),
    )


def _meaning(hit: Hit | None, settings: SearchSettings) -> tuple[str, str]:
    if settings.mode is Mode.TEXT:
        return "not asked", "adds nothing"
    if hit is None:
        return "not searched at this level", "adds nothing"
    found = f"rank {hit.rank:,} · similarity {hit.score:.2f}"
    if hit.score < settings.floor:
        return found, f"under the floor of {settings.floor:g}: adds nothing"
    return found, _sum(hit, settings)


def _words(hit: Hit | None, settings: SearchSettings, has_words: bool) -> tuple[str, str]:
    if settings.mode is Mode.VECTOR:
        return "not asked", "adds nothing"
    if hit is None:
        reason = "not found by words" if has_words else "only parents are searched"
        return reason, "adds nothing"
    score = f"{hit.score:.2f}" if hit.score >= _LEAST_SHOWN else f"under {_LEAST_SHOWN}"
    return f"rank {hit.rank:,} · BM25 {score}", _sum(hit, settings)


def _sum(hit: Hit, settings: SearchSettings) -> str:
    if hit.rank > settings.leg:
        return f"beyond the first {settings.leg:,}: adds nothing"
    return f"1 / ({settings.k:,} + {hit.rank:,}) = {1 / (settings.k + hit.rank):.4f}"
