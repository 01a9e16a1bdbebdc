"""Names and texts of others as a terminal may print them: nothing in them steers it."""

import re
from typing import Final

_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def one_line(text: str) -> str:
    """Return a sentence on one line, every run of white space as one space."""
    return printable(" ".join(text.split()))


def printable(name: str) -> str:
    """Return a name on one line, as long as it was; a space stands for what cannot be seen.

    What no encoding holds stays, for the stream writes it as an escape.
    """
    return "".join(c if c.isprintable() or "\ud800" <= c <= "\udfff" else " " for c in name)


def without_controls(text: str) -> str:
    """Return a text with its lines and tabs, U+FFFD for every other control character."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)
