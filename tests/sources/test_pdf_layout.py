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


def test_text_that_runs_beside_short_lines_is_a_column_although_some_baselines_meet() -> None:
    short = ["Implement roles and", "separation of duties", "Leverage row rules", "on the database"]
    beside = [line(text, 72, 100 + 13 * at, 90) for at, text in enumerate(short)]
    running = [
        line(f"A paper that gives information about a feature, line {at}", 250, 99 + 12 * at, 300)
        for at in range(8)
    ]
    read = texts(
        *[one for pair in zip(beside, running, strict=False) for one in pair], *running[4:]
    )
    assert read[:4] == short


def test_a_table_above_columns_is_read_in_rows() -> None:
    table = [
        cell
        for at in range(7)
        for cell in (
            line(f"{1997 + at}", 72, 100 + 12 * at, 30),
            line(f"{106 + at},000 dollars", 220, 100 + 12 * at, 90),
            line(f"{528 + at},000", 400, 100 + 12 * at, 50),
        )
    ]
    columns = [
        line(f"A line of running text in the column at {x}", x, 220 + 12 * at, 185)
        for at in range(20)
        for x in (72, 270)
    ]
    read = texts(*table, *columns)
    assert read[0] == "1997  106,000 dollars  528,000"
    assert [text[-2:] for text in read[7:]] == ["72"] * 20 + ["70"] * 20


def test_large_letters_do_not_share_a_row_with_all_small_ones_beside_them() -> None:
    title = [
        Line(text, 72, top, 260, top + 40, top + 32, 40, bold=True)
        for text, top in (("Net-zero for all", 100), ("carbon as a goal", 150), ("by a year", 200))
    ]
    items = [line(f"An item of the page {at}", 320, 117 + 25 * at, 120) for at in range(6)]
    assert texts(*title, *items)[:3] == ["Net-zero for all", "carbon as a goal", "by a year"]
