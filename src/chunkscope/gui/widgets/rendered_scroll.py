"""Which blocks show and where, so that nothing on screen jumps when heights become exact.

The truth is the first visible block and how much of it is scrolled off; the scroll bar is
only told. Blocks that come into view are laid out from the one that already stands.
"""

from typing import Final

from PySide6.QtWidgets import QAbstractScrollArea

from chunkscope.gui.widgets.rendered_look import MARGIN_PX
from chunkscope.gui.widgets.rendered_page import Page

_BOTTOM_MARGIN_PX: Final = 24
_STEP_PX: Final = 40
_NEAR_SCREENS: Final = 3


class Scroller:
    """Keeps the place of a page in a scroll area."""

    def __init__(self, area: QAbstractScrollArea, page: Page) -> None:
        """Start at the top."""
        self._area = area
        self._page = page
        self._first = 0
        self._scrolled_off = 0.0
        self._value = 0
        self._is_settling = False
        self.visible: list[tuple[int, float]] = []

    @property
    def left(self) -> float:
        """Where the left edge of the text column lies in the viewport."""
        return MARGIN_PX - self._area.horizontalScrollBar().value()

    def top_of(self, index: int) -> float | None:
        """Return where a visible block begins in the viewport."""
        if not self.visible or not 0 <= index - self.visible[0][0] < len(self.visible):
            return None
        return self.visible[index - self.visible[0][0]][1]

    def block_at(self, y: float) -> tuple[int, float] | None:
        """Return the visible block at a height of the viewport, or the nearest, and its top."""
        for index, top in reversed(self.visible):
            if top <= y:
                return index, top
        return self.visible[0] if self.visible else None

    def go_to_start(self) -> None:
        """Show the first block; `settle` makes it so."""
        self._first, self._scrolled_off = 0, 0.0

    def show_offset(self, offset: int, *, centre: bool, at_top: bool = False) -> None:
        """Move so that the row of `offset` shows; `settle` makes it so."""
        index = self._page.index_of(offset)
        first, last = self._page.layout_of(index).row_at(offset)
        room = self._area.viewport().height()
        top = self.top_of(index)
        if at_top:
            target = 0.0
        elif centre:
            target = (room - (last - first)) / 2
        elif top is None:
            above = bool(self.visible) and index < self.visible[0][0]
            target = _STEP_PX if above else max(0.0, room - (last - first) - _STEP_PX)
        else:
            target = min(max(top + first, 0.0), max(0.0, room - (last - first)))
        self._first, self._scrolled_off = index, first - target

    def pinned(self) -> tuple[int, float] | None:
        """Return the offset of the first visible row and where that row is."""
        if not self.visible:
            return None
        index, top = self.visible[0]
        layout = self._page.layout_of(index)
        for piece in layout.pieces:
            for row in piece.rows:
                if top + row.top + row.height > 0:
                    return piece.shown.offset_of(row.start), top + row.top
        return self._page.block(index).span.start, top

    def pin(self, pinned: tuple[int, float] | None) -> None:
        """Move so that the row that `pinned` gave is where it was; `settle` makes it so."""
        if pinned is None or not len(self._page):
            return
        offset, y = pinned
        self._first = self._page.index_of(offset)
        self._scrolled_off = self._page.layout_of(self._first).row_at(offset)[0] - y
        if not self._first:
            self._scrolled_off = max(0.0, self._scrolled_off)

    def follow(self) -> None:
        """Move to where the scroll bar has been put."""
        if self._is_settling or not len(self._page):
            return
        value = self._area.verticalScrollBar().value()
        moved = value - self._value
        if abs(moved) <= _NEAR_SCREENS * self._area.viewport().height():
            self._scrolled_off += moved
        else:
            self._first, self._scrolled_off = self._page.heights.at(value)
        if value == self._area.verticalScrollBar().minimum():
            self.go_to_start()
        elif value == self._area.verticalScrollBar().maximum():
            self._go_to_end()
        self.settle()

    def settle(self) -> None:
        """Lay out what shows and tell the scroll bars."""
        self._is_settling = True
        try:
            self._find_first()
            self._lay_out_visible()
        finally:
            self._is_settling = False
        self.tell_bars()

    def _go_to_end(self) -> None:
        self._first = len(self._page) - 1
        self._scrolled_off = self._page.layout_of(self._first).height

    def _find_first(self) -> None:
        """Make `_first` the block at the top edge, laying out what was passed on the way."""
        page = self._page
        if not len(page):
            self._first, self._scrolled_off = 0, 0.0
            return
        self._first = min(self._first, len(page) - 1)
        while self._scrolled_off < 0 and self._first > 0:
            self._first -= 1
            self._scrolled_off += page.layout_of(self._first).height
        self._scrolled_off = max(0.0, self._scrolled_off)
        while self._first < len(page) - 1:
            height = page.layout_of(self._first).height
            if self._scrolled_off < height:
                break
            self._scrolled_off -= height
            self._first += 1

    def _lay_out_visible(self) -> None:
        bottom = self._fill()
        room = self._area.viewport().height() - _BOTTOM_MARGIN_PX
        at_end = bool(self.visible) and self.visible[-1][0] == len(self._page) - 1
        is_at_start = not self._first and self._scrolled_off <= 0
        if at_end and bottom < room and not is_at_start:
            self._scrolled_off -= room - bottom
            self._find_first()
            self._fill()

    def _fill(self) -> float:
        """Lay out from the first block down to the bottom edge; return where they end."""
        room = self._area.viewport().height()
        self.visible = []
        top, index = -self._scrolled_off, self._first
        while index < len(self._page) and (top < room or not self.visible):
            self.visible.append((index, top))
            top += self._page.layout_of(index).height
            index += 1
        return top

    @property
    def is_full(self) -> bool:
        """Whether what shows reaches the bottom edge, so that blocks after it change nothing."""
        if not self.visible:
            return False
        index, top = self.visible[-1]
        return top + self._page.heights[index] >= self._area.viewport().height()

    @property
    def awaits_bar(self) -> bool:
        """Whether a bar is needed and not there: a scroll area shows it, and narrows, later."""
        bar = self._area.verticalScrollBar()
        return bar.maximum() > 0 and not bar.isVisibleTo(self._area)

    def tell_bars(self) -> None:
        """Tell the scroll bars how much there is and what of it shows."""
        self._is_settling = True
        try:
            self._set_bars()
        finally:
            self._is_settling = False

    def _set_bars(self) -> None:
        viewport, bar = self._area.viewport(), self._area.verticalScrollBar()
        heights = self._page.heights
        before = heights.top_of(self._first) if len(heights) else 0.0
        self._value = round(before + self._scrolled_off)
        whole = round(heights.total) + _BOTTOM_MARGIN_PX
        bar.setPageStep(max(1, viewport.height() - _STEP_PX))
        bar.setSingleStep(_STEP_PX)
        bar.setRange(0, max(0, self._value, whole - viewport.height()))
        bar.setValue(self._value)
        widest = max((self._page.layout_of(index).width for index, _ in self.visible), default=0.0)
        across = self._area.horizontalScrollBar()
        across.setPageStep(viewport.width())
        across.setSingleStep(_STEP_PX)
        across.setRange(0, max(0, round(widest) + 2 * MARGIN_PX - viewport.width()))
