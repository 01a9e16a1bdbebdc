"""What a rendered page consists of: frozen display blocks whose runs know their source."""

import unicodedata
from dataclasses import dataclass
from enum import Enum, IntFlag
from typing import NamedTuple

from chunkscope.core.spans import Span


class Kind(Enum):
    """What a display block is."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    CODE = "code"
    TABLE = "table"
    HTML = "html"
    DEFINITION = "definition"
    FRONT_MATTER = "front matter"
    BREAK = "break"
    TOO_DEEP = "too deep"


class Nest(Enum):
    """What a display block stands in."""

    QUOTE = "quote"
    LIST = "list"
    NOTE = "note"
    TIP = "tip"
    IMPORTANT = "important"
    WARNING = "warning"
    CAUTION = "caution"


class Style(IntFlag):
    """How a run looks; several may hold at once."""

    PLAIN = 0
    BOLD = 1
    ITALIC = 2
    CODE = 4
    STRIKE = 8
    LINK = 16
    IMAGE = 32
    TAG = 64


class Run(NamedTuple):
    """Displayed text of one style and where it comes from.

    Attributes:
        text: What is shown; a break inside a block is a line feed.
        start: Offset of its first source character.
        end: Offset after its last source character.
        style: How it looks.
        exact: Whether `text[i]` is the source character at `start + i`; if not, the whole text
            stands for the whole range, as `&` does for `&amp;`.
        target: Address of the link or image it belongs to; empty without one.
    """

    text: str
    start: int
    end: int
    style: Style = Style.PLAIN
    exact: bool = True
    target: str = ""


class Marker(NamedTuple):
    """The bullet, number or check box of a list item.

    Attributes:
        text: What is shown, such as `•` or `3.`.
        depth: Place of the item's list in the block's `nest`.
        checked: State of a task's check box; None where there is none.
    """

    text: str
    depth: int
    checked: bool | None = None


class Cell(NamedTuple):
    """One cell of a table: its text, and its place in the source even when it has none."""

    runs: tuple[Run, ...]
    start: int
    end: int


class Column(NamedTuple):
    """What the width of a column rests on, in columns of a fixed-width font.

    Attributes:
        align: `left`, `right`, `center` or empty.
        widest: Width of its widest cell.
        widest_word: Width of its longest word.
    """

    align: str
    widest: int
    widest_word: int


@dataclass(frozen=True, slots=True)
class TableRows:
    """Consecutive rows of a table; all parts of one table share their columns.

    Attributes:
        columns: Estimated from a sample of the rows, the same for every part.
        rows: Each with one cell a column.
        has_header: Whether the first row is the table's header.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    has_header: bool


@dataclass(frozen=True, slots=True)
class DisplayBlock:
    """One thing that is laid out on its own.

    Attributes:
        kind: What it is.
        span: The source it stands for, markup included.
        runs: Its text in order; empty for tables and breaks.
        nest: Quotes, lists and alerts around it, outermost first.
        markers: Markers of the list items that begin with it, outermost first.
        level: 1 to 6 for a heading, else 0.
        language: Info string of a fence.
        table: The rows of a table.
        tight: Whether it belongs to a list without space between its items.
        continues: Whether it goes on with what the block before it began.
    """

    kind: Kind
    span: Span
    runs: tuple[Run, ...] = ()
    nest: tuple[Nest, ...] = ()
    markers: tuple[Marker, ...] = ()
    level: int = 0
    language: str = ""
    table: TableRows | None = None
    tight: bool = False
    continues: bool = False

    @property
    def text(self) -> str:
        """The displayed text; a table gives a line a row, with tabs between cells."""
        if self.table is None:
            return "".join(run.text for run in self.runs)
        return "\n".join(
            "\t".join("".join(run.text for run in cell.runs) for cell in row)
            for row in self.table.rows
        )

    def all_runs(self) -> tuple[Run, ...]:
        """Return every run, also those of a table's cells, in the order of the source."""
        if self.table is None:
            return self.runs
        return tuple(run for row in self.table.rows for cell in row for run in cell.runs)


def shown_width(text: str) -> int:
    """Return the width in columns of a fixed-width font: 2 for wide East Asian characters."""
    if text.isascii():
        return len(text)
    return sum(1 + (unicodedata.east_asian_width(character) in "WF") for character in text)
