"""Text from an Office file as markdown: what is escaped, and places that move with the text."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, NamedTuple

from chunkscope.sources.outcome import Remark

MOST_PLACES: Final = 100  # of one kind; all are counted

_THINGS: Final = {"pictures-dropped": (" picture", " pictures")}

# No XML may hold this character, so it cannot come from a document.
_MARK: Final = "\uffff"
_MARKS: Final = re.compile(f"{_MARK}(\\d+)([<>]){_MARK}")
_MARKS_OR_BLANKS: Final = f"(?:{_MARK}[^{_MARK}]*{_MARK}|[ ])*"

_INLINE: Final = re.compile(
    r"(?P<always>[\\`])"
    r"|(?P<star>\*+)(?=(?P<after>\S)?)"
    r"|(?<![^\W_])_+(?=\S)|(?<=\S)_+(?![^\W_])"
    r"|~(?=~)|(?<=~)~"
    r"|<(?=[A-Za-z/!?])"
    r"|&(?=#?\w{1,31};)"
    r"|\[(?=[^\[\]\n]*\][(\[:])|\[(?=\^)"
)
_OPENING: Final = re.compile(
    rf"^({_MARKS_OR_BLANKS})(#{{1,6}}(?=\s|$)|>|[-+*](?=\s|$)|=+\s*$|-{{2,}}\s*$"
    rf"|(?:_[ ]*){{3,}}$|(?:-[ ]*){{3,}}$|~{{3,}})"
)
_NUMBER: Final = re.compile(rf"^({_MARKS_OR_BLANKS}\d{{1,9}})([.)])(?=\s*$)")
_BEFORE: Final = re.compile(rf"(?:{_MARK}[^{_MARK}]*{_MARK}|\s)*")
_BACKTICKS: Final = re.compile(r"`+")
_TARGET: Final = re.compile(r"[\s<>()\x00-\x1f\\]")


class Settled(NamedTuple):
    """Text that is put together.

    Attributes:
        divisions: Where its pages or slides begin.
    """

    text: str
    remarks: tuple[Remark, ...]
    divisions: tuple[int, ...]


class Ledger:
    """What was dropped or guessed, counted by state, with places in text yet to be put together."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._marked: list[str] = []

    def note(self, state: str, count: int = 1) -> None:
        """Count something without a place."""
        self._counts[state] += count

    def mark(self, state: str, text: str = "", count: int = 1) -> str:
        """Count something and return `text` with its place; without text, its line is its place."""
        self._counts[state] += count
        self._marked.append(state)
        number = len(self._marked) - 1
        return f"{_MARK}{number}<{_MARK}{text}{_MARK}{number}>{_MARK}"

    def division(self) -> str:
        """Return a mark for where a page or a slide begins."""
        self._marked.append("")
        return f"{_MARK}{len(self._marked) - 1}<{_MARK}"

    def settle(self, text: str) -> Settled:
        """Return the finished text without marks, and a remark a place or, without, a state."""
        pieces: list[str] = []
        starts: dict[int, int] = {}
        spans: list[tuple[int, int, int]] = []
        divisions: list[int] = []
        length = last = 0
        for match in _MARKS.finditer(text):
            pieces.append(text[last : match.start()])
            length += match.start() - last
            last = match.end()
            number = int(match[1])
            if not self._marked[number]:
                divisions.append(length)
            elif match[2] == "<":
                starts[number] = length
            elif number in starts:
                spans.append((number, starts[number], length))
        pieces.append(text[last:])
        finished = "".join(pieces)
        return Settled(finished, tuple(self._remarks(finished, spans)), tuple(divisions))

    def _remarks(self, text: str, spans: Iterable[tuple[int, int, int]]) -> Iterable[Remark]:
        placed: dict[str, list[tuple[int, int]]] = {state: [] for state in self._counts}
        for number, start, end in spans:
            place = (start, end) if end > start else _line_around(text, start)
            places = placed[self._marked[number]]
            if place is not None and place not in places and len(places) < MOST_PLACES:
                places.append(place)
        for state, places in placed.items():
            count = self._counts[state]
            things = _THINGS.get(state, ("", ""))[count != 1]
            remark = Remark(state, f"{count:,}{things}")
            yield from [replace(remark, start=start, end=end) for start, end in places] or [remark]


