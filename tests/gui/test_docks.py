"""The panels around the document are brought into sight by whoever asks for them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDockWidget, QMenu, QWidget
from pytestqt.qtbot import QtBot

from chunkscope.gui import app
from chunkscope.gui.main_window import MainWindow
from chunkscope.workspace.preferences import Preferences

PAGE = "# Refunds\n\nAsk within 30 days.\n\n## Limits\n\n##### Deep\n\nMore of it.\n"
SIZES = ((1440, 900), (1000, 640))


@pytest.fixture(params=SIZES, ids=["roomy", "folded"])
def window(qtbot: QtBot, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[MainWindow]:
    path = tmp_path / "refunds.md"
    path.write_text(PAGE, encoding="utf-8")
    window = app.make_window(Preferences())
    qtbot.addWidget(window)
    window.resize(*request.param)
    window.show()
    qtbot.waitExposed(window)
    is_folded = request.param == SIZES[1]
    qtbot.waitUntil(lambda: window.folding.is_folded == is_folded)
    window.controller.open_path(path)
    qtbot.waitUntil(lambda: bool(window.controller.workspace.findings), timeout=20_000)
    qtbot.waitUntil(lambda: window.is_settled, timeout=20_000)
    yield window
    window.close()


def switch_of(window: MainWindow, dock: QDockWidget) -> QAction:
    place = window.docks.all.index(dock)
    return window.dock_switches[place]


def in_sight(window: MainWindow) -> list[bool]:
    return [window.docks.is_in_sight(dock) for dock in window.docks.all]


def test_a_switch_brings_a_panel_forward_and_hides_it_only_when_it_is_in_sight(
    window: MainWindow,
) -> None:
    for dock in (window.docks.findings, window.docks.bench, window.docks.outline):
        if window.docks.is_in_sight(dock):
            switch_of(window, dock).trigger()
            assert dock.isHidden()
        switch_of(window, dock).trigger()
        assert window.docks.is_in_sight(dock)
        switch_of(window, dock).trigger()
        assert dock.isHidden()


def test_a_switch_is_checked_while_its_panel_is_in_sight(window: MainWindow) -> None:
    docks = window.docks
    acts: tuple[Callable[[], object], ...] = (
        lambda: docks.bring_forward(docks.findings),
        lambda: docks.bring_forward(docks.bench),
        docks.bench.hide,
        docks.bench.show,
        switch_of(window, docks.findings).trigger,
    )
    for act in acts:
        act()
        QApplication.processEvents()
        assert [switch.isChecked() for switch in window.dock_switches] == in_sight(window)


def test_the_menu_on_the_bars_holds_the_same_switches(window: MainWindow) -> None:
    assert window.createPopupMenu().actions() == window.dock_switches


@pytest.mark.parametrize("name", ["outline", "inspector", "findings"])
def test_the_keyboard_reaches_a_panel_from_wherever_it_is(
    window: MainWindow, qtbot: QtBot, name: str
) -> None:
    dock: QDockWidget = getattr(window.docks, name)
    acts: tuple[Callable[[], object], ...] = (
        dock.hide,
        lambda: window.show_bench().focus_question(),
    )
    for prepare in acts:
        prepare()
        window.actions_by_name[f"focus_{name}"].trigger()
        assert window.docks.is_in_sight(dock)
        qtbot.waitUntil(lambda: dock.isAncestorOf(QApplication.focusWidget() or window))


def test_stepping_through_the_findings_shows_what_they_say(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.show_bench().focus_question()
    for name in ("next_finding", "previous_finding"):
        window.docks.bring_forward(window.docks.bench)
        window.actions_by_name[name].trigger()
        assert window.docks.is_in_sight(window.docks.findings)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.isEnabled()


def test_findings_that_were_hidden_stay_hidden_on_stepping(window: MainWindow) -> None:
    window.docks.findings.hide()
    window.actions_by_name["next_finding"].trigger()
    assert window.docks.findings.isHidden()
    choice = window.controller.workspace.choice
    assert choice is not None
    assert choice.finding is not None


def test_the_tab_of_the_findings_says_how_many_there_are(window: MainWindow) -> None:
    findings = window.controller.workspace.findings
    assert findings is not None
    between = " " if window.folding.is_folded else " · "
    assert window.docks.findings.windowTitle() == f"Findings{between}{len(findings)}"
    window.docks.show_workspace(replace(window.controller.workspace, findings=findings * 4_000))
    title = window.docks.findings.windowTitle()
    assert title == (
        "Findings 99+" if window.folding.is_folded else f"Findings · {4_000 * len(findings):,}"
    )


def test_the_go_menu_leads_to_every_panel(window: MainWindow) -> None:
    menus = {entry.text(): entry.menu() for entry in window.menuBar().actions()}
    go = menus["&Go"]
    assert isinstance(go, QMenu)
    names = [entry.objectName() for entry in go.actions()]
    assert names[-5:] == [
        "focus_outline",
        "focus_document",
        "focus_findings",
        "focus_inspector",
        "ask_question",
    ]


@pytest.mark.parametrize("name", ["outline", "inspector", "findings"])
def test_tab_reaches_every_control_of_a_panel_in_either_direction(
    window: MainWindow, qtbot: QtBot, name: str
) -> None:
    window.controller.choose_offset(PAGE.index("Ask"))
    dock: QDockWidget = getattr(window.docks, name)
    window.actions_by_name[f"focus_{name}"].trigger()
    qtbot.wait(50)
    wanted = [
        part
        for part in dock.findChildren(QWidget)
        if part.isVisible()
        and part.isEnabled()
        and part.focusProxy() is None
        and part.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert wanted
    for forward in (True, False):
        reached: list[QWidget | None] = []
        while QApplication.focusWidget() not in reached:
            reached.append(QApplication.focusWidget())
            window.focusNextPrevChild(forward)
        assert [part.accessibleName() for part in wanted if part not in reached] == []
