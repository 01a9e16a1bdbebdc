"""The window under work: longest stalls of the event loop, and how soon a drag repaints.

Opens each file in the real window without a screen, waits for counts and findings, drags the
parent's size, scrolls, chooses findings and changes the window's width. A timer that fires at
every turn of the event loop measures the stalls. Times are wall time in milliseconds; in brackets
behind a stall, how much of it the window's thread worked: the rest it waited for Python's lock or
a processor. Behind that, how slow the machine was right after it: the processor time of a fixed
piece of work, as a multiple of the shortest that was seen for it. On a machine that others use
too, the same turn takes two or three times as long from one second to the next.

    python tests/bench/bench_window.py FILE... [--view source|rendered]
"""

import argparse
import compileall
import os
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

import chunkscope
from chunkscope.core.settings import Settings
from chunkscope.gui import app
from chunkscope.gui.main_window import MainWindow
from chunkscope.workspace.preferences import Preferences
from chunkscope.workspace.state import View

LONG_S = 0.050


class Yardstick:
    """A fixed piece of work whose time tells how slow the machine is at the moment."""

    def __init__(self) -> None:
        self._shortest = min(self._once() for _ in range(200))

    def slowness(self) -> float:
        """Return how many times longer it takes now than it ever took."""
        now = min(self._once() for _ in range(3))
        self._shortest = min(self._shortest, now)
        return now / self._shortest

    def _once(self) -> float:
        begin = time.thread_time()
        sorted(str(number) for number in range(1000))
        return time.thread_time() - begin


class Heartbeat:
    """The longest stall, its share of work, and the number of long ones, in each phase."""

    def __init__(self, yardstick: Yardstick) -> None:
        self.phase = ""
        self.worst: dict[str, tuple[float, float, float]] = {}
        self._yardstick = yardstick
        self.long: Counter[str] = Counter()
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer = QTimer(interval=0)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def enter(self, phase: str) -> None:
        """Count what follows under another name."""
        self.phase = phase
        self._last, self._worked = time.perf_counter(), time.thread_time()

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        stall, work = now - self._last, worked - self._worked
        self._last, self._worked = now, worked
        self.long[self.phase] += stall > LONG_S
        if stall > self.worst.get(self.phase, (0.0, 0.0, 0.0))[0]:
            self.worst[self.phase] = stall, work, self._yardstick.slowness()
            self._last, self._worked = time.perf_counter(), time.thread_time()


def run_for(seconds: float) -> None:
    """Run the event loop for a while."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        QApplication.processEvents()


def seconds_until(holds: Callable[[], bool]) -> float:
    """Run the event loop until something holds; return how long that took."""
    begin = time.perf_counter()
    while not holds():
        QApplication.processEvents()
    return time.perf_counter() - begin


def dragged(window: MainWindow) -> list[float]:
    """Return the seconds from each move of the slider to the repainted bands, sorted."""
    times = []
    for size in range(300, 400, 2):
        window.controller.set_settings(Settings(size, 50, 150, 25))
        taken = seconds_until(lambda: not window.controller.workspace.cut_is_stale)
        begin = time.perf_counter()
        QApplication.processEvents()
        times.append(taken + time.perf_counter() - begin)
        run_for(0.02)
    return sorted(times)


def measure(path: Path, view: View, yardstick: Yardstick) -> None:
    """Print one file's figures."""
    window = app.make_window(Preferences(view=view))
    window.show()
    app.tame_collector()
    app.prepare_when_settled(window)
    heart = Heartbeat(yardstick)
    heart.enter("start")
    run_for(3)
    heart.enter("load")
    window.controller.open_path(path)
    seconds_until(lambda: window.controller.workspace.document is not None)
    shown = seconds_until(lambda: window.document.visible_span().end > 0)
    cut = seconds_until(lambda: window.controller.workspace.chunk_set is not None)
    all_there = seconds_until(lambda: not window.controller.is_busy)
    heart.enter("drag")
    times = dragged(window)
    seconds_until(lambda: not window.controller.is_busy)
    heart.enter("scroll")
    length = len(window.controller.workspace.document.text)  # type: ignore[union-attr]
    for step in range(40):
        window.document.view.scroll_to(length * step // 40, centre=True)
        run_for(0.03)
    heart.enter("choose")
    findings = len(window.controller.workspace.findings or ())
    for step in range(8 if findings else 0):
        window.controller.choose_finding(findings * step // 8)
        run_for(0.15)
    heart.enter("width")
    for width in (1400, 1200, 1000, 1200, 1440):
        window.resize(width, 900)
        run_for(0.2)
    middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
    print(
        f"{path.name} ({view.value}): first screen {shown * 1000:.0f}, cut {cut * 1000:.0f}, "
        f"all {all_there * 1000:.0f}; drag median {middle * 1000:.0f}, p95 {late * 1000:.0f}"
    )
    stalls = ", ".join(
        f"{phase} {stall * 1000:.0f} ({work * 1000:.0f}; x{slowness:.1f}; "
        f"{heart.long[phase]} over 50)"
        for phase, (stall, work, slowness) in heart.worst.items()
        if phase
    )
    print(f"    longest stalls: {stalls}")
    window.close()


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--view", choices=("source", "rendered"), default="rendered")
    chosen = parser.parse_args()
    compileall.compile_dir(Path(chunkscope.__file__).parent, quiet=1)
    app.make_application()
    yardstick = Yardstick()
    for path in chosen.paths:
        measure(path, View(chosen.view), yardstick)


if __name__ == "__main__":
    main()
