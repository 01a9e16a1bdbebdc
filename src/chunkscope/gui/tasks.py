"""The task runner: the one door between the UI thread and all work.

A lane runs its tasks one after the other on a thread of its own; lanes do not wait for each
other. Everything a task has to say comes back through one queued signal of the runner, which
outlives the work.
"""

import logging
import time
from collections.abc import Callable
from enum import StrEnum
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, Protocol, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from chunkscope.core.errors import Cancelled, ChunkscopeError
from chunkscope.core.progress import Report

Result = TypeVar("Result")

REPORT_INTERVAL_S: Final = 0.05
_LOG = logging.getLogger(__name__)


class Lane(StrEnum):
    """Kinds of work that do not wait for each other."""

    PREPARE = "prepare"
    READ = "read"
    CUT = "cut"
    ANALYSE = "analyse"
    RENDER = "render"
    SEARCH = "search"
    DRAW = "draw"
    SAVE = "save"
    MODELS = "models"
    FETCH = "fetch"
    NEWEST = "newest"
    KEPT = "kept"


class Task:
    """One piece of work; `cancel` may be called at any time from the UI thread."""

    __slots__ = ("__weakref__", "_cancelled", "lane")

    def __init__(self, lane: Lane) -> None:
        """Belong to `lane`."""
        self.lane = lane
        self._cancelled = False

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody waits for it any more."""
        return self._cancelled

    def cancel(self) -> None:
        """End it at its next report; none of its callbacks run from now on."""
        self._cancelled = True


class TaskReport(Report, Protocol):
    """What work gets: a report that can also hand over partial results."""

    def publish(self, part: object) -> None:
        """Give `part` to the task's `partly` on the UI thread."""


Work = Callable[[TaskReport], Result]


class Failure(Protocol):
    """Told on the UI thread why a task failed."""

    def __call__(self, error: Exception, /) -> None:
        """Take the error."""


def _nothing(*_: object) -> None:
    """Want no callback."""


class TaskRunner(QObject):
    """Runs work on its lanes and calls back on the UI thread."""

    _posted = Signal(object)
    unexpected = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start no thread yet; a lane's thread starts with its first task."""
        super().__init__(parent)
        self._queues: dict[Lane, SimpleQueue[Callable[[], None] | None]] = {}
        self._threads: list[Thread] = []
        self._latest: dict[Lane, Task] = {}
        self._closed = False
        self._posted.connect(self._run_callback, Qt.ConnectionType.QueuedConnection)

    def start(
        self,
        lane: Lane,
        work: Work[Result],
        done: Callable[[Result], None] = _nothing,
        failed: Failure = _nothing,
        progress: Callable[[int, int], None] = _nothing,
        partly: Callable[[Any], None] = _nothing,
        *,
        replace: bool = True,
    ) -> Task:
        """Run `work` on `lane`; the callbacks run on the UI thread unless it is cancelled first.

        Args:
            lane: Where it queues.
            work: Called with a report on the lane's thread.
            done: Gets its result.
            failed: Gets a `ChunkscopeError`, or any other error, which is logged too.
            progress: Gets (done, total), at most 20 times a second.
            partly: Gets what the work publishes before it is done.
            replace: Whether it cancels the lane's latest task first.

        After `close` nothing runs any more; what is started then is cancelled from the start.
        """
        latest = self._latest.get(lane)
        if replace and latest is not None:
            latest.cancel()
        task = Task(lane)
        if self._closed:
            task.cancel()
            return task
        self._latest[lane] = task
        report = _Reporter(self, task, progress, partly)
        self._queue(lane).put(lambda: self._run(task, work, report, done, failed))
        return task

    def post(self, task: Task, callback: Callable[[], None]) -> None:
        """Run `callback` on the UI thread unless `task` is cancelled by then; from any thread."""
        if not self._closed:
            self._posted.emit((task, callback))

    def is_busy(self, lane: Lane) -> bool:
        """Whether the lane's latest task has yet to finish."""
        return lane in self._latest and not self._latest[lane].is_cancelled

    def cancel(self, lane: Lane) -> None:
        """Cancel the lane's latest task."""
        task = self._latest.pop(lane, None)
        if task is not None:
            task.cancel()

    def close(self, timeout_s: float = 5.0) -> None:
        """Cancel everything but what is being saved, and wait for the threads to end."""
        self._closed = True
        for lane, task in self._latest.items():
            if lane is not Lane.SAVE:
                task.cancel()
        for queue in self._queues.values():
            queue.put(None)
        deadline = time.monotonic() + timeout_s
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _queue(self, lane: Lane) -> "SimpleQueue[Callable[[], None] | None]":
        if lane not in self._queues:
            queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
            thread = Thread(target=_serve, args=(queue,), name=f"lane-{lane}", daemon=True)
            self._queues[lane] = queue
            self._threads.append(thread)
            thread.start()
        return self._queues[lane]

    def _run(
        self,
        task: Task,
        work: Work[Result],
        report: TaskReport,
        done: Callable[[Result], None],
        failed: Failure,
    ) -> None:
        if task.is_cancelled:
            return
        try:
            result = work(report)
        except Cancelled:
            return
        except ChunkscopeError as error:
            self._finish(task, failed, error)
        except Exception as error:  # noqa: BLE001 - a world ends here: the task runner
            _LOG.exception("A task on lane %s failed.", task.lane)
            self._finish(task, failed, error)
            self.post(task, lambda error=error: self.unexpected.emit(error))  # type: ignore[misc]
        else:
            self._finish(task, done, result)

    def _finish(self, task: Task, callback: Callable[[Result], None], value: Result) -> None:
        def finish() -> None:
            if self._latest.get(task.lane) is task:
                del self._latest[task.lane]
            callback(value)

        self.post(task, finish)

    @Slot(object)
    def _run_callback(self, posted: tuple[Task, Callable[[], None]]) -> None:
        task, callback = posted
        if not task.is_cancelled and not self._closed:
            callback()


class _Reporter:
    """Ends cancelled work and thins its progress out."""

    __slots__ = ("_due", "_partly", "_progress", "_runner", "_task")

    def __init__(
        self,
        runner: TaskRunner,
        task: Task,
        progress: Callable[[int, int], None],
        partly: Callable[[Any], None],
    ) -> None:
        self._runner = runner
        self._task = task
        self._progress = progress
        self._partly = partly
        self._due = 0.0

    def __call__(self, done: int, total: int) -> None:
        if self._task.is_cancelled:
            raise Cancelled
        now = time.monotonic()
        if self._progress is not _nothing and now >= self._due:
            self._due = now + REPORT_INTERVAL_S
            self._runner.post(self._task, lambda: self._progress(done, total))

    def publish(self, part: object) -> None:
        """Give `part` to the one who started the task."""
        if self._task.is_cancelled:
            raise Cancelled
        self._runner.post(self._task, lambda: self._partly(part))


def _serve(queue: "SimpleQueue[Callable[[], None] | None]") -> None:
    while (job := queue.get()) is not None:
        job()
