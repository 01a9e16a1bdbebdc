"""Markdown from a PDF's rows: paragraphs, headings and bullets, and the span of each page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chunkscope.sources.pdf.code import code_lines, fence_for
from chunkscope.sources.pdf.layout import Row
from chunkscope.sources.pdf.paragraphs import Paragraph, paragraphs_of, wraps_last_cell
from chunkscope.sources.pdf.sizes import Heading
from chunkscope.sources.pdf.text import BULLET, Hyphens, escaped, runs_together, without_leader

_FEWEST_TABLE_ROWS: Final = 3


@dataclass(frozen=True, slots=True)
class Written:
    """Markdown, and where in it things stand, in code points.

    Attributes:
        markdown: No line of it ends in a blank.
        pages: Start and end of each page; they follow each other without gaps.
        headings: Start and end of each heading, by its page and its first row's index.
        tables: (page, start, end) of what looks like a table's rows.
        listings: (page, start, end) of what was taken for code.
    """

    markdown: str
    pages: tuple[tuple[int, int], ...]
    headings: Mapping[tuple[int, int], tuple[int, int]]
    tables: tuple[tuple[int, int, int], ...]
    listings: tuple[tuple[int, int, int], ...] = ()


def markdown_of(pages: Sequence[Sequence[Row]], headings: Sequence[Sequence[Heading]]) -> Written:
    """Return the pages' rows as markdown."""
    hyphens = Hyphens(pages)
    pieces: list[str] = []
    length = 0
    starts: dict[int, int] = {}
    places: dict[tuple[int, int], tuple[int, int]] = {}
    tables: list[tuple[int, int, int]] = []
    listings: list[tuple[int, int, int]] = []
    previous: Paragraph | None = None
    for paragraph in paragraphs_of(pages, headings):
        if previous is not None:
            separator = "\n" if previous.bullet and paragraph.bullet else "\n\n"
            pieces.append(separator)
            length += len(separator)
        begin = length
        for page, piece in _rendered(paragraph, hyphens):
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
        elif paragraph.code:
            listings.append((first_page, begin, length))
    spans = _spans(starts, len(pages), length)
    return Written("".join(pieces), tuple(spans), places, tuple(tables), tuple(listings))


def _looks_like_table(paragraph: Paragraph) -> bool:
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


def _rendered(paragraph: Paragraph, hyphens: Hyphens) -> Iterator[tuple[int, str]]:
    """Yield the paragraph's text in pieces, each of one page."""
    first_page = paragraph.rows[0][0]
    if paragraph.heading is not None:
        text = " ".join("".join(text for _, text in _flowing(paragraph.rows, hyphens)).split())
        yield first_page, f"{'#' * paragraph.heading.level} {_with_last_sign(text)}"
    elif paragraph.code:
        yield from _as_code(paragraph)
    elif paragraph.contents:
        text = " ".join(row.text for _, row in paragraph.rows)
        yield first_page, "- " + escaped(without_leader(BULLET.sub("", text, count=1)))
    elif paragraph.table:
        yield from _in_rows(paragraph, hyphens)
    else:
        pieces = _flowing(paragraph.rows, hyphens)
        page, text = next(pieces)
        if paragraph.bullet:
            yield page, "- " + escaped(BULLET.sub("", text, count=1))
        else:
            yield page, escaped(text)
        yield from pieces


def _as_code(paragraph: Paragraph) -> Iterator[tuple[int, str]]:
    """Yield the lines of code within a fence."""
    lines = code_lines([row for _, row in paragraph.rows])
    fence = fence_for(lines)
    yield paragraph.rows[0][0], f"{fence}\n"
    for (page, _), line in zip(paragraph.rows, lines, strict=True):
        yield page, f"{line}\n"
    yield paragraph.rows[-1][0], fence


def _in_rows(paragraph: Paragraph, hyphens: Hyphens) -> Iterator[tuple[int, str]]:
    """Yield each of a table's rows; what wraps its last cell goes on in the same line."""
    row_lines: list[list[tuple[int, Row]]] = []
    for place, (page, row) in enumerate(paragraph.rows):
        if place and wraps_last_cell(row, paragraph.rows[:place]):
            row_lines[-1].append((page, row))
        else:
            row_lines.append([(page, row)])
    for place, rows in enumerate(row_lines):
        pieces = _flowing(rows, hyphens)
        page, text = next(pieces)
        yield page, ("\n" if place else "") + escaped(text)
        yield from pieces


def _flowing(rows: Sequence[tuple[int, Row]], hyphens: Hyphens) -> Iterator[tuple[int, str]]:
    """Yield each row's page and text, with what stands between it and the row before."""
    between = ""
    for place, (page, row) in enumerate(rows):
        text = between + row.text
        if place + 1 == len(rows):
            yield page, f"{text}-" if row.last.hyphenated else text
            return
        following = rows[place + 1][1]
        division = hyphens.joined(row, following)
        if division is not None:
            text, between = text.removesuffix(division[0]) + division[1], ""
        else:
            between = "" if runs_together(text, following.text) else " "
        yield page, text


def _with_last_sign(title: str) -> str:
    """Return a title whose last `#` is not taken for the end of a heading."""
    return title[:-1] + "\\#" if title.endswith("#") else title
