"""The command line: the window, or without one `split`, `check`, `convert` and `picture`.

Standard output carries results only. Errors are one line on standard error with exit code 2, and
an interruption with 130.
"""

import argparse
import contextlib
import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

from chunkscope import __version__
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.overriding import override
from chunkscope.core.settings import Settings
from chunkscope.workspace.lines import one_line
from chunkscope.workspace.picture import PictureRequest
from chunkscope.workspace.state import View

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from chunkscope.core.counts import PageCounts
    from chunkscope.core.document import Document

OK: Final = 0
FOUND: Final = 1
FAILED: Final = 2
INTERRUPTED: Final = 130
"""What shells give for a program that SIGINT ended."""
COMMANDS: Final = ("split", "check", "convert", "picture")
_LOG = logging.getLogger(__name__)


class Launcher(Protocol):
    """Opens windows; given by the entry, so that this module does not know them."""

    def open(self, path: Path | None) -> int:
        """Run the window until it is closed; return the exit code."""

    def picture(self, request: PictureRequest) -> int:
        """Draw the window to a file; return the exit code."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    @override
    def error(self, message: str) -> NoReturn:
        raise SystemExit(_fail(f"{message}; see {self.prog} --help."))

    @override
    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        _print([message])


def run(arguments: Sequence[str], launcher: Launcher) -> int:
    """Do what the command line says; return the exit code."""
    _write_unicode()
    logging.getLogger().addHandler(logging.NullHandler())  # Else Python prints what is logged.
    try:
        return _dispatch(list(arguments), launcher)
    except ChunkscopeError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        _say("Interrupted.")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - a world ends here: the command line
        _LOG.debug("Unexpected.", exc_info=True)
        return _fail(f"The program failed inside ({type(error).__name__}: {error}).")


def _dispatch(arguments: list[str], launcher: Launcher) -> int:
    if arguments and arguments[0] in COMMANDS:
        chosen = _parser().parse_args(arguments)
        work: Callable[[argparse.Namespace, Launcher], int] = chosen.work
        return work(chosen, launcher)
    parser = _window_parser()
    chosen = parser.parse_args(arguments)
    path = chosen.path
    if path is not None:
        _check_name(path)
    return launcher.open(path)


def _check_name(path: Path) -> None:
    """Refuse a name that no file has, before a window shows.

    Raises:
        ChunkscopeError: It says why.
    """
    try:
        if path.exists():
            return
    except OSError as error:
        reason = f"“{path}” cannot be opened: {error.strerror or error}."
        raise ChunkscopeError(reason, "Check the name.") from error
    raise ChunkscopeError(
        f"There is no file “{path}”.", "Check the name, or see chunkscope --help."
    )


def _window_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="chunkscope",
        description="See how a document is cut into chunks for retrieval. "
        "Without a command this opens the window.",
        epilog=f"Commands: {', '.join(COMMANDS)}. Each has its own --help.",
    )
    parser.add_argument("path", nargs="?", type=_path, help="document to open")
    parser.add_argument("--version", action="version", version=f"chunkscope {__version__}")
    return parser


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="chunkscope")
    commands = parser.add_subparsers(required=True)
    _add_split(commands.add_parser("split", help="the chunks of a document"))
    _add_check(commands.add_parser("check", help="the findings of documents"))
    _add_convert(commands.add_parser("convert", help="the markdown of a document"))
    _add_picture(commands.add_parser("picture", help="the window as a PNG file"))
    return parser


def _add_split(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=_path)
    parser.add_argument("--format", choices=("text", "json", "jsonl", "csv"), default="text")
    _add_settings(parser)
    parser.set_defaults(work=_split)


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", type=_path, nargs="+", metavar="path")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    levels = ("error", "warning", "info", "never")
    parser.add_argument("--fail-on", choices=levels, default="error")
    _add_settings(parser)
    parser.set_defaults(work=_check)


def _add_convert(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=_path)
    parser.set_defaults(work=_convert)


def _add_picture(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=_path)
    parser.add_argument("--out", type=_path, required=True, metavar="FILE.png")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--size", type=_size, default=(1440, 900), metavar="WIDTHxHEIGHT")
    parser.add_argument("--view", choices=("source", "rendered"), default="rendered")
    parser.add_argument("--at", metavar="HEADING", help="scroll to this heading")
    parser.set_defaults(work=_picture)


def _add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--title", help="title of the page, part of every prefix")
    for name in ("parent-size", "parent-overlap", "child-size", "child-overlap"):
        parser.add_argument(f"--{name}", type=_whole_number, metavar="TOKENS")


def _split(chosen: argparse.Namespace, _launcher: Launcher) -> int:
    from chunkscope.workspace import export
    from chunkscope.workspace.page import read_page

    page = read_page(chosen.path, _settings(chosen), chosen.title)
    _tell_notes(page.document)
    _tell_missing_counts(page.counts)
    chunks, counts = page.chunk_set, page.counts
    if chosen.format == "json":
        _print(export.as_json(chunks, counts, str(chosen.path)))
    elif chosen.format == "jsonl":
        _print(export.as_json_lines(chunks, counts))
    elif chosen.format == "csv":
        _print(export.as_csv(chunks, counts))
    else:
        _print(export.as_text(chunks, counts))
    return OK


def _check(chosen: argparse.Namespace, _launcher: Launcher) -> int:
    from chunkscope.workspace import report

    settings = _settings(chosen)
    checked = []
    failed = False
    for path in chosen.paths:
        try:
            checked.append(report.check(path, settings, chosen.title))
        except ChunkscopeError as error:
            _fail(f"{_folder_of(path)}{error}")
            failed = True
            continue
        if chosen.format == "text":
            _print(report.as_text(checked[-1]))
    if chosen.format == "json":
        _print(report.as_json(checked))
    if checked:
        _tell_missing_counts(checked[0].page.counts)
    if failed:
        return FAILED
    return FOUND if report.reaches(checked, chosen.fail_on) else OK


def _folder_of(path: Path) -> str:
    """Return where a file is, to stand before an error that has its name."""
    return "" if path.parent in (Path(), path) else f"In {path.parent}: "


def _convert(chosen: argparse.Namespace, _launcher: Launcher) -> int:
    from chunkscope.sources.read import read_document

    document = read_document(chosen.path)
    _tell_notes(document)
    text = document.text
    if text and _was_converted(document, chosen.path):
        text = text.rstrip("\n") + "\n"
    _print([text])
    return OK


def _was_converted(document: "Document", path: Path) -> bool:
    """Say whether a converter wrote the markdown; what is text is printed as its file has it."""
    from chunkscope.sources.formats import format_of
    from chunkscope.sources.states import note

    if note("wrong-extension", "plain text") in document.notes:
        return False
    claimed = format_of(path)
    is_another = any(one.state == "wrong-extension" for one in document.notes)
    return is_another or (claimed is not None and claimed.kind != "text")


def _picture(chosen: argparse.Namespace, launcher: Launcher) -> int:
    if not _is_folder(chosen.out.parent):
        return _fail(f"There is no folder for “{chosen.out}”. Make it first.")
    width, height = chosen.size
    return launcher.picture(
        PictureRequest(
            chosen.path, chosen.out, chosen.theme, width, height, View(chosen.view), chosen.at
        )
    )


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # A name that is too long, a folder that may not be entered.
        return False


def _settings(chosen: argparse.Namespace) -> Settings:
    names = ("parent_size", "parent_overlap", "child_size", "child_overlap")
    given = {name: getattr(chosen, name) for name in names if getattr(chosen, name) is not None}
    return Settings(**given)


def _whole_number(text: str) -> int:
    if re.fullmatch(r"[+-]?[0-9]{1,20}", text) is None:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number")
    return int(text)


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", text)
    if found is not None:
        size = (int(found[1]), int(found[2]))
        if all(200 <= side <= 8000 for side in size):
            return size
    raise argparse.ArgumentTypeError(
        f"{text[:40]!r} is no size such as 1440x900 (200 to 8000 a side)"
    )


def _tell_notes(document: "Document") -> None:
    """Say what was guessed or lost while the document was read."""
    for note in document.notes:
        _say(note.message)


def _tell_missing_counts(counts: "PageCounts") -> None:
    """Say which counts are missing, and with them what only they can find; once a reason."""
    for reason in dict.fromkeys(counts.unavailable.values()):
        names = [name for name, why in counts.unavailable.items() if why == reason]
        _say(f"Not available: {', '.join(names)}. {reason}")


def _print(pieces: Iterable[str]) -> None:
    """Write results; where their reader has gone the rest is dropped, and the exit code counts.

    Raises:
        ChunkscopeError: They cannot be written.
    """
    try:
        for piece in pieces:
            sys.stdout.write(piece)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    except OSError as error:
        _drop_output()
        raise ChunkscopeError(
            f"The results could not be written: {error.strerror or error}.",
            "Free some space, or write them elsewhere.",
        ) from error


def _drop_output() -> None:
    """Let all that is still written to standard output vanish."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _fail(sentence: str) -> int:
    _say(sentence)
    return FAILED


def _say(sentence: str) -> None:
    """Write one line to standard error; where nobody hears it the exit code still tells."""
    with contextlib.suppress(OSError):
        print(f"chunkscope: {one_line(sentence)}", file=sys.stderr, flush=True)


def _write_unicode() -> None:
    """Write UTF-8 with bare line feeds everywhere, so that offsets mean the same to a reader."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
