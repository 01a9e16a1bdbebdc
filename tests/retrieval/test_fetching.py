import os
import sys
import time
from pathlib import Path

import psutil
import pytest

from chunkscope.core.errors import Cancelled
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.fetching import changed_files, fetch, remove_leftovers
from chunkscope.retrieval.models import REFERENCE, fetched_folder

FETCHER = """
import json, sys, time
from pathlib import Path
name, draft = sys.argv[-2:]
ready = Path(draft, "ready")
ready.mkdir()
assert name == "BAAI/bge-small-en-v1.5"
(ready / "model_optimized.onnx").write_bytes(b"x" * 1000)
(ready / "tokenizer.json").write_text("{}")
(ready / "tokenizer_config.json").write_text('{"model_max_length": 512}')
"""
SLOW = FETCHER + "\nPath(draft, 'pid').write_text(str(__import__('os').getpid()))\ntime.sleep(60)\n"
GOOD = FETCHER + "\nprint(json.dumps({}))\n"


def command(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_model_appears_whole_with_progress_on_the_way(tmp_path: Path) -> None:
    reports: list[tuple[int, int]] = []
    slowly = GOOD.replace("print", "time.sleep(0.4); print")
    folder = fetch(REFERENCE, tmp_path, lambda *done: reports.append(done), command(slowly))
    assert folder == fetched_folder(REFERENCE, tmp_path)
    assert (folder / "model_optimized.onnx").stat().st_size == 1000
    assert max(done for done, _ in reports) >= 1000
    assert {total for _, total in reports} == {REFERENCE.size_bytes}
    assert list(tmp_path.iterdir()) == [folder]
    assert changed_files(folder) == ()


@pytest.mark.parametrize("name", ["model_optimized.onnx", "tokenizer.json"])
def test_a_file_that_changed_since_it_came_is_told(name: str, tmp_path: Path) -> None:
    folder = fetch(REFERENCE, tmp_path, command=command(GOOD))
    (folder / name).write_bytes(b"y")
    assert changed_files(folder) == (name,)
    (folder / name).unlink()
    assert changed_files(folder) == (name,)
    (folder / "fetched.json").write_text("[", encoding="utf-8")
    assert changed_files(folder) == ()


def test_a_model_that_is_there_is_replaced(tmp_path: Path) -> None:
    folder = fetched_folder(REFERENCE, tmp_path)
    folder.mkdir()
    (folder / "old").write_text("old", encoding="utf-8")
    assert fetch(REFERENCE, tmp_path, command=command(GOOD)) == folder
    assert not (folder / "old").exists()
    assert list(tmp_path.iterdir()) == [folder]


def test_cancel_ends_the_process_and_leaves_nothing(tmp_path: Path) -> None:
    pids: list[int] = []

    def report(done: int, total: int, /) -> None:
        for path in tmp_path.rglob("pid"):
            if words := path.read_text(encoding="utf-8"):
                pids.append(int(words))
                raise Cancelled

    with pytest.raises(Cancelled):
        fetch(REFERENCE, tmp_path, report, command(SLOW))
    assert not psutil.pid_exists(pids[0])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ('print(\'{"error": "no route"}\')', "could not be fetched.*no route"),
        ("raise SystemExit(3)", "ended with code 3"),
        ("print('[]')", "ended with code 0"),
        ("print('{}')", "not complete"),
        (GOOD.replace("tokenizer.json", "other.json"), "not complete"),
    ],
)
def test_what_fails_is_said_and_leaves_nothing(code: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=words):
        fetch(REFERENCE, tmp_path, command=command(code))
    assert list(tmp_path.iterdir()) == []


def test_the_real_child_says_what_it_could_not_fetch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from chunkscope.retrieval.fetch_child import fetch_command

    source = Path(__file__).parents[2] / "src"
    monkeypatch.setenv("PYTHONPATH", str(source))
    unknown = type(REFERENCE)("unknown", "nobody/unknown", 3, "model.onnx")
    with pytest.raises(ModelUnavailable, match="nobody/unknown is not supported"):
        fetch(unknown, tmp_path, command=fetch_command())


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("", encoding="utf-8")
    with pytest.raises(ModelUnavailable, match="Nothing can be written"):
        fetch(REFERENCE, blocked, command=command(GOOD))


def test_old_drafts_of_a_program_that_was_killed_are_removed(tmp_path: Path) -> None:
    for name in (".fetch-old", ".fetch-new", "model"):
        (tmp_path / name).mkdir()
    os.utime(tmp_path / ".fetch-old", (time.time() - 10**6,) * 2)
    remove_leftovers(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".fetch-new", "model"]
