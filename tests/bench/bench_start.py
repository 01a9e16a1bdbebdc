"""Time to the first paint: the program's window beside a bare PySide6 window, in one run.

Each start is a process of its own; the two take turns. Both find their modules compiled, as an
installed program does. Prints medians in milliseconds and the ratio of the medians.

    python tests/bench/bench_start.py [RUNS]
"""

import compileall
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import chunkscope

BARE = """
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
window.resize(1440, 900)
window.show()
app.processEvents()
window.grab()
"""
OURS = """
from chunkscope.gui import app
from chunkscope.workspace.preferences import Preferences
application = app.make_application()
window = app.make_window(Preferences())
window.show()
application.processEvents()
window.grab()
"""
END = """
import os
os._exit(0)
"""


def seconds_of(code: str) -> float:
    """Return how long a process takes to paint its first window and end."""
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code + END],
        check=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - begin


def main() -> None:
    """Print the comparison."""
    compileall.compile_dir(Path(chunkscope.__file__).parent, quiet=1)
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    bare, ours = [], []
    for _ in range(runs + 1):
        bare.append(seconds_of(BARE))
        ours.append(seconds_of(OURS))
    medians = [statistics.median(times[1:]) for times in (bare, ours)]
    print(f"bare window {medians[0] * 1000:.0f} ms")
    print(f"chunkscope  {medians[1] * 1000:.0f} ms")
    print(f"ratio       {medians[1] / medians[0]:.2f}")


if __name__ == "__main__":
    main()
