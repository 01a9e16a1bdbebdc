"""Which version of the program is the newest; asked only where the reader wants it."""

import json
import re
from dataclasses import dataclass
from typing import Final

from chunkscope import __version__
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.progress import Report, ignore
from chunkscope.sources.address import fetch

ADDRESS: Final = "https://api.github.com/repos/chunkscope/chunkscope/releases/latest"
"""The one address that is asked; nothing but the request itself is sent."""

_MOST_BYTES: Final = 1_000_000
_SECONDS: Final = 15.0
_VERSION: Final = re.compile(r"v?(\d+(?:\.\d+){1,3})")


class NewestUnknown(ChunkscopeError):
    """The address did not answer, or not with a version."""


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest version.

    Attributes:
        version: Such as `1.2.0`.
        is_newer: Whether it is newer than the one that asks.
        page: Where it can be read about and downloaded by hand; empty where that is not said.
    """

    version: str
    is_newer: bool
    page: str


def newest_version(
    report: Report = ignore, *, address: str = ADDRESS, current: str = __version__
) -> Newest:
    """Return the newest version, as the project's list of releases names it.

    Raises:
        SourceError: The address was not reached.
        NewestUnknown: It answered with something else.
        Cancelled: From `report`.
    """
    answer = fetch(address, report, _MOST_BYTES, _SECONDS)
    try:
        release = json.loads(answer.content)
        found = _VERSION.fullmatch(release["tag_name"])
    except (ValueError, TypeError, KeyError, RecursionError):
        found = None
    if found is None:
        raise NewestUnknown("The list of versions gave no version.", "Try again another day.")
    page = release.get("html_url")
    is_web = isinstance(page, str) and page.startswith("https://")
    version = found.group(1)
    return Newest(version, _numbers(version) > _numbers(current), page if is_web else "")


def _numbers(version: str) -> tuple[int, ...]:
    """Return a version to be compared; zeros at its end do not count."""
    found = _VERSION.match(version)
    numbers = [int(part) for part in found.group(1).split(".")] if found else [0]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)
