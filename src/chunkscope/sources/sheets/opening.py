"""Workbooks are opened for their cells alone, whatever else in them is not as it should be."""

import contextlib
import warnings
from typing import Any, BinaryIO, Final

_KEPT_STYLES: Final = ("numFmts", "cellXfs")


def open_workbook(stream: BinaryIO) -> Any:
    """Return a workbook of openpyxl whose sheets are read row by row.

    openpyxl gives a workbook up for a date that it cannot read in the properties, a fill of an
    unknown kind, a sheet that is a chart or a name that means nothing. None of these is in a cell.
    """
    from openpyxl.reader.excel import (  # type: ignore[import-untyped]
        ExcelReader,
        apply_stylesheet,
    )

    class Reader(ExcelReader):  # type: ignore[misc]
        def read_chartsheet(self, *_: Any) -> None:
            pass

        def read(self) -> None:
            self.read_manifest()
            self.read_strings()
            self.read_workbook()
            with contextlib.suppress(Exception):
                self.read_properties()
            try:
                apply_stylesheet(self.archive, self.wb)
            except Exception:  # noqa: BLE001 - whatever it stumbles on, formats are still needed
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # It misses the styles that have names.
                    apply_stylesheet(_FormatsOnly(self.archive), self.wb)
            self.read_worksheets()

    reader = Reader(stream, read_only=True, data_only=True, keep_links=False)
    reader.read()
    return reader.wb


class _FormatsOnly:
    """An archive whose style sheet holds formats of numbers and nothing else."""

    def __init__(self, archive: Any) -> None:
        self._archive = archive

    def read(self, name: str) -> bytes:
        from lxml import etree  # type: ignore[import-untyped]

        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        styles = etree.fromstring(self._archive.read(name), parser)
        for group in list(styles):
            if etree.QName(group).localname not in _KEPT_STYLES:
                styles.remove(group)
        for style in styles.iter("{*}xf"):
            number_format = style.get("numFmtId") or "0"
            style.clear()
            style.set("numFmtId", number_format)
        plain: bytes = etree.tostring(styles)
        return plain
