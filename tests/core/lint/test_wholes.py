"""Tables and code that are cut."""

from tests.core.lint.pages import found, prose, texts

from chunkscope.core.lint.findings import Severity

HEADER = "| Region | Fee |\n|---|---|\n"
ROW = "| {n} EU | Paid monthly. Never refunded. |\n"


def table(rows: int) -> str:
    return HEADER + "".join(ROW.format(n=n) for n in range(rows))


def test_a_table_cut_between_parents_says_how_many_rows_lose_their_header() -> None:
    (finding,) = found(table(60), "table-split")

    assert finding.severity is Severity.ERROR
    assert finding.message.startswith("Table split: ")
    assert "rows lose their header" in finding.message
    assert len(finding.parents) == 2


def test_a_table_cut_between_children_only_warns() -> None:
    (finding,) = found(table(25), "table-split")

    assert finding.severity is Severity.WARNING
    assert finding.parents == (0,)
    assert len(finding.children) == 2


def test_a_table_that_fits_a_child_is_not_cut() -> None:
    assert found(f"{prose(900)}\n\n{table(8)}", "table-split") == []


def test_a_table_without_full_stops_is_too_large_but_not_cut() -> None:
    text = HEADER + "| EU | Paid monthly |\n" * 80

    assert found(text, "table-split") == []
    assert len(found(text, "table-too-large")) == 1


def test_an_html_table_counts_as_a_table() -> None:
    rows = "<tr><td>EU</td><td>Paid monthly. Never back.</td></tr>\n" * 40
    text = f"Text.\n\n<table>\n<tr><th>Region</th><th>Fee</th></tr>\n{rows}</table>\n"

    assert "rows lose their header" in found(text, "table-split")[0].message
    assert "in 40 rows" in found(text, "table-too-large")[0].message


def test_a_table_with_no_header_row_says_so() -> None:
    text = "<table>\n" + "<tr><td>EU</td><td>Paid. Never back.</td></tr>\n" * 40 + "</table>"

    assert "no header row" in found(text, "table-split")[0].message


def test_code_cut_between_parents_is_told_with_its_length() -> None:
    code = "```python\n" + "call(a)\n\n" * 100 + "```"
    (finding,) = found(f"{prose(800)}\n\n{code}", "code-split")

    assert finding.message == "Code of 202 lines is cut in 2 · P1 → P2"
    assert finding.severity is Severity.WARNING


def test_code_that_would_fit_a_child_but_is_cut_between_two_is_for_information() -> None:
    code = "```python\n" + "call(a)\n\n" * 30 + "```"
    (finding,) = found(f"{prose(500)}\n\n{code}", "code-split")

    assert finding.severity is Severity.INFO
    assert finding.children == (0, 1)


def test_code_in_one_chunk_is_fine() -> None:
    assert texts("Text.\n\n```\ncode. more code.\n```", "code-split") == []
