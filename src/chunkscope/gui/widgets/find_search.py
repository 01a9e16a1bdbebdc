"""Looks for a word through a long text in steps that are short."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Final

from chunkscope.core.spans import Span

_STEP: Final = 131_072


class Search:
    """Finds every place of a word, from the start of the text, one step after the other.

    A match has as many characters as the word, in either case: case is folded letter by letter.
    Matches do not overlap.
    """

    def __init__(self, text: str, word: str, *, match_case: bool = False) -> None:
        """Prepare to look for `word`, which is not empty."""
        self._text = text
        self._word_length = len(word)
        self._pattern = re.compile(re.escape(word), 0 if match_case else re.IGNORECASE)
        self._done = 0
        self._starts = array("q")

    def __len__(self) -> int:
        """Return how many matches there are so far."""
        return len(self._starts)

    def __getitem__(self, place: int) -> Span:
        """Return one match."""
        start = self._starts[place]
        return Span(start, start + self._word_length)

    @property
    def complete(self) -> bool:
        """Whether all of the text has been looked through."""
        return self._done >= len(self._text)

    def step(self) -> Span:
        """Look through the next stretch of text and return it."""
        start = self._done
        reach = start + _STEP
        for match in self._pattern.finditer(self._text, start, reach + self._word_length - 1):
            self._starts.append(match.start())
            reach = max(reach, match.end())
        self._done = reach
        return Span(start, reach)

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
        first = bisect_right(self._starts, span.start - self._word_length)
        for place in range(first, bisect_left(self._starts, span.end)):
            yield place, self[place]
