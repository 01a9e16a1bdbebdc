"""What pasted text is."""

import re
from typing import Final

_LOOKED_AT: Final = 100_000
_MARKDOWN_LINE: Final = re.compile(r"^ {0,3}(?:#{1,6}[ \t]+\S|```|~~~|\|.*\|[ \t]*$)", re.MULTILINE)
_ADDRESS: Final = re.compile(r"https?://[^\s/?#]+\S*", re.IGNORECASE)
_LONGEST_ADDRESS: Final = 4000


def address_in(text: str) -> str | None:
    """Return the one web address that a text is, without blanks around it; None for all else."""
    text = text.strip()
    whole = len(text) <= _LONGEST_ADDRESS and _ADDRESS.fullmatch(text)
    return text if whole else None


def looks_like_markdown(text: str) -> bool:
    """Say whether text has a heading, a fence or a table row in markdown.

    Editors put coloured HTML beside it on the clipboard, which would turn it all into code.
    """
    return _MARKDOWN_LINE.search(text[:_LOOKED_AT]) is not None
