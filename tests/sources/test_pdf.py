import io
from pathlib import Path

import pytest
from tests.sources.pdf_maker import lines, pdf, picture, words

from chunkscope.core.errors import SourceError
from chunkscope.sources.outcome import Converted, Wishes
from chunkscope.sources.pdf.converter import convert_pdf
from chunkscope.sources.read import read_document

BODY = [
    "The quick brown fox jumps over the lazy dog and then it",
    "goes on to the next line where it takes a long look at all",
    "of the other animals before it sleeps.",
]
LEFT = [
    "The left column begins here and",
    "goes on for a while, line after",
    "line, until its very last words",
    "are read as one paragraph, all of",
    "them in a row.",
]
RIGHT = [
    "The right column is read after it",
    "and never line by line with its",
    "neighbour, because it is a column",
    "of its own, as wide as the other,",
    "to the end.",
]


def remarks(result: Converted) -> dict[str, str]:
    return {remark.state: remark.detail for remark in result.remarks}


def converted(*pages: str, **options: object) -> Converted:
    return convert_pdf(io.BytesIO(pdf(pages, **options)))  # type: ignore[arg-type]


def markdown(*pages: str) -> str:
    return converted(*pages).markdown


def test_lines_become_paragraphs() -> None:
    second = [line.replace("The", "That") for line in BODY]
    text = markdown(lines(BODY, 72, 700) + lines(second, 72, 640))
    assert text == " ".join(BODY) + "\n\n" + " ".join(second)


def test_columns_are_read_one_after_the_other() -> None:
    row_by_row = "".join(
        words(left, 72, 600 - 12 * place) + words(right, 320, 600 - 12 * place)
        for place, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True))
    )
    title = words("A title that stands across both of the columns, from side to side", 72, 700)
    wide = markdown(title + row_by_row)
    assert wide.split("\n\n")[1:] == [" ".join(LEFT), " ".join(RIGHT)]


def test_columns_close_to_each_other_are_columns_although_the_file_draws_row_by_row() -> None:
    row_by_row = "".join(
        words(part, x, 600 - 12 * place)
        for place, row in enumerate(zip(LEFT * 2, RIGHT * 2, LEFT * 2, strict=True))
        for part, x in zip(row, (40, 196, 362), strict=True)
    )
    parts = [" ".join(column) for column in (LEFT, LEFT, RIGHT, RIGHT, LEFT, LEFT)]
    assert markdown(row_by_row).replace("\n\n", " ") == " ".join(parts)


def test_lines_drawn_from_below_upwards_are_read_from_top_to_bottom() -> None:
    drawn = "".join(words(line, 72, 600 - 12 * place) for place, line in enumerate(BODY))
    backwards = "\n".join(reversed(drawn.splitlines()))
    assert markdown(backwards) == " ".join(BODY)


def test_marks_of_footnotes_stand_where_they_are_raised() -> None:
    drawn = lines(["A law on works was signed", "in October by the President."], 72, 700)
    drawn += (
        words("1", 187, 704, 6) + words("2", 70, 604, 6) + words("It has five titles.", 74, 600)
    )
    assert markdown(drawn) == (
        "A law on works was signed1 in October by the President.\n\n2 It has five titles."
    )


def test_a_line_that_wraps_a_tables_last_cell_goes_on_in_its_row() -> None:
    rows = [("A", "Transactions with their"), ("", "date and code"), ("B", "Status")]
    drawn = "".join(
        words(name, 72, 600 - 12 * place) * bool(name) + words(text, 200, 600 - 12 * place)
        for place, (name, text) in enumerate(rows)
    )
    assert markdown(drawn) == "A  Transactions with their date and code\nB  Status"


def test_a_row_of_a_table_stays_a_row() -> None:
    cells = [("Name", "Place"), ("Ann", "Rome"), ("Bob", "Oslo"), ("Cy", "Bonn")]
    drawn = "".join(
        words(name, 72, 600 - 12 * row) + words(place, 300, 600 - 12 * row)
        for row, (name, place) in enumerate(cells)
    )
    assert markdown(drawn) == "Name  Place\nAnn  Rome\nBob  Oslo\nCy  Bonn"


