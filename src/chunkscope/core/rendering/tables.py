"""From the tokens of a table to parts of it with shared columns."""

import unicodedata
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from chunkscope.core.rendering.block_parser import SourceState
from chunkscope.core.rendering.display import Cell, Column, Run, TableRows
from chunkscope.core.rendering.inlines import inline_runs
from chunkscope.core.spans import Span

_ROWS_A_PART = 50
_ROWS_SAMPLED = 200
_WIDEST_COUNTED = 400


class TableReader:
    """Reads the rows of one table, [first, last] in the tokens of a parser state."""

    def __init__(
        self, state: SourceState, parser: MarkdownIt, tokens: list[Token], first: int, last: int
    ) -> None:
        self._state = state
        self._parser = parser
        self._tokens = tokens
        self._starts = [index for index in range(first, last) if tokens[index].type == "tr_open"]
        self._aligns = self._alignments(last)

    def parts(self) -> Iterator[tuple[Span, TableRows]]:
        """Yield the span and the rows of each part of at most 50 rows."""
        columns = self._columns()
        starts = self._starts
        for first in range(0, len(starts), _ROWS_A_PART):
            part = starts[first : first + _ROWS_A_PART]
            rows = tuple(self._row(start) for start in part)
            span = self._span(part[0], part[-1])
            if not first and len(starts) == 1:
                span = Span(span.start, self._end_of_rule())
            yield span, TableRows(columns, rows, has_header=not first)

    def _alignments(self, last: int) -> list[str]:
        aligns = []
        for index in range(self._starts[0] + 1, last):
            token = self._tokens[index]
            if token.type == "th_open":
                aligns.append(str(token.attrs.get("style", "")).removeprefix("text-align:"))
            elif token.type == "tr_close":
                break
        return aligns

    def _columns(self) -> tuple[Column, ...]:
        step = max(1, len(self._starts) // _ROWS_SAMPLED)
        widest = [1] * len(self._aligns)
        words = [1] * len(self._aligns)
        for start in self._starts[::step]:
            for number, index in enumerate(self._cells(start)):
                text = self._tokens[index].content[:_WIDEST_COUNTED]
                widest[number] = max(widest[number], shown_width(text))
                longest = max((shown_width(word) for word in text.split()), default=1)
                words[number] = max(words[number], longest)
        return tuple(
            Column(align, width, word)
            for align, width, word in zip(self._aligns, widest, words, strict=True)
        )

    def _cells(self, start: int) -> Iterator[int]:
        """Yield the places of a row's contents: each cell is three tokens."""
        return iter(range(start + 2, start + 2 + 3 * len(self._aligns), 3))

    def _row(self, start: int) -> tuple[Cell, ...]:
        return tuple(self._cell(index) for index in self._cells(start))

    def _cell(self, index: int) -> Cell:
        content = self._tokens[index].content
        source = self._state.source_of(index)
        runs: list[Run] = []
        for piece in inline_runs(content, source, self._parser, self._state.env):
            runs.extend(piece)
        start = source.source_of(0)
        end = source.source_of(len(content) - 1) + 1 if content else start
        return Cell(tuple(runs), Span(start, end))

    def _span(self, first: int, last: int) -> Span:
        begin = (self._tokens[first].map or [0])[0]
        end = (self._tokens[last].map or [0, 1])[1]
        return Span(*self._state.lines_span(begin, end))

    def _end_of_rule(self) -> int:
        """Return where the line under the header ends, of a table that has no other row."""
        begin = (self._tokens[self._starts[0]].map or [0])[0]
        return self._state.lines_span(begin, begin + 2)[1]


def shown_width(text: str) -> int:
    """Return the width in columns of a fixed-width font: 2 for wide East Asian characters."""
    if text.isascii():
        return len(text)
    return sum(1 + (unicodedata.east_asian_width(character) in "WF") for character in text)
