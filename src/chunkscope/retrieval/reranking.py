"""Cross-encoders: question and passage read together, to put the best candidates in order.

Optional: used only where a setting names one that was fetched or that a folder holds.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from chunkscope.retrieval.catalogue import Kind, located
from chunkscope.retrieval.characters import without_surrogates
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.library import loading, offline_fastembed
from chunkscope.retrieval.models import default_models_folder, lack_of

_BATCH_PAIRS: Final = 4
_CHARACTERS_PER_TOKEN: Final = 16
_LONGEST: Final = 8192 * _CHARACTERS_PER_TOKEN
"""Characters of a passage that are looked at; no model reads more."""
_LONGEST_QUESTION: Final = 512 * _CHARACTERS_PER_TOKEN


class Reranker:
    """A cross-encoder that fastembed runs from a folder; one thread uses it at a time."""

    def __init__(self, name: str, runner: Any) -> None:
        """Wrap `runner`, a loaded `TextCrossEncoder`."""
        self.name = name
        self._runner = runner

    def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        """Return how well each text answers the question; more is better, the scale its own.

        Raises:
            ModelUnavailable: The model stopped working.
        """
        question = without_surrogates(question[:_LONGEST_QUESTION])
        by_length = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
        read = [without_surrogates(texts[place][:_LONGEST]) for place in by_length]
        try:
            scored = list(self._runner.rerank(question, read, batch_size=_BATCH_PAIRS))
        except (RuntimeError, ValueError, TypeError, IndexError) as error:
            raise ModelUnavailable(
                f"The reranker {self.name} failed on a text ({type(error).__name__}).",
                "Choose another one, or none.",
            ) from error
        by_place = dict(zip(by_length, scored, strict=True))
        return tuple(float(by_place[place]) for place in range(len(texts)))


def open_reranker(name: str, models_folder: Path | None = None) -> Reranker:
    """Return the reranker that `name` stands for; the last one stays loaded.

    Args:
        name: Of a model, or a folder; `NAME=FOLDER` where the folder's name does not tell which.
        models_folder: Where models are fetched to; by default in the user's cache.

    Raises:
        ModelUnavailable: There is no such model, it is not here, or it cannot be loaded.
    """
    model, folder = located(name, models_folder or default_models_folder(), Kind.RERANKER)
    lack = lack_of(model, folder)
    if lack:
        raise ModelUnavailable(lack, "Name a folder that holds the model, or have it fetched.")
    return _loaded(model.name, model.library_name, folder)


@lru_cache(maxsize=1)
def _loaded(name: str, library_name: str, folder: Path) -> Reranker:
    offline_fastembed()
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    with loading(f"reranker {name} in {folder.name}"):
        runner = TextCrossEncoder(
            library_name,
            cache_dir=str(folder),
            specific_model_path=str(folder),
            providers=["CPUExecutionProvider"],
            local_files_only=True,
        )
    return Reranker(name, runner)
