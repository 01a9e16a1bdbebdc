"""Where the pages of the original begin, as marks beside the text."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from chunkscope.core.spans import Span
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.gutter_bands import Heights
from chunkscope.workspace.original import has_pages_to_draw
from chunkscope.workspace.state import Workspace

_REACH_PX: Final = 5.0


@dataclass(frozen=True, slots=True)
class PageMark:
    """A page that begins on screen: its index, from 0, and its height in the viewport."""

    page: int
    y: float


def page_marks(workspace: Workspace, heights: Heights) -> tuple[PageMark, ...]:
    """Return a mark for each page that begins on screen, while pages stand beside the text.

    Of several that begin at one height, as empty pages do, the last is meant. The first page's
    begin is the text's own and needs no mark.
    """
    document = workspace.document
    if document is None or not workspace.shows_pages or not has_pages_to_draw(document):
        return ()
    pages, visible = document.pages, heights.visible
    first = max(1, bisect_left(pages, visible.start, key=_start_of))
    last = bisect_right(pages, visible.end - 1, key=_start_of)
    marks: dict[float, PageMark] = {}
    for page in range(first, last):
        span = pages[page]
        if span.start == span.end and page + 1 < last and pages[page + 1].start == span.start:
            continue
        y = heights.top(span.start)
        marks[y] = PageMark(page, y)
    return tuple(marks.values())


def mark_at(marks: Iterable[PageMark], y: float) -> PageMark | None:
    """Return the mark near a height."""
    return next((mark for mark in marks if abs(mark.y - y) <= _REACH_PX), None)


def mark_sentence(mark: PageMark, count: int) -> str:
    """Return what is to be said of a mark."""
    return f"Page {mark.page + 1:,} of {count:,} begins here"


def paint_page_marks(
    painter: QPainter,
    marks: Sequence[PageMark],
    place: QRectF,
    theme: Theme,
    taken: Sequence[QRectF],
) -> None:
    """Draw a line for each mark across a column, and its number where nothing else stands.

    Args:
        painter: With the font of the numbers.
        marks: From the top.
        place: The column's left and right edge, and the height of a number.
        theme: Gives the colours.
        taken: Where other labels stand.
    """
    for mark in marks:
        painter.setPen(QPen(theme.color("quiet"), 1, Qt.PenStyle.DotLine))
        y = round(mark.y) + 0.5
        painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
        below = QRectF(place.left(), mark.y + 1, place.width(), place.height())
        above = below.translated(0, -place.height() - 2)
        free = (one for one in (below, above) if not any(one.intersects(other) for other in taken))
        if (rect := next(free, None)) is not None:
            align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(rect, align, f"p. {mark.page + 1}")


def _start_of(span: Span) -> int:
    return span.start
