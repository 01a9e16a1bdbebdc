"""Whether a model is what it should be, and works."""

from dataclasses import dataclass
from pathlib import Path

from chunkscope.retrieval.catalogue import Kind, located, model_named, open_embedder
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.fetching import changed_files
from chunkscope.retrieval.models import BUILT_IN, default_models_folder, window_in


@dataclass(frozen=True, slots=True)
class Checked:
    """A model that works.

    Attributes:
        name: Its name.
        dimension: Length of its vectors; 1 of a reranker.
        window: Tokens that it reads.
    """

    name: str
    dimension: int
    window: int


def check(name: str, models_folder: Path | None = None) -> Checked:
    """Return what a model is, once its files were compared and it has read a text.

    The built-in model's files are compared with the hashes pinned for them, those of a fetched
    model with what they were when they came; those in a folder of the user's are only tried.

    Args:
        name: As `open_embedder` or `open_reranker` takes it.
        models_folder: Where models are fetched to; by default in the user's cache.

    Raises:
        ModelUnavailable: It is not here, has changed, or does not work.
    """
    models_folder = models_folder or default_models_folder()
    kind = kind_of(name)
    if kind is Kind.RERANKER:
        return _check_reranker(name, models_folder)
    embedder = open_embedder(name, models_folder)
    if embedder.name != BUILT_IN.name:
        _, folder = located(name, models_folder)
        _refuse_changed(embedder.name, folder)
    embedder.embed(["Is it there?"])
    return Checked(embedder.name, embedder.dimension, embedder.window)


def kind_of(name: str) -> Kind:
    """Return what a name is a model of; of a folder's name, what its model is.

    Raises:
        ModelUnavailable: The library that knows them cannot load.
    """
    named = name.partition("=")[0]
    for kind in Kind:
        try:
            if Path(name).expanduser().is_dir():
                located(name, default_models_folder(), kind)
            else:
                model_named(named, kind)
        except ModelUnavailable:
            continue
        return kind
    return Kind.EMBEDDER


def _check_reranker(name: str, models_folder: Path) -> Checked:
    from chunkscope.retrieval.reranking import open_reranker

    model, folder = located(name, models_folder, Kind.RERANKER)
    _refuse_changed(model.name, folder)
    open_reranker(name, models_folder).scores("Is it there?", ["It is."])
    return Checked(model.name, model.dimension, window_in(folder) or 0)


def _refuse_changed(name: str, folder: Path) -> None:
    changed = changed_files(folder)
    if changed:
        raise ModelUnavailable(
            f"The model {name} has changed since it was fetched: {', '.join(changed)}.",
            "Fetch it anew.",
        )
