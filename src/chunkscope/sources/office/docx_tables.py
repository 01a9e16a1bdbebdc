"""Tables of a Word document: their cells on a grid, and which of them only lay out a page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from chunkscope.sources.office.markdown import table
from chunkscope.sources.office.package import W, child, whole_number

MOST_SPANNED: Final = 200  # columns that one cell may take

_HOLDERS: Final = frozenset(
    W + name for name in ("sdt", "sdtContent", "ins", "moveTo", "customXml")
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Attributes:
        column: The first that it takes, from 0.
        spanned: How many it takes.
        continues: Whether it belongs to the cell above.
    """

    element: Element
    column: int
    spanned: int = 1
    continues: bool = False


def rows_of(element: Element) -> tuple[list[list[Cell]], int]:
    """Return a table's rows, and how many more a tracked change had deleted."""
    rows: list[list[Cell]] = []
    dropped = 0
    for row in _inside(element, W + "tr"):
        properties = child(row, W + "trPr")
        if child(properties, W + "del") is not None:
            dropped += 1
        else:
            rows.append(list(_cells(row, properties)))
    return [row for row in rows if row], dropped


def is_layout(rows: Sequence[Sequence[Cell]], is_heading: Callable[[Element], bool]) -> bool:
    """Say whether a table only lays out a page: one column, or cells that hold sections of it."""
    cells = [cell for row in rows for cell in row]
    if all(len(row) == 1 for row in rows):
        return True
    if not any(
        inner.tag == W + "p" and is_heading(inner) for cell in cells for inner in cell.element
    ):
        return False
    return len(cells) <= 12


def table_markdown(rows: Sequence[Sequence[Cell]], markdown_of: Callable[[Cell], str]) -> str:
    """Return a table's markdown; empty where no cell has text.

    A cell over several columns or rows has its text in the first of them.
    """
    written: list[list[str]] = []
    for row in rows:
        texts: list[str] = []
        for cell in row:
            texts += [""] * (cell.column - len(texts))
            texts += [markdown_of(cell)] + [""] * (cell.spanned - 1)
        written.append(texts)
    width = max((_width(texts) for texts in written), default=0)
    filled = [texts[:width] for texts in written if any(texts)]
    return table(filled) if filled else ""


def _width(texts: Sequence[str]) -> int:
    return max((place + 1 for place, text in enumerate(texts) if text), default=0)


def _cells(row: Element, properties: Element | None) -> Iterator[Cell]:
    before = child(properties, W + "gridBefore")
    column = 0 if before is None else _bounded(before.get(W + "val"), least=0)
    for element in _inside(row, W + "tc"):
        own = child(element, W + "tcPr")
        span, merged = child(own, W + "gridSpan"), child(own, W + "vMerge")
        spanned = 1 if span is None else _bounded(span.get(W + "val"), least=1)
        continues = merged is not None and merged.get(W + "val", "continue") == "continue"
        yield Cell(element, column, spanned, continues)
        column += spanned


def _bounded(text: str | None, least: int) -> int:
    return min(max(whole_number(text, least), least), MOST_SPANNED)


def _inside(element: Element, tag: str) -> Iterator[Element]:
    """Yield rows or cells, also those within content controls and tracked changes."""
    waiting = list(reversed(element))
    while waiting:
        inner = waiting.pop()
        if inner.tag == tag:
            yield inner
        elif inner.tag in _HOLDERS:
            waiting.extend(reversed(inner))
