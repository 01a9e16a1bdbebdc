"""Paints what the bench says of the text: bars beside what is sent, words found, the answer."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from chunkscope.core.spans import Span
from chunkscope.gui.assets import interface_font
from chunkscope.gui.overlays import Decoration, Mark
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.overlay_rows import (
    PADDING,
    Row,
    label_rect,
    rects_of,
    row_index,
    rows_of,
    snapped,
)

ANSWER_LABEL: Final = "answer"
ANSWER_LETTER: Final = "A"
"""Stands in the margin of an answer, whose label may find no room."""
_BAR_PX, _LANE_PX, _CHIP_PX = 3.0, 4.0, 13.0
_CHIP_LEFT: Final = 15.0
_CHIP_FONT_PX: Final = 9
_LABEL_FONT_PX: Final = 10
_DASH: Final = (2.0, 1.5)
_UNCHOSEN: Final = 0.55
_LONGEST_NUMBER: Final = 2


def paint_bench(
    painter: QPainter,
    rows: Sequence[Row],
    marks: Sequence[Decoration],
    theme: Theme,
    taken: list[QRectF],
) -> None:
    """Paint what the bench says; signs in the margin last, so that no bar runs over them.

    `taken` is where labels stand already; those that are painted are added.
    """
    _terms(painter, rows, [mark for mark in marks if mark.mark is Mark.TERM], theme)
    for mark in marks:
        if mark.mark in (Mark.SENT, Mark.MISSED):
            _bar(painter, rows, mark, theme)
        elif mark.mark is Mark.ANSWER:
            framed(painter, rows, mark.span, theme.color(mark.role), 1.5)
            label = Decoration(Mark.ANSWER, mark.span, role=mark.role, label=ANSWER_LABEL)
            _label(painter, rows, label, theme, taken)
        elif mark.mark is Mark.CLOSEST:
            _closest(painter, rows, mark, theme, taken)
    for mark in marks:
        if mark.mark in (Mark.SENT, Mark.MISSED, Mark.ANSWER_SIGN):
            _sign(painter, rows, mark, theme, taken)


def framed(painter: QPainter, rows: Sequence[Row], span: Span, color: QColor, width: float) -> None:
    """Draw a frame around what is written of a span, row by row."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for rect in rects_of(rows, span, fill=False):
        painter.drawRoundedRect(rect.adjusted(-1, 0.5, 1, -0.5), 2.5, 2.5)
    painter.restore()


def _bar(painter: QPainter, rows: Sequence[Row], mark: Decoration, theme: Theme) -> None:
    """Draw a bar left of a passage: solid for what is sent, dashed for one that is not."""
    touched = list(rows_of(rows, mark.span))
    if not touched:
        return
    left = min(row.rect.left() for row in touched) - PADDING - _LANE_PX * (mark.lane + 1)
    top = min(row.rect.top() for row in touched)
    bottom = max(row.rect.bottom() for row in touched)
    bar = snapped(QRectF(left, top, _BAR_PX, bottom - top), painter)
    color = theme.color(mark.role)
    if mark.mark is Mark.MISSED:
        _dashed(painter, bar, color)
    else:
        painter.fillRect(bar, color if mark.strength else theme.blend(color, _UNCHOSEN))


def _sign(
    painter: QPainter, rows: Sequence[Row], mark: Decoration, theme: Theme, taken: list[QRectF]
) -> None:
    """Write a passage's place, or the answer's letter, in the margin of its first row."""
    first = next(rows_of(rows, mark.span), None)
    sign = ANSWER_LETTER if mark.mark is Mark.ANSWER_SIGN else str(mark.place)
    if first is None or first.span.start > mark.span.start or len(sign) > _LONGEST_NUMBER:
        return
    is_strong = mark.mark is Mark.ANSWER_SIGN or (mark.mark is Mark.SENT and mark.strength > 0)
    _chip(painter, first, sign, theme.color(mark.role), theme, taken, is_filled=is_strong)


def _terms(
    painter: QPainter, rows: Sequence[Row], marks: Sequence[Decoration], theme: Theme
) -> None:
    """Underline the words that the full-text leg found; frequent ones more faintly."""
    strong = theme.color("accent")
    pale = theme.blend(strong, _UNCHOSEN)
    for mark in marks:
        for rect in rects_of(rows, mark.span, fill=False):
            bottom, height = round(rect.bottom()) - 4, 2 if mark.strength else 1
            line = QRectF(rect.left(), bottom, rect.width(), height)
            painter.fillRect(line, strong if mark.strength else pale)


def _closest(
    painter: QPainter, rows: Sequence[Row], mark: Decoration, theme: Theme, taken: list[QRectF]
) -> None:
    """Draw a stroke before the sentence that is most like the question, and name it."""
    first = next(rects_of(rows, mark.span, fill=False), None)
    if first is not None and any(row.span.contains(mark.span.start) for row in rows):
        stroke = QRectF(first.left() - 2, first.top() + 1, 2, first.height() - 2)
        painter.fillRect(snapped(stroke, painter), theme.color(mark.role))
    _label(painter, rows, mark, theme, taken)


def _label(
    painter: QPainter, rows: Sequence[Row], mark: Decoration, theme: Theme, taken: list[QRectF]
) -> None:
    """Write a label beside a span's last row that has room, all of it or its last part."""
    font = interface_font(_LABEL_FONT_PX, bold=True)
    metrics = QFontMetricsF(font, painter.device())
    touched = [row_index(rows, row.span.start) for row in rows_of(rows, mark.span)]
    for label in dict.fromkeys((mark.label, mark.label.rpartition(" · ")[2])):
        width = metrics.horizontalAdvance(label) + 1
        for place in reversed(touched):
            rect = None if place is None else label_rect(rows, place, width, taken)
            if rect is not None:
                _write(painter, rect, label, font, theme.color(mark.role))
                taken.append(rect)
                return


def _dashed(painter: QPainter, bar: QRectF, color: QColor) -> None:
    painter.save()
    pen = QPen(color, _BAR_PX)
    pen.setDashPattern(list(_DASH))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    middle = bar.center().x()
    painter.drawLine(QPointF(middle, bar.top()), QPointF(middle, bar.bottom()))
    painter.restore()


def _chip(
    painter: QPainter,
    row: Row,
    sign: str,
    color: QColor,
    theme: Theme,
    taken: list[QRectF],
    *,
    is_filled: bool,
) -> None:
    """Draw a sign in the margin beside a row; below another one that stands there already."""
    top = row.rect.top() + max(0.0, (row.rect.height() - _CHIP_PX) / 2)
    chip = QRectF(row.rect.left() - _CHIP_LEFT, round(top), _CHIP_PX, _CHIP_PX)
    while any(chip.intersects(other) for other in taken):
        chip.translate(0, _CHIP_PX + 1)
    taken.append(QRectF(chip))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, 1))
    painter.setBrush(color if is_filled else theme.color("panel"))
    painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.restore()
    ink = theme.color("panel") if is_filled else color
    _write(painter, chip, sign, interface_font(_CHIP_FONT_PX, bold=True), ink)


def _write(painter: QPainter, room: QRectF, words: str, font: QFont, color: QColor) -> None:
    painter.save()
    painter.setFont(font)
    painter.setPen(color)
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
    painter.drawText(room, flags, words)
    painter.restore()
