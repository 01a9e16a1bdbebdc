"""All rules, run over a page."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from chunkscope.core.lint import conversion, headings, likeness, sentences, sizes, wholes
from chunkscope.core.lint.findings import DEFAULT, MOST_SPANS, RULES, Finding, Options
from chunkscope.core.lint.page import Page, Subject
from chunkscope.core.progress import Report, ignore

SUMMED_UP: Final = "more of this kind from here on"
"""Stands in the message of a finding that sums up the rest of a rule's."""
_CHECKS: Final[Mapping[str, Callable[[Subject], Iterator[Finding]]]] = {
    "table-split": wholes.table_split,
    "table-too-large": wholes.table_too_large,
    "code-split": wholes.code_split,
    "long-sentence": sentences.long_sentence,
    "false-sentence-end": sentences.false_sentence_end,
    "chunk-over-size": sizes.chunk_over_size,
    "over-embedder-window": sizes.over_embedder_window,
    "prompt-tail": sizes.prompt_tail,
    "no-headings": headings.no_headings,
    "long-section": headings.long_section,
    "deep-heading": headings.deep_heading,
    "setext-heading": headings.setext_heading,
    "heading-in-code": headings.heading_in_code,
    "empty-section": headings.empty_section,
    "duplicate-heading": headings.duplicate_heading,
    "same-opening": likeness.same_opening,
    "near-duplicate": likeness.near_duplicate,
    "no-summary": headings.no_summary,
    "no-word-breaks": sentences.no_word_breaks,
    "tiny-chunk": sizes.tiny_chunk,
    "dangling-opening": sentences.dangling_opening,
    "bold-as-heading": headings.bold_as_heading,
    "estimate-off": sizes.estimate_off,
    "image-without-text": conversion.image_without_text,
    "no-text": conversion.no_text,
}


def lint(page: Page, options: Options = DEFAULT, report: Report = ignore) -> tuple[Finding, ...]:
    """Return the findings of a page in document order.

    Linear in the text's length. What only real counts tell is left out where there are none.

    Raises:
        Cancelled: From `report`.
    """
    subject = Subject(page, options, report)
    found = [f for rule in _CHECKS if options.is_enabled(rule) for f in _found(subject, rule)]
    found += conversion.conversion(subject)
    return _in_order(found)


def relint(
    earlier: tuple[Finding, ...], page: Page, options: Options = DEFAULT, report: Report = ignore
) -> tuple[Finding, ...]:
    """Return what `lint` would, now that more is counted.

    Args:
        earlier: Findings of the same page and options with fewer counts or none.
        page: The page with its counts.
        options: As before.
        report: May end the work.
    """
    subject = Subject(page, options, report)
    found = [finding for finding in earlier if not RULES[finding.rule].uses_counts]
    for rule in _CHECKS:
        if RULES[rule].uses_counts and options.is_enabled(rule):
            found += _found(subject, rule)
    return _in_order(found)


def _found(subject: Subject, rule: str) -> list[Finding]:
    """Return a rule's findings; beyond the most that are listed, one sums up the rest."""
    most = subject.options.most_of_a_rule
    findings: list[Finding] = []
    rest: list[Finding] = []
    left_out = 0
    for finding in _CHECKS[rule](subject):
        if len(findings) < most:
            findings.append(finding)
        else:
            left_out += 1
            if len(rest) < MOST_SPANS:
                rest.append(finding)
    if left_out:
        findings.append(_summed_up(subject, rule, rest, left_out))
    return findings


def _summed_up(subject: Subject, rule: str, rest: list[Finding], number: int) -> Finding:
    finding = subject.finding(
        rule,
        [finding.span for finding in rest],
        f"{number:,} {SUMMED_UP} · {RULES[rule].title}",
        rest[0].advice,
        severity=min((finding.severity for finding in rest), key=lambda s: s.rank),
    )
    return replace(finding, spans_left_out=number - len(rest))


def _in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    places = {rule: place for place, rule in enumerate(RULES)}
    findings.sort(key=lambda f: (f.span.start, f.severity.rank, places[f.rule], f.span.end))
    return tuple(findings)
