"""What the words of a command line stand for; what they cannot stand for is said in one line."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunkscope.workspace.reading import Source


def whole_number(text: str) -> int:
    """Return a whole number.

    Raises:
        ArgumentTypeError: It is none.
    """
    if re.fullmatch(r"[+-]?[0-9]{1,20}", text) is None:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number")
    return int(text)


def source(text: str) -> "Source":
    """Return a file, or an address as text.

    Raises:
        ArgumentTypeError: It is none.
    """
    from chunkscope.workspace.reading import source_named

    path(text)
    return source_named(text)


def encoding(text: str) -> str:
    """Return Python's name of an encoding of text.

    Raises:
        ArgumentTypeError: It is none.
    """
    from chunkscope.sources.text import encoding_named

    known = encoding_named(text)
    if known is None:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} names no encoding of text")
    return known


def file(text: str) -> Path:
    """Return a file; no address will do.

    Raises:
        ArgumentTypeError: It is none.
    """
    if isinstance(source(text), str):
        raise argparse.ArgumentTypeError("only files are drawn; save the page and name its file")
    return Path(text)


def path(text: str) -> Path:
    """Return a path that has a name.

    Raises:
        ArgumentTypeError: It is none.
    """
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def output(text: str) -> Path:
    """Return the path of a file to write.

    Raises:
        ArgumentTypeError: It is none.
    """
    if text == "-":
        raise argparse.ArgumentTypeError("“-” is no file's name; a file of that name is “./-”")
    return path(text)


def size(text: str) -> tuple[int, int]:
    """Return a width and a height in pixels, such as 1440x900.

    Raises:
        ArgumentTypeError: It is none.
    """
    found = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", text)
    if found is not None:
        size = (int(found[1]), int(found[2]))
        if all(200 <= side <= 8000 for side in size):
            return size
    raise argparse.ArgumentTypeError(
        f"{text[:40]!r} is no size such as 1440x900 (200 to 8000 a side)"
    )
