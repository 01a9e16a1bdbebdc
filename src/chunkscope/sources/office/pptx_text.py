"""Text frames of a deck: paragraphs with their letters, and which of them are items of a list."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final
from xml.etree.ElementTree import Element

from chunkscope.sources.office.docx_numbering import spelled
from chunkscope.sources.office.drawings import alternative
from chunkscope.sources.office.lists import Item, list_of
from chunkscope.sources.office.markdown import Ledger, Piece, apart, inline, opened, plain, trimmed
from chunkscope.sources.office.math import equation
from chunkscope.sources.office.package import MC, A, M, Package, R, child, whole_number

LEVELS: Final = 9

_DEEPEST: Final = 30
_MATH: Final = "{http://schemas.microsoft.com/office/drawing/2010/main}m"
_ESCAPED: Final = re.compile(r"_x00(?:0[0-9A-Fa-f]|1[0-9A-Fa-f])_|[\v\f]")
_FORMS: Final = {
    "arabic": "decimal",
    "alphaLc": "lowerLetter",
    "alphaUc": "upperLetter",
    "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
}
_CLOSED: Final = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Plain": "{}"}
_NUMBERED: Final = re.compile(rf"({'|'.join(_FORMS)})({'|'.join(_CLOSED)})$")
_BULLETS: Final = frozenset((A + "buChar", A + "buBlip", A + "buAutoNum", A + "buNone"))


@dataclass(frozen=True, slots=True)
class Frame:
    """A text frame.

    Attributes:
        body: Its paragraphs.
        styles: Where its bullets may be told, nearest first: lists of properties by level.
    """

    body: Element
    styles: tuple[Element, ...] = ()


@dataclass(frozen=True, slots=True)
class Texts:
    """Reads the text frames of one part."""

    package: Package
    part: str
    ledger: Ledger

    def title(self, body: Element) -> str:
        """Return a frame's text as a heading has it."""
        pieces: list[Piece] = []
        for paragraph in body.iter(A + "p"):
            pieces += [*self._pieces(paragraph), Piece(" ")]
        return plain(replace(piece, text=piece.text.replace("\n", " ")) for piece in pieces)

    def markdown(self, frame: Frame) -> str:
        """Return a frame's paragraphs and lists."""
        written = []
        for is_item, group in groupby(self._paragraphs(frame), key=lambda one: one[0]):
            run = [item for _, item in group]
            written += [list_of(run)] if is_item else [item.text for item in run]
        return "\n\n".join(written)

    def lines(self, body: Element) -> str:
        """Return a frame's paragraphs as lines, for the cell of a table."""
        texts = (self._text(paragraph) for paragraph in body.iter(A + "p"))
        return "\n".join(text for text in texts if text)

    def _paragraphs(self, frame: Frame) -> Iterator[tuple[bool, Item]]:
        """Yield paragraphs, and whether each is an item."""
        counts: dict[int, int] = {}
        for paragraph in frame.body.iter(A + "p"):
            properties = child(paragraph, A + "pPr")
            level = 0 if properties is None else whole_number(properties.get("lvl"))
            level = min(max(level, 0), LEVELS - 1)
            text = self._text(paragraph)
            bullet = _bullet(properties, level, frame.styles)
            if not text:
                continue
            counts = {depth: count for depth, count in counts.items() if depth <= level}
            if bullet is None or bullet.tag == A + "buNone":
                counts.pop(level, None)
                yield False, Item(text)
            elif bullet.tag == A + "buAutoNum":
                start = whole_number(bullet.get("startAt"), 1)
                counts[level] = counts[level] + 1 if level in counts else start
                yield True, _numbered(text, level, counts[level], bullet.get("type", ""))
            else:
                counts.pop(level, None)
                yield True, Item(text, level)

    def _text(self, paragraph: Element) -> str:
        lines = inline(list(self._pieces(paragraph))).replace("\t", " ").split("\n")
        return opened(apart((trimmed(line) for line in lines), "  \n"))

    def _pieces(self, element: Element, depth: int = 0) -> Iterator[Piece]:
        for inner in element if depth < _DEEPEST else ():
            if inner.tag in (A + "r", A + "fld"):
                yield from self._run(inner)
            elif inner.tag == A + "br":
                yield Piece("\n")
            elif inner.tag == MC + "AlternateContent" and len(inner):
                yield from self._pieces(alternative(inner), depth + 1)
            elif inner.tag == _MATH or inner.tag == M + "oMathPara":
                yield from self._pieces(inner, depth + 1)
            elif inner.tag == M + "oMath":
                yield Piece(equation(inner, apart=element.tag == M + "oMathPara"), raw=True)

    def _run(self, run: Element) -> Iterator[Piece]:
        text = _ESCAPED.sub("\n", "".join(one.text or "" for one in run if one.tag == A + "t"))
        properties = child(run, A + "rPr")
        if text and properties is None:
            yield Piece(text)
        elif text and properties is not None:
            yield Piece(
                text.replace("\xad", ""),
                properties.get("b") in ("1", "true"),
                properties.get("i") in ("1", "true"),
                properties.get("strike", "noStrike") != "noStrike",
                link=self._link(properties),
            )

    def _link(self, properties: Element) -> str | None:
        click = child(properties, A + "hlinkClick")
        if click is None:
            return None
        related = self.package.relations(self.part).get(click.get(R + "id", ""))
        return related.target if related is not None and related.external else None


def _numbered(text: str, level: int, number: int, form: str) -> Item:
    """Return an item whose marker is of a form such as `arabicPeriod` or `alphaLcParenR`."""
    match = _NUMBERED.match(form)
    letters, closing = ("arabic", "Period") if match is None else match.groups()
    if letters == "arabic" and closing != "ParenBoth" and number >= 0:
        return Item(text, level, number, ")" if closing == "ParenR" else ".")
    shown = _CLOSED[closing].format(spelled(number, _FORMS[letters]))
    return Item(text, level, label=shown)


def _bullet(properties: Element | None, level: int, styles: Sequence[Element]) -> Element | None:
    """Return what tells a paragraph's bullet, its own properties before those it inherits."""
    told = _own_bullet(properties)
    for style in styles:
        if told is not None:
            return told
        told = _own_bullet(child(style, f"{A}lvl{level + 1}pPr"))
    return told


def _own_bullet(properties: Element | None) -> Element | None:
    found = (one for one in (() if properties is None else properties) if one.tag in _BULLETS)
    return next(found, None)
