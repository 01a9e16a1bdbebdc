"""What is inside an Office file, a book or an old compound file, told before any of it is read."""

import os
import struct
import zipfile
from pathlib import Path, PurePath
from typing import Any, Final

from chunkscope.sources.formats import UNREADABLE
from chunkscope.sources.states import failure, size_in_words

MOST_UNPACKED_BYTES: Final = 1_000_000_000
MOST_MARKUP_BYTES: Final = 250_000_000
MOST_PARTS: Final = 50_000

_MARKUP: Final = (".xml", ".rels", ".html", ".xhtml", ".htm", ".opf", ".ncx", ".vml")
_FORMATS_BY_PART: Final = (
    ("word/", "docx"),
    ("ppt/", "pptx"),
    ("xl/", "xlsx"),
)
_OPEN_DOCUMENT: Final = {
    b"application/vnd.oasis.opendocument.text": "an OpenDocument text",
    b"application/vnd.oasis.opendocument.spreadsheet": "an OpenDocument table",
    b"application/vnd.oasis.opendocument.presentation": "an OpenDocument presentation",
}
_ENCRYPTED: Final = {"EncryptedPackage", "EncryptedSummary"}
_FORMATS_BY_STREAM: Final = (
    ("__properties_version1.0", "msg"),
    ("Workbook", "xls"),
    ("Book", "xls"),
)
_OTHER_STREAMS: Final = (
    ("WordDocument", "an old Word document"),
    ("PowerPoint Document", "an old PowerPoint presentation"),
    ("VisioDocument", "a Visio drawing"),
)
_FILE_PASS: Final = 0x002F
_RECORDS_TO_LOOK_AT: Final = 20


def format_of_archive(path: Path, name: str) -> str:
    """Return the id of the format that a zip file holds, having checked that it is safe to unpack.

    Raises:
        SourceError: `damaged`, `password`, `too-large`, or `not-supported` where it holds
            something else.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            form = _format_inside(archive, parts, name)
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, OSError) as error:
        raise failure("damaged", name) from error
    _check_sizes(parts, name)
    if any(part.flag_bits & 1 for part in parts):
        raise failure("password", name)
    return form


def format_of_compound(path: Path, name: str) -> str:
    """Return the id of the format that a compound file holds: Office before 2007, or Outlook.

    Raises:
        SourceError: `password` for what is encrypted, `damaged`, or `not-supported` where it holds
            something else.
    """
    import olefile  # type: ignore[import-untyped]

    try:
        with olefile.OleFileIO(path) as compound:
            names = {entry[0] for entry in compound.listdir(storages=True)}
            form = next((one for stream, one in _FORMATS_BY_STREAM if stream in names), None)
            protected = form == "xls" and _is_protected_sheet(compound, names)
    except (OSError, ValueError, IndexError, struct.error) as error:
        raise failure("damaged", name) from error
    if protected or names & _ENCRYPTED:
        raise failure("password", name)
    if form is not None:
        return form
    what = next((what for stream, what in _OTHER_STREAMS if stream in names), None)
    what = what or UNREADABLE.get(path.suffix.lower())
    raise failure("not-supported", name, what) if what else failure("damaged", name)


def _format_inside(archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo], name: str) -> str:
    names = {part.filename for part in parts}
    if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
        mimetype = archive.read("mimetype").strip()
        if mimetype == b"application/epub+zip":
            return "epub"
        if mimetype in _OPEN_DOCUMENT:
            raise failure("not-supported", name, _OPEN_DOCUMENT[mimetype])
    if "META-INF/container.xml" in names:
        return "epub"
    if "xl/workbook.bin" in names:
        raise failure("not-supported", name, "a binary Excel workbook")
    for folder, form in _FORMATS_BY_PART:
        if any(part.startswith(folder) for part in names):
            return form
    suffix = PurePath(name).suffix.lower()
    raise failure("not-supported", name, UNREADABLE.get(suffix, "an archive"))


def _check_sizes(parts: list[zipfile.ZipInfo], name: str) -> None:
    """Refuse what would not fit. The listed sizes bind: `zipfile` reads no more than they say."""
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MOST_UNPACKED_BYTES:
        raise failure("too-large", name, f"unpacked it would take {size_in_words(unpacked)}")
    markup = sum(part.file_size for part in parts if part.filename.lower().endswith(_MARKUP))
    if markup > MOST_MARKUP_BYTES:
        raise failure("too-large", name, f"it holds {size_in_words(markup)} of text")
    if len(parts) > MOST_PARTS:
        raise failure("too-large", name, f"it holds {len(parts):,} parts")


def _is_protected_sheet(compound: Any, names: set[str]) -> bool:
    """Say whether a workbook's first records name a password. Source: [MS-XLS], FilePass."""
    stream = compound.openstream("Workbook" if "Workbook" in names else "Book")
    for _ in range(_RECORDS_TO_LOOK_AT):
        head = stream.read(4)
        if len(head) < 4:
            return False
        kind, length = struct.unpack("<HH", head)
        if kind == _FILE_PASS:
            return True
        stream.seek(length, os.SEEK_CUR)
    return False
