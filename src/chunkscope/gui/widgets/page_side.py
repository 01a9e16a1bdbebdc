"""The document with the pages of its original beside it, where they are wanted."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from chunkscope.core.overriding import override
from chunkscope.core.spans import Span
from chunkscope.gui.page_pictures import PagePictures
from chunkscope.gui.tasks import TaskRunner
from chunkscope.gui.theme import LIGHT, Theme
from chunkscope.gui.widgets.focus_frame import FocusFrame
from chunkscope.gui.widgets.page_sync import PageSync
from chunkscope.gui.widgets.pages_view import PagesView
from chunkscope.workspace.original import PagePlace, file_to_draw
from chunkscope.workspace.preferences import DEFAULT_PAGES_WIDTH
from chunkscope.workspace.state import Workspace

_MOST_SHARE: Final = 0.42
"""However wide the pages were once, the text keeps more than half of the room."""


class PageSide(QSplitter):
    """Original pages left, the document right; remembers how wide the pages are.

    Attributes:
        stack: The document's place, empty at first.

    Signals:
        offset_chosen: The place in the text of a page that was clicked.
    """

    offset_chosen = Signal(int)

    def __init__(
        self,
        runner: TaskRunner,
        visible: Callable[[], Span],
        scroll_text: Callable[[int], None],
        parent: QWidget,
    ) -> None:
        """Stand beside a document whose text shows `visible` and is moved by `scroll_text`."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.pages_width = DEFAULT_PAGES_WIDTH
        self.pictures = PagePictures(runner, self)
        self.pages = PagesView(self.pictures, self)
        self.sync = PageSync(self.pages, visible, scroll_text, self)
        self._path: Path | None = None
        self._pages_of: object = None
        self.setObjectName("pageSide")
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        self.stack = QStackedWidget(self)
        self.addWidget(self.pages)
        self.addWidget(self.stack)
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        self._frame = FocusFrame(LIGHT, self.pages)
        self.pages.hide()
        self.splitterMoved.connect(self._remember_width)
        self.pages.chosen.connect(self._go)

    def show_workspace(self, workspace: Workspace) -> None:
        """Show the pages of the workspace's document, or none."""
        document = workspace.document
        file = file_to_draw(document) if workspace.shows_pages else None
        if document is None or file is None:
            self._hide_pages()
            return
        if document is self._pages_of:
            return
        self._pages_of = document
        path = Path(file)
        if path != self._path:
            self._path = path
            self.pages.begin()
        self.sync.show_pages(document.pages)
        self.pictures.open(path)
        self.pages.show()
        self._fit()
        self.sync.follow_text()

    def rest(self) -> None:
        """Leave the pages where they are while another text comes."""
        self.sync.show_pages(())

    def go_to(self, place: PagePlace, offset: int) -> None:
        """Bring the pages to a place, and the text, which may still be coming, to its offset."""
        if self.shows_pages:
            self.pages.follow(place)
        self.sync.lead_to(offset)

    @property
    def shows_pages(self) -> bool:
        """Whether pages are shown beside the document."""
        return not self.pages.isHidden()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self.pages.set_theme(theme)
        self._frame.set_theme(theme)

    def shut(self) -> None:
        """End what draws; nothing runs on the runner any more."""
        self.pictures.shut()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _hide_pages(self) -> None:
        if self._pages_of is not None:
            self._pages_of = self._path = None
            self.sync.show_pages(())
            self.pages.hide()
            self.pictures.close()

    def _fit(self) -> None:
        if self.pages.isHidden():
            return
        most = max(self.pages.minimumWidth(), round(_MOST_SHARE * self.width()))
        width = min(self.pages_width, most)
        with QSignalBlocker(self):
            self.setSizes([width, max(1, self.width() - width - self.handleWidth())])

    def _remember_width(self, position: int, _handle: int) -> None:
        self.pages_width = position

    def _go(self, place: PagePlace) -> None:
        offset = self.sync.go_to(place)
        if offset is not None:
            self.offset_chosen.emit(offset)
