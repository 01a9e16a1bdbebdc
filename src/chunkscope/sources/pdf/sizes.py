"""Which rows of a PDF are headings, told by their letters: larger than the body's, bold, italic."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chunkscope.sources.pdf.code import is_code
from chunkscope.sources.pdf.layout import Row
from chunkscope.sources.pdf.levels import Style, levels_of
from chunkscope.sources.pdf.text import BULLET, begins_an_item

DEEPEST: Final = 6

_LARGER: Final = 1.13  # than the body's letters
_AS_LARGE: Final = 0.97
_BODY_SHARE: Final = 0.6  # of the most used size's letters
_MOST_ROWS: Final = {"large": 4, "bold": 2, "italic": 1}  # of one heading
_LONGEST: Final = {"large": 180, "bold": 110, "italic": 70}  # code points
_FEWEST_ITALIC: Final = 2  # in a document that has headings in italics
_FEWEST_SMALL: Final = 300  # letters of a page in smaller ones
_MOSTLY: Final = 0.6  # of its letters
_SHORTEST_OF_TEXT: Final = 25  # letters of a line, which those in a table's cells have not
_MOST_IN_A_ROW: Final = 2  # headings of one style with nothing between them
_SET_OFF: Final = 1.25  # of the step to the row below, from the row above
_NEXT_ROW: Final = 1.6  # of the size, to a row that belongs to the one above
_ROWS_BELOW: Final = 3  # that tell how wide a column is
_RAGGED: Final = 4.0  # of the size, that a full line may be shorter
_TABLE_ROW: Final = 2.0  # of the size, to the row of cells that a table's head stands above
_DATE: Final = re.compile(
    r"(?:\d{1,2}\.?\s+)?(?:jan|feb|fév|mar|mär|apr|avr|ma[iy]|jun|juin|jul|juil|aug|août|sep|o[ck]t"
    r"|nov|de[cz]|déc)[^\W\d_]*\.?\s+(?:\d{1,2},?\s+)?\d{4}",
    re.IGNORECASE,
)
_SENTENCES: Final = re.compile(r".*\w\w[.!?]\s+\w.*[.!?]$")
_NUMBER: Final = re.compile(r"^\d{1,3}(?:\.\d{1,3})*\.?\s+")
_ADDRESS: Final = re.compile(r"\S+@\S+\.\w+|(?:https?://|www\.)\S+|\S+\.\w{2,3}/\S*")


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


@dataclass(frozen=True, slots=True)
class _Body:
    """The letters of running text: size in points, and whether most are bold or italic."""

    size: float
    bold: bool
    italic: bool


@dataclass(frozen=True, slots=True)
class _Run:
    """Rows of one style that may be a heading; `kind` says by what they stand out."""

    page: int
    first: int
    rows: Sequence[Row]
    kind: str
    size: float

    @property
    def text(self) -> str:
        return " ".join(row.text for row in self.rows)

    @property
    def end(self) -> int:
        return self.first + len(self.rows)

    @property
    def style(self) -> Style:
        italic = self.kind != "large" and self.rows[0].largest.italic
        return Style(round(self.size, 1), italic, self.text.isupper())


def headings_by_size(pages: Sequence[Sequence[Row]]) -> Mapping[int, list[Heading]]:
    """Return each page's headings in order; pages without any may be missing."""
    body = _body_of(pages)
    runs = [
        run for page, rows in enumerate(pages) for run in _runs(page, rows, _body_on(rows, body))
    ]
    if sum(run.kind == "italic" for run in runs) < _FEWEST_ITALIC:
        runs = [run for run in runs if run.kind != "italic"]
    runs = list(_without_lists(runs))
    levels = levels_of([(run.page, run.style, run.text) for run in runs])
    found: defaultdict[int, list[Heading]] = defaultdict(list)
    for run, level in zip(runs, levels, strict=True):
        found[run.page].append(Heading(run.first, len(run.rows), min(level, DEEPEST)))
    return found


def body_of(pages: Sequence[Sequence[Row]]) -> tuple[float, bool]:
    """Return the size of running text's letters, in points, and whether most of them are bold."""
    body = _body_of(pages)
    return body.size, body.bold


def _body_of(pages: Sequence[Sequence[Row]]) -> _Body:
    letters: Counter[tuple[float, bool, bool]] = Counter()
    for rows in pages:
        for row in rows:
            for cell in row.cells:
                letters[round(cell.size * 2) / 2, cell.bold, cell.italic] += len(cell.text)
    sizes: Counter[float] = Counter()
    for (size, *_), count in letters.items():
        sizes[size] += count
    if not sizes:
        return _Body(0.0, bold=False, italic=False)
    most = sizes.most_common(1)[0][1]
    size = max(size for size, count in sizes.items() if count > _BODY_SHARE * most)
    bold = sum(count for style, count in letters.items() if style[0] == size and style[1])
    italic = sum(count for style, count in letters.items() if style[0] == size and style[2])
    return _Body(size, bold=2 * bold > sizes[size], italic=2 * italic > sizes[size])


def _body_on(rows: Sequence[Row], body: _Body) -> _Body:
    """Return the page's own body where its text is smaller than the document's; else `body`."""
    cells = [cell for row in rows for cell in row.cells]
    smaller = sum(
        len(cell.text)
        for cell in cells
        if cell.size < _AS_LARGE * body.size and len(cell.text) >= _SHORTEST_OF_TEXT
    )
    mostly = smaller > _MOSTLY * sum(len(cell.text) for cell in cells)
    return _body_of([rows]) if mostly and smaller > _FEWEST_SMALL else body


