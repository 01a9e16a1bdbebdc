"""Tables by their lines: markdown-it reads the header, the rows are kept as offsets.

A token for every cell would cost a hundred times the text in objects before the first row shows,
and passes of the garbage collector that stop every thread meanwhile.
"""

from array import array
from typing import NamedTuple

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block import table as header_rule
from markdown_it.rules_block.state_block import StateBlock

from chunkscope.core.rendering.source_map import SourceMap, Stretch, contiguous

_HEADER_LINES = 2


class CellText(NamedTuple):
    """A cell's markdown, escaped pipes resolved, and where it stands."""

    content: str
    source: SourceMap


def table_rule(
    state: StateBlock,
    startLine: int,  # noqa: N803 - markdown-it's
    endLine: int,  # noqa: N803 - markdown-it's
    silent: bool,
) -> bool:
    """Read a table; its opening token's `meta["rows"]` gets start and end of each row's line."""
    opening = len(state.tokens)
    if not header_rule(state, startLine, min(endLine, startLine + _HEADER_LINES), silent):
        return False
    if silent:
        return True
    rows = array("q", _line_of(state, startLine))
    parent_type, state.parentType = state.parentType, "table"
    line = startLine + _HEADER_LINES
    while line < endLine and _is_row(state, line, endLine):
        rows.extend(_line_of(state, line))
        line += 1
    state.parentType = parent_type
    state.line = line
    state.tokens[opening].map = [startLine, line]
    state.tokens[opening].meta["rows"] = rows
    return True


def cells_of(line: str, start: int, count: int) -> list[CellText]:
    """Return the first `count` cells of a row that stands at `start`; missing ones are empty."""
    bounds = _cell_bounds(line)
    if bounds[0][0] == bounds[0][1]:
        bounds.pop(0)
    cells = [_cell(line, first, last, start) for first, last in bounds[:count]]
    missing = CellText("", contiguous(start + len(line)))
    return cells + [missing] * (count - len(cells))


def _line_of(state: StateBlock, line: int) -> tuple[int, int]:
    return state.bMarks[line] + state.tShift[line], state.eMarks[line]


def _is_row(state: StateBlock, line: int, end_line: int) -> bool:
    if state.sCount[line] < state.blkIndent or state.is_code_block(line):
        return False
    start, end = _line_of(state, line)
    if not mdTrim(state.src[start:end]):
        return False
    enders = state.md.block.ruler.getRules("blockquote")
    return not any(rule(state, line, end_line, True) for rule in enders)


def _cell_bounds(line: str) -> list[tuple[int, int]]:
    trimmed = mdTrim(line)
    first = line.index(trimmed)
    end = first + len(trimmed)
    bounds = []
    at = line.find("|", first)
    while 0 <= at < end:
        if at == first or line[at - 1] != "\\":
            bounds.append((first, at))
            first = at + 1
        at = line.find("|", at + 1)
    bounds.append((first, end))
    return bounds


def _cell(line: str, first: int, last: int, start: int) -> CellText:
    """Return one cell; the backslash of an escaped pipe is left out, so it ends a stretch."""
    raw = mdTrim(line[first:last])
    begin = line.index(raw, first)
    stretches = [Stretch(0, start + begin)]
    at = raw.find("\\|")
    while at >= 0:
        stretches.append(Stretch(at + 1 - len(stretches), start + begin + at + 1))
        at = raw.find("\\|", at + 2)
    return CellText(raw.replace("\\|", "|"), SourceMap(stretches))
