"""Code in a PDF, and signs that only its fonts know."""

import io

import pytest
from tests.sources.pdf_maker import lines, pdf, words

from chunkscope.sources.outcome import Converted
from chunkscope.sources.pdf.converter import convert_pdf
from chunkscope.sources.pdf.signs import readable
from chunkscope.sources.pdf.styles import style_of

BODY = [
    "The quick brown fox jumps over the lazy dog and then it",
    "goes on to the next line where it takes a long look at all",
    "of the other animals before it sleeps.",
]
CODE = [
    "def add(a, b):",
    "    # Both are numbers.",
    "    return a + b",
    "",
    "x = 1    # one",
    "name = `three`",
]


def converted(*pages: str) -> Converted:
    return convert_pdf(io.BytesIO(pdf(pages)))


def states(outcome: Converted) -> list[str]:
    return [remark.state for remark in outcome.remarks]


def test_lines_in_letters_of_one_width_are_code_with_their_blanks() -> None:
    text = lines(BODY, 72, 700) + lines(CODE, 90, 640, font="F4") + lines(BODY, 72, 540)
    outcome = converted(text)
    code = "\n".join(["```", *CODE, "```"])
    body = " ".join(BODY)
    assert outcome.markdown == f"{body}\n\n{code}\n\n{body}"
    remark = next(one for one in outcome.remarks if one.state == "code-guessed")
    assert outcome.markdown[remark.start : remark.end] == CODE[0]


def test_code_goes_on_with_the_next_page() -> None:
    first = lines(BODY, 72, 700) + lines(CODE[:3], 72, 640, font="F4")
    outcome = converted(first, lines(CODE[1:3], 72, 700, font="F4") + lines(BODY, 72, 640))
    assert outcome.markdown.count("```") == 2
    start, end = outcome.pages[1]
    assert outcome.markdown[start:end].startswith("    # Both")


def test_a_single_line_or_word_of_such_letters_is_no_block() -> None:
    single = lines(BODY, 72, 700) + lines(CODE[:1], 72, 640, font="F4") + lines(BODY, 72, 600)
    assert "```" not in converted(single).markdown
    inline = lines(BODY, 72, 700) + words("It calls", 72, 664) + words("add", 116, 664, font="F4")
    assert "```" not in converted(inline).markdown


def test_a_document_that_is_all_in_such_letters_has_no_code() -> None:
    outcome = converted(lines(BODY, 72, 700, font="F4"))
    assert outcome.markdown == " ".join(BODY)
    assert "code-guessed" not in states(outcome)


def test_a_bold_line_within_code_is_no_heading() -> None:
    bold = words("class Number", 72, 652, font="F5")
    outcome = converted(lines(BODY, 72, 700) + bold + lines(CODE[:3], 72, 640, font="F4"))
    assert outcome.markdown.endswith("```\nclass Number\n" + "\n".join(CODE[:3]) + "\n```")


def test_a_fence_is_longer_than_those_in_the_code() -> None:
    fenced = lines(BODY, 72, 700) + lines(["```python", "x = 1", "```"], 72, 640, font="F4")
    assert "````\n```python\nx = 1\n```\n````" in converted(fenced).markdown


@pytest.mark.parametrize(
    "name", ["Courier", "ABCDEF+CMTT10", "DejaVuSansMono", "Consolas", "FreeMonoBold", "SFTT1000"]
)
def test_fonts_of_one_width_are_known_by_their_names(name: str) -> None:
    assert style_of(name, 0, 400).mono


@pytest.mark.parametrize("name", ["Monotype Corsiva", "Helvetica", "CMR10", "Times-Roman"])
def test_other_fonts_are_not(name: str) -> None:
    assert not style_of(name, 0, 400).mono


@pytest.mark.parametrize(
    ("drawn", "read"),
    [
        ("a\x84 b\x95", "a„ b•"),
        ("Menu \uf0ae Open", "Menu → Open"),
        ("\uf8eb0\uf8f6", "⎛0⎞"),
        ("a\x00(cid:12)b\x8d", "ab"),
    ],
)
def test_signs_of_fonts_and_controls_become_those_that_readers_know(drawn: str, read: str) -> None:
    assert readable(drawn) == read


def test_bullets_drawn_as_controls_make_a_list() -> None:
    bullets = [f"\x84 {animal}" for animal in ("fox", "dog", "cat")]
    assert converted(lines(bullets, 72, 700)).markdown == "- fox\n- dog\n- cat"


def test_letters_that_stand_for_nothing_shift_no_others_into_the_next_column() -> None:
    nothing = "\x03" * 3
    row = "".join(
        words(f"No{nothing} divide", 72, 700 - 12 * place)
        + words("Tax Table", 320, 700 - 12 * place)
        for place in range(4)
    )
    assert converted(row).markdown == "\n".join(["No divide  Tax Table"] * 4)
