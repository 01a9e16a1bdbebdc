"""Findings at a place are those that a look at every one of them would give."""

from hypothesis import given
from hypothesis import strategies as st

from chunkscope.core.lint.findings import Finding, Severity
from chunkscope.core.spans import Span
from chunkscope.gui.finding_places import FindingPlaces, places_of

spans = st.builds(
    lambda start, length: Span(start, start + length),
    st.integers(0, 9_000),
    st.one_of(st.integers(0, 50), st.integers(0, 6_000)),
)
findings = st.lists(
    st.builds(
        lambda places, parents: Finding("no-summary", Severity.INFO, places, "", "", parents),
        st.lists(spans, min_size=1, max_size=4).map(tuple),
        st.lists(st.integers(0, 5), max_size=3, unique=True).map(tuple),
    ),
    max_size=12,
).map(tuple)


@given(findings, spans)
def test_what_touches_a_span_or_starts_in_it_is_found(
    some: tuple[Finding, ...], here: Span
) -> None:
    expected = [
        (number, place)
        for number, finding in enumerate(some)
        for place in finding.spans
        if place.touches(here) or here.contains(place.start)
    ]
    found = list(FindingPlaces(some).at(here))
    assert sorted(found) == sorted(expected)
    assert [number for number, _ in found] == sorted(number for number, _ in found)


@given(findings, st.integers(0, 5))
def test_every_finding_that_names_a_parent_is_known(some: tuple[Finding, ...], parent: int) -> None:
    expected = [number for number, finding in enumerate(some) if parent in finding.parents]
    assert list(FindingPlaces(some).naming(parent)) == expected


def test_places_are_sorted_once_for_the_latest_findings() -> None:
    one = (Finding("no-summary", Severity.INFO, (Span(0, 1),), "", ""),)
    assert places_of(one) is places_of(one)
    assert places_of(None).findings == ()
    assert places_of(one).findings is one
