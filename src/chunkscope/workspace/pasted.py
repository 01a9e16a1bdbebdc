"""What pasted text is."""

import re
from typing import Final

_LOOKED_AT: Final = 100_000
_MARKDOWN_LINE: Final = re.compile(r"^ {0,3}(?:#{1,6}[ \t]+\S|```|~~~|\|.*\|[ \t]*$)", re.MULTILINE)


def looks_like_markdown(text: str) -> bool:
    """Say whether text has a heading, a fence or a table row in markdown.

    Editors put coloured HTML beside it on the clipboard, which would turn it all into code.
    """
    return _MARKDOWN_LINE.search(text[:_LOOKED_AT]) is not None
