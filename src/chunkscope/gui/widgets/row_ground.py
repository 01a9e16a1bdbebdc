"""The ground of a list's row: chosen, under the pointer, with the keyboard on it."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView

from chunkscope.gui.theme import Theme

_FOCUS_PX = 2


def paint_row_ground(
    painter: QPainter, view: QAbstractItemView, row: QRect, theme: Theme, *, chosen: bool
) -> None:
    """Fill `row` by its state; each platform's style would do it in another way."""
    if chosen:
        painter.fillRect(row, theme.color("selection"))
    elif view.underMouse() and row.contains(view.viewport().mapFromGlobal(view.cursor().pos())):
        painter.fillRect(row, theme.blend(theme.color("quiet"), 0.08))
    if chosen and view.hasFocus():
        painter.fillRect(QRect(0, row.top(), _FOCUS_PX, row.height()), theme.color("accent"))
