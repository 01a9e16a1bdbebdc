"""The one thing that long work knows of the world."""

from typing import Protocol


class Report(Protocol):
    """Called between two units of work; raises `Cancelled` to end it."""

    def __call__(self, done: int, total: int, /) -> None:
        """Take how many units are done, and of how many; 0 where that is unknown."""


def ignore(done: int, total: int) -> None:
    """Report to nobody."""
