import io
from pathlib import Path

import pytest
from tests.sources.pdf_maker import lines, pdf, words
from tests.sources.pdf_measures import headings_in, judged, marks, on_marked_pages

from chunkscope.sources.outcome import Converted
from chunkscope.sources.pdf.converter import convert_pdf
from chunkscope.sources.pdf.levels import Style, levels_of

PDFS = Path(__file__).parents[3] / "shared" / "data" / "binary" / "pdf"
BODY = [
    "The quick brown fox jumps over the lazy dog and then it goes on to the next",
    "line where it takes a long look at all of the other animals of the farm which",
    "have been asleep since noon.",
]
LARGE, SMALL = Style(18, italic=False, upper=False), Style(12, italic=False, upper=False)


def converted(*pages: str) -> Converted:
    return convert_pdf(io.BytesIO(pdf(pages)))


def headings(*pages: str) -> list[str]:
    return ["#" * title.level + " " + title.text for title in headings_in(converted(*pages))]


def under(heading: str, y: float) -> str:
    """Draw a heading with text close below it and a blank above it."""
    return heading + lines(BODY, 72, y - 13)


def test_lines_in_italics_are_headings_where_they_are_set_off_from_the_text_above() -> None:
    drawn = lines(BODY, 72, 700)
    for y, title in ((640, "Boots and their nuts"), (570, "Elastic nuts")):
        drawn += under(words(title, 72, y, font="F3"), y)
    assert headings(drawn) == ["# Boots and their nuts", "# Elastic nuts"]


def test_a_line_in_italics_within_the_text_is_no_heading() -> None:
    drawn = lines(BODY, 72, 700) + words("Told in italics", 72, 664, font="F3")
    drawn += lines(BODY, 72, 652) + words("Once again so", 72, 616, font="F3")
    assert headings(drawn + lines(BODY, 72, 604)) == []


def test_text_that_opens_in_bold_is_no_heading() -> None:
    bold = words(
        "Foxes that jump over dogs in the farm of the quick neighbours and", 72, 700, 10, "F2"
    )
    assert headings(bold + lines(BODY, 72, 688) + lines(BODY, 72, 600)) == []


def test_a_line_that_is_bold_in_its_middle_alone_is_no_heading() -> None:
    drawn = words("The fox is ", 72, 700) + words("really not lazy", 119, 700, 10, "F2")
    assert headings(drawn + words(" at all", 191, 700) + lines(BODY, 72, 640)) == []


def test_lines_of_one_style_below_each_other_are_a_list() -> None:
    listed = "".join(words(f"Claim {place} of all", 72, 700 - 30 * place, 14) for place in range(5))
    assert headings(listed + lines(BODY * 3, 72, 500)) == []


def test_numbered_items_in_large_letters_are_no_headings() -> None:
    drawn = words("1. Open the box", 72, 700, 12) + words("2. Close the box", 72, 670, 12)
    assert headings(drawn + lines(BODY * 3, 72, 600)) == []


@pytest.mark.parametrize(
    "text",
    ["December 1998", "January 3, 2024", "3. Mai 2021", "example.com/books", "a@example.com"],
)
def test_dates_and_addresses_are_no_headings(text: str) -> None:
    assert headings(words(text, 72, 700, 14) + lines(BODY * 3, 72, 600)) == []


def test_a_number_before_a_heading_may_be_longer_than_its_words() -> None:
    drawn = words("22.10 Version 4.6.2.0", 72, 700, 14) + lines(BODY * 3, 72, 650)
    assert headings(drawn) == ["# 22.10 Version 4.6.2.0"]


def test_a_bold_term_that_the_text_below_explains_is_no_heading() -> None:
    drawn = words("nostrip", 72, 700, 10, "F2") + lines(BODY, 97, 688)
    assert headings(drawn + words("Options", 72, 600, 10, "F2") + lines(BODY, 72, 588)) == [
        "# Options"
    ]


def test_sentences_in_large_letters_are_no_heading() -> None:
    large = words("Dream of a big farm. It is far from here.", 72, 700, 16)
    assert headings(large + lines(BODY * 3, 72, 600)) == []


def test_the_bold_head_of_a_table_is_no_heading() -> None:
    head = words("Country with its capital", 72, 700, 10, "F2")
    rows = "".join(
        words(left, 72, 686 - 12 * place) + words("Rome", 300, 686 - 12 * place)
        for place, left in enumerate(("Italy", "Latium", "Vatican"))
    )
    assert headings(head + rows + lines(BODY * 3, 72, 500)) == []


def test_small_capitals_have_the_size_of_their_large_letters() -> None:
    small = words("P", 72, 700, 14) + words("ARTS OF A BOX", 82, 700, 9.5)
    assert headings(small + lines(BODY * 3, 72, 600)) == ["# PARTS OF A BOX"]


