"""The store kept equal to the index, whatever happens to the store."""

import shutil
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chunkscope.core.progress import Report, ignore
from chunkscope.retrieval.characters import without_surrogates
from chunkscope.retrieval.chroma_store import ChromaStore, is_usable_here
from chunkscope.retrieval.passages import Passage
from chunkscope.retrieval.store import Entry, ExactStore, Near, StoreDamaged, VectorStore

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

OpenStore = Callable[[Path, int], VectorStore]

_BATCH: Final = 200
_WITHOUT: Final = "Questions are answered without this engine, exactly."


class Mirror:
    """Opens the store of an index, brings it up to date, and replaces one that is damaged.

    Attributes:
        notes: What had to be done, in sentences for the reader.
    """

    def __init__(self, folder: Path, dimension: int, opened: OpenStore) -> None:
        """Open the newest store in `folder`, the folder of an index.

        A damaged one is left where it is, and a new one takes its place: so nothing has to be
        moved that a library may still hold open. Where the new one fails too, there is none.
        """
        self.notes: list[str] = []
        self._folder = folder
        self._dimension = dimension
        self._opened = opened
        self._store: VectorStore | None = None
        self._open()

    @property
    def name(self) -> str:
        """The engine's name; empty where none works."""
        return "" if self._store is None else self._store.name

    @property
    def is_exact(self) -> bool:
        """Whether there is nothing to ask that would not compare with every vector."""
        return self._store is None or self._store.is_exact

    def agree(
        self, passages: Sequence[Passage], vectors: "Vectors", report: Report = ignore
    ) -> None:
        """Make the store hold exactly `passages` with `vectors`, one row each.

        Where there is none, one is tried for again: what it failed by may have passed.

        Raises:
            Cancelled: From `report`, between two batches; it can be taken up again.
        """
        store = self._store or self._open()
        if store is None:
            return
        try:
            _bring_up(store, passages, vectors, report)
        except StoreDamaged as damage:
            self._replace(damage, lambda fresh: _bring_up(fresh, passages, vectors, report))

    def nearest(
        self, vector: "Vectors", count: int, levels: Collection[str] = ()
    ) -> tuple[Near, ...] | None:
        """Return the engine's own answer, best first; None where it fails."""
        if self._store is None:
            return None
        try:
            return self._store.nearest(vector, count, levels)
        except StoreDamaged as damage:
            self._replace(damage)
            return None

    def close(self) -> None:
        """Let go of the store; twice is harmless."""
        store, self._store = self._store, None
        _close(store)

    def _open(self) -> VectorStore | None:
        numbers = self._numbers()
        for old in numbers[:-2]:
            _remove(self._place(old))
        try:
            self._take(self._opened(self._place(numbers[-1] if numbers else 1), self._dimension))
        except StoreDamaged as damage:
            self._replace(damage)
        return self._store

    def _replace(
        self, damage: StoreDamaged, fill: Callable[[VectorStore], None] = lambda _: None
    ) -> None:
        """Put a new store in the place of one that failed; none where that fails likewise.

        What is left of a new one that failed is removed, so that trying again takes up no more.
        """
        self.close()
        number = max(self._numbers(), default=0)
        fresh: VectorStore | None = None
        try:
            fresh = self._opened(self._place(number + 1), self._dimension)
            fill(fresh)
        except StoreDamaged as again:
            _close(fresh)
            _remove(self._place(number + 1))
            if not any(_WITHOUT in note for note in self.notes):
                self.notes.append(f"{again.message} {_WITHOUT}")
        except BaseException:
            self._store = fresh
            raise
        else:
            self._take(fresh)
            aside = self._place(number).name
            self.notes.append(f"{damage.message} They were set aside in {aside} and made anew.")

    def _take(self, store: VectorStore) -> None:
        self._store = store
        self.notes = [note for note in self.notes if _WITHOUT not in note]

    def _numbers(self) -> list[int]:
        names = (path.name.partition("-")[2] for path in self._folder.glob("vectors-*"))
        return sorted(int(name) for name in names if name.isdecimal())

    def _place(self, number: int) -> Path:
        return self._folder / f"vectors-{number}"


def chosen_store(engine: str, cache_folder: Path) -> tuple[OpenStore, str]:
    """Return what opens stores of an engine, and a sentence where it is another than asked for.

    Args:
        engine: `chroma` or `numpy`.
        cache_folder: Where it is kept whether Chroma works on this system.

    Raises:
        ValueError: No engine has that name.
    """
    if engine not in ("chroma", "numpy"):
        raise ValueError(f"no engine is called {engine!r}")
    if engine == "numpy":
        return ExactStore, ""
    if is_usable_here(cache_folder):
        return ChromaStore, ""
    return (
        ExactStore,
        "Chroma does not work on this system; vectors are kept and compared by NumPy.",
    )


def _bring_up(
    store: VectorStore, passages: Sequence[Passage], vectors: "Vectors", report: Report
) -> None:
    known = store.entries()
    wanted = [_entry(passage) for passage in passages]
    fresh = [place for place, entry in enumerate(wanted) if not _has(known, entry)]
    for first in range(0, len(fresh), _BATCH):
        report(first, len(fresh))
        places = fresh[first : first + _BATCH]
        store.put([wanted[place] for place in places], vectors[places])
    moved = [entry for entry in wanted if _has(known, entry) and known[entry.id] != entry]
    if moved:
        store.describe(moved)
    store.delete(known.keys() - {entry.id for entry in wanted})
    report(len(fresh), len(fresh))


def _close(store: VectorStore | None) -> None:
    if store is not None:
        with suppress(StoreDamaged):
            store.close()


def _remove(place: Path) -> None:
    """Remove what is left of a store, be it a folder or a file; what cannot go stays."""
    shutil.rmtree(place, ignore_errors=True)
    with suppress(OSError):
        place.unlink()


def _has(known: Mapping[str, Entry], entry: Entry) -> bool:
    """Say whether the store has an entry's vector, whatever else it has beside it."""
    kept = known.get(entry.id)
    return kept is not None and kept.hash == entry.hash


def _entry(passage: Passage) -> Entry:
    return Entry(
        passage.id,
        passage.hash,
        passage.level,
        passage.parent,
        without_surrogates(passage.heading_path),
        passage.start,
        passage.end,
    )
