"""The process that looks after models: what it is asked, and how it ends."""

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from chunkscope.core.errors import Cancelled
from chunkscope.core.progress import ignore
from chunkscope.retrieval.models import BUILT_IN, REFERENCE, fetched_folder
from chunkscope.workspace.model_choice import EndpointChoice
from chunkscope.workspace.model_desk import ModelDesk, ModelFailed
from chunkscope.workspace.model_messages import Tried


@pytest.fixture(scope="module")
def desk() -> Iterator[ModelDesk]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        desk = ModelDesk()
        yield desk
        desk.close()


def test_it_lists_which_models_are_here(desk: ModelDesk, tmp_path: Path) -> None:
    place = fetched_folder(REFERENCE, tmp_path)
    place.mkdir()
    models = desk.models(str(tmp_path), ignore)
    assert [one.known.name for one in models[:2]] == [BUILT_IN.name, REFERENCE.name]
    assert models[0].known.is_here
    assert "lacks" in models[1].known.lack
    assert models[1].folder == str(place)
    assert {one.folder for one in models if one.model.name != REFERENCE.name} == {""}


def test_it_tries_a_model(desk: ModelDesk) -> None:
    assert desk.try_model(BUILT_IN.name, ignore) == Tried(BUILT_IN.name, 384, 256)


@pytest.mark.parametrize("model", ["nobody/nothing", "endpoint:x", "/nowhere/at/all"])
def test_what_does_not_work_is_said_in_a_sentence(desk: ModelDesk, model: str) -> None:
    with pytest.raises(ModelFailed) as failed:
        desk.try_model(model, ignore)
    assert failed.value.message.endswith(".")
    assert failed.value.hint


def test_a_missing_key_store_is_said(desk: ModelDesk) -> None:
    for ask in (
        lambda: desk.has_key("https://host", ignore),
        lambda: desk.keep_key("https://host", "secret", ignore),
        lambda: desk.keep_key("https://host", "", ignore),
    ):
        with pytest.raises(ModelFailed, match="key store"):
            ask()


def test_an_endpoint_that_cannot_be_used_is_not_asked(desk: ModelDesk) -> None:
    with pytest.raises(ModelFailed, match="begins with https"):
        desk.try_endpoint(EndpointChoice("host", "m"), "key", ignore)


def test_cancel_ends_the_process_and_the_next_request_starts_another(desk: ModelDesk) -> None:
    desk.try_model(BUILT_IN.name, ignore)
    before = {child.pid for child in psutil.Process().children()}

    def cancel(_done: int, _total: int, /) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        desk.try_model(BUILT_IN.name, cancel)
    after = {child.pid for child in psutil.Process().children()}
    assert len(before - after) == 1
    assert desk.try_model(BUILT_IN.name, ignore).dimension == 384
