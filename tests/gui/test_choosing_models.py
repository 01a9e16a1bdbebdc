"""What is chosen in the dialog of models goes to the questions of the window."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.services import Embeddings

from chunkscope.gui import app
from chunkscope.gui.choosing_models import ChoosingModels
from chunkscope.gui.main_window import MainWindow
from chunkscope.retrieval.models import REFERENCE
from chunkscope.workspace.model_choice import EndpointChoice
from chunkscope.workspace.preferences import Preferences, load
from chunkscope.workspace.questions import BUILT_IN_MODEL, Question

ON = EndpointChoice("http://127.0.0.1:9/v1", "small", is_on=True)
OTHER = EndpointChoice("http://127.0.0.1:9/v1", "large", is_on=True)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    asked = Question("Why?", model=ON.name)
    window = app.make_window(Preferences(question=asked, endpoint=ON))
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()


@pytest.fixture
def choosing(window: MainWindow) -> ChoosingModels:
    return ChoosingModels(window)


@pytest.fixture
def embeddings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Embeddings]:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    service = Embeddings()
    yield service
    service.close()


def models_of(window: MainWindow) -> list[str]:
    return [side.question.model for side in window.controller.workspace.bench.sides]


def test_a_model_goes_to_the_leading_question_alone(
    window: MainWindow, choosing: ChoosingModels
) -> None:
    asking = window.controller.asking
    asking.compare(True)
    asking.lead(1)
    choosing.open().model_chosen.emit(REFERENCE.name)
    assert models_of(window) == [ON.name, REFERENCE.name]


def test_words_before_a_question_go_to_its_settings(
    window: MainWindow, choosing: ChoosingModels
) -> None:
    choosing.open().instruction_chosen.emit("query: ")
    question = window.controller.workspace.bench.side.question
    assert question.settings.instruction == "query: "
    assert question.text == "Why?"


@pytest.mark.parametrize("endpoint", [replace(ON, is_on=False), OTHER])
def test_no_question_goes_on_using_an_endpoint_that_was_given_up(
    window: MainWindow, choosing: ChoosingModels, endpoint: EndpointChoice
) -> None:
    window.controller.asking.compare(True)
    choosing.open().endpoint_changed.emit(endpoint)
    assert models_of(window) == [BUILT_IN_MODEL, BUILT_IN_MODEL]


def test_what_was_chosen_survives_a_restart(window: MainWindow, choosing: ChoosingModels) -> None:
    dialog = choosing.open()
    dialog.endpoint_changed.emit(OTHER)
    dialog.model_chosen.emit(OTHER.name)
    dialog.instruction_chosen.emit("")
    window.close()
    kept = load()
    assert kept.endpoint == OTHER
    assert (kept.question.model, kept.question.settings.instruction) == (OTHER.name, "")


def test_the_work_on_models_is_one_however_often_the_dialog_opens(choosing: ChoosingModels) -> None:
    assert choosing.open()._work is choosing.open()._work


def test_a_page_is_sent_to_an_endpoint_once_it_is_asked_there_and_not_before(
    window: MainWindow, choosing: ChoosingModels, qtbot: QtBot, embeddings: Embeddings
) -> None:
    controller = window.controller
    controller.open_text("# Refunds\n\nAsk within thirty days.")
    qtbot.waitUntil(lambda: controller.workspace.chunk_set is not None, timeout=20_000)
    dialog = choosing.open()
    on = EndpointChoice(embeddings.address, "small", is_on=True)
    dialog.endpoint_changed.emit(on)
    dialog.model_chosen.emit(on.name)
    qtbot.waitUntil(lambda: controller.workspace.bench.plan is not None, timeout=120_000)
    assert embeddings.texts == []
    controller.asking.run()
    qtbot.waitUntil(lambda: controller.workspace.bench.side.asked is not None, timeout=120_000)
    assert any("Ask within thirty days." in text for text in embeddings.texts)
    assert "Why?" in embeddings.texts
