"""`chunkscope ask`: a question asked of one page."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chunkscope.cli import values
from chunkscope.cli.options import add_format, settings_of
from chunkscope.cli.progress import PATIENCE_SECONDS, Progress
from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.fusion import Mode, SearchSettings
from chunkscope.workspace.console import say, write_results

if TYPE_CHECKING:
    from chunkscope.retrieval.costs import Plan
    from chunkscope.sources.outcome import Wishes

LEVELS: Final = ("parent", "child", "document")
MAKERS: Final = "makers"
"""Stands for the instruction that a model's makers put before a question."""
_BUILT_IN: Final = "all-MiniLM-L6-v2"
_NUMBERS: Final = {
    "leg": "hits that each leg hands on",
    "k": "the constant of reciprocal rank fusion",
    "passages": "passages that the prompt holds at most",
    "big_passages": "the same, where parents are handed on",
    "passage_characters": "characters of a passage that reach the prompt",
    "prompt_characters": "characters that all passages and the pinned text share",
}
_MOST_PINNED_BYTES: Final = 10_000_000

Chosen = argparse.Namespace


def add_ask(parser: argparse.ArgumentParser) -> None:
    """Declare what `ask` takes, beside its page."""
    usual = SearchSettings()
    parser.add_argument("question", help="in the reader's words")
    answer = "text of the page that answers it: tells where it went"
    parser.add_argument("--answer", metavar="TEXT", help=answer)
    embedder = (
        f"the embedder: a name that chunkscope models lists, or a folder; {_BUILT_IN} unless set"
    )
    parser.add_argument("--model", default=_BUILT_IN, metavar="NAME", help=embedder)
    instruction = (
        f"put before the question where it is embedded; “{MAKERS}” for the words of the model's "
        "makers, “” for none. The floor of 0.4 was set without"
    )
    parser.add_argument("--instruction", metavar="TEXT", help=instruction)
    rerank = "let this reranker put what takes part in its own order"
    parser.add_argument("--rerank", metavar="NAME", default="", help=rerank)
    modes = [mode.value for mode in Mode]
    legs = f"by meaning, by words, or by both; {usual.mode.value} unless set"
    parser.add_argument("--mode", choices=modes, default=usual.mode.value, help=legs)
    levels = f"what is searched, of {', '.join(LEVELS)}; all of them unless set"
    parser.add_argument("--levels", type=_levels, default=LEVELS, metavar="LEVEL,...", help=levels)
    floor = f"least similarity that passes, from -1 to 1; {usual.floor} unless set"
    parser.add_argument("--floor", type=float, default=usual.floor, metavar="SCORE", help=floor)
    small = "search children and hand on their parents"
    parser.add_argument("--small-to-big", action="store_true", help=small)
    for name, meaning in _NUMBERS.items():
        flag = f"--{name.replace('_', '-')}"
        default = getattr(usual, name)
        about = f"{meaning}; {default:,} unless set"
        parser.add_argument(
            flag, type=values.whole_number, default=default, metavar="N", help=about
        )
    pinned = parser.add_mutually_exclusive_group()
    pinned.add_argument("--pinned", default="", metavar="TEXT", help="text that always goes first")
    file = "a file with such text"
    pinned.add_argument("--pinned-file", type=values.path, metavar="FILE", help=file)
    add_format(parser)


def run_ask(
    chosen: Chosen,
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

    if not chosen.question.strip():
        raise ChunkscopeError("The question is blank.", "Type a question.")
    search = _search_settings(chosen)
    pinned = chosen.pinned if chosen.pinned_file is None else _text_in(chosen.pinned_file)
    question = Question(chosen.question, search, chosen.levels, pinned, chosen.model)
    settings = settings_of(chosen)
    document = read_source(chosen.source, title=chosen.title, wishes=wishes_of(chosen))
    require_text(document)
    chunks = cut(document.title, document.text, settings)
    _warn_of_endpoint(chosen.model)
    progress = Progress("Indexing", PATIENCE_SECONDS)

    def plan_made(plan: "Plan") -> None:
        progress.announcement = _cost_in_words(plan)

    try:
        asked = ask(
            document, chunks, question, answer=chosen.answer, plan_made=plan_made, report=progress
        )
    finally:
        progress.end()
    for note in (_remark_on_floor(chosen.model, search), *asked.notes):
        if note:
            say(note)
    write_results((as_json if chosen.format == "json" else as_text)(asked))


def _cost_in_words(plan: "Plan") -> str:
    """Return what indexing will cost; empty where nothing is to be embedded."""
    if not plan.to_embed:
        return ""
    texts = "1 text" if plan.to_embed == 1 else f"{plan.to_embed:,} texts"
    tokens = f"{plan.estimated_tokens:,} estimated tokens"
    return f"Indexing the page: {texts} to embed, {tokens}. Ctrl+C ends it and keeps what is done."


def _search_settings(chosen: Chosen) -> SearchSettings:
    instruction = chosen.instruction
    if instruction == MAKERS:
        from chunkscope.retrieval.catalogue import makers_instruction

        instruction = makers_instruction(chosen.model)
    return SearchSettings(
        Mode(chosen.mode),
        floor=chosen.floor,
        small_to_big=chosen.small_to_big,
        instruction=instruction,
        reranker=chosen.rerank,
        **{name: getattr(chosen, name) for name in _NUMBERS},
    )


def _warn_of_endpoint(model: str) -> None:
    """Say what leaves this machine before it does."""
    from chunkscope.workspace.model_choice import endpoint_named

    endpoint = endpoint_named(model)
    if endpoint is not None and not endpoint.refusal:
        say(endpoint.warning)


def _remark_on_floor(model: str, search: SearchSettings) -> str:
    """Return what to bear in mind about the usual floor; empty where another one is used."""
    from chunkscope.workspace.model_choice import remark_on

    if search.mode is Mode.TEXT or search.floor != SearchSettings().floor:
        return ""
    return remark_on(model, search.instruction)


def _text_in(path: Path) -> str:
    """Return the text of a file.

    Raises:
        ChunkscopeError: It cannot be read, is no UTF-8, or is too long to be pinned.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(_MOST_PINNED_BYTES + 1)
        if len(content) > _MOST_PINNED_BYTES:
            raise ChunkscopeError(f"{path.name} is too long to be pinned.", "Name a shorter file.")
        text = content.decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ChunkscopeError(
            f"{path.name} cannot be read: {reason}.", "Check the name."
        ) from error
    except UnicodeDecodeError as error:
        raise ChunkscopeError(f"{path.name} is no text in UTF-8.", "Save it so.") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _levels(text: str) -> tuple[str, ...]:
    levels = tuple(part.strip() for part in text.split(","))
    if not all(level in LEVELS for level in levels):
        raise argparse.ArgumentTypeError(f"{text!r} must list some of {', '.join(LEVELS)}")
    return levels
