"""How well a PDF's markdown has its headings and its words; for tests and benchmarks."""

import csv
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from chunkscope.sources.outcome import Converted

MARKS = Path(__file__).parents[1] / "data" / "pdf_headings.tsv"

_HEADING = re.compile(r"(#{1,6}) (.+)")
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_MOST_EXTRA = 30  # letters that a heading has and its entry has not, such as a date
_LONGEST_WORD = 20


class Title(NamedTuple):
    """What should be, or is, a heading; pages count from 0."""

    page: int
    level: int
    text: str


def headings_in(converted: Converted) -> list[Title]:
    """Return the headings of the markdown with the pages that they stand on."""
    starts = [start for start, _ in converted.pages]
    found = []
    offset = 0
    fence = ""
    for line in converted.markdown.split("\n"):
        if line.startswith(fence or "```"):
            fence = "" if fence else line
        match = None if fence else _HEADING.fullmatch(line)
        if match:
            page = bisect_right(starts, offset) - 1
            found.append(Title(page, len(match[1]), match[2]))
        offset += len(line) + 1
    return found


def matched(
    wanted: Sequence[Title], found: Sequence[Title], *, reach: int = 1, levels: bool = True
) -> dict[int, int]:
    """Return which of `found` is which of `wanted`, by their places; each is used once."""
    by_page: dict[int, list[int]] = {}
    for place, title in enumerate(found):
        by_page.setdefault(title.page, []).append(place)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for exact in (True, False):
        for index, title in enumerate(wanted):
            if index in pairs:
                continue
            near = [
                place
                for step in sorted(range(-reach, reach + 1), key=abs)
                for place in by_page.get(title.page + step, ())
                if place not in taken and (not levels or found[place].level == title.level)
            ]
            for place in near:
                if is_same(title.text, found[place].text, exact=exact):
                    pairs[index] = place
                    taken.add(place)
                    break
    return pairs


def is_same(title: str, heading: str, *, exact: bool = False) -> bool:
    """Tell whether a heading says its title, perhaps with a number or a date more or less."""
    one, other = _key(title), _key(heading)
    if one == other:
        return True
    if exact or not one or not other:
        return False
    bare = _key(re.sub(r"^\W*[\dA-Z]{1,3}(?:[.-]\d+)*\.?\s+", "", title))
    if other.endswith(bare) and len(other) - len(bare) <= 10 and len(bare) > 2:
        return True
    rest = iter(word.casefold() for word in _WORD.findall(heading))
    in_order = all(word.casefold() in rest for word in _WORD.findall(title))
    return in_order and len(other) - len(one) <= _MOST_EXTRA


def share_in_long_words(text: str) -> float:
    """Return the share of the letters that stand in words of over 20 letters."""
    lengths = [len(word) for word in _LETTERS.findall(text)]
    return sum(n for n in lengths if n > _LONGEST_WORD) / max(1, sum(lengths))


def marks(path: Path = MARKS) -> dict[str, list[Title]]:
    """Return the marked headings by the name of their file, as the head of the marks says."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line[:1] not in ("#", "")]
    found: dict[str, list[Title]] = {}
    for name, page, level, text in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        titles = found.setdefault(name, [])
        if int(page):
            titles.append(Title(int(page) - 1, int(level), text))
    return found


def on_marked_pages(name: str, found: Sequence[Title], path: Path = MARKS) -> list[Title]:
    """Return those of a file's headings that stand on pages that a reader looked at."""
    for line in path.read_text("utf-8").splitlines():
        match line.split("\t"):
            case ["#pages", file, first, last] if file == name:
                return [title for title in found if int(first) <= title.page + 1 <= int(last)]
    return list(found)


class Judged(NamedTuple):
    """Headings held against a file's marks.

    Attributes:
        marked: How many headings a reader marked.
        found: How many of them are headings on their page.
        at_level: How many of those have their level.
        missed: The others.
        unmarked: The headings that no reader would mark.
    """

    marked: int
    found: int
    at_level: int
    missed: list[Title]
    unmarked: list[Title]


def judged(marked: Sequence[Title], found: Sequence[Title]) -> Judged:
    """Hold headings against marks; those of level 0 count neither way."""
    wanted = [title for title in marked if title.level]
    pairs = matched(wanted, found, reach=0, levels=False)
    at_level = sum(wanted[one].level == found[other].level for one, other in pairs.items())
    rest = missing(found, pairs.values())
    doubtful = [title for title in marked if not title.level]
    unmarked = missing(rest, matched(doubtful, rest, reach=0, levels=False).values())
    return Judged(len(wanted), len(pairs), at_level, missing(wanted, pairs), unmarked)


def missing(wanted: Sequence[Title], pairs: Iterable[int]) -> list[Title]:
    """Return those of `wanted` whose index is not among `pairs`."""
    known = set(pairs)
    return [title for index, title in enumerate(wanted) if index not in known]


def _key(text: str) -> str:
    return "".join(_WORD.findall(text)).casefold()
