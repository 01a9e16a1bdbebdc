"""A source as a reader names it, a file or a web address, becomes a document."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from chunkscope.core.document import Document
from chunkscope.core.progress import Report, ignore
from chunkscope.sources.address import is_address, read_address
from chunkscope.sources.outcome import Wishes
from chunkscope.sources.read import read_document
from chunkscope.sources.states import failure_of_no_text
from chunkscope.sources.text import without_surrogates
from chunkscope.sources.workshop import Workshop
from chunkscope.workspace.original import place_words

_MOST_PLACES: Final = 20

Source = Path | str
"""A file, or an address as text."""


def source_named(name: str) -> Source:
    """Return what a name stands for."""
    return name.strip() if is_address(name) else Path(name)


def read_source(
    source: Source,
    *,
    title: str | None = None,
    wishes: Wishes | None = None,
    report: Report = ignore,
    workshop: Workshop | None = None,
) -> Document:
    """Return the document; arguments as in `read_document`.

    Raises:
        SourceError: The source gave no document.
        Cancelled: From `report`.
    """
    if isinstance(source, str):
        return read_address(source, title=title, wishes=wishes, report=report, workshop=workshop)
    return read_document(source, title=title, wishes=wishes, report=report, workshop=workshop)


def require_text(document: Document) -> None:
    """Refuse a converted document that came out without a letter, as a scan does.

    Raises:
        SourceError: `no-text`.
    """
    if any(note.state == "no-text" for note in document.notes):
        name = document.origin.name if document.origin is not None else document.title
        raise failure_of_no_text(document.form, without_surrogates(name))


def notes_with_places(document: Document) -> Iterator[str]:
    """Yield what was guessed or dropped, each once, with the pages or lines that it speaks of."""
    places: dict[str, list[str]] = {}
    for note in document.notes:
        known = places.setdefault(note.message, [])
        if note.span is not None and len(known) <= _MOST_PLACES:
            known.append(place_words(document, note.span.start))
    for message, known in places.items():
        shown = list(dict.fromkeys(known))
        more = ", …" if len(shown) > _MOST_PLACES else ""
        yield f"{message} ({', '.join(shown[:_MOST_PLACES])}{more})" if shown else message
