"""Where vectors lie: one small interface, whoever keeps them.

The index holds every vector itself and searches them exactly. A store is its mirror: the engine
that a retrieval system would ask, so that its answers can be compared with the exact ones.
"""

import contextlib
import errno
import json
import os
import uuid
import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from chunkscope.retrieval.errors import IndexUnavailable

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

ENTRIES_NAME: Final = "entries.json"
NO_SPACE: Final = "no space is left on the disk"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a store keeps with a vector; an id never stands for another vector later.

    Attributes:
        id: Survives every edit that leaves the embedded text as it is.
        hash: SHA-256 of the embedded text.
        level: `parent`, `child` or `document`.
        parent: Id of a child's parent; empty for all others.
        heading_path: The headings above it, joined as in the prefix.
        start: Offset of its first character in its page; edits above it move it.
        end: Offset after its last character.
    """

    id: str
    hash: str
    level: str
    parent: str = ""
    heading_path: str = ""
    start: int = 0
    end: int = 0


class Near(NamedTuple):
    """One answer of a store: an id and its cosine similarity to what was asked."""

    id: str
    score: float


class StoreDamaged(IndexUnavailable):
    """The files of a store cannot be read; all in it can be made again."""


def reason_of(error: BaseException) -> str:
    """Return what made a store fail, as far as its library says: no space, or its error's name."""
    told: BaseException | None = error
    while told is not None:
        words = str(told).lower()
        is_full = getattr(told, "errno", None) in (errno.ENOSPC, errno.EDQUOT)
        if is_full or "no space left" in words or "disk is full" in words:
            return NO_SPACE
        told = told.__cause__ or told.__context__
    return type(error).__name__


class VectorStore(Protocol):
    """Keeps vectors under ids; one thread uses it at a time.

    Every method may raise `StoreDamaged`.
    """

    @property
    def name(self) -> str:
        """The engine's name, as the reader sees it."""

    @property
    def is_exact(self) -> bool:
        """Whether it compares with every vector, so that nothing is ever missed."""

    def put(self, entries: Sequence[Entry], vectors: "Vectors") -> None:
        """Keep one unit row an entry; an id that is there is replaced."""

    def delete(self, ids: Collection[str]) -> None:
        """Remove what is kept under these ids; those that are not there do not matter."""

    def describe(self, entries: Sequence[Entry]) -> None:
        """Write anew what is kept beside the vectors of entries that are there."""

    def entries(self) -> Mapping[str, Entry]:
        """Return all that is kept, by id, without the vectors."""

    def nearest(
        self, vector: "Vectors", count: int, levels: Collection[str] = ()
    ) -> tuple[Near, ...]:
        """Return the engine's own answer: the nearest by cosine, best first.

        Args:
            vector: Unit length, shape (dimension,).
            count: How many at most.
            levels: Only of these; all where there are none.
        """

    def close(self) -> None:
        """Let go of the files; twice is harmless."""