def test_a_word_divided_at_a_line_end_is_whole_again() -> None:
    text = markdown(
        lines(["The quick brown fox jumps over the fences of the neigh-", "bour."], 72, 700)
    )
    assert text == "The quick brown fox jumps over the fences of the neighbour."


def test_large_letters_are_headings_whichever_way_they_are_made_large() -> None:
    drawn = words("Title", 72, 720, 24, scale=24) + lines(BODY, 72, 690)
    drawn += words("Part", 72, 640, 14) + lines(BODY, 72, 620)
    drawn += words("Another part", 72, 570, 14, scale=0.5) + lines(BODY, 72, 550)
    result = converted(drawn)
    headings = [line for line in result.markdown.split("\n") if line.startswith("#")]
    assert headings == ["# Title", "## Part", "## Another part"]
    assert "headings-guessed" in remarks(result)


def test_a_bold_line_of_its_own_is_a_heading() -> None:
    drawn = words("In bold", 72, 720, 10, "F2") + lines(BODY, 72, 706)
    assert markdown(drawn) == "# In bold\n\n" + " ".join(BODY)


def test_the_outline_tells_headings_and_their_place() -> None:
    page = words("2 Part", 72, 700) + lines(BODY, 72, 680) + words("2 Part", 72, 600)
    titles = [("First", 0, 710.0), ("Second", 0, 510.0), ("Part", 1, 710.0)]
    first = words("First", 72, 700) + words("Second", 72, 500) + words("Large", 72, 300, 20)
    result = converted(first, page, outline=titles)
    assert result.markdown.startswith("# First\n\n# Second\n\nLarge\n\n# 2 Part\n\nThe quick")
    assert result.markdown.endswith("\n\n2 Part")
    assert "headings-guessed" not in remarks(result)


def headings(result: Converted) -> list[str]:
    return [line for line in result.markdown.split("\n") if line.startswith("#")]


def test_a_title_in_the_margin_comes_before_the_text_beside_it() -> None:
    margin = words("2.1", 36, 700) + words("(2023)", 36, 688) + words("Scope and", 36, 676)
    margin += words("aims", 36, 664) + words("2.2", 36, 600) + words("Background", 36, 588)
    text = lines([f"({number}) {BODY[0]}" for number in range(1, 13)], 180, 705)
    titles = [("2.1 Scope and aims", 0, 0.0), ("2.2 Background", 0, 0.0)]
    result = converted(margin + text, outline=titles)
    assert headings(result) == ["# 2.1 (2023) Scope and aims", "# 2.2 Background"]
    between = result.markdown.split("# 2.2")[0]
    assert between.count("The quick brown fox") == 9


def test_a_title_over_two_rows_is_one_heading_although_a_label_stands_beside_it() -> None:
    drawn = words("A Study of the", 72, 700, 14) + words("Letters", 480, 700)
    drawn += words("Blight", 100, 684, 14) + lines(BODY, 72, 660)
    result = converted(drawn, outline=[("A Study of the Blight", 0, 715.0)])
    assert result.markdown.startswith("# A Study of the Blight\n\nLetters\n\nThe quick")


@pytest.mark.parametrize(
    "title",
    ["1.2 Aims", "Aims", "AIMS", "A\u00adims", "1.2. Aims", "Exhibit 1.2 (2023) Aims"],
)
def test_a_title_is_found_however_the_page_numbers_dates_or_writes_it(title: str) -> None:
    drawn = words(title, 72, 700) + lines(BODY, 72, 680)
    assert len(headings(converted(drawn, outline=[("1.2 Aims", 0, 0.0)]))) == 1


def test_an_entry_may_lead_to_the_page_before_its_title() -> None:
    outline = [("Aims", 0, 100.0)]
    result = converted(lines(BODY, 72, 700), words("Aims", 72, 700), outline=outline)
    assert result.markdown.endswith("\n\n# Aims")


def test_a_title_where_running_headers_stand_is_no_repeat() -> None:
    pages = [words(f"Version {page}", 72, 730) + lines(BODY, 72, 700) for page in range(5)]
    outline = [(f"Version {page}", page, 740.0) for page in range(5)]
    assert headings(converted(*pages, outline=outline)) == [
        f"# Version {page}" for page in range(5)
    ]
    assert headings(converted(*pages)) == []


