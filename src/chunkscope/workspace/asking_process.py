"""The work of the asking process: models loaded, pages indexed, questions answered."""

import time
from multiprocessing.connection import Connection
from typing import Final

from chunkscope.core.errors import Cancelled, ChunkscopeError
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.passages import Page
from chunkscope.sources.priority import stand_aside
from chunkscope.workspace.asking import AskingSession
from chunkscope.workspace.asking_messages import (
    Answered,
    Ask,
    Estimate,
    Estimated,
    Explain,
    Explained,
    Finished,
    Indexed,
    Indexing,
    Load,
    Loaded,
    PageText,
    Request,
)
from chunkscope.workspace.companion import Line, serve_requests

_SAY_EVERY_S: Final = 0.05


def answer_requests(connection: Connection) -> None:
    """Answer requests until the other side goes away."""
    stand_aside()
    with AskingSession() as session:
        serve_requests(connection, _Desk(session).answer)


class _Desk:
    """Keeps the page between requests, and its cut."""

    def __init__(self, session: AskingSession) -> None:
        self._session = session
        self._text: PageText | None = None
        self._page: Page | None = None

    def answer(self, line: Line, request: Request) -> None:
        """Do what is asked; what fails is the last message."""
        try:
            self._do(line, request)
        except (Cancelled, OSError):
            raise
        except ChunkscopeError as error:
            line.send(Finished(error.message, error.hint))
        except Exception as error:  # noqa: BLE001 - a world ends here: entry of a process
            line.send(Finished(f"Asking failed inside ({type(error).__name__})."))
        else:
            line.send(Finished())

    def _do(self, line: Line, request: Request) -> None:
        session = self._session
        if isinstance(request, Load):
            line.send(Loaded(session.embedder(request.model).name))
            return
        page = self._page_of(request.page, request.settings, line)
        if isinstance(request, Estimate):
            line.send(Estimated(session.plan(page, request.model)))
            return
        question = request.question
        if not session.holds(page, question.model):
            line.send(Indexed(session.index(page, question.model, _Progress(line))))
            line(0, 0)
        if isinstance(request, Ask):
            answers = () if request.answer is None else (request.answer,)
            line.send(Answered(session.ask(page, question, answers).with_text("")))
        elif isinstance(request, Explain):
            line.send(Explained(session.why(page, question, request.span, line)))

    def _page_of(self, text: PageText | None, settings: Settings, line: Line) -> Page:
        if text is not None:
            self._text, self._page = text, None
        assert self._text is not None
        if self._page is None or self._page.chunks.settings != settings:
            chunks = cut(self._text.title, self._text.text, settings, line)
            self._page = Page(self._text.key, chunks)
        return self._page


class _Progress:
    """Tells the other side how far the indexing is, not too often."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._say_at = 0.0

    def __call__(self, done: int, total: int, /) -> None:
        self._line(done, total)
        now = time.monotonic()
        if now >= self._say_at:
            self._say_at = now + _SAY_EVERY_S
            self._line.send(Indexing(done, total))
