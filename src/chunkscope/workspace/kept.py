"""What the program keeps for its user, where it lies, and how all of it is removed.

In each folder only names are touched that the program itself gives. What a reader opened or saved
lies elsewhere and stays, and so does whatever else somebody put into these folders.
"""

import contextlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chunkscope.core.errors import ChunkscopeError
from chunkscope.retrieval.errors import IndexInUse, IndexUnavailable, ModelUnavailable
from chunkscope.retrieval.folders import CHROMA_NOTE, HOME_VARIABLE, INDEXES, MODELS, RANKS
from chunkscope.retrieval.keys import forget_key
from chunkscope.retrieval.lock import FolderLock
from chunkscope.workspace import preferences as stored
from chunkscope.workspace.crash_report import running_windows
from chunkscope.workspace.paths import cache_folder, config_folder, log_folder

_OURS: Final = "chunkscope"
_MB: Final = 1_000_000
_IDENTIFIER: Final = "io.github.chunkscope.ChunkScope"
"""Under which macOS notes the window's place and the folders of its dialogs."""


class StillOpen(ChunkscopeError):
    """Nothing was removed, because somebody works with it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One kind of what is kept.

    Attributes:
        what: In words.
        folder: Where it lies.
        paths: What there is of it now, links among them.
        size_bytes: Of all files in it; what a link leads to counts as nothing.
    """

    what: str
    folder: Path
    paths: tuple[Path, ...]
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Removal:
    """What a removal left.

    Attributes:
        stayed: What could not be removed, in words.
        foreign: Paths in the program's folders that are not the program's.
    """

    stayed: tuple[str, ...]
    foreign: tuple[Path, ...]


def kept() -> tuple[Kept, ...]:
    """Return what is kept now; a kind of which nothing is there is left out."""
    found = []
    for what, folder, patterns in _places():
        paths = tuple(sorted(path for name in patterns for path in folder.glob(name)))
        if paths:
            found.append(Kept(what, folder, paths, sum(map(_size_of, paths))))
    return tuple(found)


def described(all_kept: Iterable[Kept]) -> str:
    """Return what is kept, two lines each: what and how much of it, and where."""
    lines = []
    for one in all_kept:
        size = f"{one.size_bytes / _MB:,.1f} MB" if one.size_bytes >= _MB else "under 1 MB"
        where = one.paths[0] if len(one.paths) == 1 else one.folder
        lines.append(f"{one.what}, {size}\n    {where}\n")
    return "".join(lines)


def remove_kept() -> Removal:
    """Remove all that is kept, the key of the endpoint in the system's key store too.

    Raises:
        StillOpen: A window of the program is open, or an index is in use; nothing was removed.
    """
    if windows := running_windows():
        raise StillOpen(
            f"ChunkScope is open (process {windows[0]}), so nothing was removed.",
            "Close its windows, then try again.",
        )
    with _indexes_held():
        stayed = _forget_key()
        for folder in _index_folders():
            shutil.rmtree(folder, ignore_errors=True)
    for _, folder, patterns in _places():
        found = [path for pattern in patterns for path in folder.glob(pattern)]
        stayed += [str(path) for path in found if not _is_removed(path)]
    foreign = [path for folder in _own_folders() for path in _remains_of(folder)]
    return Removal(tuple(stayed), tuple(path for path in foreign if str(path) not in stayed))


def _places() -> Iterator[tuple[str, Path, tuple[str, ...]]]:
    """Yield what is kept, in which folder, and the patterns of its names there."""
    yield "Settings and questions", config_folder(), (stored.FILE_NAME, f".{stored.FILE_NAME}-*")
    yield "Indexes of pages", cache_folder(), (INDEXES,)
    yield "Fetched models", cache_folder(), (MODELS,)
    yield "Tables of tokenizers", cache_folder(), (RANKS, CHROMA_NOTE)
    yield "Log and crash reports", log_folder(), ("chunkscope.log*", "running-*.txt")
    if sys.platform == "darwin" and not os.environ.get(HOME_VARIABLE):
        library = Path.home() / "Library"
        yield "What macOS noted", library / "Preferences", (f"{_IDENTIFIER}.plist",)
        state = library / "Saved Application State"
        yield "What macOS noted", state, (f"{_IDENTIFIER}.savedState",)


def _own_folders() -> tuple[Path, ...]:
    """Return the folders that are the program's as a whole, inner ones first."""
    inner = (config_folder(), cache_folder(), log_folder())
    outer = [folder.parent for folder in inner if folder.parent.name == _OURS]
    return tuple(sorted({*inner, *outer}, key=lambda folder: -len(folder.parts)))


def _index_folders() -> list[Path]:
    root = cache_folder() / INDEXES
    inside = () if _is_link(root) else root.glob("*")
    return [path for path in inside if path.is_dir() and not _is_link(path)]


@contextlib.contextmanager
def _indexes_held() -> Iterator[None]:
    """Hold every index, so that nobody asks meanwhile.

    Raises:
        StillOpen: One is in use.
    """
    with ExitStack() as held:
        for folder in _index_folders():
            try:
                held.callback(FolderLock(folder).close)
            except IndexInUse as error:
                raise StillOpen(f"{error.message} So nothing was removed.", error.hint) from error
            except IndexUnavailable:
                continue  # It cannot be held where nothing can be written; that is told later.
        yield


def _forget_key() -> list[str]:
    """Remove the endpoint's key from the system's key store; return what stayed of it."""
    endpoint = stored.load().endpoint
    if not endpoint.address:
        return []
    try:
        forget_key(endpoint.address)
    except ModelUnavailable as error:
        return [f"the key for {endpoint.host} in the system's key store. {error.message}"]
    return []


def _is_removed(path: Path) -> bool:
    """Remove a file, a folder or a link, never what a link leads to; say whether it is gone."""
    if path.is_dir() and not _is_link(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()
    return not os.path.lexists(path)


def _is_link(path: Path) -> bool:
    """Say whether a path leads elsewhere; Windows has a second kind of link."""
    is_junction = getattr(os.path, "isjunction", None)  # from Python 3.12 on
    return path.is_symlink() or (is_junction is not None and is_junction(path))


def _remains_of(folder: Path) -> list[Path]:
    """Remove a folder if it is empty; else return what is in it."""
    with contextlib.suppress(OSError):
        folder.rmdir()
    if not folder.is_dir():
        return []
    own = _own_folders()
    return [path for path in sorted(folder.iterdir()) if path not in own]


def _size_of(path: Path) -> int:
    """Return the bytes of all files in a folder, or of one file; of links nothing."""
    files = [] if _is_link(path) else [path, *path.rglob("*")]
    total = 0
    for file in files:
        with contextlib.suppress(OSError):
            if file.is_file() and not file.is_symlink():
                total += file.stat().st_size
    return total
