"""One holder of a folder at a time, over all processes; the system frees it when one dies."""

import contextlib
import os
import sys
from pathlib import Path
from typing import IO, Final

from chunkscope.retrieval.errors import IndexInUse, IndexUnavailable

_LOCKED_BYTE: Final = 1 << 30  # far behind the holder's number, which others may read on Windows


class FolderLock:
    """Holds a folder by a locked file beside it, until it is closed or the process ends."""

    def __init__(self, folder: Path) -> None:
        """Take hold of `folder`.

        Raises:
            IndexInUse: Another window or process holds it.
            IndexUnavailable: No file can be made beside it.
        """
        path = folder.with_name(f"{folder.name}.lock")
        if path.is_dir():
            raise IndexUnavailable(
                f"{path} is a folder, where the index keeps a file.",
                "Remove that folder, then try again.",
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._stream: IO[str] = path.open("a+", encoding="ascii")
        except OSError as error:
            raise cannot_be_kept(folder.parent, error) from error
        try:
            _lock(self._stream)
        except OSError as error:
            holder = _holder(self._stream)
            self._stream.close()
            raise IndexInUse(
                f"The index {folder.name} is in use by another window or process{holder}.",
                "Close it there, then try again.",
            ) from error
        with contextlib.suppress(OSError):  # a full disk: it holds all the same
            self._stream.truncate(0)
            self._stream.write(str(os.getpid()))
            self._stream.flush()

    def close(self) -> None:
        """Let go; twice is harmless."""
        with contextlib.suppress(OSError):
            self._stream.close()


def cannot_be_kept(folder: Path, error: OSError) -> IndexUnavailable:
    """Return why no index can be kept in `folder`, and what to do about it."""
    first = next((one for one in (folder, *folder.parents) if os.path.lexists(one)), folder)
    hint = "Make room there or allow writing."
    if not first.is_dir():
        hint = f"Rename or remove {first}, which is no folder, then try again."
    return IndexUnavailable(f"The index cannot be kept in {folder} ({error.strerror}).", hint)


def _holder(stream: IO[str]) -> str:
    with contextlib.suppress(OSError, ValueError):
        stream.seek(0)
        number = int(stream.read(20))
        return " of this program" if number == os.getpid() else f" (number {number})"
    return ""


if sys.platform == "win32":
    import msvcrt

    def _lock(stream: IO[str]) -> None:
        stream.seek(_LOCKED_BYTE)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        stream.seek(0)

else:
    import fcntl

    def _lock(stream: IO[str]) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
