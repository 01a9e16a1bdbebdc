"""The bench in the window: typed, run by key, shown everywhere, cancelled by Escape."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from chunkscope.core.chunks import Level
from chunkscope.core.spans import Span
from chunkscope.gui import app
from chunkscope.gui.main_window import MainWindow
from chunkscope.workspace.bench import Stage
from chunkscope.workspace.preferences import Preferences, load

ANSWER = "Single sign-on with SAML is part of the Pro plan."
TEXT = (
    f"# Security\n\n## Sign-in\n\nAn audit log is kept for a year. {ANSWER}\n\n"
    "## Billing\n\nThe add-on is billed per member and month.\n"
)
QUESTION = "Does the Pro plan include single sign-on?"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    page = tmp_path / "security.md"
    page.write_text(TEXT, encoding="utf-8")
    window = app.make_window(Preferences())
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    window.controller.open_path(page)
    settle(window, qtbot)
    yield window
    window.close()


def settle(window: MainWindow, qtbot: QtBot) -> None:
    controller = window.controller
    qtbot.waitUntil(lambda: controller.workspace.findings is not None, timeout=60_000)
    qtbot.waitUntil(lambda: window.is_settled, timeout=60_000)


def ask(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_by_name["ask_question"].trigger()
    qtbot.keyClicks(QApplication.focusWidget() or window, QUESTION)
    window.actions_by_name["run_question"].trigger()
    settle(window, qtbot)


def test_a_question_is_typed_and_answered_from_the_keyboard(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.docks.bring_forward(window.docks.findings)
    ask(window, qtbot)
    side = window.bench.sides[0]
    row = side.table.listed.shown[0]
    chosen = window.controller.workspace.chosen_chunk
    assert window.docks.is_in_sight(window.docks.bench)
    assert side.table.currentIndex().row() == 0
    assert chosen is not None
    assert chosen.start == row.passage.start
    assert load().asked[window.controller.workspace.source or ""] == (QUESTION,)


def test_candidates_are_walked_through_and_the_document_follows(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert not window.actions_by_name["next_candidate"].isEnabled()
    ask(window, qtbot)
    window.actions_by_name["next_candidate"].trigger()
    assert window.controller.workspace.bench.chosen == 2
    window.actions_by_name["previous_candidate"].trigger()
    assert window.controller.workspace.bench.chosen == 1


def test_a_selection_becomes_the_answer_and_is_forgotten(window: MainWindow, qtbot: QtBot) -> None:
    ask(window, qtbot)
    window.actions_by_name["mark_answer"].trigger()
    assert window.controller.workspace.bench.answer is None
    assert "Select the answer" in window.status.currentMessage()
    start = TEXT.index(ANSWER)
    window.document.rendered.select(Span(start, start + len(ANSWER)))
    window.actions_by_name["mark_answer"].trigger()
    settle(window, qtbot)
    rows = window.bench.sides[0].table.listed.shown
    assert any(row.answer is not None and row.answer.role == "good" for row in rows)
    window.actions_by_name["forget_answer"].trigger()
    assert all(row.answer is None for row in window.bench.sides[0].table.listed.shown)
    assert not window.actions_by_name["forget_answer"].isEnabled()


def test_two_questions_stand_side_by_side_and_either_leads(
    window: MainWindow, qtbot: QtBot
) -> None:
    ask(window, qtbot)
    window.actions_by_name["compare_questions"].trigger()
    assert window.actions_by_name["compare_questions"].isChecked()
    second = window.bench.sides[1]
    second.line.focus()
    assert window.controller.workspace.bench.leading == 1
    qtbot.keyClicks(second.line.lineEdit(), "How is it billed?")
    qtbot.keyClick(second.line.lineEdit(), Qt.Key.Key_Return)
    settle(window, qtbot)
    assert [side.table.listed.rowCount() > 0 for side in window.bench.sides] == [True, True]
    window.actions_by_name["compare_questions"].trigger()
    qtbot.waitUntil(lambda: not second.isVisible())
    assert window.bench.sides[0].line.text == "How is it billed?"


def test_escape_stops_the_asking(window: MainWindow, qtbot: QtBot) -> None:
    window.bench.sides[0].line.text_typed.emit(QUESTION)
    window.actions_by_name["run_question"].trigger()
    stages = [window.controller.workspace.bench.stage]
    window.actions_by_name["cancel"].trigger()
    stages.append(window.controller.workspace.bench.stage)
    assert stages == [Stage.ASKING, Stage.IDLE]


def test_typing_leaves_the_other_panels_alone(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(window, qtbot)
    shown: list[object] = []
    monkeypatch.setattr(window.outline, "show_workspace", shown.append)
    window.bench.sides[0].line.text_typed.emit("Else?")
    assert shown == []
    window.controller.refresh()
    qtbot.waitUntil(lambda: len(shown) == 1)


def test_the_inspector_tells_the_fate_as_soon_as_the_bench_does(
    window: MainWindow, qtbot: QtBot
) -> None:
    figure = window.inspector._chunk._prompt
    window.controller.choose_chunk(Level.PARENT, 0)
    qtbot.waitUntil(lambda: "if found" in figure.figure.label)
    ask(window, qtbot)
    qtbot.waitUntil(lambda: figure.figure.label == "Reaches the prompt")
    qtbot.keyClicks(QApplication.focusWidget() or window, " And now?")
    qtbot.waitUntil(lambda: "if found" in figure.figure.label)
