"""One loaded model for all tests of retrieval."""

from pathlib import Path

import pytest

from chunkscope.retrieval.embedding import LocalEmbedder, open_built_in


@pytest.fixture(scope="session")
def built_in(tmp_path_factory: pytest.TempPathFactory) -> LocalEmbedder:
    return open_built_in(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def built_in_folder(built_in: LocalEmbedder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from chunkscope.retrieval.models import assembled_built_in

    return assembled_built_in(tmp_path_factory.mktemp("models-again"))
