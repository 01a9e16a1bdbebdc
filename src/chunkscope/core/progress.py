"""The one thing that long work knows of the world."""

from typing import Protocol


class Report(Protocol):
    """Called between two units of work; raises `Cancelled` to end it."""

    def __call__(self, done: int, total: int, /) -> None: ...


def ignore(done: int, total: int) -> None:
    """Report to nobody."""
