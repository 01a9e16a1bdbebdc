"""Chroma as the engine that keeps vectors: embedded, on disk, silent."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from chunkscope.core.errors import Cancelled
from chunkscope.retrieval.folders import CHROMA_NOTE
from chunkscope.retrieval.store import Entry, Near, StoreDamaged, reason_of

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

PROBE_FLAG: Final = "--probe-store-in-child"
COLLECTION: Final = "passages"
HNSW: Final[Any] = {
    "space": "cosine",
    "ef_construction": 400,
    "ef_search": 1000,
    "max_neighbors": 32,
}
"""With Chroma's own settings, one in twenty of the hundred nearest was missed."""

_SEAL: Final = "sealed.json"
_BATCH: Final = 1000
_PROBE_SECONDS: Final = 30.0
_FAILURE_SECONDS: Final = 86_400
_Result = TypeVar("_Result")


class ChromaStore:
    """A collection of Chroma in a folder of its own."""

    name = "Chroma"
    is_exact = False

    def __init__(self, folder: Path, dimension: int) -> None:
        """Open the collection in `folder`; both are made where they are missing.

        Where the files are not as this program left them, a child process reads them first: its
        native part may not survive that.

        Raises:
            StoreDamaged: The collection cannot be opened.
        """
        self._folder = folder
        self._dimension = dimension
        if self._guarded(self._is_doubtful) and not is_usable(folder):
            raise _damage(folder, "its files crash it")
        with suppress(OSError):
            (folder / _SEAL).unlink()
        self._client: Any = None
        self._collection: Any = None
        self._guarded(self._open)

    def put(self, entries: Sequence[Entry], vectors: "Vectors") -> None:
        """Keep one unit row an entry; an id that is there is replaced."""
        for first in range(0, len(entries), _BATCH):
            batch = entries[first : first + _BATCH]
            rows = vectors[first : first + _BATCH]
            self._guarded(partial(self._upsert, batch, rows))

    def delete(self, ids: Collection[str]) -> None:
        """Remove what is kept under these ids; those that are not there do not matter."""
        gone = list(ids)
        for first in range(0, len(gone), _BATCH):
            batch = gone[first : first + _BATCH]
            self._guarded(partial(self._collection.delete, ids=batch))

    def describe(self, entries: Sequence[Entry]) -> None:
        """Write anew what is kept beside the vectors of entries that are there."""
        for first in range(0, len(entries), _BATCH):
            batch = entries[first : first + _BATCH]
            ids = [entry.id for entry in batch]
            described = [_metadata(entry) for entry in batch]
            self._guarded(partial(self._collection.update, ids=ids, metadatas=described))

    def entries(self) -> Mapping[str, Entry]:
        """Return all that is kept, by id, without the vectors."""
        found = self._guarded(lambda: self._collection.get(include=["metadatas"]))
        pairs = zip(found["ids"], found["metadatas"], strict=True)
        return {id_: _entry(id_, kept or {}) for id_, kept in pairs}

    def nearest(
        self, vector: "Vectors", count: int, levels: Collection[str] = ()
    ) -> tuple[Near, ...]:
        """Return Chroma's own answer, best first."""
        asked = {
            "query_embeddings": vector.reshape(1, -1),
            "n_results": count,
            "where": {"level": {"$in": sorted(levels)}} if levels else None,
            "include": ["distances"],
        }
        found = self._guarded(lambda: self._collection.query(**asked))
        pairs = zip(found["ids"][0], found["distances"][0], strict=True)
        return tuple(Near(id_, 1.0 - float(distance)) for id_, distance in pairs)

    def close(self) -> None:
        """Let go of the files; twice is harmless."""
        if self._client is None:
            return
        client, self._client, self._collection = self._client, None, None
        self._guarded(client.close)
        with suppress(OSError):
            seal = json.dumps(_state_of(self._folder))
            (self._folder / _SEAL).write_text(seal, encoding="utf-8")

    def _is_doubtful(self) -> bool:
        self._folder.mkdir(parents=True, exist_ok=True)
        return not _is_sealed(self._folder) and any(self._folder.iterdir())

    def _open(self) -> None:
        import chromadb
        from chromadb.config import Settings

        settings = Settings(anonymized_telemetry=False)
        try:
            self._client = chromadb.PersistentClient(str(self._folder), settings=settings)
        except BaseException:
            _forget(self._folder)
            raise
        self._collection = self._client.get_or_create_collection(
            COLLECTION,
            embedding_function=None,
            configuration={"hnsw": HNSW},
            metadata={"dimension": self._dimension},
        )
        kept = self._collection.metadata or {}
        if kept.get("dimension") != self._dimension:
            raise ValueError("the collection has vectors of another length")

    def _upsert(self, entries: Sequence[Entry], rows: "Vectors") -> None:
        self._collection.upsert(
            ids=[entry.id for entry in entries],
            embeddings=rows,
            metadatas=[_metadata(entry) for entry in entries],
        )

    def _guarded(self, work: Callable[[], _Result]) -> _Result:
        try:
            return work()
        except (KeyboardInterrupt, SystemExit, GeneratorExit, Cancelled):
            raise
        except BaseException as error:  # a panic of Chroma's native part is no `Exception`
            raise _damage(self._folder, reason_of(error)) from error


