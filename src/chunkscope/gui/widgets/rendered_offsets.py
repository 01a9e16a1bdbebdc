"""Between the offsets of a text and the positions of what is shown of it, in Qt's units."""

from array import array
from bisect import bisect_right
from collections.abc import Sequence

from chunkscope.core.rendering.display import Run
from chunkscope.core.spans import Span
from chunkscope.gui.utf16 import Utf16Map


class ShownText:
    """The runs of one laid-out text; positions are UTF-16 units of what is shown.

    A shown character belongs to the offset where its source begins, so that spans which divide
    the source divide what is shown as well.

    Attributes:
        text: What is shown.
        runs: Where it comes from.
        span: From the first to the last source character shown; `place` where nothing is.
    """

    __slots__ = ("_positions", "_starts", "_units", "runs", "span", "text")

    def __init__(self, runs: Sequence[Run], place: int) -> None:
        """Join the runs; `place` is the offset that an empty text stands at."""
        self.runs = runs
        self.text = "".join(run.text for run in runs)
        self.span = Span(runs[0].start, runs[-1].end) if runs else Span(place, place)
        self._units = Utf16Map(self.text)
        self._starts = array("q", (run.start for run in runs))
        self._positions = array("q")
        position = 0
        for run in runs:
            self._positions.append(position)
            position += len(run.text)

    def position_of(self, offset: int) -> int:
        """Return how much is shown before the character at `offset`."""
        place = bisect_right(self._starts, offset) - 1
        if place < 0:
            return 0
        run = self.runs[place]
        passed = offset - run.start if run.exact else len(run.text) * (offset > run.start)
        return self._units.to_utf16(self._positions[place] + min(passed, len(run.text)))

    def range_of(self, span: Span) -> tuple[int, int]:
        """Return the positions of what is shown of `span`."""
        return self.position_of(span.start), self.position_of(span.end)

    def offset_of(self, position: int) -> int:
        """Return the source offset of the character at `position`; at the end, that of the end."""
        shown = self._units.from_utf16(position)
        if not 0 <= shown < len(self.text):
            return self.span.end if shown > 0 else self.span.start
        place = bisect_right(self._positions, shown) - 1
        run = self.runs[place]
        return run.start + (shown - self._positions[place] if run.exact else 0)

    def end_of(self, position: int) -> int:
        """Return where the source of the character before `position` ends."""
        shown = self._units.from_utf16(position)
        if not 0 < shown <= len(self.text):
            return self.span.start
        place = bisect_right(self._positions, shown - 1) - 1
        run = self.runs[place]
        return run.start + (shown - self._positions[place]) if run.exact else run.end

    def run_at(self, position: int) -> Run | None:
        """Return the run that the character at `position` belongs to."""
        shown = self._units.from_utf16(position)
        if not 0 <= shown < len(self.text):
            return None
        return self.runs[bisect_right(self._positions, shown) - 1]

    def units_of(self, start: int, end: int) -> tuple[int, int]:
        """Return the UTF-16 range of code points [start, end) of what is shown."""
        return self._units.to_utf16(start), self._units.to_utf16(end)

    def shown_within(self, span: Span) -> str:
        """Return what is shown of `span`."""
        start, end = self.range_of(span)
        return self.text[self._units.from_utf16(start) : self._units.from_utf16(end)]

    def word_at(self, position: int) -> Span:
        """Return the source span of the word at `position`, or of the one character there."""
        shown = self._units.from_utf16(position)
        first = last = min(shown, max(0, len(self.text) - 1))
        while first > 0 and _in_word(self.text[first - 1]) and _in_word(self.text[first]):
            first -= 1
        while last < len(self.text) and _in_word(self.text[last]):
            last += 1
        last = max(last, first + 1)
        return Span(self._offset(first), self._offset(last - 1) + 1)

    def _offset(self, shown: int) -> int:
        return self.offset_of(self._units.to_utf16(shown))


def _in_word(character: str) -> bool:
    return character.isalnum() or character in "_'’"
