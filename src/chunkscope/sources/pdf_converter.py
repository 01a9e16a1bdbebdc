"""The PDF converter that markitdown is given in place of its own."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import BinaryIO

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.outcome import Converted, Remark, Wishes
from chunkscope.sources.pdf_headings import headings_by_outline, names_too_few, with_sizes
from chunkscope.sources.pdf_layout import Row, rows_of
from chunkscope.sources.pdf_lines import Entry, Pdf
from chunkscope.sources.pdf_markdown import markdown_of
from chunkscope.sources.pdf_repeats import without_repeats
from chunkscope.sources.pdf_sizes import Heading
from chunkscope.sources.pdf_titles import Title, beside_text, split_at_titles, title_of


def convert_pdf(
    stream: BinaryIO, wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return a PDF as markdown, by its letters' places and sizes and by its outline.

    Raises:
        PasswordNeeded: The file has a password.
        Unreadable: It is damaged.
    """
    pdf, wishes = Pdf(stream), wishes or Wishes()
    try:
        outline = pdf.outline()
        titles = _titles_by_page(outline)
        pages: list[list[Row]] = []
        heights: list[float] = []
        for page in pdf.pages():
            known = titles.get(len(pages), [])
            rows = rows_of(page.lines, beside_text(page.lines, known, page.height))
            pages.append(split_at_titles(rows, known))
            heights.append(page.height)
            report(len(pages), len(pdf))
    finally:
        pdf.close()
    named = headings_by_outline(pages, outline)
    kept = without_repeats(pages, heights, list(map(_rows_in, named)))
    named = [_moved(headings, indices) for headings, indices in zip(named, kept, strict=True)]
    rest = [[rows[index] for index in indices] for rows, indices in zip(pages, kept, strict=True)]
    dropped = sum(map(len, pages)) - sum(map(len, rest))
    headings = named
    if wishes.headings_from_size and names_too_few(named, outline):
        headings = with_sizes(rest, named)
    markdown, spans = markdown_of(rest, headings)
    remarks = []
    if headings != named:
        remarks.append(Remark("headings-guessed"))
    if dropped:
        remarks.append(Remark("repeats-dropped", f"{dropped:,}"))
    return Converted(markdown, None, tuple(spans), tuple(remarks))


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
