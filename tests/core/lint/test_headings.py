"""Headings and sections."""

from dataclasses import replace

import pytest
from tests.core.lint.pages import counts_of, found, page_of, prose, texts

from chunkscope.core.document import Note
from chunkscope.core.lint.checks import lint
from chunkscope.core.lint.findings import Severity


def test_a_long_page_without_headings_is_found_once() -> None:
    (finding,) = found(prose(6000), "no-headings")

    assert "chunks cut by size alone" in finding.message
    assert found(prose(500), "no-headings") == []
    assert found(f"# One\n\n{prose(6000)}", "no-headings") == []


def test_a_converter_that_found_no_headings_is_told_once() -> None:
    page = page_of(prose(6000), notes=(Note("no-headings", "The converter found no headings."),))

    (finding,) = found(page, "no-headings")
    assert finding.message == "The converter found no headings."


def test_a_converted_page_of_a_few_lines_needs_no_headings() -> None:
    note = Note("no-headings", "The converter found no headings.")

    assert found(page_of("| a | b |\n|---|---|\n| 1 | 2 |\n", notes=(note,)), "no-headings") == []


def test_a_long_section_is_found_at_its_heading() -> None:
    assert texts(f"# Short\n\nText.\n\n# Long\n\n{prose(6000)}", "long-section") == ["# Long"]


def test_headings_of_levels_5_and_6_are_too_deep() -> None:
    text = "# A\n\n##### Deep\n\n###### Deeper\n\n```\n##### code\n```"

    assert texts(text, "deep-heading") == ["##### Deep", "###### Deeper"]


def test_an_underlined_heading_is_found_and_joined_front_matter_is_not() -> None:
    text = "One\n===\n\nText.\n\n---\nid: two\ntitle: Two\n---\n\nMore."

    assert texts(text, "setext-heading") == ["One\n==="]


def test_headings_behind_a_fence_that_never_ends_are_an_error() -> None:
    (finding,) = found("# A\n\n```sh\nrun\n\n## B\n\n## C\n", "heading-in-code")

    assert finding.severity is Severity.ERROR
    assert "2 headings to the end of the page" in finding.message


@pytest.mark.parametrize(
    "code",
    [
        "```sh\n# install it\n## and run\n```",
        "```\n# a comment\n```",
        "```\nx = 1\n## comment\n```",
        "```python\n\n## Section\n```",
    ],
)
def test_comments_in_code_are_no_headings(code: str) -> None:
    assert found(code, "heading-in-code") == []


def test_a_heading_in_a_block_of_text_is_found() -> None:
    text = "# A\n\n```\nDear team,\n\n## Refund request\n\nPlease refund.\n```"

    assert texts(text, "heading-in-code") == ["## Refund request"]


def test_a_heading_with_nothing_below_is_empty_unless_deeper_ones_follow() -> None:
    text = "# A\n\n## B\n\nText.\n\n## C\n\n## D\n\nText.\n\n# E\n"

    assert texts(text, "empty-section") == ["## C", "# E"]


def test_sections_with_the_same_path_are_found_and_with_another_parent_are_not() -> None:
    text = "# A\n\n## Example\n\nOne.\n\n## Example\n\nTwo.\n\n# B\n\n## Example\n\nThree."
    (finding,) = found(text, "duplicate-heading")

    assert finding.message == "2 sections have the same headings · “Example”"
    assert finding.span.start == text.index("## Example", 20)
    assert finding.parents == (0, 1)


def test_a_bold_line_over_text_is_taken_for_a_heading() -> None:
    text = "# A\n\n**Annual plans**\n\nThey renew every year.\n\n**Note:**\n\nText **bold**.\n"

    assert texts(text, "bold-as-heading") == ["**Annual plans**"]


@pytest.mark.parametrize(
    "text",
    [
        "**Read this first.**\n\nText.",
        "Text.\n\n**Last words**",
        "**One**\n\n**Two**\n\n**Three**",
        "- **Item**\n\n- **Item two**",
        "**Returns**\n\na\n\n**Returns**\n\nb\n\n**Returns**\n\nc",
    ],
)
def test_other_bold_lines_are_no_headings(text: str) -> None:
    assert found(text, "bold-as-heading") == []


LONG_PAGE = f"## One\n\n{prose(1500)}\n\n## Two\n\n{prose(1500)}"


