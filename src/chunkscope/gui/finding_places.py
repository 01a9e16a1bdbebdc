"""Where findings stand, sorted: those at a place are found by bisection.

Every paint and every step of a choice asks, and a large page has thousands of places.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final

from chunkscope.core.lint.findings import Finding
from chunkscope.core.spans import Span

_LONG: Final = 2_000
"""Characters; the few longer spans are looked through one by one."""

_Findings = tuple[Finding, ...]


class FindingPlaces:
    """The spans of one page's findings."""

    __slots__ = ("_by_parent", "_long", "_short", "_starts", "findings")

    def __init__(self, findings: _Findings) -> None:
        """Sort the spans; 1 µs each."""
        self.findings = findings
        self._by_parent: dict[int, list[int]] = {}
        self._short: list[tuple[int, int, int]] = []
        self._long: list[tuple[int, int, int]] = []
        for number, finding in enumerate(findings):
            for start, end in finding.spans:
                kind = self._short if end - start <= _LONG else self._long
                kind.append((start, end, number))
            for parent in finding.parents:
                self._by_parent.setdefault(parent, []).append(number)
        self._short.sort()
        self._starts = [start for start, _end, _number in self._short]

    def at(self, span: Span) -> Iterator[tuple[int, Span]]:
        """Yield the number and the span of what touches `span`, or starts in it, by number.

        An empty span touches nothing, but it starts somewhere.
        """
        first = bisect_left(self._starts, span.start - _LONG)
        last = bisect_left(self._starts, span.end)
        near: Sequence[tuple[int, int, int]] = self._short[first:last] + self._long
        standing = [
            place
            for place in near
            if place[0] < span.end and (place[1] > span.start or place[0] >= span.start)
        ]
        standing.sort(key=itemgetter(2))
        for start, end, number in standing:
            yield number, Span(start, end)

    def naming(self, parent: int) -> Sequence[int]:
        """Return the numbers of the findings that name a parent."""
        return self._by_parent.get(parent, ())


def places_of(findings: _Findings | None) -> FindingPlaces:
    """Return the places of a page's findings, sorted once for as long as they are the latest."""
    wanted = findings or ()
    if _latest[0].findings is not wanted:
        _latest[0] = FindingPlaces(wanted)
    return _latest[0]


_latest = [FindingPlaces(())]
