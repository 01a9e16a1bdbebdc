"""Entry of the child process that finds out whether Chroma survives here.

Without an argument it fills a collection of its own; with a folder it reads the collection there.
It ends with 0 where all went well. A crash of the native part ends it otherwise, and nothing else.
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

_ROWS: Final = 200
_DIMENSION: Final = 8


def main(arguments: Sequence[str]) -> int:
    """Use Chroma as the program does; return the exit code."""
    given = [word for word in arguments if not word.startswith("--")]
    if given:
        _read(Path(given[0]))
    else:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            _fill(Path(folder))
            _read(Path(folder))
    sys.stdout.flush()
    os._exit(0)  # what its native part does while Python ends says nothing of its use


def _read(folder: Path) -> None:
    collection = _collection(folder)
    if collection.count():
        found = collection.get(include=["embeddings", "metadatas"])
        row = found["embeddings"][0]
        collection.query(query_embeddings=[row], n_results=min(10, len(found["ids"])))


def _fill(folder: Path) -> None:
    import numpy as np

    rows = np.random.default_rng(1).normal(size=(_ROWS, _DIMENSION)).astype(np.float32)
    ids = [str(place) for place in range(_ROWS)]
    collection = _collection(folder)
    collection.upsert(ids=ids, embeddings=rows, metadatas=[{"level": "parent"}] * _ROWS)
    collection.delete(ids=ids[:10])


def _collection(folder: Path) -> Any:
    import chromadb
    from chromadb.config import Settings

    from chunkscope.retrieval.chroma_store import COLLECTION, HNSW

    client = chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))
    return client.get_or_create_collection(
        COLLECTION, embedding_function=None, configuration={"hnsw": HNSW}
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
