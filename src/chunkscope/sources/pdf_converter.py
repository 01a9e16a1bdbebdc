"""The PDF converter that markitdown is given in place of its own."""

from dataclasses import dataclass
from typing import Any, BinaryIO

from chunkscope.sources.pdf_headings import headings_of
from chunkscope.sources.pdf_layout import Row, key_of, rows_of, split_at_titles
from chunkscope.sources.pdf_lines import Pdf
from chunkscope.sources.pdf_markdown import markdown_of
from chunkscope.sources.pdf_repeats import without_repeats


@dataclass(frozen=True, slots=True)
class ConvertedPdf:
    """Markdown and what is known of it.

    Attributes:
        pages: Start and end of each page in the markdown, in code points.
        headings_guessed: Whether the size of letters told what is a heading.
        repeats_dropped: How many running headers, footers and page numbers were left out.
    """

    markdown: str
    pages: tuple[tuple[int, int], ...]
    headings_guessed: bool
    repeats_dropped: int


class PdfConverter:
    """Converts a PDF by its letters' places and sizes and by its outline.

    Its result carries what markitdown's has no place for: `pages`, `headings_guessed` and
    `repeats_dropped`, as in `ConvertedPdf`.
    """

    def accepts(self, _file_stream: BinaryIO, stream_info: Any, **_options: Any) -> bool:
        """Accept whatever was named a PDF; markitdown asks."""
        return (stream_info.extension or "").lower() == ".pdf"

    def convert(self, file_stream: BinaryIO, _stream_info: Any, **_options: Any) -> Any:
        """Return markitdown's result, with what it has no place for.

        Raises:
            PasswordNeeded: The file has a password.
            Unreadable: It is damaged.
        """
        from markitdown import DocumentConverterResult

        converted = convert_pdf(file_stream)
        result: Any = DocumentConverterResult(markdown=converted.markdown)
        result.pages = converted.pages
        result.headings_guessed = converted.headings_guessed
        result.repeats_dropped = converted.repeats_dropped
        return result


def convert_pdf(stream: BinaryIO) -> ConvertedPdf:
    """Return a PDF as markdown.

    Raises:
        PasswordNeeded: The file has a password.
        Unreadable: It is damaged.
    """
    pdf = Pdf(stream)
    try:
        outline = pdf.outline()
        pages: list[list[Row]] = []
        heights: list[float] = []
        for page in pdf.pages():
            pages.append(rows_of(page.lines))
            heights.append(page.height)
    finally:
        pdf.close()
    titles: list[set[str]] = [set() for _ in pages]
    for entry in outline:
        if entry.page < len(titles):
            titles[entry.page].add(key_of(entry.title))
    split = [split_at_titles(rows, known) for rows, known in zip(pages, titles, strict=True)]
    kept, dropped = without_repeats(split, heights, titles)
    headings, guessed = headings_of(kept, outline)
    markdown, spans = markdown_of(kept, headings)
    return ConvertedPdf(markdown, tuple(spans), guessed, dropped)
