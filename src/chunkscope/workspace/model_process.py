"""The work of the process that looks after models."""

from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from chunkscope.core.errors import Cancelled, ChunkscopeError
from chunkscope.retrieval.catalogue import known_models, model_named
from chunkscope.retrieval.endpoint import Endpoint, open_endpoint
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.fetching import remove_leftovers
from chunkscope.retrieval.keys import forget_key, store_key, stored_key
from chunkscope.retrieval.models import fetched_folder
from chunkscope.workspace.companion import Line, serve_requests
from chunkscope.workspace.model_choice import EndpointChoice, open_chosen
from chunkscope.workspace.model_list import ListedModel
from chunkscope.workspace.model_messages import (
    Finished,
    KeepKey,
    ListModels,
    LookForKey,
    Request,
    Tried,
    TryEndpoint,
    TryModel,
)

_SAMPLE = "How long is a vector?"


def answer_requests(connection: Connection) -> None:
    """Answer requests until the other side goes away."""
    serve_requests(connection, answer)


def answer(line: Line, request: Request) -> None:
    """Do what is asked; what fails is said in a sentence."""
    try:
        finished = Finished(_outcome_of(request))
    except (Cancelled, OSError):
        raise
    except ChunkscopeError as error:
        finished = Finished(error=error.message, hint=error.hint)
    except Exception as error:  # noqa: BLE001 - a world ends here: entry of a process
        finished = Finished(error=f"This failed inside ({type(error).__name__}).")
    line.send(finished)


def _outcome_of(request: Request) -> Any:
    match request:
        case ListModels(folder):
            return listed_models(Path(folder))
        case TryModel(model):
            return _tried(model)
        case TryEndpoint(endpoint, key):
            return _tried_endpoint(endpoint, key)
        case KeepKey(address, ""):
            return forget_key(address)
        case KeepKey(address, key):
            return store_key(address, key)
        case LookForKey(address):
            return stored_key(address) is not None


def listed_models(folder: Path) -> tuple[ListedModel, ...]:
    """Return the known models and where the fetched ones lie; drafts of killed fetches go."""
    remove_leftovers(folder)
    listed = []
    for known in known_models(folder):
        model = model_named(known.name)
        place = fetched_folder(model, folder)
        is_fetched = not known.is_built_in and place.is_dir()
        listed.append(ListedModel(known, model, str(place) if is_fetched else ""))
    return tuple(listed)


def _tried(model: str) -> Tried:
    embedder = open_chosen(model)
    embedder.embed_question(_SAMPLE)
    return Tried(embedder.name, embedder.dimension, embedder.window)


def _tried_endpoint(endpoint: EndpointChoice, key: str | None) -> Tried:
    if key is None:
        return _tried(endpoint.name)
    if endpoint.refusal:
        raise ModelUnavailable(endpoint.refusal, "")
    asked = Endpoint(endpoint.address, endpoint.model, endpoint.window)
    embedder = open_endpoint(asked, key)
    return Tried(embedder.name, embedder.dimension, embedder.window)
