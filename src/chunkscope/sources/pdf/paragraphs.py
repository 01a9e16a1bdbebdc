"""Which of a PDF's rows belong together: paragraphs, items, headings and rows of a table."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from chunkscope.sources.pdf.code import code_runs, has_text_apart
from chunkscope.sources.pdf.layout import Row
from chunkscope.sources.pdf.lines import Line
from chunkscope.sources.pdf.sizes import Heading
from chunkscope.sources.pdf.text import BULLET, begins_an_item, is_of_contents, is_rest_of_contents

_END_OF_SENTENCE: Final = re.compile(r"[.!?:。！？…][\"'”’»)\]]*$")
_PAGE_NUMBER: Final = re.compile(r"\d{1,4}|[ivxlc]{1,7}")
_AROUND: Final = 8  # rows
_STEP: Final = 0.5  # points
_LOOSEST: Final = 1.28  # of the size, between lines that may belong together
_LOOSER: Final = 1.22  # than the lines of a paragraph


@dataclass(slots=True)
class Paragraph:
    """Rows that belong together, each with the page it stands on.

    Attributes:
        widest: How far to the right its rows reach.
        bullet: Whether it is an item of a list.
        table: Whether its rows have cells.
        contents: Whether it is a line of a table of contents.
        code: Whether its rows are code.
    """

    rows: list[tuple[int, Row]]
    heading: Heading | None = None
    widest: float = 0.0
    bullet: bool = False
    table: bool = False
    contents: bool = False
    code: bool = False


def paragraphs_of(
    pages: Sequence[Sequence[Row]],
    headings: Sequence[Sequence[Heading]],
) -> list[Paragraph]:
    """Return the paragraphs of all pages in reading order."""
    leadings = _leadings(pages)
    may_hold_code = has_text_apart(pages)
    paragraphs: list[Paragraph] = []
    for page, rows in enumerate(pages):
        starts = {heading.first: heading for heading in headings[page]}
        listings = _listings(rows, headings[page]) if may_hold_code else {}
        place = 0
        while place < len(rows):
            before = paragraphs[-1] if paragraphs else None
            heading, count = starts.get(place), 1
            if heading is not None:
                count = heading.count
                taken = [(page, row) for row in rows[place : place + count]]
                paragraphs.append(Paragraph(taken, heading))
            elif place in listings:
                count = listings[place]
                if before is None or not _runs_over(before, page, place, pages):
                    paragraphs.append(Paragraph([], code=True))
                paragraphs[-1].rows += [(page, row) for row in rows[place : place + count]]
            elif before is not None and _belongs(before, page, rows, place, leadings):
                _add(before, page, rows[place])
            else:
                paragraphs.append(_opened(page, rows, place))
            place += count
    return paragraphs


def _listings(rows: Sequence[Row], headings: Sequence[Heading]) -> dict[int, int]:
    """Return how many rows of code begin at each place."""
    taken = {place for one in headings for place in range(one.first, one.first + one.count)}
    return dict(code_runs(rows, taken))


def _runs_over(current: Paragraph, page: int, place: int, pages: Sequence[Sequence[Row]]) -> bool:
    """Tell whether code that begins a page goes on with what ends the page before it."""
    before_page, before = current.rows[-1]
    return current.code and not place and before_page == page - 1 and pages[page - 1][-1] is before


def _leadings(pages: Sequence[Sequence[Row]]) -> dict[int, float]:
    """Return the usual distance between lines, by size in half points."""
    steps: dict[int, Counter[float]] = {}
    for rows in pages:
        for before, after in pairwise(rows):
            size = after.largest.size
            step = after.first.baseline - before.first.baseline
            if abs(before.largest.size - size) < 0.5 and 0.7 * size < step < 2.6 * size:
                key = round(size * 2)
                steps.setdefault(key, Counter())[round(step / _STEP) * _STEP] += 1
    leadings = {}
    for key, counts in steps.items():
        most = counts.most_common(1)[0][1]
        leadings[key] = min(step for step, count in counts.items() if count >= 0.5 * most)
    return leadings


def _edge(rows: Sequence[Row], place: int) -> float:
    """Return how far to the right the column around a row reaches."""
    row = rows[place]
    left, reach = row.first.left, 4 * row.first.size
    edge = row.last.right
    for other in rows[max(0, place - _AROUND) : place + _AROUND]:
        cells = other.cells
        if len(cells) == 1 and cells[0].right > edge and abs(cells[0].left - left) < reach:
            edge = cells[0].right
    return edge


def _opened(page: int, rows: Sequence[Row], place: int) -> Paragraph:
    row = rows[place]
    leads_contents = _has_page_number(row) and any(map(is_of_contents, rows[place + 1 : place + 2]))
    contents = leads_contents or is_of_contents(row)
    bullet = contents or BULLET.match(row.first.text) is not None
    table = len(row.cells) > 1 and not bullet
    return Paragraph([(page, row)], None, row.last.right, bullet, table, contents)


def _add(current: Paragraph, page: int, row: Row) -> None:
    current.rows.append((page, row))
    current.widest = max(current.widest, row.last.right)
    if is_of_contents(row):
        current.contents = current.bullet = True
        current.table = False


def _belongs(
    current: Paragraph, page: int, rows: Sequence[Row], place: int, leadings: dict[int, float]
) -> bool:
    before_page, before = current.rows[-1]
    row = rows[place]
    line = row.largest
    if current.heading is not None or current.code or current.contents or begins_an_item(row):
        return False
    if abs(before.largest.size - line.size) > 0.1 * line.size:
        return False
    step = row.first.baseline - before.first.baseline
    if page != before_page or step < -0.5 * line.size:
        return _runs_on(before, row)
    size = max(line.size, 1.0)
    leading = leadings.get(round(line.size * 2), 1.2 * size)
    near = step <= max(_LOOSER * leading + 0.5, _LOOSEST * size)
    return near and _continues(current, before, rows, place)


def _continues(current: Paragraph, before: Row, rows: Sequence[Row], place: int) -> bool:
    """Tell whether a row close below a paragraph is of it."""
    row = rows[place]
    if is_of_contents(row):
        indented = row.first.left > before.first.left + 0.5 * row.first.size
        return is_rest_of_contents(row) or (indented and not _has_page_number(before))
    is_table = len(row.cells) > 1
    if current.table:
        return is_table or wraps_last_cell(row, current.rows)
    return not is_table and _goes_on(current, before, rows, place)


def _has_page_number(row: Row) -> bool:
    """Tell whether a row is a title with a page's number, and so complete, though without dots."""
    return len(row.cells) > 1 and _PAGE_NUMBER.fullmatch(row.last.text) is not None


