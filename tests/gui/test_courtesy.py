"""Work on other threads lets the window pass while one of its turns is long."""

from itertools import pairwise
from threading import Thread

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from chunkscope.core.errors import Cancelled
from chunkscope.gui import courtesy
from chunkscope.gui.courtesy import Courtesy, Floor, GivesWay


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


def test_two_works_compute_in_turns_and_never_at_once(owner: QObject) -> None:
    window, floor, computing, seen = Told(owner, 0), Floor(), set[str](), []

    def work(name: str) -> None:
        with GivesWay(window, floor) as gently:
            for _ in range(40):
                computing.add(name)
                seen.append(frozenset(computing))
                computing.remove(name)
                gently.give_way()

    threads = [Thread(target=work, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(seen) == {frozenset("a"), frozenset("b")}
    assert sum(one != other for one, other in pairwise(seen)) > 20


def test_work_that_fails_leaves_the_floor_to_others(owner: QObject) -> None:
    window, floor = Told(owner, 0), Floor()
    with pytest.raises(Cancelled), GivesWay(window, floor):
        raise Cancelled
    assert floor.take()


def test_work_waits_for_the_floor_but_not_for_ever(owner: QObject) -> None:
    window, floor = Told(owner, 0), Floor()
    assert floor.take()
    with GivesWay(window, floor) as gently:
        gently.give_way()
    assert not floor.take()
    floor.leave()
    assert floor.take()
