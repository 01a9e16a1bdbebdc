"""The states that reading a source can end in, each with its sentence and its next step.

The first table holds the states that give no document, the second what is noted on one that was
given all the same. The ids are stable: the window, the command line and findings go by them.
"""

from typing import Final

from chunkscope.core.document import Note
from chunkscope.core.errors import SourceError
from chunkscope.core.spans import Span
from chunkscope.sources.formats import Format, readable_formats

_FAILURES: Final = {
    "missing": (
        "There is no file {name}.",
        "Check the path; the file may have been moved or renamed.",
    ),
    "folder": ("{name} is a folder.", "Choose a file inside it."),
    "no-permission": (
        "{name} may not be read.",
        "Ask for permission to read it, or copy it to a folder of your own.",
    ),
    "unreadable": (
        "{name} could not be read: {detail}.",
        "Copy it to this computer and try again.",
    ),
    "encoding-unknown": (
        "There is no encoding {detail} that {name} could be read with.",
        "Choose one such as utf-8, utf-16 or cp1252.",
    ),
    "empty": ("{name} has no content.", "Save it again in the program that it comes from."),
    "no-text": (
        "{name} holds no text; {detail}.",
        "Have its text recognised (OCR) and open the result, or export it again with its text.",
    ),
    "password": (
        "{name} is protected by a password.",
        "Save a copy without the password and open that.",
    ),
    "encrypted": (
        "{name} is encrypted for its reader.",
        "Open it in your mail program and save what it says as a text file.",
    ),
    "damaged": (
        "{name} is damaged or incomplete.",
        "Get it again, or open it in the program that it comes from and save it anew.",
    ),
    "not-supported": (
        "{name} is {detail}, which ChunkScope does not read.",
        "Save it as one of these: {formats}.",
    ),
    "wrong-extension": (
        "{name} is {detail}, although its name says otherwise.",
        "Save it anew in the program that it comes from, or have it read by its content.",
    ),
    "too-large": (
        "{name} is too large: {detail}.",
        "Split it into smaller files and open one of them.",
    ),
    "too-deep": (
        "{name} is nested too deeply to be converted.",
        "Take the innermost tables or lists out of each other and save it anew.",
    ),
    "too-slow": (
        "{name} was not converted within {detail}.",
        "Split it into smaller files and open one of them.",
    ),
    "out-of-memory": (
        "{name} needs more than {detail} of memory to be converted.",
        "Split it into smaller files and open one of them.",
    ),
    "not-an-address": (
        "{name} is no web address.",
        "Type one that begins with https:// or http://.",
    ),
    "leads-elsewhere": (
        "{name} leads to an address that is no web address; it was not opened.",
        "Ask for the right address, or get the page in another way and open the file.",
    ),
    "not-reached": (
        "{name} could not be reached: {detail}.",
        "Check the address and the connection, or save the page and open the file.",
    ),
    "refused": (
        "The server of {name} answered {detail}.",
        "Open the address in a browser; what asks you to sign in can be saved there as a file.",
    ),
    "broken-answer": (
        "What the server of {name} sent is incomplete or garbled.",
        "Try again; if it stays so, save the page in a browser and open the file.",
    ),
    "fetch-too-slow": (
        "{name} was not fetched within {detail}.",
        "Try again later, or save the page and open the file.",
    ),
    "converter-missing": (
        "The converter for {name} could not be started: {detail}.",
        "Install ChunkScope again.",
    ),
}

_STEPS_BY_KIND: Final = {
    "an archive": "Unpack it and open the documents in it.",
    "a picture": "Have its text recognised (OCR) and open the result.",
    "a recording": "Have it written down and open the text.",
    "a film": "Have what is said in it written down and open the text.",
}
"""What to do about `not-supported` where saving in another format is no help."""

_WHY_NO_TEXT: Final = {
    "html": "a page that scripts build has none in its file",
    "csv": "its cells are empty",
    "tsv": "its cells are empty",
    "xlsx": "its cells are empty",
    "xls": "its cells are empty",
    "ipynb": "its cells are empty",
    **dict.fromkeys(("docx", "pptx", "epub"), "it is empty, or all pictures"),
    "eml": "what is attached may have some",
    "msg": "what is attached may have some",
}
_STEPS_WITHOUT_TEXT: Final = {
    "html": "Open it in a browser, and print what it shows into a PDF or paste it here.",
    "eml": "Save what is attached and open that.",
    "msg": "Save what is attached and open that.",
    **dict.fromkeys(("csv", "tsv", "xlsx", "xls", "ipynb"), "Open one whose cells hold something."),
    **dict.fromkeys(
        ("docx", "pptx", "epub"),
        "Write what its pictures say beside them, or open a document that has text.",
    ),
}