def _line_around(text: str, place: int) -> tuple[int, int] | None:
    """Return the line that a place is on; the next one with text where that has none."""
    while place < len(text) and text[place] == "\n":
        place += 1
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    end = len(text) if end < 0 else end
    return (start, end) if end > start else None


def trimmed(line: str) -> str:
    """Return a line without blanks at its ends, and with the places that were among them."""
    before, inner, after = _apart(line)
    return f"{''.join(before.split())}{inner}{''.join(after.split())}"


def apart(texts: Iterable[str], between: str = "\n\n") -> str:
    """Return paragraphs with a blank line between them; marks alone go with one beside them."""
    written: list[str] = []
    marks = ""
    for text in texts:
        if without_marks(text):
            written.append(marks + text)
            marks = ""
        else:
            marks += text
    if marks and written:
        return between.join(written) + marks
    return between.join(written) or marks


def without_marks(text: str) -> str:
    """Return text without the places in it."""
    return _MARKS.sub("", text)


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one kind inside a paragraph.

    Attributes:
        text: As the document has it; markdown where `raw`.
        link: Address that the text leads to.
    """

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    raw: bool = False
    link: str | None = None


def inline(pieces: Sequence[Piece]) -> str:
    """Return the markdown of a paragraph's pieces, in one line but for line breaks."""
    return _linked(list(pieces))


def plain(pieces: Iterable[Piece]) -> str:
    """Return a heading's markdown: its text in one line, without emphasis."""
    text = "".join(piece.text if piece.raw else escaped(piece.text) for piece in pieces)
    return " ".join(text.split())


def verbatim(pieces: Iterable[Piece]) -> str:
    """Return the text of pieces as code has it."""
    return "".join(piece.text for piece in pieces)


def escaped(text: str) -> str:
    """Return text in which nothing means anything in markdown, wherever in a line it stands."""
    return _INLINE.sub(_escape, text)


def opened(line: str) -> str:
    """Return a paragraph's markdown so that none of its lines opens anything but a paragraph."""
    return "\n".join(_safe_start(one) for one in line.split("\n"))


def _safe_start(line: str) -> str:
    line = line.lstrip(" \t")
    line = _OPENING.sub(r"\1\\\2", line)
    return _NUMBER.sub(r"\1\\\2", line)


def heading(level: int, text: str) -> str:
    """Return a heading's line."""
    if text.endswith("#"):
        text = text[:-1] + "\\#"
    return f"{'#' * min(max(level, 1), 6)} {text}"


def picture(alt: str) -> str:
    """Return the markdown of a picture that is not kept: what it shows."""
    shown = " ".join(alt.split()).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return f"![{shown}]()"


def fenced(lines: str) -> str:
    """Return lines as a block of code."""
    fence = "`" * max(3, _longest_backticks(lines) + 1)
    return f"{fence}\n{lines}\n{fence}"


def quoted(block: str) -> str:
    """Return a block inside a quotation."""
    return "\n".join(f"> {line}".rstrip() if line else ">" for line in block.split("\n"))


def indented(block: str, width: int) -> str:
    """Return a block whose lines after the first stand `width` columns in."""
    return block.replace("\n", "\n" + " " * width)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of cells' markdown as a table, the first as its head; empty without cells."""
    width = max((len(row) for row in rows), default=0)
    if not width:
        return ""
    lines = [_row(row, width) for row in rows]
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


def _row(cells: Sequence[str], width: int) -> str:
    shown = [_cell(cell) for cell in cells]
    # Markdown adds the cells that a row lacks; so a row of one cell does not pay for a wide table.
    missing = width - len(shown) if width < 50 else 0
    return "|" + "".join(f" {cell} |" if cell else "  |" for cell in shown) + "  |" * missing


def _cell(text: str) -> str:
    lines = [line.strip() for line in text.split("\n")]
    return "<br>".join(line for line in lines if line).replace("|", "\\|")


