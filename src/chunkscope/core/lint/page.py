"""The page that rules look at, and what several of them need of it, read once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from chunkscope.core.blocks import PROSE, TABLES, Block, Blocks, blocks_of
from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import PageCounts
from chunkscope.core.document import Document
from chunkscope.core.lint.findings import MOST_SPANS, RULES, Finding, Options, Severity
from chunkscope.core.lint.prose import prose_of
from chunkscope.core.progress import Report
from chunkscope.core.spans import Span
from chunkscope.core.tokens import Encoding

REPORT_EVERY: Final = 512


@dataclass(frozen=True, slots=True)
class Page:
    """What is linted.

    Attributes:
        document: The page and what was noted while it was read.
        chunk_set: Its cut.
        counts: Real token counts; None where there are none, or not yet.
    """

    document: Document
    chunk_set: ChunkSet
    counts: PageCounts | None = None


class Passage(NamedTuple):
    """A paragraph, list item or quote, and its prose: its source with markup overwritten."""

    block: Block
    prose: str


class Subject:
    """A page under the rules. Everything derived is made on first use and kept."""

    def __init__(self, page: Page, options: Options, report: Report) -> None:
        self.page = page
        self.options = options
        self.report = report
        self.text = page.chunk_set.text
        self.chunk_set = page.chunk_set
        self.outline = page.chunk_set.outline

    @cached_property
    def blocks(self) -> Blocks:
        """The blocks of the text."""
        return blocks_of(self.text, self.report)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The prose of the page, in order."""
        return tuple(self._passages())

    @cached_property
    def chat_encoding(self) -> str | None:
        """The chat model's encoding that counted the page; None where none did."""
        counts = self.page.counts
        if counts is None:
            return None
        return next((name for name in Encoding if name in counts.columns), None)

    @property
    def parent_reach(self) -> int:
        """Characters that a parent may hold."""
        return 4 * self.chunk_set.settings.parent_size

    def threshold(self, rule: str) -> int:
        """Return where a rule begins to fire."""
        return self.options.threshold(rule)

    def progress(self, place: int) -> None:
        """Report every so often; `place` counts whatever the caller walks over."""
        if not place % REPORT_EVERY:
            self.report(place, 0)

    def finding(
        self,
        rule: str,
        spans: Sequence[Span],
        message: str,
        advice: str,
        parents: Sequence[int] = (),
        children: Sequence[int] = (),
        severity: Severity | None = None,
    ) -> Finding:
        """Return a finding of `rule`, with its own severity unless another is given.

        Of the spans it keeps the first `MOST_SPANS`, and the number of the others.
        """
        return Finding(
            rule,
            severity or RULES[rule].severity,
            tuple(spans[:MOST_SPANS]),
            message,
            advice,
            tuple(parents),
            tuple(children),
            max(0, len(spans) - MOST_SPANS),
        )

    def place_of(self, section: int) -> str:
        """Return how a section is called in a message."""
        heading = self.outline.heading_of(section)
        if heading is None or not heading.title:
            return "the text before the first heading" if section == 0 else "a section"
        return quoted(heading.title)

    def parents_at(self, span: Span) -> tuple[int, ...]:
        """Return the indices of the parents whose own text shares a character with `span`."""
        own_starts = self.chunk_set.parents.columns.own_starts
        touching = self.chunk_set.parents.touching(span)
        return tuple(place for place in touching if own_starts[place] < span.end)

    def opening_span(self) -> Span:
        """Return the first line with text, where findings about the whole page jump to."""
        start = self.outline.body_start
        found = self.text[start : start + 4096]
        start += len(found) - len(found.lstrip())
        end = self.text.find("\n", start)
        return Span(min(start, len(self.text)), len(self.text) if end < 0 else end)

    def is_prose(self, block: Block | None) -> bool:
        """Say whether a block is text that a reader reads as sentences."""
        if block is None or block.kind in TABLES:
            return False
        return not self.blocks.is_code(block)

    def _passages(self) -> Iterator[Passage]:
        for place, block in enumerate(self.blocks.of(PROSE)):
            self.progress(place)
            yield Passage(block, prose_of(self.text[block.start : block.end]))


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: `1 row`, `1,204 rows`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def quoted(title: str, longest: int = 60) -> str:
    """Return a title in quotation marks, cut where it is long."""
    title = " ".join(title.split())
    if len(title) > longest:
        title = title[: longest - 1].rstrip() + "…"
    return f"“{title}”"


def second_first(spans: Sequence[Span]) -> list[Span]:
    """Return the spans of what is alike in an order to jump to: the second tells most."""
    return [spans[1], spans[0], *spans[2:]]


def named(indices: Sequence[int], letter: str = "P") -> str:
    """Return chunk names, at most three: `P8 → P9`, `P8 … P31`."""
    if len(indices) > 3:
        return f"{letter}{indices[0] + 1} … {letter}{indices[-1] + 1}"
    return " → ".join(f"{letter}{index + 1}" for index in indices)