def _runs(page: int, rows: Sequence[Row], body: _Body) -> Iterator[_Run]:
    """Yield what stands out as headings do."""
    place = 0
    while place < len(rows):
        count = 1
        while place + count < len(rows) and _same_style(
            *rows[place + count - 1 : place + count + 1]
        ):
            count += 1
        taken = rows[place : place + count]
        kind = _kind_of(taken, body)
        if kind:
            size = max(taken[0].largest.size, body.size)
            run = _Run(page, place, taken, kind, size)
            if _reads_as_heading(run) and _stands_as_heading(run, rows):
                yield run
        place += count


def _same_style(before: Row, after: Row) -> bool:
    one, other = before.largest, after.largest
    step = after.first.baseline - before.first.baseline
    return (
        abs(one.size - other.size) < 0.04 * one.size
        and one.bold == other.bold
        and one.italic == other.italic
        and 0 < step < _NEXT_ROW * one.size
    )


def _kind_of(rows: Sequence[Row], body: _Body) -> str:
    """Return by what rows stand out from the body's text; nothing where they do not."""
    line = rows[0].largest
    if line.size >= _LARGER * body.size:
        return "large"
    if line.size < _AS_LARGE * body.size:
        return ""
    if line.bold and not body.bold:
        return "bold"
    return "italic" if line.italic and not body.italic else ""


def _reads_as_heading(run: _Run) -> bool:
    text = run.text
    if len(run.rows) > _MOST_ROWS[run.kind] or len(text) > _LONGEST[run.kind]:
        return False
    words = _NUMBER.sub("", text)
    letters = sum(letter.isalpha() for letter in words)
    if letters < 2 or letters < 0.5 * len(words.replace(" ", "")):
        return False
    if any(len(row.cells) > 2 for row in run.rows) or BULLET.match(text):
        return False
    if _DATE.fullmatch(text) or _ADDRESS.fullmatch(text):
        return False
    if run.kind == "large":
        return text[-1] not in ",;" and not _SENTENCES.match(text)
    return _all_stands_out(run) and not (words[0].islower() or text[-1] in ".,;:")


def _all_stands_out(run: _Run) -> bool:
    cells = [cell for row in run.rows for cell in row.cells]
    whole = all(cell.bold if run.kind == "bold" else cell.italic for cell in cells)
    return whole and len(run.rows[0].cells) == 1


def _stands_as_heading(run: _Run, rows: Sequence[Row]) -> bool:
    """Tell whether what stands around a run can stand around a heading."""
    above = rows[run.first - 1] if run.first else None
    below = rows[run.end] if run.end < len(rows) else None
    if run.kind != "large" and any(other and _is_code_with(run, other) for other in (above, below)):
        return False
    if begins_an_item(run.rows[0]):
        return not any(other and _is_like_item(run, other) for other in (above, below))
    if run.kind == "large":
        return True
    if below is not None:
        step = _step(run.rows[-1], below)
        if len(below.cells) > 1 and step < _TABLE_ROW:
            return False
        if step < _NEXT_ROW and _fills_column(run, rows):
            return False
    return run.kind == "bold" or _is_set_off(run, rows)


def _fills_column(run: _Run, rows: Sequence[Row]) -> bool:
    """Tell whether a run reaches as far as the text below it, which it then is the begin of."""
    last = run.rows[-1]
    reach = 4 * last.first.size
    edges = [
        row.last.right
        for row in rows[run.end : run.end + _ROWS_BELOW]
        if abs(row.first.left - last.first.left) < reach
    ]
    return bool(edges) and last.last.right > max(edges) - _RAGGED * last.first.size


def _is_like_item(run: _Run, other: Row) -> bool:
    return begins_an_item(other) and abs(other.largest.size - run.size) < 0.04 * run.size


def _is_code_with(run: _Run, other: Row) -> bool:
    """Tell whether a run and a row next to it are both in letters of one width."""
    return is_code(other) and all(map(is_code, run.rows))


def _step(before: Row, after: Row) -> float:
    """Return how far below a row another stands, in its sizes; endless in another column."""
    step = after.first.baseline - before.first.baseline
    return step / max(before.largest.size, 1.0) if step > 0 else float("inf")


def _is_set_off(run: _Run, rows: Sequence[Row]) -> bool:
    """Tell a heading in italics, with text below and a blank above it, from text in italics."""
    if run.end == len(rows) or not run.text[0].isupper():
        return False
    below = rows[run.end]
    to_below = _step(run.rows[-1], below)
    if below.largest.italic or to_below > 2 * _NEXT_ROW:
        return False
    above = next((row for row in rows[: run.first][::-1] if any(map(str.isalnum, row.text))), None)
    return above is None or _step(above, run.rows[0]) > _SET_OFF * to_below


def _without_lists(runs: Sequence[_Run]) -> Iterator[_Run]:
    """Leave out runs of one style that follow each other with nothing between them."""
    chain: list[_Run] = []
    for run in [*runs, None]:
        if run is not None and chain and _follows(chain[-1], run):
            chain.append(run)
            continue
        if len(chain) <= _MOST_IN_A_ROW:
            yield from chain
        chain = [run] if run is not None else []


def _follows(before: _Run, after: _Run) -> bool:
    same = before.page == after.page and before.end == after.first
    return same and before.style == after.style
