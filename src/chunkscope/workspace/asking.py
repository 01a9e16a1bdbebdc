"""Questions asked of a page: indexed if need be, searched, and what reaches the prompt."""

import re
from bisect import bisect_right
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from chunkscope.core.chunks import SEPARATOR, ChunkSet, Level
from chunkscope.core.document import Document
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.fusion import Mode
from chunkscope.core.progress import Report, ignore
from chunkscope.core.prompt import Outcome
from chunkscope.core.segmentation import sentences_of
from chunkscope.core.spans import Span
from chunkscope.core.verdict import judge, shares, within
from chunkscope.retrieval.ask import Answer
from chunkscope.retrieval.ask import ask as ask_pages
from chunkscope.retrieval.index import Index, Plan, index_folder, plan_anew, remove_oldest
from chunkscope.retrieval.index import Outcome as IndexOutcome
from chunkscope.retrieval.passages import DOCUMENT, Page, Passage
from chunkscope.retrieval.search import Search
from chunkscope.workspace.model_choice import open_chosen
from chunkscope.workspace.paths import cache_folder
from chunkscope.workspace.questions import Asked, Question, Why

if TYPE_CHECKING:
    from chunkscope.core.tokens import Counter
    from chunkscope.retrieval.embedding import Embedder

MOST_SENTENCES: Final = 200
"""Of one passage that are compared with the question; a whole page may have thousands."""

MOST_INDEXES: Final = 60
"""Kept on disk, of all pages and sizes; those used last stay."""

_INDEXES: Final = "indexes"


class AnswerMissing(ChunkscopeError):
    """An answer that stands nowhere in the page."""


class AskingSession:
    """Keeps a model and an index open between questions; used by one thread.

    Raises:
        ModelUnavailable: From every method: the embedder cannot work here.
        IndexUnavailable: Likewise: the index cannot be used.
        Cancelled: From `report`.
    """

    def __init__(self, engine: str = "chroma", folder: Path | None = None) -> None:
        """Open nothing yet.

        Args:
            engine: `chroma` or `numpy`.
            folder: Of all indexes; by default in the user's cache.
        """
        self._engine = engine
        self._root = folder or cache_folder() / _INDEXES
        self._embedders: dict[str, Embedder] = {}
        self._index: Index | None = None
        self._search: Search | None = None
        self._indexed: ChunkSet | None = None
        self._store_note = ""

    def __enter__(self) -> Self:
        """Return the session."""
        return self

    def __exit__(self, *_raised: object) -> None:
        """Close it."""
        self.close()

    def embedder(self, model: str) -> "Embedder":
        """Return a model, loaded once; the first time takes up to a second."""
        if model not in self._embedders:
            self._embedders = {model: open_chosen(model)}
        return self._embedders[model]

    def plan(self, page: Page, model: str) -> Plan:
        """Return what indexing a page would cost; makes no index where none is."""
        embedder = self.embedder(model)
        folder = self._folder_of(page, embedder)
        if self._index is None or self._index.folder != folder:
            if not folder.is_dir():
                return plan_anew([page], embedder)
            self._open(folder, embedder, ignore)
        assert self._index is not None
        return self._index.plan([page])

    def holds(self, page: Page, model: str) -> bool:
        """Say whether this very cut was indexed last."""
        index, folder = self._index, self._folder_of(page, self.embedder(model))
        return index is not None and index.folder == folder and self._indexed is page.chunks

    def index(self, page: Page, model: str, report: Report = ignore) -> IndexOutcome:
        """Make the index hold just this page; only what changed is embedded again."""
        embedder = self.embedder(model)
        index = self._open(self._folder_of(page, embedder), embedder, report)
        outcome = index.update([page], report)
        self._indexed = page.chunks
        return outcome

    def ask(self, page: Page, question: Question, answer: Span | None = None) -> Asked:
        """Return what a question finds on a page that is indexed.

        Args:
            page: As it was indexed.
            question: What is asked.
            answer: Where the page answers it; None where that is not known.
        """
        search = self._the_search(page, question.model)
        found = ask_pages(
            search,
            [page],
            question.text,
            question.settings,
            question.levels,
            question.pinned,
            also=None if answer is None else partial(_touches, answer),
        )
        embedder = self.embedder(question.model)
        asked = _asked(question, embedder.name, found)
        if answer is not None:
            asked = _judged(asked, answer, page.chunks, embedder.window)
        assert self._index is not None
        notes = (self._store_note, *self._index.notes)
        return replace(asked, notes=tuple(note for note in notes if note))

    def why(self, page: Page, question: Question, span: Span, report: Report = ignore) -> Why:
        """Return why a passage of an indexed page was found."""
        from chunkscope.retrieval.full_text import matched_spans

        text = page.chunks.text
        words = span.slice_of(text)
        sentences = list(islice(sentences_of(words, span.start), MOST_SENTENCES))
        search = self._the_search(page, question.model)
        scores = search.similarities(
            question.text,
            [sentence.slice_of(text) for sentence in sentences],
            report,
            question.settings.instruction,
        )
        terms = tuple(
            Span(one.start + span.start, one.end + span.start)
            for one in matched_spans(question.text, words)
        )
        return Why(span, tuple(zip(sentences, scores, strict=True)), terms)

    def close(self) -> None:
        """Let go of the index; twice is harmless."""
        if self._index is not None:
            self._index.close()
        self._index = self._search = self._indexed = None

    def _the_search(self, page: Page, model: str) -> Search:
        if not self.holds(page, model):
            self.index(page, model)
        assert self._search is not None
        return self._search

    def _folder_of(self, page: Page, embedder: "Embedder") -> Path:
        return index_folder(self._root, [page.key], page.chunks.settings, embedder.identity)

    def _open(self, folder: Path, embedder: "Embedder", report: Report) -> Index:
        if self._index is not None and self._index.folder == folder:
            return self._index
        from chunkscope.retrieval.mirror import chosen_store

        self.close()
        store, self._store_note = chosen_store(self._engine, self._root.parent)
        self._index = Index(folder, embedder, store, report)
        self._search = Search(self._index)
        remove_oldest(self._root, MOST_INDEXES)
        return self._index


