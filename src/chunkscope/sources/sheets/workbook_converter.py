"""The converters of workbooks that markitdown is given in place of its own.

Its own read them by pandas: empty cells as `NaN`, whole numbers as `1.0`, headers nobody wrote.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.outcome import Converted, Remark, Wishes
from chunkscope.sources.sheets.links import Links, links_at
from chunkscope.sources.sheets.markdown import Sheet, SheetWriter
from chunkscope.sources.sheets.opening import open_workbook
from chunkscope.sources.sheets.parts import NOTHING_BESIDE, in_common_names, parts_beside_cells
from chunkscope.sources.sheets.tables import Row
from chunkscope.sources.sheets.values import moment_text, number_text, text_of
from chunkscope.sources.wording import counted

_EMPTY_FORMULA: Final = re.compile(
    rb"<c\b(?![^<>]*\bt=\"str\")[^<>]*>\s*<f[^<>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>"
)
_READ_BYTES: Final = 1_000_000
_REACH: Final = 2_000
_SHEET_PART: Final = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_PICTURE_PART: Final = re.compile(r"xl/media/.")
_CHART_PART: Final = re.compile(r"xl/charts/chart[^/]*\.xml")


def convert_xlsx(
    stream: BinaryIO, _wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return a workbook as markdown, a section for each sheet that has cells."""
    stream = in_common_names(stream)
    parts = parts_beside_cells(stream)
    stream.seek(0)
    book = open_workbook(stream)
    try:
        writer = SheetWriter(len(book.worksheets), report)
        for sheet in book.worksheets:
            count = sheet.max_row or 0
            sheet.reset_dimensions()  # Programs write wrong ones, which would cut rows off.
            hidden = sheet.sheet_state != "visible"
            beside = parts.get(sheet.title, NOTHING_BESIDE)
            rows = _rows_of_xlsx(sheet, beside.links)
            writer.add(Sheet(sheet.title, rows, hidden, count, beside.texts))
        title = str(book.properties.title or "").strip() or None
    finally:
        book.close()
    stream.seek(0)
    return writer.converted(title, _remarks_of_xlsx(stream))


def convert_xls(
    stream: BinaryIO, _wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return a workbook of the format before 2007 as markdown."""
    import xlrd  # type: ignore[import-untyped]

    book = xlrd.open_workbook(
        file_contents=stream.read(), logfile=io.StringIO(), formatting_info=True, on_demand=True
    )
    writer = SheetWriter(book.nsheets, report)
    for index in range(book.nsheets):
        sheet = book.sheet_by_index(index)
        rows = _rows_of_xls(book, sheet)
        writer.add(Sheet(sheet.name, rows, bool(sheet.visibility), sheet.nrows))
        book.unload_sheet(index)
    return writer.converted(None, ())


def _rows_of_xlsx(sheet: Any, links: Links) -> Iterator[Row]:
    for number, row in enumerate(map(_row_of_xlsx, sheet.iter_rows()), 1):
        yield links.over(number, row)


def _row_of_xlsx(cells: Iterable[Any]) -> Row:
    row = []
    for cell in cells:
        value = cell.value
        if value is None or isinstance(value, str):
            row.append(value or "")
        else:
            is_number = isinstance(value, int | float)
            row.append(text_of(value, _format_of(cell) if is_number else ""))
    return row


def _format_of(cell: Any) -> str:
    try:
        return str(cell.number_format)
    except IndexError:  # Its style is not among those that the workbook has.
        return ""


def _rows_of_xls(book: Any, sheet: Any) -> Iterator[Row]:
    import xlrd

    def text(row: int, column: int) -> str:
        kind, value = sheet.cell_type(row, column), sheet.cell_value(row, column)
        if kind == xlrd.XL_CELL_DATE:
            try:
                return moment_text(xlrd.xldate_as_datetime(value, book.datemode))
            except (ValueError, OverflowError):
                return number_text(value)
        if kind == xlrd.XL_CELL_NUMBER:
            key = book.xf_list[sheet.cell_xf_index(row, column)].format_key
            known = book.format_map.get(key)
            return number_text(value, known.format_str if known is not None else "")
        if kind == xlrd.XL_CELL_BOOLEAN:
            return text_of(bool(value))
        if kind == xlrd.XL_CELL_ERROR:
            return str(xlrd.error_text_from_code.get(value, "#N/A"))
        return str(value)

    links = _links_of_xls(sheet)
    for row in range(sheet.nrows):
        cells = [text(row, column) for column in range(sheet.row_len(row))]
        yield links.over(row + 1, cells)


def _links_of_xls(sheet: Any) -> Links:
    return links_at(
        ((row + 1, column + 1), str(link.url_or_path))
        for (row, column), link in sheet.hyperlink_map.items()
        if link.type == "url"
    )


def _remarks_of_xlsx(stream: BinaryIO) -> list[Remark]:
    """Return remarks on pictures and charts, and on formulas without a result."""
    with zipfile.ZipFile(stream) as archive:
        names = archive.namelist()
        formulas = sum(
            _empty_formulas(archive, name) for name in names if _SHEET_PART.fullmatch(name)
        )
    pictures = sum(1 for name in names if _PICTURE_PART.match(name))
    charts = sum(1 for name in names if _CHART_PART.fullmatch(name))
    remarks = []
    if formulas:
        remarks.append(Remark("formulas-empty", counted(formulas, "formula")))
    if pictures or charts:
        both = [counted(pictures, "picture")] * bool(pictures)
        both += [counted(charts, "chart")] * bool(charts)
        remarks.append(Remark("pictures-dropped", " and ".join(both)))
    return remarks


def _empty_formulas(archive: zipfile.ZipFile, name: str) -> int:
    """Return how many formulas of a sheet have no stored result, so that their cells are empty."""
    count, rest = 0, b""
    with archive.open(name) as part:
        while block := part.read(_READ_BYTES):
            block = rest + block
            end = block.rfind(b"</c>") + len(b"</c>")
            count += len(_EMPTY_FORMULA.findall(block[:end]))
            rest = block[end:][-_REACH:]
    return count
