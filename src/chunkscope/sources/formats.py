"""The formats that can be read, by suffix and by content.

A suffix is what a file claims; the first bytes are what it is. Content wins between formats with
a signature of their own; the suffix decides between formats that are all plain text.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final, Literal

Kind = Literal["text", "html-like", "converted"]

SIGNATURE_LENGTH: Final = 4096


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be read.

    Attributes:
        id: Stable name, also the suffix that its converter goes by.
        label: What a reader calls it; goes after "a" or stands alone.
        suffixes: Lower case, with their dot; none for what only its content tells.
        kind: `text` is read as it stands; `html-like` is decoded by us, then converted;
            `converted` is bytes to the converter.
        container: The signature that its files carry, as `signature_of` names it.
    """

    id: str
    label: str
    suffixes: tuple[str, ...]
    kind: Kind
    container: str | None = None

    @property
    def described(self) -> str:
        """The label as it stands in a sentence, with an article where it takes one."""
        label = self.label.replace("Plain", "plain").replace("Web", "web")
        if self.kind == "text":
            return label
        return f"{'an' if label[0] in 'EOX' else 'a'} {label}"


FORMATS: Final = (
    Format("md", "Markdown", (".md", ".markdown", ".mdx"), "text"),
    Format("txt", "Plain text", (".txt",), "text"),
    Format("html", "Web page", (".html", ".htm"), "html-like"),
    Format("pdf", "PDF", (".pdf",), "converted", "pdf"),
    Format("docx", "Word document", (".docx",), "converted", "zip"),
    Format("pptx", "PowerPoint presentation", (".pptx",), "converted", "zip"),
    Format("xlsx", "Excel workbook", (".xlsx", ".xlsm"), "converted", "zip"),
    Format("xls", "Excel 97 workbook", (".xls",), "converted", "ole"),
    Format("csv", "CSV table", (".csv",), "html-like"),
    Format("tsv", "TSV table", (".tsv", ".tab"), "html-like"),
    Format("epub", "EPUB book", (".epub",), "converted", "zip"),
    Format("ipynb", "Jupyter notebook", (".ipynb",), "converted"),
    Format("msg", "Outlook message", (".msg",), "converted", "ole"),
    Format("eml", "E-mail message", (".eml",), "converted"),
    Format("mht", "Web page in one file", (".mht", ".mhtml"), "converted"),
    Format("xmlss", "XML spreadsheet of Excel 2003", (), "converted"),
)

SUFFIXES: Final = tuple(suffix for form in FORMATS for suffix in form.suffixes)

UNREADABLE: Final = {
    "wordml": "an XML document of Word 2003",
    ".doc": "an old Word document",
    ".ppt": "an old PowerPoint presentation",
    ".rtf": "a rich text document",
    ".odt": "an OpenDocument text",
    ".ods": "an OpenDocument table",
    ".odp": "an OpenDocument presentation",
    ".pages": "a Pages document",
    ".numbers": "a Numbers table",
    ".key": "a Keynote presentation",
    ".zip": "an archive",
    ".7z": "an archive",
    ".rar": "an archive",
    ".gz": "an archive",
    ".png": "a picture",
    ".jpg": "a picture",
    ".jpeg": "a picture",
    ".gif": "a picture",
    ".webp": "a picture",
    ".mp3": "a recording",
    ".wav": "a recording",
    ".mp4": "a film",
}

_SIGNATURES: Final = (
    (b"%PDF-", "pdf"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole"),
    (b"{\\rtf", ".rtf"),
    (b"\x89PNG\r\n", ".png"),
    (b"\xff\xd8\xff", ".jpg"),
    (b"GIF8", ".gif"),
    (b"\x1f\x8b\x08", ".gz"),
    (b"7z\xbc\xaf\x27\x1c", ".7z"),
    (b"Rar!\x1a\x07", ".rar"),
    (b"ID3", ".mp3"),
)
_PDF_HEADER_REACH: Final = 1024
_HTML_OPENING: Final = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|table)\b",
    re.IGNORECASE | re.DOTALL,
)
# A file's first bytes without NULs, so that UTF-16 can be told like the others.
_MARKUP_OPENING: Final = re.compile(rb"\A(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<\?xml\b")
_SPREADSHEET: Final = b"urn:schemas-microsoft-com:office:spreadsheet"
_WORD_2003: Final = b"http://schemas.microsoft.com/office/word/2003/wordml"
_MAIL_HEADER: Final = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*[A-Za-z-]{2,40}:[ \t]")
_PAGE_IN_PARTS: Final = re.compile(
    rb"^content-type:\s*multipart/(?:related|alternative)\b", re.IGNORECASE | re.MULTILINE
)
_MIME_VERSION: Final = re.compile(rb"^mime-version:", re.IGNORECASE | re.MULTILINE)
_OF_TEXT: Final = bytes({*range(0x20, 0x100), *b"\t\n\r\f\x1a"} - {0x7F})
_TABLE_LINE: Final = re.compile(rb"[^\n]*[\t;,|]")


