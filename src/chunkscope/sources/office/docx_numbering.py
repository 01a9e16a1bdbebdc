"""The lists of a Word document: which marker a paragraph has, counted as Word counts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final
from xml.etree.ElementTree import Element

from chunkscope.sources.office.docx_styles import Styles
from chunkscope.sources.office.package import W, child, is_on, whole_number

LEVELS: Final = 9

_MOST_LETTERS: Final = 26 * 5
_MOST_IN_MARKDOWN: Final = 999_999_999
_MOST_ROMAN: Final = 3999
_ROMAN: Final = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_WORD: Final = re.compile(r"[^\W\d_]{2}")
_PLACE: Final = re.compile(r"%\d")
_CIRCLED: Final = range(1, 21)


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list.

    Attributes:
        form: How it counts, such as `decimal`; `bullet`, or `none`.
        text: Its marker, `%1` standing for the number of the first level and so on.
        style: Id of the style whose paragraphs are on it.
        restarts: It counts anew after items of levels below this number; None for all above it.
    """

    form: str = "decimal"
    text: str = ""
    start: int = 1
    style: str | None = None
    legal: bool = False
    restarts: int | None = None


@dataclass(frozen=True, slots=True)
class Marker:
    """What stands before a paragraph.

    Attributes:
        text: As Word shows it; empty for a bullet.
        number: Of the item, where its marker is that number alone.
        closed_by: What follows such a number: a full stop, or a parenthesis.
        named: Whether it has words, such as `Figure 3`, and so opens a paragraph, not an item.
    """

    level: int
    text: str = ""
    number: int | None = None
    closed_by: str = "."
    named: bool = False


@dataclass(slots=True)
class _List:
    abstract: str
    levels: dict[int, Level]
    restarted: dict[int, int] = field(default_factory=dict)


class Numbering:
    """Gives each paragraph of a list its marker; to be asked in document order."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._lists: dict[str, _List] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._used: set[str] = set()
        if root is not None:
            self._read(root, styles)

    def marker(self, identity: str, level: int | None, style: str | None) -> Marker | None:
        """Return the marker of the next item of a list; None where it has none.

        Args:
            identity: Of the list, as a paragraph names it.
            level: From 0; None for that of the paragraph's style.
            style: Id of the paragraph's style.
        """
        listed = self._lists.get(identity)
        if listed is None:
            return None
        if level is None:
            linked = (depth for depth, one in listed.levels.items() if one.style == style)
            level = next(linked, 0)
        level = min(max(level, 0), LEVELS - 1)
        numbers = self._counted(identity, listed, level)
        return _marker(listed.levels, level, numbers)

    def _counted(self, identity: str, listed: _List, level: int) -> list[int]:
        """Count an item; return the numbers of its level and of those above."""
        counts = self._counts.setdefault(listed.abstract, [None] * LEVELS)
        if identity not in self._used:
            self._used.add(identity)
            for depth in listed.restarted:
                counts[depth] = None
        numbers = []
        for depth in range(level + 1):
            start = listed.restarted.get(depth, listed.levels.get(depth, Level()).start)
            count = counts[depth]
            if count is None:
                count = start
            elif depth == level:
                count += 1
            counts[depth] = count
            numbers.append(count)
        for depth in range(level + 1, LEVELS):
            restarts = listed.levels.get(depth, Level()).restarts
            if level < (depth if restarts is None else restarts):
                counts[depth] = None
        return numbers

    def _read(self, root: Element, styles: Styles) -> None:
        abstracts = {one.get(W + "abstractNumId", ""): one for one in root.iter(W + "abstractNum")}
        abstract_of: dict[str, str] = {}
        for one in root.iter(W + "num"):
            abstract_of[one.get(W + "numId", "")] = _value(one, "abstractNumId") or ""
        for one in root.iter(W + "num"):
            identity = one.get(W + "numId", "")
            abstract = abstract_of[identity]
            linked = _value(abstracts.get(abstract), "numStyleLink")
            if linked is not None:
                abstract = abstract_of.get(styles.list_of_style(linked) or "", abstract)
            if identity == "0" or abstract not in abstracts:
                continue
            listed = _List(abstract, dict(_levels(abstracts[abstract])))
            for change in one.iter(W + "lvlOverride"):
                _override(listed, change)
            self._lists[identity] = listed


def _override(listed: _List, change: Element) -> None:
    level = whole_number(change.get(W + "ilvl"))
    listed.levels.update(_levels(change))
    start = _value(change, "startOverride")
    if start is not None:
        listed.restarted[level] = whole_number(start, 1)
        listed.levels[level] = replace(
            listed.levels.get(level, Level()), start=listed.restarted[level]
        )


def _levels(element: Element) -> Iterator[tuple[int, Level]]:
    for one in element:
        if one.tag != W + "lvl":
            continue
        form = child(one, W + "numFmt")
        restart = _value(one, "lvlRestart")
        yield (
            whole_number(one.get(W + "ilvl")),
            Level(
                "decimal" if form is None else form.get(W + "val", "decimal"),
                _value(one, "lvlText") or "",
                whole_number(_value(one, "start"), 1),
                _value(one, "pStyle"),
                is_on(child(one, W + "isLgl")),
                None if restart is None else whole_number(restart),
            ),
        )


def _marker(levels: dict[int, Level], level: int, numbers: list[int]) -> Marker | None:
    own = levels.get(level, Level(text=f"%{level + 1}."))
    if own.form == "bullet":
        return Marker(level)
    shown = own.text
    for depth, number in enumerate(numbers):
        form = "decimal" if own.legal else levels.get(depth, Level()).form
        shown = shown.replace(f"%{depth + 1}", spelled(number, form))
    shown = shown.strip()
    if not shown:
        return None
    number = numbers[level]
    if _WORD.search(_PLACE.sub(" ", own.text)):
        return Marker(level, shown, named=True)
    alone = shown[:-1] == str(number) and shown[-1] in ".)" and 0 <= number <= _MOST_IN_MARKDOWN
    if shown == str(number) and 0 <= number <= _MOST_IN_MARKDOWN:
        return Marker(level, shown, number)
    return Marker(level, shown, number if alone else None, shown[-1] if alone else ".")


def spelled(number: int, form: str) -> str:
    """Return a number as a form of Word's writes it; in digits where that is not known."""
    if form == "none":
        return ""
    if form == "decimalZero":
        return f"{number:02}"
    if form in ("lowerLetter", "upperLetter") and 0 < number <= _MOST_LETTERS:
        letters = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letters if form == "lowerLetter" else letters.upper()
    if form in ("lowerRoman", "upperRoman") and 0 < number <= _MOST_ROMAN:
        roman = _roman(number)
        return roman if form == "lowerRoman" else roman.upper()
    if form.startswith("decimalEnclosedCircle") and number in _CIRCLED:
        return chr(ord("①") + number - 1)
    return str(number)


def _roman(number: int) -> str:
    written = ""
    for value, letters in _ROMAN:
        written += letters * (number // value)
        number %= value
    return written


def _value(element: Element | None, name: str) -> str | None:
    inner = child(element, W + name)
    return None if inner is None else inner.get(W + "val")
