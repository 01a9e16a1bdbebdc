"""Headings, sections, heading paths, front matter and the title of a page.

Only ATX headings count here; what a heading, a fence and front matter are is the splitter's
specification. The headings of a page are kept as columns, because pages with tens of thousands
of them exist; `Heading` and `Section` values are made on demand.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from chunkscope.core.progress import Report, ignore
from chunkscope.core.spans import Span

DEEPEST_SPLIT_LEVEL: Final = 4
FRONT_MATTER_LIMIT: Final = 65_536
_REPORT_EVERY: Final = 4096

# Each alternative begins with a character of its own, so that most lines are left at once; what
# is captured is the rest of the run that the alternative begins. No part can match in two ways.
_BACKTICKS = r"`(``+)(?=[^`\n]*(?:\n|\Z))"
_TILDES = r"~(~~+)"
_LINE = rf"""
    \ {{0,3}}+(?=[\#`~*+\-0-9])(?:
        \#(\#{{0,5}})(?=[ \t\n]|\Z)[^\n]*+
      | {_BACKTICKS} | {_TILDES}
      | (?:[-*+]|[0-9]{{1,9}}[.)])[ \t]++(?:{_BACKTICKS} | {_TILDES})
    )"""
_HEADING_GROUP, _FIRST_ITEM_GROUP = 1, 4
_FIRST_LINE: Final = re.compile(_LINE, re.VERBOSE)
_NEXT_LINE: Final = re.compile(r"\n" + _LINE, re.VERBOSE)
_CLOSING_HASHES: Final = re.compile(r"(?:^|[ \t])#+$")
_FRONT_MATTER_OPENER: Final = re.compile(r"---[^\S\n]*\n(?![^\S\n]*(?:\n|\Z))")
_FRONT_MATTER_CLOSER: Final = re.compile(r"\n(?:---|\.\.\.)[^\S\n]*(?:\n|\Z)")


@dataclass(frozen=True, slots=True)
class Heading:
    """One ATX heading.

    Attributes:
        span: Its line, without the line end.
        level: 1 to 6; the splitter cuts at 1 to 4.
        title: Raw source, trimmed; may be empty.
    """

    span: Span
    level: int
    title: str

    @property
    def splits(self) -> bool:
        """Whether the splitter cuts here."""
        return self.level <= DEEPEST_SPLIT_LEVEL


@dataclass(frozen=True, slots=True)
class Section:
    """A heading that splits, or none at a page's start, and the text up to the next one.

    Attributes:
        index: Place among the sections, from 0.
        heading: None for the text before the first heading.
        body: From after the heading's line to the next split point.
        heading_path: Titles of the open headings, outermost first.
        parent: Index of the section of the nearest open heading; None at the top.
    """

    index: int
    heading: Heading | None
    body: Span
    heading_path: tuple[str, ...]
    parent: int | None


class Outline:
    """The headings and sections of one text.

    Section 0 is the text before the first heading; it has no heading and may be empty. Section
    i > 0 belongs to the i-th heading that splits.
    """

    __slots__ = (
        "_enclosing",
        "_heads",
        "_latest_titles",
        "_levels",
        "_tails",
        "_unsplit",
        "body_start",
        "text",
    )

    def __init__(self, text: str, report: Report = ignore) -> None:
        """Read the headings of `text` in one pass; `report` may end it."""
        self.text = text
        self.body_start = front_matter_end(text)
        self._heads = array("I")
        self._tails = array("I")
        self._levels = bytearray()
        self._enclosing = array("I")
        self._unsplit = array("I")
        self._latest_titles = [(-1, "")] * (DEEPEST_SPLIT_LEVEL + 1)
        self._read_headings(report)

    def __len__(self) -> int:
        """Return the number of sections, the one before the first heading included."""
        return len(self._heads) + 1

    def body_of(self, section: int) -> Span:
        """Return the span of a section's body; it may be empty or all white space."""
        start = self.body_start
        if section:
            start = min(self._tails[section - 1] + 1, len(self.text))
        end = self._heads[section] if section < len(self._heads) else len(self.text)
        return Span(start, end)

    def bodies(self) -> Iterator[tuple[int, int]]:
        """Yield start and end of every section's body, in order."""
        start = self.body_start
        for head, tail in zip(self._heads, self._tails, strict=True):
            yield start, head
            start = tail + 1
        yield min(start, len(self.text)), len(self.text)

    def heading_of(self, section: int) -> Heading | None:
        """Return the heading that opens a section; None for section 0."""
        if not section:
            return None
        place = section - 1
        return _heading(self.text, self._heads[place], self._tails[place])

    def heading_path(self, section: int) -> tuple[str, ...]:
        """Return the titles of the headings open in a section, outermost first."""
        titles: list[str] = []
        while section:
            place = section - 1
            title = self._title(place)
            if title:
                titles.append(title)
            section = self._enclosing[place]
        return tuple(reversed(titles))

    def section(self, index: int) -> Section:
        """Return one section as a value."""
        parent = self._enclosing[index - 1] if index else None
        return Section(
            index,
            self.heading_of(index),
            self.body_of(index),
            self.heading_path(index),
            parent or None,
        )

    def sections(self) -> Iterator[Section]:
        """Yield every section in order, section 0 first."""
        return (self.section(index) for index in range(len(self)))

    def section_at(self, offset: int) -> int:
        """Return the index of the section whose heading or body holds `offset`."""
        return bisect_right(self._heads, offset)

    def unsplit_headings(self) -> Iterator[Heading]:
        """Yield the ATX headings of levels 5 and 6, which the splitter takes for text."""
        for start in self._unsplit:
            yield _heading(self.text, start, _line_end(self.text, start))

    def _read_headings(self, report: Report) -> None:
        text = self.text
        innermost = [0] * (DEEPEST_SPLIT_LEVEL + 1)
        section = previous_level = enclosing = 0
        for start, end, level in _atx_headings(text, self.body_start):
            if level > DEEPEST_SPLIT_LEVEL:
                self._unsplit.append(start)
                continue
            if level != previous_level:
                innermost[previous_level:] = [section] * (DEEPEST_SPLIT_LEVEL + 1 - previous_level)
                enclosing, previous_level = innermost[level - 1], level
            self._heads.append(start)
            self._tails.append(end)
            self._levels.append(level)
            self._enclosing.append(enclosing)
            section += 1
            if not section % _REPORT_EVERY:
                report(start, len(text))

    def _title(self, place: int) -> str:
        """Return a heading's title.

        The last one of each level is remembered: all chunks of a section ask for the same, and a
        title may be huge.
        """
        level = self._levels[place]
        known_place, title = self._latest_titles[level]
        if known_place != place:
            title = _title_in(self.text[self._heads[place] : self._tails[place]])
            self._latest_titles[level] = place, title
        return title


