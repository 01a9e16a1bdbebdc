import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.retrieval.embedders import SMALL, FakeEmbedder, page_of, written

from chunkscope.core.errors import Cancelled
from chunkscope.core.settings import Settings
from chunkscope.retrieval.chroma_store import ChromaStore
from chunkscope.retrieval.embedding import LocalEmbedder
from chunkscope.retrieval.errors import IndexInUse, IndexMismatch, IndexUnavailable
from chunkscope.retrieval.index import Index
from chunkscope.retrieval.index_folders import index_folder, remove_oldest
from chunkscope.retrieval.mirror import _entry, chosen_store
from chunkscope.retrieval.passages import CHILD, DOCUMENT, PARENT, Page, embedded_text
from chunkscope.retrieval.store import VectorStore

LONG = "One sentence of some length stands here. Another follows it at once. "
TEXT = written(
    [
        ("Logs", [f"Logs are kept. {LONG * 3}", "They can be read by owners."]),
        ("Plans", ["There are three plans.", f"Pro has single sign-on. {LONG * 2}"]),
        ("Ends", ["The contract ends in May."]),
    ]
)
BOTH = pytest.mark.parametrize("engine", ["numpy", "chroma"])


def opened(folder: Path, embedder: FakeEmbedder | None = None, engine: str = "numpy") -> Index:
    store, _ = chosen_store(engine, folder.parent / "cache")
    return Index(folder / "index", embedder or FakeEmbedder(), store)


def contents(index: Index) -> list[object]:
    snapshot = index.snapshot
    rows = [(tuple(row), p) for row, p in zip(snapshot.vectors, snapshot.passages, strict=True)]
    return list(rows)


def store_of(index: Index) -> VectorStore:
    store = index._mirror._store
    assert store is not None
    return store


def assert_both_legs_agree(index: Index) -> None:
    snapshot = index.snapshot
    kept = store_of(index).entries()
    assert kept == {passage.id: _entry(passage) for passage in snapshot.passages}
    parents = {place for place, p in enumerate(snapshot.passages) if p.level == PARENT}
    found = index._ledger._parent_rows()
    assert {snapshot.positions[row] for row in found} == parents


@BOTH
def test_a_page_is_indexed_as_document_parents_and_children(engine: str, tmp_path: Path) -> None:
    page = page_of(TEXT)
    with opened(tmp_path, engine=engine) as index:
        outcome = index.update([page])
        levels = [passage.level for passage in index.snapshot.passages]
        assert levels.count(DOCUMENT) == 1
        assert levels.count(PARENT) == len(page.chunks.parents)
        assert levels.count(CHILD) == len(page.chunks.children)
        assert outcome.plan.passages == len(levels)
        assert_both_legs_agree(index)
        for vector, passage in zip(index.snapshot.vectors, index.snapshot.passages, strict=True):
            text = embedded_text(page.chunks, passage, index.embedder.read_part)
            assert np.array_equal(vector, index.embedder.embed_question(text))


@BOTH
def test_an_index_is_the_same_after_opening_again(engine: str, tmp_path: Path) -> None:
    with opened(tmp_path, engine=engine) as index:
        index.update([page_of(TEXT)])
        before = contents(index)
    with opened(tmp_path, engine=engine) as index:
        assert contents(index) == before
        assert index.notes == ()
        assert_both_legs_agree(index)


def test_only_what_changed_is_embedded_again_and_offsets_move_along(tmp_path: Path) -> None:
    embedder = FakeEmbedder()
    with opened(tmp_path, embedder) as index:
        index.update([page_of(TEXT)])
        ids = {passage.id for passage in index.snapshot.passages}
        embedder.texts.clear()
        edited = page_of(TEXT.replace("Logs are kept.", "All logs are kept for good."))
        plan = index.plan([edited])
        outcome = index.update([edited])
        assert outcome.embedded == plan.to_embed == len(embedder.texts)
        assert all(text.startswith(("Title > Logs", "Title\n\n")) for text in embedder.texts)
        stayed = [passage for passage in index.snapshot.passages if passage.id in ids]
        assert len(stayed) == plan.kept > 0
        for passage in index.snapshot.passages:
            if passage.level == PARENT:
                parent = edited.chunks.parents[passage.index]
                assert (passage.start, passage.end) == (parent.start, parent.end)


def test_what_changed_nothing_costs_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.update([page_of(TEXT)])
        plan = index.plan([page_of(TEXT)])
        assert plan.changes_nothing
        assert (plan.to_embed, plan.estimated_tokens, plan.vanished) == (0, 0, 0)
        assert index.update([page_of(TEXT)]).embedded == 0


