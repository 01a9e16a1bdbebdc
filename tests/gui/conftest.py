"""What every test of the window leaves behind: a mouse without a button down."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def released_mouse() -> Iterator[None]:
    """Fail a test that presses a button and keeps it: Qt remembers it for the tests after it."""
    yield
    assert QApplication.mouseButtons() == Qt.MouseButton.NoButton, "release the button too"
