"""Where the program's own files lie: resources it ships, folders of the user."""

from functools import cache
from pathlib import Path

import platformdirs

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


def config_folder() -> Path:
    """Return the folder of preferences; it may not exist yet."""
    return Path(platformdirs.user_config_dir(_NAME, appauthor=False, roaming=True))


def cache_folder() -> Path:
    """Return the folder of what can be made again; it may not exist yet."""
    return Path(platformdirs.user_cache_dir(_NAME, appauthor=False))


def log_folder() -> Path:
    """Return the folder of the log; it may not exist yet."""
    return Path(platformdirs.user_log_dir(_NAME, appauthor=False))
