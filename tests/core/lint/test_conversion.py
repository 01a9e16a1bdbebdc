"""Images without text and what was noted on the way to markdown."""

import pytest
from tests.core.lint.pages import found, page_of, texts

from chunkscope.core.document import Note
from chunkscope.core.lint.checks import lint
from chunkscope.core.lint.findings import DEFAULT, RULES, Options, Severity


@pytest.mark.parametrize(
    "image",
    [
        "![](plan.png)",
        '<img src="plan.png">',
        '<img alt="" src="plan.png">',
        "![plan.png](plan.png)",
    ],
)
def test_an_image_without_a_description_is_found(image: str) -> None:
    assert texts(f"Look:\n\n{image}\n\nMore.", "image-without-text") == [image]


@pytest.mark.parametrize(
    "text",
    ["![The plan page](p.png)", "`![](p.png)`", "```\n![](p.png)\n```", "<img alt={name} src=p>"],
)
def test_described_images_and_code_are_fine(text: str) -> None:
    assert found(text, "image-without-text") == []


def test_a_page_of_headings_alone_has_no_text() -> None:
    (finding,) = found("# A\n\n## B\n", "no-text")

    assert finding.severity is Severity.ERROR
    assert len(found("", "no-text")) == 1


def test_a_note_of_the_reader_becomes_a_finding_of_its_state() -> None:
    page = page_of("Text.", notes=(Note("encoding-guessed", "It was read as cp1252."),))

    (finding,) = found(page, "encoding-guessed")
    assert finding.message == "It was read as cp1252."
    assert finding.advice


def test_a_state_that_is_not_known_becomes_a_finding_about_conversion() -> None:
    page = page_of("Text.", notes=(Note("pages-skipped", "Two pages were skipped."),))

    assert [finding.rule for finding in lint(page)] == ["tiny-chunk", "conversion"]
    assert lint(page, Options(enabled={"conversion": False, "tiny-chunk": False})) == ()
    assert DEFAULT.is_enabled("conversion") == RULES["conversion"].enabled
