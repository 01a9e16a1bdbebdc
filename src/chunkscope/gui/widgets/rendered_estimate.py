"""What a block's height will be, before it is laid out: cheap, and seldom far off."""

from dataclasses import dataclass
from math import ceil
from typing import Final

from chunkscope.core.rendering.display import DisplayBlock, Kind, shown_width
from chunkscope.gui.utf16 import utf16_length
from chunkscope.gui.widgets.rendered_block import column_widths
from chunkscope.gui.widgets.rendered_look import (
    CELL_PADDING_PX,
    CODE_PADDING_PX,
    DEEPEST_INDENT,
    INDENT_PX,
    SOURCE_KINDS,
    Look,
)

_RULE_PX: Final = 9.0


@dataclass(frozen=True, slots=True)
class Measured:
    """A block and how much text it holds, counted off the UI thread.

    Attributes:
        block: The block.
        columns: Width of its text in columns of a fixed-width font.
        lines: Lines that it holds whatever the width.
        units: Length of its shown text in UTF-16 units.
    """

    block: DisplayBlock
    columns: int
    lines: int
    units: int


def measured(block: DisplayBlock) -> Measured:
    """Count a block's text."""
    if block.table is not None:
        return Measured(block, 0, len(block.table.rows), utf16_length(block.text))
    columns = sum(shown_width(run.text) for run in block.runs)
    lines = 1 + sum(run.text.count("\n") for run in block.runs)
    return Measured(block, columns, lines, utf16_length(block.text))


def estimated_height(measure: Measured, look: Look, width: float, gap: float) -> float:
    """Return how high a block will be, its gap included, when laid out in `width`."""
    block = measure.block
    room = width - look.scaled(INDENT_PX) * min(len(block.nest), DEEPEST_INDENT)
    if block.table is not None:
        return gap + _table_height(measure, look, room)
    if block.kind is Kind.BREAK:
        return gap + look.scaled(_RULE_PX)
    text_look = look.of(block)
    character, around = look.text_width_px, 0.0
    if block.kind in SOURCE_KINDS:
        around = look.scaled(CODE_PADDING_PX)
        character = look.code_width_px
    a_row = max(1.0, (room - 2 * around) / character)
    rows = measure.lines + int(measure.columns / a_row * 1.02)
    if block.kind in SOURCE_KINDS:
        rows = max(measure.lines, ceil(measure.columns / a_row))
    return gap + rows * text_look.row_px + 1.6 * around


def _table_height(measure: Measured, look: Look, room: float) -> float:
    table = measure.block.table
    assert table is not None
    rows = 1.0
    if sum(column.widest for column in table.columns) * look.text_width_px > room:
        widths = column_widths(table.columns, look, room)
        rows = max(
            1.0 + 0.4 * column.widest * look.text_width_px / max(1.0, width)
            for column, width in zip(table.columns, widths, strict=True)
        )
    return measure.lines * (rows * look.text.row_px + 2 * look.scaled(CELL_PADDING_PX[1]))
