"""Files that are written whole or not at all."""

import contextlib
import secrets
import shutil
from collections.abc import Iterable
from pathlib import Path

from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.progress import Report, ignore

_PIECES_PER_REPORT = 1000


class SaveError(ChunkscopeError):
    """A file that could not be written."""


def write_whole(path: Path, pieces: Iterable[str], report: Report = ignore) -> int:
    """Write text in UTF-8 to `path`, replacing it at the end; return the number of characters.

    A link is followed, an earlier file's permissions stay. `report` gets the characters written.

    Raises:
        SaveError: The folder or the file cannot be written; nothing half-written stays.
        Cancelled: From `report`.
    """
    target = _target_of(path)
    try:
        if target.exists() and not target.is_file():
            return _write(target, "w", pieces, report)
        unfinished = target.with_name(f".{target.name[:40]}-{secrets.token_hex(4)}")
        try:
            written = _write(unfinished, "x", pieces, report)
            if target.exists():
                shutil.copymode(target, unfinished)
            unfinished.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                unfinished.unlink()
            raise
    except OSError as error:
        raise _failure(path, error.strerror or "the system refused") from error
    return written


def _target_of(path: Path) -> Path:
    try:
        return path.resolve()
    except (ValueError, RuntimeError, OSError) as error:  # A NUL, or links in a circle.
        raise _failure(path, "no file can have this name") from error


def _failure(path: Path, reason: str) -> SaveError:
    return SaveError(
        f"{path.name} could not be written: {reason}.", "Choose another name or folder."
    )


def _write(path: Path, mode: str, pieces: Iterable[str], report: Report) -> int:
    written = 0
    with path.open(mode, encoding="utf-8", errors="backslashreplace", newline="") as file:
        for place, piece in enumerate(pieces):
            if not place % _PIECES_PER_REPORT:
                report(written, 0)
            written += file.write(piece)
    return written
