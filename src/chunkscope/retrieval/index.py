"""The index of a document set: both legs of a search, kept equal to the cut of its pages.

What is embedded is paid for once: an edit embeds what it changed, and a change that was cancelled
or killed goes on where it stopped. The ledger changes in one step; the store follows it.
"""

import shutil
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from chunkscope.core.progress import Report, ignore
from chunkscope.core.tokens import estimated_tokens
from chunkscope.retrieval.costs import Outcome, Plan
from chunkscope.retrieval.embedding import Embedder
from chunkscope.retrieval.errors import IndexMismatch
from chunkscope.retrieval.full_text import TextHits
from chunkscope.retrieval.index_folders import set_aside
from chunkscope.retrieval.ledger import Ledger, LedgerDamaged, as_kept
from chunkscope.retrieval.lock import FolderLock
from chunkscope.retrieval.mirror import Mirror, OpenStore
from chunkscope.retrieval.passages import (
    PARENT,
    Page,
    Passage,
    embedded_text,
    in_order,
)
from chunkscope.retrieval.store import ExactStore, Near

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

_KEPT_AT_ONCE: Final = 64
"""Texts whose vectors are written down together: what a kill costs at most."""


class Snapshot(NamedTuple):
    """What can be found, at one moment.

    Attributes:
        passages: In the order of their places.
        positions: Place in `passages` by row of the full text.
        vectors: One unit row a passage; nobody changes it.
    """

    passages: tuple[Passage, ...]
    positions: Mapping[int, int]
    vectors: "Vectors"


