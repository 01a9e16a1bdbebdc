"""How long the event loop stands still while the source view loads, scrolls and searches.

Run as `python tests/bench/bench_view.py [FILE...]`; prints a table, asserts nothing.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from chunkscope.core.document import Document, normalise
from chunkscope.core.splitters.parent_child import cut
from chunkscope.gui.assets import load_fonts
from chunkscope.gui.overlays import decorations
from chunkscope.gui.widgets.find_bar import FindBar
from chunkscope.gui.widgets.gutter import Gutter
from chunkscope.gui.widgets.source_view import SourceView
from chunkscope.gui.widgets.strip import Strip
from chunkscope.workspace.state import Workspace

SHARED = Path(__file__).parents[3] / "shared" / "data"
FILES = (
    "markdown/huge/fastapi_release-notes.md",
    "markdown/huge/mui_llms_full.md",
    "binary/hostile/one_line_5MB.md",
    "binary/hostile/no_space_1MB.md",
    "binary/hostile/cjk_no_period_500KB.md",
    "binary/hostile/table_20k.md",
    "binary/hostile/emoji_zwj.md",
)


class Heartbeat:
    """Measures the longest time between two turns of the event loop.

    In processor time of this process, so that what else the machine does is left out.
    """

    def __init__(self) -> None:
        self.longest_ms = 0.0
        self._last = process_time()
        self._timer = QTimer()
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._beat)

    def _beat(self) -> None:
        now = process_time()
        self.longest_ms = max(self.longest_ms, 1000 * (now - self._last))
        self._last = now

    @contextmanager
    def listening(self) -> Iterator["Heartbeat"]:
        self.longest_ms, self._last = 0.0, process_time()
        self._timer.start()
        yield self
        self._beat()
        self._timer.stop()


class Window(QWidget):
    """Gutter, source view, strip and find bar, wired as in the program."""

    def __init__(self) -> None:
        super().__init__()
        self.view, self.gutter, self.strip = SourceView(self), Gutter(self), Strip(self)
        self.find_bar = FindBar(self)
        row = QHBoxLayout(self)
        for part in (self.gutter, self.view, self.strip):
            row.addWidget(part)
        self.gutter.set_view(self.view)
        self.view.viewport_changed.connect(
            lambda: self.strip.show_visible(self.view.visible_span())
        )
        self.resize(1000, 800)
        self.show()

    def show_workspace(self, workspace: Workspace) -> None:
        self.gutter.show_workspace(workspace)
        self.strip.show_workspace(workspace)
        self.view.set_decorations(lambda visible: decorations(workspace, visible))


def until(application: QApplication, done: Callable[[], bool]) -> float:
    """Let the event loop turn until `done`; return the milliseconds it took."""
    start = perf_counter()
    while not done():
        application.processEvents()
    return 1000 * (perf_counter() - start)


def measure(application: QApplication, name: str, text: str) -> None:
    window, heart = Window(), Heartbeat()
    application.processEvents()
    figures: list[float] = []
    workspace = Workspace(document=Document(name, text), chunk_set=cut(name, text))
    loaded: list[bool] = []
    window.view.loaded.connect(lambda: loaded.append(True))
    with heart.listening():
        start = perf_counter()
        window.view.show_document(text)
        window.show_workspace(workspace)
        application.processEvents()
        figures.append(1000 * (perf_counter() - start))
        figures.append(until(application, lambda: bool(loaded)))
        figures.append(heart.longest_ms)
    with heart.listening():
        for step in range(60):
            window.view.scroll_to(len(text) * (step * 7 % 60) // 60, centre=True)
            application.processEvents()
        bar = window.view.verticalScrollBar()
        for _ in range(60):
            bar.setValue(bar.value() - 3)
            application.processEvents()
        figures.append(heart.longest_ms)
    with heart.listening():
        window.find_bar.show_document(text)
        window.find_bar.open("e")
        until(application, lambda: not window.find_bar.count.text().endswith("…"))
        figures.append(heart.longest_ms)
    with heart.listening():
        window.resize(900, 800)
        application.processEvents()
        figures.append(heart.longest_ms)
    print(f"{name[:26]:26} {len(text) / 1e6:6.2f} MB " + " ".join(f"{f:9.1f}" for f in figures))
    window.close()
    window.deleteLater()


def main() -> None:
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    load_fonts()
    paths = [Path(argument) for argument in sys.argv[1:]]
    paths = paths or [SHARED / file for file in FILES if (SHARED / file).exists()]
    print("milliseconds; gap: the longest processor time between two turns of the event loop")
    print(" " * 37 + "first all-there load-gap scroll-gap find-gap resize-gap")
    texts = [(path.name, normalise(path.read_text("utf-8", "replace"))) for path in paths]
    if texts:
        longest = max(texts, key=lambda text: len(text[1].splitlines()))[1]
        texts.append(("ten megabytes", (longest * (10_000_000 // len(longest) + 1))[:10_000_000]))
    for name, text in texts:
        measure(application, name, text)


if __name__ == "__main__":
    main()
