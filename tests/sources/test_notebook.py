"""Notebooks: texts and code as they stand, results short, pictures counted."""

import io
import json
from typing import Any

import pytest

from chunkscope.sources.notebooks import convert_notebook
from chunkscope.sources.outcome import Converted


def converted(*cells: dict[str, Any], **more: Any) -> Converted:
    language = {"language_info": {"name": "python"}}
    notebook = {"nbformat": 4, "metadata": language, "cells": cells, **more}
    return convert_notebook(io.BytesIO(json.dumps(notebook).encode()))


def text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": source.splitlines(keepends=True)}


def code(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs)}


def printed(printed_text: str) -> dict[str, Any]:
    return {"output_type": "stream", "text": printed_text}


def shown(**forms: str) -> dict[str, Any]:
    data = {form.replace("_", "/"): value for form, value in forms.items()}
    return {"output_type": "display_data", "data": data}


def states(outcome: Converted) -> list[tuple[str, str]]:
    return [(remark.state, remark.detail) for remark in outcome.remarks]


def test_text_stands_as_it_is_and_code_in_a_fence() -> None:
    outcome = converted(text("# One\n\n\ntwo  \n"), code("a = 1\n\n\n  b\n"))
    assert outcome.markdown == "# One\n\n\ntwo  \n\n```python\na = 1\n\n\n  b\n```"


def test_a_fence_is_longer_than_any_in_the_code() -> None:
    assert converted(code("'```'\n```")).markdown == "````python\n'```'\n```\n````"


def test_a_fence_left_open_swallows_no_later_cell() -> None:
    outcome = converted(text("```\ncode"), text("# Next"))
    assert outcome.markdown == "```\ncode\n```\n\n# Next"


def test_what_is_printed_is_one_text_without_colours() -> None:
    outcome = converted(code("x", printed("\x1b[31ma\x1b[0m\n"), printed("b\n")))
    assert outcome.markdown.endswith("```text\na\nb\n```")


def test_long_results_are_cut_and_said() -> None:
    outcome = converted(code("x", printed("\n".join(map(str, range(100))))))
    assert outcome.markdown.endswith("\n39\n[…]\n```")
    assert states(outcome) == [("outputs-cut", "60 lines")]


def test_a_long_line_is_cut_and_said() -> None:
    outcome = converted(code("x", printed("y" * 50_000)))
    assert len(outcome.markdown) < 5_000
    assert states(outcome) == [("outputs-cut", "1 line")]


@pytest.mark.parametrize(
    ("output", "markdown"),
    [
        (shown(text_plain="42"), "```text\n42\n```"),
        (shown(text_markdown="**42**", text_plain="42"), "**42**"),
        (
            shown(text_html="<table><tr><th>a<th>b<tr><td>1<td>2</table>", text_plain="a b"),
            "| a | b |\n| --- | --- |\n| 1 | 2 |",
        ),
        (shown(text_html="<b>x</b>"), "**x**"),
        (shown(text_latex="$x$"), "$x$"),
        ({"output_type": "error", "ename": "E", "evalue": "why"}, "```text\nE: why\n```"),
    ],
)
def test_a_result_comes_in_its_best_form(output: dict[str, Any], markdown: str) -> None:
    assert converted(code("x", output)).markdown == f"```python\nx\n```\n\n{markdown}"


def test_pictures_leave_no_bytes_and_are_counted() -> None:
    held = f"![plot](data:image/png;base64,{'A' * 100})"
    outcome = converted(text(held), code("x", shown(image_png="A" * 100, text_plain="<Figure>")))
    assert outcome.markdown == "![plot]()\n\n```python\nx\n```"
    assert states(outcome) == [("pictures-dropped", "2 pictures")]


def test_what_was_left_out_is_said_with_its_first_place() -> None:
    outcome = converted(
        text("# One"),
        code("x", printed("line\n" * 100)),
        code("y", shown(image_png="A" * 100)),
        text("after"),
    )
    places = {remark.state: remark.start for remark in outcome.remarks}
    assert places["outputs-cut"] == outcome.markdown.index("```text")
    assert places["pictures-dropped"] == outcome.markdown.index("after")


def test_a_picture_that_was_printed_leaves_no_bytes_and_takes_no_words_with_it() -> None:
    lines = "\n".join(["A" * 76, "B" * 76, "CC="])
    outcome = converted(
        code("1", printed(f"![p](data:image/png;base64,{lines}\nwords that follow"))
    )
    assert outcome.markdown.endswith("![p](\nwords that follow\n```")
    assert states(outcome) == [("pictures-dropped", "1 picture")]


def test_a_notebook_of_format_3_is_read_too() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["One"]},
        {
            "cell_type": "code",
            "input": "x",
            "language": "r",
            "outputs": [{"output_type": "pyout", "text": ["42"]}],
        },
    ]
    notebook = {"nbformat": 3, "metadata": {}, "worksheets": [{"cells": cells}]}
    outcome = convert_notebook(io.BytesIO(json.dumps(notebook).encode()))
    assert outcome.markdown == "## One\n\n```r\nx\n```\n\n```text\n42\n```"


def test_the_title_is_the_one_in_its_metadata() -> None:
    assert converted(metadata={"title": "T"}).title == "T"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b"\xff\xff", b'{"cells": 1}'])
def test_what_is_no_notebook_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # JSON's own errors are among them
        convert_notebook(io.BytesIO(content))


@pytest.mark.parametrize(
    "cell",
    [{}, {"cell_type": 1}, {"cell_type": "code", "source": 1, "outputs": [1, {"data": 2}]}, 1],
)
def test_cells_that_hold_nonsense_are_passed_over(cell: Any) -> None:
    assert converted(cell, text("after")).markdown == "after"
