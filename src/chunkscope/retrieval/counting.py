"""Counts of a document and of any slice of it, from one pass over its text.

Every tokenizer here cuts a text at certain places whatever stands further away: a space after a
letter, a line feed before one. Between two such places lies a segment. So the count of a text is
the sum of its segments' counts, exactly, and a segment that was seen once is never tokenised
again. One pass over a document gives running totals; a slice is then answered by a subtraction
and by the two ends that it cut out of a segment.
"""

import re
from abc import ABC, abstractmethod
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Final, cast

from chunkscope.core.errors import CountUnavailable
from chunkscope.core.progress import Report, ignore
from chunkscope.core.spans import Span

BLOCK_CHARACTERS: Final = 1 << 16
"""Text between two reports; a longer text is never given to a tokenizer in one piece."""
LONGEST_SEGMENT: Final = 2_000_000
"""Beyond this a tokenizer takes seconds that nothing can interrupt."""
_LONGEST_REMEMBERED: Final = 48
_MOST_REMEMBERED: Final = 100_000
_UNCOUNTABLE: Final = -1


class SegmentTokenizer(ABC):
    """A tokenizer whose counts add up over segments; may be used from any thread.

    Attributes:
        segment: Matches the segment that starts at a place. Found one after another, segments
            tile any text. Where one ends, the text may be cut, whatever follows that has been
            left out of sight; only the last of a text that was cut short may end amiss.
        special_tokens: What the model adds to every text.
        parts_at_line_feed: Whether the text after a line feed is always counted on its own.
    """

    segment: re.Pattern[str]
    special_tokens: int = 0
    parts_at_line_feed: bool = False

    def __init__(self) -> None:
        self._remembered: dict[str, int] = {}

    def count(self, text: str) -> int:
        """Return the tokens of `text`, special ones not included.

        Raises:
            CountUnavailable: A segment is too long to be counted in reasonable time.
        """
        if len(text) <= _LONGEST_REMEMBERED:
            return self.segment_counts([text])[0]
        total = 0
        for segments in segments_of(self.segment, text):
            counts = self.segment_counts(segments)
            if _UNCOUNTABLE in counts:
                raise CountUnavailable(
                    f"The text runs for more than {LONGEST_SEGMENT:,} characters without a place "
                    "where the tokenizer could pause.",
                )
            total += sum(counts)
        return total

    def segment_counts(self, segments: Sequence[str]) -> list[int]:
        """Return the tokens of each segment; -1 for one that is too long."""
        if len(self._remembered) > _MOST_REMEMBERED:
            self._remembered = {}
        known = self._remembered
        fresh = list(set(segments).difference(known))
        if not fresh:
            return list(map(known.__getitem__, segments))
        short = [segment for segment in fresh if len(segment) <= _LONGEST_REMEMBERED]
        known.update(zip(short, self.tokenise(short), strict=True))
        counts = list(map(known.get, segments))
        if len(short) == len(fresh):
            return cast("list[int]", counts)
        return self._with_long_ones(segments, counts)

    @abstractmethod
    def tokenise(self, texts: Sequence[str]) -> Sequence[int]:
        """Return what the tokenizer itself makes of each text, in tokens."""

    def _with_long_ones(self, segments: Sequence[str], counts: Sequence[int | None]) -> list[int]:
        asked = {segment for segment, n in zip(segments, counts, strict=True) if n is None}
        countable = [segment for segment in asked if len(segment) <= LONGEST_SEGMENT]
        long = dict(zip(countable, self.tokenise(countable), strict=True))
        return [
            long.get(segment, _UNCOUNTABLE) if n is None else n
            for segment, n in zip(segments, counts, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """A model's or encoding's name and window over its tokenizer (a `Counter` of the core)."""

    name: str
    window: int | None
    tokenizer: SegmentTokenizer

    def count(self, text: str) -> int:
        """Return the tokens of `text`, with the special tokens that the model adds.

        Raises:
            CountUnavailable: A part of it is too long to be counted in reasonable time.
        """
        return self.tokenizer.special_tokens + self.tokenizer.count(text)


@dataclass(frozen=True, slots=True)
class SegmentTable:
    """Running totals over the segments of one text.

    Attributes:
        cuts: Where segments begin, and the text's length at last; rising.
        totals: Tokens before each cut.
        holes: Where segments begin that nobody can count; rising.
    """

    cuts: "array[int]"
    totals: "array[int]"
    holes: tuple[int, ...]


class DocumentCounts:
    """Answers how many tokens slices of one text have, each as if it stood alone.

    Models that share a tokenizer share the answers: one object serves both.

    Attributes:
        tokenizer: Whose tokens they are.
        text: The text that spans point into.
    """

    def __init__(self, tokenizer: SegmentTokenizer, text: str) -> None:
        self.tokenizer = tokenizer
        self.text = text
        self._table: SegmentTable | None = None
        self._leads: dict[str, int] = {}
        self._long: dict[tuple[str, Span], int | None] = {}

    def count_spans(
        self, spans: Sequence[Span], prefixes: Sequence[str] = (), report: Report = ignore
    ) -> list[int | None]:
        """Return the tokens of each slice, in the order given.

        A few short slices are tokenised at once, so that what is on screen need not wait; for
        more the whole text is read first, in time linear in its length, and only once.

        Args:
            spans: Slices of the text.
            prefixes: What stands before each slice, a blank line between; none or one a span.
            report: Called between blocks and between slices.

        Returns:
            Special tokens included; None for a slice that cannot be counted in reasonable time.

        Raises:
            Cancelled: From `report`.
        """
        reading = 0
        if self._table is None and _is_worth_a_table(self.text, spans):
            reading = len(self.text)
            total = reading + len(spans)
            self._table = table_of(self.tokenizer, self.text, lambda done, _: report(done, total))
        counts: list[int | None] = []
        for place, span in enumerate(spans):
            report(reading + place, reading + len(spans))
            counts.append(self._count(span, prefixes[place] if prefixes else ""))
        return counts

    def _count(self, span: Span, prefix: str) -> int | None:
        lead = f"{prefix}\n\n" if prefix else ""
        try:
            known = self._from_table(span, lead) if self._table else None
            plain = self._directly(span, lead) if known is None else known
        except CountUnavailable:
            return None
        return None if plain is None else plain + self.tokenizer.special_tokens

    def _from_table(self, span: Span, lead: str) -> int | None:
        """Return the count of `lead` and the slice; None where no whole segment lies inside."""
        assert self._table is not None
        table, tokenizer = self._table, self.tokenizer
        start, end = span
        stands_alone = not lead or tokenizer.parts_at_line_feed
        first = bisect_left(table.cuts, start if stands_alone else start + 1)
        # White space at the end may be cut otherwise than the same white space before a word.
        last = bisect_right(table.cuts, _content_end(self.text, span)) - 1
        if first >= last:
            return None
        inner_start, inner_end = table.cuts[first], table.cuts[last]
        if bisect_left(table.holes, inner_start) < bisect_left(table.holes, inner_end):
            raise CountUnavailable("A part of the slice is too long to be counted.")
        head = self.text[start:inner_start]
        before = self._lead_count(lead) if stands_alone else 0
        ends = (head if stands_alone else lead + head, self.text[inner_end:end])
        inside = table.totals[last] - table.totals[first]
        return before + inside + sum(tokenizer.count(part) for part in ends)

    def _directly(self, span: Span, lead: str) -> int | None:
        start, end = span
        if end - start < BLOCK_CHARACTERS:
            return self.tokenizer.count(lead + self.text[start:end])
        if (lead, span) not in self._long:
            self._long[lead, span] = None
            self._long[lead, span] = self.tokenizer.count(lead + self.text[start:end])
        return self._long[lead, span]

    def _lead_count(self, lead: str) -> int:
        if lead not in self._leads:
            self._leads[lead] = self.tokenizer.count(lead)
        return self._leads[lead]


def table_of(tokenizer: SegmentTokenizer, text: str, report: Report = ignore) -> SegmentTable:
    """Return the running totals of `text`; reports characters.

    Raises:
        Cancelled: From `report`, between two blocks.
    """
    cuts, totals = array("I", [0]), array("I", [0])
    holes: list[int] = []
    for segments in segments_of(tokenizer.segment, text):
        report(cuts[-1], len(text))
        counts = tokenizer.segment_counts(segments)
        ends = list(accumulate(map(len, segments), initial=cuts[-1]))
        if _UNCOUNTABLE in counts:
            holes += [at for at, n in zip(ends, counts, strict=False) if n == _UNCOUNTABLE]
            counts = [max(0, n) for n in counts]
        cuts.extend(islice(ends, 1, None))
        totals.extend(islice(accumulate(counts, initial=totals[-1]), 1, None))
    return SegmentTable(cuts, totals, tuple(holes))


def segments_of(segment: re.Pattern[str], text: str) -> Iterator[list[str]]:
    """Yield the segments of `text` in order, some blocks' worth at a time."""
    start, reach = 0, BLOCK_CHARACTERS
    while start < len(text):
        stop = min(start + reach, len(text))
        segments = [part for part in segment.findall(text, start, stop) if part]
        if stop < len(text):
            segments.pop()  # the block's end may have cut it short
        if not segments and stop == len(text):
            segments = [text[start:]]
        if not segments:
            reach *= 2
            continue
        start += sum(map(len, segments))
        reach = BLOCK_CHARACTERS
        yield segments


def _is_worth_a_table(text: str, spans: Sequence[Span]) -> bool:
    asked = sum(end - start for start, end in spans)
    return asked > min(BLOCK_CHARACTERS, len(text)) // 2


def _content_end(text: str, span: Span) -> int:
    start, end = span
    if start < end < len(text) and text[end - 1].isspace():
        return start + len(text[start:end].rstrip())
    return end
