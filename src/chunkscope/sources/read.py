"""A file becomes a document: text is read here, everything else in a child process.

Its name says what it is and its first bytes show it. Where they disagree the reader decides.
"""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from chunkscope.core.document import Document, Note, normalise, with_line_ends
from chunkscope.core.errors import SourceError
from chunkscope.core.outline import Outline, title_of
from chunkscope.core.progress import Report, ignore
from chunkscope.core.spans import Span
from chunkscope.sources.conversion import DEFAULT_MEMORY_BYTES, DEFAULT_SECONDS, Child
from chunkscope.sources.formats import (
    SIGNATURE_LENGTH,
    UNREADABLE,
    Format,
    format_named,
    format_of,
    signature_of,
)
from chunkscope.sources.outcome import Wishes
from chunkscope.sources.states import (
    failure,
    failure_of_wrong_name,
    note,
    note_of_no_text,
    size_in_words,
)
from chunkscope.sources.text import Decoded, NotText, decode, encoding_named, without_surrogates
from chunkscope.sources.workshop import Workshop

MOST_TEXT_BYTES: Final = 200_000_000
MOST_CONVERTED_BYTES: Final = 500_000_000

_READ_BYTES: Final = 4_000_000
_MOST_NAME_LETTERS: Final = 40
_FORMS_TOLD_BY_CONTENT: Final = {"zip": "archive", "ole": "compound"}
_PLAIN: Final = "txt"
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def read_document(
    path: Path,
    *,
    title: str | None = None,
    wishes: Wishes | None = None,
    report: Report = ignore,
    workshop: Workshop | None = None,
    memory_limit: int = DEFAULT_MEMORY_BYTES,
    timeout: float = DEFAULT_SECONDS,
) -> Document:
    """Return the document in a file.

    Args:
        path: Any file.
        title: Goes before whatever the document says of itself.
        wishes: What the reader chose for the conversion.
        report: Called about 20 times a second while a child converts, and between two blocks of a
            text; what it raises ends the work and the child at once.
        workshop: Lends the child; without it one is started and ended here.
        memory_limit: Bytes that a child started here may hold resident.
        timeout: Seconds that the child may take.

    Raises:
        SourceError: One of the states of `chunkscope.sources.states`.
        Cancelled: From `report`.
    """
    wishes = wishes or Wishes()
    check_encoding(wishes, _shown(path))
    size_bytes = _size_of(path)
    claimed = format_of(path)
    if not size_bytes:
        return _without_content(path, claimed, title)
    head = _read_head(path)
    form = _form_to_convert(path, claimed, head)
    if form is None:
        return _read_text(path, claimed, title, wishes, report)
    if form not in _FORMS_TOLD_BY_CONTENT.values():
        _check_name(path, claimed, form, wishes)
    most = MOST_TEXT_BYTES if _is_text(form) else MOST_CONVERTED_BYTES
    _check_size(path, size_bytes, most)
    request = {
        "path": os.fsencode(path.absolute()).hex(),
        "form": form,
        "name": _shown(path),
        "wishes": asdict(wishes),
    }
    with workshop.child() if workshop is not None else Child(memory_limit) as child:
        answer = child.convert(request, report, timeout)
    _check_name(path, claimed, answer["form"], wishes)
    return document_from_answer(answer, title=title, origin=path, claimed=claimed)


def check_encoding(wishes: Wishes, name: str) -> None:
    """Refuse an encoding that Python does not know, before anything is read or fetched.

    Raises:
        SourceError: `encoding-unknown`.
    """
    if wishes.encoding is not None and not encoding_named(wishes.encoding):
        named = f"“{without_surrogates(wishes.encoding)[:_MOST_NAME_LETTERS]}”"
        raise failure("encoding-unknown", name, named)


def document_from_answer(
    answer: Mapping[str, Any],
    *,
    title: str | None,
    origin: Path | None,
    claimed: Format | None,
) -> Document:
    """Return the document that a child's answer holds, with notes on what was guessed or lost."""
    text = normalise(answer["markdown"])
    actual = format_named(answer["form"])
    notes: list[Note] = []
    if origin is not None and origin.suffix and actual is not claimed:
        notes.append(note("wrong-extension", actual.described))
    if answer["encoding"]:
        notes += encoding_notes(
            Decoded("", answer["encoding"], answer["guessed"], answer["replaced"])
        )
    notes += [_note_of(*remark) for remark in answer["remarks"]]
    if not text.strip():
        notes.append(note_of_no_text(answer["form"]))
    elif not _has_headings(text):
        notes.append(note("no-headings"))
    given = (title or "").strip() or answer["title"]
    name = origin.name if origin else None
    pages = tuple(Span(start, end) for start, end in answer["pages"])
    return Document(
        title_of(text, given, name),
        text,
        origin,
        answer["encoding"],
        pages,
        tuple(notes),
        form=answer["form"],
    )


