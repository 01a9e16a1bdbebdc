import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.retrieval.embedders import FakeEmbedder, page_of, written

from chunkscope.core.fusion import Hit
from chunkscope.core.settings import Settings
from chunkscope.retrieval.embedding import LocalEmbedder
from chunkscope.retrieval.index import Index
from chunkscope.retrieval.legs import Leg
from chunkscope.retrieval.mirror import chosen_store
from chunkscope.retrieval.passages import CHILD, DOCUMENT, PARENT
from chunkscope.retrieval.search import Disagreement, Search
from chunkscope.retrieval.store import ExactStore, Near

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

PAGE = written(
    [
        ("Audit logs", ["Every sign-in is written down and kept for ninety days."]),
        ("Allow-lists", ["Addresses that may connect are listed by an owner of the page."]),
        ("Access", ["Single sign-on is part of the Pro plan and of all larger plans."]),
        ("Retention", ["Deleted pages stay for a month, then nobody can bring them back."]),
    ]
)
MANY = written(
    [(f"Part {n}", [f"Words {n} of it.", "And more. " * (9 * (n % 2))]) for n in range(40)]
)


@pytest.fixture(scope="module")
def real(built_in: LocalEmbedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("real")
    opened, _ = chosen_store("chroma", folder)
    with Index(folder / "index", built_in, opened) as index:
        index.update([page_of(PAGE, settings=Settings())])
        yield index


def hits_of(leg: Leg) -> tuple[Hit, ...]:
    return leg.first(len(leg))


@pytest.fixture
def many(tmp_path: Path) -> Iterator[Index]:
    with Index(tmp_path / "index", FakeEmbedder(), ExactStore) as index:
        index.update([page_of(MANY)])
        yield index


def test_the_passage_that_answers_is_first_on_both_legs(real: Index) -> None:
    ranking = Search(real).rank("Does the Pro plan include single sign-on?")
    vector, text = ranking.vector.first(1)[0], ranking.text.first(1)[0]
    assert ranking.passages[vector.position].heading_path == "Access"
    assert ranking.passages[text.position].heading_path == "Access"
    assert (vector.rank, text.rank) == (1, 1)
    assert 0.4 < vector.score <= 1
    assert ranking.disagreement is None


def test_ranks_and_scores_are_those_of_every_vector(many: Index) -> None:
    ranking = Search(many).rank("anything")
    question = many.embedder.embed_question("anything")
    scores = many.snapshot.vectors @ question
    assert len(ranking.vector) == len(many.snapshot.passages)
    assert [hit.rank for hit in hits_of(ranking.vector)] == list(range(1, len(scores) + 1))
    assert np.allclose(ranking.vector.scores, np.sort(scores)[::-1], atol=1e-6)
    for hit in hits_of(ranking.vector):
        assert hit.score == pytest.approx(scores[hit.position], abs=1e-6)


def test_equal_scores_come_by_place_in_the_page_parents_before_children(many: Index) -> None:
    ranking = Search(many).rank("anything")
    hits = hits_of(ranking.vector)
    pairs = pairwise(hits)
    equal = [(one, two) for one, two in pairs if one.score == two.score]
    assert equal
    assert all(one.position < two.position for one, two in equal)


def test_a_passage_is_found_again_by_its_position(many: Index) -> None:
    ranking = Search(many).rank("words 7")
    for leg in (ranking.vector, ranking.text):
        assert [leg.hit(hit.position) for hit in hits_of(leg)] == list(hits_of(leg))
    assert ranking.text.hit(0) is None
    assert ranking.text.hit(10**6) is None


def test_only_the_levels_asked_for_are_searched(many: Index) -> None:
    ranking = Search(many).rank("anything", [CHILD])
    assert {ranking.passages[hit.position].level for hit in hits_of(ranking.vector)} == {CHILD}
    assert ranking.vector.ranks[0] == 1
    parent = next(n for n, p in enumerate(ranking.passages) if p.level == PARENT)
    assert ranking.vector.hit(parent) is None
    assert len(Search(many).rank("anything", []).vector) == 0


def test_the_full_text_leg_holds_parents_only(many: Index) -> None:
    ranking = Search(many).rank("more words", [DOCUMENT])
    assert {ranking.passages[hit.position].level for hit in hits_of(ranking.text)} == {PARENT}
    assert len(ranking.vector) == 1


def test_parents_stand_for_their_children_once_at_the_best_place(many: Index) -> None:
    ranking = Search(many).rank("anything", [CHILD])
    leg, children = ranking.columns.leg_of_parents(ranking.vector, 20), hits_of(ranking.vector)
    parents = hits_of(leg)
    assert len({hit.position for hit in parents}) == len(parents)
    assert {ranking.passages[hit.position].level for hit in parents} == {PARENT}
    for hit in parents:
        own = ranking.passages[hit.position].id
        best = next(one for one in children if ranking.passages[one.position].parent == own)
        assert (best.position, best.score) == (leg.child_of(hit.position), hit.score)
        assert (hit.rank <= 20) == (best.rank <= 20)
    ranks = [hit.rank for hit in parents]
    assert ranks == sorted(set(ranks))


def test_where_the_engine_misses_a_passage_it_is_said(
    many: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = Search(many).rank("anything", leg=5)
    best = exact.vector.first(6)
    positions = [hit.position for hit in best]
    ids = [exact.passages[position].id for position in positions]
    answers = [Near(ids[place], best[place].score) for place in (0, 2, 3, 4, 5)]
    monkeypatch.setattr(many, "nearest", lambda *asked: tuple(answers))
    ranking = Search(many).rank("anything", leg=5)
    if best[1].score > best[4].score:
        assert ranking.disagreement == Disagreement("NumPy", 5, (positions[1],))


def test_an_engine_that_gives_another_of_equal_score_agrees(
    many: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = Search(many).rank("anything")
    hits = hits_of(exact.vector)
    pairs = pairwise(hits)
    cut = next(place for place, (one, two) in enumerate(pairs, 1) if one.score == two.score)
    chosen = [*hits[: cut - 1], hits[cut]]
    answers = tuple(Near(exact.passages[hit.position].id, hit.score) for hit in chosen)
    monkeypatch.setattr(many, "nearest", lambda *asked: answers)
    assert Search(many).rank("anything", leg=cut).disagreement is None


def test_an_empty_index_answers_nothing(tmp_path: Path) -> None:
    with Index(tmp_path / "index", FakeEmbedder()) as index:
        ranking = Search(index).rank("anything")
    assert (len(ranking.vector), len(ranking.text), ranking.disagreement) == (0, 0, None)


def test_a_question_is_embedded_once(many: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = many.embedder.embed_question

    def noted(question: str, instruction: str | None = None) -> "Vectors":
        asked.append((instruction or "") + question)
        return real(question, instruction)

    monkeypatch.setattr(many.embedder, "embed_question", noted)
    search = Search(many)
    search.rank("one")
    search.rank("one", [CHILD])
    search.similarities("one", ["a"])
    search.rank("one", instruction="Find: ")
    search.rank("one", instruction="Find: ")
    assert asked == ["one", "a", "Find: one"]


def test_sentences_are_as_near_as_their_own_vectors_say(real: Index) -> None:
    near = Search(real).similarities(
        "Is there single sign-on?", ["Rain falls.", "Single sign-on is included."]
    )
    assert near[1] > 0.5 > near[0]


def test_a_search_while_the_index_is_updated_sees_it_before_or_after(many: Index) -> None:
    search, counts, done = Search(many), set[int](), threading.Event()

    def ask() -> None:
        while not done.is_set():
            ranking = search.rank("words")
            assert len(ranking.vector) == len(ranking.passages)
            parents = sum(passage.level == PARENT for passage in ranking.passages)
            assert len(ranking.text) <= parents
            counts.add(len(ranking.passages))

    asking = threading.Thread(target=ask)
    asking.start()
    pages = [page_of(MANY), page_of(PAGE)]
    sizes = {many.update([page]).plan.passages for page in [*pages, *pages, *pages]}
    done.set()
    asking.join()
    assert counts <= sizes
