"""Markdown from a PDF's rows: paragraphs, headings and bullets, and the span of each page."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from chunkscope.sources.pdf_layout import Row
from chunkscope.sources.pdf_lines import Line
from chunkscope.sources.pdf_sizes import Heading

_BULLET: Final = re.compile(r"^[•◦▪▫‣⁃●○■□➢➤►▶✓✔❖◆◇\uf0a7\uf0b7\uf0d8\uf0fc\uf076]\s*|^[–∗·]\s+")
_NUMBERED: Final = re.compile(r"^(?:\(?\d{1,3}[.)]|\(?[a-z][.)]|\([ivx]+\))\s")
_LOOKS_LIKE_MARKUP: Final = re.compile(
    r"#{1,6}(?:\s|$)|`{3}|~{3}|>|=+\s*$|-+\s*$|[-+*](?:\s|$)|<[A-Za-z!/?]|\[[^\]]*\]:"
)
_RULE: Final = re.compile(r"(?:[*_-]\s*){3,}$")
_END_OF_SENTENCE: Final = re.compile(r"[.!?:。！？…][\"'”’»)\]]*$")
_AROUND: Final = 8  # rows
_FEWEST_TABLE_ROWS: Final = 3
_STEP: Final = 0.5  # points
_LOOSEST: Final = 1.28  # of the size, between lines that may belong together
_LOOSER: Final = 1.22  # than the lines of a paragraph


@dataclass(slots=True)
class _Paragraph:
    """Rows that belong together, each with the page it stands on."""

    rows: list[tuple[int, Row]]
    heading: Heading | None = None
    widest: float = 0.0
    bullet: bool = False
    table: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """Markdown, and where in it things stand, in code points.

    Attributes:
        markdown: No line of it ends in a blank.
        pages: Start and end of each page; they follow each other without gaps.
        headings: Start and end of each heading, by its page and its first row's index.
        tables: (page, start, end) of what looks like a table's rows.
    """

    markdown: str
    pages: tuple[tuple[int, int], ...]
    headings: Mapping[tuple[int, int], tuple[int, int]]
    tables: tuple[tuple[int, int, int], ...]


def markdown_of(pages: Sequence[Sequence[Row]], headings: Sequence[Sequence[Heading]]) -> Written:
    """Return the pages' rows as markdown."""
    leadings = _leadings(pages)
    pieces: list[str] = []
    length = 0
    starts: dict[int, int] = {}
    places: dict[tuple[int, int], tuple[int, int]] = {}
    tables: list[tuple[int, int, int]] = []
    previous: _Paragraph | None = None
    for paragraph in _paragraphs(pages, headings, leadings):
        if previous is not None:
            separator = "\n" if previous.bullet and paragraph.bullet else "\n\n"
            pieces.append(separator)
            length += len(separator)
        begin = length
        for page, piece in _rendered(paragraph):
            if piece:
                starts.setdefault(page, length)
                pieces.append(piece)
                length += len(piece)
        previous = paragraph
        first_page = paragraph.rows[0][0]
        if paragraph.heading is not None:
            places[first_page, paragraph.heading.first] = begin, length
        elif _looks_like_table(paragraph):
            tables.append((first_page, begin, length))
    spans = _spans(starts, len(pages), length)
    return Written("".join(pieces), tuple(spans), places, tuple(tables))


def _looks_like_table(paragraph: _Paragraph) -> bool:
    rows = [row for _, row in paragraph.rows if len(row.cells) > 1]
    return paragraph.table and len(rows) >= _FEWEST_TABLE_ROWS


def _spans(starts: dict[int, int], count: int, length: int) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    end = length
    for page in range(count - 1, -1, -1):
        start = min(starts.get(page, end), end) if page else 0
        spans.append((start, end))
        end = start
    return spans[::-1]


def _leadings(pages: Sequence[Sequence[Row]]) -> dict[int, float]:
    """Return the usual distance between lines, by size in half points."""
    steps: dict[int, Counter[float]] = {}
    for rows in pages:
        for before, after in pairwise(rows):
            size = after.largest.size
            step = after.first.baseline - before.first.baseline
            if abs(before.largest.size - size) < 0.5 and 0.7 * size < step < 2.6 * size:
                key = round(size * 2)
                steps.setdefault(key, Counter())[round(step / _STEP) * _STEP] += 1
    leadings = {}
    for key, counts in steps.items():
        most = counts.most_common(1)[0][1]
        leadings[key] = min(step for step, count in counts.items() if count >= 0.5 * most)
    return leadings


def _paragraphs(
    pages: Sequence[Sequence[Row]],
    headings: Sequence[Sequence[Heading]],
    leadings: dict[int, float],
) -> Iterator[_Paragraph]:
    current: _Paragraph | None = None
    for page, rows in enumerate(pages):
        starts = {heading.first: heading for heading in headings[page]}
        place = 0
        while place < len(rows):
            heading = starts.get(place)
            if heading is not None:
                if current is not None:
                    yield current
                taken = rows[place : place + heading.count]
                yield _Paragraph([(page, row) for row in taken], heading)
                current = None
                place += heading.count
                continue
            row = rows[place]
            if current is not None and _belongs(current, page, row, leadings, _edge(rows, place)):
                current.rows.append((page, row))
                current.widest = max(current.widest, row.last.right)
            else:
                if current is not None:
                    yield current
                current = _opened(page, row)
            place += 1
    if current is not None:
        yield current


