"""The errors that a reader is meant to see.

ChunkscopeError
├── SettingsError       a setting out of its range (also a ValueError)
├── SourceError         a file, folder, clipboard or address that gave no document
├── CountUnavailable    a tokenizer whose files are missing or changed
└── others, each beside what raises it

`Cancelled` is no error: it ends a piece of work that nobody waits for any more.
"""


class ChunkscopeError(Exception):
    """What went wrong, in one sentence for the reader, and what to do next.

    Attributes:
        message: One sentence, without a trace of the program's inside.
        hint: The next step; may be empty.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class SettingsError(ChunkscopeError, ValueError):
    """A setting that is no whole number or lies outside its range; the message names it."""


class SourceError(ChunkscopeError):
    """A source that gave no document.

    Attributes:
        state: Stable id of what happened, such as `damaged`, `password`, `too-large`.
    """

    def __init__(self, state: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.state = state


class CountUnavailable(ChunkscopeError):
    """A tokenizer that cannot count here; the message says why."""


class Cancelled(Exception):
    """Raised by a `Report` to end the work that called it."""


def words_of_error(
    error: Exception, of_a_defect: str, hint: str = "The log says more."
) -> tuple[str, str]:
    """Return what a reader is told of an error and the next step; a defect keeps its own words."""
    if isinstance(error, ChunkscopeError):
        return error.message, error.hint
    return of_a_defect, hint
