"""The main window: panels around the document, and what its actions do."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QResizeEvent,
)
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar, QWidget

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.overriding import override
from chunkscope.gui import chrome
from chunkscope.gui.actions import build_actions, enable, set_icons
from chunkscope.gui.commands import Commands
from chunkscope.gui.controller import Controller
from chunkscope.gui.folding import Folding
from chunkscope.gui.icon_import import IconImport
from chunkscope.gui.opening import Progress
from chunkscope.gui.panels.document import DocumentPanel
from chunkscope.gui.panels.findings import FindingsPanel
from chunkscope.gui.panels.inspector import InspectorPanel
from chunkscope.gui.panels.outline import OutlinePanel
from chunkscope.gui.panels.status import StatusBar
from chunkscope.gui.panels.tuning import TuningBar
from chunkscope.gui.theme import Theme
from chunkscope.workspace.pasted import address_in, looks_like_markdown
from chunkscope.workspace.state import Workspace

_SMALLEST = (640, 420)
_DOCK_WIDTHS = (300, 316)
_FINDINGS_HEIGHT = 204
_PAGES_ROOM = 240
_ICONS_AFTER_MS = 20


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
        self.outline = OutlinePanel(self)
        self.inspector = InspectorPanel(self)
        self.findings = FindingsPanel(self)
        self.status = StatusBar(self)
        self.tuning = TuningBar(self)
        self.icon_import = IconImport(self)
        self._shown_cut: ChunkSet | None = None
        self._waiting: list[OutlinePanel | InspectorPanel | FindingsPanel | StatusBar] = []
        self._turns = QTimer(self, interval=0)
        self._turns.timeout.connect(self._show_next)
        self._lay_out()
        self._connect()
        self.set_theme(theme)
        self.restore()
        self._show(controller.workspace)

    def set_theme(self, theme: Theme) -> None:
        """Take over another theme's colours; icons are made anew once the window shows."""
        self.theme = theme
        for panel in (self.document, self.outline, self.inspector, self.findings):
            panel.set_theme(theme)
        QTimer.singleShot(_ICONS_AFTER_MS, self.icon_import, self.icon_import.start)

    def _set_icons(self) -> None:
        set_icons(self.actions_by_name, self.theme)
        self.document.conversion.set_icons()

    def restore(self) -> None:
        """Take the place and the docks that the window had last time."""
        preferences = self.controller.preferences
        self.resize(1440, 900)
        if preferences.geometry:
            self.restoreGeometry(QByteArray.fromBase64(preferences.geometry.encode()))
        if preferences.docks:
            self.restoreState(QByteArray.fromBase64(preferences.docks.encode()))
        self.document.set_zoom(preferences.zoom)
        self.document.side.pages_width = preferences.pages_width
        self.document.welcome.show_recent(preferences.recent)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and text."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
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
    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the window's place; end all work."""
        chrome.remember_window(self, self.folding.state())
        self.controller.close()
        self.document.side.shut()
        super().closeEvent(event)

    def open_mime(self, content: QMimeData | None) -> None:
        """Open what was dropped or pasted: a file, or markdown, or else HTML before plain text.

        An address is only offered: nothing is fetched that the user did not ask for.
        """
        content = content or QMimeData()  # an empty clipboard may give none at all
        paths = [url.toLocalFile() for url in content.urls() if url.isLocalFile()]
        links = [url.toString() for url in content.urls() if not url.isLocalFile()]
        address = address_in(links[0] if links else content.text())
        if paths:
            self.controller.open_path(Path(paths[0]))
            if len(paths) > 1:
                self.status.notice(f"One page at a time: only the first of {len(paths)} is opened.")
        elif address is not None:
            self.controller.offer_address(address)
        elif content.hasUrls():
            self.status.notice("Only files on this computer and web addresses can be opened.")
        elif content.hasText() and looks_like_markdown(content.text()):
            self.controller.open_text(content.text())
        elif content.hasHtml() and content.html().strip():
            self.controller.open_html(content.html())
        elif content.hasText() and content.text().strip():
            self.controller.open_text(content.text())
        else:
            self.status.notice("There is neither text nor a file on the clipboard.")

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
        area = Qt.DockWidgetArea
        outline = self._dock("Outline", self.outline, area.LeftDockWidgetArea)
        inspector = self._dock("Inspector", self.inspector, area.RightDockWidgetArea)
        findings = self._dock("Findings", self.findings, area.BottomDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, area.RightDockWidgetArea)
        self.setCorner(Qt.Corner.BottomLeftCorner, area.LeftDockWidgetArea)
        self.resizeDocks([outline, inspector], list(_DOCK_WIDTHS), Qt.Orientation.Horizontal)
        self.resizeDocks([findings], [_FINDINGS_HEIGHT], Qt.Orientation.Vertical)
        self.setDockNestingEnabled(True)
        self.folding = Folding(self, (outline, inspector, findings))

    def _toolbar(self) -> QToolBar:
        bar = QToolBar("Tools", self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        chrome.fill_toolbar(bar, self.actions_by_name, self.tuning)
        return bar

    def _dock(self, title: str, panel: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(f"dock-{title.lower()}")
        dock.setTitleBarWidget(QWidget(dock))
        dock.setWidget(panel)
        self.dock_switches.append(dock.toggleViewAction())
        self.addDockWidget(area, dock)
        chrome.add_dock_switch(self, dock)
        return dock

    def _connect(self) -> None:
        self.icon_import.ready.connect(self._set_icons)
        controller = self.controller
        controller.workspace_changed.connect(self._show)
        controller.place_wanted.connect(self.document.scroll_to)
        controller.noticed.connect(self.status.notice)
        controller.progressed.connect(self._progressed)
        controller.idled.connect(self.status.end_progress)
        self.tuning.settings_wanted.connect(controller.set_settings)
        self.outline.section_chosen.connect(controller.visit_offset)
        self.document.offset_chosen.connect(controller.choose_offset)
        self.document.chunk_chosen.connect(controller.choose_chunk)
        self.document.offset_wanted.connect(controller.visit_offset)
        self.document.visible_changed.connect(controller.note_visible)
        self.document.recent_chosen.connect(self.commands.open_source)
        self.document.problem_dismissed.connect(controller.dismiss_problem)
        self.document.step_wanted.connect(self.commands.take_step)
        self.document.encoding_chosen.connect(self.commands.set_encoding)
        self.status.cancel_wanted.connect(controller.cancel)
        self.inspector.chunk_chosen.connect(controller.choose_chunk)
        self.inspector.finding_chosen.connect(controller.choose_finding)
        self.inspector.copy_wanted.connect(self.commands.copy)
        self.findings.finding_chosen.connect(controller.choose_finding)

    def _progressed(self, progress: Progress) -> None:
        done, total = progress.done, progress.total
        if self.controller.workspace.document is not None:
            self.status.show_progress(progress.sentence, done, total)
        self.document.reading.progress(progress.what, progress.far, done, total)

    def _show(self, workspace: Workspace) -> None:
        """Show the workspace; a new cut in a turn for each panel, since each has much to paint."""
        is_new_cut = workspace.chunk_set is not self._shown_cut
        self._shown_cut = workspace.chunk_set
        self.document.show_workspace(workspace)
        self._waiting = [self.outline, self.inspector, self.findings, self.status]
        if is_new_cut:
            self._turns.start()
        else:
            while self._waiting:
                self._show_next()
        self.tuning.show_settings(workspace.settings)
        self.folding.make_room(_PAGES_ROOM if self.document.side.shows_pages else 0)
        self.setWindowTitle(chrome.title_of(workspace))
        enable(self.actions_by_name, chrome.present_in(self.controller))
        chrome.check_switches(self.actions_by_name, workspace, self.controller.preferences)

    def _show_next(self) -> None:
        if self._waiting:
            self._waiting.pop(0).show_workspace(self.controller.workspace)
        if not self._waiting:
            self._turns.stop()
