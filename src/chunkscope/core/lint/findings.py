"""What a finding is."""

from dataclasses import dataclass
from enum import StrEnum

from chunkscope.core.spans import Span


class Severity(StrEnum):
    """How much a finding costs retrieval, worst first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for an error, 1 for a warning, 2 for an info."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that retrieval will suffer from.

    Attributes:
        rule: Stable id of the rule, such as `table-split`.
        severity: How bad.
        spans: Where, at least one; a jump goes to the first.
        message: What is wrong, in one short sentence for a writer.
        advice: What to change.
        parents: Indices of the parents concerned.
    """

    rule: str
    severity: Severity
    spans: tuple[Span, ...]
    message: str
    advice: str
    parents: tuple[int, ...] = ()
