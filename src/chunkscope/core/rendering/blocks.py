"""From the tokens of one top-level block to display blocks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from chunkscope.core.rendering.block_parser import TOO_DEEP, SourceState
from chunkscope.core.rendering.display import DisplayBlock, Kind, Marker, Nest, Run, Style
from chunkscope.core.rendering.inlines import code_runs, inline_runs, source_run
from chunkscope.core.rendering.tables import TableReader
from chunkscope.core.spans import Span

LONGEST_BLOCK = 4_000
_MOST_LINES = 100
_BULLET = "•"


@dataclass(slots=True)
class _OpenList:
    ordered: bool
    number: int


class BlockReader:
    """Reads the tokens that one parser state gives into display blocks."""

    def __init__(self, state: SourceState, parser: MarkdownIt) -> None:
        self._state = state
        self._parser = parser
        self._nest: list[Nest] = []
        self._lists: list[_OpenList] = []
        self._markers: list[Marker] = []

    def display_blocks(self, tokens: list[Token]) -> Iterator[DisplayBlock]:
        """Yield what the tokens of a top-level block show."""
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "table_open":
                last = _end_of_table(tokens, index)
                yield from self._table(tokens, index, last)
                index = last
            elif token.nesting:
                yield from self._container(tokens, index)
            else:
                yield from self._leaf(tokens, index)
            index += 1

    def _container(self, tokens: list[Token], index: int) -> Iterator[DisplayBlock]:
        token = tokens[index]
        match token.type:
            case "blockquote_open":
                self._nest.append(Nest.QUOTE)
            case "alert_open":
                self._nest.append(Nest(token.info.lower()))
            case "bullet_list_open" | "ordered_list_open":
                first = int(token.attrs.get("start", 1))
                self._lists.append(_OpenList(token.type == "ordered_list_open", first))
                self._nest.append(Nest.LIST)
            case "list_item_open":
                self._markers.append(self._marker(token))
            case "list_item_close":
                if self._markers and self._markers[-1].depth == len(self._nest) - 1:
                    yield self._block(Kind.PARAGRAPH, self._item_span(tokens, index))
            case "blockquote_close" | "alert_close":
                self._nest.pop()
            case "bullet_list_close" | "ordered_list_close":
                self._nest.pop()
                self._lists.pop()

    def _marker(self, token: Token) -> Marker:
        current = self._lists[-1]
        shown = f"{current.number}{token.markup}" if current.ordered else _BULLET
        current.number += 1
        return Marker(shown, len(self._nest) - 1, token.meta.get("checked"))

    def _item_span(self, tokens: list[Token], index: int) -> Span:
        level = tokens[index].level
        while tokens[index].type != "list_item_open" or tokens[index].level != level:
            index -= 1
        first, last = tokens[index].map or (0, 1)
        return Span(*self._state.lines_span(first, max(first + 1, last)))

    def _leaf(self, tokens: list[Token], index: int) -> Iterator[DisplayBlock]:
        token = tokens[index]
        match token.type:
            case "inline":
                yield from self._text(tokens, index)
            case "fence" | "code_block":
                yield from self._code(tokens, index, Kind.CODE)
            case "html_block":
                yield from self._code(tokens, index, Kind.HTML)
            case "hr":
                yield self._block(Kind.BREAK, self._span(token))
            case "definition":
                yield self._source(Kind.DEFINITION, token)
            case kind if kind == TOO_DEEP:
                yield self._source(Kind.TOO_DEEP, token)

    def _text(self, tokens: list[Token], index: int) -> Iterator[DisplayBlock]:
        """Yield a paragraph, a heading or an alert's title; a long one in parts."""
        opening, token = tokens[index - 1], tokens[index]
        source = self._state.source_of(index)
        if opening.type == "alert_title_open":
            yield self._alert_title(tokens, index)
            return
        level = int(opening.tag[1]) if opening.type == "heading_open" else 0
        span = self._span(token)
        block = DisplayBlock(
            Kind.HEADING if level else Kind.PARAGRAPH, span, level=level, tight=opening.hidden
        )
        env = self._state.env
        pieces = (
            part
            for runs in inline_runs(token.content, source, self._parser, env)
            for part in _parts(runs)
        )
        yield from self._in_parts(block, pieces)

    def _alert_title(self, tokens: list[Token], index: int) -> DisplayBlock:
        start = self._state.source_of(index).source_of(0)
        end = start + len(tokens[index].content)
        run = Run(self._state.src[start:end], start, end, Style.BOLD)
        return self._block(Kind.PARAGRAPH, Span(start - 2, end + 1), (run,))

    def _code(self, tokens: list[Token], index: int, kind: Kind) -> Iterator[DisplayBlock]:
        token = tokens[index]
        source = self._state.source_of(index)
        content = token.content.removesuffix("\n")
        parts = (code_runs(content, source, start, end) for start, end in _line_groups(content))
        block = DisplayBlock(kind, self._span(token), language=token.info.strip())
        yield from self._in_parts(block, parts)

    def _source(self, kind: Kind, token: Token) -> DisplayBlock:
        span = self._span(token)
        return self._block(kind, span, source_run(self._state.src, *span))

    def _table(self, tokens: list[Token], first: int, last: int) -> Iterator[DisplayBlock]:
        state = self._state
        reader = TableReader(state.src, self._parser, state.env, tokens[first : last + 1])
        for number, (span, rows) in enumerate(reader.parts(self._span(tokens[first]))):
            block = self._block(Kind.TABLE, span)
            yield replace(block, table=rows, continues=number > 0)

    def _in_parts(
        self, block: DisplayBlock, parts: Iterator[tuple[Run, ...]]
    ) -> Iterator[DisplayBlock]:
        """Yield `block` once a part, each with its share of the block's span."""
        start, stop = block.span
        held: tuple[Run, ...] = ()
        continues = False
        for runs in parts:
            if held:
                end = runs[0].start if runs else stop
                yield self._part(block, Span(start, end), held, continues=continues)
                start, continues = end, True
            held = runs
        yield self._part(block, Span(start, stop), held, continues=continues)

    def _part(
        self, block: DisplayBlock, span: Span, runs: tuple[Run, ...], *, continues: bool
    ) -> DisplayBlock:
        return DisplayBlock(
            kind=block.kind,
            span=span,
            runs=runs,
            nest=tuple(self._nest),
            markers=self._taken_markers(),
            level=block.level,
            language=block.language,
            tight=block.tight,
            continues=continues,
        )

    def _block(self, kind: Kind, span: Span, runs: tuple[Run, ...] = ()) -> DisplayBlock:
        return DisplayBlock(kind, span, runs, tuple(self._nest), self._taken_markers())

    def _taken_markers(self) -> tuple[Marker, ...]:
        """Return the markers not yet shown; the next block gets none of them."""
        markers, self._markers = tuple(self._markers), []
        return markers

    def _span(self, token: Token) -> Span:
        first, last = token.map or (0, 1)
        return Span(*self._state.lines_span(first, last))


