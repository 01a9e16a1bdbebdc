"""The document's place: a view with gutter and strip, or a page that says why there is none.

Where they are wanted, the pages of the original stand left of it.
"""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from chunkscope.core.document import Document
from chunkscope.core.spans import Span
from chunkscope.gui.bench_overlays import bench_decorations
from chunkscope.gui.overlays import Decoration, decorations
from chunkscope.gui.tasks import TaskRunner
from chunkscope.gui.theme import LIGHT, Theme
from chunkscope.gui.widgets.banner import Banner
from chunkscope.gui.widgets.conversion_bar import ConversionBar
from chunkscope.gui.widgets.find_bar import FindBar
from chunkscope.gui.widgets.find_search import ShownBlocks
from chunkscope.gui.widgets.focus_frame import FocusFrame
from chunkscope.gui.widgets.gutter import Gutter
from chunkscope.gui.widgets.notice import FailedPage, NoticePage, ReadingPage, WelcomePage
from chunkscope.gui.widgets.page_side import PageSide
from chunkscope.gui.widgets.rendered_view import RenderedView
from chunkscope.gui.widgets.source_view import SourceView
from chunkscope.gui.widgets.strip import Strip
from chunkscope.gui.widgets.text_menu import TextMenu
from chunkscope.sources.states import failure_of_no_text
from chunkscope.workspace.original import PagePlace, has_pages_to_draw, offset_at, page_at
from chunkscope.workspace.state import View, Workspace

STALE_AFTER_MS: Final = 300
"""An old cut is dimmed only where its successor takes longer than this."""


