"""Sheets of a workbook become sections of markdown, each with its tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from chunkscope.core.progress import Report
from chunkscope.sources.html_inline import escaped
from chunkscope.sources.markdown_tables import cell_text, table_lines
from chunkscope.sources.outcome import Converted, Remark

MOST_CELLS: Final = 20_000_000
_MOST_CHARACTERS: Final = 150_000_000
_ROWS_PER_REPORT: Final = 500
_STEPS_PER_SHEET: Final = 100

Row: TypeAlias = Sequence[str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its name, its rows from the top, and about how many there are."""

    name: str
    rows: Iterable[Row]
    hidden: bool = False
    row_count: int = 0


@dataclass(slots=True)
class _Block:
    """Rows without an empty one between them, and the columns that they use."""

    rows: list[Row] = field(default_factory=list)
    columns: set[int] = field(default_factory=set)

    def has_more_in(self, later: "_Block") -> bool:
        """Say whether a later block is more of this table: no wider, no header of its own."""
        if len(later.columns) < 2 or not later.columns <= self.columns:
            return False
        first, *others = later.rows
        return _has_number(first) or not any(map(_has_number, others))

    def take(self, later: "_Block") -> None:
        """Add the rows of a later block."""
        self.rows.extend(later.rows)

    def markdown(self) -> list[str]:
        """Return lines that stand alone, then the table, without columns that are empty."""
        columns = sorted(self.columns)
        above = 0
        while above < len(self.rows) and (len(columns) == 1 or _filled(self.rows[above]) == 1):
            above += 1
        lone = [cell_text("".join(row)) for row in self.rows[:above]]
        if above == len(self.rows):
            return lone
        kept = ([_at(row, column) for column in columns] for row in self.rows[above:])
        return [*lone, "\n".join(table_lines(next(kept), kept, len(columns)))]


class SheetWriter:
    """Writes sheets one after the other, within bounds, and keeps where each stands."""

    def __init__(self, count: int, report: Report) -> None:
        self._count = count
        self._report = report
        self._sections: list[str] = []
        self._pages: list[tuple[int, int]] = []
        self._length = 0
        self._cells = 0
        self._hidden: list[str] = []
        self._cut: list[str] = []

    def add(self, sheet: Sheet) -> None:
        """Write a sheet as a section; nothing of one that is empty."""
        blocks = _blocks_of(self._bounded(sheet))
        parts = [part for block in blocks for part in block.markdown()]
        if not parts:
            self._pages.append((self._length, self._length))
            return
        if sheet.hidden:
            self._hidden.append(sheet.name)
        section = "\n\n".join([f"## {_heading(sheet.name)}", *parts])
        start = self._length + (2 if self._sections else 0)
        self._sections.append(section)
        self._length = start + len(section)
        self._pages.append((start, self._length))

    def converted(self, title: str | None, remarks: Iterable[Remark]) -> Converted:
        """Return what was written, with what there is to say of it."""
        own = []
        if self._hidden:
            own.append(Remark("sheets-hidden", ", ".join(self._hidden)))
        if self._cut:
            own.append(Remark("rows-left-out", ", ".join(self._cut)))
        markdown = "\n\n".join(self._sections)
        return Converted(markdown, title, tuple(self._pages), (*own, *remarks))

    def _bounded(self, sheet: Sheet) -> Iterator[Row]:
        length = self._length
        for done, row in enumerate(sheet.rows):
            if done % _ROWS_PER_REPORT == 0:
                share = min(done / max(1, sheet.row_count), 1)
                at = (len(self._pages) + share) * _STEPS_PER_SHEET
                self._report(int(at), self._count * _STEPS_PER_SHEET)
            self._cells += 1 + len(row)
            length += sum(map(len, row))
            if self._cells > MOST_CELLS or length > _MOST_CHARACTERS:
                self._cut.append(f"rows from {done + 1:,} of {sheet.name}")
                return
            yield row


def _blocks_of(rows: Iterable[Row]) -> list[_Block]:
    blocks: list[_Block] = []
    current = _Block()
    for row in rows:
        used = [column for column, cell in enumerate(row) if cell and not cell.isspace()]
        if used:
            current.rows.append(row)
            current.columns.update(used)
        elif current.rows:
            _add(blocks, current)
            current = _Block()
    if current.rows:
        _add(blocks, current)
    return blocks


def _add(blocks: list[_Block], block: _Block) -> None:
    if blocks and blocks[-1].has_more_in(block):
        blocks[-1].take(block)
    else:
        blocks.append(block)


def _at(row: Row, column: int) -> str:
    return row[column] if column < len(row) else ""


def _filled(row: Row) -> int:
    return sum(1 for cell in row if cell and not cell.isspace())


def _has_number(row: Row) -> bool:
    return any(cell.lstrip("-").replace(".", "", 1).rstrip("%").isdigit() for cell in row)


def _heading(name: str) -> str:
    return escaped(" ".join(name.split()))
