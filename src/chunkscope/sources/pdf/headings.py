"""Which rows of a PDF are headings: by its outline and, without one, by the size of its letters."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import Final

from chunkscope.sources.pdf.layout import Row, key_of
from chunkscope.sources.pdf.lines import Entry
from chunkscope.sources.pdf.sizes import DEEPEST, Heading, body_of, headings_by_size
from chunkscope.sources.pdf.titles import Title, places_in, title_of

_FEWEST: Final = 3  # headings that make an outline's word enough
_FEWEST_SHARE: Final = 1 / 3  # of its entries
_REACH: Final = 60  # points from the height that an entry leads to
_LARGER: Final = 1.13  # than the body's letters
_MOST_EFFORT: Final = 300_000  # rows looked at before only exact titles are found
_ALIKE: Final = 0.75  # of a title and a row that says nearly the same
_COST: Final = 10_000  # points of distance that saying a title worse amounts to
_SIZE: Final = 20  # points of distance that a point of size makes up for


def headings_by_outline(
    pages: Sequence[Sequence[Row]], outline: Sequence[Entry]
) -> list[list[Heading]]:
    """Return each page's headings that the outline names, in order."""
    found: list[list[Heading]] = [[] for _ in pages]
    search = _Search(pages)
    for entry in outline:
        place = search.place_of(entry)
        if place is not None:
            page, first, count = place
            level = min(entry.depth + 1, DEEPEST)
            found[page].append(Heading(first, count, level, entry.title))
    return [sorted(headings, key=lambda heading: heading.first) for headings in found]


def names_too_few(named: Sequence[Sequence[Heading]], outline: Sequence[Entry]) -> bool:
    """Tell whether so few entries were found that the size of letters should tell more."""
    count = sum(map(len, named))
    return count < _FEWEST or count < _FEWEST_SHARE * len(outline)


def with_sizes(
    pages: Sequence[Sequence[Row]], named: Sequence[Sequence[Heading]]
) -> list[list[Heading]]:
    """Return each page's headings, those that the outline names and those that letters tell."""
    told = headings_by_size(pages)
    together = []
    for page, known in enumerate(named):
        taken = {row for heading in known for row in _rows_of(heading)}
        new = [heading for heading in told.get(page, ()) if taken.isdisjoint(_rows_of(heading))]
        together.append(sorted([*known, *new], key=lambda heading: heading.first))
    return together


def _rows_of(heading: Heading) -> range:
    return range(heading.first, heading.first + heading.count)


class _Search:
    """Finds each entry's title; no row is taken twice."""

    def __init__(self, pages: Sequence[Sequence[Row]]) -> None:
        self._pages = pages
        self._body, _ = body_of(pages)
        self._effort = 0
        self._texts: dict[int, tuple[list[str], list[str]]] = {}
        self._taken: defaultdict[int, set[int]] = defaultdict(set)

    def place_of(self, entry: Entry) -> tuple[int, int, int] | None:
        """Return (page, first row, number of rows) of an entry's title, and take them."""
        title = title_of(entry.title)
        place = (
            self._exact(title, entry.page, entry.top)
            or self._near(title, entry, self._is_alike)
            or self._exact(title, entry.page + 1, None)
            or self._exact(title, entry.page - 1, None)
            or self._near(title, entry, self._is_large)
        )
        if place is not None:
            page, first, count = place
            self._taken[page].update(range(first, first + count))
        return place

    def _exact(self, title: Title, page: int, top: float | None) -> tuple[int, int, int] | None:
        if not 0 <= page < len(self._pages):
            return None
        rows, taken = self._pages[page], self._taken[page]
        best: tuple[float, int, int] | None = None
        texts, keys = self._texts_of(page)
        self._effort += len(keys)
        exactly = self._effort > _MOST_EFFORT
        for cost, first, count in places_in(title, texts, keys, exactly=exactly):
            if not taken.isdisjoint(range(first, first + count)):
                continue
            line = rows[first].first
            distance = abs(line.top - top) if top is not None else float(first)
            rated = cost * _COST + distance - _SIZE * line.size
            if best is None or rated < best[0]:
                best = (rated, first, count)
        return (page, *best[1:]) if best else None

    def _near(
        self, title: Title, entry: Entry, fits: Callable[[Title, Row, str, float], bool]
    ) -> tuple[int, int, int] | None:
        """Return the row about the height that the entry leads to, if it fits."""
        page, top = entry.page, entry.top
        if top is None or not 0 <= page < len(self._pages):
            return None
        _, keys = self._texts_of(page)
        for first, row in enumerate(self._pages[page]):
            step = row.first.top - top
            if first in self._taken[page] or not -1.5 * row.first.size < step < _REACH:
                continue
            if fits(title, row, keys[first], step):
                return page, first, 1
        return None

    def _is_alike(self, title: Title, _row: Row, key: str, _step: float) -> bool:
        if not 3 < max(len(title.key), len(key)) < 200:
            return False
        return SequenceMatcher(None, title.key, key, autojunk=False).ratio() > _ALIKE

    def _is_large(self, _title: Title, row: Row, _key: str, step: float) -> bool:
        return abs(step) < 1.5 * row.first.size and row.largest.size > _LARGER * self._body

    def _texts_of(self, page: int) -> tuple[list[str], list[str]]:
        if page not in self._texts:
            texts = [row.text for row in self._pages[page]]
            self._texts[page] = texts, [key_of(text) for text in texts]
        return self._texts[page]