def test_a_long_page_needs_an_opening_paragraph() -> None:
    assert len(found(f"# Title\n\n{LONG_PAGE}", "no-summary")) == 1
    assert len(found(LONG_PAGE, "no-summary")) == 1
    assert found(f"# Title\n\n{prose(100)}\n\n{LONG_PAGE}", "no-summary") == []
    assert found(f"{prose(100)}\n\n{LONG_PAGE}", "no-summary") == []
    assert found("# Title\n\n## One\n\nShort page.", "no-summary") == []


@pytest.mark.parametrize(
    ("opening", "message"),
    [
        ("", "No paragraph before the first section says"),
        ("![](a.png)\n\n| a | b |\n|---|---|", "No paragraph before the first section says"),
        ("Invoices.", "Only 1 word stands before the first section, too few"),
        ("All about your invoices.", "Only 4 words stand before the first section, too few"),
    ],
)
def test_a_page_without_a_summary_is_told_how_little_text_opens_it(
    opening: str, message: str
) -> None:
    (finding,) = found(f"# Title\n\n{opening}\n\n{LONG_PAGE}", "no-summary")

    assert finding.message.startswith(message)


def test_a_lone_second_level_heading_at_the_top_is_the_title() -> None:
    text = f"## Title\n\n{prose(200)}\n\n### One\n\n{prose(3000)}"

    assert found(text, "no-summary") == []


def test_the_embedders_window_decides_whether_a_summary_is_needed() -> None:
    text = f"# Title\n\n{LONG_PAGE}"
    counts = counts_of(page_of(text).chunk_set, document=300)
    wide = replace(counts, columns={"bge-small-en-v1.5": counts.columns["cl100k_base"]})

    assert found(page_of(text, counts=wide), "no-summary") == []
    assert len(found(page_of(text, counts=counts), "no-summary")) == 1


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("<pre>", "</pre>", "<pre>"),
        ('<pre class="x"><code>', "</code></pre>", "<pre>"),
        ("<PRE>", "</PRE>", "<pre>"),
        ("<code>", "</code>", "<code>"),
        ("<script>", "</script>", "<script>"),
        ("<style>", "</style>", "<style>"),
        ("<div>\n<pre>", "</pre>\n</div>", "<pre>"),
        ("<div><pre>\n\nx = 1", "</pre></div>", "<pre>"),
        ("<!--", "-->", "comment"),
    ],
)
def test_a_line_with_a_hash_in_html_code_is_found_and_no_other_rule_speaks_of_what_follows(
    before: str, after: str, name: str
) -> None:
    inside = f"# make it\nThis is long. {'word ' * 90}.\n\nIt is one.\n# end\n##### five"
    last = f"## Next\n\n{'Other words. ' * 9}\n"
    text = f"## S\n\n{prose(80)}\n\n{before}\n{inside}\n{after}\n\n{last}"

    (finding,) = lint(page_of(text))

    assert finding.rule == "heading-in-code"
    assert f"{name} splits" in finding.message
    assert [span.slice_of(text) for span in (finding.spans[0], finding.spans[2])] == [
        "# make it",
        "# end",
    ]


def test_images_and_long_words_in_html_code_are_code() -> None:
    code = f"# A\n\n<pre>\n# b\n![](a.png)\n{'x' * 300}\n</pre>\n"

    assert found(code, "image-without-text") == found(code, "no-word-breaks") == []


@pytest.mark.parametrize(
    "text",
    [
        "<pre>\nnever closed\n\n# A\n\nThis is text.",
        "<pre>\nnever closed\n\n# A\n\nThis is text.\n\n<pre>\nclosed\n</pre>\n",
        "<!-- closed --> <pre>x</pre>\n\n# A\n\nThis is text.\n\n</pre>",
        "Use `<pre>`.\n\n# A\n\nThis is text with `</pre>`.",
        "```\n<pre>\n```\n\n# A\n\nThis is text.\n\n</pre>",
        "<pre>\n```\n</pre>\n```\n\n# A\n\nThis is text.\n",
    ],
)
def test_html_that_ends_before_a_heading_or_never_leaves_it_one(text: str) -> None:
    assert found(text, "heading-in-code") == []
    assert len(found(text, "dangling-opening")) == 1


def test_a_fence_in_html_code_ends_no_html() -> None:
    text = "<pre>\n```\nx\n```\n# one\nThis is it.\n</pre>\n\n# Two\n\nThis is text."

    assert texts(text, "heading-in-code") == ["# one"]
    assert texts(text, "dangling-opening") == ["This"]
