"""Where what can be made again is kept: models, ranks of tokenizers, indexes."""

import os
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

HOME_VARIABLE: Final = "CHUNKSCOPE_HOME"
"""Names a folder that holds all that the program keeps, in the place of the system's folders."""


def cache_folder() -> Path:
    """Return the folder of what can be made again; it may not exist yet."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / "cache" if home else user_cache_path("chunkscope", appauthor=False)
