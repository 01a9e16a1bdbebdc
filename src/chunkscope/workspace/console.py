"""The standard streams of a command: results on one, single lines about them on the other."""

import contextlib
import os
import sys
from collections.abc import Iterable

from chunkscope.core.errors import ChunkscopeError
from chunkscope.workspace.lines import one_line


def write_results(pieces: Iterable[str]) -> None:
    """Write results; where their reader has gone the rest is dropped, and the exit code counts.

    Raises:
        ChunkscopeError: They cannot be written.
    """
    try:
        for piece in pieces:
            sys.stdout.write(piece)
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
    except OSError as error:
        drop_output()
        raise ChunkscopeError(
            f"The results could not be written: {error.strerror or error}.",
            "Free some space, or write them elsewhere.",
        ) from error


def drop_output() -> None:
    """Let all that is still written to standard output vanish."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def say(sentence: str) -> None:
    """Write one line to standard error; where nobody hears it the exit code still tells."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"chunkscope: {one_line(sentence)}\n")
        sys.stderr.flush()


def use_unicode() -> None:
    """Write UTF-8 with bare line feeds everywhere, so that offsets mean the same to a reader."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
