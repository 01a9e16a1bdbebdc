"""The body of a Word document as blocks: headings, paragraphs, items, code, tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final
from xml.etree.ElementTree import Element

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.office.docx_numbering import Marker, Numbering
from chunkscope.sources.office.docx_styles import NO_STYLE, Kind, ParagraphStyle, outline_rank
from chunkscope.sources.office.docx_tables import Cell, is_layout, rows_of, table_markdown
from chunkscope.sources.office.docx_text import PAGE_BREAK, Line, LineReader, Source
from chunkscope.sources.office.drawings import alternative
from chunkscope.sources.office.markdown import (
    Piece,
    apart,
    inline,
    opened,
    plain,
    trimmed,
    verbatim,
    without_marks,
)
from chunkscope.sources.office.package import MC, W, child, whole_number

DEEPEST: Final = 40  # tables and text boxes inside each other

_TRANSPARENT: Final = frozenset(W + name for name in ("ins", "moveTo", "customXml", "sdtContent"))
_ENDS: Final = ("del", "moveFrom")


class Form(Enum):
    """How a block is written."""

    TITLE = "title"
    SUBTITLE = "subtitle"
    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    CODE = "code"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Block:
    """A block with what its place in the document decides later.

    Attributes:
        text: Markdown without marker or fence; of code, its lines.
        rank: Of a heading, from 1.
        aside: Whether it stands in a quotation or a box.
        notes: Kind and id of each note that it points to.
    """

    form: Form
    text: str
    rank: int = 0
    aside: bool = False
    marker: Marker | None = None
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class BlockReader:
    """Reads blocks of one part.

    Attributes:
        keeps_contents: Whether the lines of a table of contents are text like any other.
        contents: How many of its lines were left out.
    """

    source: Source
    numbering: Numbering
    keeps_contents: bool = False
    contents: int = 0
    _lines: LineReader = field(init=False)
    _carried: Line = field(default_factory=Line)
    _marks: str = ""
    _unnumbered: int = 0

    def __post_init__(self) -> None:
        self._lines = LineReader(self.source)

    def blocks(
        self, container: Element, depth: int = 0, report: Report = ignore
    ) -> Iterator[Block]:
        """Yield the blocks of what holds paragraphs and tables: a body, a cell, a note, a box."""
        if depth > DEEPEST:
            yield from self._flattened(container)
            return
        total = len(container)
        for place, element in enumerate(container):
            if element.tag == W + "p":
                yield from self._paragraph(element, depth)
            elif element.tag == W + "tbl":
                yield from self._table(element, depth)
            elif element.tag == W + "sdt":
                yield from self._control(element, depth)
            elif element.tag in _TRANSPARENT:
                yield from self.blocks(element, depth + 1)
            elif element.tag == MC + "AlternateContent" and len(element):
                yield from self.blocks(alternative(element), depth + 1)
            elif element.tag == W + "altChunk":
                self.source.ledger.note("objects-dropped")
            if not depth and not place % 200:
                report(place, total)
        yield from self._last_carried()

    def _last_carried(self) -> Iterator[Block]:
        """Give what waits for a paragraph to be joined with, where none follows."""
        line, self._carried = self._carried, Line()
        if line.pieces:
            for block in self._written(line, None, NO_STYLE, None):
                yield self._marked(block)

    def _flattened(self, container: Element) -> Iterator[Block]:
        """Give what is nested too deeply as one paragraph."""
        text = " ".join(one.text or "" for one in container.iter(W + "t"))
        if text.strip():
            mark = self.source.ledger.mark("layout-lost")
            yield Block(Form.TEXT, mark + opened(inline([Piece(" ".join(text.split()))])))

    def _control(self, element: Element, depth: int) -> Iterator[Block]:
        content = child(element, W + "sdtContent")
        if content is None:
            return
        gallery = child(element, W + "sdtPr", W + "docPartObj", W + "docPartGallery")
        named = "" if gallery is None else gallery.get(W + "val", "")
        if named == "Table of Contents" and not self.keeps_contents:
            for block in self.blocks(content, depth + 1):
                self._leave_out(block.text)
            return
        yield from self.blocks(content, depth + 1)

    def _leave_out(self, text: str) -> None:
        if without_marks(text).strip():
            self.contents += 1
            self._marks += self.source.ledger.mark("contents-dropped")

    def _paragraph(self, element: Element, depth: int) -> Iterator[Block]:
        properties = child(element, W + "pPr")
        in_contents = self.source.fields.lists_contents
        line = self._lines.read(element)
        if self._carried.pieces or self._carried.boxes:
            line, self._carried = _joined(self._carried, line), Line()
        if any(child(properties, W + "rPr", W + end) is not None for end in _ENDS):
            self._carried = line
            return
        identity = _value(properties, "pStyle")
        style = self.source.styles.paragraph(identity)
        in_contents = in_contents or self.source.fields.lists_contents
        is_contents = style.kind is Kind.CONTENTS or in_contents
        if is_contents and not self.keeps_contents:
            self._leave_out("".join(piece.text for piece in line.pieces))
            return
        for block in self._written(line, properties, style, identity):
            yield self._marked(block)
        for box in line.boxes:
            yield from self.blocks(box, depth + 1)
        for drawn in line.drawn:
            yield Block(Form.TABLE, drawn)

    def _marked(self, block: Block) -> Block:
        """Hang the places of what was left out before a block on it."""
        marks, self._marks = self._marks, ""
        return replace(block, text=marks + block.text) if marks else block

    def _written(
        self,
        line: Line,
        properties: Element | None,
        style: ParagraphStyle,
        identity: str | None,
    ) -> Iterator[Block]:
        rank = outline_rank(properties)
        kind = style.kind
        if rank is not None and kind in (Kind.TEXT, Kind.HEADING):
            kind = Kind.HEADING if rank else Kind.TEXT
        marker = self._marker(properties, style, identity, line)
        notes = tuple(line.notes)
        if kind in (Kind.TITLE, Kind.SUBTITLE, Kind.HEADING):
            text = plain(line.pieces)
            if without_marks(text):
                if marker is not None and marker.text and kind is Kind.HEADING:
                    text = f"{marker.text} {text}"
                form = Form[kind.name]
                yield Block(form, text, rank or style.rank, style.aside, None, notes)
            return
        if kind is Kind.CODE:
            yield Block(Form.CODE, verbatim(line.pieces), 0, style.aside, None, notes)
            return
        if marker is not None and marker.named:
            line.pieces.insert(0, Piece(f"{marker.text} "))
            marker = None
        for pieces in _pages(line.pieces):
            text = opened(_tidy(inline(pieces)))
            if without_marks(text).strip():
                form = Form.TEXT if marker is None else Form.ITEM
                yield Block(form, text, 0, style.aside, marker, notes)
                marker, notes = None, ()
            elif text:
                self._marks += text

    def _marker(
        self,
        properties: Element | None,
        style: ParagraphStyle,
        identity: str | None,
        line: Line,
    ) -> Marker | None:
        """Return what Word writes before the paragraph, whose turn in its list comes with it."""
        numbered = child(properties, W + "numPr")
        listed = _value(numbered, "numId")
        level = _value(numbered, "ilvl")
        depth = None if level is None else whole_number(level)
        if listed is None and style.numbering is not None:
            listed, by_style = style.numbering
            depth = by_style if depth is None else depth
        if not any(piece.text.strip() for piece in line.pieces):
            return None  # Word does count these, but a reader sees a number without an item.
        if listed is not None and listed != "0":
            return self.numbering.marker(listed, depth, identity)
        if listed is None and style.bullet is not None:
            return self._marker_by_name(style.bullet)
        self._unnumbered = 0
        return None

    def _marker_by_name(self, bullet: str) -> Marker:
        if bullet == "bullet":
            return Marker(0)
        self._unnumbered += 1
        return Marker(0, f"{self._unnumbered}.", self._unnumbered)

    def _table(self, element: Element, depth: int) -> Iterator[Block]:
        rows, dropped = rows_of(element)
        if dropped:
            self._marks += self.source.ledger.mark("deletions-dropped", count=dropped)
        is_heading = self._is_heading
        if is_layout(rows, is_heading):
            for row in rows:
                for cell in row:
                    yield from self.blocks(cell.element, depth + 1)
            return
        notes: list[tuple[str, str]] = []

        def markdown_of(cell: Cell) -> str:
            blocks = list(self.blocks(cell.element, depth + 1))
            notes.extend(note for block in blocks for note in block.notes)
            return "\n".join(_in_cell(block) for block in blocks)

        text = table_markdown(rows, markdown_of)
        if text:
            yield self._marked(Block(Form.TABLE, text, notes=tuple(notes)))

    def _is_heading(self, paragraph: Element) -> bool:
        properties = child(paragraph, W + "pPr")
        rank = outline_rank(properties)
        style = self.source.styles.paragraph(_value(properties, "pStyle"))
        if style.kind not in (Kind.HEADING, Kind.TITLE, Kind.SUBTITLE) and not rank:
            return False
        return rank != 0 and any(one.text for one in paragraph.iter(W + "t"))


def _in_cell(block: Block) -> str:
    if block.form is Form.CODE:
        return inline([Piece(block.text, code=True)])
    if block.form is Form.ITEM and block.marker is not None:
        return f"{block.marker.text or '•'} {block.text}"
    if block.form is Form.TABLE:
        return _flat(block.text)
    return block.text


def _flat(table: str) -> str:
    """Return a table's rows as lines, for the cell of another."""
    lines = [line for place, line in enumerate(table.split("\n")) if place != 1]
    return "\n".join(line.strip("| ").replace(" | ", ", ").replace("|", "") for line in lines)


def _pages(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Yield pieces apart where a page ends between them."""
    page: list[Piece] = []
    for piece in pieces:
        if piece.text == PAGE_BREAK:
            yield page
            page = []
        else:
            page.append(piece)
    yield page


def _tidy(text: str) -> str:
    """Return lines without blanks at their ends, each but the last to be broken where it ends."""
    lines = text.replace("\t", " ").split("\n")
    return apart((trimmed(line) for line in lines), "  \n")


def _joined(first: Line, second: Line) -> Line:
    first.pieces += second.pieces
    first.boxes += second.boxes
    first.drawn += second.drawn
    first.notes += second.notes
    return first


def _value(element: Element | None, name: str) -> str | None:
    inner = child(element, W + name)
    return None if inner is None else inner.get(W + "val")
