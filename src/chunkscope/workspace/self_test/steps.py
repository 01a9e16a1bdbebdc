"""The steps of the self-test that need no window, and how all are noted."""

import json
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from chunkscope import __version__
from chunkscope.core.document import Document
from chunkscope.core.lint.checks import lint
from chunkscope.core.lint.page import Page as LintPage
from chunkscope.core.splitters.parent_child import cut
from chunkscope.sources.workshop import Workshop
from chunkscope.workspace.paths import sample_page
from chunkscope.workspace.reading import read_source
from chunkscope.workspace.self_test.samples import WORD, write_samples

Work = Callable[[], str]
"""Does one step and says what came of it; raises where it did not work."""


class StepFailed(Exception):
    """A step did not give what it must."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the self-test.

    Attributes:
        name: What was tried.
        ok: Whether it worked.
        seconds: How long it took.
        detail: What came of it, or why it failed.
    """

    name: str
    ok: bool
    seconds: float
    detail: str


class Tally:
    """All steps, in order."""

    def __init__(self) -> None:
        """Start with none."""
        self.steps: list[Step] = []

    @property
    def ok(self) -> bool:
        """Whether every step worked."""
        return all(step.ok for step in self.steps)

    def note(self, name: str, work: Work) -> None:
        """Do one step and note it; a failure ends this step alone."""
        began = time.monotonic()
        try:
            detail, ok = work(), True
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            detail, ok = f"{type(error).__name__}: {error}", False
        self.steps.append(Step(name, ok, round(time.monotonic() - began, 3), detail))

    def as_json(self) -> str:
        """Return the report."""
        report: dict[str, Any] = {
            "ok": self.ok,
            "version": __version__,
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.release()} {platform.machine()}",
            "seconds": round(sum(step.seconds for step in self.steps), 3),
            "steps": [asdict(step) for step in self.steps],
        }
        return json.dumps(report, ensure_ascii=False, indent=2) + "\n"


def try_core(tally: Tally, folder: Path) -> None:
    """Convert a file of each kind, cut, check and count, all within `folder`."""
    tally.note("make samples", lambda: f"{len(write_samples(folder))} kinds")
    workshop = Workshop()
    try:
        for path in sorted(folder.glob("sample.*")):
            tally.note(f"convert {path.suffix[1:]}", partial(_convert, path, workshop))
    finally:
        workshop.close()
    document = read_source(sample_page())
    tally.note("cut and check", lambda: _check(document))
    tally.note("count", lambda: _count(document))


def _convert(path: Path, workshop: Workshop) -> str:
    document = read_source(path, workshop=workshop)
    if WORD not in document.text:
        raise StepFailed(f"{path.name} gave {len(document.text)} characters without its words")
    return f"{len(document.text)} characters"


def _check(document: Document) -> str:
    chunks = cut(document.title, document.text)
    findings = lint(LintPage(document, chunks))
    if not len(chunks.parents) or not findings:
        raise StepFailed("the sample gave no chunk or no finding")
    return f"{len(chunks.parents)} parents, {len(chunks.children)} children, {len(findings)} found"


def _count(document: Document) -> str:
    from chunkscope.retrieval.counters import available_counters

    states = available_counters()
    missing = [state.reason for state in states if state.counter is None]
    if missing:
        raise StepFailed(" ".join(missing))
    counted = [state.counter for state in states if state.counter is not None]
    return ", ".join(f"{one.name} {one.count(document.text):,}" for one in counted)
