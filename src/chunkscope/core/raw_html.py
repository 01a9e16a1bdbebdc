"""HTML that is no markdown up to its closing tag, and the lines of it that cut the page.

The splitter reads no HTML: a line with `#` cuts inside `<pre>` or a comment as anywhere else. What
stands behind such a line is still what the tag says, which is code, and no prose.
"""

import re
from typing import Final, NamedTuple

from chunkscope.core.spans import Span

RAW_CODE: Final = frozenset(("pre", "code", "script", "style", "textarea"))
_COMMENT: Final = "!--"
_ENDS: Final = {_COMMENT: "-->", "?": "?>", "![cdata[": "]]>"}
_TAG: Final = re.compile(
    r"<(/?)(pre|code|script|style|textarea)(?=[\s>]|$)|<(!--)|(-->)", re.IGNORECASE
)
_BEGINS: Final = r"<{}(?=[\s>]|$)"


class TornHtml(NamedTuple):
    """Raw HTML that lines with `#` cut.

    Attributes:
        tag: Its name in lower case; `!--` for a comment.
        span: From the line that opens it to the end of the one that closes it.
        headings: Those lines.
    """

    tag: str
    span: Span
    headings: tuple[Span, ...]

    @property
    def name(self) -> str:
        """What it is, in words."""
        return "comment" if self.tag == _COMMENT else f"<{self.tag}>"


class RawHtml:
    """The raw HTML that a reader of lines stands in, and what of it was torn so far."""

    def __init__(self, text: str) -> None:
        """Stand outside any, at the start of `text`."""
        self.torn: list[TornHtml] = []
        self.lies_within = False
        self._text = text
        self._tag = ""
        self._start = 0
        self._headings: list[Span] = []
        self._looked: dict[str, tuple[int, int, bool]] = {}

    @property
    def is_open(self) -> bool:
        """Whether the next line belongs to it."""
        return bool(self._tag)

    @property
    def is_code(self) -> bool:
        """Whether it shows or holds code."""
        return self._tag in RAW_CODE

    def enter(self, tag: str, start: int, *, within: bool = False) -> None:
        """Open one; `within` other HTML, which goes on behind it."""
        self._tag, self._start, self.lies_within = tag, start, within

    def enter_within(self, line: str, start: int, end: int) -> None:
        """Open what a line of other HTML leaves open and a later one closes."""
        tag = _left_open(line) if "<" in line else ""
        if tag and self._closes_behind(tag, end):
            self.enter(tag, start, within=True)

    def is_closed_by(self, line: str) -> bool:
        """Say whether a line holds the end."""
        return _end_of(self._tag) in line.lower()

    def closes_behind(self, offset: int) -> bool:
        """Say whether the end stands behind `offset`, with no other beginning before it."""
        return self._closes_behind(self._tag, offset)

    def tear(self, heading: Span) -> None:
        """Take note of a line that cuts what is open, if anything is."""
        if not self._tag:
            return
        self._headings.append(heading)
        if not self.closes_behind(heading.end):
            self.leave(heading.end)

    def leave(self, end: int) -> None:
        """Stand outside again."""
        if self._headings:
            span = Span(self._start, max(end, self._headings[-1].end))
            self.torn.append(TornHtml(self._tag, span, tuple(self._headings)))
            self._headings.clear()
        self._tag, self.lies_within = "", False

    def _closes_behind(self, tag: str, offset: int) -> bool:
        """Look on from where it was last looked, so that all calls together are linear."""
        since, place, closes = self._looked.get(tag, (0, -1, False))
        if not since <= offset <= place:
            end = re.escape(_end_of(tag))
            begin = _BEGINS.format(tag) if tag in RAW_CODE else re.escape(f"<{tag}")
            found = re.compile(f"({end})|{begin}", re.IGNORECASE).search(self._text, offset)
            place = found.start() if found else len(self._text)
            closes = found is not None and found[1] is not None
            self._looked[tag] = offset, place, closes
        return closes


def _end_of(tag: str) -> str:
    return _ENDS.get(tag, f"</{tag}")


def _left_open(line: str) -> str:
    """Return the outermost tag that a line opens and does not close; empty where there is none."""
    tag = ""
    for found in _TAG.finditer(line):
        name = (found[2] or found[3] or _COMMENT).lower()
        closes = bool(found[1] or found[4])
        if not tag and not closes:
            tag = name
        elif closes and name == tag:
            tag = ""
    return tag
