"""The entry: what a frozen program starts itself for."""

import pytest

from chunkscope.__main__ import child_work
from chunkscope.retrieval.chroma_store import PROBE_FLAG
from chunkscope.retrieval.fetch_child import FETCH_FLAG
from chunkscope.sources.child import CHILD_FLAG


@pytest.mark.parametrize("flag", [CHILD_FLAG, FETCH_FLAG, PROBE_FLAG])
def test_every_child_of_a_frozen_program_has_its_work(flag: str) -> None:
    assert child_work([flag, "more"]) is not None


@pytest.mark.parametrize("arguments", [[], ["page.md"], ["--version"], ["--other-in-child"]])
def test_what_a_reader_starts_is_no_child(arguments: list[str]) -> None:
    assert child_work(arguments) is None
