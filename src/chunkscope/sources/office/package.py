"""An Office file as a package: its parts, what they are related to, and their XML.

Parts are read one at a time, when they are asked for. XML with a document type is refused, as the
format itself demands: so there are no entities, neither to multiply nor to fetch.
"""

import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple, NoReturn
from xml.etree import ElementTree as ET  # Without a document type: see `parsed`.
from xml.parsers import expat  # Only to find a document type.

W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
M: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MC: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
CHART: Final = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DIAGRAM: Final = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"

_RELATED: Final = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_TITLE: Final = "{http://purl.org/dc/elements/1.1/}title"
_STRICT: Final = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/(\w+)")
_TRANSITIONAL: Final = rb"http://schemas.openxmlformats.org/\1/2006/\2"
_LOCAL_NAME_OFFSET: Final = 30  # bytes, in a zip's local header


class Damaged(Exception):
    """A part is missing, cannot be unpacked or is no XML of this format."""


class Related(NamedTuple):
    """What a part points to.

    Attributes:
        kind: The last word of the relation's type, such as `image`.
        target: Name of a part; an address where `external`.
        external: Whether it lies outside the package.
    """

    kind: str
    target: str
    external: bool


class Package:
    """The parts of an Office file."""

    def __init__(self, stream: BinaryIO) -> None:
        """Read the list of parts.

        Raises:
            Damaged: It is no zip file.
        """
        try:
            self._archive = zipfile.ZipFile(stream)
        except (zipfile.BadZipFile, EOFError, ValueError, OSError) as error:
            raise Damaged(str(error)) from error
        self._parts = {info.filename.lower(): info for info in self._archive.infolist()}
        self._relations: dict[str, dict[str, Related]] = {}

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._parts

    def main_part(self, usual: str) -> str:
        """Return the name of the part that the package is about; `usual` where it says none."""
        for related in self.relations("").values():
            if related.kind == "officeDocument" and related.target in self:
                return related.target
        return usual

    def bytes_of(self, name: str) -> bytes:
        """Return a part's content.

        Raises:
            Damaged: There is no such part, or it cannot be unpacked.
        """
        info = self._parts.get(name.lower())
        if info is None:
            raise Damaged(name)
        try:
            return self._archive.read(self._as_stored(info))
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError) as error:
            raise Damaged(name) from error
        except RuntimeError as error:  # A password, or a compression that Python does not know.
            raise Damaged(name) from error

    def root(self, name: str) -> ET.Element:
        """Return the outermost element of a part.

        Raises:
            Damaged: There is none that can be read.
        """
        return parsed(self.bytes_of(name), name)

    def root_or_none(self, name: str | None) -> ET.Element | None:
        """Return the outermost element of a part, None where there is none that can be read."""
        if name is None or name not in self:
            return None
        try:
            return self.root(name)
        except Damaged:
            return None

    def relations(self, name: str) -> dict[str, Related]:
        """Return what a part points to, by the ids that it uses; the package itself is ``""``."""
        if name not in self._relations:
            folder, file = posixpath.split(name)
            root = self.root_or_none(posixpath.join(folder, "_rels", f"{file}.rels"))
            found = () if root is None else root.iter(_RELATED)
            self._relations[name] = {
                element.get("Id", ""): _related(element, folder) for element in found
            }
        return self._relations[name]

    def related(self, name: str, kind: str) -> Iterator[str]:
        """Yield the parts of one kind that a part points to."""
        for related in self.relations(name).values():
            if related.kind == kind and not related.external:
                yield related.target

    def title(self) -> str | None:
        """Return the title among the file's properties, None without one."""
        for name in self.related("", "core-properties"):
            root = self.root_or_none(name)
            if root is not None and (title := (root.findtext(_TITLE) or "").strip()):
                return title
        return None

    def _as_stored(self, info: zipfile.ZipInfo) -> zipfile.ZipInfo:
        """Let a part's name be as its own header has it, which some programs write in other case.

        `zipfile` refuses a part whose two names differ.
        """
        file = self._archive.fp
        if file is None:
            return info
        file.seek(info.header_offset + _LOCAL_NAME_OFFSET)
        encoding = "utf-8" if info.flag_bits & 0x800 else "cp437"
        name = file.read(len(info.orig_filename.encode(encoding, "replace")))
        stored = name.decode(encoding, "replace")
        if stored.lower() == info.orig_filename.lower():
            info.orig_filename = stored
        return info


def parsed(content: bytes, name: str) -> ET.Element:
    """Return the outermost element of an XML part, its namespaces those of the usual format.

    Raises:
        Damaged: It is not well-formed, or has a document type.
    """
    if b"purl.oclc.org" in content:
        content = _STRICT.sub(_TRANSITIONAL, content)
    try:
        _refuse_document_type(content)
        return ET.fromstring(content)  # noqa: S314
    except (ET.ParseError, expat.ExpatError, LookupError, ValueError) as error:
        raise Damaged(name) from error


def child(element: ET.Element | None, *path: str) -> ET.Element | None:
    """Return the first element down a path of tags, None where it ends early."""
    for tag in path:
        if element is None:
            return None
        element = next((inner for inner in element if inner.tag == tag), None)
    return element


def whole_number(text: str | None, otherwise: int = 0) -> int:
    """Return a number as an attribute has it; `otherwise` where it has none that can be meant."""
    try:
        number = int(float(text or ""))
    except (ValueError, OverflowError):
        return otherwise
    return number if abs(number) < 1 << 40 else otherwise


def is_on(element: ET.Element | None, attribute: str = W + "val") -> bool:
    """Say whether a switch is there and not off."""
    return element is not None and element.get(attribute, "true") not in ("0", "false", "off")


def _related(element: ET.Element, folder: str) -> Related:
    kind = element.get("Type", "").rpartition("/")[2]
    target = element.get("Target", "")
    external = element.get("TargetMode") == "External"
    if not external:
        target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
    return Related(kind, target, external)


class _Reached(Exception):
    """The first element."""


def _refuse_document_type(content: bytes) -> None:
    parser = expat.ParserCreate()

    def refuse(*_arguments: object) -> NoReturn:
        raise ValueError("a document type")

    def stop(*_arguments: object) -> NoReturn:
        raise _Reached

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = stop
    try:
        parser.Parse(content, True)
    except _Reached:
        return
