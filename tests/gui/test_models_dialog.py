"""The dialog of models: chosen, fetched, removed, read from a folder, or behind an endpoint."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QSpinBox,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.gui.services import Embeddings, Hub

from chunkscope.core.fusion import SearchSettings
from chunkscope.gui.dialogs.endpoint import EndpointDialog
from chunkscope.gui.dialogs.models import ModelsDialog
from chunkscope.gui.model_work import ModelWork
from chunkscope.gui.models.model_rows import Column, ModelRows
from chunkscope.gui.tasks import TaskRunner
from chunkscope.retrieval.models import REFERENCE, assembled_built_in, fetched_folder
from chunkscope.workspace.model_choice import EndpointChoice, open_chosen
from chunkscope.workspace.model_desk import ModelDesk
from chunkscope.workspace.model_list import rows_of
from chunkscope.workspace.questions import BUILT_IN_MODEL, Question

BGE = REFERENCE.name
FILES = {
    REFERENCE.file: b"x" * 20_000,
    "tokenizer.json": b"{}",
    "tokenizer_config.json": b'{"model_max_length": 512}',
    "config.json": b"{ }",
    "special_tokens_map.json": b"{  }",
}
REFUSING = "import json; print(json.dumps({'error': 'no route to the hub'}))"
PATIENCE_MS = 120_000

OpenDialog = Callable[..., ModelsDialog]


@pytest.fixture
def root(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def runner(root: QWidget) -> Iterator[TaskRunner]:
    runner = TaskRunner(root)
    yield runner
    runner.close()


@pytest.fixture(autouse=True)
def no_key_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def key_store(no_key_store: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    kept = tmp_path / "keys.json"
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.gui.key_stores.TestStore")
    monkeypatch.setenv("TEST_KEYS", str(kept))
    return kept


class SharedDesk(ModelDesk):
    """A process that several tests use: loading its libraries takes a second."""

    def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def shared_desk() -> Iterator[ModelDesk]:
    desk = SharedDesk()
    yield desk
    ModelDesk.close(desk)


@pytest.fixture
def desk(shared_desk: ModelDesk, request: pytest.FixtureRequest) -> Iterator[ModelDesk]:
    if "key_store" not in request.fixturenames:
        yield shared_desk
        return
    own = ModelDesk()
    yield own
    own.close()


@pytest.fixture
def open_dialog(
    root: QWidget, runner: TaskRunner, desk: ModelDesk, tmp_path: Path, qtbot: QtBot
) -> OpenDialog:

    def opened(
        question: Question = Question(),  # noqa: B008 - frozen
        endpoint: EndpointChoice = EndpointChoice(),  # noqa: B008 - frozen
        code: str = "",
    ) -> ModelsDialog:
        command = [sys.executable, "-c", code] if code else None
        work = ModelWork(runner, root, folder=tmp_path / "models", command=command)
        work._desk = desk
        dialog = ModelsDialog(work, question, endpoint, root)
        dialog.show()
        qtbot.waitUntil(lambda: bool(work.state.listed), timeout=PATIENCE_MS)
        return dialog

    return opened


@pytest.fixture
def embeddings() -> Iterator[Embeddings]:
    service = Embeddings()
    yield service
    service.close()


def chosen(dialog: ModelsDialog) -> list[str]:
    names: list[str] = []
    dialog.model_chosen.connect(names.append)
    return names


def fetched(dialog: ModelsDialog, name: str = BGE) -> None:
    dialog.table.stand_at(name)
    dialog.fetch.click()
    dialog.confirm.yes.click()


def a_fetched_model(folder: Path) -> Path:
    place = fetched_folder(REFERENCE, folder)
    place.mkdir(parents=True)
    for name, content in FILES.items():
        (place / name).write_bytes(content)
    return place


def test_every_model_is_listed_with_what_decides_its_choice(open_dialog: OpenDialog) -> None:
    dialog = open_dialog()
    model = dialog.table.model()
    assert isinstance(model, ModelRows)
    assert [row.name for row in model.shown[:2]] == [BUILT_IN_MODEL, BGE]
    assert model.line_of(0) == f"{BUILT_IN_MODEL}\tin use · built in\t23 MB\tApache 2.0\t384\t256"
    assert model.line_of(1) == f"{BGE}\tnot here\t67 MB\tMIT\t384\t512"
    assert len(model.shown) > 20
    assert model.shown[-1].state == "off"
    assert "Questions use all-MiniLM-L6-v2" in dialog.title.text()
    assert "Scores of another model differ" in dialog.remark.words


def test_every_control_has_a_name_and_a_tooltip(open_dialog: OpenDialog) -> None:
    dialog = open_dialog()
    for one in (dialog, dialog.open_folder(), dialog.open_endpoint()):
        kinds = (QAbstractButton, QLineEdit, QComboBox, QSpinBox)
        nameless = [
            f"{type(control).__name__} {control.toolTip()!r} in {type(one).__name__}"
            for control in one.findChildren(QWidget)
            if isinstance(control, kinds) and not control.objectName().startswith("qt_")
            if not isinstance(control.parent(), QTableView)
            if not (control.accessibleName() or getattr(control, "text", str)())
            or not control.toolTip()
        ]
        assert nameless == []


def test_a_fetch_says_size_and_licence_first_and_can_be_refused(
    open_dialog: OpenDialog, tmp_path: Path
) -> None:
    dialog = open_dialog(code=REFUSING)
    dialog.table.stand_at(BGE)
    dialog.fetch.click()
    assert "about 67 MB; its licence is MIT" in dialog.confirm.question.text()
    assert dialog.confirm.yes.text() == "Fetch 67 MB"
    dialog.confirm.no.click()
    assert dialog.foot.currentWidget() is dialog.buttons
    assert not dialog._work.state.fetching
    assert not (tmp_path / "models").exists()


def test_escape_takes_back_a_question_before_it_closes(
    open_dialog: OpenDialog, qtbot: QtBot
) -> None:
    dialog = open_dialog()
    dialog.table.stand_at(BGE)
    dialog.fetch.click()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert dialog.foot.currentWidget() is dialog.buttons


def test_a_question_is_taken_back_when_another_model_is_reached(open_dialog: OpenDialog) -> None:
    dialog = open_dialog()
    dialog.table.stand_at(BGE)
    dialog.fetch.click()
    dialog.table.stand_at(BUILT_IN_MODEL)
    assert dialog.foot.currentWidget() is dialog.buttons


def test_a_model_is_fetched_from_a_hub_and_used(
    open_dialog: OpenDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hub = Hub(FILES)
    monkeypatch.setenv("HF_ENDPOINT", hub.address)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "src"))
    dialog = open_dialog()
    names = chosen(dialog)
    fetched(dialog)
    assert dialog.news.currentWidget() is dialog.progress
    assert not dialog.fetch.isEnabled()
    qtbot.waitUntil(dialog.use_it.isEnabled, timeout=PATIENCE_MS)
    assert dialog.said.words == f"{BGE} is here and can be used."
    assert (fetched_folder(REFERENCE, tmp_path / "models") / REFERENCE.file).is_file()
    dialog.use_it.click()
    assert names == [BGE]
    assert dialog.remark.words == ""
    hub.close()


def test_cancel_ends_a_fetch_and_leaves_nothing(
    open_dialog: OpenDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hub = Hub(FILES, pause_s=1.0)
    monkeypatch.setenv("HF_ENDPOINT", hub.address)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "src"))
    dialog = open_dialog()
    fetched(dialog)
    folder = tmp_path / "models"
    qtbot.waitUntil(lambda: any(folder.glob(".fetch-*/cache/*")), timeout=PATIENCE_MS)
    dialog.cancel.click()
    assert "was cancelled. Nothing of it is left." in dialog.said.words
    qtbot.waitUntil(lambda: not list(folder.iterdir()), timeout=PATIENCE_MS)
    assert dialog.fetch.isEnabled()
    hub.close()


def test_a_fetch_that_fails_is_one_sentence_and_a_next_step(
    open_dialog: OpenDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = open_dialog(code=REFUSING)
    fetched(dialog)
    qtbot.waitUntil(lambda: dialog._work.state.is_error, timeout=PATIENCE_MS)
    assert "could not be fetched (no route to the hub)" in dialog.said.words
    assert "or name a folder that holds the model" in dialog.said.words
    assert dialog.said.objectName() == "refusal"
    assert list((tmp_path / "models").iterdir()) == []


def test_a_fetch_goes_on_when_the_dialog_closes(
    open_dialog: OpenDialog, qtbot: QtBot, root: QWidget
) -> None:
    dialog = open_dialog(code=REFUSING)
    work = dialog._work
    said: list[str] = []
    work.noticed.connect(said.append)
    fetched(dialog)
    dialog.close()
    qtbot.waitUntil(lambda: bool(said), timeout=PATIENCE_MS)
    assert "could not be fetched" in said[0]


def test_a_fetch_ends_with_the_window_and_leaves_nothing(
    open_dialog: OpenDialog, runner: TaskRunner, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = open_dialog(code="import time; time.sleep(60)")
    fetched(dialog)
    folder = tmp_path / "models"
    qtbot.waitUntil(lambda: any(folder.glob(".fetch-*/answer")), timeout=PATIENCE_MS)
    runner.close(timeout_s=PATIENCE_MS / 1000)
    assert list(folder.iterdir()) == []


def test_enter_does_the_next_step_of_the_model(open_dialog: OpenDialog, qtbot: QtBot) -> None:
    dialog = open_dialog(Question("?", model=BGE))
    names = chosen(dialog)
    dialog.table.stand_at(BGE)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert dialog.foot.currentWidget() is dialog.confirm
    dialog.table.stand_at(BUILT_IN_MODEL)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert names == [BUILT_IN_MODEL]


def test_a_fetched_model_is_removed_once_that_is_confirmed(
    open_dialog: OpenDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    place = a_fetched_model(tmp_path / "models")
    dialog = open_dialog(Question("?", model=BGE))
    names = chosen(dialog)
    assert dialog.table.chosen is not None
    assert dialog.table.chosen.state.startswith("in use")
    dialog.remove.click()
    assert place.is_dir()
    assert f"Questions use {BUILT_IN_MODEL} then." in dialog.confirm.question.text()
    dialog.confirm.yes.click()
    qtbot.waitUntil(lambda: not place.exists(), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: dialog._work.state.said != "", timeout=PATIENCE_MS)
    assert dialog.said.words == f"{BGE} was removed."
    assert names == [BUILT_IN_MODEL]
    assert list((tmp_path / "models").iterdir()) == []


def test_the_built_in_model_cannot_be_removed_or_fetched(open_dialog: OpenDialog) -> None:
    dialog = open_dialog(Question("?", model=BGE))
    dialog.table.stand_at(BUILT_IN_MODEL)
    assert not dialog.remove.isEnabled()
    assert not dialog.fetch.isEnabled()
    assert dialog.use_it.isEnabled()


def test_a_folder_that_lacks_something_is_refused_in_a_sentence(
    open_dialog: OpenDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = open_dialog()
    names = chosen(dialog)
    folder = dialog.open_folder()
    lacking = tmp_path / BGE
    lacking.mkdir()
    folder.line.setText(str(lacking))
    folder.use_it.click()
    assert not folder.use_it.isEnabled()
    qtbot.waitUntil(folder.use_it.isEnabled, timeout=PATIENCE_MS)
    assert f"lacks {REFERENCE.file}" in folder.said.words
    assert folder.isVisible()
    assert names == []


def test_a_folder_whose_name_does_not_tell_is_used_once_its_model_is_chosen(
    open_dialog: OpenDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    place = tmp_path / "mine"
    shutil.copytree(assembled_built_in(tmp_path / "assembled"), place)
    (place / "model.onnx").rename(place / REFERENCE.file)
    dialog = open_dialog()
    names = chosen(dialog)
    folder = dialog.open_folder()
    folder.line.setText(str(place))
    folder.use_it.click()
    qtbot.waitUntil(folder.use_it.isEnabled, timeout=PATIENCE_MS)
    assert "does not tell which" in folder.said.words
    assert "Choose above which model it holds." in folder.said.words
    folder.holds.setCurrentText(BGE)
    folder.use_it.click()
    qtbot.waitUntil(lambda: bool(names), timeout=PATIENCE_MS)
    assert names == [f"{BGE}={place}"]
    assert dialog.table.chosen is not None
    assert dialog.table.chosen.name == f"{BGE} in mine"
    assert dialog.remark.words == ""


def test_words_before_a_question_are_a_setting(open_dialog: OpenDialog, qtbot: QtBot) -> None:
    dialog = open_dialog(Question("?", model=BGE))
    said: list[str | None] = []
    dialog.instruction_chosen.connect(said.append)
    row = dialog.instruction
    assert "without an instruction" in row.remark.words
    assert row.choice.currentText() == "What the model needs"
    row.choice.setCurrentIndex(2)
    row.choice.activated.emit(2)
    assert said == [REFERENCE.instruction]
    assert "Scores with one differ." in dialog.remark.words
    row.choice.activated.emit(3)
    row.line.setText("query: ")
    qtbot.keyClick(row.line, Qt.Key.Key_Return)
    row.choice.activated.emit(1)
    row.choice.activated.emit(0)
    assert said == [REFERENCE.instruction, "query: ", "", None]
    assert dialog.remark.words == ""


def test_an_instruction_of_ones_own_is_shown_again(open_dialog: OpenDialog) -> None:
    dialog = open_dialog(Question("?", SearchSettings(instruction="query: ")))
    assert dialog.instruction.choice.currentText() == "Words of your own"
    assert dialog.instruction.line.text() == "query: "


def endpoint_of(dialog: ModelsDialog, address: str, qtbot: QtBot, key: str = "") -> EndpointDialog:
    endpoint = dialog.open_endpoint()
    endpoint.address.setText(address)
    endpoint.model.setText("small")
    qtbot.waitUntil(lambda: "Asking" not in endpoint.key_words.words, timeout=PATIENCE_MS)
    endpoint.key.setText(key)
    return endpoint


def test_an_endpoint_is_off_and_sends_nothing_before_its_warning_is_confirmed(
    open_dialog: OpenDialog, qtbot: QtBot, embeddings: Embeddings
) -> None:
    dialog = open_dialog()
    names = chosen(dialog)
    set_up: list[EndpointChoice] = []
    dialog.endpoint_changed.connect(set_up.append)
    endpoint = endpoint_of(dialog, embeddings.address, qtbot)
    assert "sent to a program on this machine" in endpoint.warning.text()
    endpoint.use_it.click()
    assert embeddings.address.removeprefix("http://").removesuffix("/v1") in (
        endpoint.ask.question.text()
    )
    endpoint.ask.no.click()
    assert (names, set_up, embeddings.texts) == ([], [], [])
    endpoint.use_it.click()
    endpoint.ask.yes.click()
    on = EndpointChoice(embeddings.address, "small", is_on=True)
    assert (names, set_up, embeddings.texts) == ([on.name], [on], [])
    assert open_chosen(names[0]).embed(["a page"]).shape == (1, 3)


def test_another_server_is_asked_about_anew(open_dialog: OpenDialog, qtbot: QtBot) -> None:
    before = EndpointChoice("http://127.0.0.1:9/v1", "small", is_on=True)
    dialog = open_dialog(Question("?", model=before.name), before)
    set_up: list[EndpointChoice] = []
    dialog.endpoint_changed.connect(set_up.append)
    same = endpoint_of(dialog, before.address, qtbot)
    same.use_it.click()
    assert set_up == [before]
    other = endpoint_of(dialog, "https://other.example/v1", qtbot)
    assert "leave this machine" in other.warning.text()
    other.use_it.click()
    assert other.foot.currentWidget() is other.ask
    assert set_up == [before]


def test_trying_an_endpoint_sends_a_sentence_of_ours(
    open_dialog: OpenDialog, qtbot: QtBot, embeddings: Embeddings
) -> None:
    endpoint = endpoint_of(open_dialog(), embeddings.address, qtbot)
    endpoint.try_button.click()
    qtbot.waitUntil(lambda: "It works" in endpoint.said.words, timeout=PATIENCE_MS)
    assert "vectors of 3 numbers" in endpoint.said.words
    assert set(embeddings.texts) == {"How long is a vector?"}


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("host/v1", "begins with https://"),
        ("http://127.0.0.1:9/v1", "does not answer as it should"),
        ("https://me:secret@host/v1", "no name, password"),
    ],
)
def test_what_is_wrong_with_an_endpoint_is_said_in_place(
    open_dialog: OpenDialog, qtbot: QtBot, address: str, words: str
) -> None:
    endpoint = endpoint_of(open_dialog(), address, qtbot)
    endpoint.try_button.click()
    qtbot.waitUntil(lambda: words in endpoint.said.words, timeout=PATIENCE_MS)
    assert endpoint.said.objectName() == "refusal"


def test_where_no_key_store_works_no_key_can_be_given(
    open_dialog: OpenDialog, qtbot: QtBot
) -> None:
    endpoint = endpoint_of(open_dialog(), "https://host.example/v1", qtbot)
    assert not endpoint.key.isEnabled()
    assert "No key store works on this machine" in endpoint.key_words.words
    assert "none is written to a file" in endpoint.key_words.words


def test_a_key_is_masked_and_goes_to_the_key_store_alone(
    open_dialog: OpenDialog, qtbot: QtBot, key_store: Path
) -> None:
    service = Embeddings("secret")
    dialog = open_dialog()
    set_up: list[EndpointChoice] = []
    dialog.endpoint_changed.connect(set_up.append)
    endpoint = endpoint_of(dialog, service.address, qtbot, "wrong")
    assert endpoint.key.echoMode() is QLineEdit.EchoMode.Password
    endpoint.try_button.click()
    qtbot.waitUntil(lambda: "Check the key" in endpoint.said.words, timeout=PATIENCE_MS)
    assert not key_store.exists()
    endpoint.key.setText("secret")
    endpoint.use_it.click()
    endpoint.ask.yes.click()
    qtbot.waitUntil(lambda: bool(set_up), timeout=PATIENCE_MS)
    assert "secret" in key_store.read_text(encoding="utf-8")
    assert "secret" not in repr(set_up[0])

    again = endpoint_of(dialog, service.address, qtbot)
    assert "is kept" in again.key_words.words
    assert again.key.text() == ""
    again.try_button.click()
    qtbot.waitUntil(lambda: "It works" in again.said.words, timeout=PATIENCE_MS)
    again.off.click()
    assert not set_up[-1].is_on
    qtbot.waitUntil(lambda: "secret" not in key_store.read_text("utf-8"), timeout=PATIENCE_MS)
    service.close()


def test_an_endpoint_that_is_switched_off_gives_way_to_the_built_in_model(
    open_dialog: OpenDialog, qtbot: QtBot
) -> None:
    on = EndpointChoice("http://127.0.0.1:9/v1", "small", is_on=True)
    dialog = open_dialog(Question("?", model=on.name), on)
    names = chosen(dialog)
    dialog.open_endpoint().off.click()
    assert names == [BUILT_IN_MODEL]


def test_the_table_keeps_to_what_qt_asks_of_a_model(root: QWidget) -> None:
    rows = ModelRows(root)
    QAbstractItemModelTester(rows, QAbstractItemModelTester.FailureReportingMode.Fatal)
    off, on = EndpointChoice(), EndpointChoice("https://h/v1", "m", is_on=True)
    rows.show_rows(rows_of((), BUILT_IN_MODEL, off))
    rows.show_rows(rows_of((), on.name, on))
    rows.show_rows(rows_of((), "/my/folder", on))
    for column in Column:
        rows.sort(column, Qt.SortOrder.DescendingOrder)
    assert isinstance(rows, QAbstractItemModel)
    assert rows.rowCount() == 4


def test_a_row_is_copied_as_a_line(open_dialog: OpenDialog) -> None:
    dialog = open_dialog()
    dialog.table.stand_at(BGE)
    dialog.table.copy_rows()
    assert QApplication.clipboard().text().startswith(f"{BGE}\tnot here")
