"""Text and marks of one block of web content become a line of markdown."""

import re
from dataclasses import dataclass
from typing import Final

PICTURE: Final = "\ufdd0"
"""Stands where a picture was left out; a character that no text may hold."""
HIDDEN: Final = "\ufdd1"
"""Stands where hidden text was left out; another such character."""
KEPT: Final = "\ufdd2"
"""Stands before text that is hidden until a script shows it."""
SIGN: Final = re.compile(f"[{PICTURE}{HIDDEN}{KEPT}]")

_BLANKS: Final = re.compile(r"[ \t\n\r\f\xa0]+")
_TELLING: Final = re.compile(
    r"\\(?=[!-/:-@\[-`{-~]|$)|`|(?<!\s)\*|\*(?!\s)|(?<![^\W_])_|_(?![^\W_])"
    r"|<(?=[A-Za-z/!?])|&(?=#?\w{1,31};)|~(?=~)|(?<=~)~|\](?=\()"
)
_LINE_START: Final = re.compile(
    r"\A(?:(\d{1,9})(?=[.)](?:\s|$))"
    r"|(?=#{1,6}(?:\s|$)|>|[-+](?:\s|$)|[-=+:|\s]*[-=][-=+:|\s]*$|~~~|\[[^\]\n]+\]:))"
)
_CLOSING_HASHES: Final = re.compile(r"(?:^|(?<=\s))(#+)$")
_BACKTICKS: Final = re.compile(r"`+")
_BRACKET: Final = re.compile(r"(?<!\\)[\[\]]")
_UNSAFE_IN_TARGET: Final = re.compile(r"[\s()<>]")
_FENCES: Final = re.compile(r"^ *(`{3,})", re.MULTILINE)
_EDGES: Final = " \n"
_LONGEST_RAISED: Final = 8
_CONTROLS: Final = re.compile(r"[\x00-\x20\x7f]+")
_ADDRESS: Final = re.compile(r"(?:https?://|mailto:)\S+$", re.IGNORECASE)
_HELD: Final = ("data:", "blob:", "cid:")
_NOWHERE: Final = ("javascript:", "vbscript:", "data:", "blob:", "about:")

_SIGNS: Final = {"strong": "**", "em": "*", "del": "~~"}
_RAISED: Final = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_LOWERED: Final = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")


@dataclass(slots=True)
class Mark:
    """A mark that is open.

    Attributes:
        kind: Such as `strong` or `link`.
        target: Where a link leads.
        start: Number of pieces before its content.
        goes_on: The sign of one just closed, when it takes that one up again.
    """

    kind: str
    target: str
    start: int = 0
    goes_on: str | None = None


