"""Marks of footnotes: small raised letters that a file draws apart from their line."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from chunkscope.sources.pdf.lines import Line

_MARK: Final = re.compile(r"\d{1,3}|[*†‡§]")
_SMALLER: Final = 0.85  # than the letters of its line
_REACH: Final = 0.5  # of the size, to its line's end
_MOST: Final = 100  # of a page


def with_marks(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with each mark in the line that it stands on."""
    marks = [place for place, line in enumerate(lines) if _MARK.fullmatch(line.text)]
    if not marks or len(marks) > _MOST:
        return list(lines)
    placed: dict[int, Line] = dict(enumerate(lines))
    for place in marks:
        mark = lines[place]
        host = next((other for other, line in placed.items() if _holds(line, mark)), None)
        if host is not None:
            placed[host] = _marked(placed[host], mark)
            del placed[place]
    return list(placed.values())


def _holds(line: Line, mark: Line) -> bool:
    """Tell whether a mark is raised beside or within a line's letters."""
    reach = _REACH * line.size
    return (
        mark.size < _SMALLER * line.size
        and len(line.text) > len(mark.text)
        and line.top - reach < mark.top
        and mark.bottom > line.top
        and mark.baseline < line.baseline - 0.1 * line.size
        and line.left - reach <= mark.right
        and mark.left <= line.right + reach
    )


def _marked(line: Line, mark: Line) -> Line:
    reach = _REACH * line.size
    if mark.left < line.left:
        return replace(line, text=f"{mark.text} {line.text}", left=mark.left)
    if mark.right > line.right - reach:
        return replace(line, text=line.text + mark.text, right=max(line.right, mark.right))
    share = (mark.left - line.left) / max(line.right - line.left, 1.0)
    blanks = [place for place, letter in enumerate(line.text) if letter == " "]
    nearest = min(blanks, key=lambda place: abs(place - share * len(line.text)), default=None)
    if nearest is None:
        return replace(line, text=line.text + mark.text)
    return replace(line, text=line.text[:nearest] + mark.text + line.text[nearest:])
