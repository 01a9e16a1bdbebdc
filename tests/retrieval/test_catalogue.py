import shutil
from pathlib import Path

import numpy as np
import pytest

from chunkscope.core.tokens import BGE_SMALL, MINILM
from chunkscope.retrieval.catalogue import (
    known_models,
    library_models,
    model_named,
    open_embedder,
    size_words,
)
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.models import BGE_INSTRUCTION, REFERENCE, fetched_folder


@pytest.fixture(scope="session")
def models_folder(built_in_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of models where the reference seems to be fetched: our model in its place."""
    root = tmp_path_factory.mktemp("fetched")
    as_reference(built_in_folder, fetched_folder(REFERENCE, root))
    return root


def as_reference(built_in_folder: Path, folder: Path) -> Path:
    shutil.copytree(built_in_folder, folder)
    (folder / "model.onnx").rename(folder / "model_optimized.onnx")
    return folder


def test_the_built_in_model_opens_by_its_name(tmp_path: Path) -> None:
    embedder = open_embedder("All-MiniLM-L6-v2", tmp_path)
    assert (embedder.name, embedder.dimension, embedder.window) == (MINILM.name, 384, MINILM.window)


@pytest.mark.parametrize("name", [BGE_SMALL.name, "BAAI/bge-small-en-v1.5", "BGE-small-en-v1.5"])
def test_a_fetched_model_opens_by_any_of_its_names(name: str, models_folder: Path) -> None:
    assert open_embedder(name, models_folder).name == BGE_SMALL.name


def test_a_folder_opens_by_its_name_or_with_the_models(
    built_in_folder: Path, tmp_path: Path
) -> None:
    telling = as_reference(built_in_folder, tmp_path / "models--x--bge-small-en-v1.5-q" / "main")
    assert open_embedder(str(telling), tmp_path).name == BGE_SMALL.name
    silent = as_reference(built_in_folder, tmp_path / "mine")
    assert open_embedder(f"bge-small-en-v1.5={silent}", tmp_path).name == BGE_SMALL.name
    with pytest.raises(
        ModelUnavailable, match="mine does not tell which embedding model"
    ) as caught:
        open_embedder(str(silent), tmp_path)
    assert "NAME=" in caught.value.hint


def test_a_model_that_is_not_here_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"bge-small-en-v1\.5 is not here") as caught:
        open_embedder(BGE_SMALL.name, tmp_path)
    assert "67 MB, licence mit" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no-such-model", "no embedding model called “no-such-model”"),
        ("", "no embedding model called “”"),
        ("/no/such/folder", "no folder /no/such/folder"),
        ("./bge-small-en-v1.5", "no folder"),
        ("bge-small-en-v1.5=/no/such/folder", "no folder"),
        ("nothing=/no/such/folder", "no embedding model called “nothing”"),
    ],
)
def test_what_is_no_model_is_said_in_one_sentence(name: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=words) as caught:
        open_embedder(name, tmp_path)
    assert caught.value.hint


def test_an_instruction_stands_before_questions_only_where_it_is_asked_for(
    models_folder: Path,
) -> None:
    plain = open_embedder(BGE_SMALL.name, models_folder)
    asked = open_embedder(BGE_SMALL.name, models_folder, BGE_INSTRUCTION)
    assert plain.identity == asked.identity
    assert np.allclose(plain.embed(["What?"]), asked.embed(["What?"]), atol=1e-5)
    assert np.allclose(plain.embed_question("What?"), plain.embed(["What?"])[0], atol=1e-5)
    with_words = plain.embed([f"{BGE_INSTRUCTION}What?"])[0]
    assert np.allclose(asked.embed_question("What?"), with_words, atol=1e-5)


def test_the_built_in_model_takes_an_instruction_too(tmp_path: Path) -> None:
    asked = open_embedder(MINILM.name, tmp_path, "Find: ").embed_question("What?")
    assert np.allclose(asked, open_embedder(MINILM.name, tmp_path).embed_question("Find: What?"))


def test_the_library_names_its_models_with_size_and_licence() -> None:
    models = {model.name: model for model in library_models()}
    assert models[BGE_SMALL.name] == REFERENCE
    assert all(model.size_bytes and model.licence and model.dimension for model in models.values())
    assert all(model.window for model in models.values())


def test_half_models_and_those_for_pictures_are_not_offered() -> None:
    names = " ".join(model.name for model in library_models())
    assert not any(word in names for word in ("constella", "stella", "clip", "siglip"))


def test_models_whose_makers_insist_have_their_instruction() -> None:
    e5 = model_named("multilingual-e5-large")
    assert (e5.instruction, e5.passage_instruction) == ("query: ", "passage: ")
    assert e5.needs_instruction
    assert not model_named(BGE_SMALL.name).needs_instruction
    assert all(model.instruction for model in library_models() if model.passage_instruction)


def test_the_list_tells_what_is_here_and_what_is_missing(
    tmp_path: Path, models_folder: Path
) -> None:
    built_in, reference, *others = known_models(tmp_path)
    assert (built_in.name, built_in.is_here, built_in.is_built_in) == (MINILM.name, True, True)
    assert (reference.name, reference.is_here) == (BGE_SMALL.name, False)
    assert not any(model.is_here for model in others)
    assert known_models(models_folder)[1].is_here
    assert known_models(models_folder)[1].window == MINILM.window
    assert len({model.name for model in known_models(tmp_path)}) == len(others) + 2


def test_an_incomplete_folder_is_told_by_what_it_lacks(tmp_path: Path) -> None:
    fetched_folder(REFERENCE, tmp_path).mkdir()
    assert "lacks model_optimized.onnx" in known_models(tmp_path)[1].lack


def test_every_listed_name_is_known_again(tmp_path: Path) -> None:
    for model in known_models(tmp_path):
        assert model_named(model.name).name == model.name


def test_sizes_are_told_as_hubs_tell_them() -> None:
    assert size_words(67_000_000) == "67 MB"
    assert size_words(2_240_000_000) == "2.2 GB"
