"""The switch that removes what the program keeps for its user."""

import sys
from typing import Final

from chunkscope.core.errors import ChunkscopeError
from chunkscope.workspace.console import say, write_results

_NOTHING: Final = "ChunkScope keeps nothing here.\n"
_QUESTION: Final = "Remove all of it? [y/N] "


def remove_data(*, is_agreed: bool) -> None:
    """Tell what is kept and where; remove it once the reader agreed.

    Args:
        is_agreed: Whether it is removed without a question, as an uninstaller wants it.

    Raises:
        ChunkscopeError: The reader did not agree, the program is open, or something stayed.
    """
    from chunkscope.workspace.kept import described, kept, remove_kept

    found = kept()
    if found:
        words = "ChunkScope keeps this; your documents are not among it:\n"
        write_results([words, described(found)])
    else:
        write_results([_NOTHING])
    if found and not (is_agreed or _agrees()):
        raise ChunkscopeError("Nothing was removed.", "Answer y, or add --yes.")
    removal = remove_kept()
    for path in removal.foreign:
        say(f"{path} stays: it is not ChunkScope's.")
    if removal.stayed:
        raise ChunkscopeError(
            f"Some of it could not be removed: {', '.join(removal.stayed)}.",
            "Close what uses it, or remove it by hand.",
        )
    if found:
        write_results(["Removed.\n"])


def _agrees() -> bool:
    """Ask on the terminal; where there is none nobody can agree."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    sys.stderr.write(_QUESTION)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
