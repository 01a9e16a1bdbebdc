"""What the analysis process is asked, and what it says, piece by piece."""

from dataclasses import dataclass

from chunkscope.core.counts import PageCounts
from chunkscope.core.document import Document
from chunkscope.core.ignored import IgnoredHeading
from chunkscope.core.lint.findings import Finding
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span


@dataclass(frozen=True, slots=True)
class Analyse:
    """A cut is wanted, counted and checked.

    Attributes:
        document: The page; None where it is the one of the last request.
        settings: What it is cut with.
        visible: What is on screen; counted first.
    """

    document: Document | None
    settings: Settings
    visible: Span


@dataclass(frozen=True, slots=True)
class Counted:
    """Real counts, as far as they are there."""

    counts: PageCounts


@dataclass(frozen=True, slots=True)
class Found:
    """Findings; `complete` says whether those that need counts are among them."""

    findings: tuple[Finding, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Ignored:
    """Headings that the splitter takes for text."""

    headings: tuple[IgnoredHeading, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """Nothing more comes; with the error's kind where something failed inside."""

    error: str = ""


Message = Counted | Found | Ignored | Finished