@dataclass(frozen=True, slots=True)
class FileFilter:
    """One line of a file dialog: a label and the patterns that it shows."""

    label: str
    patterns: tuple[str, ...]


def format_of(path: PurePath) -> Format | None:
    """Return the format that a file's suffix claims; None for a suffix that is not known."""
    suffix = path.suffix.lower()
    return next((form for form in FORMATS if suffix in form.suffixes), None)


def format_named(form_id: str) -> Format:
    """Return the format with this id.

    Raises:
        KeyError: There is none.
    """
    for form in FORMATS:
        if form.id == form_id:
            return form
    raise KeyError(form_id)


def signature_of(head: bytes, claimed: Format | None) -> str | None:
    """Return what a file's first bytes show it to be.

    Args:
        head: The first `SIGNATURE_LENGTH` bytes, or all of a shorter file.
        claimed: The format of its suffix. A text may speak of `%PDF-` or open with HTML, so only
            a suffix that is no text lets these count anywhere but at the very start.

    Returns:
        `pdf`, `zip`, `ole`, `html`, `mht`, `xmlss`, `tsv` or `csv`; the key of what is
        `UNREADABLE`; None for all else.
    """
    for mark, name in _SIGNATURES:
        if head.startswith(mark):
            return name
    if _is_page_in_parts(head, claimed):
        return "mht"
    if claimed is not None and claimed.kind != "converted":
        return None
    if b"%PDF-" in head[:_PDF_HEADER_REACH] and claimed is not None and claimed.container:
        return "pdf"
    return "html" if _HTML_OPENING.match(head) else _markup_or_table(head, claimed)


def _is_page_in_parts(head: bytes, claimed: Format | None) -> bool:
    """Say whether a file is a web page with its pictures, written as if it were mail."""
    if claimed is not None and (claimed.kind == "text" or claimed.id in ("eml", "csv", "tsv")):
        return False
    if not _MAIL_HEADER.match(head) or not _MIME_VERSION.search(head):
        return False
    return _PAGE_IN_PARTS.search(head) is not None


def _markup_or_table(head: bytes, claimed: Format | None) -> str | None:
    """Tell what programs write as text and give the suffix of a workbook or a document."""
    letters = head.replace(b"\0", b"")
    if _MARKUP_OPENING.match(letters):
        if _SPREADSHEET in letters:
            return "xmlss"
        return "wordml" if _WORD_2003 in letters else None
    if claimed is None or claimed.id not in ("xls", "xlsx"):
        return None
    is_text = not letters.translate(None, _OF_TEXT)
    line = _TABLE_LINE.match(letters) if is_text else None
    return None if line is None else "tsv" if b"\t" in line[0] else "csv"


def file_filters() -> tuple[FileFilter, ...]:
    """Return the lines of a file dialog: everything readable, then each format, then all files."""
    every = FileFilter("Documents", _patterns(SUFFIXES))
    named = (form for form in FORMATS if form.suffixes)
    each = (FileFilter(form.label, _patterns(form.suffixes)) for form in named)
    return (every, *each, FileFilter("All files", ("*",)))


def readable_formats() -> str:
    """Return the suffixes that can be read, as a list for a sentence."""
    names = [suffix.removeprefix(".") for suffix in SUFFIXES]
    return ", ".join(names[:-1]) + " and " + names[-1]


def _patterns(suffixes: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"*{suffix}" for suffix in suffixes)
