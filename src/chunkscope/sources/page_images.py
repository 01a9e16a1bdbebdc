"""The pages of a PDF as pictures, drawn in a process of their own and never in this one."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.conversion import DEFAULT_MEMORY_BYTES, Child
from chunkscope.sources.frames import PAYLOAD
from chunkscope.sources.text import without_surrogates

_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class PageSize:
    """A page's size in points (1/72 inch)."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page drawn on white.

    Attributes:
        width: In pixels.
        height: In pixels.
        stride: Bytes a row.
        pixels: `height` rows of four bytes a pixel: blue, green, red, and one without meaning.
    """

    width: int
    height: int
    stride: int
    pixels: bytes


class PageImages:
    """Draws one file's pages; one thread uses it at a time.

    Its process starts with the first question and, after a failure or `Cancelled`, anew with the
    next one.
    """

    def __init__(self, path: Path, memory_bytes: int = DEFAULT_MEMORY_BYTES) -> None:
        """Draw from the PDF at `path`; nothing is opened yet."""
        self._path = path
        self._memory_bytes = memory_bytes
        self._child: Child | None = None

    def sizes(self, report: Report = ignore) -> tuple[PageSize, ...]:
        """Return every page's size.

        Raises:
            SourceError: `password`, `damaged`, `missing`, or the end of the process.
            Cancelled: From `report`.
        """
        answer = self._ask({"task": "page-sizes"}, report)
        return tuple(PageSize(width, height) for width, height in answer["sizes"])

    def draw(self, page: int, width: int, report: Report = ignore) -> PageImage:
        """Return a page, from 0, drawn `width` pixels wide or a little less where that is large.

        Raises:
            SourceError: As `sizes`.
            Cancelled: From `report`.
        """
        answer = self._ask({"task": "draw-page", "page": page, "width": width}, report)
        return PageImage(answer["width"], answer["height"], answer["stride"], answer[PAYLOAD])

    def close(self) -> None:
        """End its process; twice is harmless."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def _ask(self, request: dict[str, Any], report: Report) -> dict[str, Any]:
        if self._child is None or not self._child.is_alive:
            self._child = Child(self._memory_bytes)
        path = os.fsencode(self._path.absolute()).hex()
        name = without_surrogates(self._path.name)
        return self._child.ask({**request, "path": path, "name": name}, report, _SECONDS)
