"""The typed door to pypdfium2: the lines of a PDF's pages and the entries of its outline."""

import ctypes
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Final

from chunkscope.sources.outcome import PasswordNeeded
from chunkscope.sources.pdf.pictures import Box, pictures_on
from chunkscope.sources.pdf.runs import (
    MOST_BACK,
    SHORTEST,
    Run,
    Sides,
    edges_of,
    is_apart,
    steps_away,
)
from chunkscope.sources.pdf.signs import readable
from chunkscope.sources.pdf.styles import Style, in_columns, style_of
from chunkscope.sources.pdf.turns import Turn, turn_of

_LINE_ENDS: Final = re.compile(r"\r\n|\r|\n|(?<=\ufffe)")
_NAME_BYTES: Final = 128
_MOST_OUTLINE_ENTRIES: Final = 20_000
_LAM_BEHIND: Final = "\u0627\u0644"  # alef and lam


@dataclass(frozen=True, slots=True)
class Line:
    """A run of words on one baseline, without a gap as wide as one between columns.

    Places are in points from the page's top left corner as it is shown.

    Attributes:
        text: Without blanks at its ends.
        size: Height of the letters' em in points, all scales applied; of small capitals, that of
            the large ones.
        bold: Whether it is from its first to its last letter.
        italic: Whether it is from its first to its last letter.
        hyphenated: Whether a hyphen that divides a word was taken from its end.
        upright: Whether its letters stand as the page does.
        code: The text in its columns, where all letters have one width; empty elsewhere.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    baseline: float
    size: float
    bold: bool
    hyphenated: bool = False
    upright: bool = True
    italic: bool = False
    code: str = ""

    @property
    def middle(self) -> float:
        """Height of its middle."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is read.

    Attributes:
        lines: In the order in which the file draws them.
        pictures: The places of its pictures.
        is_drawn: Whether it draws anything at all.
    """

    width: float
    height: float
    lines: tuple[Line, ...]
    pictures: tuple[Box, ...] = ()
    is_drawn: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the outline.

    Attributes:
        depth: 0 for the outermost.
        page: Index of the page that it leads to.
        top: Distance from the page's top that it leads to; None where it names none.
    """

    title: str
    depth: int
    page: int
    top: float | None


class Unreadable(Exception):
    """The file is no PDF, or too damaged to be read."""


class Pdf:
    """An open PDF; its pages are read one by one, so that only one is held at a time."""

    def __init__(self, stream: BinaryIO) -> None:
        """Open it.

        Raises:
            PasswordNeeded: It has a password.
            Unreadable: It has no page tree that could be read.
        """
        import pypdfium2  # type: ignore[import-untyped]
        import pypdfium2.raw  # type: ignore[import-untyped]

        self._raw: Any = pypdfium2.raw
        try:
            self._document: Any = pypdfium2.PdfDocument(stream)
        except pypdfium2.PdfiumError as error:
            needs_password = getattr(error, "err_code", None) in (
                self._raw.FPDF_ERR_PASSWORD,
                self._raw.FPDF_ERR_SECURITY,
            )
            raise (PasswordNeeded if needs_password else Unreadable)(str(error)) from error
        if not len(self):
            raise Unreadable("no pages")

    def __len__(self) -> int:
        return len(self._document)

    def close(self) -> None:
        """Let go of the file."""
        self._document.close()

    def pages(self) -> Iterator[Page]:
        """Yield the pages; one that cannot be read is blank."""
        for index in range(len(self)):
            handle = self._raw.FPDF_LoadPage(self._document, index)
            if not handle:
                yield Page(0.0, 0.0, ())
                continue
            try:
                yield self._page(handle)
            finally:
                self._raw.FPDF_ClosePage(handle)

    def outline(self) -> list[Entry]:
        """Return the entries that lead to a page of this file."""
        entries = []
        heights: dict[int, float] = {}
        for bookmark in self._document.get_toc(max_depth=32):
            target = bookmark.get_dest()
            page = target.get_index() if target else None
            title = readable(bookmark.get_title())
            if page is None or not title:
                continue
            entries.append(Entry(title, bookmark.level, page, self._top_of(target, page, heights)))
            if len(entries) >= _MOST_OUTLINE_ENTRIES:
                break
        return entries

    def _top_of(self, target: Any, page: int, heights: dict[int, float]) -> float | None:
        mode, place = target.get_view()
        index = {self._raw.PDFDEST_VIEW_XYZ: 1, self._raw.PDFDEST_VIEW_FITH: 0}.get(mode)
        if index is None or index >= len(place) or not place[index]:
            return None
        if page not in heights:
            heights[page] = self._document.get_page_size(page)[1]
        return heights[page] - float(place[index])

    def _page(self, handle: Any) -> Page:
        raw = self._raw
        width, height = raw.FPDF_GetPageWidthF(handle), raw.FPDF_GetPageHeightF(handle)
        pictures = pictures_on(raw, handle)
        is_drawn = raw.FPDFPage_CountObjects(handle) > 0
        text_handle = raw.FPDFText_LoadPage(handle)
        if not text_handle:
            return Page(width, height, (), pictures, is_drawn)
        try:
            reader = _PageReader(raw, text_handle, turn_of(raw, handle, width, height))
            lines = _shown(list(reader.lines()), width, height)
            return Page(width, height, lines, pictures, is_drawn)
        finally:
            raw.FPDFText_ClosePage(text_handle)