class Run:
    """The inline content of one block as it comes; blanks collapse, marks open and close."""

    def __init__(self, marks: tuple[Mark, ...] = (), *, heads: bool = False) -> None:
        """Begin a block.

        Args:
            marks: Those that are open around it.
            heads: Whether it is a heading, which is strong as it is.
        """
        self._pieces: list[str] = []
        self._heads = heads
        kept = (mark for mark in marks if not (heads and mark.kind == "strong"))
        self._marks = [Mark(mark.kind, mark.target) for mark in kept]
        self._closed: tuple[str, int] | None = None
        self._signs = ""

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that are open, outermost first."""
        return tuple(self._marks)

    def keep_signs(self, signs: str) -> None:
        """Have the next block carry the signs of what was left out before it."""
        self._signs += signs

    def free_signs(self) -> str:
        """Return the signs that no block carries yet, and forget them."""
        signs, self._signs = self._signs, ""
        return signs

    def text(self, text: str) -> None:
        """Add text that stands for itself."""
        text = _BLANKS.sub(" ", text)
        if text.startswith(" ") and self._last() in " \n":
            text = text[1:]
        if text:
            in_code = self._marks and self._marks[-1].kind == "code"
            self._pieces.append(text if in_code else escaped(text))

    def as_it_is(self, markdown: str) -> None:
        """Add what is markdown already."""
        self._pieces.append(markdown)

    def ends_with_break(self) -> bool:
        """Say whether a line has just ended, or none has begun."""
        return self._last() == "\n"

    def line_break(self) -> None:
        """End the line within the block."""
        self._pieces.append("\n")

    def picture(self, alt: str, source: str) -> None:
        """Add a picture; one that is held in the page leaves its description, or its sign alone."""
        alt = " ".join(alt.split())
        held = not source.strip() or source.lstrip()[:5].lower().startswith(_HELD)
        if held and not alt:
            self._pieces.append(PICTURE)
        else:
            where = "" if held else _destination(source)
            self._pieces.append(f"![{_balanced(escaped(alt))}]({where})")

    def sign(self, sign: str) -> None:
        """Add the sign of something that gives no text of its own."""
        self._pieces.append(sign)

    def open(self, kind: str, target: str = "") -> bool:
        """Open a mark; say whether it counts where it stands and so must be closed."""
        if any(mark.kind in (kind, "code") for mark in self._marks):
            return False
        if kind == "strong" and self._heads:
            return False
        if kind == "link" and (not target.strip() or _leads_nowhere(target)):
            return False
        sign = None
        if self._closed == (kind, len(self._pieces)):
            if kind in _SIGNS:
                sign = self._pieces.pop()
            elif kind in ("link", "code"):
                self._pieces.append(" ")
        self._closed = None
        self._marks.append(Mark(kind, target, len(self._pieces), sign))
        return True

    def close(self) -> None:
        """Close the mark that was opened last."""
        mark = self._marks.pop()
        inner = "".join(self._pieces[mark.start :])
        del self._pieces[mark.start :]
        core = inner.rstrip(_EDGES)
        after = inner[len(core) :]
        if mark.goes_on is not None:
            self._pieces += [core, mark.goes_on]
        elif SIGN.sub("", core).strip(_EDGES):
            content = core.lstrip(_EDGES)
            before = core[: len(core) - len(content)]
            self._pieces += [before, *_marked(content, mark, before or self._last())]
        else:
            self._pieces += [inner] * bool(inner)
            return
        if after:
            self._pieces.append(after)
        else:
            self._closed = (mark.kind, len(self._pieces))

    def take(self, *, starts_line: bool = True) -> str:
        """Return the block so far, marks closed, and begin the next with the same marks open.

        Args:
            starts_line: Whether it starts a line, so that `1.` would begin a list.
        """
        open_marks = self.marks
        while self._marks:
            self.close()
        text = "".join(self._pieces).strip(_EDGES)
        signs = self._signs + "".join(SIGN.findall(text))
        if signs:
            text = SIGN.sub("", text).strip(_EDGES)
        self._pieces, self._closed = [], None
        self._marks = [Mark(mark.kind, mark.target) for mark in open_marks]
        self._signs = "" if text else signs
        if not text:
            return ""
        lines = [line.strip(" ") for line in text.split("\n")]
        if starts_line:
            lines = [_LINE_START.sub(_escape_start, line, 1) for line in lines]
        return signs + "  \n".join(lines)

    def _last(self) -> str:
        return next((piece[-1] for piece in reversed(self._pieces) if piece), "\n")


def escaped(text: str) -> str:
    """Return text as markdown that shows it, with as few backslashes as that takes."""
    return _TELLING.sub(r"\\\g<0>", text)


def linked(text: str, target: str) -> str:
    """Return markdown that leads to an address; `text` is its own, escaped already."""
    if not text or not target.strip() or _leads_nowhere(target):
        return text
    return "".join(_marked(text, Mark("link", target.strip()), ""))


def fenced(code: str, language: str = "") -> str:
    """Return code as a block, within a fence that is longer than any of its own."""
    longest = max((len(run) for run in _FENCES.findall(code)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"


def as_heading(text: str) -> str:
    """Return a block's text as that of a heading: one line, no hashes that would close it."""
    return _CLOSING_HASHES.sub(r"\\\1", on_one_line(text))


def as_cell(text: str) -> str:
    """Return a block's text as that of a table's cell."""
    return on_one_line(text).replace("|", "\\|")


def on_one_line(text: str) -> str:
    """Return text with its line breaks as blanks."""
    return " ".join(line.strip(" ") for line in text.split("\n")) if "\n" in text else text


def _escape_start(found: re.Match[str]) -> str:
    return f"{found[1] or ''}\\"


def _marked(core: str, mark: Mark, before: str) -> tuple[str, str, str]:
    """Return what opens a mark, its content and what closes it.

    No sign where it would not count as one, after the letter `before`.
    """
    if mark.kind == "link":
        if core == mark.target and _ADDRESS.match(core):
            return "<", core, ">"
        return "[", _balanced(core), f"]({_destination(mark.target)})"
    if mark.kind == "code":
        longest = max((len(run) for run in _BACKTICKS.findall(core)), default=0)
        sign = "`" * (longest + 1)
        blank = " " if "`" in (core[0], core[-1]) else ""
        return sign + blank, core, blank + sign
    if mark.kind in ("sup", "sub"):
        table = _RAISED if mark.kind == "sup" else _LOWERED
        fits = len(core) <= _LONGEST_RAISED and all(ord(letter) in table for letter in core)
        return "", core.translate(table) if fits else core, ""
    inside_word = before.isalnum() and not core[0].isalnum()
    sign = "" if inside_word else _SIGNS[mark.kind]
    return sign, core, sign


def _balanced(text: str) -> str:
    """Return the text of a link with its brackets escaped where they do not pair."""
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth += 1 if bracket == "[" else -1
        if depth < 0:
            break
    return _BRACKET.sub(r"\\\g<0>", text) if depth else text


def _destination(target: str) -> str:
    target = _BLANKS.sub(" ", target).strip()
    if _UNSAFE_IN_TARGET.search(target):
        return f"<{target.replace('<', '%3C').replace('>', '%3E')}>"
    return target


def _leads_nowhere(target: str) -> bool:
    return _CONTROLS.sub("", target).lower().startswith(_NOWHERE)