def is_usable(folder: Path | None = None, command: Sequence[str] | None = None) -> bool:
    """Say whether Chroma survives being used here, found out by a child process.

    Args:
        folder: Its files are read; by default an empty one is made, filled, and asked.
        command: Stands in for the real child.
    """
    return _ending_of_probe(folder, command) == 0


def _ending_of_probe(folder: Path | None, command: Sequence[str] | None) -> int | None:
    """Return how the child ended; None where it did not within the time that it is given."""
    words = [] if folder is None else [str(folder)]
    try:
        ran = subprocess.run(
            [*(command or probe_command()), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_PROBE_SECONDS,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except subprocess.TimeoutExpired:
        return None
    except OSError:
        return -1
    return ran.returncode


def is_usable_here(cache_folder: Path, command: Sequence[str] | None = None) -> bool:
    """Say whether Chroma works on this system; tried once for each version of it.

    That it failed is believed for a day only: a guard that checks new files may have been why.
    That it took too long is not believed at all: the system may have been busy.
    """
    try:
        installed = version("chromadb")
    except PackageNotFoundError:
        return False
    note = cache_folder / CHROMA_NOTE
    tried = {"chromadb": installed, "python": sys.version, "platform": sys.platform}
    with suppress(OSError, ValueError, RecursionError):
        known = json.loads(note.read_text(encoding="utf-8"))
        age_seconds = time.time() - note.stat().st_mtime
        if isinstance(known, dict) and known.get("tried") == tried:
            if known.get("usable") is True:
                return True
            if 0 <= age_seconds < _FAILURE_SECONDS:
                return False
    ending = _ending_of_probe(None, command)
    if ending is None:
        return False
    usable = ending == 0
    with suppress(OSError):
        cache_folder.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps({"tried": tried, "usable": usable}), encoding="utf-8")
    return usable


def probe_command() -> list[str]:
    """Return the command that starts the probe as a process of its own."""
    if getattr(sys, "frozen", False):
        return [sys.executable, PROBE_FLAG]
    return [sys.executable, "-P", "-m", "chunkscope.retrieval.chroma_probe"]


def _forget(folder: Path) -> None:
    """Let Chroma begin anew in `folder`: what it failed to start there, it would take up again."""
    from chromadb.api.shared_system_client import SharedSystemClient

    getattr(SharedSystemClient, "_identifier_to_system", {}).pop(str(folder), None)


def _is_sealed(folder: Path) -> bool:
    try:
        seal = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return bool(seal == _state_of(folder))


def _state_of(folder: Path) -> dict[str, list[int]]:
    """Return length and time of every file in `folder`, the seal left out."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != _SEAL]
    states = {str(path.relative_to(folder)): path.stat() for path in files}
    return {name: [state.st_size, state.st_mtime_ns] for name, state in states.items()}


def _metadata(entry: Entry) -> dict[str, str | int]:
    return {
        "level": entry.level,
        "hash": entry.hash,
        "parent": entry.parent,
        "heading_path": entry.heading_path,
        "start": entry.start,
        "end": entry.end,
    }


def _entry(id_: str, kept: Mapping[str, Any]) -> Entry:
    """Return an entry as it is kept; what is missing or of another kind equals no entry's."""
    hash_, level, parent, heading_path = (
        str(kept.get(name, "")) for name in ("hash", "level", "parent", "heading_path")
    )
    offsets = (kept.get(name) for name in ("start", "end"))
    start, end = (one if type(one) is int else -1 for one in offsets)
    return Entry(id_, hash_, level, parent, heading_path, start, end)


def _damage(folder: Path, reason: str) -> StoreDamaged:
    return StoreDamaged(
        f"Chroma cannot use the vectors in {folder} ({reason}).",
        "They are made again from the index.",
    )
