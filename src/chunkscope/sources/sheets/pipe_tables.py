"""Rows of cells become the lines of a markdown table."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from chunkscope.sources.sheets.links import Linked
from chunkscope.sources.web.inline import escaped, linked

_MOST_PADDED: Final = 64


def cell_text(text: str) -> str:
    """Return what a cell holds as a table shows it: on one line, nothing taken for markdown."""
    shown = " ".join(text.split()) if "\n" in text or "\r" in text else text.strip()
    shown = escaped(shown)
    if isinstance(text, Linked):
        shown = linked(shown, text.address)
    return shown.replace("|", "\\|")


def table_lines(header: Sequence[str], rows: Iterable[Sequence[str]], width: int) -> Iterator[str]:
    """Yield a table line by line.

    Args:
        header: Its first row; may be empty or short.
        rows: The others; one that is short is filled up, unless the table is very wide.
        width: The most cells that any of them has.
    """
    yield _line([*header, *[""] * (width - len(header))])
    yield _line(["---"] * width)
    for row in rows:
        missing = width - len(row) if width <= _MOST_PADDED else 0
        yield _line([*row, *[""] * missing] if missing else row)


def _line(cells: Sequence[str]) -> str:
    """Return cells as a line, escaped together where none of them needs care."""
    line = " | ".join(map(str.strip, cells))
    odd = line.count("|") != len(cells) - 1 or "\n" in line or "\r" in line
    if odd or Linked in map(type, cells):
        return f"| {' | '.join(map(cell_text, cells))} |"
    return f"| {escaped(line)} |"
