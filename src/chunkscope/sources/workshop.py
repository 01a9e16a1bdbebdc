"""Converter processes kept ready, so that a conversion waits for no imports."""

import contextlib
import threading
from collections.abc import Iterator
from typing import Final

from chunkscope.core.errors import SourceError
from chunkscope.sources.conversion import DEFAULT_MEMORY_BYTES, Child

MOST_KEPT_BYTES: Final = 400_000_000
"""A process that holds more after its work is not kept; a fresh one takes its place."""
SPARE_AFTER_S: Final = 1.0
"""Work that takes longer may well be cancelled for other work, which then finds a process ready."""


class Workshop:
    """Keeps one process ready, and a spare while one works long; several threads may ask.

    A process that was cancelled, failed or grew too large is replaced by a fresh one, so that the
    next conversion does not wait either.
    """

    def __init__(
        self, memory_bytes: int = DEFAULT_MEMORY_BYTES, spare_after_s: float | None = None
    ) -> None:
        """Start nothing yet.

        Args:
            memory_bytes: Resident memory that each process may take.
            spare_after_s: Seconds of work after which a spare is made ready; None for no spare.
        """
        self._memory_bytes = memory_bytes
        self._spare_after_s = spare_after_s
        self._lock = threading.Lock()
        self._ready: Child | None = None
        self._is_closed = False

    def prepare(self) -> None:
        """Have a process ready soon, if none is; returns before it is.

        Raises:
            SourceError: `converter-missing`.
        """
        with self._lock:
            if self._is_closed or self._ready is not None:
                return
            self._ready = Child(self._memory_bytes)
            self._ready.prepare()

    @contextlib.contextmanager
    def child(self) -> Iterator[Child]:
        """Lend the process that is ready, or a new one.

        Raises:
            SourceError: `converter-missing`.
        """
        with self._lock:
            child, self._ready = self._ready, None
        if child is not None and not child.is_alive:
            child.kill()
            child = None
        child = child or Child(self._memory_bytes)
        try:
            with self._spare():
                yield child
        finally:
            self._take_back(child)

    def close(self) -> None:
        """End the process that waits; one that is lent ends when it comes back."""
        with self._lock:
            self._is_closed = True
            ready, self._ready = self._ready, None
        if ready is not None:
            ready.kill()

    @contextlib.contextmanager
    def _spare(self) -> Iterator[None]:
        """Have a spare made ready if what follows takes long."""
        if self._spare_after_s is None:
            yield
            return
        waiting = threading.Timer(self._spare_after_s, self._prepare_spare)
        waiting.daemon = True
        waiting.start()
        try:
            yield
        finally:
            waiting.cancel()

    def _prepare_spare(self) -> None:
        with contextlib.suppress(SourceError):  # Who needs one later is told.
            self.prepare()

    def _take_back(self, child: Child) -> None:
        with self._lock:
            keeps = child.is_alive and child.resident_bytes <= MOST_KEPT_BYTES
            surplus: Child | None = child
            if keeps and not self._is_closed:  # It has loaded more than a spare has.
                surplus, self._ready = self._ready, child
        if surplus is not None:
            surplus.kill()
        self.prepare()