class ExactStore:
    """Compares with every vector; a pair of files that changes as one.

    The vectors get a file of a new name with every change. The list of entries names it and is
    replaced in one step, so a program that is killed leaves the pair before or the pair after.
    """

    name = "NumPy"
    is_exact = True

    def __init__(self, folder: Path, dimension: int) -> None:
        """Open the pair in `folder`, which is made where it is missing.

        Raises:
            StoreDamaged: The files do not belong together, or cannot be read.
        """
        import numpy as np

        self._folder = folder
        self._entries: dict[str, Entry] = {}
        self._listed: list[Entry] = []
        self._vectors: Vectors = np.empty((0, dimension), np.float32)
        with _damage_named(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if (folder / ENTRIES_NAME).exists():
                self._read(dimension)

    def put(self, entries: Sequence[Entry], vectors: "Vectors") -> None:
        """Keep one unit row an entry; an id that is there is replaced."""
        import numpy as np

        fresh = {entry.id: entry for entry in entries}
        kept = [place for place, known in enumerate(self._entries) if known not in fresh]
        rows = {entry.id: row for row, entry in enumerate(entries)}
        chosen = vectors[list(rows.values())].astype(np.float32, copy=False)
        self._change(kept, list(fresh.values()), chosen)

    def delete(self, ids: Collection[str]) -> None:
        """Remove what is kept under these ids; those that are not there do not matter."""
        gone = set(ids) & self._entries.keys()
        if gone:
            kept = [place for place, known in enumerate(self._entries) if known not in gone]
            self._change(kept, [], self._vectors[:0])

    def describe(self, entries: Sequence[Entry]) -> None:
        """Write anew what is kept beside the vectors of entries that are there."""
        fresh = {entry.id: entry for entry in entries}
        self._keep([fresh.get(entry.id, entry) for entry in self._listed], self._vectors)

    def entries(self) -> Mapping[str, Entry]:
        """Return all that is kept, by id, without the vectors."""
        return dict(self._entries)

    def nearest(
        self, vector: "Vectors", count: int, levels: Collection[str] = ()
    ) -> tuple[Near, ...]:
        """Return the nearest by cosine, best first."""
        import numpy as np

        scores = self._vectors @ vector
        order = np.argsort(-scores, kind="stable")
        near: list[Near] = []
        for place in order:
            entry = self._listed[place]
            if not levels or entry.level in levels:
                near.append(Near(entry.id, float(scores[place])))
            if len(near) >= count:
                break
        return tuple(near[:count])

    def close(self) -> None:
        """Let go of the files; they are closed already."""

    def _change(self, kept: Sequence[int], fresh: Sequence[Entry], vectors: "Vectors") -> None:
        import numpy as np

        entries = [*(self._listed[place] for place in kept), *fresh]
        self._keep(entries, np.concatenate([self._vectors[list(kept)], vectors]))

    def _keep(self, entries: list[Entry], rows: "Vectors") -> None:
        with _damage_named(self._folder):
            self._write(entries, rows)
        self._take(entries, rows)

    def _take(self, entries: list[Entry], rows: "Vectors") -> None:
        self._entries = {entry.id: entry for entry in entries}
        self._listed, self._vectors = entries, rows

    def _write(self, entries: Sequence[Entry], rows: "Vectors") -> None:
        import numpy as np

        name = f"vectors-{uuid.uuid4().hex}.f32"
        content = np.ascontiguousarray(rows).tobytes()
        try:
            with (self._folder / name).open("wb") as stream:
                stream.write(content)
                _settle(stream)
        except OSError:  # such as a full disk, which half a file would only keep full
            with contextlib.suppress(OSError):
                (self._folder / name).unlink()
            raise
        listing = {
            "vectors": name,
            "checksum": zlib.crc32(content),
            "entries": [_fields(entry) for entry in entries],
        }
        draft = self._folder / f"{ENTRIES_NAME}.new"
        with draft.open("w", encoding="utf-8") as stream:
            stream.write(json.dumps(listing, ensure_ascii=False))  # `dump` takes four times as long
            _settle(stream)
        draft.replace(self._folder / ENTRIES_NAME)
        for path in self._folder.glob("vectors-*"):
            if path.name != name:
                with contextlib.suppress(OSError):
                    path.unlink()

    def _read(self, dimension: int) -> None:
        import numpy as np

        listing = json.loads((self._folder / ENTRIES_NAME).read_text(encoding="utf-8"))
        entries = [Entry(*fields) for fields in listing["entries"]]
        content = (self._folder / str(listing["vectors"])).read_bytes()
        if zlib.crc32(content) != listing["checksum"]:
            raise ValueError("the vectors have changed")
        rows = np.frombuffer(content, np.float32).reshape(len(entries), dimension)
        self._take(entries, rows)


def _fields(entry: Entry) -> tuple[str | int, ...]:
    return (
        entry.id,
        entry.hash,
        entry.level,
        entry.parent,
        entry.heading_path,
        entry.start,
        entry.end,
    )


def _settle(stream: Any) -> None:
    stream.flush()
    os.fsync(stream.fileno())


@contextlib.contextmanager
def _damage_named(folder: Path) -> Any:
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, EOFError, RecursionError) as error:
        raise StoreDamaged(
            f"The vectors in {folder} cannot be used ({reason_of(error)}).",
            "They are made again from the index.",
        ) from error
