"""fastembed, kept from the network and from reporting home."""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chunkscope.core.errors import ChunkscopeError
from chunkscope.retrieval.errors import ModelUnavailable


def offline_fastembed() -> Any:
    """Return the library; takes up to a second the first time.

    Raises:
        ModelUnavailable: It is not installed, or cannot load here.
    """
    os.environ["HF_HUB_OFFLINE"] = "1"
    try:
        import fastembed
        from huggingface_hub import constants

        runtime = importlib.import_module("onnxruntime")
    except (ImportError, OSError) as error:
        raise ModelUnavailable(
            f"The library that runs embedding models cannot load ({type(error).__name__}).",
            "Install the program anew.",
        ) from error
    constants.HF_HUB_OFFLINE = True
    if sys.platform == "win32":
        runtime.disable_telemetry_events()
    return fastembed


@contextmanager
def loading(what: str) -> Iterator[None]:
    """Say of `what`, which the library loads inside, when it cannot be.

    Raises:
        ModelUnavailable: It cannot.
    """
    try:
        yield
    except ChunkscopeError:
        raise
    except Exception as error:  # onnxruntime's errors share no ancestor but this
        raise ModelUnavailable(
            f"The {what} cannot be loaded ({type(error).__name__}).",
            "Its files may be damaged: fetch them anew.",
        ) from error
