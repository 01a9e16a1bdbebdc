"""Work on other threads lets the window pass while one of its turns is long."""

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from chunkscope.core.errors import Cancelled
from chunkscope.gui import courtesy
from chunkscope.gui.courtesy import Courtesy, GivesWay


class Told(Courtesy):
    """Is in a long turn as often as it is told, then no more."""

    def __init__(self, parent: QObject, turns: int) -> None:
        super().__init__(parent)
        self.asked = 0
        self._turns = turns

    def is_in_long_turn(self, worked: float, seconds: float) -> bool:
        self.asked += 1
        return self.asked <= self._turns


@pytest.fixture
def owner(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> QObject:
    monkeypatch.setattr(courtesy, "_WORK_S", 0.0)
    return QObject()


def test_work_waits_until_the_window_is_idle(owner: QObject) -> None:
    window = Told(owner, 5)
    GivesWay(window).give_way()
    assert window.asked == 6


def test_work_never_waits_for_ever(owner: QObject) -> None:
    window = Told(owner, 10**9)
    GivesWay(window).give_way()
    assert window.asked < 10**9


def test_a_report_waits_too_and_still_ends_what_was_cancelled(owner: QObject) -> None:
    window, said = Told(owner, 1), []

    def report(done: int, total: int) -> None:
        said.append((done, total))
        if done == total:
            raise Cancelled

    gently = GivesWay(window).reporting(report)
    gently(1, 2)
    with pytest.raises(Cancelled):
        gently(2, 2)
    assert said == [(1, 2), (2, 2)]
    assert window.asked == 3


def test_a_window_whose_turns_are_short_is_in_no_long_one(
    owner: QObject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courtesy, "_SHORT_TURN_S", 1e6)
    window = Courtesy(owner)
    assert not window.is_in_long_turn(window.worked() - 1.0, 1.0)
