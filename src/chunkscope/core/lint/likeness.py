"""Rules about parents that are too alike."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from typing import Final

from chunkscope.core.lint.findings import Finding
from chunkscope.core.lint.page import Subject, named, second_first
from chunkscope.core.segmentation import words_of
from chunkscope.core.spans import Span
from chunkscope.core.tokens import percent_of

_FEWEST_WORDS: Final = 20
_MOST_CANDIDATES: Final = 32
_LONGEST: Final = 50_000
_SKETCH: Final = 8
_LEAST_SHARED: Final = 3
_KEPT_TRIPLES: Final = 256
# Integers of 30 bits are those that Python reckons with fastest.
_SMALL: Final = (1 << 30) - 1


def same_opening(subject: Subject) -> Iterator[Finding]:
    """Find parents that begin with the same characters, of which a prompt takes only one."""
    limit = subject.threshold("same-opening")
    openings: dict[str, list[int]] = defaultdict(list)
    columns = subject.chunk_set.parents.columns
    for place, (start, end) in enumerate(zip(columns.starts, columns.ends, strict=True)):
        subject.progress(place)
        openings[subject.text[start : min(end, start + limit)]].append(place)
    for places in openings.values():
        if len(places) > 1:
            yield subject.finding(
                "same-opening",
                second_first([Span(columns.starts[p], columns.ends[p]) for p in places]),
                f"{len(places):,} chunks begin with the same {limit} characters · {named(places)}",
                "Begin each with what sets it apart; only the best of them reaches the prompt.",
                parents=places,
            )


def near_duplicate(subject: Subject) -> Iterator[Finding]:
    """Find parents whose own text is nearly the same."""
    columns = subject.chunk_set.parents.columns
    likeness = _Likeness(subject, subject.threshold("near-duplicate") / 100)
    for places in likeness.groups():
        spans = [Span(columns.own_starts[place], columns.ends[place]) for place in places]
        least = min(likeness.of(places[0], place) for place in places[1:51])
        alike = "the same" if least >= 1 else f"{min(99, percent_of(least))} % the same"
        yield subject.finding(
            "near-duplicate",
            second_first(spans),
            f"{len(places):,} chunks are {alike} · {named(places)}",
            "Say it once and link to it, or say in each what differs.",
            parents=places,
        )


class _Likeness:
    """Groups each parent with the first one that it is like.

    The likeness of two is the part of their word triples that both have (Jaccard). Candidates
    share three of the eight smallest hashes of their triples; two that are 80 % alike share some
    six and miss each other once in eight hundred times. Candidates are compared in full, so
    nothing is reported that is not alike.
    """

    def __init__(self, subject: Subject, threshold: float) -> None:
        self._subject = subject
        self._threshold = threshold
        self._hashes: dict[str, int] = {}
        self._triples = lru_cache(maxsize=_KEPT_TRIPLES)(self._triples_of)

    def groups(self) -> list[list[int]]:
        """Return the groups of two and more, in document order."""
        firsts: defaultdict[int, list[int]] = defaultdict(list)
        groups: dict[int, list[int]] = {}
        for place in range(len(self._subject.chunk_set.parents)):
            self._subject.progress(place)
            smallest = sorted(self._triples_of(place))[:_SKETCH]
            if not smallest:
                continue
            first = self._first_like(place, [firsts[hashed] for hashed in smallest])
            groups.setdefault(first, []).append(place)
            if first == place:
                for hashed in smallest:
                    if len(firsts[hashed]) < _MOST_CANDIDATES:
                        firsts[hashed].append(place)
        return [places for places in groups.values() if len(places) > 1]

    def of(self, one: int, other: int) -> float:
        """Return the part of their triples that two parents share."""
        triples, others = self._triples(one), self._triples(other)
        shared = len(triples & others)
        return shared / (len(triples) + len(others) - shared)

    def _first_like(self, place: int, candidates: list[list[int]]) -> int:
        shared = Counter(chain.from_iterable(candidates))
        for first, number in shared.most_common():
            if number < _LEAST_SHARED:
                break
            if self.of(first, place) >= self._threshold:
                return first
        return place

    def _triples_of(self, place: int) -> frozenset[int]:
        """Return hashes of a parent's word triples; none for one of a few words."""
        columns = self._subject.chunk_set.parents.columns
        start = columns.own_starts[place]
        source = self._subject.text[start : min(columns.ends[place], start + _LONGEST)]
        words = words_of(source.lower())
        if len(words) < _FEWEST_WORDS:
            return frozenset()
        known = self._hashes
        for word in set(words).difference(known):
            known[word] = _hash_of(word)
        hashes = [known[word] for word in words]
        triples = zip(hashes, hashes[1:], hashes[2:], strict=False)
        return frozenset([a ^ (b >> 1) ^ (c >> 2) for a, b, c in triples])


def _hash_of(word: str) -> int:
    digest = blake2b(word.encode("utf-8", "replace"), digest_size=4).digest()
    return int.from_bytes(digest) & _SMALL
