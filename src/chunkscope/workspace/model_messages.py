"""What is said between the window and the process that looks after models."""

from dataclasses import dataclass
from typing import Any

from chunkscope.workspace.model_choice import EndpointChoice


@dataclass(frozen=True, slots=True)
class ListModels:
    """The known models are wanted.

    Attributes:
        folder: Where fetched ones lie.
    """

    folder: str


@dataclass(frozen=True, slots=True)
class TryModel:
    """A question's model shall be opened and give one vector."""

    model: str


@dataclass(frozen=True, slots=True)
class TryEndpoint:
    """An endpoint shall give one vector.

    Attributes:
        endpoint: As it was typed.
        key: As it was typed; None for the one that is stored.
    """

    endpoint: EndpointChoice
    key: str | None


@dataclass(frozen=True, slots=True)
class KeepKey:
    """A key shall be kept by the system's key store; an empty one is forgotten."""

    address: str
    key: str


@dataclass(frozen=True, slots=True)
class LookForKey:
    """Whether a key is kept for a server is wanted."""

    address: str


Request = ListModels | TryModel | TryEndpoint | KeepKey | LookForKey


@dataclass(frozen=True, slots=True)
class Tried:
    """A model works.

    Attributes:
        name: Its name.
        dimension: Length of its vectors.
        window: Tokens that it reads.
    """

    name: str
    dimension: int
    window: int


@dataclass(frozen=True, slots=True)
class Finished:
    """What came of a request; with a sentence and a next step where it failed."""

    outcome: Any = None
    error: str = ""
    hint: str = ""
