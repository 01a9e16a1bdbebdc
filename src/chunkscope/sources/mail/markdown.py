"""A letter becomes markdown: subject, who wrote to whom and when, text, what was attached."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from chunkscope.sources.outcome import Converted, Remark
from chunkscope.sources.web.inline import escaped
from chunkscope.sources.web.markdown import page_of_html
from chunkscope.sources.wording import counted, listed

_ADDRESS: Final = re.compile(r"\\(<[^\s<>\\]+@[^\s<>\\]+>)")
_LEAST_SHARE_OF_PLAIN: Final = 0.5
_LETTERS: Final = re.compile(r"\w")
_RULE: Final = re.compile(r" {0,3}(?:-+|=+)")
_LEAST_UNDERLINE: Final = 3


@dataclass(frozen=True, slots=True)
class Letter:
    """A message, whatever file it came from.

    Attributes:
        subject: May be empty.
        lines: Label and value of each line above the text, such as `From`.
        parts: Its text, as markdown; a message within it is a part.
        attached: Names of what was attached.
        pictures: Number of pictures without a description that were left out.
        layout_lost: Whether its web content was nested too deeply.
        hidden: Number of pieces of hidden text that were left out.
    """

    subject: str
    lines: tuple[tuple[str, str], ...]
    parts: tuple[str, ...]
    attached: tuple[str, ...] = ()
    pictures: int = 0
    layout_lost: bool = False
    hidden: int = 0

    def markdown(self, level: int = 1) -> str:
        """Return the letter under a heading of a level."""
        above = [f"{label}: {_line(value)}" for label, value in self.lines if value.strip()]
        blocks = ["  \n".join(above), *self.parts]
        if self.attached:
            blocks.append(
                "\n".join(["Attached:", "", *(f"- {_line(one)}" for one in self.attached)])
            )
        if self.subject:
            blocks.insert(0, f"{'#' * min(level, 6)} {_line(self.subject)}")
        return "\n\n".join(block for block in blocks if block.strip())

    def converted(self) -> Converted:
        """Return the letter with what there is to say of it."""
        remarks = []
        if self.layout_lost:
            remarks.append(Remark("layout-lost"))
        if self.pictures:
            remarks.append(Remark("pictures-dropped", counted(self.pictures, "picture")))
        if self.hidden:
            remarks.append(Remark("hidden-dropped", f"{self.hidden:,}"))
        if self.attached:
            remarks.append(Remark("attachments-unread", listed(self.attached)))
        return Converted(self.markdown(), self.subject or None, remarks=tuple(remarks))


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a message as markdown, from the form of it that says more."""

    markdown: str
    pictures: int = 0
    layout_lost: bool = False
    hidden: int = 0


def text_of(plain: str, html: str, above: int = 0) -> Text:
    """Return plain text as it stands; web content where plain text says much less.

    The headings of web content are below the letter's own, which is one of level `above`.

    Only a line of dashes, such as opens a signature, is set apart from the lines above it, which
    would all be a heading in markdown.
    """
    plain = "\n".join(_with_rules_apart([line.rstrip() for line in plain.splitlines()]))
    plain = plain.strip("\n")
    if not html.strip():
        return Text(plain)
    page = page_of_html(html, above)
    if plain and _letters(plain) >= _LEAST_SHARE_OF_PLAIN * _letters(page.markdown):
        return Text(plain)
    return Text(page.markdown, len(page.pictures), page.layout_lost, len(page.hidden))


def _with_rules_apart(lines: list[str]) -> Iterator[str]:
    for at, line in enumerate(lines):
        above = lines[at - 1] if at else ""
        if above and _RULE.fullmatch(line):
            stands_alone = at < 2 or not lines[at - 2]
            length = len(line.strip())
            is_underline = length >= _LEAST_UNDERLINE and length <= 2 * len(above) <= 4 * length
            if not (stands_alone and is_underline):
                yield ""
        yield line


def _letters(text: str) -> int:
    return sum(1 for _ in _LETTERS.finditer(text))


def _line(value: str) -> str:
    """Return a value on one line; an address between angle brackets is one in markdown too."""
    return _ADDRESS.sub(r"\1", escaped(" ".join(value.split())))
