"""Workbooks: what a reader sees in cells becomes tables, a section for each sheet."""

import datetime as dt
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from chunkscope.core.progress import ignore
from chunkscope.sources.outcome import Converted
from chunkscope.sources.sheets import markdown as sheet_markdown
from chunkscope.sources.sheets.links import links_of
from chunkscope.sources.sheets.markdown import Sheet, SheetWriter
from chunkscope.sources.sheets.tables import tables_of
from chunkscope.sources.sheets.values import number_text, text_of
from chunkscope.sources.sheets.workbook_converter import convert_xls, convert_xlsx
from chunkscope.workspace.self_test.compound import compound_file, label, number, workbook_stream

STRICT_NAMES = {
    "schemas.openxmlformats.org/spreadsheetml/2006": "purl.oclc.org/ooxml/spreadsheetml",
    "schemas.openxmlformats.org/officeDocument/2006": "purl.oclc.org/ooxml/officeDocument",
}


def workbook() -> Any:
    import openpyxl  # type: ignore[import-untyped]

    return openpyxl.Workbook()


def converted(book: Any) -> Converted:
    content = io.BytesIO()
    book.save(content)
    content.seek(0)
    return convert_xlsx(content)


def sheet_of(rows: Sequence[Sequence[object]]) -> str:
    book = workbook()
    for row in rows:
        book.active.append(list(row))
    return converted(book).markdown


def test_a_sheet_is_a_section_with_its_table() -> None:
    markdown = sheet_of([["name", "count"], ["a", 1], ["b", None]])
    assert markdown == "## Sheet\n\n| name | count |\n| --- | --- |\n| a | 1 |\n| b |  |"


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (None, "General", ""),
        (3.0, "General", "3"),
        (0.1 + 0.2, "General", "0.3"),
        (1e300, "General", "1e+300"),
        (True, "General", "TRUE"),
        (0.125, "0.0%", "12.5%"),
        (0.5, '0"%"', "0.5"),
        (4103, "00000", "04103"),
        (dt.datetime(2024, 5, 31, tzinfo=dt.UTC), "yyyy-mm-dd", "2024-05-31"),
        (dt.datetime(2024, 5, 31, 9, 30, tzinfo=dt.UTC), "General", "2024-05-31 09:30"),
        (dt.date(2024, 5, 31), "General", "2024-05-31"),
        (dt.time(9, 30, 5), "General", "09:30:05"),
        (dt.timedelta(hours=30), "General", "1 day, 6:00:00"),
        ("#N/A", "General", "#N/A"),
    ],
)
def test_values_read_as_a_reader_knows_them(value: object, number_format: str, text: str) -> None:
    assert text_of(value, number_format) == text


def test_whole_numbers_keep_all_their_digits() -> None:
    assert number_text(12345678901234567890) == "12345678901234567890"


def test_empty_rows_and_columns_around_and_within_a_table_are_left_out() -> None:
    rows: list[list[object]] = [
        [],
        [None, None, "a", None, "b"],
        [None, None, 1, None, 2],
        [],
        [None, None, 3, None, 4],
    ]
    assert sheet_of(rows).endswith("| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |")


def test_a_title_above_a_table_stands_alone() -> None:
    assert sheet_of([["Sales"], ["a", "b"], [1, 2]]).startswith("## Sheet\n\nSales\n\n| a | b |")


def test_tables_below_each_other_are_two_where_the_second_has_a_header() -> None:
    tables = tables_of([["a", "b"], ["1", "2"], [], ["c", "d"], ["3", "4"]])
    assert [table.split("\n")[0] for table in tables] == ["| a | b |", "| c | d |"]


def test_tables_beside_each_other_are_two() -> None:
    rows = [
        ["a", "b", "", "", ""],
        ["1", "2", "", "c", "d"],
        ["3", "4", "", "5", "6"],
        ["7", "8", "", "", ""],
    ]
    left, right = tables_of(rows)
    assert left.endswith("| 1 | 2 |\n| 3 | 4 |\n| 7 | 8 |")
    assert right == "| c | d |\n| --- | --- |\n| 5 | 6 |"


