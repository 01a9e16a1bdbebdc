"""`chunkscope ask`: a question asked of one page."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from chunkscope.core.fusion import Mode, SearchSettings
from chunkscope.workspace.console import say, write_results

if TYPE_CHECKING:
    from chunkscope.core.settings import Settings
    from chunkscope.sources.outcome import Wishes

LEVELS: Final = ("parent", "child", "document")
_BUILT_IN: Final = "all-MiniLM-L6-v2"

Chosen = argparse.Namespace


def add_ask(parser: argparse.ArgumentParser) -> None:
    """Declare what `ask` takes, beside its page."""
    usual = SearchSettings()
    parser.add_argument("question", help="in the reader's words")
    answer = "text of the page that answers it: tells where it went"
    parser.add_argument("--answer", metavar="TEXT", help=answer)
    parser.add_argument("--model", default=_BUILT_IN, metavar="NAME", help="the embedder")
    modes = [mode.value for mode in Mode]
    parser.add_argument("--mode", choices=modes, default=usual.mode.value)
    parser.add_argument("--levels", type=_levels, default=LEVELS, metavar="LEVEL,...")
    parser.add_argument("--floor", type=float, default=usual.floor, metavar="SCORE")
    small = "search children and hand on their parents"
    parser.add_argument("--small-to-big", action="store_true", help=small)
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run_ask(
    chosen: Chosen,
    settings_of: Callable[[Chosen], "Settings"],
    wishes_of: Callable[[Chosen], "Wishes"],
) -> None:
    """Ask and print.

    Raises:
        ChunkscopeError: The page, the model, the index or a setting says no.
    """
    from chunkscope.core.splitters.parent_child import cut
    from chunkscope.workspace.asked_report import as_json, as_text
    from chunkscope.workspace.asking import ask
    from chunkscope.workspace.questions import Question
    from chunkscope.workspace.reading import read_source, require_text

    search = SearchSettings(Mode(chosen.mode), floor=chosen.floor, small_to_big=chosen.small_to_big)
    question = Question(chosen.question, search, chosen.levels, model=chosen.model)
    settings = settings_of(chosen)
    document = read_source(chosen.source, title=chosen.title, wishes=wishes_of(chosen))
    require_text(document)
    chunks = cut(document.title, document.text, settings)
    asked = ask(document, chunks, question, answer=chosen.answer)
    for note in asked.notes:
        say(note)
    write_results((as_json if chosen.format == "json" else as_text)(asked))


def _levels(text: str) -> tuple[str, ...]:
    levels = tuple(part.strip() for part in text.split(","))
    if not all(level in LEVELS for level in levels):
        raise argparse.ArgumentTypeError(f"{text!r} must list some of {', '.join(LEVELS)}")
    return levels