def _linked(pieces: list[Piece]) -> str:
    written = []
    for link, group in groupby(pieces, key=lambda piece: piece.link):
        inner = list(group)
        text = _emphasised(inner)
        if link and without_marks(text).strip() and "](" not in text.replace("\\](", ""):
            before, shown, after = _apart(text)
            text = f"{before}[{shown}]({_TARGET.sub(_percent, link)}){after}"
        written.append(text)
    return "".join(written)


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


_EMPHASES: Final = (("struck", "~~"), ("bold", "**"), ("italic", "*"))


def _emphasised(pieces: list[Piece], rank: int = 0) -> str:
    """Return pieces within the emphases from `rank` on, where markdown lets them stand."""
    if rank == len(_EMPHASES):
        return "".join(_spelled(kind, list(group)) for kind, group in groupby(pieces, key=_kind))
    field, sign = _EMPHASES[rank]
    groups = [
        (bool(on), _emphasised(list(group), rank + 1))
        for on, group in groupby(_tidied(pieces, field), key=lambda piece: getattr(piece, field))
    ]
    written: list[str] = []
    before = ""
    for place, (on, text) in enumerate(groups):
        following = groups[place + 1][1] if place + 1 < len(groups) else ""
        written.append(_signed(text, sign, before, following) if on else text)
        before = _last(written[-1]) or before
    return "".join(written)


def _tidied(pieces: list[Piece], field: str) -> list[Piece]:
    """Give blanks between two emphasised pieces their emphasis, so that the two become one."""
    tidied = list(pieces)
    for place in range(1, len(pieces) - 1):
        piece = pieces[place]
        around = getattr(tidied[place - 1], field) and getattr(pieces[place + 1], field)
        if around and not piece.text.strip() and not piece.raw:
            changed: Any = {field: True}
            tidied[place] = replace(piece, **changed)
    return tidied


def _signed(text: str, sign: str, before: str, after: str) -> str:
    left, inner, right = _apart(text)
    if not inner or "\n\n" in inner:
        return text
    shown = without_marks(inner)
    opens = shown[0].isalnum() or not _last(before + left).isalnum()
    closes = shown[-1].isalnum() or not _first(right + after).isalnum()
    return f"{left}{sign}{inner}{sign}{right}" if opens and closes else text


def _apart(text: str) -> tuple[str, str, str]:
    """Return text without the blanks and the marks around it, and those before and after."""
    match = _BEFORE.match(text)
    start = 0 if match is None else match.end()
    end = len(text)
    while end > start and (text[end - 1].isspace() or text[end - 1] == _MARK):
        end = text.rindex(_MARK, 0, end - 1) if text[end - 1] == _MARK else end - 1
    return text[:start], text[start:end], text[end:]


def _last(text: str) -> str:
    """Return the last letter that is shown; empty without one."""
    end = len(text)
    while end and text[end - 1] == _MARK:
        end = text.rindex(_MARK, 0, end - 1)
    return text[max(0, end - 1) : end]


def _first(text: str) -> str:
    """Return the first letter that is shown; empty without one."""
    start = 0
    while text[start : start + 1] == _MARK:
        start = text.index(_MARK, start + 1) + 1
    return text[start : start + 1]


def _kind(piece: Piece) -> str:
    return "raw" if piece.raw else "code" if piece.code else "text"


def _spelled(kind: str, pieces: list[Piece]) -> str:
    text = "".join(piece.text for piece in pieces)
    if kind == "raw":
        return text
    if kind == "text" or not text.strip() or "\n" in text:
        return escaped(text)
    before, inner, after = _apart(text)
    fence = "`" * (_longest_backticks(inner) + 1)
    padding = " " if inner[0] == "`" or inner[-1] == "`" else ""
    return f"{before}{fence}{padding}{inner}{padding}{fence}{after}"


def _longest_backticks(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


def _escape(match: re.Match[str]) -> str:
    found = match[0]
    if match["star"]:
        text, place = match.string, match.start()
        before = text[place - 1 : place] if place else ""
        if not (before.strip() or (match["after"] or "").strip()):
            return found
    return "".join("\\" + letter for letter in found)
