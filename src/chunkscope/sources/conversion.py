"""A conversion in a process of its own, watched from here: time, memory, cancellation."""

import contextlib
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Protocol, Self

import psutil

from chunkscope.core.errors import SourceError
from chunkscope.core.progress import Report, ignore
from chunkscope.sources.child import child_command
from chunkscope.sources.frames import read_frame, write_frame
from chunkscope.sources.priority import put_aside
from chunkscope.sources.states import failure, size_in_words

DEFAULT_MEMORY_BYTES: Final = 1_500_000_000
DEFAULT_SECONDS: Final = 600.0

_POLL_SECONDS: Final = 0.05
_POLLS_PER_FAMILY_WATCH: Final = 10
_JOB_HEADROOM_BYTES: Final = 500_000_000

_log = logging.getLogger(__name__)


class Closable(Protocol):
    """What holds a process and lets go of it."""

    def close(self) -> None:
        """Let go; twice is harmless."""


class Child:
    """The process that converts; it waits for requests until it is ended.

    One thread uses it at a time. As a context it ends with its block, however that ends.
    """

    def __init__(
        self,
        memory_bytes: int = DEFAULT_MEMORY_BYTES,
        command: Sequence[str] | None = None,
    ) -> None:
        """Start the process; it takes no source before `convert`.

        Args:
            memory_bytes: Resident memory that it and its own children may take together.
            command: Stands in for the real child; it must speak `frames`.

        Raises:
            SourceError: `converter-missing`.
        """
        self._memory_bytes = memory_bytes
        try:
            self._process = subprocess.Popen(
                command or child_command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(),
                start_new_session=sys.platform != "win32",
                creationflags=_without_window(),
            )
        except OSError as error:
            raise failure("converter-missing", "documents", error.strerror or "") from error
        put_aside(self._process.pid)
        self._watched = psutil.Process(self._process.pid)
        self._job = self._bound_on_windows()
        self._inbox: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests: Any = self._process.stdin
        threading.Thread(
            target=_receive, args=(self._process.stdout, self._inbox), daemon=True
        ).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        """Id of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can take another request."""
        return self._process.poll() is None

    @property
    def resident_bytes(self) -> int:
        """Memory that it and its own children hold now."""
        return self._resident_bytes(family=True)

    def prepare(self) -> None:
        """Have it import what converters stand on; returns at once."""
        self._send({"task": "prepare"})

    def convert(
        self,
        request: Mapping[str, Any],
        report: Report = ignore,
        seconds: float = DEFAULT_SECONDS,
    ) -> dict[str, Any]:
        """Return what the source in the request becomes; see `ask`."""
        return self.ask({"task": "convert", **request}, report, seconds)

    def ask(
        self,
        request: Mapping[str, Any],
        report: Report = ignore,
        seconds: float = DEFAULT_SECONDS,
    ) -> dict[str, Any]:
        """Return the child's answer to a request, as the child's docstring describes both.

        `report` is called about 20 times a second; whatever it raises ends the process.

        Raises:
            SourceError: What the child answers; `out-of-memory`, `too-slow`; `damaged` where the
                converter crashed.
            Cancelled: From `report`.
        """
        name = request["name"]
        try:
            self._send({**request, "memory_bytes": self._memory_bytes, "seconds": seconds})
            answer = self._await_answer(name, report, seconds)
        except BaseException:
            self.kill()
            raise
        if answer is None:
            status = self.kill()
            _log.warning("The converter ended with status %s.", status)
            raise failure("damaged", name)
        if "state" in answer:
            _log.info("Conversion ended as %s after %s.", answer["state"], answer["cause"])
            raise SourceError(answer["state"], answer["message"], answer["hint"])
        return answer

    def kill(self) -> int:
        """End the process and all that it started, at once; return its status."""
        for process in [*self._family(), self._watched]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        if self._job is not None:
            self._job.close()
        status = self._process.wait()
        with contextlib.suppress(OSError):
            self._requests.close()
        return status

    def _send(self, request: Mapping[str, Any]) -> None:
        # A request may be a whole pasted page: more than a pipe takes before the child reads.
        def write() -> None:
            with contextlib.suppress(OSError, ValueError):
                write_frame(self._requests, request)

        threading.Thread(target=write, daemon=True).start()

    def _await_answer(self, name: str, report: Report, seconds: float) -> dict[str, Any] | None:
        deadline = time.monotonic() + seconds
        polls = 0
        done, total = 0, 1
        while True:
            report(done, total)
            with contextlib.suppress(queue.Empty):
                answer = self._inbox.get(timeout=_POLL_SECONDS)
                if answer is None or "done" not in answer:
                    return answer
                done, total = answer["done"], answer["total"]
            if time.monotonic() > deadline:
                raise failure("too-slow", name, f"{seconds:.0f} seconds")
            if self._resident_bytes(family=polls % _POLLS_PER_FAMILY_WATCH == 0) > (
                self._memory_bytes
            ):
                raise failure("out-of-memory", name, size_in_words(self._memory_bytes))
            polls += 1

    def _resident_bytes(self, *, family: bool) -> int:
        resident = 0
        for process in [self._watched, *(self._family() if family else ())]:
            with contextlib.suppress(psutil.NoSuchProcess):
                resident += process.memory_info().rss
        return resident

    def _family(self) -> list[psutil.Process]:
        try:
            return self._watched.children(recursive=True)
        except psutil.NoSuchProcess:
            return []

    def _bound_on_windows(self) -> "Closable | None":
        job: Closable | None = None
        if sys.platform == "win32":
            from chunkscope.sources.windows_job import Job

            try:
                job = Job(self._process.pid, self._memory_bytes + _JOB_HEADROOM_BYTES)
            except OSError as error:
                _log.warning("No job object, so memory is watched only: %s", error)
        return job


def _receive(answers: BinaryIO, inbox: "queue.SimpleQueue[dict[str, Any] | None]") -> None:
    """Pass answers on until the pipe closes; None is the last."""
    with answers, contextlib.suppress(OSError, ValueError):
        while (answer := read_frame(answers)) is not None:
            inbox.put(answer)
    inbox.put(None)


def _environment() -> dict[str, str]:
    """Return the child's environment: this package found where it is here, one thread a library."""
    package_root = str(Path(__file__).parents[2])
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if "site-packages" not in package_root and "dist-packages" not in package_root:
        paths.insert(0, package_root)
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


def _without_window() -> int:
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    return flags
