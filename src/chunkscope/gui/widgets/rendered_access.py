"""The rendered page for screen readers: a document whose whole text can be read and walked.

Qt calls these objects only while a screen reader runs. Positions are UTF-16 units of the shown
text, blocks joined by line feeds. Qt owns an interface once the factory has given it; the wrapper
must live as long, or Python would delete it under Qt.
"""

from array import array
from bisect import bisect_right
from typing import TYPE_CHECKING, Final
from weakref import WeakSet

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleTextInterface,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import Shiboken

from chunkscope.core.spans import Span
from chunkscope.gui.utf16 import Utf16Map
from chunkscope.gui.widgets.rendered_offsets import ShownText

if TYPE_CHECKING:
    from chunkscope.gui.widgets.rendered_view import RenderedView

_views: "WeakSet[RenderedView]" = WeakSet()
_interfaces: Final[list["_PageInterface"]] = []
_TextAt = tuple[str, int, int]


def describe_to_screen_readers(view: "RenderedView") -> None:
    """Answer for `view` from now on, when a screen reader asks."""
    if not _views:
        QAccessible.installFactory(_interface_of)
    _views.add(view)


def tell_that_text_came(view: "RenderedView") -> None:
    """Tell a screen reader, if one runs, that the document is there."""
    if QAccessible.isActive():
        event = QAccessibleEvent(view, QAccessible.Event.DocumentLoadComplete)
        QAccessible.updateAccessibility(event)


def _interface_of(_name: str, asked: QObject) -> QAccessibleInterface | None:
    for view in _views:
        if view is asked:
            _interfaces[:] = [each for each in _interfaces if Shiboken.isValid(each)]
            _interfaces.append(_PageInterface(view))
            return _interfaces[-1]
    return None


class _PageInterface(QAccessibleWidget):
    """A document with a text."""

    def __init__(self, view: "RenderedView") -> None:
        super().__init__(view, QAccessible.Role.Document, view.accessibleName())
        self._text = PageText(view)

    def interface_cast(self, kind: QAccessible.InterfaceType) -> int:
        """Return the text interface where it is asked for."""
        if kind == QAccessible.InterfaceType.TextInterface:
            return self._text  # type: ignore[return-value] # Shiboken takes its address
        return super().interface_cast(kind)


