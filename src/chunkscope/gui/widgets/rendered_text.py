"""One text of a block, laid out: where its rows lie and which character is where."""

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QTextLayout, QTextLine, QTextOption

from chunkscope.core.rendering.display import Style
from chunkscope.core.spans import Span
from chunkscope.gui.widgets.mixed_lines import character_at, may_mix, stretches
from chunkscope.gui.widgets.rendered_look import Look, TextLook, is_lent
from chunkscope.gui.widgets.rendered_offsets import ShownText

_LINE_SEPARATOR: Final = "\u2028"
_TAB_COLUMNS: Final = 4


class Row(NamedTuple):
    """One row of laid-out text: its positions and where it lies in the block."""

    start: int
    end: int
    top: float
    height: float


class Zone(NamedTuple):
    """Two heights of a block between which something is asked for."""

    top: float
    bottom: float


EVERYWHERE: Final = Zone(-inf, inf)


class TextPiece:
    """A text laid out at a place of its block; all rectangles are the block's.

    Attributes:
        shown: What is shown and where it comes from.
        frame: The whole place that belongs to this text, such as a cell.
        rows: Its rows from the top.
        height: Height of its rows together.
        natural_width: Width of its widest row.
    """

    __slots__ = ("_inner", "_layout", "_mixed", "frame", "height", "natural_width", "rows", "shown")

    def __init__(
        self,
        shown: ShownText,
        inner: QRectF,
        look: Look,
        text_look: TextLook,
        alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        """Lay the text out in the width of `inner`, from its top left downwards."""
        self.shown = shown
        self._inner = inner
        self._mixed = may_mix(shown.text)
        font = look.font_for(text_look, shown.text)
        self._layout = QTextLayout(shown.text.replace("\n", _LINE_SEPARATOR), font)
        self._layout.setCacheEnabled(True)
        formats = _formats(shown, look, text_look)
        if formats:
            self._layout.setFormats(formats)
        self._layout.setTextOption(_option(shown.text, look, alignment))
        self.rows: list[Row] = []
        self.natural_width = 0.0
        self.height = self._break_rows(text_look.row_px)
        self.frame = QRectF(inner.left(), inner.top(), inner.width(), self.height)

    def _break_rows(self, row_px: float) -> float:
        self._layout.beginLayout()
        top = 0.0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(self._inner.width())
            height = max(row_px, line.height())
            line.setPosition(QPointF(0.0, top + (height - line.height()) / 2))
            start, end = line.textStart(), line.textStart() + line.textLength()
            self.rows.append(Row(start, end, self._inner.top() + top, height))
            self.natural_width = max(self.natural_width, line.naturalTextWidth())
            top += height
        self._layout.endLayout()
        return top or row_px

    @property
    def inner(self) -> QRectF:
        """The place of its rows, without the padding of its frame."""
        return self._inner

    @property
    def layout(self) -> QTextLayout:
        """Qt's layout, to be drawn at `origin`."""
        return self._layout

    @property
    def origin(self) -> QPointF:
        """Where the layout is drawn."""
        return self._inner.topLeft()

    def row_of(self, offset: int) -> Row | None:
        """Return the row that shows the character at `offset`."""
        position = self.shown.position_of(offset)
        place = bisect_right(self.rows, position, key=_end_of)
        return self.rows[min(place, len(self.rows) - 1)] if self.rows else None

    def position_at(self, point: QPointF) -> int:
        """Return the position of the character nearest to a point."""
        number = self._row_number_at(point.y())
        if number < 0:
            return 0
        line, row = self._layout.lineAt(number), self.rows[number]
        x = point.x() - self._inner.left()
        position = character_at(line, x) if self._mixed else None
        if position is None:
            position = line.xToCursor(x, QTextLine.CursorPosition.CursorOnCharacter)
        return min(position, max(row.start, row.end - 1))

    def boundary_at(self, point: QPointF) -> int:
        """Return the position of the gap between characters nearest to a point."""
        number = self._row_number_at(point.y())
        if number < 0:
            return 0
        x = point.x() - self._inner.left()
        return self._layout.lineAt(number).xToCursor(x)

    def row_at(self, y: float) -> Row | None:
        """Return the row nearest to a height of the block."""
        number = self._row_number_at(y)
        return self.rows[number] if number >= 0 else None

    def rows_within(self, zone: Zone) -> range:
        """Return the numbers of the rows of which something lies in a zone."""
        first = bisect_right(self.rows, zone.top, key=_bottom_of)
        return range(first, bisect_left(self.rows, zone.bottom, first, key=_top_of))

    def _row_number_at(self, y: float) -> int:
        return min(bisect_right(self.rows, y, key=_bottom_of), len(self.rows) - 1)

    def rectangles(self, span: Span, zone: Zone = EVERYWHERE) -> Iterator[QRectF]:
        """Yield what a span covers: the whole frame, or parts of rows that reach to its edges.

        Of rows outside `zone` nothing is yielded.
        """
        if span.start <= self.shown.span.start and self.shown.span.end <= span.end:
            yield self.frame
            return
        start, end = self.shown.range_of(span)
        if span.end > self.shown.span.end:
            end += 1
        for number in self.rows_within(zone):
            row = self.rows[number]
            if row.start < end and start < row.end:
                yield from self._in_row(number, row, start, end, to_edge=True)

    def stretches(self, number: int, span: Span) -> list[QRectF]:
        """Return the parts of one row whose characters lie in a span."""
        start, end = self.shown.range_of(span)
        row = self.rows[number]
        if start >= row.end or row.start >= end:
            return []
        return list(self._in_row(number, row, start, end, to_edge=False))

    def underlines(self, span: Span, zone: Zone = EVERYWHERE) -> Iterator[QRectF]:
        """Yield the parts of rows in a zone whose characters lie in a span, no wider than these."""
        start, end = self.shown.range_of(span)
        for number in self.rows_within(zone):
            row = self.rows[number]
            if row.start < end and start < row.end:
                yield from self._in_row(number, row, start, end, to_edge=False)

    def _in_row(
        self, number: int, row: Row, start: int, end: int, *, to_edge: bool
    ) -> Iterator[QRectF]:
        line = self._layout.lineAt(number)
        first, last = max(start, row.start), min(end, row.end)
        if to_edge and start <= row.start and row.end <= end:
            yield QRectF(self.frame.left(), row.top, self.frame.width(), row.height)
            return
        if self._mixed:
            yield from self._mixed_parts(number, row, first, last)
            return
        left = self._inner.left() + _x(line, first)
        right = self._inner.left() + _x(line, last)
        if end > row.end and to_edge:
            right = self.frame.right()
        if start < row.start and to_edge:
            left = self.frame.left()
        yield QRectF(left, row.top, right - left, row.height)

    def _mixed_parts(self, number: int, row: Row, first: int, last: int) -> Iterator[QRectF]:
        """Yield where the glyphs lie: with two directions, a range may be in several places."""
        line, edge = self._layout.lineAt(number), self._inner.left()
        for left, right in stretches(line, first, last, edge):
            yield QRectF(left, row.top, right - left, row.height)


def reads_right_to_left(text: str) -> bool:
    """Say whether the first letter with a direction is of a script that runs from the right."""
    if text[:1].isascii() and text[:1].isalpha():
        return False
    for character in text[:200]:
        direction = unicodedata.bidirectional(character)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False


def _end_of(row: Row) -> int:
    return row.end


def _top_of(row: Row) -> float:
    return row.top


def _bottom_of(row: Row) -> float:
    return row.top + row.height


def _option(text: str, look: Look, alignment: Qt.AlignmentFlag) -> QTextOption:
    from_right = reads_right_to_left(text)
    if from_right and alignment is Qt.AlignmentFlag.AlignLeft:
        alignment = Qt.AlignmentFlag.AlignRight
    return _text_option(alignment, _TAB_COLUMNS * look.code_width_px, from_right)


@lru_cache(maxsize=64)
def _text_option(alignment: Qt.AlignmentFlag, tab_px: float, from_right: bool) -> QTextOption:
    """Return an option, which nobody changes: each cell of a table has the same one."""
    option = QTextOption(alignment)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTabStopDistance(tab_px)
    if from_right:
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
    return option


def _formats(shown: ShownText, look: Look, text_look: TextLook) -> list[QTextLayout.FormatRange]:
    if not any(run.style for run in shown.runs):
        return []
    formats = []
    position = 0
    size_px = text_look.font.pixelSize()
    is_bold = text_look.font.weight() > QFont.Weight.Normal
    whole_is_code = text_look in (look.code, look.quiet_code)
    for run in shown.runs:
        end = position + len(run.text)
        if run.style is not Style.PLAIN and not whole_is_code:
            part = QTextLayout.FormatRange()
            part.start, last = shown.units_of(position, end)
            part.length = last - part.start
            lent = is_lent(run.text)
            part.format = look.style_format(run.style, size_px, bold=is_bold, lent=lent)
            formats.append(part)
        position = end
    return formats


def _x(line: QTextLine, position: int) -> float:
    """Return where the character at `position` begins in a row."""
    x: object = line.cursorToX(position)
    return float(x[0] if isinstance(x, tuple) else x)  # type: ignore[arg-type]
