"""Sizes of texts in tokens: the estimate, the real counts, and who counts them."""

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


@dataclass(frozen=True, slots=True)
class RealCount:
    """What one tokenizer makes of one text.

    Attributes:
        tokenizer: Name of the model or encoding.
        tokens: None where there is no count.
        reason: Why there is none, in one sentence; empty where there is one.
        window: Tokens that the model reads; None for an encoding.
    """

    tokenizer: str
    tokens: int | None
    reason: str = ""
    window: int | None = None

    def __post_init__(self) -> None:
        if (self.tokens is None) != bool(self.reason):
            raise ValueError("a count is either there or absent for a reason")

    @property
    def beyond_window(self) -> int:
        """How many tokens the model does not read; 0 where it reads all or nothing is known."""
        if self.tokens is None or self.window is None:
            return 0
        return max(0, self.tokens - self.window)


@dataclass(frozen=True, slots=True)
class TokenCount:
    """The size of one text: its estimate, and the real counts as far as they are known."""

    estimated: int
    real: tuple[RealCount, ...] = ()

    def of(self, tokenizer: str) -> RealCount | None:
        """Return the count of that model or encoding; None where it was not asked."""
        return next((count for count in self.real if count.tokenizer == tokenizer), None)

    def error(self, tokenizer: str) -> float | None:
        """Return how far the real count lies over the estimate; None where either is missing."""
        count = self.of(tokenizer)
        if count is None or count.tokens is None:
            return None
        return estimate_error(count.tokens, self.estimated)


def estimated_tokens(characters: int) -> int:
    """Return the estimate of a slice: its characters over 4, rounded up."""
    return (characters + 3) // 4


def percent_of(share: float) -> int:
    """Return a share in whole percent; all that is shown in percent is rounded here."""
    return round(100 * share)


def estimate_error(real: int, estimated: int) -> float | None:
    """Return real over estimate less one: 0.5 is half again as much; None where nothing stands."""
    return real / estimated - 1 if estimated else None
