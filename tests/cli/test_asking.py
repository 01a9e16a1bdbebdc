"""`chunkscope ask` with the settings that decide what is searched and sent."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.fakes import FakeLauncher

from chunkscope.cli import run
from chunkscope.retrieval.embedding import LocalEmbedder
from chunkscope.retrieval.models import BGE_INSTRUCTION

QUESTION = "Does the Pro plan include single sign-on?"
PAGE = "# Plans\n\n" + "\n\n".join(
    f"## Part {number}\n\nThe Pro plan brings part {number}: {'more of it, ' * 20}and so on."
    for number in range(8)
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "plans.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def asked(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    code = run(["ask", *map(str, words), "--format", "json"], FakeLauncher())
    printed = capsys.readouterr()
    assert code == 0, printed.err
    return json.loads(printed.out)


def test_pinned_text_goes_first_given_or_from_a_file(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = asked(capsys, page, QUESTION, "--pinned", "Answer briefly.\nBe kind.")
    file = tmp_path / "pinned.txt"
    file.write_bytes("\ufeffAnswer briefly.\r\nBe kind.".encode())
    assert asked(capsys, page, QUESTION, "--pinned-file", file)["prompt"] == given["prompt"]
    assert given["prompt"]["text"].startswith("Answer briefly.\nBe kind.\n\n[1] ")


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["--passages", "2"], 2),
        (["--small-to-big", "--big-passages", "3"], 3),
        (["--prompt-characters", "100"], 1),
    ],
)
def test_each_number_of_the_prompt_is_a_setting(
    words: list[str], key: int, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(asked(capsys, page, QUESTION, *words)["prompt"]["passages"]) == key


def test_passages_are_cut_where_it_is_said(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    passages = asked(capsys, page, QUESTION, "--passage-characters", 50)["prompt"]["passages"]
    assert {len(passage) for passage in passages} == {50}


def test_a_leg_hands_on_what_it_is_told(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, page, QUESTION, "--leg", 2, "--k", 0, "--floor", "-1")["candidates"]
    taking = [one for one in found if one["fused"]]
    assert 2 <= len(taking) <= 4
    assert taking[0]["fused"] >= 1


def test_an_instruction_stands_before_the_question(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    embedded: list[tuple[str, str | None]] = []
    real = LocalEmbedder.embed_question

    def noted(self: LocalEmbedder, question: str, instruction: str | None = None) -> Any:
        embedded.append((question, instruction))
        return real(self, question, instruction)

    monkeypatch.setattr(LocalEmbedder, "embed_question", noted)
    asked(capsys, page, QUESTION)
    asked(capsys, page, QUESTION, "--instruction", BGE_INSTRUCTION)
    asked(capsys, page, QUESTION, "--instruction", "makers")
    assert [instruction for _, instruction in embedded] == [None, BGE_INSTRUCTION, ""]


def test_what_the_floor_assumes_is_told_once_where_it_is_used(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["ask", str(page), QUESTION], FakeLauncher())
    assert capsys.readouterr().err.count("floor of 0.4") == 1
    for words in (["--floor", "0.3"], ["--mode", "text"]):
        run(["ask", str(page), QUESTION, *words], FakeLauncher())
        assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--pinned-file", "none.txt"], "none.txt cannot be read"),
        (["--pinned", "a", "--pinned-file", "b"], "not allowed with"),
        (["--passages", "0"], "“passages” is 0"),
        (["--rerank", "none-such"], "no reranker called “none-such”"),
        (["--rerank", "ms-marco-MiniLM-L-6-v2"], "is not here"),
        (["--model", "bge-small-en-v1.5"], "is not here"),
        (["--model", "none-such", "--instruction", "makers"], "no embedding model"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    words: list[str], said: str, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = run(["ask", str(page), QUESTION, "--floor", "0.3", *words], FakeLauncher())
    except SystemExit as ended:
        code = int(ended.code or 0)
    printed = capsys.readouterr()
    assert (code, printed.out, printed.err.count("\n")) == (2, "", 1)
    assert said in printed.err


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"x" * 10_000_001])
def test_a_file_that_cannot_be_pinned_is_one_line(
    content: bytes, page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pinned.bin"
    file.write_bytes(content)
    words = ["ask", str(page), QUESTION, "--pinned-file", str(file)]
    assert run(words, FakeLauncher()) == 2
    assert "pinned.bin" in capsys.readouterr().err


@pytest.mark.parametrize("question", ["", " ", "\t\n"])
def test_a_blank_question_is_refused(
    question: str, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ask", str(page), question], FakeLauncher()) == 2
    assert capsys.readouterr().err == "chunkscope: The question is blank. Type a question.\n"


def test_a_question_of_signs_alone_is_asked(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, page, "???")["question"] == "???"


def test_indexing_tells_its_cost_and_how_far_it_is(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunkscope.cli.asking.PATIENCE_SECONDS", 0.0)

    assert run(["ask", str(page), QUESTION], FakeLauncher()) == 0
    first, *steps = capsys.readouterr().err.splitlines()
    assert re.search(r"Indexing the page: \d+ texts to embed, [\d,]+ estimated tokens\.", first)
    assert any("Indexing: " in step for step in steps)

    assert run(["ask", str(page), QUESTION], FakeLauncher()) == 0
    assert "Indexing" not in capsys.readouterr().err


def test_a_file_has_one_index_from_whichever_folder_it_is_named(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunkscope.cli.asking.PATIENCE_SECONDS", 0.0)
    asked(capsys, page, QUESTION)
    monkeypatch.chdir(page.parent)

    assert run(["ask", page.name, QUESTION], FakeLauncher()) == 0
    assert "Indexing" not in capsys.readouterr().err
