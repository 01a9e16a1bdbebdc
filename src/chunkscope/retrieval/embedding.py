"""Embedders: texts in, unit vectors out, on this machine and without a connection."""

import os
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from chunkscope.core.progress import Report, ignore
from chunkscope.core.tokens import MINILM
from chunkscope.retrieval.characters import without_surrogates
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.library import loading, offline_fastembed
from chunkscope.retrieval.models import (
    BUILT_IN,
    BUILT_IN_FILE,
    EmbeddingModel,
    assembled_built_in,
    default_models_folder,
    fingerprint,
    lack_of,
    window_in,
)

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]

MOST_WORKERS: Final = 8

_BUILT_IN_LIBRARY_NAME: Final = f"chunkscope/{BUILT_IN.name}"
_CHARACTERS_PER_TOKEN: Final = 16
_TOKENS_BEYOND: Final = 128  # a word cut short may count differently, but never for so many
_registering: Final = threading.Lock()


class Embedder(Protocol):
    """Turns texts into vectors; may be used from several threads."""

    @property
    def name(self) -> str:
        """The model's name, as the reader sees it."""

    @property
    def identity(self) -> str:
        """What tells its vectors from those of any other model or version of it."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""

    @property
    def window(self) -> int:
        """Tokens that it reads of a text, special ones included."""

    def read_part(self, text: str) -> str:
        """Return a beginning of `text` that holds all the model reads of it; short texts whole."""

    def embed(self, texts: Sequence[str], report: Report = ignore) -> "Vectors":
        """Return one vector a text, in the order given.

        Args:
            texts: Passages, with their prefixes.
            report: Called before every batch with the texts that are done.

        Returns:
            float32, shape (len(texts), dimension), rows of unit length.

        Raises:
            Cancelled: From `report`, between two batches.
            ModelUnavailable: The model stopped working.
        """

    def embed_question(self, question: str, instruction: str | None = None) -> "Vectors":
        """Return the vector of a question, shape (dimension,).

        Args:
            question: In the reader's words.
            instruction: Put before it; None for what the embedder was opened with.

        Raises:
            ModelUnavailable: The model stopped working.
        """


class LocalEmbedder:
    """A model that fastembed runs from a folder."""

    def __init__(
        self,
        model: EmbeddingModel,
        identity: str,
        window: int,
        runner: Any,
        instruction: str = "",
    ) -> None:
        """Wrap `runner`, a loaded `fastembed.TextEmbedding`."""
        self.name = model.name
        self.identity = identity
        self.dimension = model.dimension
        self.window = window
        self.instruction = instruction
        self._before_passages = model.passage_instruction
        self._runner = runner
        self._tokenizer = _untruncated(runner.model.tokenizer)

    def read_part(self, text: str) -> str:
        """Return a beginning of `text` that holds all the model reads of it; short texts whole."""
        length = self.window * _CHARACTERS_PER_TOKEN
        text = without_surrogates(text)
        while len(text) > length:
            beginning = self._tokenizer.encode(text[:length], add_special_tokens=False)
            if len(beginning) >= self.window + _TOKENS_BEYOND:
                return text[:length]
            length *= 2
        return text

    def embed(self, texts: Sequence[str], report: Report = ignore) -> "Vectors":
        """Return one vector a text, in the order given, as unit rows."""
        import numpy as np

        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        # One core a text: cores that share one this short mostly wait for each other.
        workers = min(os.cpu_count() or 1, MOST_WORKERS)
        pool = ThreadPoolExecutor(workers, "embed")
        under_way: deque[tuple[int, Future[Vectors]]] = deque()
        done = 0
        try:
            for place in (*longest_first(texts), *([None] * 2 * workers)):
                report(done, len(texts))
                if len(under_way) == 2 * workers or place is None:
                    done += _take_first(under_way, vectors)
                if place is not None:
                    part = self.read_part(self._before_passages + texts[place])
                    under_way.append((place, pool.submit(self._embedded, part)))
        finally:
            pool.shutdown(cancel_futures=True)
        report(done, len(texts))
        return vectors

    def embed_question(self, question: str, instruction: str | None = None) -> "Vectors":
        """Return the vector of a question, the instruction before it."""
        before = self.instruction if instruction is None else instruction
        question = self.read_part(before + question)
        return self._embedded(question)

    def _embedded(self, text: str) -> "Vectors":
        """Return the vector of one text, which never shares a batch.

        Filled up to the length of another it would score differently from the sixth decimal on,
        and an index that was edited would not equal one made at once. It is no slower either: on
        one core a batch only adds what it is filled up with.
        """
        import numpy as np

        try:
            rows = np.asarray(list(self._runner.embed([text], batch_size=1)), np.float32)
        except (RuntimeError, ValueError, TypeError) as error:
            raise ModelUnavailable(
                f"The model {self.name} failed on a text ({type(error).__name__}).",
                "Choose another model.",
            ) from error
        if rows.shape != (1, self.dimension):
            raise ModelUnavailable(
                f"The model {self.name} gives vectors of {rows.shape[-1]} numbers, "
                f"not of {self.dimension}.",
                "Name a folder with the right model.",
            )
        vector: Vectors = unit_rows(rows)[0]
        return vector


def open_built_in(models_folder: Path | None = None, folders: Sequence[Path] = ()) -> LocalEmbedder:
    """Return the built-in embedder, verified; takes up to a second.

    Args:
        models_folder: Where its folder is assembled; by default the user's cache.
        folders: Looked through for its files before the installed packages.

    Raises:
        ModelUnavailable: A file is missing or changed, or the library cannot load.
    """
    folder = assembled_built_in(models_folder or default_models_folder(), folders)
    runner = _runner(BUILT_IN, folder)
    return LocalEmbedder(BUILT_IN, _identity(BUILT_IN, BUILT_IN_FILE.sha256), MINILM.window, runner)


def open_folder(model: EmbeddingModel, folder: Path, instruction: str = "") -> LocalEmbedder:
    """Return an embedder that reads `model` from `folder`.

    Args:
        model: Which one.
        folder: What the user named, or where it was fetched to.
        instruction: Put before every question; fastembed adds none of its own.

    Raises:
        ModelUnavailable: The folder does not hold it, or it cannot be loaded.
    """
    lack = lack_of(model, folder)
    window = window_in(folder)
    if lack or window is None:
        raise ModelUnavailable(lack, "Name a folder that holds the model, or have it fetched.")
    try:
        digest = fingerprint(folder / model.file)
    except OSError as error:
        raise ModelUnavailable(
            f"The file {model.file} cannot be read ({error.strerror}).", "Check its permissions."
        ) from error
    identity, runner = _identity(model, digest), _runner(model, folder)
    return LocalEmbedder(model, identity, window, runner, instruction)


def longest_first(texts: Sequence[str]) -> list[int]:
    """Return the places of the texts, longest first.

    So memory is at its highest at once, time left is not promised too early, and no core is left
    with a long one at the end.
    """
    return sorted(range(len(texts)), key=lambda place: -len(texts[place]))


def unit_rows(rows: "Vectors") -> "Vectors":
    """Return the rows scaled to unit length.

    Raises:
        ModelUnavailable: A row is nothing but zeros, or holds what is no number.
    """
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.all(np.isfinite(lengths)) or not np.all(lengths > 0):
        raise ModelUnavailable(
            "The model gave a vector without a direction.", "Choose another model."
        )
    scaled: Vectors = (rows / lengths).astype(np.float32, copy=False)
    return scaled


def _take_first(under_way: "deque[tuple[int, Future[Vectors]]]", vectors: "Vectors") -> int:
    """Wait for the first text and put its row into place; return how many there were."""
    if not under_way:
        return 0
    place, row = under_way.popleft()
    vectors[place] = row.result()
    return 1


def _runner(model: EmbeddingModel, folder: Path) -> Any:
    """Return fastembed's runner of the model in `folder`; nothing is ever fetched."""
    library = offline_fastembed()
    name = model.library_name or _BUILT_IN_LIBRARY_NAME
    with loading(f"model {model.name} in {folder.name}"):
        if not model.library_name:
            _register_built_in(library)
        # Its cache stays empty, but it insists on making the folder.
        return library.TextEmbedding(
            name,
            cache_dir=str(folder),
            specific_model_path=str(folder),
            threads=1,
            providers=["CPUExecutionProvider"],
            local_files_only=True,
        )


def _register_built_in(library: Any) -> None:
    from fastembed.common.model_description import ModelSource, PoolingType

    with _registering:
        known = {entry["model"] for entry in library.TextEmbedding.list_supported_models()}
        if _BUILT_IN_LIBRARY_NAME not in known:
            library.TextEmbedding.add_custom_model(
                model=_BUILT_IN_LIBRARY_NAME,
                pooling=PoolingType.MEAN,
                normalization=True,
                sources=ModelSource(hf=_BUILT_IN_LIBRARY_NAME),
                dim=BUILT_IN.dimension,
                model_file=BUILT_IN.file,
            )


def _untruncated(tokenizer: Any) -> Any:
    copy = type(tokenizer).from_str(tokenizer.to_str())
    copy.no_truncation()
    copy.no_padding()
    return copy


def _identity(model: EmbeddingModel, digest: str) -> str:
    return f"{model.name}@{digest[:16]}"