def wraps_last_cell(row: Row, rows: Sequence[tuple[int, Row]]) -> bool:
    """Tell whether a row alone is the next line of the last cell of the table's row above it."""
    if len(row.cells) > 1:
        return False
    above = next((other for _, other in reversed(rows) if len(other.cells) > 1), None)
    return above is not None and abs(row.first.left - above.last.left) < 0.5 * row.first.size


def _goes_on(current: Paragraph, before: Row, rows: Sequence[Row], place: int) -> bool:
    """Tell whether a row is the next line of the text that stands close above it."""
    row = rows[place]
    last, line = before.last, row.largest
    size = max(line.size, 1.0)
    if before.largest.bold and not line.bold and len(current.rows) == 1 and not current.bullet:
        return last.right > current.widest - 2 and last.right > row.last.right - 2 * size
    ended = _END_OF_SENTENCE.search(last.text) is not None
    indented = row.first.left > before.first.left + 0.8 * size
    if indented and len(current.rows) > 1 and not last.hyphenated:
        return not ended
    if not ended and (last.hyphenated or row.first.text[:1].islower()):
        return True
    edge = max(current.widest, _edge(rows, place))
    width = edge - before.first.left
    if ended and last.right < edge - 0.2 * max(width, 1.0):
        return False
    return last.hyphenated or row.first.text[:1].islower() or not _fits(last, row, edge - size)


def _fits(last: Line, row: Row, edge: float) -> bool:
    """Tell whether the row's first word had room on the line before, so that it was no wrap."""
    first = row.first
    word = first.text.split(maxsplit=1)[0]
    per_letter = (first.right - first.left) / max(1, len(first.text))
    return last.right + per_letter * (len(word) + 1) < edge


def _runs_on(before: Row, after: Row) -> bool:
    """Tell whether a sentence goes on in the next column or on the next page."""
    if len(before.cells) > 1 or len(after.cells) > 1:
        return False
    if before.last.hyphenated:
        return True
    opens_lower = after.first.text[:1].islower()
    return opens_lower and _END_OF_SENTENCE.search(before.last.text) is None
