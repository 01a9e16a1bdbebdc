"""Whatever happened to the files of an index, the page can be asked, and only that is paid for."""

import errno
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.retrieval.embedders import FakeEmbedder, page_of, written
from tests.retrieval.test_index import (
    BOTH,
    LONG,
    TEXT,
    assert_both_legs_agree,
    contents,
    opened,
    places_of_hits,
)

from chunkscope.core.errors import Cancelled
from chunkscope.retrieval.chroma_store import ChromaStore
from chunkscope.retrieval.errors import IndexUnavailable
from chunkscope.retrieval.index import Index
from chunkscope.retrieval.ledger import FILE_NAME, LedgerDamaged
from chunkscope.retrieval.passages import embedded_text
from chunkscope.retrieval.search import Search


def damaged(content: bytes) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        path.write_bytes(content)

    return damage


def shortened(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def scrambled(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for place in range(4096, len(content), 97):
        content[place] ^= 0x5A
    path.write_bytes(content)


def without_a_text(path: Path) -> None:
    altered(path, "DELETE FROM texts WHERE rowid = (SELECT min(rowid) FROM texts)")


def without_tables(path: Path) -> None:
    altered(path, "DROP TABLE passages")


def altered(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "damage",
    [
        damaged(b"no database at all" * 100),
        damaged(b"SQLite format 3\0" + b"\xff" * 9000),
        shortened,
        scrambled,
        without_a_text,
        without_tables,
    ],
)
def test_a_damaged_index_is_set_aside_named_and_made_anew(
    damage: Callable[[Path], None], tmp_path: Path
) -> None:
    with opened(tmp_path) as index:
        index.update([page_of(TEXT)])
        before = contents(index)
    damage(tmp_path / "index" / FILE_NAME)
    with opened(tmp_path) as index:
        (note,) = index.notes
        (aside,) = tmp_path.glob("index-damaged-*")
        assert aside.name in note
        assert index.snapshot.passages == ()
        index.update([page_of(TEXT)])
        assert contents(index) == before
        assert_both_legs_agree(index)


def without_a_vector(path: Path) -> None:
    altered(path, "DELETE FROM vectors WHERE rowid = 2")


def with_a_vector_of(content: bytes) -> Callable[[Path], None]:
    return lambda path: altered(
        path, f"UPDATE vectors SET vector = x'{content.hex()}' WHERE rowid = 2"
    )


def with_bytes_of_a_vector_overwritten(path: Path) -> None:
    connection = sqlite3.connect(path)
    ((vector,),) = connection.execute("SELECT vector FROM vectors WHERE rowid = 2")
    connection.close()
    content = path.read_bytes()
    assert content.count(vector) == 1
    path.write_bytes(content.replace(vector, vector[:9] + b"?!" + vector[11:]))


def with_a_vector_of_another(path: Path) -> None:
    altered(
        path,
        "UPDATE vectors SET (vector, checksum) = (SELECT vector, checksum FROM vectors "
        "WHERE rowid = 3) WHERE rowid = 2",
    )


DAMAGES_OF_A_VECTOR = [
    without_a_vector,
    with_a_vector_of(bytes(32)),
    with_a_vector_of(bytes(31)),
    with_a_vector_of(b"\0\0\xc0\x7f" * 8),
    with_bytes_of_a_vector_overwritten,
    with_a_vector_of_another,
    lambda path: altered(path, "UPDATE vectors SET vector = 'words' WHERE rowid = 2"),
    lambda path: altered(path, "UPDATE vectors SET checksum = 7 WHERE rowid = 2"),
]


@pytest.mark.parametrize("damage", DAMAGES_OF_A_VECTOR)
@BOTH
def test_of_damaged_vectors_only_these_are_embedded_again(
    engine: str, damage: Callable[[Path], None], tmp_path: Path
) -> None:
    embedder = FakeEmbedder()
    with opened(tmp_path, embedder, engine) as index:
        index.update([page_of(TEXT)])
        before, hits = contents(index), places_of_hits(index)
    embedder.texts.clear()
    damage(tmp_path / "index" / FILE_NAME)
    with opened(tmp_path, embedder, engine) as index:
        (note,) = index.notes
        assert "damaged; it is indexed again, and nothing else is" in note
        assert_both_legs_agree(index)
        assert index.plan([page_of(TEXT)]).to_embed == 1
        assert index.update([page_of(TEXT)]).embedded == len(embedder.texts) == 1
        assert contents(index) == before
        assert places_of_hits(index) == hits
        assert_both_legs_agree(index)
    with opened(tmp_path, embedder, engine) as index:
        assert index.notes == ()
        assert contents(index) == before


def test_of_a_change_never_finished_no_damaged_vector_is_used(tmp_path: Path) -> None:
    def report(done: int, total: int, /) -> None:
        if done >= 70:
            raise Cancelled

    many = page_of(written([(f"Part {n}", [f"Words {n} of it."]) for n in range(99)]))
    with opened(tmp_path) as index, pytest.raises(Cancelled):
        index.update([many], report)
    with_bytes_of_a_vector_overwritten(tmp_path / "index" / FILE_NAME)
    with opened(tmp_path) as index:
        assert index.update([many]).embedded == 100 - 64 + 1
        for vector, passage in zip(index.snapshot.vectors, index.snapshot.passages, strict=True):
            text = embedded_text(many.chunks, passage, index.embedder.read_part)
            assert np.array_equal(vector, index.embedder.embed_question(text))


GARBAGE = {
    "level": ["'zzz'", "NULL", "'document'", "x'ff'"],
    "parent": ["'zzz'", "NULL", "''", "7"],
    "place": ["777", "'x'", "-1", "NULL"],
    "start": ["start + 1", "'5'", "NULL", "1e300"],
    "stop": ["0", "x'00'"],
    "heading_path": ["'zzz'", "NULL", "5"],
    "position": ["0", "NULL", "'last'"],
    "page": ["'other'", "NULL"],
    "hash": ["'none'", "NULL"],
    "id": ["'zzz' || row", "NULL", "row"],
    "checksum": ["0", "NULL", "'x'"],
}


@pytest.mark.parametrize("rows", ["level = 'child'", "level = 'parent'", "1"])
@pytest.mark.parametrize(
    ("column", "garbage"), [(name, one) for name, all_ in GARBAGE.items() for one in all_]
)
def test_garbage_in_a_row_is_taken_out_and_made_again(
    column: str, garbage: str, rows: str, tmp_path: Path
) -> None:
    embedder = FakeEmbedder()
    with opened(tmp_path, embedder) as index:
        index.update([page_of(TEXT)])
        before, hits = contents(index), places_of_hits(index)
    embedder.texts.clear()
    path = tmp_path / "index" / FILE_NAME
    altered(path, f"UPDATE passages SET {column} = {garbage} WHERE {rows}")
    with opened(tmp_path, embedder) as index:
        assert len(index.notes) <= 1  # none where the row held just that already
        assert_both_legs_agree(index)
        index.update([page_of(TEXT)])
        assert embedder.texts == []
        assert contents(index) == before
        assert places_of_hits(index) == hits
        assert_both_legs_agree(index)


@BOTH
def test_a_damaged_store_is_made_anew_without_embedding(engine: str, tmp_path: Path) -> None:
    embedder = FakeEmbedder()
    with opened(tmp_path, embedder, engine) as index:
        index.update([page_of(TEXT)])
        before = contents(index)
    embedder.texts.clear()
    for path in (tmp_path / "index" / "vectors-1").rglob("*"):
        if path.is_file():
            path.write_bytes(b"\xff" * 5000)
    with opened(tmp_path, embedder, engine) as index:
        (note,) = index.notes
        assert "set aside in vectors-1 and made anew" in note
        assert contents(index) == before
        assert embedder.texts == []
        assert_both_legs_agree(index)


def gone(path: Path) -> None:
    path.unlink()


def a_folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


def noise(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(path.stat().st_size))


def a_few_bits(path: Path) -> None:
    """Turn bits, and let the file look as if nobody had touched it."""
    state, drawn = path.stat(), random.Random(2)
    content = bytearray(path.read_bytes())
    for _ in range(30):
        content[drawn.randrange(len(content))] ^= 0x5A
    path.write_bytes(content)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


DAMAGES = [gone, damaged(b""), shortened, noise, a_few_bits, a_folder_instead]


@pytest.mark.parametrize("pattern", [FILE_NAME, "vectors-1/*.json", "vectors-1/*.f32"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_whatever_happens_to_a_file_the_index_is_whole_after_an_update(
    damage: Callable[[Path], None], pattern: str, tmp_path: Path
) -> None:
    with opened(tmp_path) as index:
        index.update([page_of(TEXT)])
        before = contents(index)
    (path,) = (tmp_path / "index").glob(pattern)
    damage(path)
    with opened(tmp_path) as index:
        index.update([page_of(TEXT)])
        assert contents(index) == before
        assert_both_legs_agree(index)
    with opened(tmp_path) as index:
        assert index.notes == ()


def a_file_instead(path: Path) -> None:
    shutil.rmtree(path)
    path.write_bytes(b"no folder")


def a_link_to_nowhere(path: Path) -> None:
    shutil.rmtree(path)
    path.symlink_to(path.with_name("nowhere"))


def an_empty_folder(path: Path) -> None:
    shutil.rmtree(path)
    path.mkdir()


@pytest.mark.parametrize(
    "damage", [shutil.rmtree, a_file_instead, a_link_to_nowhere, an_empty_folder]
)
@pytest.mark.parametrize("name", ["index", "index/vectors-1"])
@BOTH
def test_whatever_lies_in_the_place_of_a_folder_the_index_is_whole_after_an_update(
    engine: str, name: str, damage: Callable[[Path], None], tmp_path: Path
) -> None:
    embedder = FakeEmbedder()
    with opened(tmp_path, embedder, engine) as index:
        index.update([page_of(TEXT)])
        before = contents(index)
    embedder.texts.clear()
    damage(tmp_path / name)
    with opened(tmp_path, embedder, engine) as index:
        is_blocked = damage in (a_file_instead, a_link_to_nowhere)
        assert len(index.notes) == is_blocked
        assert all("set aside" in note for note in index.notes)
        index.update([page_of(TEXT)])
        assert bool(embedder.texts) == (name == "index")
        assert contents(index) == before
        assert_both_legs_agree(index)
    with opened(tmp_path, embedder, engine) as index:
        assert index.notes == ()
        assert_both_legs_agree(index)


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_where_only_the_engine_has_no_space_the_page_can_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("chunkscope.retrieval.store._settle", full)
        for _ in range(4):
            with opened(tmp_path) as index:
                index.update([page_of(TEXT)])
                (note,) = index.notes
                assert "no space is left on the disk" in note
                assert "answered without this engine, exactly" in note
                ranking = Search(index).rank("Which plan has single sign-on?")
                assert len(ranking.vector) == len(index.snapshot.passages) > 0
                assert ranking.disagreement is None
                assert index.engine == ""
            assert [path.name for path in (tmp_path / "index").glob("vectors-*")] == ["vectors-1"]
            assert list((tmp_path / "index" / "vectors-1").iterdir()) == []
    with opened(tmp_path) as index:
        assert index.notes == ()
        assert_both_legs_agree(index)


def test_an_engine_that_found_no_space_is_tried_for_again_by_the_next_update(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path) as index:
        with monkeypatch.context() as patch:
            patch.setattr("chunkscope.retrieval.store._settle", full)
            index.update([page_of(TEXT)])
            index.update([page_of(f"{TEXT}\n\nMore.")])
        state_without = (index.engine, len(index.notes))
        index.update([page_of(f"{TEXT}\n\nMore at the end.")])
        assert state_without == ("", 1)
        assert (index.engine, index.notes) == ("NumPy", ())
        assert_both_legs_agree(index)


@pytest.mark.parametrize("method", ["_upsert", "_open"])
def test_where_chroma_fails_each_time_the_page_can_be_asked(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise RuntimeError("Error in the engine: (code: 13) database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(ChromaStore, method, failing)
        for _ in range(3):
            with Index(tmp_path / "index", FakeEmbedder(), ChromaStore) as index:
                index.update([page_of(TEXT)])
                (note,) = index.notes
                assert "Chroma" in note
                assert "no space is left on the disk" in note
                assert Search(index).rank("Which plan?").disagreement is None
            assert [path.name for path in (tmp_path / "index").glob("vectors-*")] == ["vectors-1"]
    with Index(tmp_path / "index", FakeEmbedder(), ChromaStore) as index:
        assert index.notes == ()
        assert index.engine == "Chroma"
        assert_both_legs_agree(index)


def test_what_has_not_changed_is_not_written_again(tmp_path: Path) -> None:
    page = page_of("# A \ud800\n\nBroken text.", "key \ud800")
    with opened(tmp_path) as index:
        index.update([page])
        changes = index._ledger._connection.total_changes
        index.update([page])
        assert index._ledger._connection.total_changes == changes


def test_a_full_disk_is_not_taken_for_damage(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.update([page_of(TEXT)])
        before = contents(index)
        connection = index._ledger._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        more = page_of(f"{TEXT}\n\n{written([(f'Part {n}', [LONG * 2]) for n in range(99)])}")
        for _ in range(2):
            with pytest.raises(IndexUnavailable, match="is full") as caught:
                index.update([more])
            assert not isinstance(caught.value, LedgerDamaged)
            assert "Make room" in caught.value.hint
            assert contents(index) == before
        connection.execute("PRAGMA max_page_count = 1000000")
        index.update([more])
        assert_both_legs_agree(index)
