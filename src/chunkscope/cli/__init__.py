"""The command line: the window, or one of the commands that need none.

Standard output carries results only. Errors, an interruption among them, are one line on standard
error with exit code 2.
"""

import argparse
import contextlib
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

from chunkscope import __version__
from chunkscope.cli import values
from chunkscope.cli.options import add_format, add_settings, add_source, settings_of
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.overriding import override
from chunkscope.workspace.console import say, use_unicode, write_results
from chunkscope.workspace.picture import PictureRequest
from chunkscope.workspace.state import View

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from chunkscope.core.counts import PageCounts
    from chunkscope.core.document import Document
    from chunkscope.sources.outcome import Wishes
    from chunkscope.workspace.reading import Source

OK: Final = 0
FOUND: Final = 1
FAILED: Final = 2
COMMANDS: Final = ("split", "check", "convert", "ask", "models", "picture")
_COMMANDS_EXPLAINED: Final = """\
commands, each with its own --help:
  split PATH             print the chunks
  check PATH...          print the findings
  convert PATH           print the page as markdown
  ask PATH "QUESTION"    print what a question finds on the page
  models                 list, fetch or check embedding models
  picture PATH           draw the window into a PNG file"""
_LOG = logging.getLogger(__name__)


class Launcher(Protocol):
    """Opens windows; given by the entry, so that this module does not know them."""

    def open(self, source: "Source | None") -> int:
        """Run the window until it is closed; return the exit code."""

    def picture(self, request: PictureRequest) -> int:
        """Draw the window to a file; return the exit code."""

    def test_itself(self, report: Path | None) -> int:
        """Try every part of the program; return the exit code."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    @override
    def error(self, message: str) -> NoReturn:
        raise SystemExit(_fail(f"{message}; see {self.prog} --help."))

    @override
    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        write_results([message])


def run(arguments: Sequence[str], launcher: Launcher) -> int:
    """Do what the command line says; return the exit code."""
    use_unicode()
    logging.getLogger().addHandler(logging.NullHandler())  # Else Python prints what is logged.
    try:
        return _dispatch(list(arguments), launcher)
    except ChunkscopeError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _fail("Cancelled; nothing half-done is left. Run it again to have it whole.")
    except Exception as error:  # noqa: BLE001 - a world ends here: the command line
        _LOG.debug("Unexpected.", exc_info=True)
        return _fail(f"The program failed inside ({type(error).__name__}: {error}).")


def _dispatch(arguments: list[str], launcher: Launcher) -> int:
    if arguments and arguments[0] in COMMANDS:
        chosen = _parser().parse_args(arguments)
        work: Callable[[argparse.Namespace, Launcher], int] = chosen.work
        return work(chosen, launcher)
    _check_command(arguments)
    parser = _window_parser()
    chosen = parser.parse_args(arguments)
    if chosen.self_test:
        return launcher.test_itself(chosen.report)
    if chosen.remove_data:
        return _remove_data(is_agreed=chosen.yes)
    if isinstance(chosen.source, Path):
        _check_name(chosen.source)
    return launcher.open(chosen.source)


def _remove_data(*, is_agreed: bool) -> int:
    from chunkscope.cli.removing import remove_data

    remove_data(is_agreed=is_agreed)
    return OK


def _check_command(arguments: Sequence[str]) -> None:
    """Refuse a word that is neither a command nor a file, where more follows it.

    Raises:
        ChunkscopeError: It names the commands.
    """
    if len(arguments) > 1 and not arguments[0].startswith("-"):
        with contextlib.suppress(OSError, ValueError):
            if not Path(arguments[0]).exists():
                raise ChunkscopeError(
                    f"There is no command “{arguments[0]}”.", f"There are {', '.join(COMMANDS)}."
                )


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
        epilog=_COMMANDS_EXPLAINED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "source", nargs="?", type=values.source, metavar="path", help="what to open"
    )
    parser.add_argument("--version", action="version", version=f"chunkscope {__version__}")
    tested = "try every part of the program, without a screen or a connection, and report"
    parser.add_argument("--self-test", action="store_true", help=tested)
    where = "where the report of the self-test goes; standard output without it"
    parser.add_argument("--report", type=Path, metavar="FILE", help=where)
    removed = "tell what is kept for you and where, and remove it; documents stay"
    parser.add_argument("--remove-data", action="store_true", help=removed)
    parser.add_argument("--yes", action="store_true", help="remove it without a question")
    return parser


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="chunkscope")
    commands = parser.add_subparsers(required=True)
    _add_split(commands.add_parser("split", help="the chunks of a document"))
    _add_check(commands.add_parser("check", help="the findings of documents"))
    _add_convert(commands.add_parser("convert", help="the markdown of a document"))
    _add_ask(commands.add_parser("ask", help="what a question finds, and where an answer went"))
    _add_models(commands.add_parser("models", help="which models there are; fetch or check one"))
    _add_picture(commands.add_parser("picture", help="the window as a PNG file"))
    return parser


def _add_split(parser: argparse.ArgumentParser) -> None:
    add_source(parser)
    add_format(parser, ("text", "json", "jsonl", "csv"))
    add_settings(parser)
    parser.set_defaults(work=_split)


def _add_check(parser: argparse.ArgumentParser) -> None:
    add_source(parser, "sources", nargs="+")
    add_format(parser)
    levels = ("error", "warning", "info", "never")
    fail = "exit with 1 where a finding is of this level or a graver one; error unless set"
    parser.add_argument("--fail-on", choices=levels, default="error", help=fail)
    add_settings(parser)
    parser.set_defaults(work=_check)


def _add_convert(parser: argparse.ArgumentParser) -> None:
    add_source(parser)
    out = "write the markdown there; to standard output without it"
    parser.add_argument("--out", type=values.output, metavar="FILE.md", help=out)
    notes = "tell the page or line of each note"
    parser.add_argument("--notes", action="store_true", help=notes)
    parser.set_defaults(work=_convert)


def _add_ask(parser: argparse.ArgumentParser) -> None:
    from chunkscope.cli.asking import add_ask

    add_source(parser)
    add_ask(parser)
    add_settings(parser)
    parser.set_defaults(work=_ask)


def _add_models(parser: argparse.ArgumentParser) -> None:
    from chunkscope.cli.models import add_models

    add_models(parser)
    parser.set_defaults(work=_models)


def _add_picture(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=values.file, help="the document's file")
    out = "where the picture goes"
    parser.add_argument("--out", type=values.output, required=True, metavar="FILE.png", help=out)
    theme = "of the window; light unless set"
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help=theme)
    size = "of the window in pixels; 1440x900 unless set"
    parser.add_argument(
        "--size", type=values.size, default=(1440, 900), metavar="WIDTHxHEIGHT", help=size
    )
    view = "markdown as it is written, or as a reader sees it; rendered unless set"
    parser.add_argument("--view", choices=("source", "rendered"), default="rendered", help=view)
    parser.add_argument("--at", metavar="HEADING", help="scroll to this heading")
    pages = "show the pages of a PDF beside its text"
    parser.add_argument("--pages", action="store_true", help=pages)
    parser.add_argument("--question", metavar="TEXT", help="ask this in the test bench")
    parser.add_argument("--answer", metavar="TEXT", help="mark this text of the page as the answer")
    parser.set_defaults(work=_picture)


def _split(chosen: argparse.Namespace, _launcher: Launcher) -> int:
    from chunkscope.workspace import export
    from chunkscope.workspace.page import cut_page
    from chunkscope.workspace.reading import read_source, require_text

    settings = settings_of(chosen)
    document = read_source(chosen.source, title=chosen.title, wishes=_wishes(chosen))
    require_text(document)
    _tell_notes(document)
    page = cut_page(document, settings)
    _tell_missing_counts(page.counts)
    chunks, counts = page.chunk_set, page.counts
    if chosen.format == "json":
        write_results(export.as_json(chunks, counts, str(chosen.source)))
    elif chosen.format == "jsonl":
        write_results(export.as_json_lines(chunks, counts))
    elif chosen.format == "csv":
        write_results(export.as_csv(chunks, counts))
    else:
        write_results(export.as_text(chunks, counts))
    return OK


def _check(chosen: argparse.Namespace, _launcher: Launcher) -> int:
    from chunkscope.sources.workshop import Workshop
    from chunkscope.workspace import report
    from chunkscope.workspace.reading import read_source

    settings, wishes = settings_of(chosen), _wishes(chosen)
    checked = []
    failed = False
    with contextlib.closing(Workshop()) as workshop:
        for source in chosen.sources:
            try:
                document = read_source(source, title=chosen.title, wishes=wishes, workshop=workshop)
                checked.append(report.check(source, document, settings))
            except ChunkscopeError as error:
                _fail(f"{_folder_of(source)}{error}")
                failed = True
                continue
            if chosen.format == "text":
                write_results(report.as_text(checked[-1]))
    if chosen.format == "json":
        write_results(report.as_json(checked))
    if checked:
        _tell_missing_counts(checked[0].page.counts)
    if failed:
        return FAILED
    return FOUND if report.reaches(checked, chosen.fail_on) else OK


def _folder_of(source: "Source") -> str:
    """Return where a file is, to stand before an error that has its name."""
    if isinstance(source, str) or source.parent in (Path(), source):
        return ""
    return f"In {source.parent}: "


def _convert(chosen: argparse.Namespace, _launcher: Launcher) -> int:
    from chunkscope.workspace.files import write_whole
    from chunkscope.workspace.reading import notes_with_places, read_source, require_text

    _refuse_same_file(chosen.source, chosen.out)
    document = read_source(chosen.source, wishes=_wishes(chosen))
    require_text(document)
    text = document.text
    if text and document.form is not None:
        text = text.rstrip("\n") + "\n"
    if chosen.out is None:
        write_results([text])
    else:
        write_whole(chosen.out, [text])
    if chosen.notes:
        for note in notes_with_places(document):
            say(note)
    else:
        _tell_notes(document)
    return OK


def _ask(chosen: argparse.Namespace, _launcher: Launcher) -> int:
    from chunkscope.cli.asking import run_ask

    run_ask(chosen, _wishes)
    return OK


def _models(chosen: argparse.Namespace, _launcher: Launcher) -> int:
    from chunkscope.cli.models import run_models

    return OK if run_models(chosen) else FOUND


def _refuse_same_file(source: "Source", out: Path | None) -> None:
    """Keep a document from being replaced by its own markdown.

    Raises:
        ChunkscopeError: Both are one file.
    """
    with contextlib.suppress(OSError, ValueError):
        if isinstance(source, Path) and out is not None and source.samefile(out):
            raise ChunkscopeError(
                f"{source.name} would be replaced by its own markdown.", "Name another file."
            )


def _picture(chosen: argparse.Namespace, launcher: Launcher) -> int:
    if not _is_folder(chosen.out.parent):
        return _fail(f"There is no folder for “{chosen.out}”. Make it first.")
    width, height = chosen.size
    return launcher.picture(
        PictureRequest(
            chosen.path,
            chosen.out,
            chosen.theme,
            width,
            height,
            View(chosen.view),
            chosen.at,
            chosen.pages,
            chosen.question,
            chosen.answer,
        )
    )


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # A name that is too long, a folder that may not be entered.
        return False


def _wishes(chosen: argparse.Namespace) -> "Wishes":
    from chunkscope.sources.outcome import Wishes

    return Wishes(chosen.headings_from_size, chosen.encoding, chosen.by_content)


def _tell_notes(document: "Document") -> None:
    """Say what was guessed or lost while the document was read, once of all its places."""
    for message in dict.fromkeys(note.message for note in document.notes):
        say(message)


def _tell_missing_counts(counts: "PageCounts") -> None:
    """Say which counts are missing, and with them what only they can find; once a reason."""
    for reason in dict.fromkeys(counts.unavailable.values()):
        names = [name for name, why in counts.unavailable.items() if why == reason]
        say(f"Not available: {', '.join(names)}. {reason}")


def _fail(sentence: str) -> int:
    say(sentence)
    return FAILED
