"""The self-test: every part of the program once, the window among them, in a folder of its own."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final

import psutil
from PySide6.QtCore import QEventLoop, QTimer

import chunkscope
from chunkscope.gui.app import make_application, make_window
from chunkscope.gui.main_window import MainWindow
from chunkscope.retrieval.chroma_store import is_usable_here
from chunkscope.retrieval.folders import HOME_VARIABLE, cache_folder
from chunkscope.workspace.paths import sample_page
from chunkscope.workspace.preferences import Preferences
from chunkscope.workspace.self_test.steps import StepFailed, Tally, try_core

_PATIENCE_S: Final = 60.0
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
        # Chroma is tried in a process of its own, which takes as long as all conversions together.
        usable = ThreadPoolExecutor(1).submit(is_usable_here, cache_folder())
        try_core(tally, folder)
        tally.note("vector engine", lambda: _expect_chroma(usable))
        trial = _Trial()
        tally.note("window", trial.open)
        tally.note("index and ask", trial.ask)
        trial.close()
        tally.note("no connection", lambda: _expect_no_connection(refused))
        tally.note("no process left", _expect_no_process)
    if report is None:
        sys.stdout.write(tally.as_json())
    else:
        report.write_text(tally.as_json(), encoding="utf-8")
    return 0 if tally.ok else 1


class _Trial:
    """The window, used as a reader does: a page is opened, then a question is asked of it."""

    def __init__(self) -> None:
        self._window: MainWindow | None = None

    def open(self) -> str:
        """Open the sample page and look at the window."""
        make_application()
        self._window = window = make_window(Preferences(theme="light"), keeps_preferences=False)
        controller = window.controller
        window.resize(1440, 900)
        window.show()
        controller.open_path(sample_page())
        _wait(lambda: controller.workspace.findings is not None and window.is_settled)
        if problem := controller.workspace.problem:
            raise StepFailed(problem.message)
        colours = _colours_of(window)
        if colours < _FEWEST_COLOURS:
            raise StepFailed(f"the window shows {colours} colours")
        return f"{len(controller.workspace.findings or ())} findings, {colours} colours"

    def ask(self) -> str:
        """Have the page indexed and a question answered, in the process that does so."""
        if self._window is None:
            raise StepFailed("there is no window")
        controller = self._window.controller
        controller.asking.run()
        _wait(lambda: not controller.is_busy)
        bench = controller.workspace.bench
        if bench.error or bench.side.asked is None:
            raise StepFailed(bench.error or "the question was not answered")
        if bench.side.asked.notes:
            raise StepFailed(" ".join(bench.side.asked.notes))
        best = bench.side.asked.passages[0]
        return f"{len(bench.side.asked.passages)} passages; best: {best.heading_path}"

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.close()


def _colours_of(window: MainWindow) -> int:
    """Return how many colours a picture of the window has, at some thousand places."""
    picture = window.grab().toImage()
    places = range(0, picture.width() * picture.height(), 997)
    return len(
        {picture.pixel(place % picture.width(), place // picture.width()) for place in places}
    )


def _wait(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE_S
    while not reached():
        if time.monotonic() > deadline:
            raise StepFailed(f"the window was not ready within {_PATIENCE_S:.0f} s")
        loop = QEventLoop()
        QTimer.singleShot(10, loop, loop.quit)
        loop.exec()


def _expect_chroma(usable: "Future[bool]") -> str:
    if not usable.result(_PATIENCE_S):
        raise StepFailed("Chroma does not work here; questions would be answered without it")
    return "Chroma works"


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
