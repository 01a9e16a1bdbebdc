"""What is inside an Office file, a book or an old compound file, told before any of it is read."""

import mmap
import zipfile
from pathlib import Path, PurePath
from typing import Final

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
_COMPOUND_STREAMS: Final = (
    ("WordDocument", "an old Word document"),
    ("PowerPoint Document", "an old PowerPoint presentation"),
    ("Workbook", "an old Excel workbook"),
    ("__properties_version1.0", "an Outlook message"),
)


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


def refuse_compound(path: Path, name: str) -> None:
    """Say what a compound file is: an encrypted Office file, or one of a format before 2007.

    Raises:
        SourceError: Always; `password`, `not-supported` or `damaged`.
    """
    if _holds(path, "EncryptedPackage"):
        raise failure("password", name)
    for stream, what in _COMPOUND_STREAMS:
        if _holds(path, stream):
            raise failure("not-supported", name, what)
    if (suffix := path.suffix.lower()) in UNREADABLE:
        raise failure("not-supported", name, UNREADABLE[suffix])
    raise failure("damaged", name)


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


def _holds(path: Path, stream: str) -> bool:
    """Say whether a compound file names a stream; names are UTF-16 in its directory."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.find(stream.encode("utf-16-le")) >= 0
