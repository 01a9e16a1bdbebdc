"""The task runner: one door back to the UI thread, and none after a cancel."""

import threading
import time
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from chunkscope.core.errors import SourceError
from chunkscope.gui.tasks import Lane, TaskReport, TaskRunner


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[TaskRunner]:
    runner = TaskRunner()
    yield runner
    runner.close()


def test_work_runs_elsewhere_and_its_result_arrives_on_the_ui_thread(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    seen: list[threading.Thread] = []

    def work(_report: TaskReport) -> threading.Thread:
        return threading.current_thread()

    runner.start(
        Lane.CUT, work, done=lambda there: seen.extend((there, threading.current_thread()))
    )
    qtbot.waitUntil(lambda: len(seen) == 2)

    assert seen[0] is not threading.main_thread()
    assert seen[1] is threading.main_thread()
    assert not runner.is_busy(Lane.CUT)


def test_the_latest_task_of_a_lane_wins(runner: TaskRunner, qtbot: QtBot) -> None:
    release = threading.Event()
    seen: list[object] = []

    def slow(report: TaskReport) -> str:
        release.wait()
        report(1, 2)
        return "slow"

    runner.start(Lane.CUT, slow, done=seen.append)
    runner.start(Lane.CUT, lambda _report: "quick", done=seen.append)
    release.set()
    qtbot.waitUntil(lambda: "quick" in seen)

    assert seen == ["quick"]


def test_lanes_do_not_wait_for_each_other(runner: TaskRunner, qtbot: QtBot) -> None:
    release = threading.Event()
    seen: list[object] = []
    runner.start(Lane.ANALYSE, lambda _report: release.wait(), done=seen.append)
    runner.start(Lane.CUT, lambda _report: "cut", done=seen.append)
    qtbot.waitUntil(lambda: seen == ["cut"])
    release.set()
    qtbot.waitUntil(lambda: seen == ["cut", True])


def test_after_a_cancel_no_callback_runs(runner: TaskRunner, qtbot: QtBot) -> None:
    seen: list[object] = []
    published = threading.Event()

    def work(report: TaskReport) -> str:
        report.publish("part")
        report(1, 2)
        published.set()
        return "done"

    task = runner.start(
        Lane.ANALYSE,
        work,
        seen.append,
        seen.append,
        lambda *figures: seen.append(figures),
        seen.append,
    )
    assert published.wait(5)
    task.cancel()
    qtbot.wait(30)

    assert seen == []


def test_expected_errors_reach_the_one_who_asked(runner: TaskRunner, qtbot: QtBot) -> None:
    seen: list[Exception] = []

    def work(_report: TaskReport) -> None:
        raise SourceError("damaged", "It is damaged.")

    runner.start(Lane.READ, work, failed=seen.append)
    qtbot.waitUntil(lambda: bool(seen))

    assert isinstance(seen[0], SourceError)


def test_unexpected_errors_are_told_to_the_crash_report_too(
    runner: TaskRunner, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    failed: list[Exception] = []

    def work(_report: TaskReport) -> None:
        raise ZeroDivisionError

    with qtbot.waitSignal(runner.unexpected):
        runner.start(Lane.READ, work, failed=failed.append)

    assert isinstance(failed[0], ZeroDivisionError)
    assert "failed" in caplog.text


def test_progress_is_thinned_to_twenty_a_second(runner: TaskRunner, qtbot: QtBot) -> None:
    seen: list[tuple[int, int]] = []
    done: list[object] = []

    def work(report: TaskReport) -> int:
        for step in range(100_000):
            report(step, 100_000)
        return 1

    runner.start(Lane.CUT, work, done=done.append, progress=lambda *at: seen.append(at))
    qtbot.waitUntil(lambda: bool(done))

    assert 1 <= len(seen) < 100


def test_closing_ends_the_threads() -> None:
    runner = TaskRunner()
    runner.start(Lane.CUT, lambda _report: 1)
    runner.start(Lane.SEARCH, lambda _report: 1)
    runner.close()

    assert not [thread for thread in threading.enumerate() if thread.name.startswith("lane-")]


def test_nothing_starts_after_closing(qtbot: QtBot) -> None:
    runner = TaskRunner()
    runner.close()
    before = threading.active_count()
    task = runner.start(Lane.PREPARE, lambda _report: threading.Event().wait())

    assert task.is_cancelled
    assert not runner.is_busy(Lane.PREPARE)
    assert threading.active_count() == before


def test_what_is_being_saved_when_the_window_closes_is_saved(qtbot: QtBot) -> None:
    runner, started, done = TaskRunner(), threading.Event(), threading.Event()

    def save(report: TaskReport) -> None:
        started.set()
        for number in range(20):
            time.sleep(0.01)
            report(number, 20)
        done.set()

    runner.start(Lane.SAVE, save)
    started.wait()
    runner.close()

    assert done.is_set()
