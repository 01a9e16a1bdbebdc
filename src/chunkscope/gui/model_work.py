"""Work on models that outlives the dialog: listed, tried, fetched, removed, beside the window."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QObject, Signal

from chunkscope.core.errors import words_of_error
from chunkscope.core.progress import Report
from chunkscope.gui.tasks import Lane, Task, TaskRunner
from chunkscope.workspace.model_choice import EndpointChoice
from chunkscope.workspace.model_list import ListedModel, remove_fetched

if TYPE_CHECKING:
    from chunkscope.workspace.model_desk import ModelDesk
    from chunkscope.workspace.model_messages import Tried

Result = TypeVar("Result")
Failed = Callable[[str, str], None]

_DEFECT: Final = "This failed inside."


@dataclass(frozen=True, slots=True)
class ModelState:
    """How far the work on models is.

    Attributes:
        listed: The known models; empty until they were looked for.
        is_looking: Whether they are looked for.
        fetching: Name of the model that is being fetched; empty where none is.
        done, total: Bytes of it that are here, and all of them, about.
        said: What happened last, in a sentence; empty where nothing did.
        hint: What to do about it.
        is_error: Whether it went wrong.
    """

    listed: tuple[ListedModel, ...] = ()
    is_looking: bool = False
    fetching: str = ""
    done: int = 0
    total: int = 0
    said: str = ""
    hint: str = ""
    is_error: bool = False


class ModelWork(QObject):
    """Runs it on lanes of its own; one fetch at a time.

    Signals:
        changed: The new `ModelState`.
        noticed: One sentence for the bar, once a fetch has ended.
    """

    changed = Signal(object)
    noticed = Signal(str)

    def __init__(
        self,
        runner: TaskRunner,
        parent: QObject,
        *,
        folder: Path | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        """Do nothing yet.

        Args:
            runner: Has the work done.
            parent: Outlives it.
            folder: Where models are fetched to; by default in the user's cache.
            command: Stands in for the process that fetches.
        """
        super().__init__(parent)
        self.state = ModelState()
        self._runner = runner
        self._folder = folder
        self._command = command
        self._desk: ModelDesk | None = None
        self._fetch: Task | None = None

    def look(self) -> None:
        """Look which models there are, and which are here."""
        if self.state.is_looking:
            return
        self._put(replace(self.state, is_looking=True))
        self._start(
            lambda report: self._the_desk().models(str(self._models_folder()), report),
            self._listed,
            self._looked_in_vain,
        )

    def fetch(self, name: str) -> None:
        """Fetch a listed model; the reader has agreed to size and licence."""
        listed = self._named(name)
        if listed is None or self.state.fetching:
            return
        from chunkscope.retrieval.fetching import fetch

        folder, command = self._models_folder(), self._command
        size = listed.known.size_bytes
        self._put(replace(self.state, fetching=name, done=0, total=size, said="", hint=""))
        self._fetch = self._runner.start(
            Lane.FETCH,
            lambda report: fetch(listed.model, folder, report, command),
            done=lambda _folder: self._fetched(name),
            failed=self._fetch_failed,
            progress=self._progressed,
        )

    def cancel_fetch(self) -> None:
        """End the fetching; nothing of what came is left."""
        if self._fetch is None:
            return
        self._fetch.cancel()
        self._end_fetch(f"Fetching {self.state.fetching} was cancelled. Nothing of it is left.")

    def remove(self, name: str) -> None:
        """Remove a model that was fetched."""
        listed = self._named(name)
        if listed is None or not listed.folder:
            return
        folder = Path(listed.folder)

        def removed(_none: None) -> None:
            self._say(f"{name} was removed.")
            self.look()

        self._start(lambda _report: remove_fetched(folder), removed, self._fail)

    def try_model(self, model: str, done: Callable[["Tried"], None], failed: Failed) -> Task:
        """Have a question's model give one vector."""
        return self._start(lambda report: self._the_desk().try_model(model, report), done, failed)

    def try_endpoint(
        self,
        endpoint: EndpointChoice,
        key: str | None,
        done: Callable[["Tried"], None],
        failed: Failed,
    ) -> Task:
        """Have an endpoint give one vector, with a key as it is typed, or None for the kept one."""
        return self._start(
            lambda report: self._the_desk().try_endpoint(endpoint, key, report), done, failed
        )

    def keep_key(
        self, address: str, key: str, done: Callable[[None], None], failed: Failed
    ) -> Task:
        """Have the system's key store keep a key for a server; an empty one is forgotten."""
        return self._start(
            lambda report: self._the_desk().keep_key(address, key, report), done, failed
        )

    def look_for_key(self, address: str, done: Callable[[bool], None], failed: Failed) -> Task:
        """Ask the system's key store whether it has a key for a server."""
        return self._start(lambda report: self._the_desk().has_key(address, report), done, failed)

    def rest(self) -> None:
        """End the process once nothing is left to do for it; the next work starts another."""
        self._start(lambda _report: self._the_desk().close(), _ignore, _ignore_failure)

    def say_nothing(self) -> None:
        """Take back what was said last."""
        if self.state.said:
            self._put(replace(self.state, said="", hint="", is_error=False))

    def _start(
        self, work: Callable[[Report], Result], done: Callable[[Result], None], failed: Failed
    ) -> Task:
        return self._runner.start(
            Lane.MODELS,
            work,
            done=done,
            failed=lambda error: failed(*words_of_error(error, _DEFECT)),
            replace=False,
        )

    def _the_desk(self) -> "ModelDesk":
        if self._desk is None:
            from chunkscope.workspace.model_desk import ModelDesk

            self._desk = ModelDesk()
        return self._desk

    def _models_folder(self) -> Path:
        if self._folder is not None:
            return self._folder
        from chunkscope.retrieval.models import default_models_folder

        return default_models_folder()

    def _named(self, name: str) -> ListedModel | None:
        return next((one for one in self.state.listed if one.known.name == name), None)

    def _listed(self, listed: tuple[ListedModel, ...]) -> None:
        self._put(replace(self.state, listed=listed, is_looking=False))

    def _looked_in_vain(self, message: str, hint: str) -> None:
        self._put(replace(self.state, is_looking=False))
        self._fail(message, hint)

    def _progressed(self, done: int, total: int) -> None:
        if self.state.fetching:
            self._put(replace(self.state, done=done, total=total))

    def _fetched(self, name: str) -> None:
        self._end_fetch(f"{name} is here and can be used.")
        self.look()

    def _fetch_failed(self, error: Exception) -> None:
        message, hint = words_of_error(error, _DEFECT)
        self._end_fetch(message, hint, is_error=True)

    def _end_fetch(self, said: str, hint: str = "", *, is_error: bool = False) -> None:
        self._fetch = None
        self._put(replace(self.state, fetching="", said=said, hint=hint, is_error=is_error))
        self.noticed.emit(f"{said} {hint}".strip())

    def _say(self, said: str) -> None:
        self._put(replace(self.state, said=said, hint="", is_error=False))

    def _fail(self, message: str, hint: str) -> None:
        self._put(replace(self.state, said=message, hint=hint, is_error=True))

    def _put(self, state: ModelState) -> None:
        self.state = state
        self.changed.emit(state)


def _ignore(_value: object) -> None:
    """Do nothing."""


def _ignore_failure(_message: str, _hint: str) -> None:
    """Do nothing."""
