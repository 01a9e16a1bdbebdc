"""Headings that a reader sees and the splitter does not."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from heapq import merge
from typing import Final

from chunkscope.core.blocks import Block, Blocks, Kind
from chunkscope.core.outline import Outline
from chunkscope.core.spans import Span

_MARKDOWN_LANGUAGES: Final = frozenset(("markdown", "md", "mdown", "mdx"))


class IgnoredKind(StrEnum):
    """Why a heading does not split, as its badge says it."""

    TOO_DEEP = "not split"
    UNDERLINED = "underlined"
    IN_CODE = "in code"


@dataclass(frozen=True, slots=True)
class IgnoredHeading:
    """A heading that the splitter takes for text.

    Attributes:
        span: Its lines, without the last line end.
        level: 1 to 6.
        title: Its text as it is written, on one line.
        kind: Why it does not split.
    """

    span: Span
    level: int
    title: str
    kind: IgnoredKind


def ignored_headings(outline: Outline, blocks: Blocks) -> tuple[IgnoredHeading, ...]:
    """Return the headings that look like one and do not split, in order of place.

    A line of code counts where its fence is never closed or holds markdown, and without a
    language from level 2 on: `# ...` alone is a comment in most languages. Linear in the text.
    """
    parts = (_too_deep(outline, blocks), _underlined(blocks), _in_code(blocks))
    return tuple(merge(*parts, key=lambda heading: heading.span))


def _too_deep(outline: Outline, blocks: Blocks) -> Iterator[IgnoredHeading]:
    for heading in outline.unsplit_headings():
        if not blocks.is_in_html(heading.span.end - 1):
            yield IgnoredHeading(heading.span, heading.level, heading.title, IgnoredKind.TOO_DEEP)


def _underlined(blocks: Blocks) -> Iterator[IgnoredHeading]:
    for block in blocks.of(Kind.SETEXT_HEADING):
        title, _, underline = blocks.text[block.start : block.end].rpartition("\n")
        level = 1 if "=" in underline else 2
        yield IgnoredHeading(block.span, level, " ".join(title.split()), IgnoredKind.UNDERLINED)


def _in_code(blocks: Blocks) -> Iterator[IgnoredHeading]:
    for fence in blocks.of(Kind.FENCED_CODE):
        lowest = _lowest_level(blocks, fence)
        for span in blocks.headings_in(fence):
            line = span.slice_of(blocks.text).strip()
            title = line.lstrip("#")
            level = len(line) - len(title)
            if level >= lowest:
                yield IgnoredHeading(span, level, title.strip(), IgnoredKind.IN_CODE)


def _lowest_level(blocks: Blocks, fence: Block) -> int:
    """Return from which level on a line with hashes in this fence is a heading; 7 for never."""
    language = blocks.language_of(fence)
    if language in _MARKDOWN_LANGUAGES or not blocks.is_closed(fence):
        return 1
    return 7 if language else 2