def test_a_column_of_notes_stays_with_its_rows() -> None:
    rows = [["a", "b", "", ""], ["1", "2", "", "note"], ["3", "4", "", ""]]
    assert tables_of(rows) == ["| a | b |  |\n| --- | --- | --- |\n| 1 | 2 | note |\n| 3 | 4 |  |"]


def test_lines_of_text_are_no_table_and_a_column_of_numbers_is_one() -> None:
    assert tables_of([["About"], ["This is text."]]) == ["About", "This is text."]
    assert tables_of([["n"], ["1"], ["2"]]) == ["| n |\n| --- |\n| 1 |\n| 2 |"]


def test_merged_cells_leave_the_others_empty() -> None:
    book = workbook()
    book.active.append(["wide", None, "c"])
    book.active.append([1, 2, 3])
    book.active.merge_cells("A1:B1")
    assert "| wide |  | c |" in converted(book).markdown


def test_sheets_are_pages_and_empty_ones_leave_no_heading() -> None:
    book = workbook()
    book.active.append(["a", "b"])
    book.create_sheet("Empty")
    book.create_sheet("Last").append(["c", "d"])
    outcome = converted(book)
    texts = [outcome.markdown[start:end] for start, end in outcome.pages]
    assert [text.split("\n")[0] for text in texts] == ["## Sheet", "", "## Last"]


def test_hidden_sheets_are_read_and_said() -> None:
    book = workbook()
    book.active.append(["a", "b"])
    secret = book.create_sheet("Secret")
    secret.append(["c", "d"])
    secret.sheet_state = "hidden"
    outcome = converted(book)
    assert "## Secret" in outcome.markdown
    (remark,) = outcome.remarks
    assert (remark.state, remark.detail) == ("sheets-hidden", "Secret")
    assert outcome.markdown[remark.start : remark.end].startswith("## Secret")


def test_formulas_give_their_stored_result_and_its_lack_is_said() -> None:
    book = workbook()
    book.active.append(["a", "b"])
    book.active.append([1, "=A2+1"])
    outcome = converted(book)
    assert outcome.markdown.endswith("| 1 |  |")
    assert [(one.state, one.detail) for one in outcome.remarks] == [("formulas-empty", "1 formula")]


def test_comments_are_kept_with_their_sheet() -> None:
    from openpyxl.comments import Comment  # type: ignore[import-untyped]

    book = workbook()
    book.active.append(["a", "b"])
    book.active["B1"].comment = Comment("Why?", "Ann")
    assert converted(book).markdown.endswith("Comment on B1: Why?")


def test_a_workbook_by_the_strict_standard_is_read_too() -> None:
    book = workbook()
    book.active.append(["a", "b"])
    content, strict = io.BytesIO(), io.BytesIO()
    book.save(content)
    with zipfile.ZipFile(content) as old, zipfile.ZipFile(strict, "w") as new:
        for name in old.namelist():
            part = old.read(name).decode()
            for common, other in STRICT_NAMES.items():
                part = part.replace(common, other)
            new.writestr(name, part)
    strict.seek(0)
    assert "| a | b |" in convert_xlsx(strict).markdown


def test_a_title_comes_from_the_properties() -> None:
    book = workbook()
    book.active.append(["a"])
    book.properties.title = "Budget"
    assert converted(book).title == "Budget"


def test_what_is_too_large_is_cut_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_markdown, "MOST_CELLS", 30)
    writer = SheetWriter(1, ignore)
    writer.add(Sheet("Big", [["1", "2"]] * 1_000))
    outcome = writer.converted(None, ())
    assert outcome.markdown.count("\n") == 12
    assert [(one.state, one.detail) for one in outcome.remarks] == [
        ("rows-left-out", "rows from 11 of Big")
    ]


def test_an_old_workbook_reads_like_a_new_one(tmp_path: Path) -> None:
    cells = [
        *(label(0, 0, "Größe"), label(0, 1, "when"), label(0, 2, "share")),
        *(number(1, 0, 3), number(1, 1, 45443, form=1), number(1, 2, 0.125, form=2)),
    ]
    path = compound_file(tmp_path / "a.xls", {"Workbook": workbook_stream({"One": cells})})
    outcome = convert_xls(io.BytesIO(path.read_bytes()))
    assert outcome.markdown == (
        "## One\n\n| Größe | when | share |\n| --- | --- | --- |\n| 3 | 2024-05-31 | 12.5% |"
    )
    assert outcome.pages == ((0, len(outcome.markdown)),)


