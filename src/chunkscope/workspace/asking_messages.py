"""What the asking process is asked, and what it says, piece by piece."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.workspace.questions import Asked, Question, Why

if TYPE_CHECKING:
    from chunkscope.retrieval.costs import Outcome, Plan


@dataclass(frozen=True, slots=True)
class PageText:
    """A page to be cut and kept by the process.

    Attributes:
        key: What the page is called among others, such as its path.
        title: Its title.
        text: Its normalised markdown.
    """

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Load:
    """A model shall be loaded, so that the first question need not wait for it."""

    model: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """The cost of indexing a page is wanted.

    Attributes:
        page: None where it is the one of the last request; likewise below.
        settings: What it is cut with.
        model: Name of the embedder.
    """

    page: PageText | None
    settings: Settings
    model: str


@dataclass(frozen=True, slots=True)
class Ask:
    """An answer is wanted; the page is indexed first where it is not."""

    page: PageText | None
    settings: Settings
    question: Question
    answer: Span | None


@dataclass(frozen=True, slots=True)
class Explain:
    """The reasons for a passage are wanted."""

    page: PageText | None
    settings: Settings
    question: Question
    span: Span


Request = Load | Estimate | Ask | Explain


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model is ready."""

    model: str


@dataclass(frozen=True, slots=True)
class Estimated:
    """What indexing would cost."""

    plan: "Plan"


@dataclass(frozen=True, slots=True)
class Indexing:
    """How far the indexing is, in texts and vectors."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Indexed:
    """The page is indexed."""

    outcome: "Outcome"


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of the question; without the page's text, which the other side has."""

    asked: Asked


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a passage was found."""

    why: Why


@dataclass(frozen=True, slots=True)
class Finished:
    """Nothing more comes; with a sentence and a next step where something failed."""

    error: str = ""
    hint: str = ""


Message = Loaded | Estimated | Indexing | Indexed | Answered | Explained | Finished
