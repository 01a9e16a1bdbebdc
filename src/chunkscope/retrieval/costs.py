"""What indexing will cost, or has cost; cheap to import, for it is said in other processes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """What an update will cost, or has cost.

    Attributes:
        passages: All that will be in the index.
        to_embed: Distinct texts whose vectors are not there yet.
        estimated_tokens: Of these, as far as the model reads them.
        kept: Passages that stay as they are, wherever they moved to.
        vanished: Passages that go.
    """

    passages: int
    to_embed: int
    estimated_tokens: int
    kept: int
    vanished: int

    @property
    def changes_nothing(self) -> bool:
        """Whether the index holds just this already; offsets may still have moved."""
        return not self.to_embed and not self.vanished and self.kept == self.passages


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an update did.

    Attributes:
        plan: What it was going to cost when it began.
        embedded: Texts that were embedded.
        seconds: How long all of it took.
    """

    plan: Plan
    embedded: int
    seconds: float
