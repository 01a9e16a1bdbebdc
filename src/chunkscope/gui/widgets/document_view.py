"""What the source view and the rendered view have in common, for the gutter and the window."""

from collections.abc import Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QPoint, SignalInstance
from PySide6.QtWidgets import QWidget

from chunkscope.core.spans import Span
from chunkscope.gui.overlays import Decoration
from chunkscope.gui.theme import Theme

DecorationSource = Callable[[Span], Iterable[Decoration]]
"""What to paint in a span; called once a paint, so it must be quick."""

NOWHERE = -1
"""What `hovered` carries when the pointer has left the text."""


class DocumentView(Protocol):
    """A widget that shows one text and paints decorations on it.

    Offsets are code points of the text; heights are pixels of the viewport, whose top is the
    widget's own. Signals: `offset_clicked(int)`, `hovered(int)` (`NOWHERE` on leaving), and
    `viewport_changed()` whenever another part of the text, or the same at other heights, shows.
    """

    @property
    def offset_clicked(self) -> SignalInstance:
        """A click on the character at this offset, without a drag."""

    @property
    def hovered(self) -> SignalInstance:
        """The pointer is over the character at this offset."""

    @property
    def viewport_changed(self) -> SignalInstance:
        """Another part of the text shows, or it lies at other heights."""

    def viewport(self) -> QWidget:
        """Return the widget that the text is painted on; wheels turned beside it go there."""

    def show_document(self, text: str) -> None:
        """Show a text from its start; the same text again keeps the place."""

    def set_decorations(self, source: DecorationSource) -> None:
        """Paint what `source` gives of the visible span; to be called whenever that changes."""

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours."""

    def set_zoom(self, steps: int) -> None:
        """Make the text so many pixels larger than usual, or smaller; the place is kept."""

    def y_of(self, offset: int) -> int | None:
        """Return the top of the row that holds `offset`.

        Offsets above the visible part give a negative number, those below it the viewport's
        height or more, whatever their distance; None while there is no text.
        """

    def bottom_of(self, offset: int) -> int | None:
        """Return the bottom of the row that holds the character before `offset`; as `y_of`."""

    def offset_at(self, point: QPoint) -> int | None:
        """Return the offset of the character at a point of the viewport; None beside the text."""

    def visible_span(self) -> Span:
        """Return the span of text of which something shows."""

    def scroll_to(self, offset: int, *, centre: bool = False, top: bool = False) -> None:
        """Show the row of `offset`: in the middle, at the top, or moving as little as needed."""

    def selected_span(self) -> Span | None:
        """Return the selected text; None where nothing is selected."""

    def select_all(self) -> None:
        """Select the whole text."""

    def copy(self) -> None:
        """Copy the selected text to the clipboard."""
