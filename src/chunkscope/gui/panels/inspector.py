"""The inspector: everything about the chosen chunk, or else about the page."""

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from chunkscope.core.chunks import Chunk, Level
from chunkscope.core.overriding import override
from chunkscope.gui.models.here import long_name
from chunkscope.gui.overlays import hue_of
from chunkscope.gui.theme import LIGHT, Theme
from chunkscope.gui.widgets.chunk_page import ChunkPage
from chunkscope.gui.widgets.empty_state import EmptyState
from chunkscope.gui.widgets.focus_frame import FocusFrame, focus_page
from chunkscope.gui.widgets.ground import Ground
from chunkscope.gui.widgets.page_summary import PageSummary
from chunkscope.gui.widgets.panel_head import PanelHead
from chunkscope.gui.widgets.step_button import StepButton
from chunkscope.gui.widgets.veil import Veil
from chunkscope.gui.widgets.wording import path_of
from chunkscope.workspace.state import Workspace

_DRESS_AFTER_MS: Final = 250


class InspectorPanel(Ground):
    """Shows the chosen chunk.

    Signals:
        chunk_chosen: Level and place of a chunk to go to.
        finding_chosen: Place of a finding to go to.
        copy_wanted: `plain` or `embedded`: how to copy the chosen chunk.
    """

    chunk_chosen = Signal(Level, int)
    finding_chosen = Signal(int)
    copy_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None, theme: Theme = LIGHT) -> None:
        """Start without a page."""
        super().__init__(theme, parent)
        self.setObjectName("inspectorPanel")
        self._workspace = Workspace()
        self._head = PanelHead("Inspector", theme, self, swatch=True)
        self._previous = StepButton(-1, theme, self)
        self._next = StepButton(1, theme, self)
        for button in (self._previous, self._next):
            button.stepped.connect(self._step)
            self._head.add_button(button)
        self._pages = QStackedWidget(self)
        scrolling = (_scrolling(self._pages), _scrolling(self._pages))
        self._chunk = ChunkPage(theme, scrolling[0].viewport())
        self._chunk.chunk_chosen.connect(self.chunk_chosen)
        self._chunk.finding_chosen.connect(self.finding_chosen)
        self._chunk.copy_wanted.connect(self.copy_wanted)
        self._summary = PageSummary(theme, scrolling[1].viewport())
        self._summary.finding_chosen.connect(self.finding_chosen)
        self._empty = EmptyState(theme, self._pages)
        for area, page in zip(scrolling, (self._chunk, self._summary), strict=True):
            area.setWidget(page)
        self._frames = tuple(FocusFrame(theme, page) for page in scrolling)
        for each in (*scrolling, self._empty):
            self._pages.addWidget(each)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._pages, 1)
        self._veil = Veil(theme, self)
        self._dressing = QTimer(self, singleShot=True, interval=_DRESS_AFTER_MS)
        self._dressing.timeout.connect(self._chunk.ensurePolished)
        self.show_workspace(self._workspace)

    def show_workspace(self, workspace: Workspace) -> None:
        """Show the chosen chunk, or else the page."""
        self._workspace = workspace
        self._veil.set_stale(workspace.cut_is_stale)
        chunk, chunks = workspace.chosen_chunk, workspace.chunk_set
        for button in (self._previous, self._next):
            button.setVisible(chunk is not None)
        if chunk is not None and chunks is not None:
            self._show_chunk(workspace, chunk)
        elif chunks is not None:
            self._head.say("Page", chunks.title)
            self._show_swatch(None)
            self._summary.show_workspace(workspace)
            self._pages.setCurrentIndex(1)
        else:
            self._say_nothing(workspace)

    def take_keyboard(self) -> None:
        """Have the keyboard in what is listed or said."""
        focus_page(self._pages)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Dress the page of a chunk ahead of the first choice, in a turn of its own."""
        super().showEvent(event)
        self._dressing.start()

    @override
    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        super().set_theme(theme)
        for part in (self._head, self._previous, self._next, self._veil):
            part.set_theme(theme)
        for frame in self._frames:
            frame.set_theme(theme)
        for page in (self._chunk, self._summary, self._empty):
            page.set_theme(theme)
        self.show_workspace(self._workspace)

    def _show_chunk(self, workspace: Workspace, chunk: Chunk) -> None:
        chunks = workspace.chunk_set
        assert chunks is not None
        path = path_of(chunks.heading_path(chunk)) or chunks.title
        self._head.say(long_name(chunk), path)
        self._show_swatch(chunk)
        self._name_steps(chunk.level)
        last = len(chunks.level(chunk.level)) - 1
        self._previous.setEnabled(chunk.index > 0)
        self._next.setEnabled(chunk.index < last)
        self._chunk.show_workspace(workspace)
        self._pages.setCurrentIndex(0)

    def _name_steps(self, level: Level) -> None:
        """Name the arrows; the keys elsewhere step through the parents only."""
        is_parent = level is Level.PARENT
        self._previous.name(f"Previous {level.value}", "Alt+Up" if is_parent else "")
        self._next.name(f"Next {level.value}", "Alt+Down" if is_parent else "")

    def _show_swatch(self, chunk: Chunk | None) -> None:
        swatch = self._head.swatch
        assert swatch is not None
        swatch.setVisible(chunk is not None)
        if chunk is not None:
            parent = chunk.index if chunk.level is Level.PARENT else chunk.owner
            swatch.set_color(self._theme.chunk_color(hue_of(parent)))

    def _say_nothing(self, workspace: Workspace) -> None:
        self._head.say("Inspector")
        self._show_swatch(None)
        if workspace.document is not None or workspace.opening is not None:
            self._empty.say("Cutting the page…", "")
        else:
            self._empty.say("No page is open", "Open one to see what the embedder reads of it.")
        self._pages.setCurrentIndex(2)

    def _step(self, step: int) -> None:
        chunk = self._workspace.chosen_chunk
        if chunk is not None:
            self.chunk_chosen.emit(chunk.level, chunk.index + step)


def _scrolling(parent: QWidget) -> QScrollArea:
    area = QScrollArea(parent)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    area.setAccessibleName("Inspector")
    return area
