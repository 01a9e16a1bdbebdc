import codecs
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkscope.sources.text import NotText, decode, decode_markup, without_surrogates

GERMAN = "Größe und Straße für Überprüfung: Äpfel und Öl werden täglich geprüft.\n"
POLISH = "Zażółć gęślą jaźń. Książka leży na stole, a źródło jest świeże i łatwe.\n"
RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю.\n"
JAPANESE = "これは日本語の文章です。文字コードの判定を確かめます。カタカナも含みます。\n"
CHINESE = "这是一个中文文本，用来检查编码的检测是否正确。我们希望它能够正常工作。\n"
KOREAN = "이것은 한국어 문장입니다. 인코딩 감지가 올바른지 확인하기 위해 작성되었습니다.\n"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_is_dropped(mark: bytes, encoding: str) -> None:
    decoded = decode(mark + "見出し\n".encode(encoding))
    assert (decoded.text, decoded.encoding, decoded.guessed) == ("見出し\n", encoding, False)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "cp1252"),
        (GERMAN, "utf-16-le"),
        (POLISH, "cp1250"),
        (POLISH, "iso8859-2"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "iso2022_jp"),
        (CHINESE, "gb18030"),
        (KOREAN, "cp949"),
    ],
)
@pytest.mark.parametrize("repetitions", [1, 2_000])
def test_an_encoding_that_is_not_named_is_guessed_and_said_so(
    text: str, encoding: str, repetitions: int
) -> None:
    decoded = decode((text * repetitions).encode(encoding))
    assert decoded.text == text * repetitions
    assert decoded.guessed


def test_a_guess_looks_at_the_whole_text_not_only_at_its_start() -> None:
    content = b"A plain line.\n" * 100_000 + RUSSIAN.encode("cp1251")
    assert decode(content).text.endswith(RUSSIAN)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_utf8_comes_back_character_for_character(text: str) -> None:
    decoded = decode(text.encode())
    assert decoded.text == text.removeprefix("\ufeff")
    assert not decoded.guessed


def test_a_few_nul_characters_stay_where_they_are() -> None:
    assert decode(b"# A\0B\n\ntext\0more\n").text == "# A\0B\n\ntext\0more\n"


def test_one_broken_byte_does_not_garble_the_rest_of_a_utf8_text() -> None:
    decoded = decode((RUSSIAN * 3).encode() + b"\xff!\n")
    assert decoded.text == RUSSIAN * 3 + "\ufffd!\n"
    assert decoded.replaced == 1


def test_half_a_character_after_a_byte_order_mark_is_replaced_and_counted() -> None:
    decoded = decode(codecs.BOM_UTF16_LE + "ab".encode("utf-16-le") + b"c")
    assert (decoded.text, decoded.replaced) == ("ab\ufffd", 1)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff" * 65_536,
        b"\0" * 65_536,
        random.Random(7).randbytes(65_536),
        bytes(byte | 0x80 for byte in random.Random(7).randbytes(65_536)),
    ],
    ids=["one byte", "nul", "random", "random above ASCII"],
)
def test_bytes_that_are_no_text_are_refused(content: bytes) -> None:
    with pytest.raises(NotText):
        decode(content)


@given(st.binary(max_size=300))
def test_whatever_the_bytes_they_decode_or_are_refused(content: bytes) -> None:
    for read in (decode, decode_markup):
        try:
            read(content).text.encode()
        except NotText:
            continue


def test_a_web_page_is_read_in_the_encoding_that_it_declares() -> None:
    page = '<meta charset="shift_jis"><title>表題</title>'
    decoded = decode_markup(page.encode("cp932"))
    assert decoded.text == page
    assert not decoded.guessed


def test_a_web_page_that_is_utf8_may_declare_what_it_likes() -> None:
    page = '<meta charset="iso-8859-1"><title>表題</title>'
    assert decode_markup(page.encode()).text == page


@pytest.mark.parametrize("declared", ["punycode", "unicode_escape", "utf-16", "no-such", "zlib"])
def test_a_declared_encoding_of_no_use_is_passed_over(declared: str) -> None:
    page = f'<meta charset="{declared}"><p>{GERMAN * 3}'
    assert decode_markup(page.encode("cp1252")).text == page


def test_halves_of_surrogate_pairs_are_joined_or_replaced() -> None:
    assert without_surrogates("a\ud83d\ude00b\ud83dc") == "a😀b\ufffdc"


@pytest.mark.parametrize("encoding", ["idna", "punycode"])
def test_a_chosen_encoding_that_knows_no_replacement_is_refused_by_name(encoding: str) -> None:
    with pytest.raises(NotText):
        decode(b"a\xff" * 50, encoding)


@pytest.mark.parametrize(
    "text",
    ["שלום עולם", "מדיניות החזרים: ניתן לבקש החזר בתוך 30 יום.", 'המחיר ₪ 30, לא כולל מע"מ'],
)
def test_a_few_words_of_hebrew_are_told_from_cyrillic(text: str) -> None:
    decoded = decode(text.encode("cp1255"))
    assert (decoded.text, decoded.encoding, decoded.guessed) == (text, "cp1255", True)


@pytest.mark.parametrize("text", ["это просто текст строчными буквами", "возврат денег за услуги"])
def test_words_in_small_cyrillic_letters_are_not_taken_for_hebrew(text: str) -> None:
    assert decode(text.encode("cp1251")).text == text
