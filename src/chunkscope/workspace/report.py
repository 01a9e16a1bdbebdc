"""Findings of documents as text or JSON, and whether they reach a level."""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from chunkscope.core.document import Document
from chunkscope.core.lint.checks import lint
from chunkscope.core.lint.findings import MOST_SPANS, Finding, Severity
from chunkscope.core.lint.page import Page as LintPage
from chunkscope.core.settings import Settings
from chunkscope.workspace.lines import one_line, printable
from chunkscope.workspace.page import Page, cut_page
from chunkscope.workspace.reading import Source


@dataclass(frozen=True, slots=True)
class Checked:
    """A document and its findings, in document order."""

    source: Source
    page: Page
    findings: tuple[Finding, ...]


def check(source: Source, document: Document, settings: Settings) -> Checked:
    """Return the findings of the document that a file or an address gave."""
    page = cut_page(document, settings)
    return Checked(source, page, lint(LintPage(page.document, page.chunk_set, page.counts)))


def reaches(checked: Sequence[Checked], level: str) -> bool:
    """Say whether any finding is at `level` or worse; never where the level is `never`."""
    if level == "never":
        return False
    enough = Severity(level).rank
    return any(one.severity.rank <= enough for file in checked for one in file.findings)


def as_text(checked: Checked) -> Iterator[str]:
    """Yield one line a finding, as compilers write them, with the advice below; then a sum."""
    lines, name = _Lines(checked.page.document.text), printable(str(checked.source))
    for finding in checked.findings:
        line, column = lines.place(finding.spans[0].start)
        yield (
            f"{name}:{line}:{column}: {finding.severity.value}: "
            f"{one_line(finding.message)} [{finding.rule}]\n    {one_line(finding.advice)}\n"
        )
    yield f"{name}: {_sum(checked.findings)}\n"


def as_json(checked: Sequence[Checked]) -> Iterator[str]:
    """Yield one JSON list with an object a document.

    Of a finding's spans, parents and children each list holds the first `MOST_SPANS`; `left_out`
    says how many more there are.
    """
    files = [_file_as_dict(one) for one in checked]
    yield json.dumps(files, ensure_ascii=False, indent=2) + "\n"


def _file_as_dict(checked: Checked) -> dict[str, Any]:
    lines = _Lines(checked.page.document.text)
    return {
        "source": str(checked.source),
        "title": checked.page.document.title,
        "settings": asdict(checked.page.chunk_set.settings),
        "findings": [_finding_as_dict(finding, lines) for finding in checked.findings],
    }


def _finding_as_dict(finding: Finding, lines: "_Lines") -> dict[str, Any]:
    line, column = lines.place(finding.spans[0].start)
    return {
        "rule": finding.rule,
        "severity": finding.severity.value,
        "line": line,
        "column": column,
        "spans": [{"start": span.start, "end": span.end} for span in finding.spans],
        "message": finding.message,
        "advice": finding.advice,
        "parents": [f"P{parent + 1}" for parent in finding.parents[:MOST_SPANS]],
        "children": [f"C{child + 1}" for child in finding.children[:MOST_SPANS]],
        "left_out": {
            "spans": finding.spans_left_out,
            "parents": max(0, len(finding.parents) - MOST_SPANS),
            "children": max(0, len(finding.children) - MOST_SPANS),
        },
    }


class _Lines:
    """Line and column, from 1, of offsets in a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def _sum(findings: Sequence[Finding]) -> str:
    if not findings:
        return "no findings"
    counts = [
        (sum(one.severity is severity for one in findings), severity.value)
        for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO)
    ]
    return ", ".join(
        f"{count:,} {severity}{'s' if count != 1 else ''}" for count, severity in counts if count
    )
