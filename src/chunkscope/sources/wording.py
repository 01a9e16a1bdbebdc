"""Counts and names as they stand in a sentence."""

from collections.abc import Sequence
from typing import Final

_MOST_NAMED: Final = 5


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, such as `2 pictures`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(names: Sequence[str]) -> str:
    """Return names as a list for a sentence; of many, the first and how many more there are."""
    more = len(names) - _MOST_NAMED
    named = ", ".join(names[:_MOST_NAMED])
    return f"{named} and {more:,} more" if more > 0 else named
