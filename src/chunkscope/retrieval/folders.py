"""Where what can be made again is kept: models, ranks of tokenizers, indexes."""

import os
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

HOME_VARIABLE: Final = "CHUNKSCOPE_HOME"
"""Names a folder that holds all that the program keeps, in the place of the system's folders."""

INDEXES: Final = "indexes"
MODELS: Final = "models"
RANKS: Final = "tiktoken"
CHROMA_NOTE: Final = "chroma-probe.json"
"""All names in the cache folder; what removes the program's traces touches no other."""


def cache_folder() -> Path:
    """Return the folder of what can be made again; it may not exist yet."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / "cache" if home else user_cache_path("chunkscope", appauthor=False)
