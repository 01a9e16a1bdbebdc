import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkscope.retrieval import chroma_store
from chunkscope.retrieval.chroma_store import ChromaStore, is_usable, is_usable_here
from chunkscope.retrieval.store import ENTRIES_NAME, Entry, ExactStore, StoreDamaged, VectorStore

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

DIMENSION = 16
Opener = Callable[[Path, int], VectorStore]
BOTH = pytest.mark.parametrize("opened", [ExactStore, ChromaStore])


def entries(*names: str) -> list[Entry]:
    return [
        Entry(name, f"hash of {name}", "child" if name.islower() else "parent", "P", "A > B")
        for name in names
    ]


def rows(count: int, seed: int = 1) -> "Vectors":
    drawn = np.random.default_rng(seed).normal(size=(count, DIMENSION)).astype(np.float32)
    unit: Vectors = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return unit


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    for opened in (ExactStore, ChromaStore):
        store = opened(tmp_path / opened.__name__, DIMENSION)
        store.put(entries("A", "b", "c"), rows(3))
        store.close()
    return tmp_path


@BOTH
def test_what_is_put_is_there_after_opening_again(opened: Opener, tmp_path: Path) -> None:
    store = opened(tmp_path / "store", DIMENSION)
    store.put(entries("A", "b", "c"), rows(3))
    store.put(entries("b", "D"), rows(2, seed=2))
    store.delete(["c", "nowhere"])
    store.close()
    store.close()
    again = opened(tmp_path / "store", DIMENSION)
    assert again.entries() == {entry.id: entry for entry in entries(*"AbD")}
    (nearest,) = again.nearest(rows(2, seed=2)[0], 1)
    assert (nearest.id, round(nearest.score, 5)) == ("b", 1.0)
    again.close()


@BOTH
def test_what_stands_beside_a_vector_is_written_anew_without_it(
    opened: Opener, tmp_path: Path
) -> None:
    store = opened(tmp_path / "store", DIMENSION)
    store.put(entries("A", "b"), rows(2))
    moved = replace(entries("b")[0], start=7, end=9, heading_path="A > C")
    store.describe([moved])
    store.close()
    again = opened(tmp_path / "store", DIMENSION)
    assert again.entries() == {"A": entries("A")[0], "b": moved}
    assert [near.id for near in again.nearest(rows(2)[1], 2)] == ["b", "A"]
    again.close()


@BOTH
def test_the_nearest_come_best_first_and_of_the_levels_asked_for(
    opened: Opener, tmp_path: Path
) -> None:
    store = opened(tmp_path / "store", DIMENSION)
    vectors = rows(6)
    store.put(entries(*"ABCdef"), vectors)
    scores = dict(zip("ABCdef", vectors @ vectors[4], strict=True))
    found = store.nearest(vectors[4], 10)
    assert [near.id for near in found] == sorted(scores, key=lambda name: -scores[name])
    assert np.allclose([near.score for near in found], sorted(scores.values())[::-1], atol=1e-5)
    children = store.nearest(vectors[4], 2, ["child"])
    assert [near.id for near in children] == [near.id for near in found if near.id in "def"][:2]
    store.close()


@BOTH
def test_an_empty_store_answers_nothing(opened: Opener, tmp_path: Path) -> None:
    store = opened(tmp_path / "store", DIMENSION)
    assert store.nearest(rows(1)[0], 5) == ()
    assert store.entries() == {}
    store.delete([])
    store.close()


@BOTH
def test_vectors_of_another_length_are_damage(opened: Opener, filled: Path) -> None:
    with pytest.raises(StoreDamaged):
        opened(filled / opened.__name__, DIMENSION + 1)


@pytest.mark.parametrize("content", [b"", b"{}", b"\x93NUMPY", b"[" * 100_000, b"\xff" * 4000])
@pytest.mark.parametrize("name", [ENTRIES_NAME, "vectors-*.f32"])
def test_a_damaged_pair_is_named(content: bytes, name: str, filled: Path) -> None:
    folder = filled / "ExactStore"
    (path,) = folder.glob(name)
    path.write_bytes(content)
    with pytest.raises(StoreDamaged, match="cannot be used"):
        ExactStore(folder, DIMENSION)


def test_one_changed_bit_in_the_vectors_is_found(filled: Path) -> None:
    (path,) = (filled / "ExactStore").glob("*.f32")
    content = bytearray(path.read_bytes())
    content[-3] ^= 1
    path.write_bytes(content)
    with pytest.raises(StoreDamaged):
        ExactStore(filled / "ExactStore", DIMENSION)


