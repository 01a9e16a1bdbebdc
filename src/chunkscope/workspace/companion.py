"""A process that works for this one, request after request, and can be interrupted in each.

What costs seconds of Python, or loads libraries that hold the interpreter's lock, would make the
window stutter from a thread; here it only costs another core. What dies there does not take the
program with it.
"""

import contextlib
import multiprocessing
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, Final

from chunkscope.core.errors import Cancelled
from chunkscope.core.progress import Report
from chunkscope.sources.priority import put_aside

_POLL_S: Final = 0.03
_PATIENCE_S: Final = 5.0
_LOOK_EVERY_S: Final = 0.01

Receive = Callable[[Any], bool]
"""Takes a message; says whether it was the request's last."""


class CompanionLost(Exception):
    """The process has ended; the next request starts a new one."""


class Companion:
    """The process as its user sees it; used by one thread at a time."""

    def __init__(self, serve: Callable[[Connection], None]) -> None:
        """Start no process yet.

        Args:
            serve: The entry of the process; importable by name, and cheap to import.
        """
        self._serve = serve
        self._process: Any = None
        self._connection: Connection | None = None
        self._number = 0
        self._is_answering = False

    @property
    def is_running(self) -> bool:
        """Whether the process is there; what it was told before is known to it as long."""
        return self._process is not None and self._process.is_alive()

    def start(self) -> None:
        """Start the process ahead of its first use.

        Raises:
            CompanionLost: It cannot be started.
        """
        if self.is_running:
            return
        self.end()
        context = multiprocessing.get_context("spawn")
        try:
            self._connection, theirs = context.Pipe()
            process = context.Process(target=self._serve, args=(theirs,), daemon=True)
            try:
                with _interruptions_held():
                    process.start()
                assert process.pid is not None  # it was started
                put_aside(process.pid)
                self._process = process
            finally:
                theirs.close()
        except (OSError, EOFError) as error:
            raise CompanionLost from error

    def ask(self, request: object, receive: Receive, report: Report, *, large: bool) -> None:
        """Send a request and hand over what is answered.

        Args:
            request: Anything that can be pickled but None.
            receive: Called from this thread with each message, until it has had the last.
            report: Called at least every 30 ms; where it raises, the process ends the work.
            large: Whether the request may be larger than what a pipe holds.

        Raises:
            CompanionLost: The process died.
            Cancelled: From `report`.
        """
        self.start()
        try:
            if large and self._is_answering:
                self._silence()
            self._send(request)
            self._is_answering = True
            self._receive(receive, report)
            self._is_answering = False
        except Cancelled:
            with contextlib.suppress(OSError):
                self._send(None)
            raise
        except (OSError, EOFError) as error:
            self.end()
            raise CompanionLost from error

    def end(self) -> None:
        """End the process."""
        self._is_answering = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.terminate()
            self._process.join(_PATIENCE_S)
            self._process = None

    def _send(self, request: object) -> None:
        assert self._connection is not None
        self._number += 1
        # As `send` does, but without its copy, during which a long text holds Python's lock.
        self._connection.send_bytes(pickle.dumps((self._number, request)))

    def _silence(self) -> None:
        """Make the process stop and read off what it said.

        Sent to a process that is itself waiting to be read, a large request would leave both
        waiting for ever.
        """
        assert self._connection is not None
        self._send(None)
        while self._connection.recv()[0] != self._number:
            pass

    def _receive(self, receive: Receive, report: Report) -> None:
        connection = self._connection
        assert connection is not None
        while True:
            while not connection.poll(_POLL_S):
                report(0, 0)
            number, message = connection.recv()
            report(0, 0)
            if number == self._number and receive(message):
                return


class Line:
    """What a companion sends its answers on; ends the work when another request waits."""

    def __init__(self, connection: Connection, number: int) -> None:
        """Answer request `number`."""
        self._connection = connection
        self._number = number
        self._look_at = 0.0

    def send(self, message: object) -> None:
        """Say something that belongs to the request."""
        self._connection.send((self._number, message))

    def __call__(self, _done: int, _total: int, /) -> None:
        """Serve as the work's report: raise `Cancelled` once nobody waits for it any more."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + _LOOK_EVERY_S
            if self._connection.poll():
                raise Cancelled


def serve_requests(connection: Connection, answer: Callable[[Line, Any], None]) -> None:
    """Answer requests until the other side goes away; in the companion itself.

    Args:
        connection: To the other side.
        answer: Sends what a request asks for on the line, the last message included; may raise
            `Cancelled` from the line.
    """
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            number, request = connection.recv()
            line = Line(connection, number)
            if request is None:
                line.send(None)
                continue
            with contextlib.suppress(Cancelled):
                answer(line, request)


@contextlib.contextmanager
def _interruptions_held() -> Iterator[None]:
    """Let what is started here hear no SIGINT: the process ends with the one that started it."""
    if sys.platform == "win32":
        yield
        return
    # It starts with the first process, and lets interruptions through when it has started.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