def front_matter_end(text: str) -> int:
    """Return the offset after the YAML front matter's closing line; 0 where there is none."""
    opener = _FRONT_MATTER_OPENER.match(text)
    if opener is None:
        return 0
    closer = _FRONT_MATTER_CLOSER.search(text, opener.end() - 1)
    return closer.end() if closer else 0


def title_of(text: str, given: str | None = None, file_name: str | None = None) -> str:
    """Return the title of a page; never blank.

    The first of these that is not blank, trimmed: `given`; `title:` of the front matter where it
    is a string; the first level-1 heading with text; `file_name` without its last suffix;
    `Untitled`.
    """
    return (
        (given or "").strip()
        or _front_matter_title(text)
        or _first_heading_title(text)
        or _stem(file_name or "").strip()
        or "Untitled"
    )


def _atx_headings(text: str, start: int) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and level of the line of every ATX heading from `start` on."""
    if "#" not in text:
        return
    first = _FIRST_LINE.match(text, start)
    lines: Iterator[re.Match[str]] = chain(
        [first] if first else [], _NEXT_LINE.finditer(text, start)
    )
    while (found := next(lines, None)) is not None:
        run, run_end = found.span(_HEADING_GROUP)
        if run >= 0:
            begin, end = found.span()
            yield begin + (text[begin] == "\n"), end, run_end - run + 1
            continue
        group = found.lastindex or 0
        run, run_end = found.span(group)
        closer = _fence_closer(text[run], run_end - run + 1, group >= _FIRST_ITEM_GROUP)
        closed = closer.search(text, found.end())
        if closed is None:
            return
        lines = _NEXT_LINE.finditer(text, closed.end())


@lru_cache(maxsize=64)
def _fence_closer(mark: str, length: int, in_item: bool) -> re.Pattern[str]:
    indent = r"[ \t]*+" if in_item else " {0,3}+"
    return re.compile(rf"\n{indent}{mark}{{{length},}}+[^\S\n]*+(?=\n|\Z)")


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _heading(text: str, start: int, end: int) -> Heading:
    line = text[start:end].lstrip(" ")
    level = len(line) - len(line.lstrip("#"))
    return Heading(Span(start, end), level, _title_in(line))


def _title_in(line: str) -> str:
    content = line.lstrip(" ").lstrip("#").strip(" \t")
    return _CLOSING_HASHES.sub("", content).strip()


def _first_heading_title(text: str) -> str:
    for start, end, level in _atx_headings(text, front_matter_end(text)):
        if level == 1:
            title = _title_in(text[start:end])
            if title:
                return title
    return ""


def _front_matter_title(text: str) -> str:
    source = text[: front_matter_end(text)]
    if "title" not in source or len(source) > FRONT_MATTER_LIMIT:
        return ""
    lines = source.rstrip().split("\n")[1:-1]
    return _yaml_title("\n".join(lines)).strip()


def _yaml_title(source: str) -> str:
    """Return `title:` where it is a string, else nothing.

    Only the nodes are made, never the values: merged keys could make those grow without bound.
    """
    import yaml

    try:
        fields = yaml.compose(source, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, RecursionError):
        return ""
    if not isinstance(fields, yaml.MappingNode):
        return ""
    titles = [value for key, value in fields.value if key.value == "title"]
    if not titles or titles[-1].tag != "tag:yaml.org,2002:str":
        return ""
    return str(titles[-1].value)


def _stem(file_name: str) -> str:
    stem, dot, _ = file_name.rpartition(".")
    return stem if dot and stem else file_name
