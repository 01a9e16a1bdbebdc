"""The main window: panels around the document, and what its actions do."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QChildEvent, QMimeData, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QMenu, QTabBar, QToolBar

from chunkscope.core.overriding import override
from chunkscope.gui import chrome, incoming, wiring
from chunkscope.gui.actions import build_actions, enable, set_icons
from chunkscope.gui.bench_place import BenchPlace
from chunkscope.gui.commands import Commands
from chunkscope.gui.controller import Controller
from chunkscope.gui.docks import Docks
from chunkscope.gui.icon_import import IconImport
from chunkscope.gui.panels.document import DocumentPanel
from chunkscope.gui.panels.findings import FindingsPanel
from chunkscope.gui.panels.inspector import InspectorPanel
from chunkscope.gui.panels.outline import OutlinePanel
from chunkscope.gui.panels.status import StatusBar
from chunkscope.gui.panels.tuning import TuningBar
from chunkscope.gui.theme import Theme
from chunkscope.workspace.bench import Bench
from chunkscope.workspace.state import Workspace

if TYPE_CHECKING:
    from chunkscope.gui.panels.bench import BenchPanel

_SMALLEST = (640, 420)
_PAGES_ROOM = 240
_ICONS_AFTER_MS = 20


Panel = OutlinePanel | InspectorPanel | FindingsPanel | BenchPlace | StatusBar


class MainWindow(QMainWindow):
    """Puts panels, actions and the controller together; decides nothing itself."""

    def __init__(self, controller: Controller, theme: Theme) -> None:
        """Show what the controller's workspace holds."""
        super().__init__()
        self.controller = controller
        self.theme = theme
        self.setWindowTitle("ChunkScope")
        self.setMinimumSize(*_SMALLEST)
        self.setAcceptDrops(True)
        self.commands = Commands(self)
        self.actions_by_name = build_actions(self, self.commands)
        self.addActions(list(self.actions_by_name.values()))
        self.document = DocumentPanel(controller.runner, self.actions_by_name, self)
        self.docks = Docks(self)
        self.outline = OutlinePanel(self.docks.outline)
        self.inspector = InspectorPanel(self.docks.inspector)
        self.findings = FindingsPanel(self.docks.findings)
        self.bench_place = BenchPlace(theme, self.docks.bench)
        self.bench_place.built.connect(self._bench_built)
        self.status = StatusBar(self)
        self.tuning = TuningBar(self)
        self.icon_import = IconImport(self)
        self._shown = controller.workspace
        self.folding = self.docks.folding
        self._waiting: list[Panel] = []
        self.removes_data = False  # Whether all that is kept goes once the window is closed.
        self._turns = QTimer(self, interval=0)
        self._turns.timeout.connect(self._show_next)
        self._lay_out()
        wiring.connect(self)
        controller.workspace_changed.connect(self._show)
        self.icon_import.ready.connect(self._set_icons)
        self.set_theme(theme)
        self.restore()
        self._show(controller.workspace)

    def set_theme(self, theme: Theme) -> None:
        """Take over another theme's colours; icons are made anew once the window shows."""
        self.theme = theme
        panels = (self.document, self.outline, self.inspector, self.findings, self.bench_place)
        for panel in panels:
            panel.set_theme(theme)
        QTimer.singleShot(_ICONS_AFTER_MS, self.icon_import, self.icon_import.start)

    def _set_icons(self) -> None:
        set_icons(self.actions_by_name, self.theme)
        self.document.conversion.set_icons()
        self.bench_place.set_icons()

    @override
    def createPopupMenu(self) -> QMenu:
        """Offer the switches of the docks where Qt would offer its own, which hide what it hides.

        Called by Qt for a click with the right button on the bars and the tabs.
        """
        menu = QMenu(self)
        menu.addActions(self.dock_switches)
        return menu

    @property
    def bench(self) -> "BenchPanel":
        """The test bench; built now where it was not yet."""
        return self.bench_place.panel

    @property
    def is_settled(self) -> bool:
        """Whether nothing is being worked out, and every panel shows what was."""
        return not (self.controller.is_busy or self._waiting)

    def show_bench(self) -> "BenchPanel":
        """Bring the test bench forward and return it."""
        self.docks.bring_forward(self.docks.bench)
        return self.bench

    def restore(self) -> None:
        """Take the place and the docks that the window had last time."""
        preferences = self.controller.preferences
        self.resize(1440, 900)
        if preferences.geometry:
            self.restoreGeometry(QByteArray.fromBase64(preferences.geometry.encode()))
        if preferences.docks:
            self.folding.restore(QByteArray.fromBase64(preferences.docks.encode()))
        self.document.set_zoom(preferences.zoom)
        self.document.side.pages_width = preferences.pages_width
        self.document.welcome.show_recent(preferences.recent)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files, text and pieces of web pages."""
        content = event.mimeData()
        if content.hasUrls() or content.hasText() or content.hasHtml():
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first file dropped, or the text."""
        event.acceptProposedAction()
        self.open_mime(event.mimeData())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the toolbar and the docks."""
        super().resizeEvent(event)
        self.folding.fit()
        chrome.fit_toolbar(self.toolbar, self.actions_by_name, self.tuning)

    @override
    def childEvent(self, event: QChildEvent) -> None:
        """Name the tabs of docks that share a place, which Qt makes when they are needed."""
        super().childEvent(event)
        if event.polished():  # asked first: to see the child of each of a hundred takes 10 ms
            child = event.child()
            if isinstance(child, QTabBar):
                child.setAccessibleName("Panels")

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the window's place; end all work."""
        chrome.remember_window(self, self.folding.state())
        self.document.side.shut()
        self.controller.close()
        super().closeEvent(event)

    def open_mime(self, content: QMimeData | None) -> None:
        """Open what was dropped or pasted."""
        incoming.open_content(self, content or QMimeData())  # a clipboard may give none at all

    def paste(self) -> None:
        """Open what is on the clipboard."""
        self.open_mime(QGuiApplication.clipboard().mimeData())

    def _lay_out(self) -> None:
        self.dock_switches: list[QAction] = []
        chrome.build_menus(self, self.actions_by_name)
        self.recent_menu = chrome.add_recent_menu(self, self.actions_by_name["reload"])
        self.toolbar = self._toolbar()
        self.addToolBar(self.toolbar)
        self.setCentralWidget(self.document)
        self.setStatusBar(self.status)
        self.docks.arrange()

    def _toolbar(self) -> QToolBar:
        bar = QToolBar("Tools", self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        chrome.fill_toolbar(bar, self.actions_by_name, self.tuning)
        return bar

    def _show(self, workspace: Workspace) -> None:
        """Show the workspace; what is new of its page a panel a turn, since each paints much."""
        before, self._shown = self._shown, workspace
        if before is not workspace and replace(before, bench=workspace.bench) == workspace:
            self._show_bench(before.bench, workspace)
            return
        self.document.show_workspace(workspace)
        panels = (self.outline, self.inspector, self.bench_place, self.findings, self.status)
        self._waiting += [panel for panel in panels if panel not in self._waiting]
        if self._turns.isActive() or chrome.has_news(before, workspace):
            self._turns.start()
        else:
            while self._waiting:
                self._show_next()
        self.docks.show_workspace(workspace)
        self.tuning.show_settings(workspace.settings)
        self.folding.make_room(_PAGES_ROOM if self.document.side.shows_pages else 0)
        self.setWindowTitle(chrome.title_of(workspace))
        self._show_actions(workspace)

    def _show_bench(self, before: Bench, workspace: Workspace) -> None:
        """Show a workspace of which the bench alone is new: while one types, with every key."""
        if _marks_of(before) != _marks_of(workspace.bench):
            self.document.show_workspace(workspace)
            if self.inspector not in self._waiting:
                self.inspector.show_workspace(workspace)
        if self.bench_place not in self._waiting:
            self.bench_place.show_workspace(workspace)
        self._show_actions(workspace)

    def _bench_built(self, bench: "BenchPanel") -> None:
        bench.set_models_action(self.actions_by_name["models"])
        wiring.connect_bench(self, bench)
        if self.icon_import.is_ready:
            bench.set_icons()

    def _show_actions(self, workspace: Workspace) -> None:
        enable(self.actions_by_name, chrome.present_in(self.controller))
        chrome.check_switches(self.actions_by_name, workspace, self.controller.preferences)

    def _show_next(self) -> None:
        if self._waiting:
            self._waiting.pop(0).show_workspace(self.controller.workspace)
        if not self._waiting:
            self._turns.stop()


def _marks_of(bench: Bench) -> tuple[object, ...]:
    """Return what of a bench the document, its strip and the inspector show."""
    side = bench.side
    return side.asked, side.chunk_set, side.is_stale, bench.chosen, bench.why, bench.answer
