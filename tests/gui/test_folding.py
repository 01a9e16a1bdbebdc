"""Docks around the document, or folded to tabs where there is no room for that."""

from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

from chunkscope.gui import app
from chunkscope.gui.main_window import MainWindow


def docks(window: MainWindow) -> list[QDockWidget]:
    return sorted(window.findChildren(QDockWidget), key=lambda dock: dock.objectName())


def tabbed(window: MainWindow) -> int:
    return len(window.tabifiedDockWidgets(window.docks.outline))


def test_a_small_window_shows_the_docks_as_tabs(window: MainWindow, qtbot: QtBot) -> None:
    areas = [window.dockWidgetArea(dock) for dock in docks(window)]
    window.resize(800, 500)
    qtbot.waitUntil(lambda: tabbed(window) == 3)
    assert window.size().width() == 800
    assert window.document.width() > 300

    window.resize(1300, 800)
    qtbot.waitUntil(lambda: tabbed(window) == 0)
    assert [window.dockWidgetArea(dock) for dock in docks(window)] == areas


def test_a_panel_hidden_in_a_small_window_stays_hidden(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(800, 500)
    qtbot.waitUntil(lambda: tabbed(window) == 3)
    docks(window)[0].hide()
    window.resize(1300, 800)
    qtbot.waitUntil(lambda: tabbed(window) == 0)
    assert [dock.isHidden() for dock in docks(window)] == [True, False, False, False]


def test_a_window_closed_small_keeps_the_docks_of_a_large_one(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.resize(800, 500)
    qtbot.waitUntil(lambda: tabbed(window) == 3)
    window.close()
    again = app.make_window(window.controller.preferences)
    qtbot.addWidget(again)
    again.resize(1300, 800)
    again.show()
    assert tabbed(again) == 0
    again.close()


def test_a_state_kept_under_another_arrangement_is_not_taken_up(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.docks.bench.hide()
    foreign = window.saveState(1)
    window.docks.bench.show()
    window.folding.restore(foreign)
    assert not window.docks.bench.isHidden()


def test_bench_and_findings_share_a_place_with_the_bench_in_front(window: MainWindow) -> None:
    assert window.tabifiedDockWidgets(window.docks.bench) == [window.docks.findings]
    assert window.docks.is_in_sight(window.docks.bench)
    assert not window.docks.is_in_sight(window.docks.findings)


def test_the_keyboard_does_not_go_behind_a_tab(window: MainWindow) -> None:
    assert (window.bench.isEnabled(), window.findings.isEnabled()) == (True, False)
    window.docks.bring_forward(window.docks.findings)
    assert (window.bench.isEnabled(), window.findings.isEnabled()) == (False, True)


def test_tabs_beside_each_other_have_a_word_each(window: MainWindow, qtbot: QtBot) -> None:
    titles = [dock.windowTitle() for dock in window.docks.all]
    window.resize(800, 500)
    qtbot.waitUntil(lambda: tabbed(window) == 3)
    assert [len(dock.windowTitle().split()) for dock in window.docks.all] == [1, 1, 1, 1]
    window.resize(1300, 800)
    qtbot.waitUntil(lambda: tabbed(window) == 0)
    assert [dock.windowTitle() for dock in window.docks.all] == titles
    switches = [switch.text() for switch in window.dock_switches]
    assert "Show test bench" in switches
