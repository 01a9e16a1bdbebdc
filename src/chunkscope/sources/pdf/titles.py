"""Where the outline's titles stand on a page, and the room that they get in its reading order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from chunkscope.sources.pdf.layout import Row, key_of
from chunkscope.sources.pdf.lines import Line

MOST_ROWS: Final = 6  # of one title

_MOST_EXTRA: Final = 30  # letters and digits that a page adds to a title
_MOST_EXTRA_LETTERS: Final = 0.34  # of the title's own
_STEP: Final = 1.8  # of the size, between two rows of a title
_INDENT: Final = 4.0  # of the size, of a title's further rows
_AROUND: Final = 4  # lines, from top to bottom, that may stand beside one
_MOST_TITLES: Final = 60  # of a page that may stand in its margin
_FOOT: Final = 0.87  # of a page's height
_NUMBERING: Final = re.compile(
    r"^\s*(?:(?:chapter|section|appendix|part|kapitel|abschnitt|anhang|teil)\s+)?"
    r"(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)+|[A-Z]|[IVXLC]+)[.:)]?\s+",
    re.IGNORECASE,
)
_KINDS: Final = frozenset(
    {"exhibit", "chapter", "section", "appendix", "annex", "part", "figure", "table"}
    | {"kapitel", "abschnitt", "anhang", "teil", "abbildung", "tabelle"}
)


@dataclass(frozen=True, slots=True)
class Title:
    """What the outline calls a heading, which a page may number or date otherwise.

    Attributes:
        key: All of it by `key_of`.
        bare: Its key without its number.
        opening: The key of its first word.
    """

    key: str
    bare: str
    opening: str

    def opens_at(self, key: str) -> bool:
        """Tell whether a row of this key can be the title's first."""
        if not key or not self.key or len(key) > len(self.key) + _MOST_EXTRA:
            return False
        return self.key.startswith(key) or self.bare.startswith(key) or self.opening in key

    def cost_in(self, text: str, key: str) -> int | None:
        """Return how badly a text of this key says the title, 0 for exactly; None if it does not.

        1 is a date or the like within it, 2 another number before it.
        """
        if key == self.key:
            return 0
        if not self.bare or not len(self.bare) <= len(key) <= len(self.key) + _MOST_EXTRA:
            return None
        if self._is_within(text):
            return 1
        if key == self.bare or (
            key.endswith(self.bare) and key_of(_NUMBERING.sub("", text)) == self.bare
        ):
            return 2
        return None

    def _is_within(self, text: str) -> bool:
        rest = self.key
        letters = 0
        for word in filter(None, map(key_of, text.split())):
            if rest.startswith(word):
                rest = rest[len(word) :]
            elif word not in _KINDS and not any(sign.isdigit() for sign in word):
                letters += len(word)
        return not rest and letters <= _MOST_EXTRA_LETTERS * len(self.key)


def title_of(text: str) -> Title:
    """Return a title by its text."""
    key = key_of(text)
    opening = next(filter(None, map(key_of, text.split())), "")
    return Title(key, key_of(_NUMBERING.sub("", text)) or key, opening)


def places_in(
    title: Title, texts: Sequence[str], keys: Sequence[str], *, exactly: bool = False
) -> Iterator[tuple[int, int, int]]:
    """Yield (cost, first, count) of the consecutive texts that say a title; keys are theirs.

    `exactly` leaves out those that add something before the title, and takes far less time.
    """
    for first, opening in enumerate(keys):
        if not opening or (exactly and not title.key.startswith(opening)):
            continue
        if not title.opens_at(opening):
            continue
        key = text = ""
        for count in range(1, min(MOST_ROWS, len(keys) - first) + 1):
            key += keys[first + count - 1]
            text = f"{text} {texts[first + count - 1]}"
            if len(key) > len(title.key) + _MOST_EXTRA:
                break
            cost = title.cost_in(text, key)
            if cost is not None:
                yield cost, first, count
                break


