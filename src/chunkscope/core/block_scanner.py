"""One pass over a page's lines that says where each block starts and ends."""

import re
from typing import Final

from chunkscope.core.block_grammar import (
    ATX,
    BLOCK_HTML,
    BREAK,
    COMPONENT,
    FENCE,
    FENCED,
    FRONT_MATTER,
    HEADING,
    HTML,
    INDENTED,
    ITEM,
    LONE_TAG,
    MARKER,
    NONE,
    OTHER,
    PARAGRAPH,
    QUOTED,
    RAW_HTML,
    SETEXT,
    TAB,
    TABLE,
    TEXT_KINDS,
    Columns,
    Fence,
    interrupts,
    is_delimiter_row,
    is_directive,
    may_mark,
    quote_width,
)
from chunkscope.core.outline import front_matter_end
from chunkscope.core.progress import Report
from chunkscope.core.raw_html import RawHtml
from chunkscope.core.spans import Span

_REPORT_EVERY: Final = 8192


class Scanner:
    """Reads the lines of one text; `scan` gives the columns."""

    def __init__(self, text: str, report: Report) -> None:
        self._text = text
        self._report = report
        self._columns = Columns()
        self._kind = NONE
        self._start = self._end = self._last_line = 0
        self._fence: Fence | None = None
        self._raw = RawHtml(text)
        self._in_math = False
        self._indents: list[int] = []
        self._quoted = False
        self._after_blank = True

    def scan(self) -> Columns:
        """Return the blocks of the text. Linear in its length."""
        start = front_matter_end(self._text)
        if start:
            self._columns.append(FRONT_MATTER, 0, start)
        total = len(self._text)
        for number, line in enumerate(self._text[start:].split("\n")):
            if not number % _REPORT_EVERY:
                self._report(start, total)
            self._read(line, start)
            start += len(line) + 1
        if self._fence is not None:
            self._columns.unclosed_fences.add(self._start)
        self._close()
        self._raw.leave(self._end)
        self._columns.torn_html = tuple(self._raw.torn)
        return self._columns

    def _read(self, line: str, start: int) -> None:
        stripped = line.lstrip(" \t")
        if not stripped or stripped.isspace():
            self._read_blank()
            return
        end = start + len(line.rstrip())
        indent = len(line) - len(stripped)
        if indent and "\t" in line[:indent]:
            indent = len(line[:indent].expandtabs(TAB))
        if self._fence is not None and self._read_in_fence(stripped, indent, end):
            return
        self._read_content(stripped, indent, start + len(line) - len(stripped), end)
        self._after_blank = False

    def _read_blank(self) -> None:
        if self._fence is not None:
            if not self._fence.quoted:
                return
            self._fence = None
        if self._raw.is_open:
            return
        self._in_math = False
        if self._kind != INDENTED:
            self._close()
        self._after_blank = True

    def _read_in_fence(self, stripped: str, indent: int, end: int) -> bool:
        """Say whether the line belongs to the open fence."""
        fence = self._fence
        assert fence is not None
        if fence.quoted:
            if stripped[0] != ">":
                self._end_fence()
                return False
            stripped = stripped[quote_width(stripped) :]
        elif fence.content_indent >= 0 and indent < min(fence.content_indent, TAB):
            self._end_fence()
            return False
        self._end = end
        if fence.is_closed_by(stripped, indent):
            self._end_fence()
        return True

    def _end_fence(self) -> None:
        self._fence = None
        self._close()
        self._after_blank = False
        if self._raw.is_open and not self._raw.closes_behind(self._end):
            self._raw.leave(self._end)

    def _read_content(self, stripped: str, indent: int, start: int, end: int) -> None:
        """Read a line that is not blank and in no fence; `start` is that of `stripped`."""
        first = stripped[0]
        if indent < TAB and first in "#`~" and self._read_fence_or_heading(stripped, start, end):
            return
        if self._raw.is_open:
            self._continue_raw_html(stripped, start, end)
        elif self._kind == HTML:
            self._end = end
            self._raw.enter_within(stripped, start, end)
        elif self._in_math:
            self._end = end
            self._in_math = "$$" not in stripped
        elif first == ">" and indent < TAB + self._innermost:
            self._read_quote(stripped, start, end)
        else:
            if self._quoted:
                self._leave_quote(stripped)
            self._read_line(stripped, indent, start, end)

    def _read_fence_or_heading(self, stripped: str, start: int, end: int) -> bool:
        is_heading = stripped[0] == "#"
        if (ATX if is_heading else FENCE).match(stripped) is None:
            return False
        is_raw = self._raw.is_open and self._raw.closes_behind(start)
        if is_raw and stripped.startswith("#####"):
            return False
        self._close()
        self._indents.clear()
        self._quoted = self._in_math = False
        if not is_raw:
            self._raw.leave(start)
        if not is_heading:
            return self._open_fence(stripped, start, end, any_indent=False, content_indent=-1)
        self._columns.append(HEADING, start, end)
        self._raw.tear(Span(start, end))
        return True

    def _open_fence(
        self, stripped: str, start: int, end: int, *, any_indent: bool, content_indent: int
    ) -> bool:
        found = FENCE.match(stripped)
        if found is None:
            return False
        self._close()
        self._fence = Fence(
            found[1] or found[2],
            any_indent=any_indent,
            quoted=self._quoted,
            content_indent=content_indent,
        )
        self._open(FENCED, start, end)
        return True

    @property
    def _innermost(self) -> int:
        return self._indents[-1] if self._indents else 0

    def _read_quote(self, stripped: str, start: int, end: int) -> None:
        if not self._quoted:
            self._close()
            self._indents.clear()
            self._quoted = True
        width = quote_width(stripped)
        inner = stripped[width:]
        content = inner.lstrip(" \t")
        if not content or content.isspace():
            self._close()
            self._after_blank = True
            return
        indent = len(inner) - len(content)
        start += width + indent
        if content[0] in "`~" and self._open_fence(
            content, start, end, any_indent=True, content_indent=-1
        ):
            return
        if content[0] == "#" and ATX.match(content):
            self._close()
            self._columns.append(OTHER, start, end)
            return
        self._read_line(content, indent, start, end)

    def _leave_quote(self, stripped: str) -> None:
        """End a quote, unless this line of text goes on with its paragraph."""
        lazy = self._kind in TEXT_KINDS and not self._after_blank
        if lazy and not interrupts(stripped):
            return
        self._quoted = False
        self._indents.clear()
        self._close()

    def _read_line(self, stripped: str, indent: int, start: int, end: int) -> None:
        in_text = self._kind in TEXT_KINDS
        self._leave_lists(indent, in_text=in_text)
        if indent >= TAB + self._innermost and not in_text and self._kind != TABLE:
            self._read_indented(start, end)
            return
        if self._kind == INDENTED:
            self._close()
        first = stripped[0]
        if (first.isalpha() and first not in "ie") or not (
            (first in "-*_" and self._read_break(stripped, indent, start, end))
            or (may_mark(first) and self._read_item(stripped, indent, start, end))
            or self._read_special(stripped, first, start, end)
        ):
            self._read_text(stripped, start, end)

    def _leave_lists(self, indent: int, *, in_text: bool) -> None:
        while self._indents and indent < self._indents[-1] and not in_text:
            self._indents.pop()

    def _read_indented(self, start: int, end: int) -> None:
        if self._kind == INDENTED:
            self._end = end
            return
        self._close()
        line = self._text[start:end]
        # A fence too deep for the splitter, below an item whose marker says less of an indent.
        if line[0] not in "`~" or not self._open_fence(
            line, start, end, any_indent=True, content_indent=TAB
        ):
            self._open(INDENTED, start, end)

    def _read_break(self, stripped: str, indent: int, start: int, end: int) -> bool:
        """Read a thematic break or the underline of a setext heading."""
        content = stripped.rstrip()
        if content[0] == "-" and self._underlines(content, indent):
            self._kind = SETEXT
            self._end = end
            self._close()
            return True
        if len(content) < 3 or BREAK.match(content) is None:
            return False
        self._close()
        self._columns.append(OTHER, start, end)
        return True

    def _underlines(self, content: str, indent: int) -> bool:
        mark = content[0]
        return (
            self._kind == PARAGRAPH
            and indent < TAB
            and len(content) > 1
            and not content.strip(mark)
        )

    def _read_item(self, stripped: str, indent: int, start: int, end: int) -> bool:
        marker = MARKER.match(stripped)
        if marker is None:
            return False
        if self._kind in TEXT_KINDS and not self._may_interrupt(stripped, marker):
            return False
        self._close()
        while self._indents and indent < self._indents[-1]:
            self._indents.pop()
        gap = len(marker[1] or " ")
        width = marker.end() if gap <= TAB else marker.start(1) + 1
        self._indents.append(indent + max(width, 2))
        offset = marker.end()
        while (deeper := MARKER.match(stripped, offset)) and deeper.end() > offset:
            offset = deeper.end()
        rest = stripped[offset:]
        if not rest:
            return True
        splits = indent < TAB and offset == marker.end()
        content_indent = -1 if splits else self._indents[-1]
        fenced = rest[0] in "`~" and self._open_fence(
            rest, start + offset, end, any_indent=True, content_indent=content_indent
        )
        if not fenced and not self._read_special(rest, rest[0], start + offset, end):
            self._open(ITEM, start + offset, end)
        return True

    def _may_interrupt(self, stripped: str, marker: re.Match[str]) -> bool:
        if not stripped[0].isdigit() or self._kind == ITEM or self._indents:
            return marker.end() < len(stripped) or self._kind == ITEM
        return stripped[:2] in ("1.", "1)")

    def _read_special(self, stripped: str, first: str, start: int, end: int) -> bool:
        """Read the lines of blocks that are no text; say whether this is one."""
        if first == "<":
            return self._read_html(stripped, start, end)
        if first in "`~" and (self._indents or self._quoted):
            return self._open_fence(
                stripped, start, end, any_indent=True, content_indent=self._innermost
            )
        if first == "=" and self._underlines(stripped.rstrip(), 0):
            self._kind = SETEXT
            self._end = end
            self._close()
            return True
        if first == "$" and stripped.startswith("$$") and stripped.count("$$") == 1:
            self._close()
            self._open(OTHER, start, end)
            self._in_math = True
            return True
        return self._read_directive(stripped, first, start, end)

    def _read_directive(self, stripped: str, first: str, start: int, end: int) -> bool:
        if not is_directive(stripped, in_text=self._kind in TEXT_KINDS):
            return False
        self._close()
        self._columns.append(OTHER, start, end)
        if first in "!?":
            self._indents.append(TAB)
        return True

    def _read_html(self, stripped: str, start: int, end: int) -> bool:
        raw = RAW_HTML.match(stripped)
        if raw is not None:
            self._close()
            self._raw.enter(raw[1].lower(), start)
            self._continue_raw_html(stripped[raw.end() :], start, end)
            return True
        in_text = self._kind in TEXT_KINDS
        if COMPONENT.match(stripped):
            self._close()
            self._columns.append(HTML, start, end)
            return True
        if BLOCK_HTML.match(stripped) or (not in_text and LONE_TAG.match(stripped)):
            self._close()
            self._open(HTML, start, end)
            self._raw.enter_within(stripped, start, end)
            return True
        return False

    def _continue_raw_html(self, stripped: str, start: int, end: int) -> None:
        if self._kind == NONE:
            self._open(HTML, start, end)
            if self._raw.is_code:
                self._columns.raw_code.add(start)
        self._end = end
        if self._raw.is_closed_by(stripped):
            goes_on = self._raw.lies_within
            self._raw.leave(end)
            if not goes_on:
                self._close()

    def _read_text(self, stripped: str, start: int, end: int) -> None:
        if self._kind == TABLE:
            self._end = end
        elif self._kind not in TEXT_KINDS:
            self._close()
            self._open(QUOTED if self._quoted else ITEM if self._indents else PARAGRAPH, start, end)
        elif (
            stripped[0] in "|:-"
            and is_delimiter_row(stripped)
            and "|" in self._text[self._last_line : self._end]
        ):
            self._start_table(end)
        else:
            self._last_line = start
            self._end = end

    def _start_table(self, end: int) -> None:
        header = self._last_line
        if header > self._start:
            before = self._start + len(self._text[self._start : header].rstrip("> \t\n"))
            self._columns.append(self._kind, self._start, before)
        self._kind, self._start, self._end = TABLE, header, end

    def _open(self, kind: int, start: int, end: int) -> None:
        self._kind = kind
        self._start = self._last_line = start
        self._end = end

    def _close(self) -> None:
        if self._kind != NONE:
            self._columns.append(self._kind, self._start, self._end)
            self._kind = NONE
