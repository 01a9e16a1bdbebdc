"""markdown-it's block parser, one top-level block at a time, with the source of each content."""

from collections.abc import Iterator
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.common.utils import mdTrim
from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block.state_block import StateBlock
from markdown_it.token import Token
from markdown_it.utils import EnvType

from chunkscope.core.progress import Report
from chunkscope.core.rendering.source_map import SourceMap, Stretch, contiguous, joined

TOO_DEEP = "too_deep"
_READ_LINES_LAST = frozenset({"fence", "code_block", "html_block"})
_STEPS_BETWEEN_REPORTS = 256
_MARKED_AT_ONCE = 16_384
"""Characters whose lines are marked between two reports."""
_WIDEST_TAB = 4


class SourceBlockParser(ParserBlock):
    """Keeps what is nested too deep as source, where markdown-it would drop it."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - markdown-it's
        """Read lines [startLine, endLine), which may be the inside of a quote or an item."""
        if state.level < state.md.options.maxNesting:
            super().tokenize(state, startLine, endLine)
            return
        first = state.skipEmptyLines(startLine)
        line = first
        while line < endLine and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
            line += 1
        state.line = max(line, startLine + 1)
        if line > first:
            token = state.push(TOO_DEEP, "", 0)
            token.map = [first, line]


class SourceState(StateBlock):
    """Remembers, for each token it gets, where its content stands in the source.

    Attributes:
        places: Map of the content of the token at an index of `tokens`.
        line_starts: Offset of each line's first character, containers included.
    """

    def __init__(self, text: str, md: MarkdownIt, env: EnvType, report: Report) -> None:
        super().__init__("", md, env, [])
        self.src = text
        self._mark_lines(report)
        self.places: dict[int, SourceMap] = {}
        self.line_starts = self.bMarks[:]
        self._report = report
        self._steps = 0
        self._lines_read: SourceMap | None = None
        self._raw = ""

    def blocks(self, first_line: int) -> Iterator[list[Token]]:
        """Yield the tokens of each top-level block; valid until the next is asked for."""
        rules = self.md.block.ruler.getRules("")
        line = self.skipEmptyLines(first_line)
        while line < self.lineMax:
            self.tokens.clear()
            self.places.clear()
            self.line = line
            for rule in rules:
                if rule(self, line, self.lineMax, False):
                    break
            yield self.tokens
            line = self.skipEmptyLines(self.line)

    def source_of(self, index: int) -> SourceMap:
        """Return where the content of the token at `index` comes from."""
        return self.places[index]

    def lines_span(self, first: int, last: int) -> tuple[int, int]:
        """Return the offsets of lines [first, last) as they stand in the source."""
        return self.line_starts[first], self.eMarks[max(first, last - 1)]

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Add a token, and note the place of its content where that is known."""
        self._step(self.line)
        before = self.tokens[-1] if self.tokens else None
        token = super().push(ttype, tag, nesting)
        if ttype == "inline" and before is not None and before.type != "th_open":
            self.places[len(self.tokens) - 1] = self._content_after(before)
        return token

    def is_code_block(self, line: int) -> bool:
        """Say whether a line is indented as code is; the rules ask it of each line they try."""
        self._step(line)
        return super().is_code_block(line)

    def getLines(  # noqa: N802 - markdown-it's
        self,
        begin: int,
        end: int,
        indent: int,
        keepLastLF: bool,  # noqa: N803 - markdown-it's
    ) -> str:
        """Return lines [begin, end) without their container's indent, and note their place."""
        content = super().getLines(begin, end, indent, keepLastLF)
        self._raw = content
        self._lines_read = self._map_of_lines(begin, content)
        if self.tokens and self.tokens[-1].type in _READ_LINES_LAST:
            self.places.setdefault(len(self.tokens) - 1, self._lines_read)
        return content

    def _step(self, line: int) -> None:
        """Report now and then, also from within a block however long."""
        self._steps += 1
        if self._steps % _STEPS_BETWEEN_REPORTS == 0:
            self._report(self.bMarks[line], len(self.src))

    def _mark_lines(self, report: Report) -> None:
        """Let markdown-it mark the lines of a piece at a time, as it would those of all."""
        marks = (self.bMarks, self.eMarks, self.tShift, self.sCount, self.bsCount)
        for values in marks:
            values.clear()
        for start, end in _pieces_of_lines(self.src):
            if start:
                report(start, len(self.src))
            piece = StateBlock(self.src[start:end], self.md, self.env, [])
            self.bMarks += [start + mark for mark in piece.bMarks[:-1]]
            self.eMarks += [start + mark for mark in piece.eMarks[:-1]]
            self.tShift += piece.tShift[:-1]
            self.sCount += piece.sCount[:-1]
            self.bsCount += piece.bsCount[:-1]
        self.lineMax = len(self.bMarks)
        for values, beyond in zip(marks, (len(self.src), len(self.src), 0, 0, 0), strict=True):
            values.append(beyond)

    def _content_after(self, opening: Token) -> SourceMap:
        if opening.type == "heading_open" and opening.markup.startswith("#"):
            return contiguous(self._after_hashes(self.line - 1))
        if opening.type == "alert_title_open":
            return contiguous(self.bMarks[self.line] + self.tShift[self.line] + len("[!"))
        assert self._lines_read is not None
        return self._lines_read.moved(_trimmed_off(self._raw))

    def _after_hashes(self, line: int) -> int:
        at = self.skipCharsStr(self.bMarks[line] + self.tShift[line], "#")
        return at + _trimmed_off(self.src[at : self.eMarks[line]])

    def _map_of_lines(self, line: int, content: str) -> SourceMap:
        stretches: list[Stretch] = []
        position = 0
        while position <= len(content) and line < len(self.eMarks):
            line_end = content.find("\n", position)
            text = content[position : line_end if line_end >= 0 else len(content)]
            end = self.eMarks[line]
            expanded = self._expanded_spaces(text, end)
            at = end - len(text) + expanded
            if expanded:
                stretches.append(Stretch(position, at - 1, is_source=False))
            stretches.append(Stretch(position + expanded, at))
            position += len(text) + 1
            line += 1
        return SourceMap(joined(stretches))

    def _expanded_spaces(self, text: str, end: int) -> int:
        """Return how many spaces at the start of `text` stand for part of a tab."""
        for spaces in range(_WIDEST_TAB):
            start = end - len(text) + spaces
            if start >= 0 and self.src.startswith(text[spaces:], start):
                return spaces
        return 0


def _pieces_of_lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield pieces that end where a line does."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _MARKED_AT_ONCE) + 1 or len(text)
        yield start, end
        start = end


def _trimmed_off(raw: str) -> int:
    """Return how much markdown-it trims off the start."""
    start = 0
    while start < len(raw) and not mdTrim(raw[start]):
        start += 1
    return start if start < len(raw) else 0
