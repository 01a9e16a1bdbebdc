"""Keeps the pages of an original and the text made of them at the same place.

Whichever side the user moves leads. What the other side says while it follows, and until it has
got there, is not taken for a move of its own; so neither sends the other back.
"""

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from chunkscope.core.spans import Span
from chunkscope.gui.widgets.pages_view import PagesView
from chunkscope.workspace.original import PagePlace, offset_at, page_at

_LEAD_MS: Final = 16
"""Of places that are scrolled past within this time, the text goes to the last."""
_PATIENCE_S: Final = 3.0
"""Text that has not got where it was sent by then is elsewhere for a reason of its own."""


class PageSync(QObject):
    """Moves pages with the text and the text with pages."""

    def __init__(
        self,
        pages: PagesView,
        visible: Callable[[], Span],
        scroll_text: Callable[[int], None],
        parent: QObject,
    ) -> None:
        """Follow the text that shows `visible` and goes to an offset by `scroll_text`."""
        super().__init__(parent)
        self._pages = pages
        self._visible = visible
        self._scroll_text = scroll_text
        self._spans: tuple[Span, ...] = ()
        self._place = PagePlace(0)
        self._asked: int | None = None
        self._reached: int | None = None
        self._patient_until = 0.0
        self._is_leading = False
        self._soon = QTimer(self, singleShot=True, interval=_LEAD_MS)
        self._soon.timeout.connect(self._lead)
        pages.moved.connect(self._pages_moved)

    def show_pages(self, spans: tuple[Span, ...]) -> None:
        """Know where each page's text is; nothing moves until something is moved."""
        self._soon.stop()
        self._spans, self._asked, self._reached = spans, None, None

    def follow_text(self) -> None:
        """Bring the pages to the text on screen, wherever they are."""
        self._asked = self._reached = None
        self.text_moved()

    def text_moved(self) -> None:
        """Take note that the text may show another place."""
        if not self._spans or self._is_leading:
            return
        visible = self._visible()
        if self._asked is not None:
            if visible.start <= self._asked <= visible.end:
                self._asked, self._reached = None, visible.start
                return
            if time.monotonic() < self._patient_until:
                return
            self._asked = None
        if visible.start != self._reached:
            self._reached = None
            self._pages.follow(page_at(self._spans, visible.start))

    def go_to(self, place: PagePlace) -> int | None:
        """Bring the text to a place of the pages, which stay; return its offset."""
        if not self._spans:
            return None
        self._soon.stop()
        self._place = place
        self._pages.set_current(place.page)
        self._lead()
        return offset_at(self._spans, place)

    def lead_to(self, offset: int) -> None:
        """Bring the text, which may be new, to an offset; the pages stay until it is there."""
        self._asked = offset
        self._patient_until = time.monotonic() + _PATIENCE_S
        self._is_leading = True
        try:
            self._scroll_text(offset)
        finally:
            self._is_leading = False
        self.text_moved()

    def _pages_moved(self, place: PagePlace) -> None:
        self._place = place
        if self._spans and not self._soon.isActive():
            self._soon.start()

    def _lead(self) -> None:
        if self._spans:
            self.lead_to(offset_at(self._spans, self._place))
