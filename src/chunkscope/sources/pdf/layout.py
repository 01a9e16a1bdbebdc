"""The reading order of a page: its lines become rows, one column after the other."""

import functools
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from chunkscope.sources.pdf.lines import Line
from chunkscope.sources.pdf.marks import with_marks
from chunkscope.sources.pdf.runs import reads_from_right

_BIN: Final = 2.0  # points
_MOST_CROSSING: Final = 0.25  # of the lines, over a gutter between columns
_MOST_DEPTH: Final = 8
_SHORTEST_CELL: Final = 12  # letters of a line, of columns that are no table's
_SHORTEST_PROSE: Final = 20
_FEWEST_RUNNING: Final = 6  # lines of text that runs on
_SHORTEST_RUNNING: Final = 30  # letters of such a line
_ROW_REACH: Final = 0.3  # of the size, between the baselines of one row
_RUNNING_ROW_REACH: Final = 0.15
_MOST_USUAL: Final = 2  # sizes of the other column's letters, of which the reach is a share
_WIDE: Final = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uff00-\uffef]")
USUAL_ADVANCE: Final = 0.6  # of the size, from one letter of one width to the next
_WORD_GAP: Final = 0.12  # of the size, between two runs that are two words


@dataclass(frozen=True, slots=True)
class Row:
    """What stands side by side at one height of a column; several cells where it has wide gaps."""

    cells: tuple[Line, ...]

    @property
    def first(self) -> Line:
        """The leftmost cell."""
        return self.cells[0]

    @property
    def last(self) -> Line:
        """The rightmost cell."""
        return self.cells[-1]

    @property
    def largest(self) -> Line:
        """The cell with the most text, which the row's style is taken from."""
        if len(self.cells) == 1:
            return self.cells[0]
        return max(self.cells, key=lambda cell: len(cell.text))

    @property
    def text(self) -> str:
        """The cells' text in the order of reading, two blanks between any two."""
        if len(self.cells) == 1:
            return self.cells[0].text
        texts = [cell.text for cell in self.cells]
        return "  ".join(texts[::-1] if reads_from_right("".join(texts)) else texts)


@functools.lru_cache(maxsize=4096)
def key_of(text: str) -> str:
    """Return the letters and digits of a text in one case, to compare titles by."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return "".join(filter(str.isalnum, text)).casefold()


def rows_of(lines: Sequence[Line], beside: Sequence[Sequence[Line]] = ()) -> list[Row]:
    """Return a page's rows in reading order; turned text comes last.

    Each of `beside` are the lines of a title with a margin of its own, which comes before what
    stands beside and below it.
    """
    own = {id(line) for title in beside for line in title}
    upright = [line for line in lines if line.upright and id(line) not in own]
    upright = _joined(with_marks(upright))
    turned = [Row((line,)) for line in lines if not line.upright]
    rows: list[Row] = []
    for title in beside:
        top = title[0].top
        rows += _ordered([line for line in upright if line.middle < top], 0)
        rows += [Row((line,)) for line in title]
        upright = [line for line in upright if line.middle >= top]
    return rows + _ordered(upright, 0) + turned


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Join neighbours in the file that stand next to each other on one line."""
    joined: list[Line] = []
    for line in lines:
        if joined and _continues(joined[-1], line):
            joined[-1] = _together(joined[-1], line)
        else:
            joined.append(line)
    return joined


def _continues(before: Line, after: Line) -> bool:
    size = max(before.size, after.size)
    gap = after.left - before.right
    overlap = min(before.bottom, after.bottom) - max(before.top, after.top)
    least = min(before.bottom - before.top, after.bottom - after.top)
    return (
        not before.hyphenated
        and -0.3 * size < gap < 0.9 * size
        and overlap > 0.4 * least
        and abs(before.baseline - after.baseline) < 0.6 * size
    )


def _together(before: Line, after: Line) -> Line:
    main = before if len(before.text) >= len(after.text) else after
    texts = (before.text, after.text)
    blank = " " if after.left - before.right > _WORD_GAP * main.size else ""
    return replace(
        main,
        text=blank.join(texts[::-1] if reads_from_right("".join(texts)) else texts),
        left=min(before.left, after.left),
        right=max(before.right, after.right),
        top=min(before.top, after.top),
        bottom=max(before.bottom, after.bottom),
        hyphenated=after.hyphenated,
        code=_code_together(before, after),
    )


def _code_together(before: Line, after: Line) -> str:
    if not before.code or not after.code:
        return ""
    blanks = round((after.left - before.right) / (USUAL_ADVANCE * max(after.size, 1.0)))
    return before.code + " " * max(blanks, 0) + after.code


def _ordered(lines: list[Line], depth: int) -> list[Row]:
    if len(lines) < 2:
        return [Row((line,)) for line in lines]
    rows = _rows(lines)
    if depth > _MOST_DEPTH or sum(len(row.cells) > 1 for row in rows) < 2:
        return rows
    gutter = _gutter_of(lines)
    halves = _halves(lines)
    if gutter is not None and not (halves and any(_is_crossed(half, gutter) for half in halves)):
        return _in_columns(lines, gutter, depth)
    if halves is None:
        return rows
    return _ordered(halves[0], depth + 1) + _ordered(halves[1], depth + 1)


def _rows(lines: Sequence[Line]) -> list[Row]:
    """Return the rows from top to bottom; lines share one where their middles nearly do."""
    groups: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.middle):
        size = max(line.size, 1.0)
        if groups and _beside(groups[-1], line, size):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [Row(_cells(group)) for group in groups]


