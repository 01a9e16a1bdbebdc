"""The self-test: every part of the program once, the window among them, in a folder of its own."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psutil
from PySide6.QtCore import QEventLoop, QTimer

import chunkscope
from chunkscope.gui.app import make_application, make_window
from chunkscope.gui.main_window import MainWindow
from chunkscope.retrieval.folders import HOME_VARIABLE
from chunkscope.workspace.paths import sample_page
from chunkscope.workspace.preferences import Preferences
from chunkscope.workspace.self_test.steps import StepFailed, Tally, try_core

_PATIENCE_S: Final = 30.0
_FEWEST_COLOURS: Final = 50


def run(report: Path | None) -> int:
    """Try everything; write the report to a file or to standard output; return the exit code.

    No connection is opened and nothing is left behind.
    """
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="chunkscope-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        refused = folder / "refused.txt"
        os.environ[HOME_VARIABLE] = str(folder / "home")
        chunkscope.refuse_connections(str(refused))
        try_core(tally, folder)
        tally.note("window", _try_window)
        tally.note("no connection", lambda: _expect_no_connection(refused))
        tally.note("no process left", _expect_no_process)
    if report is None:
        sys.stdout.write(tally.as_json())
    else:
        report.write_text(tally.as_json(), encoding="utf-8")
    return 0 if tally.ok else 1


def _try_window() -> str:
    make_application()
    window = make_window(Preferences(theme="light"), keeps_preferences=False)
    try:
        return _use(window)
    finally:
        window.close()


def _use(window: MainWindow) -> str:
    controller = window.controller
    window.resize(1440, 900)
    window.show()
    controller.open_path(sample_page())
    _wait(lambda: controller.workspace.findings is not None and not controller.is_busy)
    controller.asking.run()
    _wait(lambda: not controller.is_busy)
    workspace = controller.workspace
    if workspace.problem is not None or workspace.bench.error:
        problem = workspace.problem
        raise StepFailed(workspace.bench.error or (problem.message if problem else ""))
    if workspace.bench.side.asked is None:
        raise StepFailed("the question was not answered")
    picture = window.grab().toImage()
    places = range(0, picture.width() * picture.height(), 997)
    colours = {picture.pixel(place % picture.width(), place // picture.width()) for place in places}
    if len(colours) < _FEWEST_COLOURS:
        raise StepFailed(f"the window shows {len(colours)} colours")
    return f"{len(workspace.findings or ())} findings, {len(colours)} colours"


def _wait(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE_S
    while not reached():
        if time.monotonic() > deadline:
            raise StepFailed(f"the window was not ready within {_PATIENCE_S:.0f} s")
        loop = QEventLoop()
        QTimer.singleShot(10, loop, loop.quit)
        loop.exec()


def _expect_no_connection(refused: Path) -> str:
    if refused.exists():
        raise StepFailed(refused.read_text(encoding="utf-8").strip())
    return "none was tried"


def _expect_no_process() -> str:
    ours = psutil.Process().children(recursive=True)
    workers = [process for process in ours if "resource_tracker" not in _command_of(process)]
    _, alive = psutil.wait_procs(workers, timeout=5)
    if alive:
        raise StepFailed(", ".join(_command_of(process) for process in alive))
    return "none"


def _command_of(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return "resource_tracker"  # It ended while it was looked at.
