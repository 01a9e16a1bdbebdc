"""Which rows of a PDF are headings, told by their letters: larger or bolder than the body's."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chunkscope.sources.pdf_layout import Row

DEEPEST: Final = 6

_MOST_ROWS: Final = 4  # of one heading
_LONGEST: Final = 180
_LARGER: Final = 1.13  # than the body's letters
_BODY_SHARE: Final = 0.6  # of the most used size's letters
_SAME_SIZE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Heading:
    """Consecutive rows of one page that are a heading.

    Attributes:
        first: Index of its first row on the page.
        count: How many rows it takes.
        title: What the outline calls it; None where only its letters tell.
    """

    first: int
    count: int
    level: int
    title: str | None = None


def headings_by_size(pages: Sequence[Sequence[Row]]) -> Mapping[int, list[Heading]]:
    """Return each page's headings in order; pages without any may be missing."""
    body, body_is_bold = body_of(pages)
    runs: list[tuple[int, int, int, float]] = []
    for page, rows in enumerate(pages):
        runs += [(page, *run) for run in _runs(rows, body, body_is_bold)]
    levels = _levels([run[3] for run in runs])
    found: defaultdict[int, list[Heading]] = defaultdict(list)
    for page, first, count, size in runs:
        found[page].append(Heading(first, count, levels[round(size, 1)]))
    return found


def _levels(sizes: Sequence[float]) -> dict[float, int]:
    """Return a level for each size; those of a title page, used once each, share one."""
    counts = Counter(round(size, 1) for size in sizes)
    groups: list[list[float]] = []
    for size in sorted(counts, reverse=True):
        if groups and size >= groups[-1][0] * (1 - _SAME_SIZE):
            groups[-1].append(size)
        else:
            groups.append([size])
    levels: dict[float, int] = {}
    level, was_single = 0, False
    for group in groups:
        single = sum(counts[size] for size in group) == 1
        if not (single and was_single):
            level += 1
        was_single = single
        levels.update(dict.fromkeys(group, min(level, DEEPEST)))
    return levels


def body_of(pages: Sequence[Sequence[Row]]) -> tuple[float, bool]:
    """Return the size of running text's letters, in points, and whether most of them are bold."""
    letters: Counter[tuple[float, bool]] = Counter()
    for rows in pages:
        for row in rows:
            for cell in row.cells:
                letters[round(cell.size * 2) / 2, cell.bold] += len(cell.text)
    sizes: Counter[float] = Counter()
    for (size, _), count in letters.items():
        sizes[size] += count
    if not sizes:
        return 0.0, False
    most = sizes.most_common(1)[0][1]
    body = max(size for size, count in sizes.items() if count > _BODY_SHARE * most)
    return body, letters[body, True] > letters[body, False]


def _runs(rows: Sequence[Row], body: float, body_is_bold: bool) -> list[tuple[int, int, float]]:
    """Return (first row, number of rows, size) of what stands out as headings do."""
    runs: list[tuple[int, int, float]] = []
    place = 0
    while place < len(rows):
        line = rows[place].largest
        count = 1
        while place + count < len(rows) and _same_style(
            rows[place + count - 1], rows[place + count]
        ):
            count += 1
        text = " ".join(row.text for row in rows[place : place + count])
        large = line.size >= _LARGER * body
        bold = line.bold and not body_is_bold and line.size >= 0.97 * body
        if (large or bold) and _reads_as_heading(rows[place : place + count], text, large=large):
            runs.append((place, count, line.size if large else body))
        place += count
    return runs


def _same_style(before: Row, after: Row) -> bool:
    one, other = before.largest, after.largest
    step = after.first.baseline - before.first.baseline
    return (
        abs(one.size - other.size) < 0.04 * one.size
        and one.bold == other.bold
        and 0 < step < 1.6 * one.size
    )


def _reads_as_heading(rows: Sequence[Row], text: str, *, large: bool) -> bool:
    if len(rows) > (_MOST_ROWS if large else 2) or len(text) > (_LONGEST if large else 110):
        return False
    letters = sum(letter.isalpha() for letter in text)
    if letters < 2 or letters < 0.5 * len(text.replace(" ", "")):
        return False
    if any(len(row.cells) > 2 for row in rows):
        return False
    if large:
        return True
    styles = {cell.bold for row in rows for cell in row.cells}
    return styles == {True} and text[-1] not in ".,;:" and len(rows[0].cells) == 1
