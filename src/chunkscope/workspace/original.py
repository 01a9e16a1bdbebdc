"""Where a document came from, in words, and which page of it a place in the text lies on."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath, PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from chunkscope.core.document import Document
from chunkscope.core.spans import Span
from chunkscope.sources.formats import format_named, format_of

ENCODINGS: Final = (
    ("UTF-8", "utf-8"),
    ("UTF-16, little endian", "utf-16-le"),
    ("UTF-16, big endian", "utf-16-be"),
    ("Western (Windows-1252)", "cp1252"),
    ("Western (ISO 8859-15)", "iso8859_15"),
    ("Western (DOS 850)", "cp850"),
    ("Western (Mac Roman)", "mac_roman"),
    ("Central European (Windows-1250)", "cp1250"),
    ("Central European (ISO 8859-2)", "iso8859_2"),
    ("Cyrillic (Windows-1251)", "cp1251"),
    ("Cyrillic (KOI8-R)", "koi8_r"),
    ("Greek (Windows-1253)", "cp1253"),
    ("Turkish (Windows-1254)", "cp1254"),
    ("Hebrew (Windows-1255)", "cp1255"),
    ("Arabic (Windows-1256)", "cp1256"),
    ("Baltic (Windows-1257)", "cp1257"),
    ("Thai (TIS-620)", "tis_620"),
    ("Japanese (Shift JIS)", "cp932"),
    ("Japanese (EUC-JP)", "euc_jp"),
    ("Chinese, simplified (GB 18030)", "gb18030"),
    ("Chinese, traditional (Big5)", "big5"),
    ("Korean (Windows-949)", "cp949"),
)
"""What text can be read with: a reader's word and Python's name."""

CONVERTED: Final = "Converted from "
"""Begins the words on a document that was converted; may be left out."""
_PAGE_WORDS: Final = {
    "pptx": "slide",
    "xlsx": "sheet",
    "xls": "sheet",
    "xmlss": "sheet",
    "epub": "chapter",
}
_WORDS_NOT_NAMES: Final = ("Web", "Plain")


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A place by page, so that it can be found on the page and in the text.

    Attributes:
        page: From 0.
        share: How far down the page, 0 to 1; by letters in the text, by height on the page.
    """

    page: int
    share: float = 0.0


def page_word(form: str | None) -> str:
    """Return what a reader calls one page of a format."""
    return _PAGE_WORDS.get(form or "", "page")


def has_encoding(document: Document) -> bool:
    """Say whether the document was decoded from bytes that can be read again."""
    is_there = document.origin is not None or document.address is not None
    return is_there and document.encoding is not None


def file_to_draw(document: Document | None) -> PurePath | None:
    """Return the file whose pages can be drawn: the original, or a copy of what was fetched."""
    if document is None or document.form != "pdf":
        return None
    return document.origin or document.copy


def has_pages_to_draw(document: Document | None) -> bool:
    """Say whether the pages of the document's original can be drawn."""
    return file_to_draw(document) is not None


def encoding_was_guessed(document: Document) -> bool:
    """Say whether the bytes did not tell how to read them."""
    return any(note.state == "encoding-guessed" for note in document.notes)


def encoding_label(codec: str) -> str:
    """Return a reader's word for an encoding."""
    return next((label for label, known in ENCODINGS if known == codec), codec)


def came_from(document: Document, *, encoding_chosen: bool = False) -> str:
    """Return what the document was made from, such as `Converted from PDF · 619 pages`."""
    if document.form is not None:
        parts = [f"{CONVERTED}{_label_of(document.form)}"]
    elif encoding_chosen:
        parts = ["Text in an encoding that you chose"]
    elif encoding_was_guessed(document):
        parts = ["Text in an encoding that was guessed"]
    else:
        parts = ["Text"]
    if document.pages:
        word = page_word(document.form) + ("" if len(document.pages) == 1 else "s")
        parts.append(f"{len(document.pages):,} {word}")
    if document.address is not None:
        parts.append(urlsplit(document.address).hostname or document.address)
    return " · ".join(parts)


def place_words(document: Document, offset: int) -> str:
    """Return where a place is, as a reader says it: `page 12`, or `line 40` without pages."""
    if document.pages:
        return f"{page_word(document.form)} {page_at(document.pages, offset).page + 1:,}"
    return f"line {document.text.count(chr(10), 0, offset) + 1:,}"


def progress_words(name: str, done: int, total: int, *, by_content: bool = False) -> str:
    """Return how far the reading of a file is, such as `page 120 of 619`; empty where unknown.

    What is read `by_content`, whatever its name says, has parts.
    """
    if total <= 1 or not done:
        return ""
    form = None if by_content else format_of(PurePosixPath(name.replace("\0", "")))
    word = page_word(form.id) if form is not None else "part"
    return f"{word} {done:,} of {total:,}"


def page_at(pages: Sequence[Span], offset: int) -> PagePlace:
    """Return the page of an offset, and how far down it is; `pages` has at least one.

    An empty page shares its start with the next one, which is meant then; where all that share it
    are empty, as in a scan, the first of them is meant.
    """
    page = max(0, bisect_right(pages, offset, key=_start_of) - 1)
    span = pages[page]
    if span.start == span.end:
        page = bisect_left(pages, span.start, key=_start_of)
        span = pages[page]
    length = span.end - span.start
    share = (offset - span.start) / length if length else 0.0
    return PagePlace(page, min(max(share, 0.0), 1.0))


def offset_at(pages: Sequence[Span], place: PagePlace) -> int:
    """Return the offset of a place on a page; `pages` has at least one."""
    span = pages[min(max(place.page, 0), len(pages) - 1)]
    return span.start + round(place.share * (span.end - span.start))


def _start_of(span: Span) -> int:
    return span.start


def _label_of(form: str) -> str:
    label = format_named(form).label
    return label[0].lower() + label[1:] if label.split()[0] in _WORDS_NOT_NAMES else label
