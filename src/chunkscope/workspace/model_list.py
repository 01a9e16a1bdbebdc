"""Embedding models as a reader chooses among them: one row each, with what there is to know."""

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.tokens import BGE_SMALL
from chunkscope.workspace.model_choice import (
    EndpointChoice,
    endpoint_named,
    shown_name,
    stands_for_folder,
)

if TYPE_CHECKING:
    from chunkscope.retrieval.catalogue import KnownModel
    from chunkscope.retrieval.models import EmbeddingModel

HUB: Final = "huggingface.co"
ENDPOINT_TITLE: Final = "OpenAI-compatible endpoint"
_LICENCES: Final = {"mit": "MIT", "apache-2.0": "Apache 2.0", "gemma": "Gemma terms"}


class ModelKept(ChunkscopeError):
    """A fetched model that could not be removed."""


class Origin(StrEnum):
    """Where a model's vectors come from."""

    BUILT_IN = "built in"
    HUB = "hub"
    FOLDER = "folder"
    ENDPOINT = "endpoint"


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A known model with what its fetching needs.

    Attributes:
        known: As the catalogue lists it.
        model: As it is fetched.
        folder: Where it lies once it is fetched; empty for the built-in one.
    """

    known: "KnownModel"
    model: "EmbeddingModel"
    folder: str


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One model that can be chosen.

    Attributes:
        choice: What stands for it as the model of a question; empty for an endpoint not set up.
        origin: Where its vectors come from.
        name: What a reader calls it.
        size_bytes: What has to be fetched, or came with the program; None where nothing is.
        licence: Its licence; empty where that is not ours to know.
        dimension: Length of a vector; None where it is not known yet; likewise `window`.
        window: Tokens that it reads of a text.
        state: In a word or two.
        words: What there is to say about it, in sentences.
        instruction: What its makers put before a question; empty where they put nothing.
        needed_instruction: The same where they call it necessary; else empty.
        can_be_used: Whether it works as it is.
        can_be_fetched: Whether the hub has it and it is not here, or damaged.
        can_be_removed: Whether it was fetched, whole or not.
    """

    choice: str
    origin: Origin
    name: str
    size_bytes: int | None = None
    licence: str = ""
    dimension: int | None = None
    window: int | None = None
    state: str = ""
    words: str = ""
    instruction: str = ""
    needed_instruction: str = ""
    can_be_used: bool = False
    can_be_fetched: bool = False
    can_be_removed: bool = False

    @property
    def size_words(self) -> str:
        """Its size as hubs give it."""
        from chunkscope.retrieval.catalogue import size_words

        return size_words(self.size_bytes or 0)


def first_rows() -> tuple[ModelRow, ...]:
    """Return the rows that are known before anything was looked for."""
    from chunkscope.retrieval.models import BUILT_IN, REFERENCE

    rows = []
    for model in (BUILT_IN, REFERENCE):
        is_built_in = model is BUILT_IN
        rows.append(
            ModelRow(
                model.name,
                Origin.BUILT_IN if is_built_in else Origin.HUB,
                model.name,
                model.size_bytes,
                licence_words(model.licence),
                model.dimension,
                model.window,
                "…",
                "Looking whether it is here.",
                model.instruction,
            )
        )
    return tuple(rows)


def rows_of(
    listed: Sequence[ListedModel], chosen: str, endpoint: EndpointChoice
) -> tuple[ModelRow, ...]:
    """Return every model that can be chosen, the chosen one marked.

    Args:
        listed: As the catalogue knows them; empty while they are looked for.
        chosen: The model of the question.
        endpoint: As it is set up, or off.
    """
    rows = [_row(one) for one in listed] or list(first_rows())
    names = {row.choice.casefold() for row in rows}
    may_be_unknown = bool(listed) or stands_for_folder(chosen)
    if endpoint_named(chosen) is None and chosen.casefold() not in names and may_be_unknown:
        rows.append(_folder_row(chosen, rows))
    rows.append(_endpoint_row(endpoint))
    return tuple(
        replace(row, state=f"in use · {row.state}")
        if row.choice.casefold() == chosen.casefold()
        else row
        for row in rows
    )


