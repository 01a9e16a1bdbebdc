"""The sample shows every finding that a writer meets, once."""

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.core.lint.pages import page_of

from chunkscope.core.counts import PageCounts
from chunkscope.core.lint.checks import lint
from chunkscope.core.lint.findings import RULES
from chunkscope.core.lint.page import Page
from chunkscope.core.outline import title_of
from chunkscope.retrieval.page_counts import PageCounter

SAMPLE = Path(__file__).parents[3] / "resources" / "sample" / "cancel-and-refund.md"

IMPOSSIBLE = {
    "no-headings": "the page has headings",
    "no-text": "the page has text",
    "wrong-extension": "only a converted file has it",
    "encoding-guessed": "the file is UTF-8",
    "lost-characters": "the file is UTF-8",
    "layout-lost": "only a converted file has it",
    "conversion": "only a converted file has it",
}
NEEDS_COUNTS = {"over-embedder-window", "estimate-off"}


@cache
def sample() -> Page:
    text = SAMPLE.read_text("utf-8")
    return page_of(text, title_of(text))


@cache
def counts() -> PageCounts:
    page = sample()
    found = PageCounter(page.document.text).count(page.chunk_set)
    if {"bge-small-en-v1.5", "cl100k_base"} & set(found.unavailable):
        pytest.skip("a tokenizer is not here")
    return found


def test_without_real_counts_every_finding_that_needs_none_is_there_once() -> None:
    times = Counter(finding.rule for finding in lint(sample()))
    expected = {
        rule.id
        for rule in RULES.values()
        if rule.enabled and rule.id not in IMPOSSIBLE and rule.id not in NEEDS_COUNTS
    }

    assert times == dict.fromkeys(expected, 1)


def test_with_real_counts_every_finding_is_there_once() -> None:
    times = Counter(finding.rule for finding in lint(replace(sample(), counts=counts())))
    expected = {rule.id for rule in RULES.values() if rule.enabled and rule.id not in IMPOSSIBLE}

    assert times == dict.fromkeys(expected, 1)


def test_the_sample_is_a_page_of_some_1500_words() -> None:
    assert 1_300 < len(sample().document.text.split()) < 2_000
