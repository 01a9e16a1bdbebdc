"""The icon library is imported between the window's events."""

import subprocess
import sys

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from chunkscope.gui.assets import icon
from chunkscope.gui.icon_import import IconImport
from chunkscope.gui.theme import LIGHT

UNMADE_BEFORE_THE_LIBRARY = """
import sys
from PySide6 import QtCore, QtGui, QtWidgets
from chunkscope.gui import icon_import

steps = icon_import.steps()
while "qtpy" not in sys.modules:
    next(steps)
for module in (QtCore, QtGui, QtWidgets):
    print(*sorted(set(dir(module)) - set(vars(module))))
"""


def test_icons_are_there_once_the_import_says_so(qtbot: QtBot) -> None:
    owner = QObject()
    importing = IconImport(owner)
    with qtbot.waitSignal(importing.ready, timeout=20_000):
        importing.start()
    assert importing.is_ready
    assert not icon("ph.folder-open", LIGHT).pixmap(16, 16).isNull()


def test_a_second_start_says_again_that_icons_are_there(qtbot: QtBot) -> None:
    owner = QObject()
    importing = IconImport(owner)
    for _start in range(2):
        with qtbot.waitSignal(importing.ready, timeout=20_000):
            importing.start()


def test_every_class_of_qt_is_made_before_the_library_takes_them_all() -> None:
    child = subprocess.run(
        [sys.executable, "-c", UNMADE_BEFORE_THE_LIBRARY],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert child.stdout.split() == []
