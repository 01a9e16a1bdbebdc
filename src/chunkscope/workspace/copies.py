"""Copies of what was fetched, for as long as its pages may be looked at."""

import contextlib
import shutil
import tempfile
import threading
import weakref
from pathlib import Path, PurePath


class Copies:
    """A folder of this session's own; it goes with `close`, at the latest with the program."""

    def __init__(self) -> None:
        """Make no folder yet."""
        self._lock = threading.Lock()
        self._folder: Path | None = None

    def folder(self) -> Path:
        """Return the folder, made when it is first asked for; any thread may ask."""
        with self._lock:
            if self._folder is None:
                self._folder = Path(tempfile.mkdtemp(prefix="chunkscope-pages-"))
                # What a process still holds open on Windows goes when the program ends.
                weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
            return self._folder

    def keep_only(self, copy: PurePath | None) -> None:
        """Delete all copies but one."""
        with self._lock:
            others = [] if self._folder is None else list(self._folder.iterdir())
        for path in others:
            if path != copy:
                with contextlib.suppress(OSError):
                    path.unlink()

    def close(self) -> None:
        """Delete the folder."""
        with self._lock:
            folder, self._folder = self._folder, None
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
