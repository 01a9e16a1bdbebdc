"""The index on disk: passages, their vectors and their full text in one SQLite file.

All that a search reads changes in one transaction, so whoever is killed leaves the index before a
change or the index after it. Vectors are kept by what was embedded: those of a change that was
never finished are found again and not paid for twice. Every row has a checksum: what is damaged is
taken out when it is read, and costs no more than itself.
"""

import os
import sqlite3
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from chunkscope.retrieval import full_text
from chunkscope.retrieval.characters import without_surrogates
from chunkscope.retrieval.errors import IndexMismatch, IndexUnavailable
from chunkscope.retrieval.lock import cannot_be_kept
from chunkscope.retrieval.passages import PARENT, Passage

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

FILE_NAME: Final = "index.sqlite"
FORMAT: Final = "2"

_FIELDS: Final = "id, page, level, place, parent, start, stop, heading_path, hash"
_SCHEMA: Final = (
    "CREATE TABLE facts(name TEXT PRIMARY KEY, fact TEXT NOT NULL)",
    f"CREATE TABLE passages(row INTEGER PRIMARY KEY, position, {_FIELDS}, checksum, UNIQUE(id))",
    "CREATE TABLE vectors(hash TEXT PRIMARY KEY, vector BLOB NOT NULL, checksum INTEGER NOT NULL)",
)
_WRITTEN: Final = (
    f"INSERT INTO passages(position, {_FIELDS}, checksum) "  # noqa: S608
    f"VALUES (?{', ?' * 10}) ON CONFLICT(id) DO UPDATE SET "
    + ", ".join(
        f"{field} = excluded.{field}"
        for field in ("position", *_FIELDS.split(", "), "checksum")
        if field != "id"
    )
)
_READ: Final = (
    f"SELECT row, position, {_FIELDS.replace('hash', 'passages.hash')}, "  # noqa: S608
    "passages.checksum, vector, vectors.checksum "
    "FROM passages LEFT JOIN vectors USING (hash) ORDER BY position"
)
_MANY: Final = ("passages of the index were", "they are")
# What says that the file cannot be reached just now, rather than that it is damaged.
_OUT_OF_REACH: Final = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_IOERR,
)
_UNREADABLE: Final = (
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
)


class LedgerDamaged(IndexUnavailable):
    """The file cannot be read, or contradicts itself."""


