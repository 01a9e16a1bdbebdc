"""What the text of rows says: items, lines of a table of contents, divided words, markup."""

import re
from collections.abc import Sequence
from typing import Final

from chunkscope.sources.pdf.layout import Row

BULLET: Final = re.compile(
    r"^[•◦▪▫‣⁃●○■□➢➤►▶✓✔❖◆◇\uf0a7\uf0b7\uf0d8\uf0fc\uf076]\s*|^[–∗·„\ue000-\uf8ff]\s+"
)
NUMBERED: Final = re.compile(r"^(?:\(?\d{1,3}[.)]|\(?[a-z][.)]|\([ivx]+\))\s")

_LEADER: Final = re.compile(
    r"(?:(?:\. ?){4,}|(?:· ?){4,}|(?:… ?){2,})\s*(?=(?:[A-Z]{1,3}-)?\d{1,4}$|[ivxlc]{1,7}$)"
)
_DOTS: Final = ("...", ". . .", "···", "· · ·", "……", "… …")
_HYPHENS: Final = ("-", "‐")
_PUNCTUATION: Final = str.maketrans(dict.fromkeys('.,;:!?()[]"', " "))
_LAST_WORD: Final = re.compile(r"[\w'’‐-]+$")
_FIRST_WORD: Final = re.compile(r"\w+")
_LOOKS_LIKE_MARKUP: Final = re.compile(
    r"#{1,6}(?:\s|$)|`{3}|~{3}|>|=+\s*$|-+\s*$|[-+*](?:\s|$)|<[A-Za-z!/?]|\[[^\]]*\]:"
)
_RULE: Final = re.compile(r"(?:[*_-]\s*){3,}$")


def begins_an_item(row: Row) -> bool:
    """Tell whether a row opens with a bullet or a number."""
    text = row.first.text
    return BULLET.match(text) is not None or NUMBERED.match(text) is not None


def is_of_contents(row: Row) -> bool:
    """Tell whether a row is a title, dots and a page's number."""
    text = row.text
    return any(dots in text for dots in _DOTS) and _LEADER.search(text) is not None


def is_rest_of_contents(row: Row) -> bool:
    """Tell whether a row is only the dots and the number of the title above it."""
    return _LEADER.match(row.text) is not None


def without_leader(text: str) -> str:
    """Return a line of a table of contents without its dots."""
    return " ".join(_LEADER.sub(" ", text).split())


def escaped(text: str) -> str:
    """Return a line so that markdown takes it for text."""
    if _LOOKS_LIKE_MARKUP.match(text) or _RULE.match(text):
        return "\\" + text
    return text


def runs_together(before: str, after: str) -> bool:
    """Tell whether a script without spaces goes on, as Chinese and Japanese do."""
    return _is_spaceless(before[-1:]) and _is_spaceless(after[:1])


class Hyphens:
    """Decides whether a hyphen at a line's end divides a word or is part of it."""

    def __init__(self, pages: Sequence[Sequence[Row]]) -> None:
        """Take the rows whose words tell; nothing is read before the first question."""
        self._pages = pages
        self._words: set[str] | None = None

    def joined(self, before: Row, after: Row) -> tuple[str, str] | None:
        """Return the end of the text before and what stands between it and the text after.

        None where no hyphen is at the end; otherwise the end is the hyphen to take away, if any.
        """
        text = before.last.text
        drawn = text.endswith(_HYPHENS)
        if not drawn and not before.last.hyphenated:
            return None
        bare = text[:-1] if drawn else text
        if drawn and (not bare or not bare[-1].isalnum()):
            return None
        keeps = self._keeps(bare, after.first.text, marked=not drawn)
        hyphen = text[-1] if drawn else "-"
        return (hyphen if drawn else ""), (hyphen if keeps else "")

    def _keeps(self, before: str, after: str, *, marked: bool) -> bool:
        last, first = _LAST_WORD.search(before), _FIRST_WORD.match(after)
        if last is None or first is None:
            return not marked
        one, other = last[0].lower(), first[0].lower()
        words = self._known()
        if f"{one}-{other}" in words or any(hyphen in one for hyphen in _HYPHENS):
            return True
        if one + other in words:
            return False
        return last[0][-1].isdigit() or not (
            first[0][0].islower() or (first[0][0].isupper() and last[0].isupper())
        )

    def _known(self) -> set[str]:
        if self._words is None:
            text = " ".join(row.text for rows in self._pages for row in rows)
            self._words = set(text.lower().translate(_PUNCTUATION).split())
        return self._words


def _is_spaceless(letter: str) -> bool:
    return (
        "\u3040" <= letter <= "\u30ff" or "\u3400" <= letter <= "\u9fff" or letter in "。、，：；"
    )
