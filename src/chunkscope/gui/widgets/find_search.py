"""Looks for words through a long text, or through what is shown of it, in steps that are short."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from chunkscope.core.overriding import override
from chunkscope.core.rendering.display import DisplayBlock, Run
from chunkscope.core.spans import Span

_STEP: Final = 131_072
_BLOCKS_A_STEP: Final = 64
_SHOWN_A_STEP: Final = 16_384
_WIDEST_BLANK: Final = 64
_BLANKS: Final = re.compile(r"\s+")


class ShownBlocks(Protocol):
    """The display blocks of a page, as far as they are there."""

    def __len__(self) -> int:
        """Return how many there are so far."""

    def block(self, index: int) -> DisplayBlock:
        """Return one of them."""

    @property
    def is_whole(self) -> bool:
        """Whether all of them are there."""


class Matches:
    """Every place of some words, from the start of the text, as far as it was looked through.

    A blank in the words stands for any white space, the ends of lines included, of at most 64
    characters. Case is folded letter by letter. Matches do not overlap.
    """

    def __init__(self, word: str, *, match_case: bool = False) -> None:
        """Prepare to look for `word`, which is not empty."""
        parts, blanks = _BLANKS.split(word), _BLANKS.findall(word)
        pattern = re.escape(parts[0])
        for blank, part in zip(blanks, parts[1:], strict=True):
            least = min(len(blank), _WIDEST_BLANK)
            pattern += rf"\s{{{least},{_WIDEST_BLANK}}}{re.escape(part)}"
        self._pattern = re.compile(pattern, 0 if match_case else re.IGNORECASE)
        self._longest_match = sum(map(len, parts)) + _WIDEST_BLANK * len(blanks)
        self._starts = array("q")
        self._ends = array("q")
        self._longest_span = 0

    def __len__(self) -> int:
        """Return how many matches there are so far."""
        return len(self._starts)

    def __getitem__(self, place: int) -> Span:
        """Return one match."""
        return Span(self._starts[place], self._ends[place])

    @property
    def complete(self) -> bool:
        """Whether all of the text has been looked through."""
        raise NotImplementedError

    @property
    def is_waiting(self) -> bool:
        """Whether more of the text must come before a step can be made."""
        return False

    def step(self) -> Span:
        """Look through the next stretch of text and return it."""
        raise NotImplementedError

    def first_from(self, offset: int) -> int | None:
        """Return the place of the first match at or after `offset`, else of the very first one.

        None where there is none, or where it may still lie in what was not looked through.
        """
        place = bisect_left(self._starts, offset)
        if place < len(self._starts):
            return place
        return 0 if self.complete and self._starts else None

    def within(self, span: Span) -> Iterator[tuple[int, Span]]:
        """Yield place and span of the matches that share a character with `span`."""
        first = bisect_right(self._starts, span.start - self._longest_span)
        for place in range(first, bisect_left(self._starts, span.end)):
            if self._ends[place] > span.start:
                yield place, self[place]

    def _keep(self, start: int, end: int) -> None:
        self._starts.append(start)
        self._ends.append(end)
        self._longest_span = max(self._longest_span, end - start)


class Search(Matches):
    """Finds words in a text as it is written."""

    def __init__(self, text: str, word: str, *, match_case: bool = False) -> None:
        """Prepare to look for `word` in `text`."""
        super().__init__(word, match_case=match_case)
        self._text = text
        self._done = 0

    @property
    @override
    def complete(self) -> bool:
        return self._done >= len(self._text)

    @override
    def step(self) -> Span:
        start = self._done
        stop = reach = start + _STEP
        for match in self._pattern.finditer(self._text, start, stop + self._longest_match - 1):
            if match.start() >= stop:
                break
            self._keep(*match.span())
            reach = max(reach, match.end())
        self._done = reach
        return Span(start, reach)


class ShownSearch(Matches):
    """Finds words in what is shown of a text, whatever markup stands between their letters.

    A match lies within one paragraph, one cell or the like.
    """

    def __init__(self, blocks: ShownBlocks, word: str, *, match_case: bool = False) -> None:
        """Prepare to look for `word` in `blocks`, which may still be coming."""
        super().__init__(word, match_case=match_case)
        self._blocks = blocks
        self._done = 0
        self._taken = 0

    @property
    @override
    def complete(self) -> bool:
        return self._done >= len(self._blocks) and self._blocks.is_whole

    @property
    @override
    def is_waiting(self) -> bool:
        return self._done >= len(self._blocks) and not self._blocks.is_whole

    @override
    def step(self) -> Span:
        first, shown = self._done, 0
        last = min(len(self._blocks), first + _BLOCKS_A_STEP)
        while self._done < last and shown < _SHOWN_A_STEP:
            shown += self._look_at(self._done)
            self._done += 1
        if self._done == first:
            return Span(0, 0)
        start = self._blocks.block(first).span.start
        return Span(start, max(start, self._blocks.block(self._done - 1).span.end))

    def _look_at(self, index: int) -> int:
        """Look through one block; return how many characters that were."""
        block = self._blocks.block(index)
        if block.table is not None:
            return sum(
                self._look_in(cell.runs) for row in block.table.rows for cell in row if cell.runs
            )
        before = self._blocks.block(index - 1) if block.continues and index else None
        return self._look_in(block.runs, () if before is None else before.runs)

    def _look_in(self, runs: Sequence[Run], before: Sequence[Run] = ()) -> int:
        """Look through one shown text; a match may begin in what it continues."""
        earlier = "".join(run.text for run in before)
        text = earlier + "".join(run.text for run in runs)
        first = max(self._taken if before else 0, len(earlier) - self._longest_match + 1)
        self._taken = 0
        positions: list[int] = []
        joined = (*before, *runs)
        for match in self._pattern.finditer(text, first):
            if match.end() <= len(earlier):
                continue
            if not positions:
                positions = _positions(joined)
            start = _source_of(joined, positions, match.start()).start
            self._keep(start, _source_of(joined, positions, match.end() - 1).end)
            self._taken = match.end() - len(earlier)
        return len(text)


def _positions(runs: Sequence[Run]) -> list[int]:
    positions, position = [], 0
    for run in runs:
        positions.append(position)
        position += len(run.text)
    return positions


def _source_of(runs: Sequence[Run], positions: list[int], shown: int) -> Span:
    """Return the source of one shown character."""
    place = bisect_right(positions, shown) - 1
    run = runs[place]
    if not run.exact:
        return Span(run.start, run.end)
    start = run.start + shown - positions[place]
    return Span(start, start + 1)
