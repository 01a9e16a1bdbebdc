"""Converter processes kept ready, so that a conversion waits for no imports."""

import contextlib
import threading
from collections.abc import Iterator
from typing import Final

from chunkscope.sources.conversion import DEFAULT_MEMORY_BYTES, Child

MOST_KEPT_BYTES: Final = 400_000_000
"""A process that holds more after its work is not kept; a fresh one takes its place."""


class Workshop:
    """Keeps one process ready; several threads may ask for one at a time.

    A process that was cancelled, failed or grew too large is replaced by a fresh one, so that the
    next conversion does not wait either.
    """

    def __init__(self, memory_bytes: int = DEFAULT_MEMORY_BYTES) -> None:
        """Start nothing yet.

        Args:
            memory_bytes: Resident memory that each process may take.
        """
        self._memory_bytes = memory_bytes
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

    def _take_back(self, child: Child) -> None:
        with self._lock:
            keeps = child.is_alive and child.resident_bytes <= MOST_KEPT_BYTES
            if keeps and self._ready is None and not self._is_closed:
                self._ready = child
                return
        child.kill()
        self.prepare()
