"""The newest version in the window: asked on a click, told in a sentence, off at starts."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from chunkscope import __version__
from chunkscope.core.errors import SourceError
from chunkscope.core.progress import Report
from chunkscope.gui.dialogs.newest import HOST, NewestDialog, words_on
from chunkscope.gui.tasks import TaskRunner
from chunkscope.sources import newest
from chunkscope.sources.newest import ADDRESS, Newest
from chunkscope.workspace.preferences import Preferences


@pytest.fixture
def dialog(qtbot: QtBot) -> Iterator[NewestDialog]:
    parent = QWidget()
    qtbot.addWidget(parent)
    runner = TaskRunner(parent)
    yield NewestDialog(runner, asks_at_start=False, parent=parent)
    runner.close()


def test_it_is_off_and_asks_nothing_before_the_click(
    dialog: NewestDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest, "newest_version", lambda _report: pytest.fail("asked"))

    assert not Preferences().asks_for_newest
    assert __version__ in dialog.answer.text()
    assert HOST in dialog.promise.text()
    assert urlsplit(ADDRESS).hostname == HOST


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Newest("99.1", True, "https://example.org/r"), "Version 99.1 is out"),
        (Newest(__version__, False, ""), "the newest version"),
        (SourceError("not-reached", "The server was not reached.", "Try later."), "not reached"),
    ],
)
def test_the_answer_is_a_sentence(
    dialog: NewestDialog,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    found: Newest | Exception,
    words: str,
) -> None:
    def answer(_report: Report) -> Newest:
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(newest, "newest_version", answer)
    dialog.ask.click()

    qtbot.waitUntil(lambda: words in dialog.answer.text())
    assert dialog.ask.isEnabled()


def test_where_it_can_be_read_about_is_told() -> None:
    assert "https://example.org/r" in words_on(Newest("99.1", True, "https://example.org/r"))
