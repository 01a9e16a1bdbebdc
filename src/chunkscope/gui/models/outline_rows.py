"""What a row of the outline says: its title, its tokens and its worst finding."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import sub

from chunkscope.core.counts import UNKNOWN, PageCounts
from chunkscope.core.ignored import IgnoredKind
from chunkscope.core.lint.findings import Finding
from chunkscope.core.tokens import estimated_tokens
from chunkscope.gui.models.outline_tree import ROOT, OutlineTree
from chunkscope.gui.widgets.badge import loss_of
from chunkscope.gui.widgets.wording import counted, figure

OPENING_TITLE = "(before the first heading)"
_VISIBLE = re.compile(r"\S")
_NO_TITLE = "(no title)"
_WHY_IGNORED = {
    IgnoredKind.TOO_DEEP: "A heading of level {level}: the splitter cuts at levels 1 to 4 only.",
    IgnoredKind.UNDERLINED: "An underlined heading: the splitter cuts at lines with # only.",
    IgnoredKind.IN_CODE: "Inside a code block: the splitter takes it for code.",
}


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """One row.

    Attributes:
        title: On one line.
        level: Of the heading; 0 where there is none.
        is_quiet: Whether it is no heading that splits.
        badge: Why it does not split; empty for one that does.
        estimated, real: Tokens of it and all below it; None where there are none or unknown.
        has_tokens: Whether figures belong to this row.
        tip: Title, tokens and findings in words.
    """

    title: str
    level: int
    is_quiet: bool
    badge: str
    estimated: int | None
    real: int | None
    has_tokens: bool
    tip: str


class SectionTokens:
    """Tokens of sections and of runs of them; two additions a run, however long."""

    __slots__ = ("_characters", "_counted", "_known")

    def __init__(self, tree: OutlineTree, counts: PageCounts | None) -> None:
        """Add up the columns once."""
        text = tree.outline.text
        lengths = (
            end - start if _VISIBLE.search(text, start, end) else 0
            for start, end in tree.outline.bodies()
        )
        self._characters = list(accumulate(lengths, initial=0))
        self._counted: Sequence[int] = ()
        self._known: Sequence[int] = ()
        self.count(counts)

    def count(self, counts: PageCounts | None) -> None:
        """Take the embedder's counts, as far as they are there."""
        column = None if counts is None else counts.columns.get(counts.embedder)
        if column is None or len(column.sections) + 1 != len(self._characters):
            self._counted = self._known = ()
            return
        # A section without text is not embedded: the tokens that stand around every text are none.
        lengths = map(sub, self._characters[1:], self._characters)
        sections = [
            count if length or count == UNKNOWN else 0
            for count, length in zip(column.sections, lengths, strict=True)
        ]
        self._counted = list(accumulate(sections, initial=0))
        self._known = list(accumulate((count != UNKNOWN for count in sections), initial=0))

    def estimated(self, sections: range) -> int:
        """Return the estimate of the sections' text."""
        return estimated_tokens(self._characters[sections.stop] - self._characters[sections.start])

    def real(self, sections: range) -> int | None:
        """Return what the embedder's tokenizer counts in them; None while one is unknown."""
        if not self._known:
            return None
        if self._known[sections.stop] - self._known[sections.start] < len(sections):
            return None
        return self._counted[sections.stop] - self._counted[sections.start]


class Worst:
    """The worst finding of every node that has one, of its own and of all below it."""

    __slots__ = ("_below", "_findings", "_losses", "_numbers", "_own")

    def __init__(self, tree: OutlineTree, findings: Sequence[Finding]) -> None:
        """Look where each finding stands; 1 µs a place."""
        self._findings = findings
        self._losses = [loss_of(finding) for finding in findings]
        self._own: dict[int, int] = {}
        self._below: dict[int, int] = {}
        self._numbers: dict[int, int] = {}
        length = len(tree.outline.text)
        for index, finding in enumerate(findings):
            starts = [start for start, _end in finding.spans if start <= length]
            for node in set(map(tree.node_at, starts)):
                self._note(tree, node, index)

    def of(self, node: int, *, with_below: bool = False) -> Finding | None:
        """Return the worst finding of a node; with those below it where they are hidden."""
        index = (self._below if with_below else self._own).get(node)
        return None if index is None else self._findings[index]

    def number(self, node: int) -> int:
        """Return how many findings stand in the node itself."""
        return self._numbers.get(node, 0)

    def _note(self, tree: OutlineTree, node: int, index: int) -> None:
        self._numbers[node] = self._numbers.get(node, 0) + 1
        if self._is_worse(index, self._own.get(node)):
            self._own[node] = index
        while node != ROOT and self._is_worse(index, self._below.get(node)):
            self._below[node] = index
            node = tree.parents[node]

    def _is_worse(self, index: int, known: int | None) -> bool:
        if known is None:
            return True
        return self._losses[index] > self._losses[known]


def row_of(tree: OutlineTree, tokens: SectionTokens, worst: Worst, node: int) -> OutlineRow:
    """Return what the row of a node says."""
    title, level = _title(tree, node)
    heading = tree.ignored_at(node)
    sections = tree.sections_of(node)
    has_tokens = len(sections) > 0
    estimated = tokens.estimated(sections) if has_tokens else None
    real = tokens.real(sections) if has_tokens else None
    parts = [title]
    if heading is not None:
        parts.append(_WHY_IGNORED[heading.kind].format(level=heading.level))
    if has_tokens:
        parts.append(_tokens_in_words(tree, tokens, node, sections))
    parts += _findings_in_words(worst, node)
    is_quiet = node == 0 or not tree.is_section(node)
    badge = "" if heading is None else heading.kind.value
    tip = "\n".join(parts)
    return OutlineRow(title, level, is_quiet, badge, estimated, real, has_tokens, tip)


def _title(tree: OutlineTree, node: int) -> tuple[str, int]:
    ignored = tree.ignored_at(node)
    if ignored is not None:
        return ignored.title or _NO_TITLE, ignored.level
    if tree.is_group(node):
        first = sum(len(tree.children_of(group)) for group in _groups_before(tree, node))
        last = first + len(tree.children_of(node))
        return f"Headings {first + 1:,} to {last:,}", 0
    heading = tree.outline.heading_of(node)
    if heading is None:
        return OPENING_TITLE, 0
    return " ".join(heading.title.split()) or _NO_TITLE, heading.level


def _groups_before(tree: OutlineTree, group: int) -> Sequence[int]:
    return tree.children_of(tree.parents[group])[: tree.rows[group]]


def _tokens_in_words(tree: OutlineTree, tokens: SectionTokens, node: int, sections: range) -> str:
    whole = f"{figure(tokens.estimated(sections))} estimated, {_real(tokens.real(sections))}"
    if len(sections) == 1 or tree.is_group(node):
        return f"Tokens: {whole}"
    own = range(node, node + 1)
    mine = f"{figure(tokens.estimated(own))} estimated, {_real(tokens.real(own))}"
    return f"Tokens with all below: {whole}\nOf its own: {mine}"


def _real(count: int | None) -> str:
    return "real still to come" if count is None else f"{count:,} real"


def _findings_in_words(worst: Worst, node: int) -> list[str]:
    finding = worst.of(node)
    if finding is None:
        return []
    return [f"{counted(worst.number(node), 'finding')}, the worst: {finding.message}"]