class PageText(QAccessibleTextInterface):
    """The shown text of a rendered view, block by block."""

    def __init__(self, view: "RenderedView") -> None:
        """Read `view`."""
        super().__init__()
        self._view = view
        self._starts = array("q", [0])
        self._generation = -1

    def characterCount(self) -> int:
        """Return the length of the whole text."""
        return max(0, self._positions()[-1] - 1)

    def text(self, startOffset: int, endOffset: int) -> str:  # noqa: N803 - Qt's
        """Return a part of the text."""
        starts = self._positions()
        end = self.characterCount() if endOffset < 0 else min(endOffset, self.characterCount())
        start = max(0, startOffset)
        if start >= end:
            return ""
        first, last = self._block_at(start), self._block_at(end)
        joined = "\n".join(self._shown(index) for index in range(first, last + 1))
        units = Utf16Map(joined)
        base = starts[first]
        return joined[units.from_utf16(start - base) : units.from_utf16(end - base)]

    def textAtOffset(  # noqa: D102 - Qt's
        self,
        offset: int,
        boundaryType: QAccessible.TextBoundaryType,  # noqa: N803 - Qt's
    ) -> _TextAt:
        if not len(self._view.page) or offset > self.characterCount():
            return "", -1, -1
        index = self._block_at(max(0, offset))
        base = self._positions()[index]
        text = self._shown(index)
        cursor = QTextCursor(document := QTextDocument(text))
        cursor.setPosition(min(max(0, offset) - base, max(0, document.characterCount() - 1)))
        first, last = QAccessible.qAccessibleTextBoundaryHelper(cursor, boundaryType)
        return self.text(base + first, base + last), base + first, base + last

    def textBeforeOffset(  # noqa: D102 - Qt's
        self,
        offset: int,
        boundaryType: QAccessible.TextBoundaryType,  # noqa: N803 - Qt's
    ) -> _TextAt:
        _, start, _ = self.textAtOffset(offset, boundaryType)
        return self.textAtOffset(start - 1, boundaryType) if start > 0 else ("", -1, -1)

    def textAfterOffset(  # noqa: D102 - Qt's
        self,
        offset: int,
        boundaryType: QAccessible.TextBoundaryType,  # noqa: N803 - Qt's
    ) -> _TextAt:
        _, start, end = self.textAtOffset(offset, boundaryType)
        if start < 0 or end >= self.characterCount():
            return "", -1, -1
        return self.textAtOffset(max(end, offset + 1), boundaryType)

    def cursorPosition(self) -> int:
        """Return the end of the selection, or else where the visible text begins."""
        selected = self._view.selected_span()
        return self._position_of(selected.end if selected else self._view.visible_span().start)

    def setCursorPosition(self, position: int) -> None:
        """Show the text at a position."""
        self._view.scroll_to(self._offset_of(position))

    def scrollToSubstring(self, startIndex: int, endIndex: int) -> None:  # noqa: ARG002, N803 - Qt's
        """Show the text at a position."""
        self.setCursorPosition(startIndex)

    def selectionCount(self) -> int:
        """Return 1 where text is selected."""
        return int(self._view.selected_span() is not None)

    def selection(self, selectionIndex: int) -> tuple[int, int]:  # noqa: ARG002, N803 - Qt's
        """Return the ends of the selection."""
        selected = self._view.selected_span()
        if selected is None:
            return 0, 0
        return self._position_of(selected.start), self._position_of(selected.end)

    def addSelection(self, startOffset: int, endOffset: int) -> None:  # noqa: N803 - Qt's
        """Select a part; there is one selection at most."""
        index, shown = self._shown_at(endOffset)
        end = shown.end_of(endOffset - self._positions()[index])
        self._view.select(Span(self._offset_of(startOffset), end))

    def setSelection(self, selectionIndex: int, startOffset: int, endOffset: int) -> None:  # noqa: ARG002, N803 - Qt's
        """Select a part."""
        self.addSelection(startOffset, endOffset)

    def removeSelection(self, selectionIndex: int) -> None:  # noqa: ARG002, N803 - Qt's
        """Select nothing."""
        self._view.select(None)

    def attributes(self, offset: int) -> tuple[str, int, int]:
        """Return how the block at a position is set, and its ends."""
        if not len(self._view.page):
            return "", 0, 0
        index = self._block_at(offset)
        start = self._positions()[index]
        weight = "font-weight:bold;" if self._view.page.block(index).level else ""
        return weight, start, self._positions()[index + 1] - 1

    def characterRect(self, offset: int) -> QRect:
        """Return where a visible character's row is on the screen."""
        place = self._offset_of(offset)
        top, bottom = self._view.y_of(place), self._view.bottom_of(place + 1)
        if top is None or bottom is None or bottom <= top:
            return QRect()
        viewport = self._view.viewport()
        corner = viewport.mapToGlobal(QPoint(0, top))
        return QRect(corner.x(), corner.y(), viewport.width(), bottom - top)

    def offsetAtPoint(self, point: QPoint) -> int:
        """Return the position at a point of the screen; -1 beside the text."""
        place = self._view.offset_at(self._view.viewport().mapFromGlobal(point))
        return -1 if place is None else self._position_of(place)

    def _positions(self) -> "array[int]":
        """Return where each block begins, and last where one more would."""
        page = self._view.page
        if self._generation != page.generation:
            self._generation = page.generation
            self._starts = array("q", [0])
        for index in range(len(self._starts) - 1, len(page)):
            self._starts.append(self._starts[-1] + page.units_of(index) + 1)
        return self._starts

    def _block_at(self, position: int) -> int:
        last = len(self._view.page) - 1
        return min(last, max(0, bisect_right(self._positions(), position) - 1))

    def _shown(self, index: int) -> str:
        return self._view.page.block(index).text

    def _position_of(self, offset: int) -> int:
        page = self._view.page
        if not len(page):
            return 0
        index = page.index_of(offset)
        shown = ShownText(page.block(index).all_runs(), page.block(index).span.start)
        return self._positions()[index] + shown.position_of(offset)

    def _offset_of(self, position: int) -> int:
        if not len(self._view.page):
            return 0
        index, shown = self._shown_at(position)
        return shown.offset_of(max(0, position - self._positions()[index]))

    def _shown_at(self, position: int) -> tuple[int, ShownText]:
        page = self._view.page
        if not len(page):
            return 0, ShownText((), 0)
        index = self._block_at(position)
        return index, ShownText(page.block(index).all_runs(), page.block(index).span.start)
