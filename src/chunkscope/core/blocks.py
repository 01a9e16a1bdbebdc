"""The blocks of a page: paragraphs, list items, quotes, tables, code, HTML, each a span.

Where the splitter's specification speaks (front matter, ATX headings, fences) it is followed to
the letter; for the rest, which only findings and views look at, CommonMark is followed as far as
one pass over the lines can. Front matter apart, blocks are leaves: they never overlap.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, overload

from chunkscope.core.block_grammar import KINDS, Columns, Kind
from chunkscope.core.block_scanner import Scanner
from chunkscope.core.progress import Report, ignore
from chunkscope.core.raw_html import TornHtml
from chunkscope.core.spans import Span

__all__ = ["Block", "Blocks", "Image", "Kind", "Table", "blocks_of"]

CODE: Final = frozenset((Kind.FENCED_CODE, Kind.INDENTED_CODE))
TABLES: Final = frozenset((Kind.TABLE, Kind.HTML_TABLE))
PROSE: Final = frozenset((Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE))

_TABLE_TAG: Final = re.compile(r"<(/?)table(?=[\s>/]|$)", re.IGNORECASE)
_ROW_TAG: Final = re.compile(r"<(/?)(tr|table|th|thead)(?=[\s>/]|$)", re.IGNORECASE)
_HEADING_LINE: Final = re.compile(r"^ {0,3}#{1,6}[ \t]+\S[^\n]*", re.MULTILINE)
_IMAGE: Final = re.compile(
    r"""[`!<](?:
        (?P<code>(?<=`)(?<!``)(?P<ticks>`{0,7}+)(?!`)[^\0]{1,1000}?(?<!`)`(?P=ticks)(?!`))
      | (?<=!)\[(?P<alt>(?:[^\[\]\\]|\\.|\[[^\[\]]{0,200}\]){0,1000})\]
        (?:\((?P<target>[^)\n]{0,4000})\)|\[[^\]\n]{0,200}\])
      | (?<=<)img(?=[\s/>])(?P<attributes>(?>(?:"[^"]{0,4000}+"|'[^']{0,4000}+'|[^"'>]++){0,50}))>
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_IMAGE_TAG: Final = re.compile(r"<img\b", re.IGNORECASE)
_ALT: Final = re.compile(
    r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{[^}]*\}|[^\s>]+))""", re.IGNORECASE
)
_SOURCE: Final = re.compile(r"""\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)


class Block(NamedTuple):
    """One block.

    Attributes:
        kind: What it is.
        start: Offset of its first character; behind the marker of a list item or quote.
        end: Offset after its last character that is not white space.
    """

    kind: Kind
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Table:
    """A table and its rows.

    Attributes:
        span: All of it.
        header: Its header rows, with the delimiter row of a pipe table; empty where it has none.
        rows: Its other rows, in order.
    """

    span: Span
    header: Span
    rows: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Image:
    """An image in markdown or HTML.

    Attributes:
        span: Its source.
        alt: Its text; None where it has not even an empty one.
        target: Where it comes from; empty for one that is named by reference.
    """

    span: Span
    alt: str | None
    target: str


class Blocks(Sequence[Block]):
    """The blocks of one text in order; each value is made when it is asked for."""

    __slots__ = ("_columns", "text")

    def __init__(self, text: str, columns: Columns) -> None:
        """View `columns`, which nobody changes any more, as blocks of `text`."""
        self.text = text
        self._columns = columns

    def __len__(self) -> int:
        """Return the number of blocks."""
        return len(self._columns.kinds)

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Block, ...]: ...
    def __getitem__(self, index: int | slice) -> Block | tuple[Block, ...]:
        """Return one block or a tuple of them."""
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        columns = self._columns
        kind = KINDS[columns.kinds[index]]
        return Block(kind, columns.starts[index], columns.ends[index])

    def of(self, kinds: Kind | frozenset[Kind]) -> Iterator[Block]:
        """Yield the blocks of one kind or of several, in order."""
        wanted = {kinds} if isinstance(kinds, Kind) else kinds
        numbers = {number for number, kind in enumerate(KINDS) if kind in wanted}
        columns = self._columns
        for number, start, end in zip(columns.kinds, columns.starts, columns.ends, strict=True):
            if number in numbers:
                yield Block(KINDS[number], start, end)

    def at(self, offset: int) -> Block | None:
        """Return the block that holds the character at `offset`; None between blocks."""
        place = bisect_right(self._columns.starts, offset) - 1
        if place < 0 or offset >= self._columns.ends[place]:
            return None
        return self[place]

    def at_or_after(self, offset: int) -> Block | None:
        """Return the block at an offset, or the next one, such as the item behind a marker."""
        place = bisect_right(self._columns.starts, offset) - 1
        if place < 0 or offset >= self._columns.ends[place]:
            place += 1
        return self[place] if place < len(self) else None

    def touching(self, span: Span) -> Iterator[Block]:
        """Yield the blocks that share a character with `span`."""
        place = max(0, bisect_right(self._columns.starts, span.start) - 1)
        while place < len(self) and self._columns.starts[place] < span.end:
            if self._columns.ends[place] > span.start:
                yield self[place]
            place += 1

    @property
    def torn_html(self) -> tuple[TornHtml, ...]:
        """The HTML blocks of code, and comments, that lines with `#` cut, in order."""
        return self._columns.torn_html

    def is_torn(self, span: Span) -> bool:
        """Say whether `span` shares a character with one of `torn_html`."""
        torn = self._columns.torn_html
        place = bisect_right(torn, span.start, key=lambda html: html.span.end)
        return place < len(torn) and torn[place].span.start < span.end

    def is_in_html(self, offset: int) -> bool:
        """Say whether the character at `offset` stands in HTML other than a table."""
        block = self.at(offset)
        return block is not None and block.kind is Kind.HTML

    def is_code(self, block: Block) -> bool:
        """Say whether a block is code: fenced, indented, or in `<pre>` and the like."""
        return block.kind in CODE or block.start in self._columns.raw_code

    def is_closed(self, fence: Block) -> bool:
        """Say whether a fenced block has a closing line."""
        return fence.start not in self._columns.unclosed_fences

    def language_of(self, fence: Block) -> str:
        """Return the first word behind a fence's opening marks, in lower case; may be empty."""
        end = self.text.find("\n", fence.start, fence.end)
        line = self.text[fence.start : fence.end if end < 0 else end]
        words = line.lstrip("`~").replace("{", " ").replace(",", " ").split()
        return words[0].strip("}.").lower() if words else ""

    def headings_in(self, fence: Block) -> tuple[Span, ...]:
        """Return the lines of a fenced block that would be headings outside it."""
        if "#" not in self.text[fence.start : fence.end]:
            return ()
        lines = _HEADING_LINE.finditer(self.text, fence.start, fence.end)
        return tuple(Span(*line.span()) for line in lines)

    def table(self, block: Block) -> Table:
        """Return the rows of a table block. Linear in its length."""
        if block.kind is Kind.TABLE:
            return _pipe_table(self.text, block)
        return _html_table(self.text, block)

    def images(self, report: Report = ignore) -> Iterator[Image]:
        """Yield the images outside code, in order."""
        if "![" not in self.text and not _IMAGE_TAG.search(self.text):
            return
        kinds = PROSE | TABLES | {Kind.HTML, Kind.HEADING, Kind.SETEXT_HEADING}
        for place, block in enumerate(self.of(kinds)):
            if not place % 1024:
                report(block.start, len(self.text))
            if self.is_code(block):
                continue
            slice_of = self.text[block.start : block.end]
            if "![" in slice_of or ("<" in slice_of and _IMAGE_TAG.search(slice_of)):
                yield from _images_in(slice_of, block.start)


def blocks_of(text: str, report: Report = ignore) -> Blocks:
    """Return the blocks of normalised markdown. Linear in its length.

    Raises:
        Cancelled: From `report`, between some thousand lines.
    """
    columns = Scanner(text, report).scan()
    if "<table" in text or "<TABLE" in text:
        columns = _with_html_tables(text, columns)
    return Blocks(text, columns)


def _with_html_tables(text: str, columns: Columns) -> Columns:
    """Return the blocks with each HTML table as one block, whatever blank lines it holds."""
    tables = iter(_html_table_spans(text, columns))
    merged = Columns()
    merged.unclosed_fences = columns.unclosed_fences
    merged.raw_code, merged.torn_html = columns.raw_code, columns.torn_html
    table = next(tables, None)
    number = KINDS.index(Kind.HTML_TABLE)
    for kind, start, end in zip(columns.kinds, columns.starts, columns.ends, strict=True):
        begin = start
        while table is not None and table.start < end:
            if begin < table.start:
                merged.append(kind, begin, table.start)
            if begin <= table.start:
                merged.append(number, table.start, table.end)
            if end <= table.end:
                break
            begin, table = max(begin, table.end), next(tables, None)
        else:
            merged.append(kind, begin, end)
    return merged


def _html_table_spans(text: str, columns: Columns) -> Iterator[Span]:
    """Yield the outermost HTML tables that begin in an HTML block."""
    blocks = Blocks(text, columns)
    depth, opened = 0, 0
    for tag in _TABLE_TAG.finditer(text):
        if tag[1]:
            if depth:
                depth -= 1
                if not depth:
                    end = text.find(">", tag.end())
                    yield Span(opened, len(text) if end < 0 else end + 1)
        elif depth:
            depth += 1
        else:
            block = blocks.at(tag.start())
            if block is not None and block.kind is Kind.HTML:
                depth, opened = 1, tag.start()


def _pipe_table(text: str, block: Block) -> Table:
    rows = []
    start = block.start
    while start < block.end:
        end = text.find("\n", start, block.end)
        end = block.end if end < 0 else end
        rows.append(Span(start, end))
        start = end + 1
    header = Span(block.start, rows[1].end if len(rows) > 1 else block.end)
    return Table(block.span, header, tuple(rows[2:]))


def _html_table(text: str, block: Block) -> Table:
    rows: list[tuple[Span, bool]] = []
    depth, start, has_header_cell = 0, -1, False
    for tag in _ROW_TAG.finditer(text, block.start, block.end):
        name, closing = tag[2].lower(), bool(tag[1])
        if name == "table":
            depth += -1 if closing else 1
        elif depth != 1:
            continue
        elif name == "tr":
            if start >= 0:
                rows.append((Span(start, tag.start()), has_header_cell))
            start, has_header_cell = (-1 if closing else tag.start()), False
        elif not closing:
            has_header_cell = True
    if start >= 0:
        rows.append((Span(start, block.end), has_header_cell))
    heads = 1 if rows and rows[0][1] else 0
    header = rows[0][0] if heads else Span(block.start, block.start)
    return Table(block.span, header, tuple(row for row, _ in rows[heads:]))


def _images_in(source: str, offset: int) -> Iterator[Image]:
    for found in _IMAGE.finditer(source):
        if found["code"] is not None:
            continue
        span = Span(offset + found.start(), offset + found.end())
        if found["attributes"] is None:
            yield Image(span, found["alt"], (found["target"] or "").strip())
        else:
            alt = _ALT.search(found["attributes"])
            target = _SOURCE.search(found["attributes"])
            yield Image(span, _value(alt) if alt else None, _value(target) if target else "")


def _value(attribute: re.Match[str]) -> str:
    return next((value for value in attribute.groups() if value is not None), "")
