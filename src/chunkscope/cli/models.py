"""`chunkscope models`: lists, fetches and checks embedding models and rerankers."""

import argparse
import json
from typing import TYPE_CHECKING, Any, Final

from chunkscope.cli.options import add_format
from chunkscope.cli.progress import Progress
from chunkscope.core.errors import ChunkscopeError
from chunkscope.workspace.console import say, write_results

if TYPE_CHECKING:
    from chunkscope.retrieval.catalogue import KnownModel

_EXPLAINED: Final = """\
without a word more, models lists:
  models fetch NAME      fetch a model; tells its size and licence, Ctrl+C leaves nothing behind
  models check [NAME]    compare the files of a model, or of all that are here, and try it"""

Chosen = argparse.Namespace


def add_models(parser: argparse.ArgumentParser) -> None:
    """Declare what `models` takes."""
    parser.epilog = _EXPLAINED
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    action = "what to do; list unless set"
    parser.add_argument(
        "action", nargs="?", choices=("list", "fetch", "check"), default="list", help=action
    )
    parser.add_argument("name", nargs="?", help="as the list has it; of a folder, where it lies")
    add_format(parser)
    again = "fetch a model that is here anew"
    parser.add_argument("--again", action="store_true", help=again)


def run_models(chosen: Chosen) -> bool:
    """Do what was chosen; return whether all that was checked is well.

    Raises:
        ChunkscopeError: A model is not known, or could not be fetched.
        KeyboardInterrupt: While a model was fetched; nothing of it is left.
    """
    if chosen.action == "fetch":
        if chosen.name is None:
            raise ChunkscopeError("No model was named.", "Choose one that chunkscope models lists.")
        _fetch(chosen.name, again=chosen.again)
        return True
    if chosen.action == "check":
        return _check(chosen.name, as_json=chosen.format == "json")
    if chosen.name is not None:
        raise ChunkscopeError(
            "The list takes no name.", f"Try: chunkscope models check {chosen.name}"
        )
    _list(as_json=chosen.format == "json")
    return True


def _list(*, as_json: bool) -> None:
    from chunkscope.retrieval.catalogue import known_models, known_rerankers

    kinds = (("embedder", known_models()), ("reranker", known_rerankers()))
    if as_json:
        fields = [_fields(kind, model) for kind, models in kinds for model in models]
        write_results([json.dumps(fields, ensure_ascii=False, indent=2) + "\n"])
        return
    rows = [_row(kind, model) for kind, models in kinds for model in models]
    named = ("name", "kind", "numbers", "window", "size", "licence", "here")
    write_results(_aligned([named, *rows]))


def _fields(kind: str, model: "KnownModel") -> dict[str, Any]:
    return {
        "name": model.name,
        "kind": kind,
        "dimension": model.dimension,
        "window": model.window,
        "size_bytes": model.size_bytes,
        "licence": model.licence,
        "instruction": model.instruction,
        "built_in": model.is_built_in,
        "here": model.is_here,
        "lack": model.lack,
    }


def _row(kind: str, model: "KnownModel") -> tuple[str, ...]:
    from chunkscope.retrieval.catalogue import size_words

    here = "no"
    if model.is_here:
        here = "built in" if model.is_built_in else "yes"
    elif model.is_built_in or model.is_fetched:
        here = f"damaged: {model.lack}"
    return (
        model.name,
        kind,
        str(model.dimension),
        str(model.window or "–"),
        size_words(model.size_bytes),
        model.licence,
        here,
    )


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Return the rows as lines; numbers to the right, words to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    right = (2, 3, 4)
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip() + "\n")
    return lines


def _fetch(name: str, *, again: bool) -> None:
    from chunkscope.retrieval.catalogue import model_named, size_words
    from chunkscope.retrieval.checking import kind_of
    from chunkscope.retrieval.fetching import fetch, remove_leftovers
    from chunkscope.retrieval.models import BUILT_IN, default_models_folder, fetched_folder, lack_of

    model = model_named(name, kind_of(name))
    if model is BUILT_IN:
        say(f"{model.name} comes with the program.")
        return
    models_folder = default_models_folder()
    folder = fetched_folder(model, models_folder)
    if not again and not lack_of(model, folder):
        say(f"{model.name} is here already, in {folder}. To fetch it anew, say --again.")
        return
    remove_leftovers(models_folder)
    licence = model.licence or "not named"
    size = size_words(model.size_bytes)
    say(f"Fetching {model.name}: about {size}, licence {licence}. Ctrl+C ends it.")
    progress = Progress(model.name)
    try:
        folder = fetch(model, models_folder, progress)
    finally:
        progress.end()
    say(f"{model.name} is in {folder}.")


def _check(name: str | None, *, as_json: bool) -> bool:
    from chunkscope.retrieval.checking import check
    from chunkscope.retrieval.errors import ModelUnavailable

    results: list[dict[str, Any]] = []
    for one in [name] if name is not None else _names_of_those_here():
        try:
            checked = check(one)
        except ModelUnavailable as unavailable:
            results.append({"name": one, "works": False, "reason": str(unavailable)})
        else:
            fields = {"dimension": checked.dimension, "window": checked.window}
            results.append({"name": checked.name, "works": True, **fields})
        if not as_json:
            write_results([_result_line(results[-1])])
    if as_json:
        write_results([json.dumps(results, ensure_ascii=False, indent=2) + "\n"])
    return all(result["works"] for result in results)


def _names_of_those_here() -> list[str]:
    """Return what is built in and what was fetched, whole or not."""
    from chunkscope.retrieval.catalogue import known_models, known_rerankers

    models = (*known_models(), *known_rerankers())
    return [model.name for model in models if model.is_built_in or model.is_fetched]


def _result_line(result: dict[str, Any]) -> str:
    if not result["works"]:
        return f"{result['name']}: {result['reason']}\n"
    return f"{result['name']}: works; {result['dimension']} numbers, window {result['window']}\n"
