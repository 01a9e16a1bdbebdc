"""The panels around the document: where each stands at first, and the tabs of those below."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDockWidget, QTabWidget, QWidget
from shiboken6 import isValid

from chunkscope.gui import chrome
from chunkscope.gui.folding import Folding
from chunkscope.gui.panels.findings import FindingsPanel
from chunkscope.gui.panels.inspector import InspectorPanel
from chunkscope.workspace.state import Workspace

if TYPE_CHECKING:
    from chunkscope.gui.main_window import MainWindow

_WIDTHS: Final = (300, 316)
_BELOW_PX: Final = 300
_MOST_FOLDED: Final = 99
_BOTTOM_CORNERS: Final = (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner)


class Docks:
    """The docks of a main window: outline and inspector beside the document, the rest below."""

    def __init__(self, window: "MainWindow") -> None:
        """Make the docks, in which the panels of `window` are made; `arrange` puts them up."""
        self._window = window
        self.outline = self._dock("outline", "Outline")
        self.inspector = self._dock("inspector", "Inspector")
        self.bench = self._dock("test bench", "Test a question")
        self.findings = self._dock("findings", "Findings")
        self.all = (self.outline, self.inspector, self.bench, self.findings)
        self._number = 0
        self.folding = Folding(window, self.all)
        self.folding.changed.connect(self._name)

    def arrange(self) -> None:
        """Put the docks with their panels around the document."""
        window = self._window
        area = Qt.DockWidgetArea
        for corner in _BOTTOM_CORNERS:
            window.setCorner(corner, area.BottomDockWidgetArea)
        window.setTabPosition(area.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setDockNestingEnabled(True)
        self._put(self.outline, window.outline, area.LeftDockWidgetArea)
        self._put(self.inspector, window.inspector, area.RightDockWidgetArea)
        self._put(self.bench, window.bench_place, area.BottomDockWidgetArea)
        self._put(self.findings, window.findings, area.BottomDockWidgetArea)
        window.tabifyDockWidget(self.bench, self.findings)
        self.bench.raise_()
        window.resizeDocks([self.outline, self.inspector], list(_WIDTHS), Qt.Orientation.Horizontal)
        window.resizeDocks([self.bench], [_BELOW_PX], Qt.Orientation.Vertical)

    def show_workspace(self, workspace: Workspace) -> None:
        """Say on the tabs how much the panels hold."""
        findings = workspace.findings
        self._number = len(findings) if findings else 0
        self._name(is_folded=self.folding.is_folded)

    def is_in_sight(self, dock: QDockWidget) -> bool:
        """Whether a dock is on screen, not behind another one's tab."""
        return dock.isVisible() and not dock.visibleRegion().isEmpty()

    def bring_forward(self, dock: QDockWidget) -> None:
        """Show a dock before those that share its place; the keyboard stays in sight."""
        typed_in = QApplication.focusWidget()
        dock.show()
        dock.raise_()
        if typed_in is not None and not typed_in.isEnabled():
            _give_keyboard(dock.widget())

    def focus(self, dock: QDockWidget) -> None:
        """Bring a dock forward and give its panel the keyboard."""
        self.bring_forward(dock)
        _give_keyboard(dock.widget())

    def show_findings(self) -> None:
        """Bring the findings forward, unless they were hidden."""
        if not self.findings.isHidden():
            self.bring_forward(self.findings)

    def _switch(self, dock: QDockWidget, switch: QAction) -> None:
        """Hide a dock that is in sight; bring one forward that is hidden or behind a tab."""
        if self.is_in_sight(dock):
            dock.hide()
        else:
            self.bring_forward(dock)
        switch.setChecked(self.is_in_sight(dock))

    def _let_work(self, dock: QDockWidget, panel: QWidget, *, seen: bool) -> None:
        """Disable what lies behind another tab: Qt leaves it visible, and Tab would lead there."""
        if not isValid(self._window):
            return  # It is being taken apart.
        is_away = dock.isHidden() or self._window.isMinimized()
        panel.setEnabled(seen or is_away)

    def _name(self, is_folded: bool) -> None:
        """Write what the tabs say; four of them side by side have little room."""
        self.bench.setWindowTitle("Question" if is_folded else "Test a question")
        between = " " if is_folded else " · "
        number = f"{between}{_figure(self._number, is_folded=is_folded)}" if self._number else ""
        self.findings.setWindowTitle(f"Findings{number}")

    def _dock(self, name: str, title: str) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"dock-{name}")
        dock.setTitleBarWidget(QWidget(dock))
        return dock

    def _put(self, dock: QDockWidget, panel: QWidget, area: Qt.DockWidgetArea) -> None:
        window = self._window
        dock.setWidget(panel)
        dock.visibilityChanged.connect(lambda seen: self._let_work(dock, panel, seen=seen))
        window.addDockWidget(area, dock)
        switch = chrome.add_dock_switch(window, dock)
        switch.triggered.connect(lambda: self._switch(dock, switch))
        dock.visibilityChanged.connect(switch.setChecked)
        window.dock_switches.append(switch)


def _give_keyboard(panel: QWidget) -> None:
    if isinstance(panel, FindingsPanel | InspectorPanel):
        panel.take_keyboard()
    else:
        panel.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _figure(number: int, *, is_folded: bool) -> str:
    return f"{_MOST_FOLDED}+" if is_folded and number > _MOST_FOLDED else f"{number:,}"
