import sqlite3
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkscope.core.spans import Span
from chunkscope.retrieval import full_text
from chunkscope.retrieval.full_text import matched_spans, query_of

PASSAGES = (
    "Single sign-on is part of the Pro plan.",
    "Audit logs are kept for ninety days and running backups twice.",
    "The plan costs more than the plan before; plans differ.",
)


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    opened = sqlite3.connect(":memory:")
    full_text.create(opened)
    yield opened
    opened.close()


def found(connection: sqlite3.Connection, passages: Sequence[str], question: str) -> list[int]:
    full_text.remove(connection, full_text.rows_of(connection))
    full_text.add(connection, enumerate(passages))
    hits = scored(connection, question)
    return sorted(hits, key=lambda row: (-hits[row], row))


def scored(connection: sqlite3.Connection, question: str) -> dict[int, float]:
    hits = full_text.search(connection, question)
    return dict(zip(hits.rows.tolist(), hits.scores.tolist(), strict=True))


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Does it run?", [1]),
        ("single sign-on", [0]),
        ("SIGNED", [0]),
        ("planned", [2, 0]),
        ("audit AND nowhere", [1]),
        ("NOT NEAR OR", []),
        ("", []),
        ("?!…", []),
        ('"', []),
    ],
)
def test_any_word_of_the_question_finds_its_stem(
    question: str, rows: list[int], connection: sqlite3.Connection
) -> None:
    assert found(connection, PASSAGES, question) == rows


@pytest.mark.parametrize(
    ("passage", "asked", "not_asked"),
    [
        ("監査ログは九十日間保存されます。", "監査", "会議"),
        ("我们提供单点登录功能。", "登录", "价格"),
        ("감사 로그는 보관됩니다", "로그", "요금"),
        ("บันทึกการตรวจสอบเก็บไว้เก้าสิบวัน", "ตรวจสอบ", "ราคา"),
        ("海水の塩", "水", "火"),
        ("水を飲む", "水", "火"),
        ("प्रशासनिक लेखा परीक्षा", "परीक्षा", "मूल्य"),
        ("سجلات التدقيق محفوظة", "التدقيق", "السعر"),
        ("Die Größe des Büros", "große buros", "flur"),
        ("Übergro\u0308ße", "ÜBERGRÖßE", "grün"),
        ("full-width ＡＢＣ", "ａｂｃ", "def"),
    ],
)
def test_words_of_every_script_are_found(
    passage: str, asked: str, not_asked: str, connection: sqlite3.Connection
) -> None:
    assert found(connection, [passage], asked) == [0]
    assert found(connection, [passage], not_asked) == []


def test_unspaced_scripts_are_asked_as_pairs_and_words_once() -> None:
    assert query_of("東京都 plan Plan 水 x") == '"東京" OR "京都" OR "plan" OR "水"* OR "x"'


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_question_and_no_passage_is_syntax(question: str, passage: str) -> None:
    connection = sqlite3.connect(":memory:")
    full_text.create(connection)
    found(connection, [passage, question], question)
    full_text.check(connection)
    connection.close()


@given(st.text(alphabet="ab 水東京\u0e01\u0e34é'-\ud800", min_size=1, max_size=20))
def test_a_passage_is_found_by_its_own_words(text: str) -> None:
    connection = sqlite3.connect(":memory:")
    full_text.create(connection)
    assert found(connection, [text], text) == ([0] if query_of(text) else [])
    connection.close()


def test_scores_are_those_of_bm25(connection: sqlite3.Connection) -> None:
    from math import log

    passages = ["alpha beta", "alpha alpha gamma delta", "gamma", "delta", "epsilon zeta"]
    full_text.add(connection, enumerate(passages))
    hits = scored(connection, "alpha")
    idf, mean = log((5 - 2 + 0.5) / (2 + 0.5)), 10 / 5
    for row, (times, length) in {0: (1, 2), 1: (2, 4)}.items():
        weight = times * 2.2 / (times + 1.2 * (0.25 + 0.75 * length / mean))
        assert hits[row] == pytest.approx(idf * weight)


def test_equal_passages_score_equally(connection: sqlite3.Connection) -> None:
    full_text.add(connection, enumerate(["other", "same words", "more", "same words", "rest"]))
    one, two = scored(connection, "words").values()
    assert one == two > 0


def test_a_removed_passage_is_gone(connection: sqlite3.Connection) -> None:
    full_text.add(connection, enumerate(PASSAGES))
    full_text.remove(connection, [1, 7])
    assert full_text.rows_of(connection) == {0, 2}
    assert scored(connection, "audit") == {}


@pytest.mark.parametrize(
    ("question", "text", "words"),
    [
        ("running plans", "It runs as planned; a plane ran.", ["runs", "planned"]),
        ("single sign-on?", "Single Sign-On for all", ["Single", "Sign", "On"]),
        ("東京都", "ここは東京都です。京都も。", ["東京都", "京都"]),
        ("水", "海水と水道", ["水", "水"]),
        ("Größe", "die grosse GROSSE größe", ["größe"]),
        ("", "text", []),
        ("text", "", []),
    ],
)
def test_what_was_matched_is_shown_where_it_stands(
    question: str, text: str, words: list[str]
) -> None:
    assert [text[start:end] for start, end in matched_spans(question, text)] == words


@pytest.mark.parametrize(
    "word", ["漢字" * 40_000, "กา" * 40_000, "ж" * 40_000, "x" * 100_000, "e" + "\u0301" * 50_000]
)
def test_endless_words_are_asked_and_shown_all_the_same(
    connection: sqlite3.Connection, word: str
) -> None:
    assert found(connection, [f"{word} ends here", "other"], f"{word} ends") == [0]
    spans = full_text.matched_spans(f"{word} ends", f"{word} ends here")
    assert (spans[0].start, spans[-1].end) == (0, len(word) + len(" ends"))


def test_only_what_is_asked_is_shown_as_matched() -> None:
    question = " ".join(f"word{number}" for number in range(600))
    assert len(full_text.query_of(question).split(" OR ")) == 512
    assert full_text.matched_spans(question, "word511 word512") == (Span(0, 7),)
