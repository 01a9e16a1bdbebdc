import os
import re
import socket
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from chunkscope.core.errors import CountUnavailable
from chunkscope.core.tokens import Encoding
from chunkscope.retrieval import bpe
from chunkscope.retrieval.bpe import lay_out, open_encoding_counter
from chunkscope.retrieval.vocabularies import CL100K, O200K, Vocabulary, read_vocabulary

from .tokenizers import library_count

BLANK = 600
ENDS = ("", "x", "\n", "\nx", "\n\nx")


@pytest.fixture(scope="module")
def ranks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.getbasetemp() / "ranks"


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **named: object) -> None:
        pytest.fail("something asked for the network")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture
def opened_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    from tiktoken import registry

    monkeypatch.setattr(registry, "ENCODINGS", {})
    bpe._open.cache_clear()


@pytest.mark.parametrize("vocabulary", [CL100K, O200K])
def test_tiktoken_pins_the_same_addresses_and_hashes(vocabulary: Vocabulary) -> None:
    found = find_spec("tiktoken_ext.openai_public")
    assert found is not None
    assert found.origin is not None
    source = Path(found.origin).read_text(encoding="utf-8")
    assert vocabulary.address in source
    assert vocabulary.sha256 in source


def test_ranks_are_laid_out_whole_and_once(tmp_path: Path) -> None:
    copy = lay_out(CL100K, tmp_path / "new" / "folder")

    assert copy is not None
    assert copy.read_bytes() == read_vocabulary(CL100K)
    written = copy.stat().st_mtime_ns
    assert lay_out(CL100K, copy.parent) == copy
    assert copy.stat().st_mtime_ns == written
    assert list(copy.parent.iterdir()) == [copy]


def test_a_damaged_copy_is_repaired(tmp_path: Path) -> None:
    copy = lay_out(CL100K, tmp_path)
    assert copy is not None
    contents = copy.read_bytes()
    copy.write_bytes(contents[:-1] + b"\0")

    assert lay_out(CL100K, tmp_path) == copy
    assert copy.read_bytes() == contents


@pytest.mark.usefixtures("no_network", "opened_anew")
def test_where_nothing_can_be_written_the_ranks_are_read_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()

    assert open_encoding_counter(Encoding.CL100K, blocked).count("hello world") == 2


@pytest.mark.usefixtures("no_network", "opened_anew")
def test_a_copy_that_changes_after_it_was_verified_is_not_fetched_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lay_out_then_damage(*arguments: object) -> Path | None:
        copy = lay_out(CL100K, tmp_path)
        assert copy is not None
        copy.write_bytes(b"damaged")
        return copy

    monkeypatch.setattr(bpe, "lay_out", lay_out_then_damage)
    assert open_encoding_counter(Encoding.CL100K, tmp_path).count("hello world") == 2


@pytest.mark.usefixtures("no_network", "opened_anew")
def test_without_ranks_the_count_is_not_available(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunkscope.retrieval.vocabularies._package_folder", lambda package: None)
    with pytest.raises(CountUnavailable, match="missing"):
        open_encoding_counter(Encoding.O200K, tmp_path)


@pytest.mark.usefixtures("opened_anew")
def test_opening_leaves_the_library_and_the_environment_as_they_were(
    ranks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tiktoken import load

    fetches = load.read_file
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "elsewhere")
    open_encoding_counter(Encoding.CL100K, ranks)

    assert os.environ["TIKTOKEN_CACHE_DIR"] == "elsewhere"
    assert load.read_file is fetches


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("start", ["", "x", "x\n", "!\n\n", "\n", "\x1c"])
def test_long_blanks_are_told_apart_where_the_pattern_does(
    encoding: Encoding, start: str, end: str, ranks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = open_encoding_counter(encoding, ranks)
    monkeypatch.setattr(bpe, "_LONG_BLANK_FROM", 2)
    monkeypatch.setattr(bpe, "_LONG_BLANK", re.compile(rf"[{bpe._BLANKS}]{{2,}}+"))

    text = start + " \t\u00a0" * BLANK + end
    assert counter.tokenizer.tokenise([text]) == [library_count(counter)(text)]


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("text", [" " * 1_200_000, "a" + "\t" * 1_200_000 + "b"])
def test_a_blank_that_the_pattern_fails_on_is_counted(
    encoding: Encoding, text: str, ranks: Path
) -> None:
    counter = open_encoding_counter(encoding, ranks)
    assert 9_000 < counter.count(text) < 80_000


@pytest.mark.parametrize("piece", ["x", "漢", "1", "!", "\n", "a\x1c"])
def test_long_runs_are_counted(piece: str, ranks: Path) -> None:
    counter = open_encoding_counter(Encoding.O200K, ranks)
    library: Callable[[str], int] = library_count(counter)
    assert counter.count(piece * 70_000) == library(piece * 70_000)
