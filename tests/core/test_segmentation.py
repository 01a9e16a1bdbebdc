"""Words and sentences in many scripts."""

import pytest

from chunkscope.core.segmentation import (
    count_words,
    sentences_of,
    words_of,
    writes_without_spaces,
)


def sentences(text: str) -> list[str]:
    return [span.slice_of(text) for span in sentences_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See v2.1, e.g. this one. Done!", ["See v2.1, e.g. this one.", "Done!"]),
        ("这是一句。第二句！还有吗？", ["这是一句。", "第二句！", "还有吗？"]),
        ("これは文です。次の文です。", ["これは文です。", "次の文です。"]),
        ("هذا سؤال؟ نعم. انتهى.", ["هذا سؤال؟", "نعم.", "انتهى."]),
        ("यह एक वाक्य है। दूसरा वाक्य।", ["यह एक वाक्य है।", "दूसरा वाक्य।"]),
        ("ภาษาไทยไม่มีจุด เว้นวรรคแทน", ["ภาษาไทยไม่มีจุด", "เว้นวรรคแทน"]),
        ("... \n\n!!", []),
    ],
)
def test_sentences_end_where_their_script_ends_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_offsets_count_from_the_start_given() -> None:
    assert [tuple(span) for span in sentences_of("One. Two.", 100)] == [(100, 104), (105, 109)]


def test_emoji_and_lone_surrogates_shift_nothing() -> None:
    text = "Fine 👩‍👩‍👧 so far. Broken \ud800 here. End."

    assert sentences(text) == ["Fine 👩‍👩‍👧 so far.", "Broken \ud800 here.", "End."]


def test_a_long_text_is_read_in_windows_without_losing_a_sentence() -> None:
    text = "A short sentence stands here. " * 5_000

    assert len(sentences(text)) == 5_000
    assert count_words(text) == 25_000


def test_words_are_without_punctuation() -> None:
    assert words_of("Don't pay 3.14 — ever (again)!") == ["Don't", "pay", "3.14", "ever", "again"]


@pytest.mark.parametrize(
    "text", ["日本語の文章です", "这是中文", "ภาษาไทย", "Astroの設定を変更します"]
)
def test_scripts_without_spaces_are_known(text: str) -> None:
    assert writes_without_spaces(text)


@pytest.mark.parametrize("text", ["English", "한국어 문장입니다", "هذا نص", "यह हिन्दी है", "123"])
def test_scripts_with_spaces_are_known(text: str) -> None:
    assert not writes_without_spaces(text)
