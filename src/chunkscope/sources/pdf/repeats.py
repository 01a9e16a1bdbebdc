"""What a PDF repeats at the edges of its pages: running headers, footers and page numbers."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeAlias

from chunkscope.sources.pdf.layout import Row

_EDGE: Final = 0.13  # of a page's height
_ROWS_AT_EDGE: Final = 3
_FEWEST_REPEATS: Final = 3
_NEAR: Final = 10  # pages
_SHARE: Final = 0.04  # of all pages
_SET_OFF: Final = 1.5  # of the size, from the text that follows
_NUMBER: Final = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_PAGE_NUMBER: Final = re.compile(
    r"[-–—|\s]*(?:\w{1,8}\.?\s+)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von|de|sur)\s*\d{1,4})?[-–—|\s]*",
    re.IGNORECASE,
)
_Side: TypeAlias = tuple[Sequence[Row], Sequence[Row]]  # at the edge, and the next one


def without_repeats(
    pages: Sequence[Sequence[Row]], heights: Sequence[float], titles: Sequence[Collection[int]]
) -> list[list[int]]:
    """Return the indices of each page's rows without those that repeat at the edges.

    Only what has nothing but repeats between it and the edge is left out, and no row that is, by
    its index, among the page's `titles`. Where nothing else is left, all of it is kept.
    """
    edges = list(map(_edges, pages, heights))
    seen: dict[tuple[str, int], list[int]] = {}
    numbered = 0
    for page, ((top, _), (bottom, _)) in enumerate(edges):
        outer = (*top, *bottom)
        for key in {_key(row) for row in outer}:
            seen.setdefault(key, []).append(page)
        numbered += any(map(_is_number, outer))
    has_numbers = numbered >= max(2, len(pages) // 2)
    kept: list[list[int]] = []
    for page, (rows, sides, known) in enumerate(zip(pages, edges, titles, strict=True)):
        gone: set[int] = set()
        own = {id(rows[index]) for index in known}
        for side, inner in sides:
            count = 0
            for row in side:
                repeated = _repeats(seen, row, page, len(pages)) or (
                    has_numbers and _is_number(row)
                )
                if not repeated or id(row) in own:
                    break
                count += 1
            gone.update(id(row) for row in side[: _apart([*side, *inner], count)])
        kept.append([index for index, row in enumerate(rows) if id(row) not in gone])
    return kept if any(kept) else [list(range(len(rows))) for rows in pages]


def _edges(rows: Sequence[Row], height: float) -> tuple[_Side, _Side]:
    """Return the rows next to the top and to the bottom, the outermost first."""
    by_height = sorted(rows, key=lambda row: row.first.middle)
    tops = sum(row.first.middle < _EDGE * height for row in by_height)
    bottoms = sum(row.first.middle > (1 - _EDGE) * height for row in by_height)
    return _side(by_height, tops), _side(by_height[::-1], bottoms)


def _side(from_edge: Sequence[Row], count: int) -> _Side:
    count = min(count, _ROWS_AT_EDGE)
    return from_edge[:count], from_edge[count : count + 1]


def _apart(side: Sequence[Row], count: int) -> int:
    """Return how many of the first `count` rows are set off from what follows them."""
    while 0 < count < len(side):
        outer, inner = side[count - 1].first, side[count].first
        step = abs(outer.middle - inner.middle)
        if step > _SET_OFF * max(outer.size, inner.size) or step < 1:
            break
        count -= 1
    return count


def _key(row: Row) -> tuple[str, int]:
    """Return a row's words without its numbers, and its height in steps of 6 points."""
    text = _NUMBER.sub("#", row.text)
    return " ".join(sorted(text.split())), round(row.first.baseline / 6)


def _repeats(
    seen: Mapping[tuple[str, int], Sequence[int]], row: Row, page: int, page_count: int
) -> bool:
    """Tell whether many of all pages have the row, or several close by.

    Few that are far apart may be a text's own refrain.
    """
    text, place = _key(row)
    near = total = 0
    for step in (-1, 0, 1):
        pages = seen.get((text, place + step), ())
        near += bisect_right(pages, page + _NEAR) - bisect_left(pages, page - _NEAR)
        total += len(pages)
    return near >= _FEWEST_REPEATS or total >= max(_FEWEST_REPEATS, _SHARE * page_count)


def _is_number(row: Row) -> bool:
    return _PAGE_NUMBER.fullmatch(row.text) is not None