def test_what_repeats_on_pages_is_left_out_and_counted() -> None:
    pages = [
        words("Manual of things", 72, 760) + lines(BODY, 72, 700) + words(f"{number}", 300, 30)
        for number in range(1, 5)
    ]
    result = converted(*pages)
    assert result.markdown == "\n\n".join([" ".join(BODY)] * 4)
    assert remarks(result)["repeats-dropped"] == "8 lines, such as “Manual of things”"


def test_a_refrain_on_pages_far_apart_is_no_header() -> None:
    refrain = words("From the Book of the Veil", 72, 740)
    pages = [lines(BODY, 72, 700) + refrain * (page % 40 == 0) for page in range(160)]
    assert markdown(*pages).count("Book of the Veil") == 4
    nearby = [lines(BODY, 72, 700) + refrain * (page < 3) for page in range(40)]
    assert "Book of the Veil" not in markdown(*nearby)


def test_what_repeats_is_kept_where_the_pages_hold_nothing_else() -> None:
    result = converted(*(words(f"Page {number}", 72, 740) for number in range(1, 5)))
    assert result.markdown == "\n\n".join(f"Page {number}" for number in range(1, 5))
    assert remarks(result) == {}


def test_pictures_are_counted_but_for_logos_icons_and_scans() -> None:
    page = lines(BODY, 72, 700) + picture(500, 740, 60, 40) + picture(60, 600, 9, 9)
    shown = picture(72, 300, 200, 200)
    scan = lines(BODY, 72, 700) + picture(0, 0, 612, 792)
    result = converted(page + shown, page, page + shown, page, scan)
    assert remarks(result)["pictures-dropped"] == "2 pictures on 2 pages"
    assert "pictures-dropped" not in remarks(converted(scan))


def test_pages_without_text_are_named_where_others_have_some() -> None:
    scan = picture(0, 0, 612, 792)
    result = converted(lines(BODY, 72, 700), scan, "", scan)
    assert remarks(result) == {"pages-without-text": "pages 2, 4"}
    assert remarks(converted(scan)) == {}


def test_a_guess_says_where_it_begins_and_switched_off_what_it_would_do() -> None:
    content = pdf([lines(BODY, 72, 700) + words("Part", 72, 600, 20) + lines(BODY, 72, 580)])
    (guess,) = convert_pdf(io.BytesIO(content)).remarks
    assert (guess.state, guess.detail) == ("headings-guessed", " has no outline: 1 heading")
    text = convert_pdf(io.BytesIO(content)).markdown
    assert text[guess.start : guess.end] == "# Part"
    off = convert_pdf(io.BytesIO(content), Wishes(headings_from_size=False))
    assert remarks(off) == {"headings-off": "1 line"}
    assert headings(off) == []


@pytest.mark.parametrize(
    ("outline", "sentence"),
    [
        ([], "because the file has no outline: 1 heading."),
        ([("First", 0, 710.0)], "because the file's outline names too few: 1 heading."),
    ],
)
def test_a_guess_says_whether_there_is_an_outline(
    tmp_path: Path, outline: list[tuple[str, int, float]], sentence: str
) -> None:
    first = words("First", 72, 700, 20 if outline else 10) + lines(BODY, 72, 680)
    rest = words("Second", 72, 700, 20) + lines(BODY, 72, 680)
    path = tmp_path / "paper.pdf"
    path.write_bytes(pdf([first, rest], outline=outline))

    messages = [note.message for note in read_document(path).notes]

    assert [message for message in messages if message.endswith(sentence)] == messages


def test_titles_of_the_outline_that_no_page_shows_are_counted() -> None:
    titles = [("First", 0, 710.0), ("Unseen", 0, 400.0), ("Second", 0, 510.0), ("Third", 0, 300.0)]
    page = words("First", 72, 700) + words("Second", 72, 500) + words("Third", 72, 290)
    assert remarks(converted(page, outline=titles)) == {"entries-unplaced": "1 of 4 entries"}


def test_rows_like_a_tables_have_their_place() -> None:
    rows = "".join(words("Name", 72, y) + words("Place", 300, y) for y in (600, 588, 576))
    result = converted(lines(BODY, 72, 700) + rows)
    (table,) = result.remarks
    assert (table.state, table.detail) == ("table-like", "1 page")
    assert result.markdown[table.start : table.end].startswith("Name  Place\n")


