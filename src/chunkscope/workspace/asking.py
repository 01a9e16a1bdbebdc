"""Questions asked of a page: indexed if need be, searched, and what reaches the prompt."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.document import Document
from chunkscope.core.progress import Report, ignore
from chunkscope.core.segmentation import sentences_of
from chunkscope.core.spans import Span
from chunkscope.retrieval.ask import Answer
from chunkscope.retrieval.ask import ask as ask_pages
from chunkscope.retrieval.costs import Outcome as IndexOutcome
from chunkscope.retrieval.costs import Plan
from chunkscope.retrieval.folders import INDEXES
from chunkscope.retrieval.index import Index, plan_anew
from chunkscope.retrieval.index_folders import index_folder, remove_oldest
from chunkscope.retrieval.passages import Page, Passage
from chunkscope.retrieval.search import Search
from chunkscope.workspace.judging import judged, places_of
from chunkscope.workspace.model_choice import open_chosen
from chunkscope.workspace.page_key import page_key
from chunkscope.workspace.paths import cache_folder
from chunkscope.workspace.questions import Asked, Question, Why

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Embedder

MOST_SENTENCES: Final = 200
"""Of one passage that are compared with the question; a whole page may have thousands."""

MOST_INDEXES: Final = 60
"""Kept on disk, of all pages and sizes; those used last stay."""


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
        self._root = folder or cache_folder() / INDEXES
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

    def ask(self, page: Page, question: Question, answers: Sequence[Span] = ()) -> Asked:
        """Return what a question finds on a page that is indexed.

        Args:
            page: As it was indexed.
            question: What is asked.
            answers: Where the page answers it, as far as that is known.
        """
        search = self._the_search(page, question.model)
        found = ask_pages(
            search,
            [page],
            question.text,
            question.settings,
            question.levels,
            question.pinned,
            also=partial(_touches, answers) if answers else None,
        )
        embedder = self.embedder(question.model)
        asked = _asked(question, embedder, found)
        if answers:
            asked = judged(asked, answers, page.chunks)
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
    return Page(page_key(document), chunks)


def ask(
    document: Document,
    chunks: ChunkSet,
    question: Question,
    *,
    answer: str | None = None,
    plan_made: Callable[[Plan], None] = lambda _: None,
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
    places = () if answer is None else places_of(answer, document.text)
    page = page_of(document, chunks)
    with AskingSession() as session:
        plan_made(session.plan(page, question.model))
        session.index(page, question.model, report)
        return session.ask(page, question, places)


def _asked(question: Question, embedder: "Embedder", found: Answer) -> Asked:
    outcomes = found.prompt.outcomes
    passages = tuple(found.ranking.passages[one.candidate.position] for one in outcomes)
    differs = found.ranking.disagreement
    missing = set() if differs is None else set(differs.missed)
    missed = tuple(one.place for one in outcomes if one.candidate.position in missing)
    return Asked(question, embedder.name, embedder.window, found.prompt, passages, missed=missed)


def _touches(answers: Sequence[Span], passage: Passage) -> bool:
    span = Span(passage.start, passage.end)
    return any(span.touches(answer) for answer in answers)
