"""The converter of Word documents that markitdown is given in place of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import BinaryIO, Final
from xml.etree.ElementTree import Element

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.office.docx_blocks import Block, BlockReader, Form
from chunkscope.sources.office.docx_numbering import Marker, Numbering
from chunkscope.sources.office.docx_styles import Styles
from chunkscope.sources.office.docx_text import Source
from chunkscope.sources.office.lists import Item, list_of
from chunkscope.sources.office.markdown import (
    Ledger,
    fenced,
    heading,
    indented,
    quoted,
    without_marks,
)
from chunkscope.sources.office.package import Damaged, Package, W, child
from chunkscope.sources.outcome import Converted, Wishes

_USUAL: Final = "word/document.xml"
_NOTE_KINDS: Final = (("footnotes", "footnote", ""), ("endnotes", "endnote", "e"))
_RUNS: Final = (Form.ITEM, Form.CODE)  # what follows each other is one
_HEADINGS: Final = (Form.TITLE, Form.SUBTITLE, Form.HEADING)


def convert_docx(
    stream: BinaryIO, _wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return a Word document as markdown, by its styles, lists, fields and tracked changes.

    Raises:
        Damaged: It has no body that can be read.
    """
    document = _Word(Package(stream))
    blocks = document.read(report)
    if document.lists_contents and not _stands_without_contents(blocks, document):
        document = _Word(document.package, keeps_contents=True)
        blocks = document.read(report)
    settled = document.ledger.settle("\n\n".join(document.written(blocks)))
    has_headings = any(block.form in _HEADINGS for block in blocks)
    title = None if has_headings else document.package.title()
    return Converted(settled.text, title, (), settled.remarks)


def _stands_without_contents(blocks: Sequence[Block], document: "_Word") -> bool:
    """Say whether what a table of contents lists is there without it, and where it ends."""
    has_headings = any(block.form in _HEADINGS for block in blocks)
    return has_headings and not document.source.fields.lists_contents


class _Word:
    """One reading of a Word document."""

    def __init__(self, package: Package, *, keeps_contents: bool = False) -> None:
        self.package = package
        self.ledger = Ledger()
        self._part = package.main_part(_USUAL)
        self._notes: dict[tuple[str, str], Element] = {}
        self._note_parts: dict[str, str] = {}
        styles = Styles.of(self._related("styles"))
        self._numbering = Numbering(self._related("numbering"), styles)
        self.source = Source(package, self._part, styles, self.ledger)
        self._find_notes()
        self._reader = BlockReader(self.source, self._numbering, keeps_contents)

    @property
    def lists_contents(self) -> bool:
        """Whether lines of a table of contents were left out."""
        return self._reader.contents > 0

    def read(self, report: Report) -> list[Block]:
        """Return the blocks of the body.

        Raises:
            Damaged: There is none.
        """
        body = child(self.package.root(self._part), W + "body")
        if body is None:
            raise Damaged(self._part)
        blocks = list(self._reader.blocks(body, report=report))
        for kind in ("header", "footer"):
            for name in self.package.related(self._part, kind):
                root = self.package.root_or_none(name)
                if root is not None and any(one.text for one in root.iter(W + "t")):
                    self.ledger.note("headers-dropped")
        return blocks

    def written(self, blocks: Sequence[Block]) -> Iterator[str]:
        """Yield the document's paragraphs, each as markdown has it."""
        levels = _Levels(blocks)
        if levels.lowered:
            self.ledger.note("headings-lowered")
        for aside, group in groupby(blocks, key=lambda block: block.aside):
            texts = self._together(list(group), levels)
            if aside:
                yield quoted("\n\n".join(texts))
            else:
                yield from texts

    def _together(self, blocks: Sequence[Block], levels: "_Levels") -> Iterator[str]:
        waiting: list[tuple[str, str]] = []
        for form, group in groupby(blocks, key=lambda block: block.form):
            run = list(group)
            parts = [run] if form in _RUNS else [[block] for block in run]
            for part in parts:
                yield from _paragraphs(form, part, levels)
                waiting += [note for block in part for note in block.notes]
                if form is not Form.ITEM:
                    yield from self._definitions(waiting)
                    waiting.clear()
        yield from self._definitions(waiting)

    def _definitions(self, notes: Sequence[tuple[str, str]]) -> Iterator[str]:
        """Yield notes where they are first pointed to, so that a chunk has both."""
        for key in notes:
            element = self._notes.pop(key, None)
            if element is None:
                continue
            source = Source(self.package, self._note_parts[key[0]], self.source.styles, self.ledger)
            reader = BlockReader(source, self._numbering, keeps_contents=True)
            texts = self._together(list(reader.blocks(element)), _Levels(()))
            text = indented("\n\n".join(texts), 4)
            yield f"[^{self.source.labels[key]}]: {text}".rstrip()

    def _find_notes(self) -> None:
        for relation, kind, sign in _NOTE_KINDS:
            for name in self.package.related(self._part, relation):
                root = self.package.root_or_none(name)
                self._note_parts[kind] = name
                for element in () if root is None else root:
                    if element.tag == W + kind and element.get(W + "type") in (None, "normal"):
                        self._notes[kind, element.get(W + "id", "")] = element
            found = [key for key in self._notes if key[0] == kind]
            for number, key in enumerate(found, 1):
                self.source.labels[key] = f"{sign}{number}"

    def _related(self, kind: str) -> Element | None:
        return self.package.root_or_none(next(self.package.related(self._part, kind), None))


@dataclass(slots=True)
class _Levels:
    """Gives headings their levels, in document order."""

    lowered: bool = False
    _titled: bool = False
    _current: int = 0

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._titled = any(block.form is Form.TITLE for block in blocks)
        highest = any(block.form is Form.HEADING and block.rank == 1 for block in blocks)
        self.lowered = self._titled and highest
        self._current = 0

    def level(self, block: Block) -> int:
        """Return the level of a heading; below a title, the highest of the others is the second."""
        if block.form is Form.TITLE:
            level = 1
        elif block.form is Form.SUBTITLE:
            level = 2 if self._titled else 1
        elif block.aside:
            return min(self._current + 1, 6)
        else:
            level = block.rank + self.lowered
        self._current = min(level, 6)
        return self._current


def _paragraphs(form: Form, run: Sequence[Block], levels: _Levels) -> Iterator[str]:
    """Yield what a run of blocks of one form becomes."""
    if form in _HEADINGS:
        for block in run:
            yield heading(levels.level(block), block.text)
    elif form is Form.ITEM:
        yield list_of(map(_item, run))
    elif form is Form.CODE:
        lines = "\n".join(block.text for block in run).strip("\n")
        if without_marks(lines).strip():
            yield fenced(lines)
    else:
        for block in run:
            yield block.text


def _item(block: Block) -> Item:
    marker = block.marker or Marker(0)
    label = "" if marker.number is not None else marker.text
    return Item(block.text, marker.level, marker.number, marker.closed_by, label)