def licence_words(licence: str) -> str:
    """Return a licence as a reader writes it."""
    return _LICENCES.get(licence, licence or "not named")


def fetch_words(row: ModelRow) -> str:
    """Return what a reader agrees to before a model is fetched."""
    return (
        f"Fetch {row.name} from {HUB}? That is about {row.size_words}; "
        f"its licence is {row.licence}. "
        "Nothing of your pages is sent."
    )


def remove_fetched(folder: Path) -> None:
    """Remove the folder of a fetched model, whole or not at all.

    Raises:
        ModelKept: It is in use or may not be removed.
    """
    aside: Path | None = None
    try:
        aside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".removed-"))
        folder.rename(aside / folder.name)
    except OSError as error:
        if aside is not None:
            aside.rmdir()
        raise ModelKept(
            f"The folder {folder.name} cannot be removed "
            f"({error.strerror or type(error).__name__}).",
            "Choose another model, close other windows of the program and try again.",
        ) from error
    shutil.rmtree(aside, ignore_errors=True)  # what is left goes when models are listed again


def _row(one: ListedModel) -> ModelRow:
    from chunkscope.retrieval.catalogue import size_words

    known = one.known
    is_fetched = bool(one.folder)
    if known.is_built_in:
        state, words = "built in", "Comes with the program and needs no connection."
    elif known.is_here:
        state, words = "fetched", f"Lies in {one.folder}."
    elif is_fetched:
        state, words = "damaged", f"{known.lack} Fetch it anew."
    else:
        state = "not here"
        words = f"Not here: it can be fetched, about {size_words(known.size_bytes)} from {HUB}."
    if known.is_built_in and not known.is_here:
        state, words = "damaged", f"{known.lack} Install the program anew."
    if known.name == BGE_SMALL.name:
        words = f"The reference system’s own, for which the floor of 0.4 was set. {words}"
    return ModelRow(
        known.name,
        Origin.BUILT_IN if known.is_built_in else Origin.HUB,
        known.name,
        known.size_bytes,
        licence_words(known.licence),
        known.dimension,
        known.window,
        state,
        words,
        known.instruction,
        known.instruction if one.model.needs_instruction else "",
        can_be_used=known.is_here,
        can_be_fetched=not known.is_here and not known.is_built_in,
        can_be_removed=is_fetched,
    )


def _folder_row(chosen: str, known: Sequence[ModelRow]) -> ModelRow:
    name, folder = shown_name(chosen), chosen.partition("=")[2] or chosen
    alike = next((row for row in known if row.name.casefold() == name.casefold()), None)
    return ModelRow(
        chosen,
        Origin.FOLDER,
        f"{name} in {PurePath(folder).name}" if folder != chosen else f"folder {name}",
        licence="" if alike is None else alike.licence,
        dimension=None if alike is None else alike.dimension,
        state="your folder",
        words=f"Read from {folder}.",
        instruction="" if alike is None else alike.instruction,
        needed_instruction="" if alike is None else alike.needed_instruction,
        can_be_used=True,
    )


def _endpoint_row(endpoint: EndpointChoice) -> ModelRow:
    if not endpoint.is_on:
        return ModelRow(
            "",
            Origin.ENDPOINT,
            ENDPOINT_TITLE,
            state="off",
            words="A service that speaks as OpenAI’s does. Off: it would send text of your pages "
            "away from this machine.",
        )
    return ModelRow(
        endpoint.name,
        Origin.ENDPOINT,
        shown_name(endpoint.name),
        window=endpoint.window,
        state="on",
        words=endpoint.warning,
        can_be_used=True,
    )
