"""A document: its title and its normalised markdown, stored once."""

from dataclasses import dataclass
from pathlib import PurePath

from chunkscope.core.spans import Span


@dataclass(frozen=True, slots=True)
class Note:
    """What a reader or converter guessed, dropped or assumed on the way to markdown.

    Attributes:
        state: Stable id, such as `encoding-guessed`, `no-headings`, `no-text`.
        message: One sentence for the reader.
        span: The place it speaks of, where it has one.
    """

    state: str
    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """Normalised markdown and where it came from.

    Attributes:
        title: By the rules of `chunkscope.core.outline.title_of`; never blank.
        text: Normalised markdown: no leading byte order mark, lines end only at LF.
        origin: File that it was read from; None for what comes from no file.
        encoding: The encoding that the bytes were read with; None where none was needed.
        pages: Span of each page, for sources that have pages.
        notes: What was guessed or dropped while reading it.
        address: Web address that it was fetched from; None for all else.
        form: Id of the format that it was converted from; None for what was text already.
        copy: File with the bytes that were fetched, while they are kept; None for all else.
    """

    title: str
    text: str
    origin: PurePath | None = None
    encoding: str | None = None
    pages: tuple[Span, ...] = ()
    notes: tuple[Note, ...] = ()
    address: str | None = None
    form: str | None = None
    copy: PurePath | None = None


def normalise(text: str) -> str:
    """Return `text` without a leading byte order mark and with every line end as LF."""
    return with_line_ends(text.removeprefix("\ufeff"))


def with_line_ends(text: str) -> str:
    """Return `text` with every line end as LF; a byte order mark was taken off before."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text