class Index:
    """An open index; searches may go on in one thread while another updates it.

    Attributes:
        folder: Where it is kept.
        embedder: The model of its vectors.
    """

    def __init__(
        self,
        folder: Path,
        embedder: Embedder,
        opened: OpenStore = ExactStore,
        report: Report = ignore,
        *,
        anew: bool = False,
        strict: bool = False,
    ) -> None:
        """Open the index in `folder`; make, repair or replace it where that is needed.

        What was made with another model, or by another version of the program, is set aside and
        an empty index takes its place: all in it can be made again, and the plan says what of.

        Args:
            folder: Its own; nothing else lies there.
            embedder: The model.
            opened: Opens the store, which mirrors the vectors; see `mirror.chosen_store`.
            report: Called while the store is brought up to date.
            anew: Begin with an empty index, whatever is there.
            strict: Refuse what was made otherwise, instead of setting it aside.

        Raises:
            IndexInUse: Another window or process holds it.
            IndexMismatch: It was made otherwise, and `strict` is set.
            IndexUnavailable: It cannot be reached.
            Cancelled: From `report`.
        """
        self.folder = folder
        self.embedder = embedder
        self._notes: list[str] = []
        self._is_followed = False
        self._guard = threading.RLock()
        self._following = threading.Lock()
        self._lock = FolderLock(folder)
        try:
            if anew and folder.exists():
                shutil.rmtree(set_aside(folder, "old"), ignore_errors=True)
            self._ledger, self._snapshot = self._open_ledger(strict)
            self._mirror = Mirror(folder, embedder.dimension, opened)
            self._follow(report)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        """Return the index."""
        return self

    def __exit__(self, *_raised: object) -> None:
        """Close it."""
        self.close()

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be repaired, in sentences for the reader."""
        return (*self._notes, *self._ledger.notes, *self._mirror.notes)

    @property
    def engine(self) -> str:
        """Name of the engine that mirrors the vectors."""
        return self._mirror.name

    @property
    def snapshot(self) -> Snapshot:
        """What can be found now."""
        return self._snapshot

    def plan(self, pages: Sequence[Page]) -> Plan:
        """Return what `update` with the same pages would cost; changes nothing."""
        wanted = in_order(pages, self.embedder.read_part)
        return self._plan(wanted, self._missing(pages, wanted))

    def update(self, pages: Sequence[Page], report: Report = ignore) -> Outcome:
        """Make the index hold exactly these pages.

        Args:
            pages: All pages of the document set, in their order; their keys differ.
            report: Called with the texts and vectors that are done.

        Raises:
            ValueError: Two pages have one key.
            Cancelled: From `report`; the index is as before, and what was embedded is kept. Where
                only the engine was still to follow, the index is changed and it follows later.
            ModelUnavailable: The model failed; likewise.
            IndexUnavailable: The index could not be written; likewise.
        """
        began = time.monotonic()
        if len({page.key for page in pages}) < len(pages):
            raise ValueError("two pages have one key")
        wanted = in_order(pages, self.embedder.read_part)
        missing = self._missing(pages, wanted)
        plan = self._plan(wanted, missing)
        fresh = plan.passages - plan.kept
        total = len(missing) + fresh
        self._embed(missing, lambda done, _: report(done, total))
        if [as_kept(passage) for passage in wanted] != list(self._snapshot.passages):
            self._replace(pages, wanted)
        self._follow(lambda done, _: report(min(len(missing) + done, total), total))
        return Outcome(plan, len(missing), time.monotonic() - began)

    def text_hits(self, question: str) -> tuple[Snapshot, TextHits]:
        """Return every parent with a word of the question, and when that was so."""
        with self._guard:
            return self._snapshot, self._ledger.search(question)

    def nearest(
        self, vector: "Vectors", count: int, levels: Sequence[str]
    ) -> tuple[Near, ...] | None:
        """Return the engine's own answer, best first.

        None while it is still to follow, and where it would compare just as the search does.
        """
        if self._mirror.is_exact or not self._following.acquire(blocking=False):
            return None
        try:
            return self._mirror.nearest(vector, count, levels) if self._is_followed else None
        finally:
            self._following.release()

    def close(self) -> None:
        """Let go of all files; twice is harmless."""
        with self._guard:
            for part in ("_mirror", "_ledger", "_lock"):
                if hasattr(self, part):
                    getattr(self, part).close()

    def _open_ledger(self, strict: bool) -> tuple[Ledger, Snapshot]:
        try:
            return self._read_ledger()
        except IndexMismatch as mismatch:
            if strict:
                raise
            aside = set_aside(self.folder, "other")
            self._notes.append(
                f"{mismatch.message} It was set aside as {aside.name} and is indexed again."
            )
        except LedgerDamaged as damage:
            aside = set_aside(self.folder, "damaged")
            self._notes.append(
                f"{damage.message} It was set aside as {aside.name} and is indexed again."
            )
        return self._read_ledger()

    def _read_ledger(self) -> tuple[Ledger, Snapshot]:
        ledger = Ledger(self.folder, self.embedder.identity, self.embedder.dimension)
        try:
            return ledger, _snapshot_of(ledger)
        except BaseException:
            ledger.close()
            raise

    def _missing(self, pages: Sequence[Page], wanted: Sequence[Passage]) -> dict[str, str]:
        """Return the texts that have no vector yet, by hash; longest first."""
        with self._guard:
            known = self._ledger.known(passage.hash for passage in wanted)
        cuts = {page.key: page.chunks for page in pages}
        read_part = self.embedder.read_part
        texts = {
            passage.hash: embedded_text(cuts[passage.page], passage, read_part)
            for passage in wanted
            if passage.hash not in known
        }
        return dict(sorted(texts.items(), key=lambda named: -len(named[1])))

    def _plan(self, wanted: Sequence[Passage], missing: Mapping[str, str]) -> Plan:
        here = {passage.id for passage in self._snapshot.passages}
        kept = sum(passage.id in here for passage in wanted)
        window = self.embedder.window
        tokens = sum(min(estimated_tokens(len(text)), window) for text in missing.values())
        return Plan(len(wanted), len(missing), tokens, kept, len(here) - kept)

    def _embed(self, missing: Mapping[str, str], report: Report) -> None:
        hashes = list(missing)
        for first in range(0, len(hashes), _KEPT_AT_ONCE):
            batch = hashes[first : first + _KEPT_AT_ONCE]
            vectors = self.embedder.embed(
                [missing[hash_] for hash_ in batch],
                lambda done, _, first=first: report(first + done, len(hashes)),
            )
            with self._guard:
                self._ledger.keep(batch, vectors)

    def _replace(self, pages: Sequence[Page], wanted: Sequence[Passage]) -> None:
        # What is embedded is the same under an equal id, so what has the same length is the same.
        here = {passage.id: passage.end - passage.start for passage in self._snapshot.passages}
        cuts = {page.key: page.chunks for page in pages}
        texts = {
            passage.id: cuts[passage.page].text[passage.start : passage.end]
            for passage in wanted
            if passage.level == PARENT and here.get(passage.id) != passage.end - passage.start
        }
        with self._guard:
            self._ledger.replace(wanted, texts)
            self._snapshot = _snapshot_of(self._ledger)

    def _follow(self, report: Report) -> None:
        snapshot = self._snapshot
        with self._following:
            self._is_followed = False
            self._mirror.agree(snapshot.passages, snapshot.vectors, report)
            self._is_followed = True


def plan_anew(pages: Sequence[Page], embedder: Embedder) -> Plan:
    """Return what an index of `pages` would cost where there is none yet."""
    wanted = in_order(pages, embedder.read_part)
    cuts = {page.key: page.chunks for page in pages}
    sizes = {
        passage.hash: len(embedded_text(cuts[passage.page], passage, embedder.read_part))
        for passage in wanted
    }
    tokens = sum(min(estimated_tokens(size), embedder.window) for size in sizes.values())
    return Plan(len(wanted), len(sizes), tokens, 0, 0)


def _snapshot_of(ledger: Ledger) -> Snapshot:
    passages, rows, vectors = ledger.read()
    return Snapshot(passages, {row: place for place, row in enumerate(rows)}, vectors)
