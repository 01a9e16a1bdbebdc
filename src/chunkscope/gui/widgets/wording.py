"""Figures, tooltips and heading paths as the window writes them."""

import re
from collections.abc import Sequence
from html import escape
from typing import Final

UNKNOWN_FIGURE: Final = "–"
"""Keeps the place of a figure that is still to come."""
PATH_SEPARATOR: Final = " › "
_LONGEST_TIP: Final = 600
_TURNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_LONG_WORD: Final = re.compile(r"\S{25,}")
_PIECE: Final = re.compile(r"[^-_./\\]{1,24}[-_./\\]*|[-_./\\]{1,24}")


def figure(count: int | None) -> str:
    """Return a count with its thousands set apart, or a dash while it is unknown."""
    return UNKNOWN_FIGURE if count is None else f"{count:,}"


def counted(count: int, singular: str, plural: str = "") -> str:
    """Return a count with its noun: `1 heading`, `9 headings`."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def percent_over(share: float) -> str:
    """Return a signed percentage: `+7 %`, `−3 %`, `±0 %`."""
    percent = round(100 * share)
    sign = "+" if percent > 0 else "−" if percent < 0 else "±"
    return f"{sign}{abs(percent):,} %"


def path_of(titles: Sequence[str]) -> str:
    """Return a heading path on one line."""
    return unturned(PATH_SEPARATOR.join(" ".join(title.split()) for title in titles))


def unturned(text: str) -> str:
    """Return `text` without the invisible characters that turn round what follows them.

    An override or an embedding that is never ended would mirror all else on its line. Scripts
    that read from the right do so without them.
    """
    return _TURNS.sub("", text)


def breakable(text: str) -> str:
    """Return `text` so that a label can break words that are longer than its lines.

    Names of files have no blanks; they may break after a mark, or anywhere where there is none.
    """
    return _LONG_WORD.sub(lambda word: _break(word.group()), text)


def _break(word: str) -> str:
    pieces = _PIECE.findall(word)
    return "\N{ZERO WIDTH SPACE}".join(pieces)


def plain_tip(text: str) -> str:
    """Return `text` so that a tooltip shows it letter for letter and wraps it.

    Qt takes any tooltip with a tag in it for rich text; so all of it is escaped.
    """
    text = unturned(text)
    if len(text) > _LONGEST_TIP:
        text = text[:_LONGEST_TIP] + "…"
    return "<qt>" + escape(text).replace("\n", "<br>") + "</qt>" if text else ""
