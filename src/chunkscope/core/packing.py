"""Units (paragraphs, and sentences of long ones) packed into chunks with overlap.

The greedy rule "the next unit joins while the chunk stays within its size" has one answer that
needs no look at each unit: a chunk ends at the last unit end within reach of its start. So a
chunk costs one binary search and a few searches from the right, however many units it holds.
"""

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from chunkscope.core.settings import CHARACTERS_PER_TOKEN

TERMINATORS: Final = ".!?"
_PIECE: Final = 1024
_TERMINATOR_RUN: Final = re.compile(r"[.!?]+")
_BLANK_LINES: Final = re.compile(r"\n(?:\n|\s+\n)\s*+")
_LONG: Final = 100_000


Paragraphs: TypeAlias = "tuple[list[int] | array[int], list[int]]"
"""Offsets where the paragraphs of a stretch of text start, and where they end.

A plain tuple, made tens of thousands of times. Lists are read faster; in a long stretch the
column that is searched less is an array, to spare memory.
"""


class Rule(StrEnum):
    """What made a boundary."""

    SECTION = "section"
    SIZE = "size"
    SENTENCE = "sentence"
    OVERLAP = "overlap"
    GUARD = "guard"


RULES: Final = tuple(Rule)
_SECTION, _SIZE, _SENTENCE, _OVERLAP, _GUARD = range(len(RULES))


@dataclass(slots=True)
class Columns:
    """Chunks of one level as columns, in document order; filled once, then only read.

    Attributes:
        starts: Offsets where chunks start, overlap included.
        own_starts: Offsets where their first own unit begins.
        ends: Offsets where they end.
        own_rules: Place in `RULES` of what cut at `own_starts`.
        start_rules: Place in `RULES` of what set `starts`.
        owners: Index of the section (of parents) or of the parent (of children).
    """

    starts: "array[int]" = field(default_factory=lambda: array("I"))
    own_starts: "array[int]" = field(default_factory=lambda: array("I"))
    ends: "array[int]" = field(default_factory=lambda: array("I"))
    own_rules: bytearray = field(default_factory=bytearray)
    start_rules: bytearray = field(default_factory=bytearray)
    owners: "array[int]" = field(default_factory=lambda: array("I"))

    def __len__(self) -> int:
        """Return the number of chunks."""
        return len(self.starts)

    def append(
        self, start: int, own_start: int, end: int, own_rule: int, start_rule: int, owner: int
    ) -> None:
        """Add one chunk behind the others."""
        self.starts.append(start)
        self.own_starts.append(own_start)
        self.ends.append(end)
        self.own_rules.append(own_rule)
        self.start_rules.append(start_rule)
        self.owners.append(owner)

    def extend(self, source: "Columns", places: range, moved: int, renumbered: int) -> None:
        """Add chunks of `source` with their offsets and their owners shifted."""
        cells = slice(places.start, places.stop)
        self.starts.extend(_shifted(source.starts[cells], moved))
        self.own_starts.extend(_shifted(source.own_starts[cells], moved))
        self.ends.extend(_shifted(source.ends[cells], moved))
        self.own_rules += source.own_rules[cells]
        self.start_rules += source.start_rules[cells]
        self.owners.extend(_shifted(source.owners[cells], renumbered))


