"""Whether a full stop, exclamation or question mark really ends a sentence."""

import re
from typing import Final

from chunkscope.core.packing import TERMINATORS
from chunkscope.core.segmentation import has_unspaced_script, sentences_of
from chunkscope.core.spans import Span

_CLOSERS: Final = re.compile(
    r"""(?:["'”’»)\]}*_~`」』）】]|</[A-Za-z][^<>\n]{0,50}>|\[\^[^\]\n]{1,40}\])*"""
)
_TOKEN: Final = 40
_SHOWN: Final = 20
_CONTEXT: Final = 200
_NUMBERING: Final = re.compile(r"(?:^|\n)[ \t>]*[0-9]{1,9}\.$")
_NEVER_LAST: Final = (
    " e.g. i.e. eg. ie. vs. cf. viz. approx. ca. dr. mr. mrs. ms. prof. st. messrs. fig. figs. "
    "eq. vol. pp. incl. excl. resp. esp. z.b. d.h. bzw. u.a. vgl. p.ej. p.ex. т.е. т.к. напр. "
)
_LAST_BEFORE_A_NUMBER: Final = " no. nos. p. sec. sect. ch. art. nr. max. min. "
_OPENERS: Final = "(\"'“‘«[{*_`>~-/"


def ends_falsely(text: str, cut: int) -> bool:
    """Say whether the mark that ends at `cut` ends no sentence, so that the cut is inside one."""
    closed = _CLOSERS.match(text, cut)
    following = closed.end() if closed else cut
    if following >= len(text):
        return False
    if not text[following].isspace():
        return not _is_own_sentence(text, cut, following)
    token = _token_before(text, cut)
    if f" {token} " in _NEVER_LAST:
        return True
    rest = text[following : following + _CONTEXT].lstrip()
    if f" {token} " in _LAST_BEFORE_A_NUMBER:
        return rest[:1].isdigit()
    return text[cut - 1] == "." and rest[:1].islower() and not _unicode_ends_here(text, cut)


def cuts_numbering(text: str, cut: int) -> bool:
    """Say whether the full stop before `cut` is that of a list item's number."""
    return _NUMBERING.search(text[max(0, cut - 20) : cut]) is not None


def cut_in_words(text: str, cut: int) -> str:
    """Return the words on both sides of the cut, with a bar between: `e.g. | a table`."""
    before = text[max(0, cut - _TOKEN) : cut].rsplit(maxsplit=1)[-1][-_SHOWN:]
    return f"{before} | {' '.join(text[cut : cut + _SHOWN].split()[:2])}"


def token_around(text: str, cut: int) -> Span:
    """Return the word, number or address that the cut falls into or behind."""
    start = cut
    while start > max(0, cut - _TOKEN) and not text[start - 1].isspace():
        start -= 1
    end = cut
    while end < min(len(text), cut + _TOKEN) and not text[end].isspace():
        end += 1
    return Span(start, end)


def _is_own_sentence(text: str, cut: int, following: int) -> bool:
    """Say whether the sentence ends although no space follows."""
    letter = text[following]
    if letter == "<" and text.startswith(("<br", "<p", "</", "<!--"), following):
        return True
    if letter in TERMINATORS or letter in "…。！？":
        return True
    return has_unspaced_script(letter) and not text[cut - 2 : cut - 1].isdigit()


def _token_before(text: str, cut: int) -> str:
    words = text[max(0, cut - _TOKEN) : cut].split()
    return words[-1].lstrip(_OPENERS).lower() if words else ""


def _unicode_ends_here(text: str, cut: int) -> bool:
    """Say whether UAX 29 sees a sentence's end at `cut`, too."""
    start = max(0, cut - _CONTEXT)
    source = text[start : cut + _CONTEXT].replace("\n", " ")
    return any(span.end == cut for span in sentences_of(source, start))