def test_a_plan_says_what_a_new_size_costs_and_changes_nothing(tmp_path: Path) -> None:
    embedder = FakeEmbedder()
    with opened(tmp_path, embedder) as index:
        index.update([page_of(TEXT)])
        embedder.texts.clear()
        before = contents(index)
        other = page_of(TEXT, settings=Settings(60, 6, 30, 2))
        plan = index.plan([other])
        assert embedder.texts == []
        assert contents(index) == before
        assert index.update([other]).embedded == plan.to_embed == len(embedder.texts)


@BOTH
def test_an_edit_above_moves_the_spans_that_the_engine_keeps(engine: str, tmp_path: Path) -> None:
    embedder = FakeEmbedder()
    with opened(tmp_path, embedder, engine) as index:
        index.update([page_of(TEXT)])
        embedder.texts.clear()
        index.update([page_of(f"\n\n\n{TEXT}")])
        assert len(embedder.texts) <= 1  # the page's own
        assert_both_legs_agree(index)
        starts = {entry.start for entry in store_of(index).entries().values()}
        assert starts == {passage.start for passage in index.snapshot.passages}


def test_equal_parents_are_told_apart_by_their_order(tmp_path: Path) -> None:
    same = [("Same", ["Equal words."]), ("Other", ["Other words."]), ("Same", ["Equal words."])]
    with opened(tmp_path) as index:
        index.update([page_of(written(same))])
        twins = [p for p in index.snapshot.passages if p.heading_path == "Same"]
        assert len({passage.id for passage in twins}) == 4
        index.update([page_of(written(same[1:]))])
        (left,) = [p for p in index.snapshot.passages if p.heading_path == "Same" and not p.parent]
        assert left.id == twins[0].id
        assert_both_legs_agree(index)


