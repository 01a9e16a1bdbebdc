"""The splitter against the published vectors, which lie outside the project."""

import json
from pathlib import Path
from typing import Any

import pytest

from chunkscope.core.document import normalise
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut

VECTORS = Path(__file__).parents[3] / "shared" / "conformance" / "splitter.jsonl"


def vectors() -> list[Any]:
    if not VECTORS.exists():
        return []
    lines = VECTORS.read_text(encoding="utf-8").split("\n")
    return [pytest.param(v, id=v["name"]) for v in map(json.loads, filter(None, lines))]


@pytest.mark.skipif(not VECTORS.exists(), reason="the vectors are not here")
@pytest.mark.parametrize("vector", vectors())
def test_every_vector_holds(vector: dict[str, Any]) -> None:
    text = normalise(vector["markdown"])
    chunks = cut(vector["title"], text, Settings(**vector["settings"]))

    assert [
        {
            "start": parent.start,
            "own_start": parent.own_start,
            "end": parent.end,
            "heading_path": list(chunks.heading_path(parent)),
            "prefix": chunks.prefix(parent),
            "estimated_tokens": parent.estimated_tokens,
        }
        for parent in chunks.parents
    ] == vector["parents"]
    assert [
        {
            "parent": child.owner,
            "start": child.start,
            "own_start": child.own_start,
            "end": child.end,
            "estimated_tokens": child.estimated_tokens,
        }
        for child in chunks.children
    ] == vector["children"]
