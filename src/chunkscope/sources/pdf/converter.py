"""The PDF converter that markitdown is given in place of its own."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import BinaryIO

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.outcome import Converted, Wishes
from chunkscope.sources.pdf.headings import headings_by_outline, names_too_few, with_sizes
from chunkscope.sources.pdf.layout import Row, rows_of
from chunkscope.sources.pdf.lines import Entry, Page, Pdf
from chunkscope.sources.pdf.markdown import markdown_of
from chunkscope.sources.pdf.remarks import Story, remarks_of
from chunkscope.sources.pdf.repeats import without_repeats
from chunkscope.sources.pdf.sizes import Heading
from chunkscope.sources.pdf.titles import Title, beside_text, split_at_titles, title_of


def convert_pdf(
    stream: BinaryIO, wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return a PDF as markdown, by its letters' places and sizes and by its outline.

    Raises:
        PasswordNeeded: The file has a password.
        Unreadable: It is damaged.
    """
    wishes = wishes or Wishes()
    pdf = Pdf(stream)
    try:
        outline = pdf.outline()
        facts, pages = _read(pdf, _titles_by_page(outline), report)
    finally:
        pdf.close()
    named = headings_by_outline(pages, outline)
    kept = without_repeats(pages, [page.height for page in facts], list(map(_rows_in, named)))
    named = [_moved(headings, indices) for headings, indices in zip(named, kept, strict=True)]
    rest = [[rows[index] for index in indices] for rows, indices in zip(pages, kept, strict=True)]
    told = with_sizes(rest, named) if names_too_few(named, outline) else None
    by_size = wishes.headings_from_size
    written = markdown_of(rest, told if told is not None and by_size else named)
    dropped = [_others(rows, indices) for rows, indices in zip(pages, kept, strict=True)]
    story = Story(facts, dropped, named, told, by_size, len(outline), written)
    return Converted(written.markdown, None, written.pages, remarks_of(story))


def _read(
    pdf: Pdf, titles: Mapping[int, Sequence[Title]], report: Report
) -> tuple[list[Page], list[list[Row]]]:
    """Return what is known of each page, its lines left out, and each page's rows."""
    facts: list[Page] = []
    pages: list[list[Row]] = []
    for page in pdf.pages():
        known = titles.get(len(pages), [])
        rows = rows_of(page.lines, beside_text(page.lines, known, page.height))
        pages.append(split_at_titles(rows, known))
        facts.append(replace(page, lines=page.lines[:1]))
        report(len(pages), len(pdf))
    return facts, pages


def _others(rows: Sequence[Row], kept: Sequence[int]) -> list[Row]:
    indices = set(kept)
    return [row for index, row in enumerate(rows) if index not in indices]


def _titles_by_page(outline: Sequence[Entry]) -> dict[int, list[Title]]:
    titles: dict[int, list[Title]] = {}
    for entry in outline:
        titles.setdefault(entry.page, []).append(title_of(entry.title))
    return titles


def _rows_in(headings: Sequence[Heading]) -> set[int]:
    return {
        row for heading in headings for row in range(heading.first, heading.first + heading.count)
    }


def _moved(headings: Sequence[Heading], kept: Sequence[int]) -> list[Heading]:
    """Return the headings by the rows that are left; all of their own are."""
    return [replace(heading, first=bisect_left(kept, heading.first)) for heading in headings]
