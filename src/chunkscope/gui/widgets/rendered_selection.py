"""Selecting text of the rendered page with the mouse, and copying it."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QApplication

from chunkscope.core.rendering.display import DisplayBlock, Run
from chunkscope.core.spans import Span

if TYPE_CHECKING:
    from chunkscope.gui.widgets.rendered_view import RenderedView

_SCROLL_INTERVAL_MS: Final = 40


class Selection:
    """The selected span of a view; what is between its ends is selected, whatever is shown."""

    def __init__(self, view: "RenderedView") -> None:
        """Begin with nothing selected."""
        self._view = view
        self._pressed_at: QPoint | None = None
        self._pointer = QPoint()
        self._is_dragging = False
        self._anchor = (0, 0)
        self._timer = QTimer(view, interval=_SCROLL_INTERVAL_MS)
        self._timer.timeout.connect(self._scroll)
        self.span: Span | None = None

    def clear(self) -> None:
        """Select nothing."""
        self.select(None)

    def select(self, span: Span | None) -> None:
        """Select a span."""
        self.span = span if span is not None and span.start < span.end else None
        self._view.viewport().update()

    def press(self, event: QMouseEvent) -> None:
        """Begin a click or a drag."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed_at = event.position().toPoint()
        self._is_dragging = False
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self.span is not None:
            self._drag_to(self._pressed_at)
            return
        self._anchor = self._boundary_at(self._pressed_at)
        self.clear()

    def move(self, event: QMouseEvent) -> bool:
        """Go on with a drag; say whether there is one."""
        if self._pressed_at is None:
            return False
        self._pointer = event.position().toPoint()
        moved = (self._pointer - self._pressed_at).manhattanLength()
        if moved >= QApplication.startDragDistance():
            self._is_dragging = True
        if self._is_dragging:
            self._drag_to(self._pointer)
            outside = not self._view.viewport().rect().contains(self._pointer)
            if outside and not self._timer.isActive():
                self._timer.start()
        return True

    def release(self, event: QMouseEvent) -> bool:
        """End a click or a drag; say whether it was a click."""
        is_click = self._pressed_at is not None and not self._is_dragging
        self._timer.stop()
        self._pressed_at, self._is_dragging = None, False
        return is_click and event.button() == Qt.MouseButton.LeftButton

    def key(self, event: QKeyEvent) -> bool:
        """Copy or select all; say whether the key was one of these."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._view.select_all()
        else:
            return False
        return True

    def copy(self) -> None:
        """Copy what is shown of the selection."""
        if self.span is not None:
            QGuiApplication.clipboard().setText(self.text())

    def text(self) -> str:
        """Return what is shown of the selection, blocks apart by a blank line."""
        page, span = self._view.page, self.span
        if span is None or not len(page):
            return ""
        texts: list[str] = []
        for index in range(page.index_of(span.start), page.index_of(span.end - 1) + 1):
            text = shown_within(page.block(index), span)
            joins_on = texts and page.block(index).continues
            texts.append(text if joins_on or not texts else "\n\n" + text)
        return "".join(texts).strip("\n")

    def _drag_to(self, point: QPoint) -> None:
        first, last = sorted((self._anchor, self._boundary_at(point)))
        self.select(Span(first[0], last[1]))

    def _boundary_at(self, point: QPoint) -> tuple[int, int]:
        """Return where the source goes on after a point, and where that before it ends."""
        piece, inside = self._view.piece_at(point)
        if piece is None:
            return 0, 0
        position = piece.boundary_at(inside)
        return piece.shown.offset_of(position), piece.shown.end_of(position)

    def _scroll(self) -> None:
        """Scroll on while the pointer is held outside."""
        height = self._view.viewport().height()
        beyond = min(0, self._pointer.y()) + max(0, self._pointer.y() - height)
        if beyond:
            bar = self._view.verticalScrollBar()
            bar.setValue(bar.value() + beyond)
            self._drag_to(self._pointer)
        else:
            self._timer.stop()


def shown_within(block: DisplayBlock, span: Span) -> str:
    """Return what a block shows of a span; a table gives a line a row, with tabs between cells."""
    if block.table is None:
        return "".join(_part(run, span) for run in block.runs)
    rows = (
        "\t".join("".join(_part(run, span) for run in cell.runs) for cell in row)
        for row in block.table.rows
        if row and row[0].start < span.end and span.start <= row[-1].end
    )
    return "\n".join(rows)


def _part(run: Run, span: Span) -> str:
    if run.exact:
        return run.text[max(0, span.start - run.start) : max(0, span.end - run.start)]
    return run.text if span.contains(run.start) else ""
