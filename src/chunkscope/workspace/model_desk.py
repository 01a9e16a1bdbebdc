"""A process that looks after models: lists them, tries them, keeps keys.

Libraries that run models take seconds to load and hold the interpreter's lock meanwhile; a system's
key store may wait for its user. None of that reaches the window.
"""

from multiprocessing.connection import Connection
from typing import Any

from chunkscope.core.errors import Cancelled, ChunkscopeError
from chunkscope.core.progress import Report
from chunkscope.workspace.companion import Companion, CompanionLost
from chunkscope.workspace.model_choice import EndpointChoice
from chunkscope.workspace.model_list import ListedModel
from chunkscope.workspace.model_messages import (
    Finished,
    KeepKey,
    ListModels,
    LookForKey,
    Request,
    Tried,
    TryEndpoint,
    TryModel,
)


class ModelFailed(ChunkscopeError):
    """What was wanted of a model did not work; the message says why."""


class ModelDesk:
    """The process as its user sees it; used by one thread at a time.

    Every method may raise `ModelFailed`, and `Cancelled` from its report, which is called at
    least every 30 ms and ends the process: what it does can wait for a server or a user.
    """

    def __init__(self) -> None:
        """Start no process yet."""
        self._companion = Companion(serve)

    def models(self, folder: str, report: Report) -> tuple[ListedModel, ...]:
        """Return the known models, and which of them are here."""
        listed: tuple[ListedModel, ...] = self._ask(ListModels(folder), report)
        return listed

    def try_model(self, model: str, report: Report) -> Tried:
        """Return what a question's model is, once it gave a vector."""
        tried: Tried = self._ask(TryModel(model), report)
        return tried

    def try_endpoint(self, endpoint: EndpointChoice, key: str | None, report: Report) -> Tried:
        """Return what an endpoint gives, once it gave a vector."""
        tried: Tried = self._ask(TryEndpoint(endpoint, key), report)
        return tried

    def keep_key(self, address: str, key: str, report: Report) -> None:
        """Keep the key for a server in the system's key store; an empty one is forgotten."""
        self._ask(KeepKey(address, key), report)

    def has_key(self, address: str, report: Report) -> bool:
        """Say whether a key is kept for a server."""
        return bool(self._ask(LookForKey(address), report))

    def close(self) -> None:
        """End the process."""
        self._companion.end()

    def _ask(self, request: Request, report: Report) -> Any:
        finished: list[Finished] = []

        def receive(message: Finished) -> bool:
            finished.append(message)
            return True

        try:
            self._companion.ask(request, receive, report, large=False)
        except Cancelled:
            self._companion.end()
            raise
        except CompanionLost as lost:
            raise ModelFailed(
                "The process that looks after models has ended.", "Try again."
            ) from lost
        if finished[0].error:
            raise ModelFailed(finished[0].error, finished[0].hint)
        return finished[0].outcome


def serve(connection: Connection) -> None:
    """Answer requests until the other side goes away; the entry of the process.

    What does the work is imported there alone; here it would only delay the window.
    """
    from chunkscope.workspace.model_process import answer_requests

    answer_requests(connection)
