"""Docks around the document, or folded to tabs where there is no room for that."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

from chunkscope.gui import app
from chunkscope.gui.main_window import MainWindow
from chunkscope.workspace.preferences import Preferences


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    window = app.make_window(Preferences())
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close()


def docks(window: MainWindow) -> list[QDockWidget]:
    return sorted(window.findChildren(QDockWidget), key=lambda dock: dock.objectName())


def tabbed(window: MainWindow) -> int:
    return len(window.tabifiedDockWidgets(docks(window)[0]))


def test_a_small_window_shows_the_docks_as_tabs(window: MainWindow, qtbot: QtBot) -> None:
    areas = [window.dockWidgetArea(dock) for dock in docks(window)]
    window.resize(800, 500)
    qtbot.waitUntil(lambda: tabbed(window) == 2)
    assert window.size().width() == 800
    assert window.document.width() > 300

    window.resize(1300, 800)
    qtbot.waitUntil(lambda: tabbed(window) == 0)
    assert [window.dockWidgetArea(dock) for dock in docks(window)] == areas


def test_a_panel_hidden_in_a_small_window_stays_hidden(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(800, 500)
    qtbot.waitUntil(lambda: tabbed(window) == 2)
    docks(window)[0].hide()
    window.resize(1300, 800)
    qtbot.waitUntil(lambda: tabbed(window) == 0)
    assert [dock.isHidden() for dock in docks(window)] == [True, False, False]


def test_a_window_closed_small_keeps_the_docks_of_a_large_one(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.resize(800, 500)
    qtbot.waitUntil(lambda: tabbed(window) == 2)
    window.close()
    again = app.make_window(window.controller.preferences)
    qtbot.addWidget(again)
    again.resize(1300, 800)
    again.show()
    assert tabbed(again) == 0
    again.close()
