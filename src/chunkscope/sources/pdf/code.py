"""Code in a PDF: several rows in letters of one width, with the columns in which they stand."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import Final

from chunkscope.sources.pdf.layout import USUAL_ADVANCE, Row

_FEWEST_ROWS: Final = 2
_MOST_MONO: Final = 0.5  # of a document's letters, of which the others are its text
_LONGEST_STEP: Final = 3.4  # of the size, over lines that are blank
_TELLING_LENGTH: Final = 8  # letters of a row that tell how wide one is
_MOST_COLUMNS: Final = 200
_MOST_BLANK_LINES: Final = 2
_BACKTICKS: Final = re.compile(r"`{3,}")


def is_code(row: Row) -> bool:
    """Tell whether all letters of a row have one width."""
    return all(cell.code for cell in row.cells)


def has_text_apart(pages: Sequence[Sequence[Row]]) -> bool:
    """Tell whether most letters have widths of their own, so that the others may mean code."""
    mono = count = 0
    for rows in pages:
        for row in rows:
            for cell in row.cells:
                count += len(cell.text)
                mono += len(cell.text) if cell.code else 0
    return 0 < mono < _MOST_MONO * count


def code_runs(rows: Sequence[Row], headings: set[int]) -> Iterator[tuple[int, int]]:
    """Yield (first, count) of rows that follow each other and are code; no row of a heading is."""
    place = 0
    while place < len(rows):
        end = place
        while end < len(rows) and end not in headings and is_code(rows[end]):
            if end > place and not _follows(rows[end - 1], rows[end]):
                break
            end += 1
        if end - place >= _FEWEST_ROWS:
            yield place, end - place
        place = max(end, place + 1)


def code_lines(rows: Sequence[Row]) -> list[str]:
    """Return the rows' text in their columns, each with the blank lines above it."""
    left = min(row.first.left for row in rows)
    advance = _advance_of(rows)
    leading = _leading_of(rows)
    lines: list[str] = []
    before: Row | None = None
    for row in rows:
        line = ""
        for cell in row.cells:
            column = min(round((cell.left - left) / advance), _MOST_COLUMNS)
            line = line.ljust(max(column, len(line) + bool(line))) + cell.code
        blank = 0
        if before is not None and leading:
            step = row.first.baseline - before.first.baseline
            blank = max(0, min(round(step / leading) - 1, _MOST_BLANK_LINES))
        lines.append("\n" * blank + line.rstrip())
        before = row
    return lines


def fence_for(lines: Sequence[str]) -> str:
    """Return a fence that is longer than any in the lines."""
    longest = max((len(run) for line in lines for run in _BACKTICKS.findall(line)), default=2)
    return "`" * (longest + 1)


def _follows(before: Row, after: Row) -> bool:
    size = max(before.largest.size, 1.0)
    step = after.first.baseline - before.first.baseline
    return abs(before.largest.size - after.largest.size) < 0.1 * size and (
        0 < step < _LONGEST_STEP * size
    )


def _advance_of(rows: Sequence[Row]) -> float:
    widths = [
        (cell.right - cell.left) / len(cell.code)
        for row in rows
        for cell in row.cells
        if len(cell.code) >= _TELLING_LENGTH
    ]
    return max(median(widths) if widths else USUAL_ADVANCE * rows[0].first.size, 0.5)


def _leading_of(rows: Sequence[Row]) -> float:
    """Return the least usual step from one row to the next on a page; 0 where there is none."""
    steps = sorted(
        after.first.baseline - before.first.baseline
        for before, after in pairwise(rows)
        if after.first.baseline > before.first.baseline
    )
    return steps[len(steps) // 4] if steps else 0.0