def beside_text(
    lines: Sequence[Line], titles: Sequence[Title], height: float
) -> list[tuple[Line, ...]]:
    """Return the lines of titles that stand in a margin of their own, from top to bottom.

    Text stands beside such a title's first line, and below its last nothing does, as far as the
    next one.
    """
    ordered = sorted((line for line in lines if line.upright), key=lambda line: line.top)
    keys = {
        place: key_of(ordered[place].text)
        for place in range(len(ordered))
        if titles and _has_neighbour(ordered, place)
    }
    stacks: dict[int, tuple[Line, ...]] = {}
    for title in titles[:_MOST_TITLES]:
        for place, key in keys.items():
            if place not in stacks and title.opens_at(key):
                stack = _stack_of(title, ordered, place)
                if stack:
                    stacks[place] = stack
                    break
    found = [stacks[place] for place in sorted(stacks)]
    own = {id(line) for stack in found for line in stack}
    others = [line for line in ordered if id(line) not in own]
    ends = [*(stack[0].top for stack in found), _FOOT * height][1:]
    return [
        stack
        for stack, end in zip(found, ends, strict=True)
        if not any(_is_below(line, stack, end) for line in others)
    ]


def _stack_of(title: Title, lines: Sequence[Line], place: int) -> tuple[Line, ...]:
    """Return the lines at one edge, from `place` down, that say the title; none if they do not."""
    stack = [lines[place]]
    for line in lines[place:]:
        last, size = stack[-1], max(stack[-1].size, 1.0)
        if line is not last:
            step = line.baseline - last.baseline
            if step > _STEP * size:
                break
            if step < 0.5 * size or abs(line.left - stack[0].left) > size:
                continue
            stack.append(line)
        text = " ".join(part.text for part in stack)
        if title.cost_in(text, key_of(text)) is not None:
            return tuple(stack)
        if len(stack) == MOST_ROWS:
            break
    return ()


def _has_neighbour(lines: Sequence[Line], place: int) -> bool:
    """Tell whether text stands to the right of a line; `lines` go from top to bottom."""
    line = lines[place]
    near = (*lines[max(0, place - _AROUND) : place], *lines[place + 1 : place + 1 + _AROUND])
    return any(
        other.left > line.right and other.top < line.bottom and other.bottom > line.top
        for other in near
    )


def _is_below(line: Line, stack: Sequence[Line], end: float) -> bool:
    """Tell whether a line takes room in a title's margin before the next title."""
    right = max(part.right for part in stack)
    return line.left < right and stack[0].bottom < line.middle < end - line.size


def split_at_titles(rows: Sequence[Row], titles: Sequence[Title]) -> list[Row]:
    """Give titles that share rows with other cells rows of their own."""
    if not titles:
        return list(rows)
    keys = {title.key for title in titles}
    split: list[Row] = []
    place = 0
    while place < len(rows):
        row = rows[place]
        if len(row.cells) == 1 or key_of(row.text) in keys:
            split.append(row)
            place += 1
            continue
        parts, count = _parts_at(rows, place, titles)
        split += parts
        place += count
    return split


def _parts_at(rows: Sequence[Row], place: int, titles: Sequence[Title]) -> tuple[list[Row], int]:
    """Return the rows that a row becomes, and how many rows went into them."""
    cells = rows[place].cells
    parts: list[Row] = []
    begin = 0
    for index, cell in enumerate(cells):
        count = max((_rows_of_title(title, rows, place, index) for title in titles), default=0)
        if not count:
            continue
        if index > begin:
            parts.append(Row(cells[begin:index]))
        parts.append(Row((cell,)))
        begin = index + 1
        if count > 1:
            further = rows[place + 1 : place + count]
            parts += [Row(row.cells[:1]) for row in further]
            parts += [Row(cells[begin:])] if begin < len(cells) else []
            parts += [Row(row.cells[1:]) for row in further if len(row.cells) > 1]
            return parts, count
    if begin < len(cells):
        parts.append(Row(cells[begin:]))
    return parts, 1


def _rows_of_title(title: Title, rows: Sequence[Row], place: int, index: int) -> int:
    """Return how many rows a title takes whose first is the cell; 0 if it does not begin there."""
    cell = rows[place].cells[index]
    key = key_of(cell.text)
    if not key or not title.key.startswith(key):
        return 0
    count = 1
    before = cell
    while key != title.key and place + count < len(rows) and count < MOST_ROWS:
        line = rows[place + count].first
        near = abs(line.left - cell.left) <= _INDENT * max(cell.size, 1.0)
        if not near or not 0 < line.baseline - before.baseline <= _STEP * max(cell.size, 1.0):
            return 0
        key += key_of(line.text)
        before = line
        count += 1
    return count if key == title.key else 0
