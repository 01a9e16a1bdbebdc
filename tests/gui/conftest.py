"""What tests of the window stand on, and what they leave: a mouse without a button down."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from chunkscope.gui import app
from chunkscope.gui.main_window import MainWindow
from chunkscope.workspace.preferences import Preferences


@pytest.fixture(autouse=True)
def released_mouse() -> Iterator[None]:
    """Fail a test that presses a button and keeps it: Qt remembers it for the tests after it."""
    yield
    assert QApplication.mouseButtons() == Qt.MouseButton.NoButton, "release the button too"


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window that shows, with nothing open."""
    window = app.make_window(Preferences())
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close()
