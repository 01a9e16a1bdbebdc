from chunkscope.sources.pdf.layout import rows_of
from chunkscope.sources.pdf.lines import Line

HEBREW = "שורה של טקסט בעברית שנמשכת"


def line(text: str, left: float, top: float, width: float = 180) -> Line:
    return Line(text, left, top, left + width, top + 10, top + 8, 10, bold=False)


def texts(*lines: Line) -> list[str]:
    return [row.text for row in rows_of(lines)]


def test_cells_of_a_row_are_read_from_the_side_that_their_script_begins_at() -> None:
    assert texts(line("Name", 72, 100, 30), line("Place", 300, 100, 30)) == ["Name  Place"]
    assert texts(line("עיר", 72, 100, 30), line("שם", 300, 100, 30)) == ["שם  עיר"]
    assert texts(line("1403", 72, 100, 30), line("תאריך", 300, 100, 30)) == ["תאריך  1403"]


def test_what_stands_side_by_side_is_joined_in_the_order_of_its_script() -> None:
    assert texts(line("one", 72, 100, 20), line("two", 96, 100, 20)) == ["one two"]
    assert texts(line("שתיים", 72, 100, 20), line("אחת", 96, 100, 20)) == ["אחת שתיים"]


def test_columns_are_read_from_the_side_that_their_script_begins_at() -> None:
    tops = range(100, 148, 12)
    latin = [line(f"A line of text in column {x}", x, top) for top in tops for x in (72, 300)]
    assert [text[-2:] for text in texts(*latin)] == ["72"] * 4 + ["00"] * 4
    hebrew = [line(f"{HEBREW} {x}", x, top) for top in tops for x in (72, 300)]
    assert [text[-2:] for text in texts(*hebrew)] == ["00"] * 4 + ["72"] * 4


def test_lines_of_wide_letters_are_as_long_as_they_are_wide() -> None:
    tops = range(100, 148, 12)
    korean = [line(f"한국어 문장 하나가 줄을 채움 {x}", x, top) for top in tops for x in (72, 300)]
    assert [text[-2:] for text in texts(*korean)] == ["72"] * 4 + ["00"] * 4
