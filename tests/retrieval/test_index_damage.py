"""Whatever happened to the files of an index, the page can be asked, and only that is paid for."""

import os
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.retrieval.embedders import FakeEmbedder, page_of, written
from tests.retrieval.test_index import (
    BOTH,
    TEXT,
    assert_both_legs_agree,
    contents,
    opened,
    places_of_hits,
)

from chunkscope.core.errors import Cancelled
from chunkscope.retrieval.ledger import FILE_NAME
from chunkscope.retrieval.passages import embedded_text


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


@pytest.mark.parametrize("rows", ["level = 'child'", "level = 'parent'", "row = 1", "row > 2", "1"])
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
