"""A short label on a pale ground, and the mark of a finding's severity."""

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPolygonF

from chunkscope.core.lint.findings import Finding, Severity
from chunkscope.gui.assets import interface_font
from chunkscope.gui.theme import SMALL_SIZE_PX, Theme

MARK_PX: Final = 10
_HEIGHT_PX: Final = 16
_PADDING_PX: Final = 6
_CORNER_PX: Final = 4.0
SEVERITY_WORDS: Final = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFO: ("note", "notes"),
}
"""What a reader calls the severities: one of them, several of them."""
_LOSS: Final = {Severity.ERROR: 2, Severity.WARNING: 1, Severity.INFO: 0}


def loss_of(finding: Finding) -> int:
    """Return how much a finding loses: 2 for an error, 1 for a warning, 0 for a note."""
    return _LOSS[finding.severity]


def badge_width(label: str) -> int:
    """Return the width of a badge in pixels."""
    return QFontMetrics(interface_font(SMALL_SIZE_PX)).horizontalAdvance(label) + 2 * _PADDING_PX


def paint_badge(painter: QPainter, room: QRect, label: str, role: str, theme: Theme) -> None:
    """Draw a badge at the right end of `room`, in the middle of its height."""
    width = badge_width(label)
    top = room.center().y() - _HEIGHT_PX // 2 + 1
    place = QRect(room.right() - width + 1, top, width, _HEIGHT_PX)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ground_of(role))
    painter.drawRoundedRect(place, _CORNER_PX, _CORNER_PX)
    painter.setPen(theme.color(role))
    painter.setFont(interface_font(SMALL_SIZE_PX))
    painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), label)
    painter.restore()


def paint_severity(painter: QPainter, room: QRect, severity: Severity, theme: Theme) -> None:
    """Draw a severity's mark in the middle of `room`.

    Each has a shape of its own, so that colour is not the only sign: a disc for an error, a
    triangle for a warning, a ring for a note.
    """
    side = float(MARK_PX)
    corner = QPointF(room.center().x() - side / 2 + 0.5, room.center().y() - side / 2 + 0.5)
    place = QRectF(corner, QSizeF(side, side))
    color = theme.color(severity.value)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    if severity is Severity.ERROR:
        painter.drawEllipse(place.adjusted(0.5, 0.5, -0.5, -0.5))
    elif severity is Severity.WARNING:
        top = QPointF(place.center().x(), place.top())
        painter.drawPolygon(QPolygonF([top, place.bottomRight(), place.bottomLeft()]))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 1.5))
        painter.drawEllipse(place.adjusted(1.5, 1.5, -1.5, -1.5))
    painter.restore()
