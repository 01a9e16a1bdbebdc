"""Models by name: which there are, which are here, and how an embedder is opened.

A name is the built-in model's, one that fastembed knows, with or without its makers' name, or a
folder. What was fetched lies in the models folder; what the user has, in a folder of his.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from chunkscope.retrieval.embedding import LocalEmbedder, open_built_in, open_folder
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.library import offline_fastembed
from chunkscope.retrieval.models import (
    BGE_INSTRUCTION,
    BUILT_IN,
    REFERENCE,
    EmbeddingModel,
    default_models_folder,
    fetched_folder,
    lack_of,
    lack_of_built_in,
    window_in,
)

_FOLDER_PARTS: Final = 4
"""How many names of a folder's path may tell which model lies there."""

_QWEN_TASK: Final = "Given a web search query, retrieve relevant passages that answer the query"
# What makers of models want before a question and before a passage; fastembed adds neither.
# Source: each model's card.
_INSTRUCTIONS: Final = (
    (r"BAAI/bge-.*-en", BGE_INSTRUCTION, ""),
    (r"snowflake/snowflake-arctic-embed", BGE_INSTRUCTION, ""),
    (r"mixedbread-ai/mxbai-embed-large", BGE_INSTRUCTION, ""),
    (r"intfloat/multilingual-e5", "query: ", "passage: "),
    (
        r"google/embeddinggemma",
        "task: search result | query: ",
        "title: none | text: ",
    ),
    (r"Qwen/Qwen3-Embedding", f"Instruct: {_QWEN_TASK}\nQuery:", ""),
)


