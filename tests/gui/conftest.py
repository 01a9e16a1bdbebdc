"""What tests of the window stand on, and what they leave: a mouse without a button down."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from chunkscope.gui import app
from chunkscope.gui.main_window import MainWindow
from chunkscope.workspace.preferences import Preferences

PATIENCE_MS: Final = 60_000
"""A wait ends as soon as what it is for is there; on a busy machine that may take long."""


class PatientBot(QtBot):
    """Waits longer than five seconds before a test fails."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        """Run the event loop until `callback` says so."""
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE_MS, **more: Any) -> Any:
        """Run the event loop until a signal comes."""
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitExposed(self, widget: QWidget, *, timeout: int = PATIENCE_MS) -> Any:
        """Run the event loop until a window shows."""
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """A bot for widgets, with patience."""
    return PatientBot(request)


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
