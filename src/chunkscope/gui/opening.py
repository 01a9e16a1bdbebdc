"""How documents come in: read, converted or fetched on the reading lane, one at a time."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from chunkscope.core.document import Document
from chunkscope.core.errors import SourceError, words_of_error
from chunkscope.core.progress import Report
from chunkscope.gui.held import Held
from chunkscope.gui.tasks import Lane, TaskReport, TaskRunner
from chunkscope.sources.outcome import Wishes
from chunkscope.sources.text import without_surrogates
from chunkscope.workspace.copies import Copies
from chunkscope.workspace.original import progress_words
from chunkscope.workspace.state import Problem, Step, Workspace

if TYPE_CHECKING:
    from chunkscope.sources.workshop import Workshop

_UNKNOWN_FAILURE: Final = (
    "Something in the program failed while it read this.",
    "The log says more; other documents can be opened as before.",
)

Read = Callable[[Report, Wishes], Document]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a reading is.

    Attributes:
        what: What is being done to what.
        far: How far it is, in words; empty where that is unknown.
        done: Units done.
        total: Of all; 0 where that is unknown.
    """

    what: str
    far: str
    done: int
    total: int

    @property
    def sentence(self) -> str:
        """All of it on one line."""
        return f"{self.what}: {self.far}" if self.far else self.what


@dataclass(frozen=True, slots=True)
class _Source:
    """What is to be read.

    Attributes:
        name: What a reader calls it.
        read: Reads it, on the lane's thread.
        origin: Its file.
        address: Its web address.
    """

    name: str
    read: Read
    origin: Path | None = None
    address: str | None = None


class Opening(QObject):
    """Reads what the user opens; a later wish ends the one before.

    All conversions share one workshop, which keeps a process warm.

    Signals:
        progressed: A `Progress`.
        ended: Nothing is being read any more, however it ended.
        opened: The `Document`, and the `Wishes` that it was read with.
    """

    progressed = Signal(object)
    ended = Signal()
    opened = Signal(object, object)

    def __init__(self, runner: TaskRunner, held: Held, parent: QObject) -> None:
        """Read on `runner`, for the workspace that is `held`."""
        super().__init__(parent)
        self._runner = runner
        self._held = held
        self._lock = threading.Lock()
        self._workshop: Workshop | None = None
        self._copies = Copies()
        self._source: _Source | None = None
        self._tried_with = Wishes()
        self._read_with = Wishes()
        self._is_to_prepare = False

    def prepare(self) -> None:
        """Import the readers and have a converter process ready, once nothing is being read."""
        self._is_to_prepare = self._runner.is_busy(Lane.READ)
        warms = not self._is_to_prepare

        def prepare(_report: TaskReport) -> None:
            _import_readers()
            if warms:
                self._the_workshop().prepare()

        self._runner.start(Lane.PREPARE, prepare, replace=False)

    def open_path(self, path: Path, wishes: Wishes | None = None) -> None:
        """Read a file; what is open stays until the new document is there."""
        path = path.absolute()

        def read(report: Report, wishes: Wishes) -> Document:
            from chunkscope.sources.read import read_document

            workshop = self._the_workshop()
            return read_document(path, wishes=wishes, report=report, workshop=workshop)

        self._start(_Source(path.name, read, origin=path), wishes or Wishes())

    def open_address(self, address: str, wishes: Wishes | None = None) -> None:
        """Fetch a page that the user asked for, and nothing that it names."""

        def read(report: Report, wishes: Wishes) -> Document:
            from chunkscope.sources.address import read_address

            workshop = self._the_workshop()
            folder = self._copies.folder()
            return read_address(
                address, wishes=wishes, report=report, workshop=workshop, keep_in=folder
            )

        self._start(_Source(_short(address), read, address=address), wishes or Wishes())

    def open_text(self, text: str) -> None:
        """Open pasted text."""

        def read(_report: Report, _wishes: Wishes) -> Document:
            from chunkscope.sources.clipboard import document_from_text

            return document_from_text(text)

        self._start(_Source("Pasted text", read), Wishes())

    def open_html(self, html: str) -> None:
        """Open a pasted piece of a web page."""

        def read(report: Report, _wishes: Wishes) -> Document:
            from chunkscope.sources.clipboard import document_from_html

            return document_from_html(html, report=report, workshop=self._the_workshop())

        self._start(_Source("Pasted page", read), Wishes())

    def reload(self) -> None:
        """Read the open document again as it was read, or else what could not be read."""
        workspace = self._held.now()
        document = workspace.document
        if document is None:
            self.retry()
        else:
            self._reopen(document.origin, document.address, workspace.wishes)

    def retry(self, *, by_content: bool = False) -> None:
        """Read again what could not be read last, as it was to be read or else by its content."""
        problem, source = self._held.now().problem, self._source
        if problem is None:
            return
        is_last = source is not None and (source.origin, source.address) == (
            problem.origin,
            problem.address,
        )
        wishes = self._tried_with if is_last else Wishes()
        if by_content:
            wishes = replace(wishes, by_content=True)
        self._reopen(problem.origin, problem.address, wishes)

    def set_wishes(self, wishes: Wishes) -> None:
        """Convert the open document anew, with other wishes."""
        workspace = self._held.now()
        document = workspace.document
        if document is None or wishes == workspace.wishes:
            return
        self._held.update(replace(workspace, wishes=wishes))
        self._reopen(document.origin, document.address, wishes)

    def cancel(self) -> None:
        """End the reading at once; what was open before stays."""
        workspace, source = self._held.now(), self._source
        if workspace.opening is None or source is None:
            return
        self._runner.cancel(Lane.READ)
        self._ended()
        problem = _cancelled(workspace.document, source)
        self._held.update(self._as_read(replace(workspace, opening=None, problem=problem)))

    def close(self) -> None:
        """End the converter process that waits, and forget copies; one that works ends later."""
        with self._lock:
            workshop = self._workshop
        if workshop is not None:
            workshop.close()
        self._copies.close()

    def _the_workshop(self) -> "Workshop":
        """Return the one workshop, made when it is first asked for, on whatever thread."""
        from chunkscope.sources.workshop import SPARE_AFTER_S, Workshop

        with self._lock:
            if self._workshop is None:
                self._workshop = Workshop(spare_after_s=SPARE_AFTER_S)
            return self._workshop

    def _reopen(self, origin: PurePath | None, address: str | None, wishes: Wishes) -> None:
        if origin is not None:
            self.open_path(Path(origin), wishes)
        elif address is not None:
            self.open_address(address, wishes)

    def _start(self, source: _Source, wishes: Wishes) -> None:
        self._source, self._tried_with = source, wishes
        self._held.update(replace(self._held.now(), opening=source.name, problem=None))
        fetches = source.address is not None

        def work(report: TaskReport) -> Document:
            teller = _Teller(report, source.name, fetches=fetches, by_content=wishes.by_content)
            return source.read(teller, wishes)

        self._runner.start(
            Lane.READ,
            work,
            done=lambda document: self._done(document, wishes),
            failed=lambda error: self._failed(error, source),
            partly=self.progressed.emit,
        )

    def _done(self, document: Document, wishes: Wishes) -> None:
        self._ended()
        self._read_with = wishes
        self.opened.emit(document, wishes)
        self._copies.keep_only(document.copy)

    def _failed(self, error: Exception, source: _Source) -> None:
        self._ended()
        problem = _problem(*words_of_error(error, *_UNKNOWN_FAILURE), source)
        if isinstance(error, SourceError) and error.state == "wrong-extension":
            problem = replace(problem, step=Step.BY_CONTENT)
        self._held.update(self._as_read(replace(self._held.now(), opening=None, problem=problem)))

    def _ended(self) -> None:
        self.ended.emit()
        if self._is_to_prepare:
            self.prepare()

    def _as_read(self, workspace: Workspace) -> Workspace:
        """Return the workspace with the wishes that its document was read with."""
        return replace(workspace, wishes=self._read_with)