def page_of(document: Document, chunks: ChunkSet) -> Page:
    """Return a document's cut as the page that is indexed."""
    return Page(str(document.origin or document.address or document.title), chunks)


def ask(
    document: Document,
    chunks: ChunkSet,
    question: Question,
    *,
    answer: str | None = None,
    report: Report = ignore,
) -> Asked:
    """Return what a question finds on a page and what of it reaches the prompt.

    The page's index is kept in the user's cache; only what changed is embedded again.

    Raises:
        AnswerMissing: The answer is not in the page's text.
        ModelUnavailable: The embedder cannot work here.
        IndexUnavailable: The index cannot be used.
        Cancelled: From `report`.
    """
    place = None if answer is None else place_of(answer, document.text)
    page = page_of(document, chunks)
    with AskingSession() as session:
        session.index(page, question.model, report)
        return session.ask(page, question, place)


def place_of(answer: str, text: str) -> Span:
    """Return where an answer stands, whatever its case and blanks.

    Raises:
        AnswerMissing: It stands nowhere.
    """
    words = [re.escape(word) for word in answer.split()]
    found = re.search(r"\s+".join(words), text, re.IGNORECASE) if words else None
    if found is None:
        raise AnswerMissing(
            "The answer is not in the page's text.",
            "Copy it from what chunkscope convert prints.",
        )
    return Span(*found.span())


def _asked(question: Question, model: str, found: Answer) -> Asked:
    outcomes = found.prompt.outcomes
    passages = tuple(found.ranking.passages[one.candidate.position] for one in outcomes)
    differs = found.ranking.disagreement
    missing = set() if differs is None else set(differs.missed)
    missed = tuple(one.place for one in outcomes if one.candidate.position in missing)
    return Asked(question, model, found.prompt, passages, missed=missed)


def _touches(answer: Span, passage: Passage) -> bool:
    return Span(passage.start, passage.end).touches(answer)


def _judged(asked: Asked, answer: Span, chunks: ChunkSet, window: int) -> Asked:
    from chunkscope.retrieval.counters import available_counters

    counters = [state.counter for state in available_counters() if state.counter is not None]
    counter = next((one for one in counters if one.window == window), None)
    spans = _searched(asked.question, chunks)
    prefixes = {
        one.place: _prefix(passage.level, passage.index, chunks)
        for one, passage in zip(asked.prompt.outcomes, asked.passages, strict=True)
        if one.span.touches(answer)
    }

    def seen(outcome: Outcome) -> int:
        if counter is None:
            return outcome.span.end - outcome.span.start
        text = outcome.span.slice_of(chunks.text)
        return _read_characters(prefixes.get(outcome.place, ""), text, counter, window)

    verdict = judge(answer, asked.prompt, spans, seen)
    if counter is None:
        return replace(asked, verdict=verdict)

    @cache
    def count(span: Span) -> int:
        return counter.count(span.slice_of(chunks.text))

    inside = within(answer, spans)
    found = shares(inside, count(inside), asked.prompt, lambda one: count(one.span))
    return replace(asked, verdict=verdict, shares=found)


def _searched(question: Question, chunks: ChunkSet) -> list[Span]:
    """Return every chunk that the question can find: parents where they stand for children."""
    settings = question.settings
    levels = set(() if settings.mode is Mode.TEXT else question.levels)
    if settings.small_to_big:
        levels = {Level.PARENT}
    elif settings.mode is not Mode.VECTOR:
        levels.add(Level.PARENT)
    named = [level for level in Level if level in levels]
    return [Span(one.start, one.end) for level in named for one in chunks.level(level)]


def _prefix(level: str, index: int, chunks: ChunkSet) -> str:
    """Return what the embedder reads of a passage before its first character."""
    is_page = level == DOCUMENT
    title = chunks.title if is_page else chunks.prefix(chunks.level(Level(level))[index])
    return title + SEPARATOR


def _read_characters(prefix: str, text: str, counter: "Counter", window: int) -> int:
    """Return how many characters of a text, behind its prefix, the embedder reads at most."""
    if counter.count(prefix + text) <= window:
        return len(text)
    ends = range(len(text))
    read = bisect_right(ends, window, key=lambda end: counter.count(prefix + text[:end]))
    return max(0, read - 1)
