"""Fields of a Word document: instructions that Word answers with text, from mark to mark."""

import re
from dataclasses import dataclass
from typing import Final

MOST_OPEN: Final = 50  # fields inside each other

_LONGEST: Final = 4_000  # letters of an instruction
_LINK: Final = re.compile(r'\s*HYPERLINK\s+"([^"]+)"', re.IGNORECASE)
_CONTENTS: Final = re.compile(r"\s*TOC\b", re.IGNORECASE)


@dataclass(slots=True)
class _Field:
    instruction: str = ""
    answered: bool = False


class Fields:
    """The fields that are open at a place; they nest, and may reach over paragraphs."""

    def __init__(self) -> None:
        self._open: list[_Field] = []
        self._beyond = 0  # how many more are open than are known

    def mark(self, kind: str) -> None:
        """Pass a mark: `begin`, `separate` or `end`; one without a field means nothing."""
        if kind == "begin" and len(self._open) < MOST_OPEN:
            self._open.append(_Field())
        elif kind == "begin":
            self._beyond += 1
        elif kind == "separate" and self._open and not self._beyond:
            self._open[-1].answered = True
        elif kind == "end" and self._beyond:
            self._beyond -= 1
        elif kind == "end" and self._open:
            self._open.pop()

    def instruct(self, text: str) -> None:
        """Add to the instruction of the innermost field."""
        if self._open and not self._open[-1].answered:
            field = self._open[-1]
            field.instruction = (field.instruction + text)[:_LONGEST]

    def next_paragraph(self) -> None:
        """Forget fields whose instruction has not ended: a damaged file must not lose its text."""
        self._open = [field for field in self._open if field.answered]

    @property
    def instructs(self) -> bool:
        """Whether text at this place is part of an instruction."""
        return any(not field.answered for field in self._open)

    @property
    def lists_contents(self) -> bool:
        """Whether text at this place is part of a table of contents."""
        return any(_CONTENTS.match(field.instruction) for field in self._open if field.answered)

    @property
    def link(self) -> str | None:
        """Address that text at this place leads to."""
        for field in reversed(self._open):
            if field.answered and (match := _LINK.match(field.instruction)):
                return match[1]
        return None
