"""Tables in plain text become markdown: what parts the columns is found, rows may be ragged."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import BinaryIO, Final

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.outcome import Converted, Remark, Wishes
from chunkscope.sources.sheets.pipe_tables import cell_text, table_lines

_DELIMITERS: Final = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}
_SAMPLE_CHARACTERS: Final = 400_000
_SAMPLE_ROWS: Final = 2_000
_MOST_FIELD_CHARACTERS: Final = 100_000_000
_MOST_LINES_ABOVE: Final = 20
_ROWS_PER_REPORT: Final = 1_000
_HEADER_WEIGHT: Final = 0.5
_BREADTH_WEIGHT: Final = 0.1
_EXPECTED_WEIGHT: Final = 0.05
_CLEAR_LEAD: Final = 0.25
_EVEN_SHARE: Final = 0.8
_PROSE_SHARE: Final = 0.9
_NUMBERS_SHARE: Final = 0.9
_DECIMAL: Final = re.compile(r"\s*[-+]?\d[\d.' ]*,\d+\s*%?\s*")
_END: Final = "\ufdd1"
_NOTHING: Final = "\ufdd2"
"""Parts the columns of a table that has but one; a character that no text may hold."""


class _QuotesOpen(Exception):
    """A quote is never closed, so that quotes cannot mean what they do elsewhere."""


@dataclass(frozen=True, slots=True)
class _Dialect:
    """How rows are parted into cells."""

    delimiter: str
    quoted: bool = True
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a first reading finds: lines above the table, its rows and its columns."""

    above: int
    rows: int
    columns: int


