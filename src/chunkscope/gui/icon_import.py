"""The icon library, imported in steps so small that the window never stops for them.

qtawesome reaches Qt through qtpy, which takes every name that Qt has. PySide makes a class when
its name is first asked for, so that this import holds the window's thread for 150 ms at one go;
on another thread, beside a paint, it crashes. Here the classes are asked for a few at a time,
between the window's events, and the import that follows finds them made.
"""

import contextlib
import time
from collections.abc import Iterator
from importlib import import_module
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from chunkscope.gui.assets import load_icon_font

_TURN_S: Final = 0.004
_QT_MODULES: Final = ("QtCore", "QtGui", "QtWidgets", "QtOpenGL", "QtOpenGLWidgets")
"""Those whose names qtpy takes."""
_LIBRARY: Final = (
    "json",
    "ctypes",
    "hashlib",
    "shutil",
    "packaging.version",
    "qtpy",
    "qtpy.QtCore",
    "qtpy.QtGui",
    "qtpy.QtWidgets",
    "qtawesome.iconic_font",
)
"""What qtawesome stands on, from the ground up, and itself."""


class IconImport(QObject):
    """Imports the icon library between the events of the thread that it is made on.

    Attributes:
        is_ready: Whether icons can be had at once.

    Signals:
        ready: They can; given after every start.
    """

    ready = Signal()

    def __init__(self, parent: QObject) -> None:
        """Import nothing yet."""
        super().__init__(parent)
        self.is_ready = False
        self._steps = steps()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    def start(self) -> None:
        """Begin, or say again that all is there."""
        self._timer.start()

    def _go_on(self) -> None:
        end = time.perf_counter() + _TURN_S
        while time.perf_counter() < end:
            try:
                next(self._steps)
            except StopIteration:
                self._timer.stop()
                self.is_ready = True
                self.ready.emit()
                return


def steps() -> Iterator[None]:
    """Yield after each small step of the import; at the end icons can be had at once."""
    for name in _QT_MODULES:
        with contextlib.suppress(ImportError):  # qtpy does without OpenGL, too
            module = import_module(f"PySide6.{name}")
            for attribute in dir(module):
                getattr(module, attribute)
                yield
    for name in _LIBRARY:
        import_module(name)
        yield
    load_icon_font()
    yield
