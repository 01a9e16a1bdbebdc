"""Which counters are to be had here, and why the others are not.

Cheap to import: the libraries and vocabularies load when a counter is opened.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from chunkscope.core.errors import CountUnavailable
from chunkscope.core.tokens import EMBEDDERS, Encoding
from chunkscope.retrieval.bpe import open_encoding_counter
from chunkscope.retrieval.counting import TokenCounter
from chunkscope.retrieval.folders import RANKS, cache_folder
from chunkscope.retrieval.wordpiece import open_embedder_counter

COUNTER_NAMES: Final = (*(model.name for model in EMBEDDERS), *(e.value for e in Encoding))

_BROKEN: Final = (ImportError, OSError, ValueError, AttributeError)
"""What an incomplete installation raises: a shared library that cannot load, a part left out."""


@dataclass(frozen=True, slots=True)
class CounterState:
    """A counter, or the reason why there is none.

    Attributes:
        name: The model or encoding.
        counter: None where it is not available.
        reason: Why not, with what to do; empty where it is.
    """

    name: str
    counter: TokenCounter | None
    reason: str = ""


def available_counters(
    names: Sequence[str] = COUNTER_NAMES,
    folders: Sequence[Path] = (),
    cache_folder: Path | None = None,
) -> tuple[CounterState, ...]:
    """Open the counters named, in that order; never raises for one that is missing.

    The first call takes about a second for all of them, so it belongs off the window's thread;
    later ones answer at once.

    Args:
        names: Of `COUNTER_NAMES`.
        folders: Looked through for vocabularies before the installed packages.
        cache_folder: Where unpacked ranks are kept; by default the user's cache of the program.

    Raises:
        KeyError: A name that no counter has.
    """
    openers = _openers(tuple(folders), cache_folder or default_cache_folder())
    return tuple(_state(name, openers[name]) for name in names)


def default_cache_folder() -> Path:
    """Return the folder of unpacked ranks in the user's cache."""
    return cache_folder() / RANKS


def _openers(
    folders: tuple[Path, ...], cache_folder: Path
) -> dict[str, Callable[[], TokenCounter]]:
    embedders = {model.name: partial(open_embedder_counter, model, folders) for model in EMBEDDERS}
    encodings = {
        encoding.value: partial(open_encoding_counter, encoding, cache_folder, folders)
        for encoding in Encoding
    }
    return {**embedders, **encodings}


def _state(name: str, opened: Callable[[], TokenCounter]) -> CounterState:
    try:
        return CounterState(name, opened())
    except CountUnavailable as unavailable:
        return CounterState(name, None, str(unavailable))
    except _BROKEN as error:
        reason = f"The library that reads its vocabulary fails here ({type(error).__name__})."
        return CounterState(name, None, f"{reason} Install the program anew.")