class DocumentPanel(QWidget):
    """Shows the workspace's document in the view that it asks for.

    Signals:
        offset_chosen: A click on a character.
        chunk_chosen: Level and index of a band that was clicked.
        offset_wanted: A place on the strip, or found, to go to.
        visible_changed: The span on screen.
        recent_chosen: A path or address on the welcome page.
        problem_dismissed: The banner was read.
        step_wanted: The next step that a problem offers is to be taken.
        encoding_chosen: Python's name of an encoding to read with; empty for finding it.
        answer_wanted: The `Span` that is selected answers the question.
    """

    offset_chosen = Signal(int)
    chunk_chosen = Signal(object, int)
    offset_wanted = Signal(int)
    visible_changed = Signal(object)
    recent_chosen = Signal(str)
    problem_dismissed = Signal()
    step_wanted = Signal(object)
    encoding_chosen = Signal(str)
    answer_wanted = Signal(object)

    def __init__(
        self,
        runner: TaskRunner,
        actions: Mapping[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        """Show the welcome; the views read long texts on `runner`."""
        super().__init__(parent)
        self._workspace = Workspace()
        self._text: str | None = None
        self._loaded: set[View] = set()
        self._switched_from = self._switched_to = -1
        self.side = PageSide(runner, self.visible_span, self._scroll_to_top, self)
        self.stack = self.side.stack
        self.page = QWidget(self.stack)
        self.view_stack = QStackedWidget(self.page)
        self.source = SourceView(self.view_stack)
        self.rendered = RenderedView(runner, self.view_stack)
        self._views: dict[View, SourceView | RenderedView] = {
            View.SOURCE: self.source,
            View.RENDERED: self.rendered,
        }
        self._frames = tuple(FocusFrame(LIGHT, view) for view in self._views.values())
        self.gutter = Gutter(self.page)
        self.strip = Strip(self.page)
        self.find_bar = FindBar(self)
        self.banner = Banner(self)
        first_steps = ("open_document", "open_sample", "open_clipboard", "open_address")
        self.welcome = WelcomePage([actions[name] for name in first_steps], self.stack)
        self.failed = FailedPage([actions["open_document"]], self.stack)
        self.conversion = ConversionBar(actions, self)
        self.reading = ReadingPage(actions["cancel"], self.stack)
        self.nothing = NoticePage("", "", self.stack)
        self.nothing.offer([actions["open_document"], actions["reload"]])
        self._stale = QTimer(self, singleShot=True, interval=STALE_AFTER_MS)
        self._stale.timeout.connect(self._repaint)
        self._lay_out()
        self._connect()

    @property
    def view(self) -> SourceView | RenderedView:
        """The view that the workspace asks for."""
        return self._views[self._workspace.view]

    def show_workspace(self, workspace: Workspace) -> None:
        """Show the document, its cut and its findings, or why there are none."""
        before, self._workspace = self._workspace, workspace
        document = workspace.document
        place = self._place_in(before) if document is not before.document else None
        if document is not before.document:
            self.side.rest()
        if workspace.opening is not None and workspace.opening != before.opening:
            self.reading.begin(workspace.opening)
        self._show_problem(before)
        self.conversion.show_workspace(workspace)
        if document is not None and document.text is not self._text:
            self._text = document.text
            self._loaded.clear()
            self._load()
            self.find_bar.show_document(document.text, self._shown_blocks())
        self._load()
        if before.view is not workspace.view:
            self._switch(before.view)
            self.find_bar.show_blocks(self._shown_blocks())
        self.stack.setCurrentWidget(self._page())
        self.side.show_workspace(workspace)
        if place is not None and document is not None and document.pages:
            self.side.go_to(place, offset_at(document.pages, place))
        self._show_cut()

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours."""
        for part in (self.source, self.rendered, self.gutter, self.strip, self.find_bar):
            part.set_theme(theme)
        for frame in self._frames:
            frame.set_theme(theme)
        self.conversion.set_theme(theme)
        self.side.set_theme(theme)

    def set_zoom(self, steps: int) -> None:
        """Make the text larger or smaller."""
        for view in self._views.values():
            view.set_zoom(steps)

    def scroll_to(self, offset: int) -> None:
        """Bring a character to the middle of the view, unless it shows already."""
        visible = self.view.visible_span()
        margin = (visible.end - visible.start) // 8
        if self.view is self.source:
            self.source.place_caret(offset)
        if not visible.start + margin <= offset < visible.end - margin:
            self.view.scroll_to(offset, centre=True)

    def visible_span(self) -> Span:
        """Return the span on screen."""
        return self.view.visible_span()

    def _shown_blocks(self) -> ShownBlocks | None:
        """Return what words are found in, where that is not the text as it is written."""
        return self.rendered.page if self.view is self.rendered else None

    def _load(self) -> None:
        """Give the text to the view on screen; the other one gets it when it is asked for."""
        if self._text is not None and self._workspace.view not in self._loaded:
            self._loaded.add(self._workspace.view)
            self.view.show_document(self._text)

    def _switch(self, earlier: View) -> None:
        """Show the other view where this one was; back again, exactly where it had been."""
        top = self._views[earlier].visible_span().start
        if self._switched_to == top:
            top = self._switched_from
        self.view_stack.setCurrentWidget(self.view)
        self.gutter.set_view(self.view)
        self.view.scroll_to(top, top=True)
        self._switched_from, self._switched_to = top, self.view.visible_span().start

    def _show_problem(self, before: Workspace) -> None:
        """Show a problem in a bar, or on a page of its own while nothing is open."""
        problem = self._workspace.problem
        if problem is None or self._page() is self.failed:
            self.banner.hide()
        elif problem is not before.problem or self.banner.isHidden():
            self.banner.say(problem)

    def _place_in(self, before: Workspace) -> PagePlace | None:
        """Return the place on screen by page, where the same source was read anew."""
        earlier, now = before.document, self._workspace.document
        if earlier is None or now is None or not earlier.pages:
            return None
        is_same = before.source is not None and before.source == self._workspace.source
        return page_at(earlier.pages, self.visible_span().start) if is_same else None

    def _page_without_document(self) -> QWidget:
        workspace = self._workspace
        if workspace.opening is not None:
            return self.reading
        if workspace.problem is not None and workspace.problem.is_error:
            self.failed.show_problem(workspace.problem)
            return self.failed
        return self.welcome

    def _page(self) -> QWidget:
        document = self._workspace.document
        if document is None:
            return self._page_without_document()
        if not document.text or document.text.isspace():
            self.nothing.say("No text to show", _why_empty(document))
            return self.nothing
        return self.page

    def _decorations(self, visible: Span) -> list[Decoration]:
        return [
            *decorations(self._workspace, visible),
            *bench_decorations(self._workspace, visible),
            *self.find_bar.decorations(visible),
        ]

    def _show_cut(self) -> None:
        """Show the chunks; an old cut stays as it is for a moment, so that nothing blinks."""
        if self._workspace.cut_is_stale and self._shown_text_is_current():
            if not self._stale.isActive():
                self._stale.start()
            return
        self._stale.stop()
        self._repaint()

    def _shown_text_is_current(self) -> bool:
        chunks, document = self._workspace.chunk_set, self._workspace.document
        return chunks is not None and document is not None and chunks.text is document.text

    def _repaint(self) -> None:
        self.gutter.show_workspace(self._workspace)
        self.strip.show_workspace(self._workspace)
        self.view.set_decorations(self._decorations)

    def _lay_out(self) -> None:
        for view in self._views.values():
            self.view_stack.addWidget(view)
        row = QHBoxLayout(self.page)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.gutter)
        row.addWidget(self.view_stack, 1)
        row.addWidget(self.strip)
        for page in (self.welcome, self.reading, self.failed, self.nothing, self.page):
            self.stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self.conversion)
        column.addWidget(self.side, 1)
        column.addWidget(self.find_bar)
        self.view_stack.setCurrentWidget(self.view)
        self.gutter.set_view(self.view)

    def _connect(self) -> None:
        for view in self._views.values():
            view.offset_clicked.connect(self.offset_chosen)
            view.viewport_changed.connect(self._viewport_changed)
            TextMenu(view).answer_wanted.connect(self.answer_wanted)
        self.gutter.chunk_chosen.connect(self.chunk_chosen)
        self.strip.offset_wanted.connect(self._go)
        self.find_bar.offset_wanted.connect(self._go)
        self.find_bar.matches_changed.connect(self._repaint)
        self.find_bar.closed.connect(self._return_to_view)
        self.welcome.recent_chosen.connect(self.recent_chosen)
        self.banner.dismissed.connect(self.problem_dismissed)
        self.banner.step_wanted.connect(self.step_wanted)
        self.failed.step_wanted.connect(self.step_wanted)
        self.conversion.offset_wanted.connect(self.offset_wanted)
        self.conversion.encoding_chosen.connect(self.encoding_chosen)
        self.side.offset_chosen.connect(self.offset_chosen)

    def _scroll_to_top(self, offset: int) -> None:
        self.view.scroll_to(offset, top=True)

    def _go(self, offset: int) -> None:
        self.view.scroll_to(offset, centre=True)

    def _return_to_view(self) -> None:
        self.view.setFocus()

    def _viewport_changed(self) -> None:
        visible = self.view.visible_span()
        self.strip.show_visible(visible)
        self.find_bar.show_visible(visible)
        self.visible_changed.emit(visible)
        self.side.sync.text_moved()


def _why_empty(document: Document) -> str:
    for note in document.notes:
        if note.state == "no-text":
            pages = " The pages beside show what there is." if has_pages_to_draw(document) else ""
            step = failure_of_no_text(document.form, document.title).hint
            return f"{note.message}{pages} {step}"
    return "The document holds no text, so there is nothing to cut. Open another one."
