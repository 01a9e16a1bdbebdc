"""Embedding parents and children in our order and batches, against the library's own.

    python tests/bench/bench_embed.py [CHUNKS] [CORPORA]

CHUNKS parents and children (600 by default) of the pages in CORPORA, a folder of markdown, are
embedded by the built-in model: in document order with fastembed's default batch, and by the
embedder. Each way is run twice in turns, the faster run counts. Vectors must agree.
"""

import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from chunkscope.core.document import normalise
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.embedding import open_built_in
from chunkscope.retrieval.models import assembled_built_in

CORPORA = Path(__file__).parents[3] / "shared/data/eval/chunking_evaluation/corpora"
RUNS = 2


def embedded_texts(folder: Path, most: int) -> list[str]:
    """Return a sample of what is embedded, in document order, parents first."""
    texts: list[str] = []
    for path in sorted(folder.glob("*.md")):
        chunks = cut(path.stem, normalise(path.read_text("utf-8")))
        texts += [chunks.embedded_text(chunk) for chunk in (*chunks.parents, *chunks.children)]
    kept = sorted(random.Random(1).sample(range(len(texts)), min(most, len(texts))))
    return [texts[place] for place in kept]


def library_embedding(models_folder: Path) -> Any:
    """Return the same model as fastembed runs it unless told otherwise."""
    from fastembed import TextEmbedding

    folder = assembled_built_in(models_folder)
    return TextEmbedding(
        "chunkscope/all-MiniLM-L6-v2", cache_dir=str(folder), specific_model_path=str(folder)
    )


def seconds_of(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def main(arguments: Sequence[str]) -> None:
    import numpy as np

    most = int(arguments[0]) if arguments else 600
    texts = embedded_texts(Path(arguments[1]) if len(arguments) > 1 else CORPORA, most)
    with tempfile.TemporaryDirectory() as folder:
        embedder = open_built_in(Path(folder))
        embedder.embed(texts[:8])
        plain = library_embedding(Path(folder))
        ours, library = [], []
        for _ in range(RUNS):
            ours.append(seconds_of(lambda: embedder.embed(texts)))
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
            library.append(seconds_of(lambda: np.array(list(plain.embed(texts)))))
            if len(library) == 1:
                print(f"memory at most: {memory:,.0f} MB for us", end=", ")
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
                print(f"{peak:,.0f} MB for the library")
    (fast, vectors), (slow, expected) = min(ours, key=first), min(library, key=first)
    cosine = float(np.min(np.sum(vectors * expected, axis=1)))
    assert cosine > 1 - 1e-3, f"vectors differ: cosine {cosine}"
    print(f"{len(texts)} chunks of {sum(map(len, texts)) / len(texts):.0f} characters")
    print(f"library {len(texts) / slow:.1f} chunks a second, ours {len(texts) / fast:.1f}")
    print(f"ratio {slow / fast:.2f}, lowest cosine {cosine:.7f}")


def first(measured: tuple[float, Any]) -> float:
    return measured[0]


if __name__ == "__main__":
    main(sys.argv[1:])
