"""A question asked of a page, from the words to the verdict."""

import json
from pathlib import Path

import pytest
from tests.fakes import FakeLauncher

from chunkscope.cli import run

PAGE = """# Security add-on

## What it holds

The add-on keeps an audit log of every sign-in for 400 days. Single sign-on with SAML is part of
the Pro plan. The allow-list limits sign-in to addresses that you name.

## Billing

The add-on is billed per member and month.
"""
QUESTION = "Does the Pro plan include single sign-on?"
ANSWER = "Single sign-on with SAML is part of the Pro plan."


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "security.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def asked(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, object]:
    code = run(["ask", *map(str, arguments), "--format", "json"], FakeLauncher())
    printed = capsys.readouterr()
    assert code == 0, printed.err
    answered: dict[str, object] = json.loads(printed.out)
    return answered


def test_the_passage_that_answers_wins_and_its_answer_is_found(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answered = asked(capsys, page, QUESTION, "--answer", ANSWER)

    first = answered["candidates"][0]  # type: ignore[index]
    assert first["heading_path"] == "Security add-on > What it holds"
    assert (first["level"], first["fate"], first["text_rank"]) == ("parent", "whole", 1)
    assert answered["verdict"]["case"] == "found"  # type: ignore[index]
    assert 0 < answered["verdict"]["shares"][0]["share"] < 1  # type: ignore[index]
    assert "SAML" in answered["prompt"]["passages"][0]  # type: ignore[index]


def test_a_high_floor_keeps_out_what_has_no_asked_word(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answered = asked(capsys, page, QUESTION, "--floor", "0.99", "--mode", "vector")

    fates = {one["fate"] for one in answered["candidates"]}  # type: ignore[attr-defined]
    assert fates == {"under-floor"}
    assert answered["prompt"]["passages"] == []  # type: ignore[index]


def test_small_to_big_hands_on_parents_only(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answered = asked(capsys, page, QUESTION, "--small-to-big")

    levels = {one["level"] for one in answered["candidates"]}  # type: ignore[attr-defined]
    assert levels == {"parent"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--answer", "words that stand nowhere"),
        ("--levels", "sentence"),
        ("--floor", "7"),
        ("--model", "no-such-model"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    page: Path, arguments: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = run(["ask", str(page), QUESTION, *arguments], FakeLauncher())
    except SystemExit as exit_:
        code = int(exit_.code or 0)

    assert code == 2
    assert capsys.readouterr().err.count("\n") == 1