def with_parts(book: Any, changed: dict[str, tuple[str, str]]) -> io.BytesIO:
    """Return a saved workbook, in each part named the first text replaced by the second."""
    saved, spoilt = io.BytesIO(), io.BytesIO()
    book.save(saved)
    with zipfile.ZipFile(saved) as archive, zipfile.ZipFile(spoilt, "w") as written:
        for name in archive.namelist():
            content = archive.read(name).decode()
            old, new = changed.get(name, ("", ""))
            assert old in content
            written.writestr(name, content.replace(old, new))
    spoilt.seek(0)
    return spoilt


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("docProps/core.xml", "<dcterms:created", "<broken"),
        ("docProps/core.xml", 'W3CDTF">', 'W3CDTF">some day'),
        ("xl/styles.xml", "<fills", "<fills><fill/></fills><fills"),
        ("xl/styles.xml", 'patternType="gray125"', 'patternType="unheard of"'),
    ],
)
def test_cells_are_read_whatever_else_in_a_workbook_is_odd(part: str, old: str, new: str) -> None:
    book = workbook()
    book.active.append(["name", "count"])
    book.active.append(["a", 3])
    markdown = convert_xlsx(with_parts(book, {part: (old, new)})).markdown
    assert markdown.endswith("| name | count |\n| --- | --- |\n| a | 3 |")


def test_a_cell_whose_style_is_missing_keeps_its_value() -> None:
    book = workbook()
    book.active.append([3])
    stream = with_parts(book, {"xl/worksheets/sheet1.xml": ('r="A1"', 'r="A1" s="500"')})
    assert convert_xlsx(stream).markdown.endswith("3")


def test_dates_and_shares_are_known_where_other_styles_are_odd() -> None:
    book = workbook()
    book.active.append(["day", "share"])
    book.active.append([dt.datetime(2024, 5, 31), 0.5])  # noqa: DTZ001 - workbooks know no zones
    book.active["B2"].number_format = "0%"
    stream = with_parts(book, {"xl/styles.xml": ("<fills", "<fills><fill/></fills><fills")})
    assert convert_xlsx(stream).markdown.endswith("| 2024-05-31 | 50% |")


def test_a_sheet_that_is_a_chart_leaves_the_others_readable() -> None:
    book = workbook()
    book.active.append(["a", "b"])
    book.create_chartsheet("Chart")
    assert "| a | b |" in converted(book).markdown


def test_cells_that_lead_to_an_address_are_links() -> None:
    book = workbook()
    sheet = book.active
    sheet.append(["name", "more"])
    sheet.append(["a|b", "here_1"])
    sheet.append(["", "place"])
    sheet["B2"].hyperlink = "https://example.org/a b?x=1&y=2"
    sheet["B2"].value = "here_1"
    sheet["A3"].hyperlink = "https://example.org/empty"
    sheet["A3"].value = None
    sheet["B3"].hyperlink = "javascript:alert(1)"
    sheet["B3"].value = "place"
    sheet["A4"] = '=HYPERLINK("https://example.org/f","formula")'
    markdown = converted(book).markdown
    assert "| a\\|b | [here_1](<https://example.org/a b?x=1&y=2>) |" in markdown
    assert "|  | place |" in markdown


def test_links_of_a_range_and_of_formulas_are_found_in_the_sheet() -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(
            "s.xml",
            '<c r="C9" t="str"><f>HYPERLINK("https://f.example/?a=1&amp;b=2","x")</f><v>x</v></c>'
            '<hyperlinks><hyperlink ref="A1:B2" r:id="r1" location="top"/>'
            '<hyperlink ref="A7" location="Other!A1"/></hyperlinks>',
        )
    with zipfile.ZipFile(content) as archive:
        links = links_of(archive, "s.xml", {"r1": "https://r.example/"})
    assert links.by_row == {
        9: {3: "https://f.example/?a=1&b=2"},
        1: {1: "https://r.example/#top", 2: "https://r.example/#top"},
        2: {1: "https://r.example/#top", 2: "https://r.example/#top"},
    }
