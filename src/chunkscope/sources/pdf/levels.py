"""The levels of headings that letters tell: by size, by italics and capitals, by their numbers."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

_SAME_SIZE: Final = 0.05
_FEWEST_FOR_STYLES: Final = 8  # headings, of which a style that is used once makes no level
_FEWEST_NUMBERED: Final = 3
_NUMBER: Final = re.compile(r"(\d{1,3}(?:\.\d{1,3})*)\.?\s+\S")


class Style(NamedTuple):
    """How a heading looks; size in points."""

    size: float
    italic: bool
    upper: bool


Told: TypeAlias = tuple[int, Style, str]
"""A heading's page, style and text."""


def levels_of(headings: Sequence[Told]) -> list[int]:
    """Return each heading's level, from 1; they may be deeper than markdown's."""
    first = headings[0][0] if headings else 0
    styles = _by_groups([style for _, style, _ in headings])
    opening = {style for style, told in zip(styles, headings, strict=True) if told[0] == first}
    ranks = _ranks(styles, opening)
    levels = [ranks[style] for style in styles]
    levels = _by_numbers(headings, levels)
    if _has_title(headings, levels):
        levels = [1, *(level + 1 for level in levels[1:])]
    return _nested(levels)


def _nested(levels: Sequence[int]) -> list[int]:
    """Return levels that say as much and leave out those that are hardly ever used.

    Each level becomes the depth that its headings mostly have below others; one that stands below
    a heading of the same depth then goes a step deeper.
    """
    depths: dict[int, Counter[int]] = {level: Counter() for level in sorted(set(levels))}
    above: list[int] = []
    for level in levels:
        while above and above[-1] >= level:
            above.pop()
        if above:
            depths[level][len(above) + 1] += 1
        above.append(level)
    usual: dict[int, int] = {}
    last = 0
    for level, counts in depths.items():
        last = max(last, counts.most_common(1)[0][0]) if counts else last + 1
        usual[level] = last
    return _deepened(levels, usual)


def _deepened(levels: Sequence[int], usual: Mapping[int, int]) -> list[int]:
    """Return each heading's usual depth, or more where that is its parent's too."""
    above: list[tuple[int, int]] = []
    told: list[int] = []
    for level in levels:
        while above and above[-1][0] >= level:
            above.pop()
        told.append(max(usual[level], above[-1][1] + 1 if above else 1))
        above.append((level, told[-1]))
    return told


def _by_groups(styles: Sequence[Style]) -> list[Style]:
    """Return the styles with sizes that are nearly the same made the same."""
    groups: dict[float, float] = {}
    largest = 0.0
    for size in sorted({style.size for style in styles}, reverse=True):
        if size < largest * (1 - _SAME_SIZE) or not largest:
            largest = size
        groups[size] = largest
    return [style._replace(size=groups[style.size]) for style in styles]


def _ranks(styles: Sequence[Style], opening: set[Style]) -> Mapping[Style, int]:
    """Return a level for each style: the larger first, of one size the one that comes first.

    Where there are many headings, a style that is used once makes no level of its own: it has that
    of the next smaller one, and those of the first page, above all others, share one.
    """
    counts = Counter(styles)
    few = len(styles) < _FEWEST_FOR_STYLES
    ranks: dict[Style, int] = {}
    waiting: list[Style] = []
    level, last = 0, None
    for style in sorted(counts, key=lambda style: -style.size):
        if counts[style] == 1 and not few:
            waiting.append(style)
            continue
        if not level and opening & set(waiting):
            level = 1
            ranks.update(dict.fromkeys(opening & set(waiting), level))
            waiting = [other for other in waiting if other not in opening]
        if not (few and last is not None and style.size == last.size):
            level += 1
        ranks.update(dict.fromkeys([*waiting, style], level))
        waiting, last = [], style
    ranks.update(dict.fromkeys(waiting, level + 1))
    return ranks


def _by_numbers(headings: Sequence[Told], levels: Sequence[int]) -> list[int]:
    """Let numbers such as 2.1 tell how deep a heading is below one numbered 2."""
    depths = {
        place: match[1].count(".")
        for place, (_, _, text) in enumerate(headings)
        if (match := _NUMBER.match(text))
    }
    if len(depths) < _FEWEST_NUMBERED or not any(depths.values()):
        return list(levels)
    least = min(depths.values())
    base = Counter(levels[place] for place, depth in depths.items() if depth == least)
    top = base.most_common(1)[0][0]
    return [
        top + depths[place] - least if place in depths else level
        for place, level in enumerate(levels)
    ]


def _has_title(headings: Sequence[Told], levels: Sequence[int]) -> bool:
    """Tell whether the first heading is the document's title though others have its level."""
    if not headings or headings[0][0] or levels.count(levels[0]) < 2 or levels[0] != min(levels):
        return False
    _, style, text = headings[0]
    if _NUMBER.match(text):
        return False
    peers = [place for place, level in enumerate(levels) if level == levels[0] and place]
    smaller = all(headings[place][1].size < style.size - 0.2 for place in peers)
    numbered = sum(_NUMBER.match(headings[place][2]) is not None for place in peers)
    return smaller or 2 * numbered >= len(peers)
