"""An embedder without a model, and pages without a file."""

import hashlib
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from chunkscope.core.chunks import ChunkColumn, ChunkSet, Level
from chunkscope.core.outline import Outline
from chunkscope.core.packing import Columns
from chunkscope.core.progress import Report, ignore
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.passages import Page

if TYPE_CHECKING:
    from chunkscope.retrieval.embedding import Vectors

SMALL = Settings(30, 6, 12, 2)


class FakeEmbedder:
    """Gives every text a direction of its own; counts what it is given."""

    def __init__(
        self, name: str = "fake", dimension: int = 8, pause_ms: float = 0, version: str = "1"
    ) -> None:
        self.name = name
        self.identity = f"{name}@{version}"
        self.dimension = dimension
        self.window = 100
        self.texts: list[str] = []
        self._pause_seconds = pause_ms / 1000

    def read_part(self, text: str) -> str:
        return text[:400]

    def embed(self, texts: Sequence[str], report: Report = ignore) -> "Vectors":
        import numpy as np

        vectors = np.empty((len(texts), self.dimension), np.float32)
        for place, text in enumerate(texts):
            report(place, len(texts))
            time.sleep(self._pause_seconds)
            vectors[place] = self.embed_question(text)
            self.texts.append(text)
        return vectors

    def embed_question(self, question: str, instruction: str | None = None) -> "Vectors":
        import numpy as np

        asked = (instruction or "") + question
        digest = hashlib.sha256(asked.encode("utf-8", "surrogatepass")).digest()
        seed = int.from_bytes(digest[:8], "big")
        drawn = np.random.default_rng(seed).normal(size=self.dimension)
        vector: Vectors = (drawn / np.linalg.norm(drawn)).astype(np.float32)
        return vector


def page_of(text: str, key: str = "page", settings: Settings = SMALL) -> Page:
    return Page(key, cut("Title", text, settings))


def chunks_at(title: str, text: str, spans: Sequence[tuple[int, int]]) -> ChunkSet:
    """Return a cut with these parents, no children and no headings: what is embedded is bare."""
    columns = Columns()
    for start, end in spans:
        columns.append(start, start, end, 0, 0, 0)
    parents = ChunkColumn(Level.PARENT, columns)
    children = ChunkColumn(Level.CHILD, Columns(), columns)
    return ChunkSet(title, text, Settings(), Outline(""), parents, children)


def written(sections: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return markdown of headings and their paragraphs."""
    return "\n\n".join(
        "\n\n".join((f"## {heading}", *paragraphs)) for heading, paragraphs in sections
    )