def convert_csv(
    stream: BinaryIO, _wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return values that commas part, or something else does, as a table."""
    return _converted(stream, ",", report)


def convert_tsv(
    stream: BinaryIO, _wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return values that tabs part, or something else does, as a table."""
    return _converted(stream, "\t", report)


def _converted(stream: BinaryIO, expected: str, report: Report) -> Converted:
    csv.field_size_limit(_MOST_FIELD_CHARACTERS)
    dialect = _dialect_of(stream, expected)
    try:
        shape = _shape_of(stream, dialect)
    except _QuotesOpen:
        dialect = replace(dialect, quoted=False)
        shape = _shape_of(stream, dialect)
    remarks = []
    if dialect.delimiter == _NOTHING:
        remarks.append(Remark("columns-unparted", _DELIMITERS[expected]))
    if dialect.doubtful:
        remarks.append(Remark("delimiter-guessed", _DELIMITERS[dialect.delimiter]))
    if not dialect.quoted:
        remarks.append(Remark("quotes-open"))
    if not shape.columns:
        return Converted("")
    return Converted(_markdown_of(stream, dialect, shape, report), remarks=tuple(remarks))


def _markdown_of(stream: BinaryIO, dialect: _Dialect, shape: _Shape, report: Report) -> str:
    rows = _rows_of(stream, dialect)
    above = [" ".join(filter(None, map(cell_text, row))) for row in islice(rows, shape.above)]
    header = next(rows, [])[: shape.columns]

    def reported() -> Iterator[list[str]]:
        for done, row in enumerate(rows):
            if done % _ROWS_PER_REPORT == 0:
                report(done, shape.rows)
            yield row[: shape.columns]

    table = "\n".join(table_lines(header, reported(), shape.columns))
    return "\n\n".join([*above, table])


def _shape_of(stream: BinaryIO, dialect: _Dialect) -> _Shape:
    """Return a table's shape.

    Raises:
        _QuotesOpen: A quote is open where the table ends.
    """
    columns, rows = 0, 0
    lengths: list[int] = []
    for row in _rows_of(stream, dialect):
        rows += 1
        length = len(row)
        while length > columns and not row[length - 1].strip():
            length -= 1
        columns = max(columns, length)
        if len(lengths) < _SAMPLE_ROWS:
            lengths.append(sum(1 for cell in row if cell.strip()))
    above = next((at for at, length in enumerate(lengths) if length > 1), 0)
    usual = Counter(lengths).most_common(1)[0][0] if lengths else 0
    return _Shape(above if above <= _MOST_LINES_ABOVE and usual > 1 else 0, rows, columns)


def _rows_of(stream: BinaryIO, dialect: _Dialect) -> Iterator[list[str]]:
    """Yield the rows that hold anything, from the table's start.

    Raises:
        _QuotesOpen: After the last row, when a quote is still open.
    """
    stream.seek(0)
    text = io.TextIOWrapper(stream, "utf-8", newline="")
    try:
        first = text.readline()
        lines = text if _names_delimiter(first) else chain((first,), text)
        yield from _parsed(chain(lines, (_END,)), dialect)
    finally:
        text.detach()


def _parsed(lines: Iterator[str], dialect: _Dialect) -> Iterator[list[str]]:
    part = dialect.delimiter
    if dialect.quoted:
        reader = csv.reader(lines, delimiter=part)
    else:
        reader = csv.reader(lines, delimiter=part, quoting=csv.QUOTE_NONE)
    for row in reader:
        if row and row[-1].endswith(_END):
            if row != [_END]:
                raise _QuotesOpen
            return
        if any(cell and not cell.isspace() for cell in row):
            yield row


def _dialect_of(stream: BinaryIO, expected: str) -> _Dialect:
    """Return the delimiter by which most rows get as many cells as the first."""
    stream.seek(0)
    text = io.TextIOWrapper(stream, "utf-8", newline="")
    sample = text.read(_SAMPLE_CHARACTERS)
    text.detach()
    if named := _names_delimiter(sample.split("\n", 1)[0]):
        return _Dialect(named)
    lines = sample.splitlines(keepends=True)
    if len(sample) == _SAMPLE_CHARACTERS and len(lines) > 1:
        lines.pop()
    weights = {one: _weight_of(lines, one, expected) for one in _DELIMITERS}
    within = {one for one in _DELIMITERS if weights[one] and _stands_within_cells(lines, one)}
    weights |= dict.fromkeys(within, 0.0)
    first, second = sorted(weights, key=lambda one: -weights[one])[:2]
    if not weights[first]:
        return _Dialect(_NOTHING if within else expected)
    close = weights[first] - weights[second] < _CLEAR_LEAD
    return _Dialect(first, doubtful=close)


def _weight_of(lines: list[str], delimiter: str, expected: str) -> float:
    """Return how well a delimiter explains a table; 0 when it parts nothing."""
    reader = csv.reader(lines, delimiter=delimiter)
    lengths = [len(row) for row in islice(reader, _SAMPLE_ROWS) if row]
    if not lengths:
        return 0.0
    usual, count = max(Counter(lengths).items(), key=lambda one: (one[0] > 1, one[1], one[0]))
    if usual < 2:
        return 0.0
    weight = count / len(lengths) + _BREADTH_WEIGHT * (1 - 1 / usual)
    weight += _HEADER_WEIGHT if lengths[0] == usual else 0
    return weight + (_EXPECTED_WEIGHT if delimiter == expected else 0)


def _stands_within_cells(lines: list[str], delimiter: str) -> bool:
    """Say whether a table has but one column, in whose text or numbers the sign stands.

    Its lines have it unevenly, or all but the first have it, and a blank follows it or digits do.
    """
    rows = [row for row in islice(csv.reader(lines, delimiter=delimiter), _SAMPLE_ROWS) if row]
    lengths = Counter(map(len, rows))
    usual, count = max(lengths.items(), key=lambda one: (one[1], one[0]))
    is_even = count >= _EVEN_SHARE * len(rows) and len(rows[0]) == usual
    if is_even or delimiter not in ",;":
        return False
    after = [cell for row in rows for cell in row[1:] if cell.strip()]
    blanks = sum(1 for cell in after if cell[0] == " ")
    if after and blanks >= _PROSE_SHARE * len(after):
        return True
    decimals = sum(1 for row in rows[1:] if _DECIMAL.fullmatch(",".join(row)))
    return delimiter == "," and len(rows[0]) == 1 and decimals >= _NUMBERS_SHARE * (len(rows) - 1)


def _names_delimiter(line: str) -> str:
    """Return the delimiter that a first line such as `sep=;` names, as Excel writes and reads."""
    name, equals, delimiter = line.rstrip("\r\n").partition("=")
    is_named = name.strip('"\ufeff').lower() == "sep" and equals
    return delimiter.strip('"') if is_named and delimiter.strip('"') in _DELIMITERS else ""
