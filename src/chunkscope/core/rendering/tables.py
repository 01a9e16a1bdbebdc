"""From the lines of a table to parts of it with shared columns."""

import re
from array import array
from collections.abc import Iterator
from heapq import nlargest

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from chunkscope.core.rendering.display import Cell, Column, Run, TableRows, shown_width
from chunkscope.core.rendering.inlines import inline_runs
from chunkscope.core.rendering.table_rule import CellText, cells_of
from chunkscope.core.spans import Span

_MOST_ROWS = 24
_MOST_CELLS = 72
_ROWS_SAMPLED = 200
_LONGEST_SAMPLED = 50
_WIDEST_COUNTED = 400
_TARGET = re.compile(r"(?<=\])\([^)]*\)")


class TableReader:
    """Reads one table part by part."""

    def __init__(self, text: str, parser: MarkdownIt, env: EnvType, tokens: list[Token]) -> None:
        """Read the table whose tokens are `tokens`, from its opening to its closing one."""
        self._text = text
        self._parser = parser
        self._env = env
        self._lines: array[int] = tokens[0].meta["rows"]
        self._aligns = [
            str(token.attrs.get("style", "")).removeprefix("text-align:")
            for token in tokens
            if token.type == "th_open"
        ]

    def parts(self, span: Span) -> Iterator[tuple[Span, TableRows]]:
        """Yield the rows in parts of at most 24 rows or 72 cells, which divide `span`."""
        columns = self._columns()
        rows = len(self._lines) // 2
        length = max(1, min(_MOST_ROWS, _MOST_CELLS // len(columns)))
        start = span.start
        for first in range(0, rows, length):
            following = first + length
            end = self._lines[2 * following] if following < rows else span.end
            part = tuple(self._row(number) for number in range(first, min(rows, following)))
            yield Span(start, end), TableRows(columns, part, has_header=not first)
            start = end

    def _columns(self) -> tuple[Column, ...]:
        rows = len(self._lines) // 2
        widest = [1] * len(self._aligns)
        words = [1] * len(self._aligns)
        for number in self._sample(rows):
            for place, cell in enumerate(self._cells(number)):
                text = _TARGET.sub("", cell.content[:_WIDEST_COUNTED])
                widest[place] = max(widest[place], shown_width(text))
                longest = max((shown_width(word) for word in text.split()), default=1)
                words[place] = max(words[place], longest)
        return tuple(
            Column(align, width, word)
            for align, width, word in zip(self._aligns, widest, words, strict=True)
        )

    def _sample(self, rows: int) -> Iterator[int]:
        """Yield rows from all of the table, and the longest of all as they are written."""
        yield from range(0, rows, max(1, rows // _ROWS_SAMPLED))
        if rows > _ROWS_SAMPLED:
            lines = self._lines
            yield from nlargest(
                _LONGEST_SAMPLED, range(rows), key=lambda row: lines[2 * row + 1] - lines[2 * row]
            )

    def _cells(self, row: int) -> list[CellText]:
        start, end = self._lines[2 * row], self._lines[2 * row + 1]
        return cells_of(self._text[start:end], start, len(self._aligns))

    def _row(self, row: int) -> tuple[Cell, ...]:
        return tuple(self._cell(cell) for cell in self._cells(row))

    def _cell(self, cell: CellText) -> Cell:
        runs: list[Run] = []
        for piece in inline_runs(cell.content, cell.source, self._parser, self._env):
            runs.extend(piece)
        start = cell.source.source_of(0)
        end = cell.source.source_of(len(cell.content) - 1) + 1 if cell.content else start
        return Cell(tuple(runs), start, end)