def _edge(rows: Sequence[Row], place: int) -> float:
    """Return how far to the right the column around a row reaches."""
    left, size = rows[place].first.left, rows[place].first.size
    around = rows[max(0, place - _AROUND) : place + _AROUND]
    return max(
        row.last.right
        for row in around
        if (len(row.cells) == 1 and abs(row.first.left - left) < 4 * size) or row is rows[place]
    )


def _opened(page: int, row: Row) -> _Paragraph:
    bullet = _BULLET.match(row.first.text) is not None
    table = len(row.cells) > 1 and not bullet
    return _Paragraph([(page, row)], widest=row.last.right, bullet=bullet, table=table)


def _belongs(
    current: _Paragraph, page: int, row: Row, leadings: dict[int, float], edge_right: float
) -> bool:
    before_page, before = current.rows[-1]
    line = row.largest
    if _begins_an_item(row) or abs(before.largest.size - line.size) > 0.1 * line.size:
        return False
    step = row.first.baseline - before.first.baseline
    if page != before_page or step < -0.5 * line.size:
        return _runs_on(before, row)
    size = max(line.size, 1.0)
    leading = leadings.get(round(line.size * 2), 1.2 * size)
    is_table = len(row.cells) > 1
    if step > max(_LOOSER * leading + 0.5, _LOOSEST * size) or current.table != is_table:
        return False
    return is_table or _goes_on(current, before, row, edge_right)


def _begins_an_item(row: Row) -> bool:
    text = row.first.text
    return _BULLET.match(text) is not None or _NUMBERED.match(text) is not None


def _goes_on(current: _Paragraph, before: Row, row: Row, edge_right: float) -> bool:
    """Tell whether a row is the next line of the paragraph that stands close above it."""
    last, line = before.last, row.largest
    size = max(line.size, 1.0)
    if before.largest.bold and not line.bold and len(current.rows) == 1 and not current.bullet:
        return last.right > current.widest - 2 and last.right > row.last.right - 2 * size
    ended = _END_OF_SENTENCE.search(last.text) is not None
    indented = row.first.left > before.first.left + 0.8 * size
    if indented and len(current.rows) > 1 and not last.hyphenated:
        return not ended
    edge = max(current.widest, edge_right, row.last.right)
    width = edge - before.first.left
    if ended and last.right < edge - 0.2 * max(width, 1.0):
        return False
    return last.hyphenated or row.first.text[:1].islower() or not _fits(last, row, edge - size)


def _fits(last: Line, row: Row, edge: float) -> bool:
    """Tell whether the row's first word had room on the line before, so that it was no wrap."""
    first = row.first
    word = first.text.split(maxsplit=1)[0]
    per_letter = (first.right - first.left) / max(1, len(first.text))
    return last.right + per_letter * (len(word) + 1) < edge


def _runs_on(before: Row, after: Row) -> bool:
    """Tell whether a sentence goes on in the next column or on the next page."""
    if len(before.cells) > 1 or len(after.cells) > 1:
        return False
    if before.last.hyphenated:
        return True
    opens_lower = after.first.text[:1].islower()
    return opens_lower and _END_OF_SENTENCE.search(before.last.text) is None


def _rendered(paragraph: _Paragraph) -> Iterator[tuple[int, str]]:
    """Yield the paragraph's text in pieces, each of one page."""
    if paragraph.heading is not None:
        yield paragraph.rows[0][0], _heading(paragraph, paragraph.heading.level)
        return
    opened = hyphenated = False
    previous = ""
    for page, row in paragraph.rows:
        text = row.text
        if not opened:
            text = _start(text, bullet=paragraph.bullet)
        elif paragraph.table:
            text = "\n" + _escaped(text)
        elif not hyphenated and not _runs_together(previous, text):
            text = " " + text
        opened = True
        hyphenated = row.last.hyphenated
        if not hyphenated and _ends_in_soft_hyphen(row, paragraph):
            text, hyphenated = text[:-1], True
        previous = text
        yield page, text


def _heading(paragraph: _Paragraph, level: int) -> str:
    pieces = []
    for _, row in paragraph.rows:
        pieces.append(" ".join(cell.text for cell in row.cells))
        if not row.last.hyphenated:
            pieces.append(" ")
    text = "".join(pieces).strip()
    if text.endswith("#"):
        text = text[:-1] + "\\#"
    return f"{'#' * level} {text}"


def _start(text: str, *, bullet: bool) -> str:
    if bullet:
        return "- " + _escaped(_BULLET.sub("", text, count=1))
    return _escaped(text)


def _escaped(text: str) -> str:
    if _LOOKS_LIKE_MARKUP.match(text) or _RULE.match(text):
        return "\\" + text
    return text


def _ends_in_soft_hyphen(row: Row, paragraph: _Paragraph) -> bool:
    """Tell a hyphen that divides a word at a line's end from one that joins two."""
    text = row.last.text
    if len(text) < 3 or text[-1] not in "-‐" or not text[-2].islower():
        return False
    places = [place for place, (_, other) in enumerate(paragraph.rows) if other is row]
    following = paragraph.rows[places[0] + 1 : places[0] + 2]
    return bool(following) and following[0][1].first.text[:1].islower()


def _runs_together(before: str, after: str) -> bool:
    """Tell whether a script without spaces goes on, as Chinese and Japanese do."""
    return _is_spaceless(before[-1:]) and _is_spaceless(after[:1])


def _is_spaceless(letter: str) -> bool:
    return (
        "\u3040" <= letter <= "\u30ff" or "\u3400" <= letter <= "\u9fff" or letter in "。、，：；"
    )
