"""Real counts of a whole cut by every tokenizer that works here, what is on screen first."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from chunkscope.core.chunks import SEPARATOR, ChunkColumn, ChunkSet
from chunkscope.core.counts import UNKNOWN, CountColumn, PageCounts
from chunkscope.core.progress import Report, ignore
from chunkscope.core.spans import Span
from chunkscope.core.tokens import BGE_SMALL, EMBEDDERS, EmbedderModel
from chunkscope.retrieval.counters import CounterState, available_counters
from chunkscope.retrieval.counting import DocumentCounts, SegmentTokenizer
from chunkscope.retrieval.wordpiece import WordPiece

_BATCH: Final = 2_000
_MOST_VISIBLE: Final = 200

Publish = Callable[[PageCounts], None]


class PageCounter:
    """Counts the cuts of one text, one after the other; each tokenizer reads the text once.

    Lives on one thread at a time.
    """

    def __init__(
        self, text: str, embedder: EmbedderModel = BGE_SMALL, folders: Sequence[Path] = ()
    ) -> None:
        """Open no tokenizer yet; the first count does."""
        self.text = text
        self._embedder = embedder
        self._folders = tuple(folders)
        self._states: tuple[CounterState, ...] = ()
        self._counts: dict[int, DocumentCounts] = {}
        self._pages: dict[str, tuple[Sequence[int], int]] = {}

    def count(
        self,
        chunks: ChunkSet,
        publish: Publish = lambda _counts: None,
        report: Report = ignore,
    ) -> PageCounts:
        """Return all counts of a cut; `publish` gets what is there after each tokenizer.

        Args:
            chunks: A cut of this object's text.
            publish: Called from this thread with ever fuller counts.
            report: Called between two slices.

        Raises:
            Cancelled: From `report`.
        """
        work = self._begin(chunks)
        for state in self._states:
            if state.counter is not None and not work.has(state.name):
                self._count_all(work, state, report)
                publish(work.counts())
        return work.counts(complete=True)

    def count_visible(self, chunks: ChunkSet, visible: Span, report: Report = ignore) -> PageCounts:
        """Return the embedder's counts of the chunks that touch `visible`, at most 200 a level.

        Raises:
            Cancelled: From `report`.
        """
        work = self._begin(chunks)
        state = next(one for one in self._states if one.name == self._embedder.name)
        if state.counter is None:
            return work.counts()
        counts = self._counts_by(state.counter.tokenizer)
        for level, column in ((chunks.parents, work.parents), (chunks.children, work.children)):
            places = level.touching(visible)[:_MOST_VISIBLE]
            _fill(column, places, counts, chunks, level, prefixed=True, report=report)
        work.show(state.name)
        return work.counts()

    def _begin(self, chunks: ChunkSet) -> "_Columns":
        if not self._states:
            self._states = available_counters(folders=self._folders)
        unavailable = {one.name: one.reason for one in self._states if one.counter is None}
        return _Columns(chunks, self._embedder, unavailable, self._pages)

    def _count_all(self, work: "_Columns", state: CounterState, report: Report) -> None:
        counter = state.counter
        assert counter is not None
        counts, chunks = self._counts_by(counter.tokenizer), work.chunks
        prefixed = counter.window is not None
        columns = []
        for level in (chunks.parents, chunks.children):
            column = array("q", [UNKNOWN]) * len(level)
            _fill(
                column, range(len(level)), counts, chunks, level, prefixed=prefixed, report=report
            )
            columns.append(column)
        sections, document = self._page(state.name, counts, chunks, report)
        full = CountColumn(columns[0], columns[1], sections, document)
        for model in EMBEDDERS if prefixed else ():
            work.finish(model.name, full)
        work.finish(state.name, full)
        if prefixed and isinstance(counter.tokenizer, WordPiece):
            work.cuts = _cuts(chunks, columns[0], counter.tokenizer, self._embedder.window, report)

    def _page(
        self, name: str, counts: DocumentCounts, chunks: ChunkSet, report: Report
    ) -> tuple[Sequence[int], int]:
        """Return the counts of the sections and of the document, which no setting changes."""
        if name not in self._pages:
            bodies = [Span(*body) for body in chunks.outline.bodies()]
            whole = Span(chunks.outline.body_start, len(chunks.text))
            found = _numbers(counts.count_spans([*bodies, whole], (), report))
            self._pages[name] = (array("q", found[:-1]), found[-1])
        return self._pages[name]

    def _counts_by(self, tokenizer: SegmentTokenizer) -> DocumentCounts:
        if id(tokenizer) not in self._counts:
            self._counts[id(tokenizer)] = DocumentCounts(tokenizer, self.text)
        return self._counts[id(tokenizer)]


class _Columns:
    """The counts of one cut while they grow; sections and document may be known from before."""

    def __init__(
        self,
        chunks: ChunkSet,
        embedder: EmbedderModel,
        unavailable: Mapping[str, str],
        pages: Mapping[str, tuple[Sequence[int], int]],
    ) -> None:
        self.chunks = chunks
        self.parents = array("q", [UNKNOWN]) * len(chunks.parents)
        self.children = array("q", [UNKNOWN]) * len(chunks.children)
        self.cuts: Mapping[int, int] = {}
        self._embedder = embedder
        self._unavailable = dict(unavailable)
        self._columns = {
            name: CountColumn(self.parents[:], self.children[:], *page)
            for name, page in pages.items()
        }
        self._finished: set[str] = set()

    def has(self, name: str) -> bool:
        return name in self._finished

    def show(self, name: str) -> None:
        known = self._columns.get(name)
        unknown = array("q", [UNKNOWN]) * len(self.chunks.outline)
        sections, document = (
            (unknown, UNKNOWN) if known is None else (known.sections, known.document)
        )
        self._columns[name] = CountColumn(self.parents[:], self.children[:], sections, document)

    def finish(self, name: str, column: CountColumn) -> None:
        self._columns[name] = column
        self._finished.add(name)

    def counts(self, *, complete: bool = False) -> PageCounts:
        return PageCounts(
            self.chunks,
            self._embedder.name,
            self._embedder.window,
            dict(self._columns),
            self._unavailable,
            self.cuts,
            complete,
        )


def _fill(
    column: "array[int]",
    places: Sequence[int],
    counts: DocumentCounts,
    chunks: ChunkSet,
    level: ChunkColumn,
    *,
    prefixed: bool,
    report: Report,
) -> None:
    for first in range(0, len(places), _BATCH):
        batch = [level[place] for place in places[first : first + _BATCH]]
        prefixes = [chunks.prefix(chunk) for chunk in batch] if prefixed else ()
        found = counts.count_spans([chunk.span for chunk in batch], prefixes, report)
        for chunk, tokens in zip(batch, _numbers(found), strict=True):
            column[chunk.index] = tokens


def _cuts(
    chunks: ChunkSet, tokens: Sequence[int], tokenizer: WordPiece, window: int, report: Report
) -> dict[int, int]:
    """Return the offset from which the embedder reads no more, for parents past its window."""
    cuts = {}
    for place, count in enumerate(tokens):
        if count > window:
            report(place, len(tokens))
            parent = chunks.parents[place]
            lead = len(chunks.prefix(parent)) + len(SEPARATOR)
            end = tokenizer.read_end(chunks.embedded_text(parent), window)
            cuts[place] = min(parent.start + max(end - lead, 0), parent.end)
    return cuts


def _numbers(counts: Iterable[int | None]) -> list[int]:
    return [UNKNOWN if count is None else count for count in counts]