def test_a_pair_that_was_not_finished_is_the_pair_before(filled: Path) -> None:
    folder = filled / "ExactStore"
    (folder / "vectors-half.f32").write_bytes(b"half")
    (folder / f"{ENTRIES_NAME}.new").write_bytes(b"{")
    store = ExactStore(folder, DIMENSION)
    assert len(store.entries()) == 3
    store.delete(["b"])
    assert len(list(folder.glob("*.f32"))) == 1


@pytest.mark.parametrize("content", [b"", b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 5000])
@pytest.mark.parametrize("name", ["chroma.sqlite3", "*/*.bin"])
def test_damaged_files_of_chroma_are_named_or_read_all_the_same(
    content: bytes, name: str, filled: Path
) -> None:
    folder = filled / "ChromaStore"
    for path in folder.glob(name):
        path.write_bytes(content)
    with suppress(StoreDamaged):
        store = ChromaStore(folder, DIMENSION)
        assert len(store.nearest(rows(1)[0], 3)) == 3
        assert len(store.entries()) == 3
        store.close()


def test_files_that_crash_chroma_crash_a_child_and_not_the_program(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash = [sys.executable, "-c", "import os; os.abort()"]
    monkeypatch.setattr(chroma_store, "probe_command", lambda: crash)
    folder = filled / "ChromaStore"
    ChromaStore(folder, DIMENSION).close()
    (folder / "chroma.sqlite3").touch()
    with pytest.raises(StoreDamaged, match="its files crash it"):
        ChromaStore(folder, DIMENSION)


def test_the_probe_finds_chroma_usable_and_tries_it_once_a_version_or_a_day_after_a_failure(
    tmp_path: Path,
) -> None:
    assert is_usable_here(tmp_path)
    crash = [sys.executable, "-c", "import os; os.abort()"]
    assert is_usable_here(tmp_path, crash)
    assert not is_usable(command=crash)
    (tmp_path / "chroma-probe.json").write_text(json.dumps({"tried": {}}), encoding="utf-8")
    assert not is_usable_here(tmp_path, crash)
    assert not is_usable_here(tmp_path)
    os.utime(tmp_path / "chroma-probe.json", (time.time() - 10**5,) * 2)
    assert is_usable_here(tmp_path)


def test_a_probe_that_takes_too_long_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chroma_store, "_PROBE_SECONDS", 0.2)
    endless = [sys.executable, "-c", "import time; time.sleep(60)"]

    assert not is_usable_here(tmp_path, endless)
    assert not (tmp_path / "chroma-probe.json").exists()


def test_chroma_opens_no_connection(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "def refuse(event, arguments):\n"
        "    if event in ('socket.connect', 'socket.getaddrinfo'): print('!', event, arguments)\n"
        "sys.addaudithook(refuse)\n"
        "from chunkscope.retrieval.chroma_store import ChromaStore\n"
        "from pathlib import Path\n"
        "store = ChromaStore(Path(sys.argv[1]), 4)\n"
        "store.close()\n"
    )
    source = str(Path(chroma_store.__file__).parents[2])
    ran = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        capture_output=True,
        check=True,
        encoding="utf-8",
        cwd=source,
    )
    assert ran.stdout == ""


@settings(max_examples=30)
@given(
    changes=st.lists(
        st.tuples(st.booleans(), st.lists(st.sampled_from("ABCdef"), max_size=4, unique=True)),
        max_size=6,
    )
)
def test_after_any_changes_a_pair_holds_what_was_put_last(
    changes: list[tuple[bool, list[str]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("pair")
    store = ExactStore(folder, DIMENSION)
    expected: dict[str, Vectors] = {}
    for seed, (is_put, names) in enumerate(changes):
        if is_put:
            vectors = rows(len(names), seed)
            store.put(entries(*names), vectors)
            expected |= dict(zip(names, vectors, strict=True))
        else:
            store.delete(names)
            expected = {name: row for name, row in expected.items() if name not in names}
    again = ExactStore(folder, DIMENSION)
    assert set(again.entries()) == set(expected)
    for name, row in expected.items():
        assert again.nearest(row, 1)[0].score > 1 - 1e-5
        assert name in {near.id for near in again.nearest(row, 2)}


def test_chroma_opens_where_it_failed_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "vectors" / "chroma.sqlite3"
    blocked.mkdir(parents=True)
    with monkeypatch.context() as patch:
        patch.setattr("chunkscope.retrieval.chroma_store.is_usable", lambda _: True)
        with pytest.raises(StoreDamaged):
            ChromaStore(tmp_path / "vectors", 3)
    blocked.rmdir()
    store = ChromaStore(tmp_path / "vectors", 3)
    assert store.entries() == {}
    store.close()
