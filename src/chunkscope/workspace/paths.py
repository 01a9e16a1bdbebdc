"""Where the program's own files lie: resources it ships, folders of the user."""

import os
from functools import cache
from pathlib import Path

import platformdirs

from chunkscope.retrieval.folders import HOME_VARIABLE, cache_folder

__all__ = [
    "cache_folder",
    "config_folder",
    "licences_folder",
    "log_folder",
    "resources",
    "sample_page",
    "sample_questions",
]

_NAME = "chunkscope"


@cache
def resources() -> Path:
    """Return the folder of shipped files: in the installed package, else in the checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "resources"
    return installed if installed.is_dir() else package.parents[1] / "resources"


def sample_page() -> Path:
    """Return the sample document."""
    return next((resources() / "sample").glob("*.md"))


def sample_questions() -> tuple[str, ...]:
    """Return questions that a reader of the sample document may ask."""
    lines = (resources() / "sample" / "questions.txt").read_text(encoding="utf-8")
    return tuple(line for line in lines.splitlines() if line.strip())


def licences_folder() -> Path | None:
    """Return the folder of licences and the list of parts that an installed program brings."""
    folder = resources().parent / "licences"
    return folder if (folder / "THIRD-PARTY.txt").is_file() else None


def config_folder() -> Path:
    """Return the folder of preferences; it may not exist yet."""
    system = platformdirs.user_config_dir(_NAME, appauthor=False, roaming=True)
    return _at_home("config") or Path(system)


def log_folder() -> Path:
    """Return the folder of the log; it may not exist yet."""
    return _at_home("log") or Path(platformdirs.user_log_dir(_NAME, appauthor=False))


def _at_home(name: str) -> Path | None:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / name if home else None