_NOTES: Final = {
    "wrong-extension": (
        "The name does not match the content, which was read as {detail}; rename the file so that "
        "other programs read it the same way."
    ),
    "encoding-guessed": (
        "The file does not say how it is encoded; it was taken for {detail}, which may be wrong."
    ),
    "lost-characters": "{detail} could not be decoded and became \N{REPLACEMENT CHARACTER}.",
    "empty": "The file is empty.",
    "no-text": "No text was found; {detail}.",
    "no-headings": "The converter found no headings, so no section is known by its name.",
    "headings-guessed": (
        "The size of letters told which lines are headings, because the file{detail}."
    ),
    "repeats-dropped": ("Headers, footers and page numbers that repeat were left out: {detail}."),
    "headings-off": (
        "By the size of letters, {detail} would be headings; that guess is switched off."
    ),
    "entries-unplaced": (
        "The file's outline has titles that its pages do not show where it leads: {detail}."
    ),
    "glued-words": (
        "Words may stand without spaces: {detail} of the letters are in words of over 20 letters."
    ),
    "table-like": "Rows that look like a table were kept as lines with gaps: {detail}.",
    "code-guessed": "Lines in letters of one width were taken for code: {detail}.",
    "signs-unknown": "Only a font of the file knows what these signs are: {detail}.",
    "pages-without-text": "Pages that show something but hold no text: {detail}.",
    "layout-lost": "The page is nested too deeply; its text was kept, its layout was not.",
    "pictures-dropped": "{detail} left no text.",
    "deletions-dropped": "Tracked changes were accepted, so deletions were left out: {detail}.",
    "comments-dropped": "Comments were left out: {detail}.",
    "headers-dropped": "Headers and footers were left out: {detail}.",
    "contents-dropped": "Lines of a table of contents were left out: {detail}.",
    "hidden-dropped": "Pieces of hidden text were left out: {detail}.",
    "hidden-kept": "Pieces of text that are hidden until a script shows them were kept: {detail}.",
    "objects-dropped": "Charts, diagrams or embedded files that gave no text: {detail}.",
    "headings-lowered": (
        "The title is the heading of level 1, so the others are a level below that of their style."
    ),
    "slides-hidden": "Hidden slides were read like the others: {detail}.",
    "shapes-unread": "Shapes that could not be read: {detail}.",
    "delimiter-guessed": "More than one sign may part the columns; {detail} were taken.",
    "columns-unparted": "The {detail} part no columns evenly, so each line was kept as one cell.",
    "quotes-open": "A quotation mark is never closed, so all of them were read as text.",
    "formulas-empty": "{detail} have no stored result, so their cells are empty.",
    "sheets-hidden": "Hidden sheets were read like the others: {detail}.",
    "rows-left-out": "The workbook is too large to be read whole; left out: {detail}.",
    "outputs-cut": "Long results of code were cut: {detail} were left out.",
    "attachments-unread": "What is attached was named, but not read: {detail}.",
    "parts-unread": "Parts of the book could not be read: {detail}.",
}


def failure(state: str, name: str, detail: str = "") -> SourceError:
    """Return the error of a state, with the source's name in its sentence."""
    message, hint = _FAILURES[state]
    if state == "not-supported":
        hint = _STEPS_BY_KIND.get(detail, hint)
    return SourceError(
        state,
        message.format(name=name, detail=detail),
        hint.format(formats=readable_formats()),
    )


def failure_of_wrong_name(form: Format, name: str) -> SourceError:
    """Return the error of a file that is of a format which its name denies."""
    known = failure("wrong-extension", name, form.described)
    if not form.suffixes:
        return known
    step = f"Let its name end in {form.suffixes[0]}, or have it read by its content."
    return SourceError(known.state, known.message, step)


def note(state: str, detail: str = "", span: Span | None = None) -> Note:
    """Return the note of a state, with the place it speaks of."""
    return Note(state, _NOTES[state].format(detail=detail), span)


def note_of_no_text(form: str | None) -> Note:
    """Return the note on a document of a format that came out without a letter."""
    return note("no-text", _why_no_text(form))


def failure_of_no_text(form: str | None, name: str) -> SourceError:
    """Return the error of a document of a format that came out without a letter."""
    known = failure("no-text", name, _why_no_text(form))
    step = _STEPS_WITHOUT_TEXT.get(form or "")
    return SourceError(known.state, known.message, step) if step else known


def _why_no_text(form: str | None) -> str:
    scanned = "a scan or a picture has none until its text is recognised"
    return _WHY_NO_TEXT.get(form or "", scanned)


def size_in_words(size_bytes: int) -> str:
    """Return a size as a reader says it, such as `1.5 GB`."""
    if size_bytes >= 1_000_000_000:
        return f"{size_bytes / 1_000_000_000:.3g} GB"
    return f"{max(1, round(size_bytes / 1_000_000))} MB"