class _Teller:
    """A report that also publishes in words how far a reading is."""

    def __init__(self, report: TaskReport, name: str, *, fetches: bool, by_content: bool) -> None:
        self._report = report
        self._name = without_surrogates(name)
        self._fetches = fetches
        self._by_content = by_content
        self._told: Progress | None = None

    def __call__(self, done: int, total: int, /) -> None:
        self._report(done, total)
        if self._fetches and total == 1:
            self._fetches = False  # The first word of every conversion.
        progress = self._progress(done, total)
        if progress != self._told:
            self._told = progress
            self._report.publish(progress)

    def _progress(self, done: int, total: int) -> Progress:
        if not self._fetches:
            far = progress_words(self._name, done, total, by_content=self._by_content)
            what = f"Reading {self._name}"
            return Progress(what, far, done, 0 if total == 1 else total)
        far = _megabytes(done) if done else ""
        if done and total:
            far += f" of {_megabytes(total)}"
        return Progress(f"Fetching {self._name}", far, done, total)


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / 1_000_000:.1f} MB"


def _short(address: str) -> str:
    """Return an address as a reader says it: without its scheme, and without a password."""
    rest = address.strip().partition("://")[2] or address.strip()
    host, slash, path = rest.partition("/")
    return host.rpartition("@")[2] + slash + path.partition("?")[0].partition("#")[0]


def _problem(message: str, hint: str, source: _Source, *, is_error: bool = True) -> Problem:
    step = Step.RETRY if source.origin or source.address else Step.NONE
    return Problem(message, hint, source.origin, source.address, step, is_error)


def _cancelled(document: Document | None, source: _Source) -> Problem:
    """Return what is said of a reading that was ended; `document` is what stays open."""
    name = without_surrogates(source.name)
    if document is None:
        hint = "Read it again, or open another document."
        return _problem("Cancelled; nothing was opened.", hint, source, is_error=False)
    is_same = (source.origin, source.address) == (document.origin, document.address)
    if is_same and (source.origin or source.address):
        message, hint = f"Cancelled: {name} was not read again.", "It stays open as it was."
    else:
        message, hint = f"Cancelled: {name} was not opened.", "The page before stays open."
    return _problem(message, hint, source, is_error=False)


def _import_readers() -> None:
    """Import what the first document needs, so that it shows sooner."""
    import chunkscope.core.rendering.page
    import chunkscope.core.splitters.parent_child
    import chunkscope.sources.read  # noqa: F401
