"""Units (paragraphs, and sentences of long ones) packed into chunks with overlap.

The greedy rule "the next unit joins while the chunk stays within its size" has one answer that
needs no look at each unit: a chunk ends at the last unit end within reach of its start. So a
chunk costs one binary search and a few searches from the right, however many units it holds.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from chunkscope.core.settings import CHARACTERS_PER_TOKEN

TERMINATORS: Final = ".!?"
_TERMINATOR_RUN: Final = re.compile(r"[.!?]+")
_BLANK_LINES: Final = re.compile(r"\n\s*\n\s*")
_VISIBLE: Final = re.compile(r"\S")


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


@dataclass(frozen=True, slots=True)
class Budget:
    """The size and overlap of one level, in estimated tokens."""

    size: int
    overlap: int

    @property
    def reach(self) -> int:
        """How many characters a chunk may hold."""
        return self.size * CHARACTERS_PER_TOKEN

    @property
    def overlap_words(self) -> int:
        """How many words the next chunk repeats: floor(0.75 * overlap)."""
        return self.overlap * 3 // 4


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Offsets where the paragraphs of a stretch of text start and end."""

    starts: list[int]
    ends: list[int]

    def within(self, start: int, end: int) -> "Paragraphs":
        """Return the paragraphs of the slice [start, end), whose edges may cut two of them."""
        first = bisect_right(self.starts, start) - 1
        last = bisect_left(self.starts, end)
        starts, ends = self.starts[first:last], self.ends[first:last]
        starts[0], ends[-1] = start, end
        return Paragraphs(starts, ends)


def visible_span(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return [start, end) without white space at its ends; None where nothing else is there."""
    found = _VISIBLE.search(text, start, end)
    if found is None:
        return None
    while text[end - 1].isspace():
        end -= 1
    return found.start(), end


def paragraphs_of(text: str, start: int, end: int) -> Paragraphs:
    """Return the paragraphs of text[start:end], which has no white space at its ends."""
    starts, ends = [start], []
    for gap in _BLANK_LINES.finditer(text, start, end):
        edge, following = gap.span()
        if text[edge - 1].isspace():
            edge = _trimmed_end(text, edge)
        ends.append(edge)
        starts.append(following)
    ends.append(end)
    return Paragraphs(starts, ends)


def pack(
    text: str,
    paragraphs: Paragraphs,
    budget: Budget,
    owner: int,
    columns: Columns,
    first_rule: int = _SECTION,
) -> None:
    """Append the chunks of one stretch of text to `columns`.

    Args:
        text: The whole normalised markdown.
        paragraphs: Those of the stretch; a long one is cut into its sentences.
        budget: Size and overlap.
        owner: What the chunks belong to.
        columns: Where they go.
        first_rule: Place in `RULES` of what set the stretch's start.
    """
    starts, ends = paragraphs.starts, paragraphs.ends
    reach, words, last = budget.reach, budget.overlap_words, ends[-1]
    place, start = 0, starts[0]
    own_start, own_rule, start_rule = start, first_rule, first_rule
    while True:
        place, end = _chunk_end(text, starts, ends, place, own_start, start + reach, reach)
        columns.append(start, own_start, end, own_rule, start_rule, owner)
        if end == last:
            return
        if end == ends[place]:
            place += 1
            own_start, own_rule = starts[place], _SIZE
        else:
            own_start, own_rule = _next_visible(text, end), _SENTENCE
        if words:
            start, start_rule = _overlap_start(text, start, end, words, budget)
        else:
            start, start_rule = own_start, own_rule


def _chunk_end(
    text: str,
    starts: list[int],
    ends: list[int],
    place: int,
    own_start: int,
    limit: int,
    reach: int,
) -> tuple[int, int]:
    """Return the paragraph in which a chunk ends, and where: its last unit end up to `limit`.

    Where not even the first unit ends by then, that unit's end.
    """
    beyond = bisect_right(ends, limit, place)
    if beyond < len(ends):
        begin = starts[beyond]
        if ends[beyond] - begin > reach:
            begin = max(begin, own_start)
            if begin < limit:
                cut = _last_sentence_end(text, begin, limit)
                if cut > begin:
                    return beyond, cut
            if beyond == place:
                return place, _first_sentence_end(text, own_start, ends[place])
        elif beyond == place:
            return place, ends[place]
    return beyond - 1, ends[beyond - 1]


def _last_sentence_end(text: str, begin: int, limit: int) -> int:
    """Return the last sentence end in (begin, limit], or `begin`; the paragraph goes on there."""
    window = text[begin:limit]
    if text[limit] in TERMINATORS:
        window = window.rstrip(TERMINATORS)
    return begin + max(window.rfind("."), window.rfind("!"), window.rfind("?")) + 1


def _first_sentence_end(text: str, begin: int, end: int) -> int:
    run = _TERMINATOR_RUN.search(text, begin, end)
    return run.end() if run else end


def _overlap_start(
    text: str, start: int, end: int, words: int, budget: Budget
) -> tuple[int, int]:
    """Return where the overlap with the chunk [start, end) starts, and the rule that set it.

    Only a window at the chunk's end is looked at: an overlap that leaves it is past half the
    size, and there the guard moves its start into the window anyway.
    """
    begin = max(start, end - max(12 * words, 2 * budget.size + CHARACTERS_PER_TOKEN * 2))
    parts = text[begin:end].rsplit(None, words)
    if len(parts) > words:
        begin = _next_visible(text, begin + len(parts[0]))
    elif len(parts) == words and text[begin].isspace():
        begin = _next_visible(text, begin)
    rule = _OVERLAP
    if 2 * -((begin - end) // CHARACTERS_PER_TOKEN) > budget.size:
        guarded = end - CHARACTERS_PER_TOKEN * budget.overlap
        if guarded > begin:
            begin, rule = _next_visible(text, guarded), _GUARD
    return begin, rule


def _next_visible(text: str, offset: int) -> int:
    while text[offset].isspace():
        offset += 1
    return offset


def _trimmed_end(text: str, end: int) -> int:
    while text[end - 1].isspace():
        end -= 1
    return end
