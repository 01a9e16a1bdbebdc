"""The converter of workbooks that Excel 2003 wrote as XML, and many programs still do."""

import datetime as dt
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, TypeAlias

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.outcome import Converted, Wishes
from chunkscope.sources.sheets.links import Linked
from chunkscope.sources.sheets.markdown import MOST_CELLS, Sheet, SheetWriter
from chunkscope.sources.sheets.values import moment_text, number_text

_NAMES: Final = "{urn:schemas-microsoft-com:office:spreadsheet}"
_MOST_COLUMNS: Final = 16_384
_NAMED_FORMATS: Final = {"Percent": "0.00%"}
_TRUE: Final = "1"

Element: TypeAlias = Any


def convert_xml_spreadsheet(
    stream: BinaryIO, _wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return a workbook as markdown, a section for each sheet that has cells."""
    book = _Book()
    for sheet in book.read(stream):
        book.sheets.append(sheet)
    writer = SheetWriter(len(book.sheets), report)
    for sheet in book.sheets:
        writer.add(sheet)
    return writer.converted(book.title, ())


@dataclass(slots=True)
class _Book:
    """Hears of elements as they end, and keeps no more of them than their text."""

    title: str | None = None
    sheets: list[Sheet] = field(default_factory=list)
    _formats: dict[str, str] = field(default_factory=dict)
    _rows: list[list[str]] = field(default_factory=list)
    _comments: list[str] = field(default_factory=list)
    _row_number: int = 0
    _cells: int = 0

    def read(self, stream: BinaryIO) -> Iterator[Sheet]:
        """Yield the sheets."""
        from lxml import etree  # type: ignore[import-untyped]

        elements: Any = etree.iterparse(
            stream, resolve_entities=False, no_network=True, load_dtd=False
        )
        for _, element in elements:
            match _name_of(element):
                case "Title":
                    self.title = (element.text or "").strip() or None
                case "Style":
                    self._add_style(element)
                case "Row":
                    self._add_row(element)
                    element.clear()
                case "Worksheet":
                    yield self._sheet(element)
                    element.clear()

    def _add_style(self, style: Element) -> None:
        for part in style:
            if _name_of(part) == "NumberFormat":
                named = part.get(f"{_NAMES}Format") or ""
                self._formats[style.get(f"{_NAMES}ID") or ""] = _NAMED_FORMATS.get(named, named)

    def _add_row(self, row: Element) -> None:
        number = _index_of(row) or self._row_number + 1
        if number > self._row_number + 1:
            self._rows.append([])
        self._row_number = number
        cells: list[str] = []
        column = 1
        for cell in row:
            if _name_of(cell) != "Cell" or self._cells >= MOST_CELLS:
                continue
            column = min(_index_of(cell) or column, _MOST_COLUMNS)
            if text := self._text_of(cell, column):
                cells += [""] * (column - 1 - len(cells))
                cells.append(text)
            column += 1 + _number(cell, "MergeAcross")
        self._cells += len(cells)
        self._rows.append(cells)

    def _text_of(self, cell: Element, column: int) -> str:
        text = ""
        for part in cell:
            if _name_of(part) == "Data":
                kind = part.get(f"{_NAMES}Type") or "String"
                style = self._formats.get(cell.get(f"{_NAMES}StyleID") or "", "")
                text = _value_text("".join(part.itertext()), kind, style)
            elif _name_of(part) == "Comment" and (said := "".join(part.itertext()).strip()):
                place = f"{_letters_of(column)}{self._row_number}"
                self._comments.append(f"Comment on {place}: {said}")
        address = cell.get(f"{_NAMES}HRef")
        return Linked(text, address) if address and text.strip() and ":" in address else text

    def _sheet(self, element: Element) -> Sheet:
        name = element.get(f"{_NAMES}Name") or ""
        visible = (part.text or "" for part in element.iter("{*}Visible"))
        hidden = any("hidden" in text.lower() for text in visible)
        rows, comments = self._rows, tuple(self._comments)
        self._rows, self._comments, self._row_number = [], [], 0
        return Sheet(name, rows, hidden, len(rows), comments)


def _letters_of(column: int) -> str:
    letters = ""
    while column > 0:
        column, step = divmod(column - 1, 26)
        letters = chr(ord("A") + step) + letters
    return letters


def _value_text(text: str, kind: str, number_format: str) -> str:
    try:
        if kind == "Number" and math.isfinite(number := float(text)):
            return number_text(number, number_format)
        if kind == "DateTime":
            return moment_text(dt.datetime.fromisoformat(text))
    except ValueError:
        return text
    if kind == "Boolean":
        return "TRUE" if text.strip() == _TRUE else "FALSE"
    return text


def _name_of(element: Element) -> str:
    """Return an element's name without its namespace; empty for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _index_of(element: Element) -> int | None:
    return _number(element, "Index") or None


def _number(element: Element, name: str) -> int:
    text = element.get(f"{_NAMES}{name}") or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
