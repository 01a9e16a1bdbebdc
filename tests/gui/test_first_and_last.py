"""The first start, one after a crash, and the last, after which nothing is kept."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox
from pytestqt.qtbot import QtBot

from chunkscope.gui import crash, removal
from chunkscope.gui.app import first_page, make_window
from chunkscope.gui.dialogs.removal import RemovalDialog
from chunkscope.gui.main_window import MainWindow
from chunkscope.retrieval.folders import HOME_VARIABLE
from chunkscope.workspace import preferences as stored
from chunkscope.workspace.crash_report import Session
from chunkscope.workspace.paths import config_folder, log_folder, sample_page
from chunkscope.workspace.preferences import Preferences


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    stored.save(Preferences())
    made = make_window(Preferences())
    qtbot.addWidget(made)
    made.show()
    return made


def dialog_of(window: MainWindow) -> RemovalDialog:
    window.actions_by_name["remove_data"].trigger()
    return next(one for one in window.children() if isinstance(one, RemovalDialog))


def test_the_first_start_opens_the_sample_and_later_ones_what_is_named(tmp_path: Path) -> None:
    used = Preferences(recent=("page.md",))
    assert first_page(None, Preferences()) == sample_page()
    assert first_page(None, used) is None
    assert first_page(tmp_path, Preferences()) == first_page(tmp_path, used) == tmp_path


def test_after_a_crash_the_next_start_offers_its_report_once(
    qapp: QApplication, window: MainWindow
) -> None:
    left = log_folder() / "running-999999999.txt"
    left.parent.mkdir()
    left.write_text('ChunkScope 0\n  File "/home/ann/app.py", line 3 in run\n', encoding="utf-8")
    crash.offer_left_report(window)
    boxes = [one for one in window.children() if isinstance(one, QMessageBox)]
    copy = next(one for one in boxes[0].buttons() if one.text() == "Copy report")
    copy.click()
    crash.offer_left_report(window)

    assert "line 3 in run" in qapp.clipboard().text()
    assert "ann" not in qapp.clipboard().text()
    assert [one for one in window.children() if isinstance(one, QMessageBox)] == boxes
    assert not left.exists()


def test_the_dialog_names_each_folder_before_anything_goes(
    qtbot: QtBot, window: MainWindow
) -> None:
    dialog = dialog_of(window)
    qtbot.waitUntil(lambda: str(config_folder()) in dialog.found.text())
    dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel).click()

    assert window.isVisible()
    assert not window.removes_data
    assert config_folder().exists()


def test_agreeing_closes_the_window_and_then_all_goes(
    qapp: QApplication, window: MainWindow
) -> None:
    dialog_of(window).remove.click()
    assert not window.isVisible()
    assert window.removes_data
    removal.carry_out(qapp)

    assert not config_folder().exists()


def test_what_stays_is_told(
    qtbot: QtBot, qapp: QApplication, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removal, "_PATIENCE_S", 0.0)
    other = Session()
    told = []

    def read() -> int:
        box = next(one for one in qapp.topLevelWidgets() if isinstance(one, QMessageBox))
        told.append(box.text())
        return int(box.close())

    monkeypatch.setattr(qapp, "exec", read)
    removal.carry_out(qapp)
    other.end()

    assert "is open" in told[0]
    assert config_folder().exists()
