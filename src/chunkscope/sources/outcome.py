"""What is asked of a converter and what it gives back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, TypeAlias

from chunkscope.core.progress import Report


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a reader chose for one conversion.

    Attributes:
        headings_from_size: Whether the size of letters may tell what is a heading.
        encoding: The encoding to read text with, a name that Python knows; None to find it.
        by_content: Whether a file whose name contradicts its content is read by its content instead
            of being refused.
    """

    headings_from_size: bool = True
    encoding: str | None = None
    by_content: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """What a converter guessed, dropped or assumed, and where.

    Attributes:
        state: Id of a note in `chunkscope.sources.states`.
        detail: Fills the note's sentence.
        start: Offset in the markdown where its place starts, in code points; None without a place.
        end: Offset where it ends.
    """

    state: str
    detail: str = ""
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Converted:
    """Markdown as a converter gave it.

    Attributes:
        markdown: Lines end at LF alone where anything points into it; it may hold lone surrogates.
        title: From the source's own metadata; None where it has none.
        pages: Start and end of each page (slide, sheet) in the markdown, for sources with pages.
        remarks: What was guessed or dropped.
    """

    markdown: str
    title: str | None = None
    pages: tuple[tuple[int, int], ...] = ()
    remarks: tuple[Remark, ...] = ()


class PasswordNeeded(Exception):
    """A source that opens with a password only."""


Converter: TypeAlias = Callable[[BinaryIO, Wishes, Report], Converted]
"""Reads a stream (text-like formats: of UTF-8) and reports pages or parts done of all.

It raises whatever its libraries raise (`chunkscope.sources.converters` makes states of that), or a
`SourceError` of its own.
"""
