"""The index on disk: passages, their vectors and their full text in one SQLite file.

All that a search reads changes in one transaction, so whoever is killed leaves the index before a
change or the index after it. Vectors are kept by what was embedded: those of a change that was
never finished are found again and not paid for twice.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chunkscope.retrieval import full_text
from chunkscope.retrieval.characters import without_surrogates
from chunkscope.retrieval.errors import IndexMismatch, IndexUnavailable
from chunkscope.retrieval.passages import PARENT, Passage

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

FILE_NAME: Final = "index.sqlite"
FORMAT: Final = "1"

_FIELDS: Final = "id, page, level, place, parent, start, stop, heading_path, hash"
_SCHEMA: Final = (
    "CREATE TABLE facts(name TEXT PRIMARY KEY, fact TEXT NOT NULL)",
    f"CREATE TABLE passages(row INTEGER PRIMARY KEY, position INTEGER, {_FIELDS}, UNIQUE(id))",
    "CREATE TABLE vectors(hash TEXT PRIMARY KEY, vector BLOB NOT NULL)",
)
# What says that the file cannot be reached just now, rather than that it is damaged.
_OUT_OF_REACH: Final = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOMEM,
)


class LedgerDamaged(IndexUnavailable):
    """The file cannot be read, or contradicts itself."""


class Ledger:
    """The file; one thread uses it at a time, any thread."""

    def __init__(self, folder: Path, model: str, dimension: int) -> None:
        """Open the file in `folder`; both are made where they are missing.

        Args:
            folder: Of the index.
            model: Identity of the model whose vectors it keeps.
            dimension: Their length.

        Raises:
            LedgerDamaged: It cannot be read, or contradicts itself.
            IndexMismatch: Another model or another version of the program made it.
            IndexUnavailable: The folder cannot be written.
        """
        self._dimension = dimension
        self._path = folder / FILE_NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise IndexUnavailable(
                f"The index cannot be kept in {folder} ({error.strerror}).",
                "Make room there or allow writing.",
            ) from error
        if self._path.exists() and not self._path.is_file():
            raise self._damage("its file is none")
        with self._named():
            self._connection = sqlite3.connect(
                self._path, isolation_level=None, check_same_thread=False
            )
        try:
            with self._named():
                self._prepare({"format": FORMAT, "model": model, "dimension": str(dimension)})
        except BaseException:
            self._connection.close()
            raise

    def fact(self, name: str) -> str:
        """Return what was noted under `name`; empty where nothing was."""
        with self._named():
            found = self._connection.execute("SELECT fact FROM facts WHERE name = ?", (name,))
            row = found.fetchone()
        return str(row[0]) if row else ""

    def note(self, name: str, fact: str) -> None:
        """Keep a fact under `name`."""
        with self._named():
            self._connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, fact))

    def known(self, hashes: Iterable[str]) -> set[str]:
        """Return those of `hashes` whose vectors are here."""
        with self._named():
            kept = {hash_ for (hash_,) in self._connection.execute("SELECT hash FROM vectors")}
        return kept.intersection(hashes)

    def keep(self, hashes: Sequence[str], vectors: "Vectors") -> None:
        """Keep one vector a hash, for a change that may still be far from its end."""
        rows = [(hash_, vector.tobytes()) for hash_, vector in zip(hashes, vectors, strict=True)]
        with self._named(), self._transaction():
            self._connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)

    def replace(self, passages: Sequence[Passage], texts: Mapping[str, str]) -> None:
        """Make `passages` all that can be found; offsets of those that stay are written anew.

        Args:
            passages: In the order of their places, every one with a vector that is kept.
            texts: Full text of the parents that were not there before, by id.
        """
        with self._named(), self._transaction():
            self._take_out({passage.id for passage in passages})
            self._connection.executemany(
                f"INSERT INTO passages(position, {_FIELDS}) VALUES (?{', ?' * 9}) "  # noqa: S608
                "ON CONFLICT(id) DO UPDATE SET position = excluded.position, "
                "place = excluded.place, start = excluded.start, stop = excluded.stop",
                (_columns(position, passage) for position, passage in enumerate(passages)),
            )
            self._index_texts(texts)
            self._connection.execute(
                "DELETE FROM vectors WHERE hash NOT IN (SELECT hash FROM passages)"
            )

    def read(self) -> tuple[tuple[Passage, ...], tuple[int, ...], "Vectors"]:
        """Return all passages in order, the row of each, and one vector each."""
        import numpy as np

        with self._named():
            rows = self._connection.execute(
                f"SELECT row, {_FIELDS.replace('hash', 'passages.hash')}, vector "  # noqa: S608
                "FROM passages LEFT JOIN vectors USING (hash) ORDER BY position"
            ).fetchall()
        if any(len(row[-1] or b"") != 4 * self._dimension for row in rows):
            raise self._damage("vectors are missing")
        joined = b"".join(row[-1] for row in rows)
        vectors = np.frombuffer(joined, np.float32).reshape(len(rows), self._dimension)
        return tuple(Passage(*row[1:-1]) for row in rows), tuple(row[0] for row in rows), vectors

    def search(self, question: str) -> full_text.TextHits:
        """Return every parent with a word of the question."""
        with self._named():
            return full_text.search(self._connection, question)

    def close(self) -> None:
        """Let go of the file; twice is harmless."""
        self._connection.close()

    def _prepare(self, facts: Mapping[str, str]) -> None:
        execute = self._connection.execute
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        tables = {name for (name,) in execute("SELECT name FROM sqlite_master")}
        if not tables:
            self._create(facts)
        elif "facts" not in tables:
            raise self._damage("it is no index")
        found = {name: self.fact(name) for name in facts}
        if found != facts:
            raise _mismatch(found, facts)
        self._check()

    def _create(self, facts: Mapping[str, str]) -> None:
        with self._transaction():
            for statement in _SCHEMA:
                self._connection.execute(statement)
            full_text.create(self._connection)
            self._connection.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())

    def _check(self) -> None:
        (found,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise self._damage("its pages contradict each other")
        full_text.check(self._connection)
        if full_text.rows_of(self._connection) != self._parent_rows():
            raise self._damage("full text and passages differ")

    def _parent_rows(self) -> set[int]:
        found = self._connection.execute("SELECT row FROM passages WHERE level = ?", (PARENT,))
        return {int(row) for (row,) in found}

    def _take_out(self, staying: Collection[str]) -> None:
        found = self._connection.execute("SELECT row, id FROM passages").fetchall()
        gone = [row for row, id_ in found if id_ not in staying]
        full_text.remove(self._connection, set(gone) & self._parent_rows())
        self._connection.executemany("DELETE FROM passages WHERE row = ?", ((row,) for row in gone))

    def _index_texts(self, texts: Mapping[str, str]) -> None:
        missing = self._parent_rows() - full_text.rows_of(self._connection)
        found = self._connection.execute("SELECT row, id FROM passages").fetchall()
        full_text.add(self._connection, ((row, texts[id_]) for row, id_ in found if row in missing))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Turn SQLite's errors into words; what cannot be reached is not called damaged."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            if code in _OUT_OF_REACH or isinstance(error, sqlite3.ProgrammingError):
                raise IndexUnavailable(
                    f"The index in {self._path.parent} cannot be used now ({error}).",
                    "Make room there or allow writing.",
                ) from error
            raise self._damage(str(error)) from error

    def _damage(self, reason: str) -> LedgerDamaged:
        return LedgerDamaged(
            f"The index in {self._path.parent} is damaged ({reason}).", "Index again."
        )


def _columns(position: int, passage: Passage) -> tuple[object, ...]:
    return (
        position,
        passage.id,
        without_surrogates(passage.page),
        passage.level,
        passage.index,
        passage.parent,
        passage.start,
        passage.end,
        without_surrogates(passage.heading_path),
        passage.hash,
    )


def _mismatch(found: Mapping[str, str], wanted: Mapping[str, str]) -> IndexMismatch:
    """Say what made an index, where this program as it is set now would have made another."""
    if found["format"] != wanted["format"]:
        return IndexMismatch(
            "The index was made by another version of the program.", "Index again."
        )
    (made, model), (now, wanted_model) = (
        (facts["model"], facts["model"].partition("@")[0]) for facts in (found, wanted)
    )
    by = model or "an unknown model"
    if model != wanted_model:
        told = f"by {by}, whose vectors cannot be compared with those of {wanted_model}"
    elif made != now:
        told = f"by other files of {by}, whose vectors cannot be compared with those used now"
    else:
        told = (
            f"with vectors of {found['dimension'] or 'an unknown count of'} numbers, "
            f"where {by} gives {wanted['dimension']}"
        )
    return IndexMismatch(
        f"The index was made {told}.", "Index again with this model, or choose the other one."
    )
