"""Entry of the child process that fetches a model; the only place that lets fastembed connect.

Its arguments are fastembed's name of the model and a draft folder. It leaves the model's files in
`ready` there and prints one line of JSON: `{}`, or `{"error"}` with what went wrong. It ends when
its input closes, so it never outlives the process that started it.
"""

import json
import os
import shutil
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

FETCH_FLAG: Final = "--fetch-in-child"
READY: Final = "ready"


def fetch_command() -> list[str]:
    """Return the command that starts this module as a process of its own."""
    if getattr(sys, "frozen", False):
        return [sys.executable, FETCH_FLAG]
    return [sys.executable, "-P", "-m", "chunkscope.retrieval.fetch_child"]


def main(arguments: Sequence[str]) -> int:
    """Fetch the model named; return the exit code."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    name, draft = arguments[-2:]
    answer = {}
    try:
        _fetch(name, Path(draft))
    except Exception as error:  # noqa: BLE001  # A world ends here: the parent must hear.
        answer = {"error": _words(error)}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
    return 1 if answer else 0


def _fetch(name: str, draft: Path) -> None:
    from fastembed import TextEmbedding
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    rerankers = {str(entry["model"]) for entry in TextCrossEncoder.list_supported_models()}
    kind: Any = TextCrossEncoder if name in rerankers else TextEmbedding
    # Lazy: the files are fetched, but the model is not loaded.
    model = kind(name, cache_dir=str(draft / "cache"), lazy_load=True).model
    fetched = Path(model._model_dir)  # noqa: SLF001 - no other way
    for path in [path for path in fetched.rglob("*") if path.is_file()]:
        target = draft / READY / path.relative_to(fetched)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path.resolve(), target)  # a snapshot holds links to where the files lie


def _words(error: Exception) -> str:
    words = str(error).strip().splitlines()
    return words[0][:200] if words else type(error).__name__


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
