"""From the content of a paragraph, heading or cell to runs that know their source."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from chunkscope.core.rendering.display import Run, Style
from chunkscope.core.rendering.source_map import SourceMap, contiguous

IMAGE_MARK = "\N{SQUARE WITH UPPER LEFT DIAGONAL HALF BLACK}"
_LONGEST_PARSED = 20_000
_OPENING = {"strong_open": Style.BOLD, "em_open": Style.ITALIC, "s_open": Style.STRIKE}
_CLOSING = {"strong_close": Style.BOLD, "em_close": Style.ITALIC, "s_close": Style.STRIKE}
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def inline_runs(
    content: str, source: SourceMap, parser: MarkdownIt, env: EnvType
) -> Iterator[list[Run]]:
    """Yield the runs of `content`; content over 20,000 characters comes in pieces.

    Such a piece ends at a space where there is one, and markup that reaches across its end stays
    text: the price for showing the start of a line of megabytes at once.
    """
    start = 0
    while start < len(content):
        end = _end_of_piece(content, start)
        piece = content[start:end]
        tokens = parser.inline.parse(piece, parser, env, [])
        yield _Reading(piece, source.moved(start)).runs_of(tokens)
        start = end


def _end_of_piece(content: str, start: int) -> int:
    end = start + _LONGEST_PARSED
    if end >= len(content):
        return len(content)
    space = max(content.rfind(" ", start, end), content.rfind("\n", start, end))
    return space + 1 if space > start else end


class _Reading:
    """Reads the tokens of one content into runs, in order."""

    def __init__(self, content: str, source: SourceMap, style: Style = Style.PLAIN) -> None:
        self._content = content
        self._source = source
        self._runs: list[Run] = []
        self._style = style
        self._depth: dict[Style, int] = {}
        self._targets: list[str] = []
        self._in_autolink = False

    def runs_of(self, tokens: list[Token]) -> list[Run]:
        for token in tokens:
            self._read(token)
        return self._runs

    def _read(self, token: Token) -> None:
        match token.type:
            case "text":
                self._read_text(token)
            case "text_special":
                self._add_special(token)
            case "softbreak":
                self._add_break(" ", token.meta["at"], 1)
            case "hardbreak":
                at = token.meta["at"]
                self._add_break("\n", at, 2 if self._content[at] == "\\" else 1)
            case "code_inline":
                self._add_code(token)
            case "html_inline":
                self._add_tag(token)
            case "image":
                self._add_image(token)
            case "link_open":
                self._open_link(token)
            case "link_close":
                self._targets.pop()
                self._in_autolink = False
                self._leave(Style.LINK)
            case opening if opening in _OPENING:
                self._enter(_OPENING[opening])
            case closing if closing in _CLOSING:
                self._leave(_CLOSING[closing])

    def _read_text(self, token: Token) -> None:
        at = token.meta["at"]
        if self._in_autolink:
            address = self._content[at + 1 : self._content.index(">", at)]
            self._add_text(address, at + 1)
        elif token.content:
            self._add_text(token.content, at)

    def _enter(self, style: Style) -> None:
        self._depth[style] = self._depth.get(style, 0) + 1
        self._style |= style

    def _leave(self, style: Style) -> None:
        self._depth[style] -= 1
        if not self._depth[style]:
            self._style &= ~style

    @property
    def _target(self) -> str:
        return self._targets[-1] if self._targets else ""

    def _add_text(self, text: str, at: int, style: Style = Style.PLAIN) -> None:
        """Add what stands in the content as it is shown, but for line ends shown as spaces."""
        style = style | self._style if style else self._style
        for start, end, source, is_source in self._source.pieces(at, at + len(text)):
            shown = text[start - at : end - at]
            if not is_source:
                self._add(Run(shown, source, source + 1, style, False, self._target))
                continue
            for part in _parts_at_line_ends(self._content, start, end):
                first, last = part
                begin = source + first - start
                piece = text[first - at : last - at]
                exact = piece == self._content[first:last]
                self._add(Run(piece, begin, begin + last - first, style, exact, self._target))

    def _add(self, run: Run) -> None:
        """Add a run, to the one before where it only goes on."""
        if self._runs:
            last = self._runs[-1]
            goes_on = last.exact and run.exact and last.end == run.start
            if goes_on and last.style == run.style and last.target == run.target:
                self._runs[-1] = last._replace(text=last.text + run.text, end=run.end)
                return
            if run.start < last.end:
                run = run._replace(start=last.end, end=max(run.end, last.end), exact=False)
        self._runs.append(run)

    def _add_special(self, token: Token) -> None:
        at = token.meta["at"]
        if token.info == "escape":
            skipped = len(token.markup) - len(token.content)
            self._add_text(token.content, at + skipped)
            return
        start = self._source.source_of(at)
        end = start + len(token.markup)
        self._add(Run(token.content, start, end, self._style, False, self._target))

    def _add_break(self, shown: str, at: int, length: int) -> None:
        start = self._source.source_of(at)
        self._add(Run(shown, start, start + length, self._style, False, self._target))

    def _add_code(self, token: Token) -> None:
        at = token.meta["at"] + len(token.markup)
        if self._content[at : at + len(token.content)].replace("\n", " ") != token.content:
            at += 1
        self._add_text(token.content, at, Style.CODE)

    def _add_tag(self, token: Token) -> None:
        at = token.meta["at"]
        if _LINE_BREAK.fullmatch(token.content):
            self._add_break("\n", at, len(token.content))
        else:
            self._add_text(token.content, at, Style.TAG)

    def _open_link(self, token: Token) -> None:
        self._in_autolink = token.info == "auto"
        self._targets.append(str(token.attrs.get("href", "")))
        self._enter(Style.LINK)

    def _add_image(self, token: Token) -> None:
        """Add a mark and the alternative text; without one, the file's name."""
        address = str(token.attrs.get("src", ""))
        self._targets.append(address)
        self._enter(Style.IMAGE)
        at = token.meta["at"]
        start = self._source.source_of(at)
        label = at + len("![")
        self._add(Run(IMAGE_MARK + " ", start, start + 2, self._style, False, address))
        if token.children:
            reading = _Reading(token.content, self._source.moved(label), self._style)
            reading._targets = [address]
            for run in reading.runs_of(token.children):
                self._add(run)
        else:
            name = PurePosixPath(address).name or address
            place = self._source.source_of(label)
            self._add(Run(name, place, place + 1, self._style, False, address))
        self._leave(Style.IMAGE)
        self._targets.pop()


def _parts_at_line_ends(content: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield [start, end) cut before and after each line end."""
    at = content.find("\n", start, end)
    while at >= 0:
        if at > start:
            yield start, at
        yield at, at + 1
        start = at + 1
        at = content.find("\n", start, end)
    if start < end:
        yield start, end


def code_runs(content: str, source: SourceMap, start: int, end: int) -> tuple[Run, ...]:
    """Return the runs of [start, end) of a code block's content."""
    return tuple(
        Run(content[first:last], at, at + (last - first if exact else 1), Style.CODE, exact)
        for first, last, at, exact in source.pieces(start, end)
    )


def source_run(text: str, start: int, end: int) -> tuple[Run, ...]:
    """Return the one run that shows [start, end) of the source itself."""
    end -= text[start:end].endswith("\n")
    return code_runs(text, contiguous(0), start, end) if start < end else ()
