"""`chunkscope models`: what there is, what is here, and whether it works."""

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.fakes import FakeLauncher

from chunkscope.cli import run
from chunkscope.retrieval import fetching
from chunkscope.retrieval.models import (
    REFERENCE,
    assembled_built_in,
    default_models_folder,
    fetched_folder,
)

BUILT_IN = "all-MiniLM-L6-v2"
# Makes the reference's files of the built-in model's, as if they had come from the hub.
FETCHER = """
import json, shutil, sys
from pathlib import Path
source, draft = Path(sys.argv[1]), Path(sys.argv[-1])
shutil.copytree(source, draft / "ready")
(draft / "ready" / "model.onnx").rename(draft / "ready" / "model_optimized.onnx")
print(json.dumps({}))
"""
WAITING = """
import os, sys, time
from pathlib import Path
Path(sys.argv[-1], "part").write_bytes(b"x" * 1000)
time.sleep(60)
"""


@pytest.fixture
def models_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CHUNKSCOPE_HOME", str(tmp_path))
    return default_models_folder()


def fetch_by(monkeypatch: pytest.MonkeyPatch, code: str, *words: object) -> None:
    command = [sys.executable, "-c", code, *map(str, words)]
    monkeypatch.setattr(fetching, "fetch_command", lambda: command)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, Sequence[str]]:
    """Return the exit code, what was printed, and the lines on standard error."""
    code = run(["models", *words], FakeLauncher())
    printed = capsys.readouterr()
    return code, printed.out, printed.err.splitlines()


def test_the_list_has_size_licence_and_what_is_here(
    models_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed, errors = told(capsys)
    assert (code, errors) == (0, [])
    rows = {line.split()[0]: line for line in printed.splitlines()}
    assert rows[BUILT_IN].endswith("built in")
    for words in ("384", "512", "67 MB", "mit", "no"):
        assert words in rows[REFERENCE.name]
    assert any("reranker" in row for row in rows.values())


def test_the_list_as_json_has_the_same(
    models_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed, _ = told(capsys, "--format", "json")
    models = {model["name"]: model for model in json.loads(printed)}
    assert code == 0
    assert (models[BUILT_IN]["here"], models[BUILT_IN]["built_in"]) == (True, True)
    reference = models[REFERENCE.name]
    assert (reference["here"], reference["kind"], reference["window"]) == (False, "embedder", 512)


def test_a_model_is_fetched_with_its_size_and_licence_told_and_then_it_works(
    models_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch_by(monkeypatch, FETCHER, assembled_built_in(models_folder))
    code, printed, errors = told(capsys, "fetch", "BAAI/bge-small-en-v1.5")
    assert (code, printed) == (0, "")
    assert "67 MB, licence mit" in errors[0]
    assert "is in" in errors[-1]
    code, printed, _ = told(capsys, "check")
    works = "works; 384 numbers, window 256"
    assert (code, printed.splitlines()) == (
        0,
        [f"{BUILT_IN}: {works}", f"{REFERENCE.name}: {works}"],
    )
    assert "is here already" in told(capsys, "fetch", REFERENCE.name)[2][0]
    assert told(capsys, "fetch", REFERENCE.name, "--again")[0] == 0


def test_a_fetched_model_that_has_changed_is_found_out(
    models_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch_by(monkeypatch, FETCHER, assembled_built_in(models_folder))
    told(capsys, "fetch", REFERENCE.name)
    config = fetched_folder(REFERENCE, models_folder) / "config.json"
    config.write_text("{} ", encoding="utf-8")
    code, printed, _ = told(capsys, "check", REFERENCE.name)
    assert code == 1
    assert "has changed since it was fetched: config.json" in printed
    (result,) = json.loads(told(capsys, "check", REFERENCE.name, "--format", "json")[1])
    assert (result["name"], result["works"]) == (REFERENCE.name, False)


def test_a_folder_of_the_users_is_tried(
    models_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bge-small-en-v1.5"
    shutil.copytree(assembled_built_in(models_folder), folder)
    code, printed, _ = told(capsys, "check", str(folder))
    assert (code, "lacks model_optimized.onnx" in printed) == (1, True)
    (folder / "model.onnx").rename(folder / "model_optimized.onnx")
    assert told(capsys, "check", str(folder))[0] == 0


def test_an_interruption_ends_a_fetch_and_leaves_nothing(
    models_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(folder: Path) -> int:
        if list(folder.glob("part")):
            raise KeyboardInterrupt
        return 0

    fetch_by(monkeypatch, WAITING)
    monkeypatch.setattr(fetching, "_bytes_in", interrupted)
    code, printed, errors = told(capsys, "fetch", REFERENCE.name)
    assert (code, printed) == (2, "")
    assert errors[-1].startswith("chunkscope: Cancelled")
    assert list(models_folder.iterdir()) == []


def test_progress_is_told_at_every_tenth(
    models_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = iter([0.0, 0.04, 0.12, 0.18, 0.55])
    monkeypatch.setattr(
        fetching, "_bytes_in", lambda folder: int(next(sizes, 1.2) * REFERENCE.size_bytes)
    )
    slowly = "import time; time.sleep(1.2)\n"
    fetch_by(monkeypatch, slowly + FETCHER, assembled_built_in(models_folder))
    _, _, errors = told(capsys, "fetch", REFERENCE.name)
    percents = [line.rpartition(": ")[2] for line in errors if line.endswith("%")]
    assert percents[:3] == ["10 %", "50 %", "90 %"]


def test_on_a_terminal_progress_stays_on_one_line_that_ends(
    models_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "_bytes_in", lambda folder: REFERENCE.size_bytes // 2)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    fetch_by(monkeypatch, FETCHER, assembled_built_in(models_folder))
    _, _, errors = told(capsys, "fetch", REFERENCE.name)
    assert errors[1:3] == ["", f"chunkscope: {REFERENCE.name}: 50 %"]
    assert "is in" in errors[3]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fetch"], "No model was named"),
        (["fetch", "none-such"], "no embedding model called “none-such”"),
        (["list", BUILT_IN], "models check"),
        (["other"], "invalid choice"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    words: list[str], said: str, models_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = run(["models", *words], FakeLauncher())
    except SystemExit as ended:
        code = int(ended.code or 0)
    printed = capsys.readouterr()
    assert (code, printed.out, printed.err.count("\n")) == (2, "", 1)
    assert said in printed.err


def test_the_built_in_model_needs_no_fetching(
    models_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, errors = told(capsys, "fetch", BUILT_IN)
    assert (code, errors) == (0, [f"chunkscope: {BUILT_IN} comes with the program."])
