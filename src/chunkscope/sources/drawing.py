"""Pages of a PDF as pictures; used in the child process only."""

import functools
import math
from pathlib import Path
from typing import Any, Final

from chunkscope.sources.states import failure

MOST_PIXELS: Final = 12_000_000

_OPEN_FILES: Final = 2


def page_sizes(path: Path, name: str) -> list[tuple[float, float]]:
    """Return the width and height of every page, in points.

    Raises:
        SourceError: `password` or `damaged`.
    """
    document = _opened(path, name)
    return [document.get_page_size(index) for index in range(len(document))]


def draw_page(path: Path, name: str, page: int, width: int) -> tuple[int, int, int, bytes]:
    """Return a page on white: width and height in pixels, bytes a row, rows of BGRX pixels.

    Args:
        path: The file.
        name: Stands for it in a sentence.
        page: From 0.
        width: In pixels; a page that would take over `MOST_PIXELS` becomes smaller.

    Raises:
        SourceError: `password` or `damaged`.
    """
    import pypdfium2  # type: ignore[import-untyped]

    document = _opened(path, name)
    try:
        page_width, page_height = document.get_page_size(page)
        scale = width / max(page_width, 1.0)
        scale *= min(1.0, math.sqrt(MOST_PIXELS / max(1.0, page_width * page_height * scale**2)))
        sheet = document[page]
        try:
            bitmap = sheet.render(scale=scale, prefer_bgrx=True)
            pixels = bytes(bitmap.buffer)
            return bitmap.width, bitmap.height, bitmap.stride, pixels
        finally:
            sheet.close()
    except (pypdfium2.PdfiumError, IndexError) as error:
        raise failure("damaged", name) from error


def _opened(path: Path, name: str) -> Any:
    """Return the open file, kept open between two pages until it changes."""
    try:
        status = path.stat()
    except OSError as error:
        raise failure("missing", name) from error
    return _kept_open(path, name, status.st_mtime_ns, status.st_size)


@functools.lru_cache(maxsize=_OPEN_FILES)
def _kept_open(path: Path, name: str, _changed_ns: int, _size_bytes: int) -> Any:
    import pypdfium2
    import pypdfium2.raw  # type: ignore[import-untyped]

    try:
        return pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        locked = (pypdfium2.raw.FPDF_ERR_PASSWORD, pypdfium2.raw.FPDF_ERR_SECURITY)
        state = "password" if getattr(error, "err_code", None) in locked else "damaged"
        raise failure(state, name) from error
