"""Tables in plain text: the delimiter is found, rows may be ragged, nothing is lost."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkscope.sources.outcome import Converted
from chunkscope.sources.sheets.csv_converter import convert_csv, convert_tsv


def converted(text: str, *, tabs: bool = False) -> Converted:
    return (convert_tsv if tabs else convert_csv)(io.BytesIO(text.encode()))


def table(text: str) -> list[list[str]]:
    """Return the cells of the table that text becomes, without the line below its header."""
    lines = converted(text).markdown.split("\n")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for at, row in enumerate(rows) if at != 1]


def states(outcome: Converted) -> list[str]:
    return [remark.state for remark in outcome.remarks]


def test_a_table_has_its_header_and_rows() -> None:
    outcome = converted("name,age\r\nAda,36\r\n\r\nBo,7")
    assert outcome.markdown == "| name | age |\n| --- | --- |\n| Ada | 36 |\n| Bo | 7 |"
    assert not outcome.remarks


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    rows = [["name", "value", "note"], ["a", "1", "x"], ["b", "2", "y"], ["c", "3", ""]]
    text = "\n".join(delimiter.join(row) for row in rows)
    assert table(text) == rows
    assert not states(converted(text))


@pytest.mark.parametrize(
    "text",
    [
        "name;price\na;1,50\nb;2,75\nc;10,00",
        "name;text\na;one, two\nb;three, four\nc;five",
        "Name|City\nDoe, Ann|Rome\nRoe, Bo|Bern",
        "name\ttext\na\tone, two\nb\tthree; four",
        'a;b\n"1,2,3";x\n"4,5,6";y',
        "sep=;\na;b\n1,2;3",
    ],
)
def test_what_stands_within_cells_parts_no_columns(text: str) -> None:
    assert {len(row) for row in table(text)} == {2}


def test_a_doubtful_delimiter_is_said() -> None:
    outcome = converted("a, b; c\nd, e; f\ng, h; i")
    assert [(one.state, one.detail) for one in outcome.remarks] == [("delimiter-guessed", "commas")]


@pytest.mark.parametrize(
    "text",
    [
        "note\nHello, world\nYes\nNo, thanks, bye\nMaybe",
        "city\nBerlin, Germany\nParis, France\nRome, Italy",
        "price\n1,50\n22,75\n-3,00\n1.234,5",
        "Well, this is, so to say, one\nSentence, and another\nThird\n",
    ],
)
def test_signs_within_the_text_of_a_single_column_part_nothing(text: str) -> None:
    assert table(text) == [[line] for line in text.splitlines()]
    assert states(converted(text)) == ["columns-unparted"]


def test_a_title_above_columns_does_not_make_them_one() -> None:
    assert len(table("Sales, all\n\na,b\n1,2\n3,4")[-1]) == 2
    assert len(table("a, b, c\n1, 2, 3\n4, 5, 6")[0]) == 3


def test_a_table_without_any_delimiter_is_one_column() -> None:
    assert converted("name\nAda\nBo").markdown == "| name |\n| --- |\n| Ada |\n| Bo |"


def test_tabs_come_first_where_the_name_says_so() -> None:
    text = "a,b\tc\nd,e\tf\n"
    assert converted(text, tabs=True).markdown.startswith("| a,b | c |")


def test_ragged_rows_keep_every_cell() -> None:
    assert table("a,b\n1,2,3\n4") == [["a", "b", ""], ["1", "2", "3"], ["4", "", ""]]


def test_columns_and_rows_without_anything_are_left_out() -> None:
    assert table("a,b,,,\n,,,,\n1,2,,,\n") == [["a", "b"], ["1", "2"]]


def test_lines_above_the_table_stand_alone() -> None:
    markdown = converted("Sales of May\n\na,b,c\n1,2,3\n4,5,6").markdown
    assert markdown.startswith("Sales of May\n\n| a | b | c |")


def test_quotes_hold_delimiters_newlines_and_quotes() -> None:
    assert table('a,b\n"x, ""y""\n z",1') == [["a", "b"], ['x, "y" z', "1"]]


def test_a_quote_that_is_never_closed_swallows_no_rows() -> None:
    outcome = converted('size,name\n"5 inch,disc\n3,tape')
    assert outcome.markdown.endswith('| "5 inch | disc |\n| 3 | tape |')
    assert states(outcome) == ["quotes-open"]


def test_cells_show_what_they_hold() -> None:
    markdown = converted("a,b\nx|y,<b>\n*z*,\\|").markdown
    assert markdown.endswith("| x\\|y | \\<b> |\n| \\*z\\* | \\\\\\| |")


@pytest.mark.parametrize("text", ["", "\n\n", ",,,\n,,", '""'])
def test_a_table_without_cells_has_no_text(text: str) -> None:
    assert converted(text).markdown == ""


def test_progress_is_told() -> None:
    calls: list[tuple[int, int]] = []
    text = "a,b\n" + "1,2\n" * 5_000
    convert_csv(io.BytesIO(text.encode()), None, lambda done, total: calls.append((done, total)))
    assert len(calls) == 5
    assert calls[-1] == (4_000, 5_001)


CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(',;|"\n'))


@given(rows=st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=8))
def test_no_letter_of_a_table_is_lost(rows: list[list[str]]) -> None:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    markdown = converted(written.getvalue()).markdown
    for row in rows:
        for cell in row:
            for word in "".join(one if one.isalnum() else " " for one in cell).split():
                assert word in markdown
