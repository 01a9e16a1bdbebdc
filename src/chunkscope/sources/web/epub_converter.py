"""The converter of books that markitdown is given in place of its own: a chapter a page."""

import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final
from urllib.parse import unquote

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.outcome import Converted, PasswordNeeded, Remark, Wishes
from chunkscope.sources.text import NotText, decode_markup
from chunkscope.sources.web.markdown import page_of_html
from chunkscope.sources.wording import counted, listed

_CONTAINER: Final = "META-INF/container.xml"
_ENCRYPTION: Final = "META-INF/encryption.xml"
_MARKUP: Final = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_APART: Final = frozenset(("toc", "cover"))
_MOST_LETTERS_BESIDE_LINKS: Final = 200
_LINK: Final = re.compile(r"!?\[(?:[^\[\]\\]|\\.)*\]\([^()\s]*\)")
_CLOSED_AT_ONCE: Final = re.compile(
    r"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\b)"
    r"([A-Za-z][\w:-]*)((?:\s[^<>]*)?)/>"
)


@dataclass(frozen=True, slots=True)
class _Book:
    """What a book's package says.

    Attributes:
        title: None where it names none.
        chapters: Its parts in the order of reading.
        apart: Those of them that it calls its cover or its table of contents.
    """

    title: str | None
    chapters: tuple[str, ...]
    apart: frozenset[str]


def convert_epub(
    stream: BinaryIO, _wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return a book as markdown, its chapters in the order of reading, each a page.

    Raises:
        PasswordNeeded: Its chapters are encrypted.
        KeyError: It has no package.
        BadZipFile: None of its chapters can be read.
    """
    with zipfile.ZipFile(stream) as archive:
        book = _book_in(archive)
        writer = _Writer()
        for done, chapter in enumerate(book.chapters):
            report(done, len(book.chapters))
            writer.add(archive, chapter, may_be_left_out=chapter in book.apart)
    return writer.converted(book.title)


class _Writer:
    """Writes chapters one after the other and keeps where each stands."""

    def __init__(self) -> None:
        self._chapters: list[str] = []
        self._pages: list[tuple[int, int]] = []
        self._pictures = 0
        self._hidden: list[int] = []
        self._is_flattened = False
        self._unread: list[str] = []

    def add(self, archive: zipfile.ZipFile, name: str, *, may_be_left_out: bool) -> None:
        try:
            html = decode_markup(archive.read(name)).text
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, OSError, NotText, ValueError):
            self._unread.append(name)
            return
        page = page_of_html(_CLOSED_AT_ONCE.sub(r"<\1\2></\1>", html))
        if may_be_left_out and _leads_only(page.markdown):
            return
        self._pictures += len(page.pictures)
        self._is_flattened |= page.layout_lost
        if page.markdown:
            start = self._pages[-1][1] + 2 if self._pages else 0
            self._hidden += [start + at for at in page.hidden]
            self._chapters.append(page.markdown)
            self._pages.append((start, start + len(page.markdown)))

    def converted(self, title: str | None) -> Converted:
        if self._unread and not self._chapters:
            raise zipfile.BadZipFile(self._unread[0])
        return Converted(
            "\n\n".join(self._chapters), title, tuple(self._pages), tuple(self._remarks())
        )

    def _remarks(self) -> Iterator[Remark]:
        if self._is_flattened:
            yield Remark("layout-lost")
        if self._pictures:
            yield Remark("pictures-dropped", counted(self._pictures, "picture"))
        if self._hidden:
            at = self._hidden[0]
            yield Remark("hidden-dropped", f"{len(self._hidden):,}", at, at)
        if self._unread:
            yield Remark("parts-unread", listed(self._unread))


def _book_in(archive: zipfile.ZipFile) -> _Book:
    container = _xml(archive.read(_CONTAINER))
    rootfile = next(_named(container, "rootfile"))
    package_path = unquote(rootfile.get("full-path") or "")
    package = _xml(archive.read(package_path))
    folder = posixpath.dirname(package_path)
    manifest = {item.get("id"): item for item in _named(package, "item")}
    apart = frozenset(
        _path_of(folder, one.get("href"))
        for one in _named(package, "reference")
        if one.get("type") in _APART
    )
    chapters: dict[str, None] = {}
    for reference in _named(package, "itemref"):
        item = manifest.get(reference.get("idref"))
        if item is None or item.get("media-type") not in _MARKUP:
            continue
        path = _path_of(folder, item.get("href"))
        if "nav" not in (item.get("properties") or "").split():
            chapters[path] = None
    if set(chapters) & _encrypted_in(archive):
        raise PasswordNeeded
    title = next(
        (" ".join("".join(one.itertext()).split()) for one in _named(package, "title")), ""
    )
    return _Book(title or None, tuple(chapters), apart)


def _leads_only(markdown: str) -> bool:
    """Say whether a part says next to nothing but where others are: a cover, a list of contents."""
    rest = _LINK.sub("", markdown)
    return sum(map(str.isalnum, rest)) < _MOST_LETTERS_BESIDE_LINKS


def _encrypted_in(archive: zipfile.ZipFile) -> set[str]:
    """Return the parts that are encrypted; fonts often are, and no reader of text minds."""
    try:
        encryption = _xml(archive.read(_ENCRYPTION))
    except KeyError:
        return set()
    return {unquote(one.get("URI") or "") for one in _named(encryption, "CipherReference")}


def _path_of(folder: str, target: str | None) -> str:
    path = unquote((target or "").split("#")[0])
    return posixpath.normpath(posixpath.join(folder, path))


def _named(root: Any, name: str) -> Iterator[Any]:
    return iter(root.iter(f"{{*}}{name}"))


def _xml(content: bytes) -> Any:
    from lxml import etree  # type: ignore[import-untyped]

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    return etree.fromstring(content, parser)
