"""Fetching a model that the user asked for, in a child process that Cancel can kill.

fastembed's own download cannot be stopped and leaves parts behind. So it runs in a process of its
own, into a draft folder that is moved into place when all of it is there, and removed otherwise.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from chunkscope.core.progress import Report, ignore
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.fetch_child import READY, fetch_command
from chunkscope.retrieval.models import EmbeddingModel, fetched_folder, fingerprint, lack_of

_POLL_SECONDS: Final = 0.1
_MOST_ANSWER_BYTES: Final = 100_000
_RECORD: Final = "fetched.json"


def fetch(
    model: EmbeddingModel,
    models_folder: Path,
    report: Report = ignore,
    command: Sequence[str] | None = None,
) -> Path:
    """Fetch `model` from the hub that fastembed names; return its folder.

    The reader has agreed to size and licence before: this connects at once.

    Args:
        model: One of `catalogue.library_models` or `library_rerankers`.
        models_folder: Ours; the model gets a folder in it, whole or not at all.
        report: Called ten times a second with the bytes that are here, and all of them, about.
        command: Stands in for the real child; gets the model's name and the draft folder.

    Raises:
        Cancelled: From `report`; nothing of the fetched is left.
        ModelUnavailable: It could not be fetched, or what came is not complete.
    """
    try:
        models_folder.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=models_folder, prefix=".fetch-"))
    except OSError as error:
        raise _unwritable(models_folder, error) from error
    try:
        answer = _answer_of_child([*(command or fetch_command())], model, draft, report)
        if "error" in answer:
            raise ModelUnavailable(
                f"The model {model.name} could not be fetched ({answer['error']}).",
                "Check the connection and try again, or name a folder that holds the model.",
            )
        return _moved_into_place(model, draft / READY, models_folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def changed_files(folder: Path) -> tuple[str, ...]:
    """Return the files of a fetched model that are gone or not what came; reads all of them.

    Nothing where the folder has no record of what came.
    """
    try:
        recorded = json.loads((folder / _RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ()
    if not isinstance(recorded, dict):
        return ()
    return tuple(name for name, digest in recorded.items() if not _is(folder / name, digest))


def remove_leftovers(models_folder: Path, older_than_seconds: float = 86_400) -> None:
    """Remove drafts that a program left which was itself killed."""
    for draft in models_folder.glob(".*-*"):
        with contextlib.suppress(OSError):
            if time.time() - draft.stat().st_mtime > older_than_seconds:
                shutil.rmtree(draft, ignore_errors=True)


def _answer_of_child(
    command: list[str], model: EmbeddingModel, draft: Path, report: Report
) -> dict[str, Any]:
    with (draft / "answer").open("w+b") as answer:
        process = subprocess.Popen(
            [*command, model.library_name, str(draft)],
            stdin=subprocess.PIPE,  # the child ends when this closes: with us, however we end
            stdout=answer,
            stderr=subprocess.DEVNULL,
            env=_environment(draft),
            start_new_session=sys.platform != "win32",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        try:
            while process.poll() is None:
                report(min(_bytes_in(draft), model.size_bytes), model.size_bytes)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_POLL_SECONDS)
        finally:
            process.kill()
            process.wait()
            if process.stdin is not None:
                process.stdin.close()
        answer.seek(0)
        return _parsed(answer.read(_MOST_ANSWER_BYTES), process.returncode)


def _parsed(answer: bytes, code: int) -> dict[str, Any]:
    try:
        parsed = json.loads(answer.splitlines()[-1])
    except (ValueError, IndexError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        return {"error": f"the process that fetches ended with code {code}"}
    return parsed


def _moved_into_place(model: EmbeddingModel, ready: Path, models_folder: Path) -> Path:
    lack = lack_of(model, ready)
    if lack:
        raise ModelUnavailable(
            f"What was fetched of the model {model.name} is not complete.", "Fetch it again."
        )
    folder, replaced = fetched_folder(model, models_folder), ready.parent / "replaced"
    try:
        _record(ready)
        if folder.exists():
            folder.rename(replaced)
        ready.rename(folder)
    except OSError as error:
        if replaced.exists() and not folder.exists():
            replaced.rename(folder)
        raise _unwritable(models_folder, error) from error
    return folder


def _record(folder: Path) -> None:
    """Note what the files were when they came, so that a later check can compare."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    digests = {path.relative_to(folder).as_posix(): fingerprint(path) for path in files}
    (folder / _RECORD).write_text(json.dumps(digests), encoding="utf-8")


def _environment(draft: Path) -> dict[str, str]:
    """Return what lets the child connect, and keeps all it writes in the draft folder."""
    switches = {
        "HF_HUB_OFFLINE": "0",
        "HF_HOME": str(draft / "home"),
        "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
        "HF_HUB_DISABLE_SHARED_BLOBS": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    }
    return {**os.environ, **switches}


def _is(path: Path, digest: object) -> bool:
    try:
        return fingerprint(path) == digest
    except OSError:
        return False


def _bytes_in(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            if path.is_file() and not path.is_symlink():
                total += path.stat().st_size
    return total


def _unwritable(folder: Path, error: OSError) -> ModelUnavailable:
    return ModelUnavailable(
        f"Nothing can be written in {folder} ({error.strerror or type(error).__name__}).",
        "Make room there or allow writing.",
    )