def test_words_without_spaces_are_told_by_their_share_and_the_first() -> None:
    glued = "Thequickbrownfoxjumpsoverthelazydog"
    result = converted(lines([*BODY, *BODY, glued], 72, 700))
    (remark,) = result.remarks
    assert (remark.state, remark.detail) == ("glued-words", "13%")
    assert result.markdown[remark.start : remark.end] == glued


def test_pages_are_spans_without_gaps() -> None:
    result = converted(lines(BODY[:2], 72, 700), "", lines(BODY[2:], 72, 700))
    parts = [result.markdown[start:end] for start, end in result.pages]
    assert "".join(parts) == result.markdown == " ".join(BODY)
    assert parts[0].strip() == " ".join(BODY[:2])
    assert parts[1:] == ["", " " + BODY[2]]


def test_a_turned_page_is_read_as_it_is_shown() -> None:
    drawn = "".join(
        f"BT /F1 10 Tf 0 1 -1 0 {100 + 12 * place} 100 Tm ({line}) Tj ET\n"
        for place, line in enumerate(BODY)
    )
    assert converted(drawn, rotate=90).markdown == " ".join(BODY)


def test_bullets_become_a_list() -> None:
    drawn = words("\x95 one thing", 72, 700) + words("\x95 another", 72, 688)
    assert markdown(drawn) == "- one thing\n- another"


@pytest.mark.parametrize("sign", [".", ". ", "\xb7", "\x85"])
def test_lines_of_contents_are_items_without_their_dots(sign: str) -> None:
    dots = sign * 40
    rows = [f"1 First {dots} 6", "A title that is too long for", f"{dots}12", f"Last {dots}xii"]
    drawn = "".join(words(row, 72, 700 - 12 * place) for place, row in enumerate(rows))
    expected = "- 1 First 6\n- A title that is too long for 12\n- Last xii"
    assert markdown(drawn) == expected


@pytest.mark.parametrize(
    ("end", "start", "joined"),
    [
        ("neigh-", "bour", "neighbour"),
        ("a carbon-", "free world", "carbon-free"),
        ("the state-of-the-", "art", "state-of-the-art"),
        ("the Anglo-", "American", "Anglo-American"),
        ("COVID-", "19", "COVID-19"),
        ("COMMUNI-", "CATION", "COMMUNICATION"),
        ("from 1990-", "2000", "1990-2000"),
    ],
)
def test_a_hyphen_at_a_line_end_stays_where_it_belongs(end: str, start: str, joined: str) -> None:
    head = "Here a carbon-free line is so long that it must be broken in two as in "
    assert joined in markdown(lines([head + end, f"{start} and so on."], 72, 700))


@pytest.mark.parametrize("text", ["# no heading", "```", "~~~ x", "---", "> no quote", "<div>"])
def test_text_that_looks_like_markup_is_escaped(text: str) -> None:
    assert markdown(words(text, 72, 700)) == "\\" + text


def test_a_password_is_a_named_state(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    path.write_bytes(pdf([words("Secret", 72, 700)], encrypted=True))
    with pytest.raises(SourceError) as caught:
        read_document(path)
    assert caught.value.state == "password"


def test_a_document_has_its_pages_and_says_what_was_guessed(tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(pdf([words("Title", 72, 700, 20) + lines(BODY, 72, 680)] * 2))
    document = read_document(path)
    assert (document.title, len(document.pages)) == ("Title", 2)
    assert document.pages[1].end == len(document.text)
    assert [note.state for note in document.notes] == ["headings-guessed"]


def test_a_page_without_letters_says_so(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(pdf(["0 0 100 100 re f"]))
    document = read_document(path)
    assert (document.text, [note.state for note in document.notes]) == ("", ["no-text"])


def test_a_title_of_contents_without_dots_is_a_line_of_its_own() -> None:
    part = words("1 About this", 72, 700, font="F2") + words("3", 500, 700, font="F2")
    dots = ["1.1 Scope . . . . . . . . . 3", "1.2 Versions . . . . . . . 4"]
    rest = lines(dots, 86, 688)
    assert markdown(part + rest) == "- 1 About this 3\n- 1.1 Scope 3\n- 1.2 Versions 4"
