"""What the analysis process says, piece by piece."""

from dataclasses import dataclass

from chunkscope.core.counts import PageCounts
from chunkscope.core.ignored import IgnoredHeading
from chunkscope.core.lint.findings import Finding


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
