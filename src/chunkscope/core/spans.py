"""Ranges of characters (code points) of the normalised markdown."""

from typing import NamedTuple


class Span(NamedTuple):
    """The half-open range [start, end) of code points."""

    start: int
    end: int

    def slice_of(self, text: str) -> str:
        """Return the characters of `text` in this span."""
        return text[self.start : self.end]

    def contains(self, offset: int) -> bool:
        """Say whether the character at `offset` lies inside."""
        return self.start <= offset < self.end

    def touches(self, other: "Span") -> bool:
        """Say whether both share at least one character."""
        return self.start < other.end and other.start < self.end