def _note_of(state: str, detail: str, start: int | None, end: int | None) -> Note:
    span = None if start is None or end is None else Span(start, end)
    return note(state, detail, span)


def encoding_notes(decoded: Decoded) -> list[Note]:
    """Return what a reader should know of how bytes became text."""
    notes = []
    if decoded.guessed:
        notes.append(note("encoding-guessed", decoded.encoding))
    if decoded.replaced:
        plural = "characters" if decoded.replaced > 1 else "character"
        notes.append(note("lost-characters", f"{decoded.replaced:,} {plural}"))
    return notes


def _size_of(path: Path) -> int:
    try:
        status = path.stat()
    except OSError as error:
        raise _failure_of(error, path) from error
    except ValueError as error:  # A NUL in the name.
        raise failure("missing", _shown(path)) from error
    if stat.S_ISDIR(status.st_mode):
        raise failure("folder", _shown(path))
    if not stat.S_ISREG(status.st_mode):
        raise failure("not-supported", _shown(path), "a device or a pipe")
    return status.st_size


def _read_head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SIGNATURE_LENGTH)
    except OSError as error:
        raise _failure_of(error, path) from error


def _form_to_convert(path: Path, claimed: Format | None, head: bytes) -> str | None:
    """Return the form to ask the child for; None for what is, or may be, plain text."""
    signature = signature_of(head, claimed)
    if signature in UNREADABLE:
        raise failure("not-supported", _shown(path), UNREADABLE[signature])
    if signature is not None:
        return _FORMS_TOLD_BY_CONTENT.get(signature, signature)
    if claimed is None or claimed.kind == "text" or claimed.container is not None:
        return None
    return claimed.id


def _check_name(path: Path, claimed: Format | None, form: str, wishes: Wishes) -> None:
    """Refuse a file that is another format than its name says, unless the reader wishes it.

    A suffix that is not known says nothing.
    """
    if wishes.by_content or not _contradicts(path, claimed, form):
        return
    raise failure_of_wrong_name(format_named(form), _shown(path))


def _contradicts(path: Path, claimed: Format | None, form: str) -> bool:
    if claimed is None:
        return path.suffix.lower() in UNREADABLE
    return claimed.id != form and not (form == _PLAIN and claimed.kind != "converted")


def _is_text(form: str) -> bool:
    return form not in _FORMS_TOLD_BY_CONTENT.values() and format_named(form).kind == "html-like"


def _read_text(
    path: Path, claimed: Format | None, title: str | None, wishes: Wishes, report: Report
) -> Document:
    try:
        decoded = decode(_read_bytes(path, report), wishes.encoding)
    except NotText as error:
        raise _failure_of_no_text(path, claimed) from error
    _check_name(path, claimed, _PLAIN, wishes)
    report(0, 1)
    text = with_line_ends(decoded.text)
    notes = encoding_notes(decoded)
    if _contradicts(path, claimed, _PLAIN):
        notes.insert(0, note("wrong-extension", "plain text"))
    return Document(
        title_of(text, title, path.name), text, path, decoded.encoding, (), tuple(notes)
    )


def _read_bytes(path: Path, report: Report) -> bytes:
    content = bytearray()
    try:
        with path.open("rb") as file:
            while block := file.read(_READ_BYTES):
                content += block
                _check_size(path, len(content), MOST_TEXT_BYTES)
                report(0, 1)
    except OSError as error:
        raise _failure_of(error, path) from error
    return bytes(content)


def _without_content(path: Path, claimed: Format | None, title: str | None) -> Document:
    suffix = path.suffix.lower()
    if suffix in UNREADABLE:
        raise failure("not-supported", _shown(path), UNREADABLE[suffix])
    if claimed is not None and claimed.kind != "text":
        raise failure("empty", _shown(path))
    notes = (note("empty"),)
    return Document(title_of("", title, path.name), "", path, "utf-8", notes=notes)


def _check_size(path: Path, size_bytes: int, most_bytes: int) -> None:
    if size_bytes > most_bytes:
        sizes = f"more than {size_in_words(most_bytes)}"
        raise failure("too-large", _shown(path), sizes)


def _failure_of(error: OSError, path: Path) -> SourceError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return failure("missing", _shown(path))
    if isinstance(error, PermissionError):
        return failure("no-permission", _shown(path))
    reason = (error.strerror or "the system refused").rstrip(".")
    return failure("unreadable", _shown(path), reason[0].lower() + reason[1:])


def _failure_of_no_text(path: Path, claimed: Format | None) -> SourceError:
    if claimed is not None and claimed.kind == "converted":
        return failure("damaged", _shown(path))
    what = UNREADABLE.get(path.suffix.lower(), "a binary file")
    return failure("not-supported", _shown(path), what)


def _has_headings(text: str) -> bool:
    outline = Outline(text)
    return len(outline) > 1 or any(True for _ in outline.unsplit_headings())


def _shown(path: Path) -> str:
    """Return a path's name as a sentence can hold it."""
    name = without_surrogates(path.name or os.fspath(path))
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", name)
