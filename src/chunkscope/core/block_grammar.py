"""What a line of markdown may begin, and the columns that blocks are kept in."""

import re
from array import array
from enum import StrEnum
from typing import Final

from chunkscope.core.raw_html import TornHtml

TAB: Final = 4

QUOTE: Final = re.compile(r"(?: {0,3}> ?)+")
MARKER: Final = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])(?:([ \t]+)|$)")
ATX: Final = re.compile(r"#{1,6}(?:[ \t]|$)")
FENCE: Final = re.compile(r"(`{3,})[^`]*$|(~{3,})")
BREAK: Final = re.compile(r"(?:[-][ \t]*){3,}$|(?:[*][ \t]*){3,}$|(?:_[ \t]*){3,}$")
DEFINITION: Final = re.compile(r"\[[^\]^][^\]]*\]:\s")
DIRECTIVE: Final = re.compile(
    r":::|///|!!![ \t]|\?\?\?\+?[ \t]|(?:import|export)[ \t].*(?:from|=|\{)"
)
RAW_HTML: Final = re.compile(
    r"<(!--|(?:pre|script|style|textarea)(?=[\s>]|$)|\?|!\[CDATA\[)", re.IGNORECASE
)
BLOCK_TAGS: Final = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|"
    "dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|"
    "header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|"
    "param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
BLOCK_HTML: Final = re.compile(rf"</?(?:{BLOCK_TAGS})(?=[\s/>]|$)|<![A-Za-z]", re.IGNORECASE)
LONE_TAG: Final = re.compile(r"</?[A-Za-z][\w.-]*(?:[\s/][^<>]*)?>[ \t]*$|<[A-Z][\w.]*[ \t]*$")
# The tag of a component (MDX); what stands below it is markdown.
COMPONENT: Final = re.compile(r"</?(?:[A-Z][\w.]*(?:\s[^<>]*)?)?/?>[ \t]*$")
TEMPLATE: Final = re.compile(r"\{(?:/\*|\{|%).*\}[ \t]*$")


class Kind(StrEnum):
    """What a block is."""

    FRONT_MATTER = "front matter"
    HEADING = "heading"
    SETEXT_HEADING = "setext heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list item"
    QUOTE = "quote"
    TABLE = "table"
    HTML_TABLE = "html table"
    FENCED_CODE = "fenced code"
    INDENTED_CODE = "indented code"
    HTML = "html"
    OTHER = "other"


KINDS: Final = tuple(Kind)
(
    FRONT_MATTER,
    HEADING,
    SETEXT,
    PARAGRAPH,
    ITEM,
    QUOTED,
    TABLE,
    HTML_TABLE,
    FENCED,
    INDENTED,
    HTML,
    OTHER,
) = range(len(KINDS))
NONE: Final = -1
TEXT_KINDS: Final = frozenset((PARAGRAPH, ITEM, QUOTED))


class Columns:
    """Blocks as columns, in document order; filled once, then only read."""

    __slots__ = ("ends", "kinds", "raw_code", "starts", "torn_html", "unclosed_fences")

    def __init__(self) -> None:
        self.kinds = bytearray()
        self.starts = array("I")
        self.ends = array("I")
        self.unclosed_fences: set[int] = set()
        self.raw_code: set[int] = set()
        self.torn_html: tuple[TornHtml, ...] = ()

    def append(self, kind: int, start: int, end: int) -> None:
        """Add one block behind the others."""
        self.kinds.append(kind)
        self.starts.append(start)
        self.ends.append(end)


class Fence:
    """An open fence, and what closes it.

    Attributes:
        mark: Its character.
        length: Of its run.
        any_indent: Whether the closing line may be indented by more than three spaces.
        quoted: Whether it stands in a quote, which the splitter takes for no fence.
        content_indent: Of the list item around it; -1 for a fence by the splitter's rule.
    """

    __slots__ = ("any_indent", "content_indent", "length", "mark", "quoted")

    def __init__(self, run: str, *, any_indent: bool, quoted: bool, content_indent: int) -> None:
        self.mark = run[0]
        self.length = len(run)
        self.any_indent = any_indent
        self.quoted = quoted
        self.content_indent = content_indent

    @property
    def splits(self) -> bool:
        """Whether the splitter sees this fence, too."""
        return not self.quoted and self.content_indent < 0

    def is_closed_by(self, stripped: str, indent: int) -> bool:
        """Say whether a line, its indent taken off, closes the fence."""
        if stripped[:1] != self.mark or (indent >= TAB and not self.any_indent):
            return False
        rest = stripped.lstrip(self.mark)
        return len(stripped) - len(rest) >= self.length and (not rest or rest.isspace())


def quote_width(stripped: str) -> int:
    """Return how many characters of quote marks a line begins with."""
    found = QUOTE.match(stripped)
    return found.end() if found else 0


def interrupts(stripped: str) -> bool:
    """Say whether a line that follows a quote begins something else than text."""
    return stripped[0] in "-*+#`~<|" or stripped[0].isdigit() or stripped.startswith((":::", "///"))


def may_mark(first: str) -> bool:
    """Say whether a list item may begin with this character."""
    return first in "-*+" or first.isdigit()


def is_directive(stripped: str, *, in_text: bool) -> bool:
    """Say whether a line is a definition of a link, or speaks to the program that makes pages."""
    first = stripped[0]
    if first == "[":
        return not in_text and DEFINITION.match(stripped) is not None
    if first == "{":
        return TEMPLATE.match(stripped) is not None
    return first in ":/!?ie" and DIRECTIVE.match(stripped) is not None


def is_delimiter_row(stripped: str) -> bool:
    """Say whether a line is what stands below the header of a pipe table."""
    return "|" in stripped and "-" in stripped and not stripped.strip("|:- \t\r")