def test_what_stands_beyond_the_page_is_left_out() -> None:
    result = converted(lines(BODY, 72, 700) + words("Beyond", 700, 700) + words("Above", 72, 900))
    assert result.markdown == " ".join(BODY)


def test_numbers_tell_levels_that_letters_do_not() -> None:
    titles = ["1 Boxes", "1.1 Lids", "1.2 Locks", "2 Bags", "2.1 Zips", "Index"]
    assert levels_of([(0, SMALL, title) for title in titles]) == [1, 2, 2, 1, 2, 1]


def test_the_title_stands_above_chapters_of_its_size() -> None:
    told = [(0, SMALL, "Of boxes"), *((1, SMALL, f"{place} Part") for place in (1, 2, 3))]
    assert levels_of(told) == [1, 2, 2, 2]


def test_chapters_of_one_size_have_one_level() -> None:
    assert levels_of([(page, SMALL, "Part") for page in range(4)]) == [1, 1, 1, 1]


def test_a_style_used_once_makes_no_level_between_two() -> None:
    odd = Style(15, italic=False, upper=False)
    told = [(0, LARGE, "One"), (0, LARGE, "Two"), (1, odd, "Odd"), *[(2, SMALL, "Small")] * 6]
    assert levels_of(told) == [1, 1, 2, 2, 2, 2, 2, 2, 2]


def test_a_page_in_smaller_letters_has_headings_smaller_than_the_text_of_others() -> None:
    small = "".join(words(line, 72, 686 - 10 * row, 7) for row, line in enumerate(BODY * 3))
    page = words("Terms of use", 72, 700, 9, "F2") + small
    assert headings(*[lines(BODY * 4, 72, 700)] * 3, page) == ["# Terms of use"]


def test_bold_cells_of_a_table_in_smaller_letters_are_no_headings() -> None:
    rows = "".join(
        words(f"Row {row}", 72, 680 - 10 * row, 7) + words("12 to 15", 300, 680 - 10 * row, 7)
        for row in range(40)
    )
    page = words("Continued", 72, 700, 9, "F2") + rows
    assert headings(*[lines(BODY * 8, 72, 700)] * 3, page) == []


def test_bold_headings_a_little_larger_than_the_text_stand_above_those_of_its_size() -> None:
    drawn = "".join(
        words(title, 72, y, size, "F2") + lines(BODY, 72, y - 14)
        for title, y, size in (("Trees", 700, 11), ("Oak", 620, 10), ("Flowers", 540, 11))
    )
    assert headings(drawn) == ["# Trees", "## Oak", "# Flowers"]


def test_a_style_that_hardly_any_heading_has_makes_the_others_no_deeper() -> None:
    odd = Style(15, italic=False, upper=False)
    told = [(0, LARGE, "One"), *[(1, SMALL, "Small")] * 8, (2, odd, "Odd"), (2, odd, "Odder")]
    assert levels_of([*told, (3, LARGE, "Two"), (3, SMALL, "Small")]) == [
        *(1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2),
    ]


def test_a_heading_below_another_is_always_deeper_than_that() -> None:
    odd = Style(15, italic=False, upper=False)
    told = [(0, LARGE, "One"), *[(1, SMALL, "Small")] * 8, (2, odd, "Odd"), (2, SMALL, "Small")]
    assert levels_of([*told, (3, odd, "Odder")])[-3:] == [2, 3, 2]


def test_a_style_used_once_on_a_later_page_is_no_second_title() -> None:
    chapter = Style(20, italic=False, upper=False)
    told = [(0, Style(30, italic=False, upper=False), "Of boxes"), (3, chapter, "Lids")]
    told += [*[(4, LARGE, "Part")] * 6, *[(5, SMALL, "Small")] * 3]
    assert levels_of(told) == [1, *[2] * 7, 3, 3, 3]


@pytest.mark.skipif(not PDFS.exists(), reason="the shared PDFs are not here")
def test_the_headings_that_a_reader_marked_are_found_and_few_others() -> None:
    results = []
    for name, titles in marks().items():
        with (PDFS / name).open("rb") as file:
            found = on_marked_pages(name, headings_in(convert_pdf(file)))
        results.append(judged(titles, found))
    marked = sum(result.marked for result in results)
    matched = sum(result.found for result in results)
    at_level = sum(result.at_level for result in results)
    unmarked = sum(len(result.unmarked) for result in results)
    assert len(results) >= 10
    assert matched >= 0.9 * marked
    assert at_level >= 0.75 * marked
    assert unmarked <= 0.2 * (matched + unmarked)
