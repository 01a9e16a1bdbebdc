"""All rules together: order, limits, pages that try to break them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.lint.pages import found, page_of, prose

from chunkscope.core.errors import Cancelled
from chunkscope.core.lint.checks import lint
from chunkscope.core.lint.findings import MOST_SPANS, RULES, Finding, Options, Severity
from chunkscope.core.spans import Span

MARKDOWN = Path(__file__).parents[4] / "shared" / "data" / "markdown"


def test_findings_come_in_document_order() -> None:
    text = f"# A\n\n{prose(3000)}\n\n##### Deep\n\n![](x.png)\n\n# B\n\n# C\n\n" + "word " * 60
    starts = [finding.span.start for finding in lint(page_of(text))]

    assert len(starts) > 4
    assert starts == sorted(starts)


def test_a_rule_that_is_off_says_nothing() -> None:
    options = Options(enabled=dict.fromkeys(RULES, False))

    assert lint(page_of("##### Deep\n\n![](x.png)"), options) == ()


def test_a_flood_is_summed_up_honestly() -> None:
    findings = found("##### Deep heading\n\nText.\n\n" * 500, "deep-heading")

    assert len(findings) == 101
    assert findings[-1].message.startswith("400 more of this kind from here on")
    assert len(findings[-1].spans) == 400


REPEATED = "The same words stand in each of the sections of this page, from first to last one. "


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("duplicate-heading", "# T\n\n" + "## A\n\nText.\n\n" * 1500),
        ("same-opening", f"# A\n\n{REPEATED * 2}\n\n" * 1500),
        ("near-duplicate", f"# A\n\n{REPEATED * 2}\n\n" * 1500),
        ("prompt-tail", REPEATED * 20_000),
        ("heading-in-code", "```text\n" + "\n## Refund request\n" * 1500 + "```"),
        ("heading-in-code", "```\n" + "\n## Refund request\n" * 1500),
        ("deep-heading", "##### Deep\n\nText.\n\n" * 1500),
    ],
)
def test_a_finding_of_many_places_carries_the_first_and_counts_the_others(
    rule: str, text: str
) -> None:
    finding = found(text, rule)[-1]

    assert len(finding.spans) == MOST_SPANS
    assert finding.spans_left_out > 300


def test_what_is_alike_is_shown_from_the_second_on_with_the_first_behind_it() -> None:
    text = "# A\n\n## B\n\nOne.\n\n## B\n\nTwo.\n\n## B\n\nThree."
    (finding,) = found(text, "duplicate-heading")

    assert [text.index(word) for word in ("One", "Two", "Three")] == [
        finding.spans[place].end + 2 for place in (1, 0, 2)
    ]


def test_no_page_without_prose_makes_a_finding_about_prose() -> None:
    code = "```\n" + "It is e.g. a very long line. " * 200 + "\n```"
    prose_rules = {"long-sentence", "false-sentence-end", "dangling-opening", "no-word-breaks"}

    assert not prose_rules & {finding.rule for finding in lint(page_of(code))}


def test_a_finding_needs_a_place() -> None:
    with pytest.raises(ValueError, match="no place"):
        Finding("long-sentence", Severity.INFO, (), "m", "a")
    with pytest.raises(ValueError, match="1001 spans"):
        Finding("long-sentence", Severity.INFO, (Span(1, 2),) * 1001, "m", "a")
    assert Finding("r", Severity.INFO, (Span(1, 2),), "m", "a").span == Span(1, 2)


def test_linting_can_be_cancelled() -> None:
    def cancel(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        lint(page_of("Text."), report=cancel)


@given(st.text(alphabet="aA1 .!?#>-*`|:<>\n[](){}!$&;\ud800中ไ。", max_size=300))
def test_no_text_breaks_a_rule_and_every_span_lies_in_it(text: str) -> None:
    for finding in lint(page_of(text), Options(enabled=dict.fromkeys(RULES, True))):
        assert finding.message
        assert finding.advice
        assert all(0 <= span.start <= span.end <= len(text) for span in finding.spans)


@pytest.mark.parametrize(
    "text",
    [
        "# Heading\n\nText of it.\n\n" * 2_000,
        "paragraph\n\n" * 10_000,
        ". " * 50_000,
        "x" * 200_000,
        "中" * 50_000,
        ">" * 20_000 + "deep",
        "`" * 20_000,
        "](" * 20_000,
        "<a " * 20_000,
        "| a | b |\n|---|---|\n" + "| 1. | 2 |\n" * 5_000,
        "- " * 10_000 + "x",
        "![" * 20_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_pages_that_try_to_break_the_rules_are_linted(text: str) -> None:
    findings = lint(page_of(text))

    assert len(findings) < 101 * len(RULES)


@pytest.mark.skipif(not MARKDOWN.exists(), reason="the shared pages are not here")
def test_every_shared_page_is_linted() -> None:
    for path in MARKDOWN.rglob("*.md"):
        if path.stat().st_size < 60_000:
            text = path.read_text("utf-8", "replace")
            assert all(finding.spans[0].end <= len(text) for finding in lint(page_of(text)))


def test_every_rule_is_described_for_writers() -> None:
    described = (Path(__file__).parents[3] / "docs" / "findings.md").read_text("utf-8")

    assert [rule for rule in RULES if f"`{rule}`" not in described] == []