def test_several_pages_share_an_index_and_leave_it_one_by_one(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.update([page_of(TEXT, "a"), page_of(TEXT, "b")])
        pages = [passage.page for passage in index.snapshot.passages]
        assert pages == ["a"] * pages.count("a") + ["b"] * pages.count("b")
        outcome = index.update([page_of(TEXT, "b")])
        assert outcome.embedded == 0
        assert {passage.page for passage in index.snapshot.passages} == {"b"}
        index.update([])
        assert index.snapshot.passages == ()
        assert_both_legs_agree(index)
        with pytest.raises(ValueError, match="one key"):
            index.update([page_of(TEXT), page_of(TEXT)])


def test_a_change_far_down_leaves_the_vector_of_the_page(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.update([page_of(TEXT)])
        before = index.snapshot.passages[0]
        index.update([page_of(f"{TEXT}\n\nMore at the end.")])
        after = index.snapshot.passages[0]
        assert before.level == after.level == DOCUMENT
        assert before.id == after.id
        assert after.end > before.end


def test_lone_surrogates_are_indexed(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.update([page_of("# A \ud800\n\nBroken \udfff text.", "key \ud800")])
        assert_both_legs_agree(index)


def test_what_was_embedded_before_a_cancel_is_not_embedded_again(tmp_path: Path) -> None:
    embedder = FakeEmbedder()

    def report(done: int, total: int, /) -> None:
        if done >= 70:
            raise Cancelled

    many = page_of(written([(f"Part {n}", [f"Words {n} of it."]) for n in range(99)]))
    with opened(tmp_path, embedder) as index:
        with pytest.raises(Cancelled):
            index.update([many], report)
        assert index.snapshot.passages == ()
        left = index.plan([many]).to_embed
        assert left == 100 - 64
        embedder.texts.clear()
        index.update([many])
        assert len(embedder.texts) == left


def test_a_cancel_while_the_engine_follows_is_made_good_later(tmp_path: Path) -> None:
    many = page_of(written([(f"Part {n}", [f"Words {n} of it."]) for n in range(120)]))
    with opened(tmp_path, engine="chroma") as index:
        texts = index.plan([many]).to_embed

        def report(done: int, total: int, /) -> None:
            if done > texts:
                raise Cancelled

        with pytest.raises(Cancelled):
            index.update([many], report)
        assert len(index.snapshot.passages) == 241
        assert index.nearest(index.embedder.embed_question("x"), 3, ()) is None
    with opened(tmp_path, engine="chroma") as index:
        assert_both_legs_agree(index)
        assert len(index.nearest(index.embedder.embed_question("x"), 3, ()) or ()) == 3


OTHERS = {
    "made by fake, whose vectors cannot be compared with those of other": FakeEmbedder("other"),
    "made by other files of fake": FakeEmbedder("fake", version="2"),
    "made with vectors of 8 numbers, where fake gives 9": FakeEmbedder(dimension=9),
}


@pytest.mark.parametrize("words", OTHERS)
@BOTH
def test_an_index_of_another_model_is_set_aside_said_and_made_anew(
    engine: str, words: str, tmp_path: Path
) -> None:
    with opened(tmp_path, engine=engine) as index:
        index.update([page_of(TEXT)])
    with opened(tmp_path, OTHERS[words], engine) as index:
        (note,) = index.notes
        (aside,) = tmp_path.glob("index-other-*")
        assert words in note
        assert f"set aside as {aside.name} and is indexed again" in note
        assert index.snapshot.passages == ()
        index.update([page_of(TEXT)])
        assert_both_legs_agree(index)
    with opened(tmp_path, OTHERS[words], engine) as index:
        assert index.notes == ()
    with Index(aside, FakeEmbedder()) as index:
        assert index.plan([page_of(TEXT)]).changes_nothing


@pytest.mark.parametrize("other", OTHERS.values())
def test_another_model_is_refused_where_that_is_asked_for(
    other: FakeEmbedder, tmp_path: Path
) -> None:
    with opened(tmp_path) as index:
        index.update([page_of(TEXT)])
    with pytest.raises(IndexMismatch, match="The index was made") as caught:
        Index(tmp_path / "index", other, strict=True)
    assert "Index again" in caught.value.hint
    with Index(tmp_path / "index", other, anew=True, strict=True) as index:
        assert index.snapshot.passages == ()
        index.update([page_of(TEXT)])
        assert_both_legs_agree(index)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "index.lock"]


@pytest.mark.parametrize("fact", ["format", "model", "dimension"])
@pytest.mark.parametrize(
    "change", ["UPDATE facts SET fact = '0' WHERE name = ?", "DELETE FROM facts WHERE name = ?"]
)
def test_whatever_an_index_says_made_it_the_page_can_be_indexed(
    change: str, fact: str, tmp_path: Path
) -> None:
    with opened(tmp_path) as index:
        index.update([page_of(TEXT)])
        before = contents(index)
        index._ledger._connection.execute(change, (fact,))
    with opened(tmp_path) as index:
        (note,) = index.notes
        assert ("another version" in note) == (fact == "format")
        index.update([page_of(TEXT)])
        assert contents(index) == before


def test_another_version_of_the_program_has_folders_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = index_folder(Path("root"), ["a"], SMALL, "x")
    monkeypatch.setattr("chunkscope.retrieval.index_folders.FORMAT", "next")
    assert index_folder(Path("root"), ["a"], SMALL, "x") != here


def test_a_second_window_or_process_gets_a_clear_word(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.update([page_of(TEXT)])
        with pytest.raises(IndexInUse, match=r"another window .* of this program"):
            opened(tmp_path)
        script = (
            "import sys; sys.path[:0] = sys.argv[2:]\n"
            "from pathlib import Path\n"
            "from tests.retrieval.test_index import opened\n"
            "opened(Path(sys.argv[1]))\n"
        )
        ran = run(script, tmp_path)
        assert "IndexInUse" in ran.stderr
        assert "(number " in ran.stderr
    opened(tmp_path).close()


def test_the_indexes_used_last_are_kept_and_one_in_use_always(tmp_path: Path) -> None:
    folders = [tmp_path / f"{number:024x}" for number in range(5)]
    for place, folder in enumerate(folders):
        Index(folder, FakeEmbedder()).close()
        os.utime(folder.with_name(f"{folder.name}.lock"), (place, place))
    aside = tmp_path / f"{folders[0].name}-damaged-20260101"
    aside.mkdir()
    with Index(folders[0], FakeEmbedder()):
        os.utime(folders[0].with_name(f"{folders[0].name}.lock"), (0, 0))
        remove_oldest(tmp_path, 2)
        left = [folder for folder in folders if folder.exists()]

    assert left == [folders[0], folders[3], folders[4]]
    assert aside.exists()


def test_a_store_that_fell_behind_catches_up(tmp_path: Path) -> None:
    with opened(tmp_path) as index:
        index.update([page_of(TEXT)])
        store_of(index).delete([index.snapshot.passages[1].id])
    with opened(tmp_path) as index:
        assert index.notes == ()
        assert_both_legs_agree(index)


def test_another_engine_gets_the_vectors_that_are_there(tmp_path: Path) -> None:
    embedder = FakeEmbedder()
    with opened(tmp_path, embedder) as index:
        index.update([page_of(TEXT)])
    shutil.rmtree(tmp_path / "index" / "vectors-1")
    embedder.texts.clear()
    with Index(tmp_path / "index", embedder, ChromaStore) as index:
        assert embedder.texts == []
        assert index.engine == "Chroma"
        assert_both_legs_agree(index)


def test_a_place_that_cannot_be_written_is_named_with_what_to_do(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file", encoding="utf-8")
    with pytest.raises(IndexUnavailable, match="cannot be kept") as caught:
        opened(blocked)
    assert f"remove {blocked}, which is no folder" in caught.value.hint
    with pytest.raises(IndexUnavailable, match="cannot be kept") as caught:
        opened(blocked / "deeper")
    assert f"remove {blocked}, which is no folder" in caught.value.hint


def test_a_folder_in_the_place_of_the_lock_is_named_with_what_to_do(tmp_path: Path) -> None:
    lock = tmp_path / "index.lock"
    lock.mkdir()
    with pytest.raises(IndexUnavailable, match="is a folder, where") as caught:
        opened(tmp_path)
    assert str(lock) in caught.value.message
    assert "Remove that folder" in caught.value.hint
    lock.rmdir()
    opened(tmp_path).close()


def test_a_collection_belongs_to_pages_profile_and_model() -> None:
    root = Path("root")
    folders = {
        index_folder(root, keys, settings_, model)
        for keys in (["a"], ["a", "b"])
        for settings_ in (Settings(), SMALL)
        for model in ("one", "two")
    }
    assert len(folders) == 8
    assert index_folder(root, ["b", "a"], SMALL, "x") == index_folder(root, ["a", "b"], SMALL, "x")


WORD = st.sampled_from(["Kept.", "Logs end.", "Plans cost more.", LONG, "東京都です。", "x"])
ENDLESS = "A heading that goes on and on " * 14  # what differs after it is in no prefix
# One that equals the title is left out of the prefix, however it is written.
HEADING = st.sampled_from(
    ["One", "Two", "Three", "Title", "TITLE", "title", ENDLESS, f"{ENDLESS}one", f"{ENDLESS}two"]
)
SECTIONS = st.lists(st.tuples(HEADING, st.lists(WORD, max_size=4)), max_size=5)


@settings(max_examples=40)
@given(edits=st.lists(SECTIONS, min_size=1, max_size=5))
def test_an_index_after_any_edits_equals_one_made_at_once(
    edits: list[list[tuple[str, list[str]]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    with opened(tmp_path_factory.mktemp("edited")) as index:
        for sections in edits:
            index.update([page_of(written(sections))])
        assert_both_legs_agree(index)
        edited, places = contents(index), places_of_hits(index)
    with opened(tmp_path_factory.mktemp("made")) as index:
        index.update([page_of(written(edits[-1]))])
        assert contents(index) == edited
        assert places_of_hits(index) == places


def test_vectors_after_an_edit_equal_those_made_at_once_to_the_last_digit(
    built_in: LocalEmbedder, tmp_path: Path
) -> None:
    edited = page_of(TEXT.replace("Logs are kept.", "All logs are kept, but for those of trials."))
    with Index(tmp_path / "edited", built_in) as index:
        index.update([page_of(TEXT)])
        index.update([edited])
        after = contents(index)
    with Index(tmp_path / "made", built_in) as index:
        index.update([edited])
        assert contents(index) == after


@pytest.mark.parametrize(
    ("before", "after"), [("Title", "TITLE"), (f"{ENDLESS}one", f"{ENDLESS}two")]
)
@BOTH
def test_a_heading_that_changes_beyond_its_prefix_is_shown_as_it_is_now(
    engine: str, before: str, after: str, tmp_path: Path
) -> None:
    embedder = FakeEmbedder()
    with opened(tmp_path, embedder, engine) as index:
        index.update([page_of(written([("One", ["x"]), (before, ["Logs are kept."])]))])
        embedder.texts.clear()
        index.update([page_of(written([("One", ["x"]), (after, ["Logs are kept."])]))])
        assert len(embedder.texts) <= 1  # the page's own
        assert {p.heading_path for p in index.snapshot.passages} == {"", "One", after.strip()}
        assert_both_legs_agree(index)


def places_of_hits(index: Index) -> list[tuple[int, float]]:
    snapshot, hits = index.text_hits("logs plans 東京 x")
    pairs = zip(hits.rows.tolist(), hits.scores.tolist(), strict=True)
    return sorted((snapshot.positions[row], score) for row, score in pairs)


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).parents[2]
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments), str(root), str(root / "src")],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


def pages_of_round(number: int) -> list[Page]:
    """Return pages that differ from round to round in some of their parts."""
    parts = [(f"Part {n}", [f"Words {n} of round {number // (1 + n % 3)}."]) for n in range(40)]
    return [page_of(written(parts[number % 5 :]))]