class Ledger:
    """The file; one thread uses it at a time, any thread.

    Attributes:
        notes: What was found damaged and taken out, in sentences for the reader.
    """

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
        self.notes: list[str] = []
        self._dimension = dimension
        self._path = folder / FILE_NAME
        if os.path.lexists(folder) and not folder.is_dir():
            raise self._damage("its folder is none")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_be_kept(folder, error) from error
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
        """Return those of `hashes` whose vectors are here, and whole."""
        with self._named():
            self._take_out_damaged_leftovers()
            kept = {hash_ for (hash_,) in self._connection.execute("SELECT hash FROM vectors")}
        return kept.intersection(hashes)

    def keep(self, hashes: Sequence[str], vectors: "Vectors") -> None:
        """Keep one vector a hash, for a change that may still be far from its end."""
        blobs = [vector.tobytes() for vector in vectors]
        rows = [
            (hash_, blob, _checksum_of_vector(hash_, blob))
            for hash_, blob in zip(hashes, blobs, strict=True)
        ]
        with self._named(), self._transaction():
            self._connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    def replace(self, passages: Sequence[Passage], texts: Mapping[str, str]) -> None:
        """Make `passages` all that can be found; those that stay are written anew all the same.

        An id says what is embedded, and nothing else: under an equal one the heading path may
        differ beyond what the prefix holds of it, as the offsets do.

        Args:
            passages: In the order of their places, every one with a vector that is kept.
            texts: Full text of the parents that were not there before, or have another now, by id.
        """
        rows = (_columns(position, passage) for position, passage in enumerate(passages))
        with self._named(), self._transaction():
            self._take_out({passage.id for passage in passages})
            self._connection.executemany(_WRITTEN, ((*row, _checksum_of(row)) for row in rows))
            self._index_texts(texts)
            self._connection.execute(
                "DELETE FROM vectors WHERE hash NOT IN (SELECT hash FROM passages)"
            )

    def read(self) -> tuple[tuple[Passage, ...], tuple[int, ...], "Vectors"]:
        """Return all passages in order, the row of each, and one vector each.

        What is damaged is taken out with what hangs on it, so that the next change makes it again.
        """
        import numpy as np

        with self._named():
            rows = self._sound_rows()
            if full_text.rows_of(self._connection) != self._parent_rows():
                raise self._damage("full text and passages differ")
        joined = b"".join(row[-2] for row in rows)
        vectors = np.frombuffer(joined, np.float32).reshape(len(rows), self._dimension)
        return tuple(Passage(*row[2:-3]) for row in rows), tuple(row[0] for row in rows), vectors

    def search(self, question: str) -> full_text.TextHits:
        """Return every parent with a word of the question."""
        with self._named():
            return full_text.search(self._connection, question)

    def close(self) -> None:
        """Let go of the file; twice is harmless."""
        self._connection.close()

    def _prepare(self, facts: Mapping[str, str]) -> None:
        execute = self._connection.execute
        # Nobody else opens it: so it needs no shared memory, for which a full disk has no room.
        execute("PRAGMA locking_mode = EXCLUSIVE")
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

    def _parent_rows(self) -> set[int]:
        found = self._connection.execute("SELECT row FROM passages WHERE level = ?", (PARENT,))
        return {int(row) for (row,) in found}

    def _take_out(self, staying: Collection[str]) -> None:
        found = self._connection.execute("SELECT row, id FROM passages").fetchall()
        gone = [row for row, id_ in found if id_ not in staying]
        full_text.remove(self._connection, set(gone) & self._parent_rows())
        self._connection.executemany("DELETE FROM passages WHERE row = ?", ((row,) for row in gone))

    def _index_texts(self, texts: Mapping[str, str]) -> None:
        found = self._connection.execute("SELECT row, id FROM passages").fetchall()
        rows = [(row, texts[id_]) for row, id_ in found if id_ in texts]
        full_text.remove(self._connection, (row for row, _ in rows))
        full_text.add(self._connection, rows)

    def _sound_rows(self) -> list[tuple[Any, ...]]:
        """Return what `read` is made of; what is damaged is no longer there."""
        rows = self._connection.execute(_READ).fetchall()
        sound = [row for row in rows if self._is_sound(row)]
        if len(sound) == len(rows):
            return rows
        lost = len(rows) - len(sound)
        ids = {row[2] for row in sound}
        sound = [row for row in sound if not row[6] or row[6] in ids]
        staying = {row[0] for row in sound}
        gone = [(row[0],) for row in rows if row[0] not in staying]
        with self._transaction():
            full_text.remove(self._connection, (row for (row,) in gone))
            self._connection.executemany("DELETE FROM passages WHERE row = ?", gone)
        self._take_out_damaged_leftovers()
        were, they = ("passage of the index was", "it is") if lost == 1 else _MANY
        self.notes.append(f"{lost} {were} damaged; {they} indexed again, and nothing else is.")
        return sound

    def _is_sound(self, row: Sequence[Any]) -> bool:
        *columns, checksum, vector, checksum_of_vector = row[1:]
        return checksum == _checksum_of(columns) and self._is_whole(
            columns[-1], vector, checksum_of_vector
        )

    def _is_whole(self, hash_: object, vector: object, checksum: object) -> bool:
        return (
            isinstance(vector, bytes)
            and len(vector) == 4 * self._dimension
            and checksum == _checksum_of_vector(hash_, vector)
        )

    def _take_out_damaged_leftovers(self) -> None:
        """Take out the vectors that are damaged among those that no passage stands for."""
        found = self._connection.execute(
            "SELECT hash, vector, checksum FROM vectors "
            "WHERE hash NOT IN (SELECT hash FROM passages)"
        )
        gone = [(row[0],) for row in found if not self._is_whole(*row)]
        if gone:
            with self._transaction():
                self._connection.executemany("DELETE FROM vectors WHERE hash = ?", gone)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # a full disk has ended it already
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Turn SQLite's errors into words; what cannot be reached is not called damaged."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
            is_unreadable = code in _UNREADABLE
            if (code & 0xFF in _OUT_OF_REACH and not is_unreadable) or isinstance(
                error, sqlite3.ProgrammingError
            ):
                raise IndexUnavailable(
                    f"The index in {self._path.parent} cannot be used now ({error}).",
                    "Make room there or allow writing.",
                ) from error
            raise self._damage(str(error)) from error

    def _damage(self, reason: str) -> LedgerDamaged:
        return LedgerDamaged(
            f"The index in {self._path.parent} is damaged ({reason}).", "Index again."
        )


def as_kept(passage: Passage) -> Passage:
    """Return a passage as it is read again: files hold no lone surrogates."""
    page, path = without_surrogates(passage.page), without_surrogates(passage.heading_path)
    if (page, path) == (passage.page, passage.heading_path):
        return passage
    return replace(passage, page=page, heading_path=path)


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


def _checksum_of(columns: Sequence[object]) -> int:
    # Not `repr`, which writes what it takes for printable as it is: Pythons differ in that.
    return zlib.crc32(ascii(tuple(columns)).encode())


def _checksum_of_vector(hash_: object, vector: bytes) -> int:
    return zlib.crc32(vector, zlib.crc32(str(hash_).encode()))


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
