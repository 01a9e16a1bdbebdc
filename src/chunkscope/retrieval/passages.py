"""What is indexed of a page: its parents, its children, and the page itself.

An id is made of what is embedded. It survives every edit that leaves that as it is, and never
stands for anything else: so vectors under equal ids are equal.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from chunkscope.core.chunks import Chunk, ChunkSet, Level

PARENT: Final = Level.PARENT.value
CHILD: Final = Level.CHILD.value
DOCUMENT: Final = "document"
LEVELS: Final = (DOCUMENT, PARENT, CHILD)
"""All levels, in the order of equal places."""

ReadPart = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a document set.

    Attributes:
        key: What it is called among the pages, such as its path; never shown.
        chunks: Its cut.
    """

    key: str
    chunks: ChunkSet


@dataclass(frozen=True, slots=True)
class Passage:
    """One thing that can be found.

    Attributes:
        id: Of the text that is embedded, and of its place among equal ones.
        page: Key of its page.
        level: `document`, `parent` or `child`.
        index: Place among the chunks of its level; 0 of a document.
        parent: Id of a child's parent; empty for all others.
        start: Offset of its first character in the page's text.
        end: Offset after its last character.
        heading_path: The headings above it, joined.
        hash: SHA-256 of what is embedded.
    """

    id: str
    page: str
    level: str
    index: int
    parent: str
    start: int
    end: int
    heading_path: str
    hash: str


def passages_of(page: Page, read_part: ReadPart) -> list[Passage]:
    """Return what is indexed of `page`, by place: equal starts by level, then by index.

    Args:
        page: The page.
        read_part: Gives the beginning of a text that holds all the model reads of it: what stands
            further down is no part of the document's own vector.
    """
    key = hash_of(page.key)[:12]
    text = document_text(page.chunks, read_part)
    digest = hash_of(text)
    end = len(page.chunks.text)
    start = min(page.chunks.outline.body_start, end)
    passages = [
        Passage(f"{key}-{digest[:32]}-d", page.key, DOCUMENT, 0, "", start, end, "", digest)
    ]
    seen: Counter[str] = Counter()
    for parent in page.chunks.parents:
        passages += _family(page, parent, key, seen)
    return sorted(passages, key=_place)


def embedded_text(chunks: ChunkSet, passage: Passage, read_part: ReadPart) -> str:
    """Return what is embedded of `passage`, a passage of the page that was cut into `chunks`."""
    if passage.level == DOCUMENT:
        return document_text(chunks, read_part)
    return chunks.embedded_text(chunks.level(Level(passage.level))[passage.index])


def document_text(chunks: ChunkSet, read_part: ReadPart) -> str:
    """Return what the model reads of the whole page."""
    return read_part(chunks.document_text)


def hash_of(text: str) -> str:
    """Return SHA-256 of a text, in lower-case hexadecimal; surrogates do not stop it."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def in_order(pages: Sequence[Page], read_part: ReadPart) -> list[Passage]:
    """Return what is indexed of a document set, page by page."""
    return [passage for page in pages for passage in passages_of(page, read_part)]


def _family(page: Page, parent: Chunk, key: str, seen: Counter[str]) -> list[Passage]:
    """Return a parent and its children; equal parents are told apart by their order."""
    chunks = page.chunks
    digest = chunks.parent_hash(parent)
    family = f"{key}-{digest[:32]}-{seen[digest]}"
    seen[digest] += 1
    path = " > ".join(chunks.heading_path(parent))
    found = [
        Passage(family, page.key, PARENT, parent.index, "", parent.start, parent.end, path, digest)
    ]
    for place, index in enumerate(chunks.children_of(parent.index)):
        child = chunks.children[index]
        digest = hash_of(chunks.embedded_text(child))
        id_ = f"{family}-{place}-{digest[:16]}"
        found.append(
            Passage(id_, page.key, CHILD, index, family, child.start, child.end, path, digest)
        )
    return found


def _place(passage: Passage) -> tuple[int, int, int]:
    start = 0 if passage.level == DOCUMENT else passage.start
    return start, LEVELS.index(passage.level), passage.index
