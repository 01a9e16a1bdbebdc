"""The application: starts the window, or draws it to a file without a screen."""

import gc
import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLoggingCategory, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from chunkscope.gui import appearance, crash, screen
from chunkscope.gui.controller import Controller
from chunkscope.gui.main_window import MainWindow
from chunkscope.workspace import preferences as stored
from chunkscope.workspace.crash_report import Session
from chunkscope.workspace.paths import log_folder, resources, sample_page
from chunkscope.workspace.picture import PictureRequest
from chunkscope.workspace.preferences import Preferences

if TYPE_CHECKING:
    from chunkscope.workspace.reading import Source

_NO_WORD_OF_FONTS = "qt.text.font.db=false"
"""For each script without a font Qt names every font it tried; `glyphs` says it in a sentence."""
_DRAWINGS = {"icon-small.svg": (16, 20, 24), "icon.svg": (32, 48, 64, 128, 256)}
PREPARE_AFTER_MS = 50
NEWEST_AFTER_MS = 3000
SWITCH_INTERVAL_S = 0.0005
"""How soon a busy worker lets the window's thread run; Python's own 5 ms would be felt."""


def open_window(source: "Source | None") -> int:
    """Show the window until it is closed; return the exit code.

    Raises:
        NoScreen: There is no screen, or a library for it is missing.
    """
    screen.check()
    _keep_log()
    application = make_application()
    window = make_window(stored.load())
    crash.watch(window)
    application.styleHints().colorSchemeChanged.connect(
        lambda _scheme: appearance.follow_system(window)
    )
    window.show()
    crash.offer_left_report(window)
    session = Session()
    tame_collector()
    page = first_page(source, window.controller.preferences)
    if isinstance(page, str):
        window.controller.open_address(page)
    elif page is not None:
        window.controller.open_path(page)
    prepare_when_settled(window)
    if window.controller.preferences.asks_for_newest:
        QTimer.singleShot(NEWEST_AFTER_MS, window, lambda: _ask_for_newest(window))
    code = int(application.exec())
    session.end()
    if window.removes_data:
        from chunkscope.gui.removal import carry_out

        carry_out(application)
    return code


def first_page(source: "Source | None", preferences: Preferences) -> "Source | None":
    """Return what a start opens: what is named, or the sample where nothing was opened before."""
    return sample_page() if source is None and not preferences.recent else source


def draw_picture(request: PictureRequest) -> int:
    """Draw the window as it shows one document into a PNG file; return the exit code."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from chunkscope.gui.picture import draw

    return draw(request)


def test_itself(report: Path | None) -> int:
    """Try every part of the program; return the exit code."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from chunkscope.gui.self_test import run

    return run(report)


def make_application() -> QApplication:
    """Return the one application, made at the first call."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    QLoggingCategory.setFilterRules(_NO_WORD_OF_FONTS)
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    application = QApplication(sys.argv[:1])
    application.setApplicationName("ChunkScope")
    application.setDesktopFileName("chunkscope")
    application.setWindowIcon(_icon())
    return application


def _icon() -> QIcon:
    """Return the program's icon: a simpler drawing where it is small."""
    made = QIcon()
    for name, sizes in _DRAWINGS.items():
        drawing = QIcon(str(resources() / name))
        for size in sizes:
            made.addPixmap(drawing.pixmap(size))
    return made


def prepare_when_settled(window: MainWindow) -> None:
    """Start what the first document will need once the window has all its parts and icons.

    Both at once would make the window wait for Python's lock, and neither would be there sooner.
    """
    waiting = QTimer(window, interval=PREPARE_AFTER_MS)

    def look() -> None:
        if window.icon_import.is_ready and not window.bench_place.is_being_built:
            waiting.stop()
            window.controller.prepare()

    waiting.timeout.connect(look)
    waiting.start()


def tame_collector() -> None:
    """Keep Python's cycle collector from stopping the window for a tenth of a second.

    What exists now lives as long as the program, so it is never looked at again; a large page
    makes many small values, and full collections over them are made rare.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 50, 100_000)


def make_window(preferences: Preferences, *, keeps_preferences: bool = True) -> MainWindow:
    """Return a main window, dressed, with nothing open; see `Controller` for the preferences."""
    application = QApplication.instance()
    theme = appearance.theme_for(preferences.theme)
    if isinstance(application, QApplication):
        appearance.dress(application, theme)
    return MainWindow(Controller(preferences, keeps_preferences=keeps_preferences), theme)


def _ask_for_newest(window: MainWindow) -> None:
    from chunkscope.gui.dialogs.newest import ask_quietly

    ask_quietly(window)


def _keep_log() -> None:
    try:
        log_folder().mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            log_folder() / "chunkscope.log", maxBytes=500_000, backupCount=2, encoding="utf-8"
        )
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.getLogger().addHandler(handler)