def _beside(group: Sequence[Line], line: Line, size: float) -> bool:
    near = abs(group[0].middle - line.middle) < 0.5 * min(size, max(group[0].size, 1.0))
    return near and all(
        line.left > other.right - size or line.right < other.left + size for other in group
    )


def _cells(group: list[Line]) -> tuple[Line, ...]:
    cells: list[Line] = []
    for line in sorted(group, key=lambda line: line.left):
        if cells and _continues(cells[-1], line):
            cells[-1] = _together(cells[-1], line)
        else:
            cells.append(line)
    return tuple(cells)


def _gutter_of(lines: Sequence[Line]) -> float | None:
    """Return the place between two columns of text; None where there is none."""
    leftmost = min(line.left for line in lines)
    count = int((max(line.right for line in lines) - leftmost) / _BIN) + 2
    if count > 20_000:
        return None
    changes = [0] * (count + 1)
    for line in lines:
        changes[int((line.left - leftmost) / _BIN)] += 1
        changes[int((line.right - leftmost) / _BIN) + 1] -= 1
    best, best_score = None, 0.0
    most = _MOST_CROSSING * len(lines)
    for begin, end, crossing in _valleys(changes, most):
        middle = leftmost + (begin + end) / 2 * _BIN
        left = [line for line in lines if line.right <= middle]
        right = [line for line in lines if line.left >= middle]
        score = min(len(left), len(right)) / (1 + crossing)
        if score > best_score and _are_columns(left, right):
            best, best_score = middle, score
    return best


def _valleys(changes: Sequence[int], most: float) -> list[tuple[int, int, int]]:
    """Return (begin, end, crossing lines) of stretches that few lines cross."""
    coverage, level = [], 0
    for change in changes:
        level += change
        coverage.append(level)
    valleys: list[tuple[int, int, int]] = []
    for place, crossing in enumerate(coverage):
        if crossing > most:
            continue
        if valleys and valleys[-1][1] == place and valleys[-1][2] == crossing:
            valleys[-1] = (valleys[-1][0], place + 1, crossing)
        else:
            valleys.append((place, place + 1, crossing))
    return [valley for valley in valleys if valley[1] - valley[0] >= 3]


def _are_columns(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Tell columns of text from those of a table."""
    if len(left) < 3 or len(right) < 3:
        return False
    lengths = [median(map(_length, side)) for side in (left, right)]
    if min(lengths) < _SHORTEST_CELL:
        return False
    if min(lengths) >= _SHORTEST_PROSE and _is_even(left) and _is_even(right):
        return True
    reach = _ROW_REACH if not any(map(_is_running, (left, right))) else _RUNNING_ROW_REACH
    return _aligned(left, right, reach) < 0.5


def _aligned(left: Sequence[Line], right: Sequence[Line], reach: float) -> float:
    """Return how many lines of two sides share a baseline, for each line of the shorter."""
    baselines = sorted(line.baseline for line in right)
    usual = median(line.size for line in right)
    count = sum(
        _has_near(baselines, line.baseline, reach * min(line.size, _MOST_USUAL * usual))
        for line in left
    )
    return count / min(len(left), len(right))


def _is_running(side: Sequence[Line]) -> bool:
    """Tell whether lines are those of running text, which stand beside others by chance."""
    enough = len(side) >= _FEWEST_RUNNING and median(map(_length, side)) >= _SHORTEST_RUNNING
    return enough and _is_even(side)


def _is_even(side: Sequence[Line]) -> bool:
    """Tell whether most lines are as wide as the widest, as those of running text are."""
    widths = sorted(line.right - line.left for line in side)
    return widths[len(widths) // 2] > 0.55 * widths[len(widths) * 9 // 10]


def _length(line: Line) -> int:
    """Return a line's letters; one that is as wide as two counts as two."""
    text = line.text
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def _has_near(places: Sequence[float], place: float, reach: float) -> bool:
    index = bisect_left(places, place - reach)
    return index < len(places) and places[index] <= place + reach


def _is_crossed(lines: Sequence[Line], gutter: float) -> bool:
    """Tell whether so many lines cross a gutter that it is none among these."""
    crossing = sum(line.left < gutter < line.right for line in lines)
    return len(lines) >= _FEWEST_RUNNING and crossing > _MOST_CROSSING * len(lines)


def _in_columns(lines: Sequence[Line], gutter: float, depth: int) -> list[Row]:
    """Read both columns between any two lines that go across them."""
    from_right = reads_from_right("".join(line.text for line in lines))
    across = [line for line in lines if line.left < gutter < line.right]
    rest = [line for line in lines if not line.left < gutter < line.right]
    rows: list[Row] = []
    for row in [*_rows(across), None]:
        end = row.first.middle if row else float("inf")
        band = [line for line in rest if line.middle < end]
        rest = [line for line in rest if line.middle >= end]
        columns = [
            [line for line in band if line.right <= gutter],
            [line for line in band if line.left >= gutter],
        ]
        for column in reversed(columns) if from_right else columns:
            rows += _ordered(column, depth + 1)
        if row:
            rows.append(row)
    return rows


def _halves(lines: Sequence[Line]) -> tuple[list[Line], list[Line]] | None:
    """Cut at the widest blank stretch from edge to edge; None where none is wide."""
    ordered = sorted(lines, key=lambda line: line.top)
    bottom, widest, cut = ordered[0].bottom, 0.0, 0
    for place, line in enumerate(ordered[1:], 1):
        if line.top - bottom > widest and place >= 3 and len(ordered) - place >= 3:
            widest, cut = line.top - bottom, place
        bottom = max(bottom, line.bottom)
    if not cut or widest < 0.8 * median(line.size for line in lines):
        return None
    return ordered[:cut], ordered[cut:]
