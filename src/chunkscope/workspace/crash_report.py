"""What is left of a start that ended without a word: a report that holds nothing of a document.

While the program runs, a file stands in the log's folder; where it still stands at the next start
and its process is gone, the program was ended by a crash. Python's fault handler writes into it
where each thread stood: names of functions, of files and numbers of lines, and no value.
"""

import contextlib
import faulthandler
import os
import platform
import re
import sys
from pathlib import Path
from typing import IO, Final

from chunkscope import __version__
from chunkscope.workspace.paths import log_folder

_NAME: Final = "running-{}.txt"
_LONGEST: Final = 20_000
_FOLDER: Final = re.compile(r'(File ")([^"]*[/\\])')


class Session:
    """One run of the program, from its start to its orderly end."""

    def __init__(self, folder: Path | None = None) -> None:
        """Note that the program runs; where nothing can be written, nothing is noted."""
        self._folder = folder or log_folder()
        self._path = self._folder / _NAME.format(os.getpid())
        self._file: IO[str] | None = None
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("w", encoding="utf-8")
            self._file.write(f"{versions()}\n")
            self._file.flush()
            faulthandler.enable(self._file)

    def end(self) -> None:
        """Note that the program ended as it should; twice is harmless."""
        if self._file is None:
            return
        faulthandler.disable()
        self._file.close()
        self._file = None
        with contextlib.suppress(OSError):
            self._path.unlink()


def left_report(folder: Path | None = None) -> str | None:
    """Return the report of an earlier run that crashed, once; None where none did."""
    reports = []
    for path in sorted((folder or log_folder()).glob(_NAME.format("*"))):
        if _is_running(path):
            continue
        with contextlib.suppress(OSError):
            reports.append(path.read_text(encoding="utf-8", errors="replace")[:_LONGEST])
        with contextlib.suppress(OSError):
            path.unlink()
    return _without_folders(reports[-1]) if reports else None


def running_windows(folder: Path | None = None) -> tuple[int, ...]:
    """Return the numbers of the processes that have a window open now, this one included."""
    notes = sorted((folder or log_folder()).glob(_NAME.format("*")))
    return tuple(int(path.stem.partition("-")[2]) for path in notes if _is_running(path))


def versions() -> str:
    """Return what runs, on what."""
    return (
        f"ChunkScope {__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.release()} {platform.machine()}"
        f"{', installed' if getattr(sys, 'frozen', False) else ''}"
    )


def _is_running(path: Path) -> bool:
    """Say whether the process that made a note is still there; a number may be another's now."""
    import psutil

    number = path.stem.partition("-")[2]
    if not number.isdigit() or not psutil.pid_exists(int(number)):
        return False
    try:
        return psutil.Process(int(number)).create_time() <= path.stat().st_mtime + 1
    except (psutil.Error, OSError):
        return False


def _without_folders(report: str) -> str:
    """Return a report that names files without the folders, which may name their user."""
    return _FOLDER.sub(r"\1", report)
