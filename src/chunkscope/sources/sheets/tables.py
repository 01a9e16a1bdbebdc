"""The tables on a sheet: told from each other by empty rows and columns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeAlias

from chunkscope.sources.sheets.pipe_tables import cell_text, table_lines

_MOST_CUTS: Final = 6
_FEWEST_LISTED: Final = 3

Row: TypeAlias = Sequence[str]


def tables_of(rows: Iterable[Row]) -> list[str]:
    """Return lines that stand alone and tables, from top to bottom and from left to right."""
    return [part for block in _blocks_of(rows, 0) for part in block.markdown()]


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

    def reach_of(self, columns: Sequence[int]) -> tuple[int, int]:
        """Return the first row and the last that have a cell in some columns."""
        filled = [at for at, row in enumerate(self.rows) if any(_at(row, one) for one in columns)]
        return filled[0], filled[-1]

    def markdown(self) -> list[str]:
        """Return lines that stand alone, then the table, without columns that are empty."""
        columns = sorted(self.columns)
        above = 0 if self._is_list() else self._lone_rows()
        lone = ["".join(map(cell_text, row)) for row in self.rows[:above]]
        if above == len(self.rows):
            return lone
        kept = ([_at(row, column) for column in columns] for row in self.rows[above:])
        return [*lone, "\n".join(table_lines(next(kept), kept, len(columns)))]

    def _lone_rows(self) -> int:
        """Return the number of rows at the top that hold one cell, such as a title."""
        lone = (at for at, row in enumerate(self.rows) if _filled(row) > 1)
        return next(lone, len(self.rows))

    def _is_list(self) -> bool:
        """Say whether it is a column of numbers, perhaps below its name."""
        rows = self.rows[1:]
        is_narrow = len(self.columns) == 1 and len(self.rows) >= _FEWEST_LISTED
        return is_narrow and all(map(_has_number, rows))


def _blocks_of(rows: Iterable[Row], cuts: int) -> list[_Block]:
    blocks: list[_Block] = []
    current = _Block()
    for row in rows:
        used = [column for column, cell in enumerate(row) if cell and not cell.isspace()]
        if used:
            current.rows.append(row)
            current.columns.update(used)
        elif current.rows:
            _add(blocks, current, cuts)
            current = _Block()
    if current.rows:
        _add(blocks, current, cuts)
    return blocks


def _add(blocks: list[_Block], block: _Block, cuts: int) -> None:
    """Add a block, or go on with the last; tables beside each other are parted first."""
    pieces = _beside_each_other(block) if cuts < _MOST_CUTS else []
    if len(pieces) > 1:
        for columns in pieces:
            rows = ([_at(row, column) for column in columns] for row in block.rows)
            blocks += _blocks_of(rows, cuts + 1)
    elif blocks and blocks[-1].has_more_in(block):
        blocks[-1].take(block)
    else:
        blocks.append(block)


def _beside_each_other(block: _Block) -> list[list[int]]:
    """Return the columns of each table in a block; an empty column alone parts none.

    It does where what is beside it has a header of its own and begins or ends at other rows.
    """
    groups: list[list[int]] = [[]]
    for before, column in pairwise([-1, *sorted(block.columns)]):
        if groups[-1] and column > before + 1:
            groups.append([])
        groups[-1].append(column)
    if len(groups) == 1:
        return groups
    pieces = [groups[0]]
    for left, right in pairwise(groups):
        if _stands_alone(block, left) or _stands_alone(block, right):
            pieces.append(right)
        else:
            pieces[-1] = [*pieces[-1], *right]
    return pieces


def _stands_alone(block: _Block, columns: list[int]) -> bool:
    first, last = block.reach_of(columns)
    header = [_at(block.rows[first], column) for column in columns]
    is_whole = (first, last) == (0, len(block.rows) - 1)
    return len(columns) > 1 and last > first and all(header) and not is_whole


def _at(row: Row, column: int) -> str:
    return row[column] if column < len(row) else ""


def _filled(row: Row) -> int:
    return sum(1 for cell in row if cell and not cell.isspace())


def _has_number(row: Row) -> bool:
    return any(cell.lstrip("-").replace(".", "", 1).rstrip("%").isdigit() for cell in row)
