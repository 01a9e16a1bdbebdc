"""The self-test: every part of the program once, and a report that tells what did not work."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.fakes import FakeLauncher

from chunkscope.cli import run
from chunkscope.workspace.self_test.steps import Tally


def started(tmp_path: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path), **more}
    return subprocess.run(
        [sys.executable, "-m", "chunkscope", "--self-test", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )


def test_every_part_works_here_and_nothing_is_left(tmp_path: Path) -> None:
    ended = started(tmp_path)
    report = json.loads(ended.stdout)

    assert [step for step in report["steps"] if not step["ok"]] == []
    assert {
        "convert docx",
        "convert xls",
        "convert msg",
        "count",
        "vector engine",
        "window",
        "index and ask",
    } <= {step["name"] for step in report["steps"]}
    assert (report["ok"], ended.returncode) == (True, 0)
    assert list(tmp_path.iterdir()) == []


def test_a_report_goes_to_a_file_where_there_is_no_standard_output(tmp_path: Path) -> None:
    launcher = FakeLauncher()

    assert run(["--self-test", "--report", str(tmp_path / "r.json")], launcher) == 0
    assert launcher.tested == [tmp_path / "r.json"]


def test_a_step_that_fails_is_noted_and_the_others_go_on() -> None:
    tally = Tally()
    tally.note("first", lambda: str(1 // 0))
    tally.note("second", lambda: "well")
    report = json.loads(tally.as_json())

    assert [step["ok"] for step in report["steps"]] == [False, True]
    assert "ZeroDivisionError" in report["steps"][0]["detail"]
    assert report["ok"] is False