class Kind(StrEnum):
    """What a model is for."""

    EMBEDDER = "embedding model"
    RERANKER = "reranker"


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model as a list shows it.

    Attributes:
        name: What opens it.
        dimension: Length of its vectors; 1 of a reranker, which gives a score.
        size_bytes: What has to be fetched, about; of the built-in one, what came with it.
        licence: Its licence's short name.
        window: Tokens that it reads; its makers' word until it is here. None where not known.
        instruction: What its makers put before a question; empty where they put nothing.
        is_built_in: Whether it comes with the program.
        lack: What keeps it from being used, in one sentence; empty where it is here.
        is_fetched: Whether it was fetched, whole or not.
    """

    name: str
    dimension: int
    size_bytes: int
    licence: str
    window: int | None
    instruction: str
    is_built_in: bool
    lack: str
    is_fetched: bool = False

    @property
    def is_here(self) -> bool:
        """Whether it can be used now."""
        return not self.lack


def open_embedder(
    name: str, models_folder: Path | None = None, instruction: str | None = None
) -> LocalEmbedder:
    """Return the embedder that `name` stands for; takes a second or more.

    Args:
        name: Of a model, or a folder; `NAME=FOLDER` where the folder's name does not tell which.
        models_folder: Where models are fetched to; by default in the user's cache.
        instruction: Put before every question. None puts what its makers call necessary, which
            for most models is nothing.

    Raises:
        ModelUnavailable: There is no such model, it is not here, or it cannot be loaded.
    """
    if _is_built_in(name):
        built_in = open_built_in(models_folder)
        built_in.instruction = instruction or ""
        return built_in
    model, folder = located(name, models_folder or default_models_folder())
    if instruction is None:
        instruction = model.instruction if model.needs_instruction else ""
    return open_folder(model, folder, instruction)


def model_named(name: str, kind: Kind = Kind.EMBEDDER) -> EmbeddingModel:
    """Return the model of that name, here or not; case does not matter.

    Raises:
        ModelUnavailable: There is none.
    """
    wanted = name.strip().casefold()
    for model in _models_of(kind):
        if wanted in _names(model):
            return model
    raise ModelUnavailable(
        f"There is no {kind} called “{name}”.",
        "Choose one that chunkscope models lists, or name a folder that holds one.",
    )


def located(
    name: str, models_folder: Path, kind: Kind = Kind.EMBEDDER
) -> tuple[EmbeddingModel, Path]:
    """Return the model that `name` stands for, and the folder where it is or should be.

    Raises:
        ModelUnavailable: There is no such model, or it is not here.
    """
    model, folder = _placed(name.strip(), models_folder, kind)
    if folder == fetched_folder(model, models_folder) and not folder.is_dir():
        raise ModelUnavailable(
            f"The model {model.name} is not here.",
            f"Have it fetched ({size_words(model.size_bytes)}, licence {model.licence}), "
            "or name a folder that holds it.",
        )
    return model, folder


def makers_instruction(name: str) -> str:
    """Return what the makers of a model put before a question; empty where they put nothing.

    Raises:
        ModelUnavailable: There is no such model.
    """
    return _placed(name.strip(), default_models_folder(), Kind.EMBEDDER)[0].instruction


def known_models(models_folder: Path | None = None) -> tuple[KnownModel, ...]:
    """Return every model that can be used or fetched: the built-in one, the reference, the rest.

    Raises:
        ModelUnavailable: The library that runs them cannot load.
    """
    folder = models_folder or default_models_folder()
    others = [model for model in library_models() if model.name != REFERENCE.name]
    return tuple(_known(model, folder) for model in (BUILT_IN, REFERENCE, *others))


def known_rerankers(models_folder: Path | None = None) -> tuple[KnownModel, ...]:
    """Return every reranker that can be used or fetched.

    Raises:
        ModelUnavailable: The library that runs them cannot load.
    """
    folder = models_folder or default_models_folder()
    return tuple(_known(model, folder) for model in library_rerankers())


def library_models() -> tuple[EmbeddingModel, ...]:
    """Return fastembed's models for plain text, questions and passages alike.

    Loads the library, which takes up to a second.

    Raises:
        ModelUnavailable: The library cannot be loaded.
    """
    described = [
        entry
        for entry in offline_fastembed().TextEmbedding.list_supported_models()
        if entry["model_file"].endswith(".onnx")
        and "Unimodal" in entry["description"]
        and not re.search(r"[ -]side\b", entry["description"])  # half: for one of the two only
        and not entry["tasks"]
    ]
    return tuple(sorted(map(_described, described), key=lambda model: model.name.casefold()))


def library_rerankers() -> tuple[EmbeddingModel, ...]:
    """Return fastembed's cross-encoders, small ones first.

    Raises:
        ModelUnavailable: The library cannot be loaded.
    """
    offline_fastembed()
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    entries = [{**entry, "dim": 1} for entry in TextCrossEncoder.list_supported_models()]
    return tuple(sorted(map(_described, entries), key=lambda model: model.size_bytes))


def size_words(size_bytes: int) -> str:
    """Return a size in decimal megabytes or gigabytes, as hubs give it."""
    return f"{size_bytes / 1e6:.0f} MB" if size_bytes < 1e9 else f"{size_bytes / 1e9:.1f} GB"


def _known(model: EmbeddingModel, models_folder: Path) -> KnownModel:
    is_built_in = model is BUILT_IN
    folder = fetched_folder(model, models_folder)
    if is_built_in:
        lack = lack_of_built_in()
    else:
        lack = lack_of(model, folder) if folder.is_dir() else "It has not been fetched."
    return KnownModel(
        model.name,
        model.dimension,
        model.size_bytes,
        model.licence,
        (None if is_built_in else window_in(folder)) or model.window,
        model.instruction,
        is_built_in,
        lack,
        not is_built_in and folder.is_dir(),
    )


def _is_built_in(name: str) -> bool:
    return name.strip().casefold() in _names(BUILT_IN)


def _names(model: EmbeddingModel) -> tuple[str, ...]:
    return tuple(
        name.casefold() for name in (model.name, model.library_name, model.short_name) if name
    )


def _models_of(kind: Kind) -> Iterator[EmbeddingModel]:
    """Yield the models; the library loads after the first two."""
    if kind is Kind.RERANKER:
        yield from library_rerankers()
    else:
        yield from (BUILT_IN, REFERENCE)
        yield from library_models()


def _placed(name: str, models_folder: Path, kind: Kind) -> tuple[EmbeddingModel, Path]:
    before, equals, behind = name.partition("=")
    if equals and behind and not Path(name).is_dir():
        return model_named(before, kind), Path(behind).expanduser()
    try:
        model = model_named(name, kind)
    except ModelUnavailable:
        folder = Path(name).expanduser()
        if name and folder.is_dir():
            return _model_in(folder, kind), folder
        if folder.is_absolute() or name.startswith((".", "~")):
            raise ModelUnavailable(f"There is no folder {name}.", "Check its name.") from None
        raise
    return model, fetched_folder(model, models_folder)


def _model_in(folder: Path, kind: Kind) -> EmbeddingModel:
    """Return the model that the folder's name, or that of one around it, stands for."""
    models = [model for model in _models_of(kind) if model is not BUILT_IN]
    by_length = sorted(models, key=lambda model: -len(model.short_name))
    for part in reversed(folder.absolute().parts[-_FOLDER_PARTS:]):
        for model in by_length:
            if model.short_name.casefold() in part.casefold():
                return model
    raise ModelUnavailable(
        f"The name of the folder {folder.name} does not tell which {kind} it holds.",
        f"Say so: NAME={folder}.",
    )


def _described(entry: dict[str, Any]) -> EmbeddingModel:
    name, description = str(entry["model"]), str(entry["description"])
    window = re.search(r"(\d+) input tokens", description)
    questions, passages = _instructions_of(name)
    return EmbeddingModel(
        name=name.partition("/")[2] if name.startswith("BAAI/") else name,
        library_name=name,
        dimension=int(entry["dim"]),
        file=str(entry["model_file"]),
        more_files=tuple(entry["additional_files"]),
        licence=str(entry["license"]),
        size_bytes=round(float(entry["size_in_GB"]) * 1e9),
        window=int(window[1]) if window else None,
        instruction=questions,
        needs_instruction=bool(questions)
        and re.search(r"not (so )?necessary", description) is None,
        passage_instruction=passages,
    )


def _instructions_of(name: str) -> Sequence[str]:
    found = [words for pattern, *words in _INSTRUCTIONS if re.match(pattern, name)]
    return found[0] if found else ("", "")
