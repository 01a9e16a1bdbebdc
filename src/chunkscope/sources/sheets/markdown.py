"""Sheets of a workbook become sections of markdown, each with its tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from chunkscope.core.progress import Report
from chunkscope.sources.outcome import Converted, Remark
from chunkscope.sources.sheets.tables import Row, tables_of
from chunkscope.sources.web.inline import escaped
from chunkscope.sources.wording import listed

MOST_CELLS: Final = 20_000_000
_MOST_CHARACTERS: Final = 150_000_000
_ROWS_PER_REPORT: Final = 500
_STEPS_PER_SHEET: Final = 100


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet.

    Attributes:
        name: As its tab says.
        rows: Its cells from the top.
        hidden: Whether its tab is not shown.
        row_count: About how many rows there are.
        beside: Texts that stand on the sheet but in no cell.
    """

    name: str
    rows: Iterable[Row]
    hidden: bool = False
    row_count: int = 0
    beside: Sequence[str] = ()


class SheetWriter:
    """Writes sheets one after the other, within bounds, and keeps where each stands."""

    def __init__(self, count: int, report: Report) -> None:
        self._count = count
        self._report = report
        self._sections: list[str] = []
        self._pages: list[tuple[int, int]] = []
        self._length = 0
        self._cells = 0
        self._hidden: list[tuple[str, tuple[int, int]]] = []
        self._cut: list[str] = []

    def add(self, sheet: Sheet) -> None:
        """Write a sheet as a section; nothing of one that is empty."""
        parts = [*tables_of(self._bounded(sheet)), *map(_paragraph, sheet.beside)]
        if not parts:
            self._pages.append((self._length, self._length))
            return
        section = "\n\n".join([f"## {_heading(sheet.name)}", *parts])
        start = self._length + (2 if self._sections else 0)
        self._sections.append(section)
        self._length = start + len(section)
        self._pages.append((start, self._length))
        if sheet.hidden:
            self._hidden.append((sheet.name, self._pages[-1]))

    def converted(self, title: str | None, remarks: Iterable[Remark]) -> Converted:
        """Return what was written, with what there is to say of it."""
        own = []
        if self._hidden:
            names = listed([name for name, _ in self._hidden])
            own.append(Remark("sheets-hidden", names, *self._hidden[0][1]))
        if self._cut:
            own.append(Remark("rows-left-out", listed(self._cut)))
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


def _paragraph(text: str) -> str:
    return escaped(" ".join(text.split()))


def _heading(name: str) -> str:
    return escaped(" ".join(name.split()))
