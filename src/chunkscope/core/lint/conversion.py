"""Rules about what did not become text: images, and what a converter guessed or lost."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from chunkscope.core.lint.findings import RULES, Finding
from chunkscope.core.lint.page import Subject, quoted
from chunkscope.core.spans import Span

_PICTURE_NAME: Final = re.compile(
    r"[\w .()/-]*\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|emf)$"
    r"|(?:image|img|picture|screenshot|screen ?shot|figure|untitled|photo|alt(?: text)?)[ _-]?\d*$",
    re.IGNORECASE,
)
_ADVICE: Final = {
    "wrong-extension": "Rename the file so that other programs read it the same way.",
    "encoding-guessed": "Look at letters with accents; if they are wrong, save the file as UTF-8.",
    "lost-characters": "Save the file as UTF-8 in the program that it comes from.",
    "empty": "Write its text, or save it again in the program that it comes from.",
    "no-text": "Run text recognition over it, or export it again with its text.",
    "no-headings": "Use the heading styles of the program it comes from, and export it again.",
    "headings-guessed": "Give the file an outline where it is written, or switch the guess off.",
    "headings-off": "Switch the guess on, or give the file an outline where it is written.",
    "entries-unplaced": "Compare the outline's titles with the headings on the pages.",
    "glued-words": "Export it again, best as a Word document; glued words are found by no query.",
    "table-like": "Export the table from the program it comes from, as a sheet or a Word document.",
    "code-guessed": "Compare its blanks and line breaks with the page before readers copy it.",
    "signs-unknown": "Look at these places; export the file again with a common font.",
    "pages-without-text": "Run text recognition over these pages and save the file again.",
    "pictures-dropped": "Describe them in the source; search finds no more than that of a picture.",
    "deletions-dropped": "Accept or reject the changes in the document itself, and save it again.",
    "comments-dropped": "Move into the text what readers should find of them.",
    "headers-dropped": "Move into the text what readers should find of them.",
    "hidden-dropped": "Show the hidden text if readers should find it, and save it again.",
    "hidden-kept": "Look whether each of them stands where its reader would see it.",
    "objects-dropped": "Say in the text what they show.",
    "headings-lowered": "Read its Heading 1 as level 2 when you choose where to cut.",
    "slides-hidden": "Delete the slides that no reader should find, and save the deck again.",
    "shapes-unread": "Open the deck in the program that it comes from, and save it again.",
    "delimiter-guessed": "Look at the columns; if they are wrong, save the table with commas.",
    "columns-unparted": "If there are columns, put cells that hold the sign in quotation marks.",
    "quotes-open": "Look for a quotation mark without its partner, and save the table again.",
    "formulas-empty": "Open the workbook in its program, let it calculate, and save it again.",
    "sheets-hidden": "Delete the sheets that no reader should find, and save the workbook again.",
    "rows-left-out": "Save each sheet that matters as a file of its own.",
    "outputs-cut": "Keep results short that readers ask for, and clear the others.",
    "attachments-unread": "Save the attachments that matter and open them as files of their own.",
    "parts-unread": "Get the book again, or compare the text with its source.",
    "layout-lost": "Open it in the program that it comes from and save it in a simpler form.",
}
_LOOK: Final = "Compare the text with its source."


def image_without_text(subject: Subject) -> Iterator[Finding]:
    """Find images without a description, or with a file's name for one."""
    for image in subject.blocks.images(subject.report):
        alt = (image.alt or "").strip()
        if alt and not _PICTURE_NAME.match(alt):
            continue
        name = PurePosixPath(image.target.split("?")[0].split()[0]).name if image.target else ""
        if image.target.startswith("data:"):
            name = "an embedded picture"
        what = f"Image described only as {quoted(alt)}" if alt else "Image without a description"
        yield subject.finding(
            "image-without-text",
            (image.span,),
            f"{what} · {name}" if name else what,
            "Say in the description what the picture shows that the text does not.",
            parents=subject.parents_at(image.span),
        )


def no_text(subject: Subject) -> Iterator[Finding]:
    """Find a page that gives no chunk."""
    noted = any(note.state in ("no-text", "empty") for note in subject.page.document.notes)
    if not noted and not len(subject.chunk_set.parents):
        yield subject.finding(
            "no-text",
            (subject.opening_span(),),
            "Nothing but headings or white space: no chunk comes of this page",
            "Write text below the headings.",
        )


def conversion(subject: Subject) -> Iterator[Finding]:
    """Give what was noted while the page was read, each under its state's id if it has one.

    Notes that say the same of several places are one finding.
    """
    short = subject.chunk_set.estimated_tokens <= subject.threshold("no-headings")
    places: dict[tuple[str, str], list[Span]] = {}
    for note in subject.page.document.notes:
        if note.state == "no-headings" and short:
            continue  # what fits one chunk needs no heading, wherever it comes from
        spans = places.setdefault((note.state, note.message), [])
        if note.span is not None:
            spans.append(note.span)
    for (state, message), spans in places.items():
        rule = state if state in RULES else "conversion"
        if subject.options.is_enabled(rule):
            advice = _ADVICE.get(state, _LOOK)
            yield subject.finding(rule, spans or (subject.opening_span(),), message, advice)
