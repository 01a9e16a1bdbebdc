"""Questions asked of a page, answered in a process of their own.

Models and vector engines are libraries of native code that take long to load and may crash; none
of that reaches the window.
"""

from collections.abc import Callable
from multiprocessing.connection import Connection

from chunkscope.core.document import Document
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.progress import Report
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.workspace.asking_messages import (
    Answered,
    Ask,
    Estimate,
    Explain,
    Finished,
    Load,
    Message,
    PageText,
    Request,
)
from chunkscope.workspace.companion import Companion, CompanionLost
from chunkscope.workspace.page_key import page_key
from chunkscope.workspace.questions import Question


class AskingFailed(ChunkscopeError):
    """The process could not answer; the message says why."""


Publish = Callable[[Message], None]


class Asker:
    """The process as its user sees it; used by one thread at a time.

    Every method may raise `AskingFailed`, and `Cancelled` from its report, which is called at
    least every 30 ms. What comes is given to `publish` on the same thread.
    """

    def __init__(self) -> None:
        """Start no process yet."""
        self._companion = Companion(serve)
        self._text: str | None = None

    def load(self, model: str, publish: Publish, report: Report) -> None:
        """Load a model ahead of its first use."""
        self._ask(Load(model), publish, report)

    def estimate(
        self, document: Document, settings: Settings, model: str, publish: Publish, report: Report
    ) -> None:
        """Work out what indexing a cut would cost."""
        self._ask_of(document, lambda page: Estimate(page, settings, model), publish, report)

    def ask(
        self,
        document: Document,
        settings: Settings,
        question: Question,
        answer: Span | None,
        publish: Publish,
        report: Report,
    ) -> None:
        """Index a cut where that is needed, and answer a question about it."""

        def publish_whole(message: Message) -> None:
            if isinstance(message, Answered):
                message = Answered(message.asked.with_text(document.text))
            publish(message)

        self._ask_of(
            document, lambda page: Ask(page, settings, question, answer), publish_whole, report
        )

    def explain(
        self,
        document: Document,
        settings: Settings,
        question: Question,
        span: Span,
        publish: Publish,
        report: Report,
    ) -> None:
        """Work out why a passage was found."""
        self._ask_of(
            document, lambda page: Explain(page, settings, question, span), publish, report
        )

    def close(self) -> None:
        """End the process."""
        self._companion.end()

    def _ask_of(
        self,
        document: Document,
        request: Callable[[PageText | None], Request],
        publish: Publish,
        report: Report,
    ) -> None:
        if not self._companion.is_running:
            self._text = None
        is_new = document.text is not self._text
        page = PageText(page_key(document), document.title, document.text) if is_new else None
        self._text = document.text
        self._ask(request(page), publish, report, large=is_new)

    def _ask(
        self, request: Request, publish: Publish, report: Report, *, large: bool = False
    ) -> None:
        def receive(message: Message) -> bool:
            if not isinstance(message, Finished):
                publish(message)
                return False
            if message.error:
                raise AskingFailed(message.error, message.hint)
            return True

        try:
            self._companion.ask(request, receive, report, large=large)
        except CompanionLost as lost:
            self._text = None
            raise AskingFailed("Asking stopped: its process has ended.", "Run it again.") from lost


def serve(connection: Connection) -> None:
    """Answer requests until the other side goes away; the entry of the process.

    What does the work is imported there alone; here it would only delay the window.
    """
    from chunkscope.workspace.asking_process import answer_requests

    answer_requests(connection)
