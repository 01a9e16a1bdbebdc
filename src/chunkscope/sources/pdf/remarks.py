"""What a reader should know of how a PDF became markdown: what was guessed, dropped or not seen."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from chunkscope.sources.outcome import Remark
from chunkscope.sources.pdf.layout import Row
from chunkscope.sources.pdf.lines import Page
from chunkscope.sources.pdf.markdown import Written
from chunkscope.sources.pdf.pictures import Box, without_logos
from chunkscope.sources.pdf.signs import UNKNOWN
from chunkscope.sources.pdf.sizes import Heading
from chunkscope.sources.wording import counted, listed

_EXAMPLES: Final = 200  # rows, of which one is shown
_LONGEST_EXAMPLE: Final = 60  # code points
_SCAN_SHARE: Final = 0.8  # of a page's area
_MOST_GLUED: Final = 0.02
_FEWEST_LETTERS: Final = 200  # of a text whose words can be judged
_LATIN_WORD: Final = re.compile(r"[A-Za-z\u00c0-\u024f]+")
_GLUED_WORD: Final = re.compile(r"[A-Za-z\u00c0-\u024f]{21,}")  # likely several


@dataclass(frozen=True, slots=True)
class Story:
    """How a PDF became markdown.

    Attributes:
        pages: As they were read; only whether they have lines counts.
        dropped: The rows of each page that were left out because they repeat.
        named: The headings of each page that the outline names.
        told: Those and the headings that letters tell; None where the outline names enough.
        by_size: Whether the reader lets the size of letters tell headings.
        entries: How many entries the outline has.
        written: What became of all of it.
    """

    pages: Sequence[Page]
    dropped: Sequence[Sequence[Row]]
    named: Sequence[Sequence[Heading]]
    told: Sequence[Sequence[Heading]] | None
    by_size: bool
    entries: int
    written: Written


def remarks_of(story: Story) -> tuple[Remark, ...]:
    """Return the remarks, at most one of each kind."""
    return (
        *_on_headings(story),
        *_on_repeats(story),
        *_on_pictures(story),
        *_on_pages_without_text(story),
        *_on_tables(story),
        *_on_code(story),
        *_on_glued_words(story.written.markdown),
        *_on_unknown_signs(story.written.markdown),
    )


def _on_headings(story: Story) -> Iterator[Remark]:
    found = sum(map(len, story.named))
    if found < story.entries:
        missing = f"{story.entries - found:,} of {_entries_in_words(story.entries)}"
        yield Remark("entries-unplaced", missing)
    if story.told is None:
        return
    guesses = [
        (page, heading)
        for page, (named, told) in enumerate(zip(story.named, story.told, strict=True))
        for heading in told
        if heading not in named
    ]
    if not guesses:
        return
    if not story.by_size:
        yield Remark("headings-off", counted(len(guesses), "line"))
        return
    page, first = guesses[0]
    start, end = story.written.headings[page, first.first]
    why = "'s outline names too few" if story.entries else " has no outline"
    yield Remark("headings-guessed", f"{why}: {counted(len(guesses), 'heading')}", start, end)


def _on_repeats(story: Story) -> Iterator[Remark]:
    rows = [(page, row) for page, rows in enumerate(story.dropped) for row in rows]
    if not rows:
        return
    page, _ = rows[0]
    example = max((row.text for _, row in rows[:_EXAMPLES]), key=_letters_in)
    short = example if len(example) <= _LONGEST_EXAMPLE else f"{example[:_LONGEST_EXAMPLE]}…"
    detail = f"{counted(len(rows), 'line')}, such as “{short}”"
    yield _on_page(story, page, "repeats-dropped", detail)


def _on_pictures(story: Story) -> Iterator[Remark]:
    counts = without_logos([_pictures_beside_text(page) for page in story.pages])
    places = [page for page, count in enumerate(counts) if count]
    if places:
        on = f" on {counted(len(places), 'page')}" if len(story.pages) > 1 else ""
        detail = counted(sum(counts), "picture") + on
        yield _on_page(story, places[0], "pictures-dropped", detail)


def _pictures_beside_text(page: Page) -> list[Box]:
    """Return a page's pictures without a scan, whose text was recognised or is missing."""
    if not page.lines:
        return []
    most = _SCAN_SHARE * page.width * page.height
    return [box for box in page.pictures if (box[2] - box[0]) * (box[3] - box[1]) < most]


def _on_pages_without_text(story: Story) -> Iterator[Remark]:
    if not story.written.markdown:
        return
    places = [number for number, page in enumerate(story.pages) if page.is_drawn and not page.lines]
    if places:
        noun = "page" if len(places) == 1 else "pages"
        numbers = listed([str(place + 1) for place in places])
        yield _on_page(story, places[0], "pages-without-text", f"{noun} {numbers}")


def _on_tables(story: Story) -> Iterator[Remark]:
    tables = story.written.tables
    if tables:
        _, start, end = tables[0]
        pages = counted(len({page for page, _, _ in tables}), "page")
        yield Remark("table-like", pages, start, end)


def _on_code(story: Story) -> Iterator[Remark]:
    listings = story.written.listings
    if listings:
        _, start, _ = listings[0]
        code = story.written.markdown
        first = code.index("\n", start) + 1
        yield Remark(
            "code-guessed", counted(len(listings), "block"), first, code.index("\n", first)
        )


def _on_glued_words(markdown: str) -> Iterator[Remark]:
    first = _GLUED_WORD.search(markdown)
    if first is None:
        return
    letters = sum(map(len, _LATIN_WORD.findall(markdown)))
    share = sum(map(len, _GLUED_WORD.findall(markdown))) / letters
    if letters >= _FEWEST_LETTERS and share > _MOST_GLUED:
        yield Remark("glued-words", f"{share:.0%}", first.start(), first.end())


def _on_unknown_signs(markdown: str) -> Iterator[Remark]:
    first = UNKNOWN.search(markdown)
    if first is not None:
        count = len(UNKNOWN.findall(markdown))
        yield Remark("signs-unknown", counted(count, "sign"), first.start(), first.end())


def _on_page(story: Story, page: int, state: str, detail: str) -> Remark:
    start, end = story.written.pages[page]
    return Remark(state, detail, start, end)


def _letters_in(text: str) -> int:
    return sum(map(str.isalpha, text))


def _entries_in_words(number: int) -> str:
    return "1 entry" if number == 1 else f"{number:,} entries"
