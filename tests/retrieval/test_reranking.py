"""The optional reranker, tried with a cross-encoder that counts one word."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.retrieval.embedders import page_of, written
from tests.retrieval.onnx_maker import counting_model

from chunkscope.core.fusion import Candidate, SearchSettings, Standing, reranked
from chunkscope.core.settings import Settings
from chunkscope.core.tokens import MINILM
from chunkscope.retrieval.ask import ask
from chunkscope.retrieval.catalogue import known_rerankers
from chunkscope.retrieval.embedding import LocalEmbedder
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.index import Index
from chunkscope.retrieval.models import TOKENIZER_FILES
from chunkscope.retrieval.passages import Page
from chunkscope.retrieval.reranking import open_reranker
from chunkscope.retrieval.search import Search

NAME = "ms-marco-MiniLM-L-6-v2"
PAGE = page_of(
    written(
        [
            ("Sign-on", ["Single sign-on is part of the Pro plan."]),
            ("Prices", ["The Pro plan costs more, but no plan is dear. A plan is a plan."]),
            ("Bins", ["Deleted pages stay for a month, on every plan and on any other plan."]),
        ]
    ),
    settings=Settings(),
)
QUESTION = "What does the Pro plan bring?"


@pytest.fixture(scope="session")
def folder(built_in_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a reranker whose score is how often `plan` is read."""
    from tokenizers import Tokenizer

    folder = tmp_path_factory.mktemp("rerankers") / NAME
    (folder / "onnx").mkdir(parents=True)
    for name in (*TOKENIZER_FILES, "config.json", "special_tokens_map.json"):
        shutil.copy(built_in_folder / name, folder / name)
    token = Tokenizer.from_file(str(folder / TOKENIZER_FILES[0])).token_to_id("plan")
    assert token is not None
    (folder / "onnx" / "model.onnx").write_bytes(counting_model(token))
    return folder


@pytest.fixture(scope="module")
def search(built_in: LocalEmbedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Search]:
    with Index(tmp_path_factory.mktemp("reranked") / "index", built_in) as index:
        index.update([PAGE])
        yield Search(index)


def test_scores_come_in_the_order_of_the_texts_whatever_their_length(folder: Path) -> None:
    texts = ["No word of it.", "A plan.", "plan " * 2000, "", "A plan and a plan. " * 2, "\ud800"]
    scores = open_reranker(str(folder)).scores("Which plan?", texts)
    assert scores[:2] == (1, 2)
    assert scores[2] == MINILM.window - 3 - len(["which", "?"])  # as much as it reads
    assert scores[3:] == (1, 5, 1)
    assert open_reranker(str(folder)).scores("Which plan?", []) == ()


def test_what_takes_part_is_put_in_the_rerankers_order(folder: Path, search: Search) -> None:
    plain = ask(search, [PAGE], QUESTION, SearchSettings(floor=0.1))
    chosen = SearchSettings(floor=0.1, reranker=str(folder))
    outcomes = ask(search, [PAGE], QUESTION, chosen).prompt.outcomes
    scores = [one.candidate.reranked for one in outcomes if one.candidate.reranked is not None]
    assert scores == sorted(scores, reverse=True)
    taking = [one for one in outcomes if one.candidate.standing is Standing.ADMITTED]
    assert len(scores) == len(taking)
    before = {one.candidate.position: one.candidate for one in plain.prompt.outcomes}
    for one in outcomes:
        assert (one.candidate.vector, one.candidate.fused) == (
            before[one.candidate.position].vector,
            before[one.candidate.position].fused,
        )
    assert [one.place for one in outcomes] == list(range(1, len(outcomes) + 1))
    assert all(one.candidate.reranked is None for one in plain.prompt.outcomes)


def test_the_reranker_reads_the_heading_path_too(folder: Path, search: Search) -> None:
    scores = open_reranker(str(folder)).scores("", ["Title > plan\n\nWords.", "Words."])
    assert scores == (1, 0)


def test_equal_scores_keep_the_fused_order() -> None:
    found = [Candidate(n, None, None, 0.0, 0.0, 0.0, Standing.ADMITTED) for n in range(4)]
    assert [one.position for one in reranked(found, [0.5, -1.0, 0.5, 2.0])] == [3, 0, 2, 1]


def test_a_reranker_that_is_not_here_says_how_to_get_it(search: Search) -> None:
    with pytest.raises(ModelUnavailable, match="is not here") as caught:
        ask(search, [PAGE], QUESTION, SearchSettings(reranker=NAME))
    assert "80 MB, licence apache-2.0" in caught.value.hint
    with pytest.raises(ModelUnavailable, match="no reranker called “none such”"):
        ask(search, [PAGE], QUESTION, SearchSettings(reranker="none such"))


@pytest.mark.parametrize(("name", "words"), [("model.onnx", "lacks"), ("", "cannot be loaded")])
def test_a_folder_without_a_whole_model_is_named(
    name: str, words: str, folder: Path, tmp_path: Path
) -> None:
    broken = tmp_path / NAME
    shutil.copytree(folder, broken)
    if name:
        (broken / "onnx" / name).unlink()
    else:
        (broken / "onnx" / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ModelUnavailable, match=words):
        open_reranker(str(broken))


def test_rerankers_are_listed_with_size_and_licence(tmp_path: Path) -> None:
    listed = known_rerankers(tmp_path)
    assert any(one.name.endswith(NAME) for one in listed)
    assert all(one.licence and one.size_bytes and not one.is_here for one in listed)


def test_pages_that_changed_are_refused_before_the_reranker_reads_them(
    folder: Path, search: Search
) -> None:
    from chunkscope.retrieval.errors import IndexUnavailable

    with pytest.raises(IndexUnavailable, match="changed"):
        ask(search, [Page("other", PAGE.chunks)], QUESTION, SearchSettings(reranker=str(folder)))