def _letter_in(text: str, places: range) -> int:
    """Return the first of the places that has a letter or digit; else where any sign is."""
    for place in places:
        if text[place].isalnum():
            return place
    return next((place for place, sign in enumerate(text) if not sign.isspace()), 0)


def _shown(lines: Sequence[Line], width: float, height: float) -> tuple[Line, ...]:
    """Return the lines that a reader sees: not those beyond the page, unless all are."""
    shown = tuple(
        line
        for line in lines
        if 0 <= (line.left + line.right) / 2 <= width and 0 <= line.middle <= height
    )
    return shown or tuple(lines)


class _PageReader:
    """Reads one page's lines; calls of the library are few, because each takes a microsecond.

    Letters go by their places in the page's text, which leaves out some that the library counts.
    """

    def __init__(self, raw: Any, handle: Any, turn: Turn) -> None:
        self._raw, self._handle, self._turn = raw, handle, turn
        self._sides = [ctypes.c_double() for _ in range(4)]
        self._matrix = raw.FS_MATRIX()
        self._name = ctypes.create_string_buffer(_NAME_BYTES)
        self._flags = ctypes.c_int()
        self._exact = True

    def lines(self) -> Iterator[Line]:
        count = self._raw.FPDFText_CountChars(self._handle)
        if count <= 0:
            return
        buffer = (ctypes.c_ushort * (2 * count + 2))()
        written = self._raw.FPDFText_GetText(self._handle, 0, count, buffer)
        units = bytes(buffer)[: 2 * max(0, written - 1)]
        text = units.decode("utf-16-le", errors="replace")
        self._exact = len(text) == count
        runs: list[Run] = []
        start = 0
        for end in _LINE_ENDS.finditer(text):
            runs += self._runs(text[start : end.start()], start)
            start = end.end()
        runs += self._runs(text[start:], start)
        edges = edges_of(runs)
        for run in runs:
            line = self._line(run.text, run.start, run.boxes)
            if line is not None and line.upright and is_apart(run, line.size, edges):
                yield from self._pieces(run, line.size, edges)
            elif line is not None:
                yield line

    def _index_of(self, place: int) -> int:
        """Return the library's index of a letter."""
        if self._exact:
            return place
        return max(0, int(self._raw.FPDFText_GetCharIndexFromTextIndex(self._handle, place)))

    def _runs(self, text: str, start: int) -> Iterator[Run]:
        stripped = text.strip()
        if not stripped:
            return
        start += len(text) - len(text.lstrip())
        if _LAM_BEHIND in stripped:
            stripped = self._with_ligatures(stripped, start)
        boxes = self._boxes(start, len(stripped))
        if boxes:
            yield Run(stripped, start, boxes)

    def _with_ligatures(self, text: str, start: int) -> str:
        """Return Arabic text with the two letters of each lam-alef sign in their order.

        The library turns its letters around as if each were a sign of its own.
        """
        letters = list(text)
        for place in range(len(text) - 1):
            if text.startswith(_LAM_BEHIND, place):
                boxes = [self._letter_box(start + place + step) for step in (0, 1)]
                if boxes[0] is not None and boxes[0] == boxes[1]:
                    letters[place : place + 2] = reversed(_LAM_BEHIND)
        return "".join(letters)

    def _letter_box(self, place: int) -> Sides | None:
        sides, index = self._sides, self._index_of(place)
        if not self._raw.FPDFText_GetCharBox(
            self._handle, index, sides[0], sides[2], sides[3], sides[1]
        ):
            return None
        return self._box(*(side.value for side in sides))

    def _boxes(self, start: int, count: int) -> list[Sides]:
        raw, sides = self._raw, self._sides
        boxes = []
        first = self._index_of(start)
        count = self._index_of(start + count - 1) - first + 1
        for index in range(raw.FPDFText_CountRects(self._handle, first, count)):
            raw.FPDFText_GetRect(self._handle, index, *sides)
            boxes.append(self._box(*(side.value for side in sides)))
        return boxes

    def _box(self, left: float, top: float, right: float, bottom: float) -> Sides:
        x1, y1 = self._turn.place(left, top)
        x2, y2 = self._turn.place(right, bottom)
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    def _line(self, text: str, start: int, boxes: Sequence[Sides]) -> Line | None:
        cleaned = readable(text)
        hyphenated = cleaned.endswith(("\ufffe", "\xad"))
        cleaned = cleaned.replace("\ufffe", "").replace("\xad", "")
        if not cleaned:
            return None
        sample = start + _letter_in(text, range(len(text) // 2, len(text)))
        size, upright = self._size_at(sample)
        style = self._style_at(sample)
        if any(style) or cleaned.isupper():
            first, last = (
                start + _letter_in(text, places)
                for places in (range(len(text)), range(len(text) - 1, -1, -1))
            )
            style = style.common(self._style_at(first), self._style_at(last))
            if cleaned.isupper():
                size = max(size, self._size_at(first)[0])
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        top, bottom = min(tops), max(bottoms)
        return Line(
            cleaned,
            min(lefts),
            top,
            max(rights),
            bottom,
            self._origin_of(sample, bottom)[1],
            size or bottom - top,
            style.bold,
            hyphenated,
            upright,
            style.italic,
            self._in_columns(text, start) if style.mono and upright else "",
        )

    def _in_columns(self, text: str, start: int) -> str:
        """Return text in letters of one width with as many blanks as it shows."""
        places: list[tuple[float, int, str]] = []
        for index, letter in enumerate(text):
            if not letter.isspace():
                places.append((self._origin_of(start + index, 0.0)[0], index, letter))
        return in_columns(places)

    def _size_at(self, place: int) -> tuple[float, bool]:
        index = self._index_of(place)
        size = self._raw.FPDFText_GetFontSize(self._handle, index)
        matrix = self._matrix
        if not self._raw.FPDFText_GetMatrix(self._handle, index, matrix):
            return size, True
        angle = math.atan2(matrix.b, matrix.a) / (math.pi / 2) + self._turn.quarters * -1
        upright = abs((angle + 2) % 4 - 2) < 0.2
        return size * math.hypot(matrix.c, matrix.d), upright

    def _origin_of(self, place: int, bottom: float) -> tuple[float, float]:
        """Return where a letter begins on its baseline; at `bottom` where that is unknown."""
        x, y, *_ = self._sides
        if not self._raw.FPDFText_GetCharOrigin(self._handle, self._index_of(place), x, y):
            return 0.0, bottom
        return self._turn.place(x.value, y.value)

    def _style_at(self, place: int) -> Style:
        name, flags, index = self._name, self._flags, self._index_of(place)
        length = self._raw.FPDFText_GetFontInfo(self._handle, index, name, _NAME_BYTES, flags)
        known = name.value.decode("latin-1") if 0 < length <= _NAME_BYTES else ""
        weight = self._raw.FPDFText_GetFontWeight(self._handle, index)
        return style_of(known, flags.value if length else 0, weight)

    def _pieces(self, run: Run, size: float, edges: Sequence[float]) -> Iterator[Line]:
        """Yield the parts of a run that stand apart; looks at each of its characters."""
        text = run.text
        cuts, left, right, back = [0], run.boxes[0][0], None, 0
        known = None if run.is_from_the_right else edges
        for place, letter in enumerate(text):
            box = None if letter.isspace() else self._letter_box(run.start + place)
            if box is None:
                continue
            if right is not None and steps_away(box[0] - right, right - left, box[0], size, known):
                cuts.append(place)
                back += box[0] < right
                left = box[0]
            right = box[2]
        if back > MOST_BACK * len(text) or len(text) < SHORTEST * len(cuts):
            cuts = [0]
        for begin, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
            part = text[begin:end].rstrip()
            boxes = self._boxes(run.start + begin, len(part))
            piece = self._line(part, run.start + begin, boxes) if boxes else None
            if piece is not None:
                yield replace(piece, hyphenated=piece.hyphenated and end == len(text))