class Packer:
    """Cuts stretches of one text into the chunks of one level.

    Attributes:
        columns: The chunks so far.
        reach: Characters that a chunk may hold.
        words: Words that the next chunk repeats: floor(0.75 * overlap).
        window: Characters of the shortest overlap that the guard shortens.
        guarded_overlap: Characters that it shortens an overlap to.
    """

    __slots__ = ("_text", "columns", "guarded_overlap", "reach", "window", "words")

    def __init__(self, text: str, size: int, overlap: int) -> None:
        """Cut `text`, the whole normalised markdown; size and overlap are estimated tokens."""
        self._text = text
        self.columns = Columns()
        self.reach = CHARACTERS_PER_TOKEN * size
        self.words = overlap * 3 // 4
        self.window = CHARACTERS_PER_TOKEN * (size // 2) + 1
        self.guarded_overlap = CHARACTERS_PER_TOKEN * overlap

    def pack(
        self, paragraphs: Paragraphs, start: int, stop: int, owner: int, first_rule: int = _SECTION
    ) -> None:
        """Append the chunks of text[start:stop], which has no white space at its ends.

        The stretch may cut the first and the last of the section's `paragraphs` that it holds.
        `first_rule` is the place in `RULES` of what set `start`. All that is done for most chunks
        stands here, because a call costs as much. An overlap is looked for in a window only: with
        fewer words in it than are wanted, the guard shortens it anyway.
        """
        text, columns, (starts, ends) = self._text, self.columns, paragraphs
        reach, words, window = self.reach, self.words, self.window
        own_start, own_rule, start_rule = start, first_rule, first_rule
        head, first = start, bisect_right(ends, start)
        place = first
        while (limit := start + reach) < stop:
            beyond = bisect_right(ends, limit, place)
            begin = starts[beyond] if beyond > first else head
            edge = stop if (paragraph_end := ends[beyond]) > stop else paragraph_end
            in_sentences = edge - begin > reach
            end = 0
            if in_sentences:
                end = _last_sentence_end(text, begin if beyond > place else own_start, limit)
            if end:
                place = beyond
            elif beyond > place:
                place = beyond - 1
                end = edge = ends[place]
            else:
                after = max(own_start, limit)
                end = _first_sentence_end(text, after, edge) if in_sentences else edge
            columns.starts.append(start)
            columns.own_starts.append(own_start)
            columns.ends.append(end)
            columns.own_rules.append(own_rule)
            columns.start_rules.append(start_rule)
            columns.owners.append(owner)
            if end == stop:
                return
            if end == edge:
                place += 1
                own_start, own_rule = starts[place], _SIZE
            else:
                own_start, own_rule = _next_visible(text, end), _SENTENCE
            if not words:
                start, start_rule = own_start, own_rule
                continue
            begin = end - window if end - start > window else start
            parts = text[begin:end].rsplit(None, words)
            if len(parts) > words:
                begin += len(parts[0]) + 1
            if text[begin].isspace() and len(parts) >= words:
                begin = _next_visible(text, begin)
            start, start_rule = begin, _OVERLAP
            if end - begin >= window:
                start, start_rule = _next_visible(text, end - self.guarded_overlap), _GUARD
        columns.append(start, own_start, stop, own_rule, start_rule, owner)


def visible_span(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return [start, end) without white space at its ends; None where nothing else is there."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None


def paragraphs_of(text: str, start: int, end: int) -> Paragraphs:
    """Return the paragraphs of text[start:end], which has no white space at its ends."""
    starts: list[int] | array[int] = [start]
    ends: list[int] = []
    begin = start
    if end - start >= _LONG:
        first_break = text.find("\n", start, end)
        starts, begin = array("I", starts), first_break if first_break >= 0 else end
    for gap in _BLANK_LINES.finditer(text, begin, end):
        edge, following = gap.span()
        if text[edge - 1].isspace():
            edge = _trimmed_end(text, edge)
        ends.append(edge)
        starts.append(following)
    ends.append(end)
    return starts, ends


def _last_sentence_end(text: str, begin: int, limit: int) -> int:
    """Return the last sentence end in (begin, limit], in a paragraph that goes on there; or 0.

    Each mark is looked for only behind the one found before.
    """
    if text[limit] in TERMINATORS:
        limit = begin + len(text[begin:limit].rstrip(TERMINATORS))
    found = text.rfind(".", begin, limit) + 1
    behind = text[found or begin : limit]
    if "!" in behind or "?" in behind:
        found = text.rfind("!", found or begin, limit) + 1 or found
        found = text.rfind("?", found or begin, limit) + 1 or found
    return found


def _first_sentence_end(text: str, begin: int, end: int) -> int:
    """Return the first sentence end in (begin, end]; `end` where there is none.

    All marks are looked for in a short piece, then in one twice as long: a mark that is far away
    is not searched for where another is near.
    """
    length = _PIECE
    while begin < end:
        stop = min(begin + length, end)
        marks = [text.find(mark, begin, stop) for mark in TERMINATORS]
        first = min((mark for mark in marks if mark >= 0), default=-1)
        if first >= 0:
            run = _TERMINATOR_RUN.match(text, first, end)
            return run.end() if run else first
        begin, length = stop, 2 * length
    return end


def _shifted(numbers: "array[int]", by: int) -> "array[int]":
    return array("I", map(by.__add__, numbers)) if by else numbers


def _next_visible(text: str, offset: int) -> int:
    while text[offset].isspace():
        offset += 1
    return offset


def _trimmed_end(text: str, end: int) -> int:
    while text[end - 1].isspace():
        end -= 1
    return end
