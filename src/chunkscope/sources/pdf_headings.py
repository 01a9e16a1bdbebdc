"""Which rows of a PDF are headings: by its outline and, without one, by the size of its letters."""

import re
from collections import defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from chunkscope.sources.pdf_layout import Row, key_of
from chunkscope.sources.pdf_lines import Entry
from chunkscope.sources.pdf_sizes import DEEPEST, Heading, body_of, headings_by_size

_MOST_ROWS: Final = 4  # of one heading
_REACH: Final = 60  # points from the height that an entry leads to
_LARGER: Final = 1.13  # than the body's letters
_NUMBERING: Final = re.compile(
    r"^\s*(?:(?:chapter|section|appendix|part|kapitel|abschnitt|anhang|teil)\s+)?"
    r"(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)+|[A-Z]|[IVXLC]+)[.:)]?\s+",
    re.IGNORECASE,
)


def headings_of(
    pages: Sequence[Sequence[Row]], outline: Sequence[Entry], *, by_size: bool = True
) -> tuple[list[list[Heading]], bool]:
    """Return each page's headings in order, and whether letters told any of them.

    `by_size` lets the size of letters tell where the outline says too little.
    """
    found = _by_outline(pages, outline)
    matched = sum(len(headings) for headings in found.values())
    guessed = False
    if by_size and (matched < 3 or matched < len(outline) / 3):
        for page, headings in headings_by_size(pages).items():
            taken = {
                row
                for known in found[page]
                for row in range(known.first, known.first + known.count)
            }
            new = [
                heading
                for heading in headings
                if taken.isdisjoint(range(heading.first, heading.first + heading.count))
            ]
            found[page] = found[page] + new
            guessed = guessed or bool(new)
    return [
        sorted(found[page], key=lambda heading: heading.first) for page in range(len(pages))
    ], guessed


def _by_outline(
    pages: Sequence[Sequence[Row]], outline: Sequence[Entry]
) -> defaultdict[int, list[Heading]]:
    found: defaultdict[int, list[Heading]] = defaultdict(list)
    taken: defaultdict[int, set[int]] = defaultdict(set)
    keys: dict[int, list[str]] = {}
    body, _ = body_of(pages)
    for entry in outline:
        for page in (entry.page, entry.page + 1, entry.page - 1):
            if not 0 <= page < len(pages):
                continue
            if page not in keys:
                keys[page] = [key_of(row.text) for row in pages[page]]
            top = entry.top if page == entry.page else None
            place = _place_of(entry, top, pages[page], keys[page], taken[page], body)
            if place is not None:
                first, count = place
                taken[page].update(range(first, first + count))
                level = min(entry.depth + 1, DEEPEST)
                found[page].append(Heading(first, count, level, entry.title))
                break
    return found


def _place_of(
    entry: Entry,
    top: float | None,
    rows: Sequence[Row],
    keys: Sequence[str],
    taken: set[int],
    body: float,
) -> tuple[int, int] | None:
    """Return the first row and the number of rows that hold an entry's title."""
    wanted = key_of(entry.title)
    bare = key_of(_NUMBERING.sub("", entry.title)) or wanted
    best: tuple[float, tuple[int, int]] | None = None
    for first in range(len(rows)):
        if first in taken or not keys[first]:
            continue
        cost = _cost(wanted, bare, rows, keys, first)
        if cost is None or not taken.isdisjoint(range(first, first + cost[1])):
            continue
        distance = abs(rows[first].first.top - top) if top is not None else float(first)
        rated = cost[0] * 10_000 + distance - 20 * rows[first].first.size
        if best is None or rated < best[0]:
            best = (rated, (first, cost[1]))
    if best is None and top is not None:
        return _near(wanted, top, rows, keys, taken, body)
    return best[1] if best else None


def _cost(
    wanted: str, bare: str, rows: Sequence[Row], keys: Sequence[str], first: int
) -> tuple[int, int] | None:
    """Return how badly the rows from `first` on hold the title, 0 for exactly, and how many."""
    key = ""
    for count in range(1, _MOST_ROWS + 1):
        if first + count > len(rows):
            return None
        key += keys[first + count - 1]
        if key == wanted:
            return 0, count
        if key == bare or (key.endswith(bare) and _unnumbered(rows, first, count) == bare):
            return 1, count
        if len(key) > len(wanted) + 12:
            return None
    return None


def _unnumbered(rows: Sequence[Row], first: int, count: int) -> str:
    text = " ".join(row.text for row in rows[first : first + count])
    return key_of(_NUMBERING.sub("", text))


def _near(
    wanted: str, top: float, rows: Sequence[Row], keys: Sequence[str], taken: set[int], body: float
) -> tuple[int, int] | None:
    """Return the row at the entry's own height if it says nearly the same or looks a heading."""
    for first, row in enumerate(rows):
        if first in taken or not -1.5 * row.first.size < row.first.top - top < _REACH:
            continue
        longest = max(len(wanted), len(keys[first]))
        matcher = SequenceMatcher(None, wanted, keys[first], autojunk=False)
        if 3 < longest < 200 and matcher.ratio() > 0.75:
            return first, 1
        if abs(row.first.top - top) < 1.5 * row.first.size and row.largest.size > _LARGER * body:
            return first, 1
    return None
