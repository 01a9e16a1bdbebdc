"""The folders of all indexes: what each is called, which go, and where damage is put."""

import hashlib
import json
import re
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from chunkscope.core.settings import Settings
from chunkscope.retrieval.errors import IndexUnavailable
from chunkscope.retrieval.ledger import FORMAT
from chunkscope.retrieval.lock import FolderLock


def index_folder(root: Path, keys: Sequence[str], settings: Settings, model: str) -> Path:
    """Return the folder of one collection: of these pages, this profile and this model.

    A version of the program that writes another format has folders of its own, so that two
    versions on one computer do not replace each other's.

    Args:
        root: Of all indexes.
        keys: Of the pages.
        settings: What the pages are cut with.
        model: Identity of the embedder.
    """
    profile = [
        settings.parent_size,
        settings.parent_overlap,
        settings.child_size,
        settings.child_overlap,
    ]
    named = json.dumps([FORMAT, sorted(keys), profile, model])
    return root / hashlib.sha256(named.encode()).hexdigest()[:24]


def remove_oldest(root: Path, keep: int) -> None:
    """Remove all but the `keep` indexes used last; one that is in use, or set aside, stays."""
    folders = [path for path in root.glob("*") if re.fullmatch("[0-9a-f]{24}", path.name)]
    for folder in sorted(folders, key=_last_used)[: max(0, len(folders) - keep)]:
        try:
            lock = FolderLock(folder)
        except IndexUnavailable:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        lock.close()


def set_aside(folder: Path, reason: str) -> Path:
    """Rename the folder of an index; return its new place, which names the reason.

    Raises:
        IndexUnavailable: It cannot be renamed.
    """
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for number in range(100):
        aside = folder.with_name(f"{folder.name}-{reason}-{stamp}{f'-{number}' if number else ''}")
        if not aside.exists():
            break
    try:
        return folder.rename(aside)
    except OSError as error:
        raise IndexUnavailable(
            f"The index in {folder} cannot be set aside ({error.strerror}).",
            "Close what else uses it, or remove it.",
        ) from error


def _last_used(folder: Path) -> float:
    """Return when the index in `folder` was opened last: that touches its lock."""
    try:
        return folder.with_name(f"{folder.name}.lock").stat().st_mtime
    except OSError:
        return 0.0
