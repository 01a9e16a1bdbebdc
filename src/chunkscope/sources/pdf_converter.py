"""The PDF converter that markitdown is given in place of its own."""

from typing import BinaryIO

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.outcome import Converted, Remark, Wishes
from chunkscope.sources.pdf_headings import headings_of
from chunkscope.sources.pdf_layout import Row, key_of, rows_of, split_at_titles
from chunkscope.sources.pdf_lines import Pdf
from chunkscope.sources.pdf_markdown import markdown_of
from chunkscope.sources.pdf_repeats import without_repeats


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
        pages: list[list[Row]] = []
        heights: list[float] = []
        for page in pdf.pages():
            pages.append(rows_of(page.lines))
            heights.append(page.height)
            report(len(pages), len(pdf))
    finally:
        pdf.close()
    titles: list[set[str]] = [set() for _ in pages]
    for entry in outline:
        if entry.page < len(titles):
            titles[entry.page].add(key_of(entry.title))
    split = [split_at_titles(rows, known) for rows, known in zip(pages, titles, strict=True)]
    kept, dropped = without_repeats(split, heights, titles)
    headings, guessed = headings_of(kept, outline, by_size=wishes.headings_from_size)
    markdown, spans = markdown_of(kept, headings)
    remarks = []
    if guessed:
        remarks.append(Remark("headings-guessed"))
    if dropped:
        remarks.append(Remark("repeats-dropped", f"{dropped:,}"))
    return Converted(markdown, None, tuple(spans), tuple(remarks))
