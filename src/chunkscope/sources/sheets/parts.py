"""What a workbook keeps beside the cells of a sheet: text in shapes, comments, where cells lead."""

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

from chunkscope.sources.sheets.links import Links, links_of

_WORKBOOK: Final = "xl/workbook.xml"
_STANDS_FOR_CONVERSATION: Final = "tc="
_RELATION: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT: Final = b"http://purl.oclc.org/ooxml/"
_COMMON_NAMES: Final = (
    (
        b"http://purl.oclc.org/ooxml/spreadsheetml/main",
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
)
_STRICT_RELATION: Final = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"


@dataclass(frozen=True, slots=True)
class Beside:
    """What belongs to a sheet but is in none of its cells.

    Attributes:
        texts: Those of its shapes and comments.
        links: Where its cells lead to.
    """

    texts: tuple[str, ...]
    links: Links


NOTHING_BESIDE: Final = Beside((), Links())


def parts_beside_cells(stream: BinaryIO) -> dict[str, Beside]:
    """Return what each sheet has beside its cells, by its name.

    What is damaged here is left out: the cells are read all the same.
    """
    from lxml import etree  # type: ignore[import-untyped]

    found: dict[str, Beside] = {}
    with zipfile.ZipFile(stream) as archive:
        try:
            targets = dict(_related(archive, _WORKBOOK))
            for sheet in _xml(archive, _WORKBOOK).iter("{*}sheet"):
                relation = sheet.get(_RELATION) or sheet.get(_STRICT_RELATION) or ""
                part = targets.get(relation)
                if part is not None:
                    links = links_of(archive, part, _addresses_of(archive, part))
                    texts = tuple(_texts_beside(archive, part))
                    found[sheet.get("name") or ""] = Beside(texts, links)
        except (
            KeyError,
            ValueError,
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            etree.XMLSyntaxError,
        ):
            pass
    return found


def in_common_names(stream: BinaryIO) -> BinaryIO:
    """Return a workbook with its parts' names as nearly every program writes them.

    Excel can save by a stricter standard, under names of its own that openpyxl does not know.
    """
    with zipfile.ZipFile(stream) as archive:
        if _WORKBOOK not in archive.NameToInfo or _STRICT not in archive.read(_WORKBOOK):
            stream.seek(0)
            return stream
        renamed = io.BytesIO()
        with zipfile.ZipFile(renamed, "w") as written:
            for part in archive.infolist():
                content = archive.read(part)
                if part.filename.endswith((".xml", ".rels")):
                    for strict, common in _COMMON_NAMES:
                        content = content.replace(strict, common)
                written.writestr(part.filename, content)
    renamed.seek(0)
    return renamed


def _texts_beside(archive: zipfile.ZipFile, sheet_part: str) -> Iterator[str]:
    for _, part in _related(archive, sheet_part):
        name = posixpath.basename(part)
        if name.startswith("drawing"):
            yield from _texts_of_shapes(_xml(archive, part))
        elif name.startswith("comment"):
            yield from _comments_of(_xml(archive, part))
        elif name.startswith("threadedComment"):
            yield from _conversations_of(_xml(archive, part))


def _texts_of_shapes(drawing: Any) -> Iterator[str]:
    for body in drawing.iter("{*}txBody"):
        paragraphs = ("".join(_texts_in(one)) for one in body.iter("{*}p"))
        if text := " ".join(one for one in paragraphs if one.strip()):
            yield text


def _comments_of(comments: Any) -> Iterator[str]:
    """Yield comments; those that stand for a conversation are left to its own part."""
    authors = [author.text or "" for author in comments.iter("{*}author")]
    for comment in comments.iter("{*}comment"):
        index = comment.get("authorId") or ""
        author = authors[int(index)] if index.isdigit() and int(index) < len(authors) else ""
        if not author.startswith(_STANDS_FOR_CONVERSATION):
            yield from _comment(comment.get("ref"), "".join(_texts_in(comment)))


def _conversations_of(comments: Any) -> Iterator[str]:
    for comment in comments.iter("{*}threadedComment"):
        texts = (one.text or "" for one in comment.iter("{*}text"))
        yield from _comment(comment.get("ref"), "".join(texts))


def _comment(cell: str | None, text: str) -> Iterator[str]:
    if text.strip():
        yield f"Comment on {cell}: {text.strip()}"


def _texts_in(element: Any) -> Iterator[str]:
    return (one.text or "" for one in element.iter("{*}t"))


def _related(archive: zipfile.ZipFile, part: str) -> Iterator[tuple[str, str]]:
    """Yield the id and the path of each part that a part names."""
    folder = posixpath.dirname(part)
    for relation in _relations_of(archive, part):
        target = relation.get("Target") or ""
        if relation.get("TargetMode") != "External":
            path = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            yield relation.get("Id") or "", path


def _addresses_of(archive: zipfile.ZipFile, part: str) -> Mapping[str, str]:
    """Return the addresses that a part names, by their ids."""
    return {
        relation.get("Id") or "": relation.get("Target") or ""
        for relation in _relations_of(archive, part)
        if relation.get("TargetMode") == "External"
    }


def _relations_of(archive: zipfile.ZipFile, part: str) -> Iterator[Any]:
    folder, name = posixpath.split(part)
    relations = f"{folder}/_rels/{name}.rels"
    if relations in archive.NameToInfo:
        yield from _xml(archive, relations).iter("{*}Relationship")


def _xml(archive: zipfile.ZipFile, part: str) -> Any:
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    return etree.fromstring(archive.read(part), parser)
