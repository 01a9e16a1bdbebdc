"""From Return to results in the window, on a page of some 60 passages and of 10,000.

    python -m tests.bench.bench_ask

Aims: 150 ms and 300 ms (median of questions, after the page was indexed), measured from the call
that the Run button makes to the workspace with the answer; drawing the table comes on top.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication

from chunkscope.core.settings import Settings
from chunkscope.gui.controller import Controller
from chunkscope.workspace.paths import sample_page
from chunkscope.workspace.preferences import Preferences

QUESTIONS = (
    "Can I get my money back on an annual plan?",
    "How long does a refund to a card take?",
    "Which fee is kept in Japan?",
    "What happens to boards after cancelling?",
    "Who may end a plan?",
    "How do I ask for a refund over the API?",
    "Is a paused workspace free?",
    "Are text messages paid back?",
    "What does a legacy seat cost?",
)


def main() -> None:
    """Measure both pages."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        app = QCoreApplication(sys.argv)
        _measure(app, sample_page(), Settings(), 150)
        large = Path(folder) / "large.md"
        large.write_text(_large_page(3300), encoding="utf-8")
        _measure(app, large, Settings(60, 0, 30, 0), 300)


def _measure(app: QCoreApplication, path: Path, settings: Settings, aim_ms: int) -> None:
    controller = Controller(Preferences(), keeps_preferences=False)
    controller.set_settings(settings)
    controller.open_path(path)
    _until(app, lambda: controller.workspace.findings is not None and not controller.is_busy)
    began = time.perf_counter()
    _ask(app, controller, "What is this page about?")
    indexed = controller.workspace.bench.indexed
    assert indexed is not None
    print(f"{path.name}: {indexed.plan.passages:,} passages, indexed in", end=" ")
    print(f"{time.perf_counter() - began:.1f} s, model and engine loaded meanwhile")
    times = sorted(_ask(app, controller, text) for text in QUESTIONS)
    print(
        f"  Return to results: median {statistics.median(times):.0f} ms, "
        f"worst {times[-1]:.0f} ms (aim {aim_ms})"
    )
    controller.close()


def _ask(app: QCoreApplication, controller: Controller, text: str) -> float:
    side = controller.workspace.bench.sides[0]
    controller.asking.set_question(0, replace(side.question, text=text))
    before = controller.workspace.bench.side.asked
    began = time.perf_counter()
    controller.asking.run()
    _until(app, lambda: controller.workspace.bench.side.asked is not before)
    taken = 1000 * (time.perf_counter() - began)
    _until(app, lambda: not controller.is_busy)
    return taken


def _until(app: QCoreApplication, reached: Callable[[], bool]) -> None:
    while not reached():
        app.processEvents()
        time.sleep(0.001)


def _large_page(sections: int) -> str:
    topics = ("refund", "invoice", "seat", "board", "export", "token", "region", "plan", "card")
    parts = ["# Handbook"]
    for number in range(sections):
        topic, other = topics[number % 9], topics[number // 9 % 9]
        parts.append(f"## Case {number}: {topic} and {other}")
        parts.append(
            f"Case {number} is about a {topic} that depends on the {other} of workspace {number}. "
            f"It is settled within {number % 28 + 1} days by the owner of the {other}."
        )
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    main()
