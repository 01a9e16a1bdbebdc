"""Sizes of texts in tokens: the estimate, how far it errs, and who counts them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol


class Encoding(StrEnum):
    """A chat model's way of cutting text into tokens, under the name its maker gave it."""

    CL100K = "cl100k_base"
    O200K = "o200k_base"


@dataclass(frozen=True, slots=True)
class EmbedderModel:
    """A model that turns a passage into a vector.

    Attributes:
        name: As its makers write it.
        window: Tokens it reads of a passage, special tokens included; the rest is cut off.
    """

    name: str
    window: int


BGE_SMALL: Final = EmbedderModel("bge-small-en-v1.5", 512)
MINILM: Final = EmbedderModel("all-MiniLM-L6-v2", 256)
EMBEDDERS: Final = (BGE_SMALL, MINILM)


class Counter(Protocol):
    """Counts a text as one tokenizer does; may be called from any thread."""

    @property
    def name(self) -> str:
        """The model or encoding whose tokens are counted."""

    @property
    def window(self) -> int | None:
        """Tokens that the model reads of a text; None where no window is of interest."""

    def count(self, text: str) -> int:
        """Return the tokens of `text`, with the special tokens that the model adds.

        Raises:
            CountUnavailable: The text cannot be counted exactly in reasonable time.
        """


def estimated_tokens(characters: int) -> int:
    """Return the estimate of a slice: its characters over 4, rounded up."""
    return (characters + 3) // 4


def percent_of(share: float) -> int:
    """Return a share in whole percent; all that is shown in percent is rounded here."""
    return round(100 * share)


def estimate_error(real: int, estimated: int) -> float | None:
    """Return real over estimate less one: 0.5 is half again as much; None where nothing stands."""
    return real / estimated - 1 if estimated else None