def _end_of_table(tokens: list[Token], index: int) -> int:
    while tokens[index].type != "table_close":
        index += 1
    return index


def _parts(runs: list[Run]) -> Iterator[tuple[Run, ...]]:
    """Yield the runs in parts of at most 4,000 characters, ending at a space where possible."""
    part: list[Run] = []
    room = LONGEST_BLOCK
    for run in runs:
        rest = run
        while len(rest.text) > room:
            head, rest = _cut(rest, room)
            yield (*part, head)
            part, room = [], LONGEST_BLOCK
        part.append(rest)
        room -= len(rest.text)
    if part:
        yield tuple(part)


def _cut(run: Run, at: int) -> tuple[Run, Run]:
    at = (run.text.rfind(" ", 0, at) + 1) or max(at, 1)
    middle = run.start + at if run.exact else run.end
    head = run._replace(text=run.text[:at], end=middle)
    return head, run._replace(text=run.text[at:], start=middle)


def _line_groups(content: str) -> Iterator[tuple[int, int]]:
    """Yield ranges of at most 100 lines and 4,000 characters that make up the content."""
    start = 0
    while start < len(content):
        end, lines = start, 0
        limit = start + LONGEST_BLOCK
        while lines < _MOST_LINES:
            line_end = content.find("\n", end, limit)
            if line_end < 0:
                end = end if lines and len(content) > limit else min(limit, len(content))
                break
            end = line_end + 1
            lines += 1
        yield start, end
        start = end
