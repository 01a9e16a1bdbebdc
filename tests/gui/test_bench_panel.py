"""The test bench: what it shows of a workspace, and what it says the user wants."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.gui.asked_pages import answer_to, asked_of, page
from tests.gui.colours import contrast

from chunkscope.core.chunks import Level
from chunkscope.core.fusion import Mode, SearchSettings
from chunkscope.gui.models.bench_words import NO_HUE
from chunkscope.gui.models.candidate_rows import Column, rows_of
from chunkscope.gui.opening import Progress
from chunkscope.gui.panels.bench import BenchPanel
from chunkscope.gui.theme import DARK, LIGHT, Theme
from chunkscope.gui.widgets.bench_details import Details
from chunkscope.gui.widgets.bench_side import BenchSide
from chunkscope.gui.widgets.budget_bar import Stretch, ground_of, stretches_of
from chunkscope.gui.widgets.search_popup import FIGURES
from chunkscope.workspace.bench import Bench, Side, Stage
from chunkscope.workspace.questions import LEVELS, Question
from chunkscope.workspace.state import Workspace

SCORES = {"P1": 0.9, "P2": 0.8, "C3": 0.7, "C1": 0.65, "P4": 0.3, "page": 0.2}


@pytest.fixture
def panel(qtbot: QtBot) -> BenchPanel:
    panel = BenchPanel()
    qtbot.addWidget(panel)
    panel.resize(1440, 300)
    panel.show()
    return panel


@pytest.fixture
def workspace() -> Workspace:
    return page()


@pytest.fixture
def asked(workspace: Workspace) -> Workspace:
    return asked_of(workspace, answer_to(workspace, SCORES, ["P2"]), chosen=1)


@pytest.fixture
def compared(workspace: Workspace) -> Workspace:
    first = answer_to(workspace, {"P1": 0.9, "P2": 0.8, "P3": 0.7})
    second = answer_to(workspace, {"P3": 0.9, "P2": 0.8}, text="How?")
    return asked_of(workspace, first, second, chosen=1)


def typed(panel: BenchPanel) -> QLineEdit:
    line = panel.sides[0].line.lineEdit()
    assert line is not None
    return line


def wanted(panel: BenchPanel) -> list[Question]:
    """Collect the questions that the first side asks for, and show them as the window does."""
    questions: list[Question] = []

    def take(number: int, question: Question) -> None:
        questions.append(question)
        before = panel._workspace
        side = replace(before.bench.sides[number], question=question)
        panel.show_workspace(replace(before, bench=before.bench.with_side(number, side)))

    panel.question_changed.connect(take)
    return questions


def test_each_empty_state_says_what_to_do(panel: BenchPanel, workspace: Workspace) -> None:
    empty = panel.sides[0].empty
    assert empty.title == "No page is open"
    panel.show_workspace(workspace)
    assert empty.title == "Nothing was asked yet"
    typed = Side(Question("Why?"))
    panel.show_workspace(asked_of(workspace, typed, stage=Stage.ASKING))
    assert empty.title == "Asking…"
    panel.show_workspace(asked_of(workspace, typed, stage=Stage.INDEXING))
    assert empty.title == "Indexing the page…"
    panel.show_workspace(asked_of(workspace, Side(), stage=Stage.ASKING))
    assert empty.title == "Nothing was asked yet"
    panel.show_workspace(asked_of(workspace, answer_to(workspace, {})))
    assert empty.title == "No candidates"


def test_without_a_page_nothing_is_offered_but_typing(panel: BenchPanel, asked: Workspace) -> None:
    side = panel.sides[0]
    assert not side.run.isEnabled()
    assert side.line.isEnabled()
    assert not panel.details.isVisible()
    panel.show_workspace(asked)
    assert side.run.isEnabled()
    assert panel.details.isVisible()


def test_every_letter_typed_is_told_and_return_runs(
    panel: BenchPanel, workspace: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(workspace)
    questions = wanted(panel)
    qtbot.keyClicks(typed(panel), "Why?")
    with qtbot.waitSignal(panel.run_wanted):
        qtbot.keyClick(typed(panel), Qt.Key.Key_Return)
    assert [one.text for one in questions] == ["W", "Wh", "Why", "Why?"]


def test_the_cursor_stays_where_it_is_while_one_types_in_the_middle(
    panel: BenchPanel, workspace: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(asked_of(workspace, Side(Question("Wy?"))))
    wanted(panel)
    typed(panel).setCursorPosition(1)
    qtbot.keyClicks(typed(panel), "h")
    panel.show_workspace(panel._workspace)
    assert (typed(panel).text(), typed(panel).cursorPosition()) == ("Why?", 2)


@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown])
def test_no_key_replaces_what_is_typed(
    panel: BenchPanel, workspace: Workspace, qtbot: QtBot, key: Qt.Key
) -> None:
    panel.show_workspace(asked_of(workspace, Side(), past=("One?", "Two?")))
    qtbot.keyClicks(typed(panel), "Three")
    qtbot.keyClick(typed(panel), key)
    assert typed(panel).text() == "Three"


def test_a_past_question_can_be_chosen_and_the_draft_stays_in_the_list(
    panel: BenchPanel, workspace: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(asked_of(workspace, Side(), past=("One?", "Two?")))
    questions = wanted(panel)
    line = panel.sides[0].line
    qtbot.keyClicks(typed(panel), "Half a")
    line.setCurrentIndex(1)
    line.textActivated.emit("Two?")
    assert questions[-1].text == "Two?"
    assert [line.itemText(row) for row in range(line.count())] == ["Half a", "One?", "Two?"]


def test_new_past_questions_leave_the_line_alone(panel: BenchPanel, workspace: Workspace) -> None:
    side = Side(Question("Half"))
    panel.show_workspace(asked_of(workspace, side, past=("One?",)))
    panel.show_workspace(asked_of(workspace, side, past=("Half", "One?")))
    assert typed(panel).text() == "Half"


def test_legs_levels_and_floor_are_said_as_a_question(
    panel: BenchPanel, workspace: Workspace
) -> None:
    panel.show_workspace(workspace)
    questions, controls = wanted(panel), panel.sides[0].controls
    controls.legs.activated.emit(2)
    controls.legs.activated.emit(0)
    controls._checks["child"].toggle()
    controls.floor.setValue(0.55)
    assert [one.settings.mode for one in questions[:2]] == [Mode.TEXT, Mode.HYBRID]
    assert questions[-1].levels == ("document", "parent")
    assert questions[-1].settings.floor == 0.55
    assert controls.levels.text() == "Parents, page"


def test_the_last_level_stays(panel: BenchPanel, workspace: Workspace) -> None:
    panel.show_workspace(workspace)
    questions, controls = wanted(panel), panel.sides[0].controls
    for level in LEVELS:
        controls._checks[level].toggle()
    assert questions[-1].levels == ("child",)
    assert controls._checks["child"].isChecked()


def test_what_a_leg_does_not_use_is_disabled(panel: BenchPanel, workspace: Workspace) -> None:
    controls = panel.sides[0].controls
    by_text = Question(settings=SearchSettings(mode=Mode.TEXT))
    panel.show_workspace(asked_of(workspace, Side(by_text)))
    assert (controls.floor.isEnabled(), controls.levels.isEnabled()) == (False, False)
    by_child = Question(settings=SearchSettings(small_to_big=True))
    panel.show_workspace(asked_of(workspace, Side(by_child)))
    assert (controls.floor.isEnabled(), controls.levels.isEnabled()) == (True, False)


@pytest.mark.parametrize("name", [spec.name for spec in FIGURES])
@pytest.mark.filterwarnings("ignore")
def test_every_figure_of_the_settings_goes_to_both_its_ends(
    panel: BenchPanel, workspace: Workspace, name: str
) -> None:
    small_to_big = name == "big_passages"
    question = Question(settings=SearchSettings(small_to_big=small_to_big))
    panel.show_workspace(asked_of(workspace, Side(question)))
    questions = wanted(panel)
    popup = panel.sides[0].controls.open_settings()
    figure = popup.figures[name]
    for value in (figure.minimum(), figure.maximum()):
        figure.setValue(value)
        assert getattr(questions[-1].settings, name) == value
    popup.close()


def test_the_settings_are_reset_but_for_the_pinned_text(
    panel: BenchPanel, workspace: Workspace
) -> None:
    panel.show_workspace(workspace)
    questions = wanted(panel)
    popup = panel.sides[0].controls.open_settings()
    popup.pinned.setPlainText("Be kind.")
    popup.small_to_big.setChecked(True)
    popup.usual.setChecked(False)
    popup.instruction.textEdited.emit("query: ")
    assert questions[-1].settings == SearchSettings(small_to_big=True, instruction="query: ")
    popup.reset.click()
    assert questions[-1] == Question(pinned="Be kind.")
    popup.close()


def test_a_reranker_is_taken_when_its_name_is_whole(
    panel: BenchPanel, workspace: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(workspace)
    questions = wanted(panel)
    popup = panel.sides[0].controls.open_settings()
    qtbot.keyClicks(popup.reranker, "some/reranker")
    assert questions == []
    qtbot.keyClick(popup.reranker, Qt.Key.Key_Return)
    assert [one.settings.reranker for one in questions] == ["some/reranker"]
    assert popup.isVisible()
    popup.close()


def test_every_control_of_the_settings_has_a_name_and_a_tooltip(
    panel: BenchPanel, workspace: Workspace
) -> None:
    panel.show_workspace(workspace)
    popup = panel.sides[0].controls.open_settings()
    kinds = (QAbstractButton, QLineEdit, QAbstractSpinBox, QPlainTextEdit)
    found = [
        one
        for one in popup.findChildren(QWidget)
        if isinstance(one, kinds) and not isinstance(one.parent(), QAbstractSpinBox)
    ]
    assert len(found) >= 11
    assert [type(one) for one in found if not (one.accessibleName() and one.toolTip())] == []
    popup.close()


def test_the_budget_shows_pinned_text_first_then_each_passage(workspace: Workspace) -> None:
    settings = SearchSettings(passage_characters=200)
    side = answer_to(workspace, SCORES, ["P2"], settings=settings, pinned="Be kind.")
    assert side.asked is not None
    parts = stretches_of(side.asked, rows_of(side))
    assert [part.labels[0] for part in parts] == [
        "pinned 8",
        "1 · P2 cut at 200",
        "2 · P1 cut at 200",
        "3 · C3 cut at 200",
    ]
    assert [part.hue for part in parts] == [NO_HUE, 1, 0, 2]


def test_a_part_of_the_budget_is_chosen_by_a_click(
    panel: BenchPanel, asked: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(asked)
    bar = panel.sides[0].budget
    middle = bar.room_of(1).center().toPoint()
    with qtbot.waitSignal(panel.place_chosen) as signal:
        qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=middle)
    assert signal.args == [2]
    assert panel.sides[0].caption.text() == "Prompt 795 / 4,000"


def test_a_budget_changed_before_anything_was_asked_shows(
    panel: BenchPanel, workspace: Workspace
) -> None:
    question = Question(settings=SearchSettings(prompt_characters=900))
    panel.show_workspace(asked_of(workspace, Side()))
    panel.show_workspace(asked_of(workspace, Side(question)))
    assert panel.sides[0].caption.text() == "Prompt – / 900"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("hue", [NO_HUE, *range(6)])
def test_labels_on_the_budget_can_be_read(theme: Theme, hue: int) -> None:
    ground = ground_of(Stretch(1, 1, ("",), "", hue), theme)
    assert contrast(theme.text, ground.name()) >= 4.5


def test_rows_are_chosen_by_click_and_by_key(
    panel: BenchPanel, asked: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(asked)
    table = panel.sides[0].table
    places: list[int] = []
    panel.place_chosen.connect(places.append)
    spot = table.visualRect(table.model().index(2, Column.PASSAGE)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Home)
    panel.step(1)
    assert places == [3, 4, 1, 2]


def test_the_row_stood_at_is_gone_to_once_more_by_a_click(
    panel: BenchPanel, asked: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(asked)
    table = panel.sides[0].table
    spot = table.visualRect(table.model().index(0, Column.PASSAGE)).center()
    with qtbot.waitSignal(panel.place_chosen) as signal:
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert signal.args == [1]


def test_showing_a_workspace_chooses_nothing(
    panel: BenchPanel, asked: Workspace, qtbot: QtBot
) -> None:
    with qtbot.assertNotEmitted(panel.place_chosen):
        panel.show_workspace(asked)
        panel.show_workspace(replace(asked, bench=replace(asked.bench, chosen=3)))
    assert panel.sides[0].table.currentIndex().row() == 2


def test_the_chunk_chosen_in_the_document_is_marked_among_the_candidates(
    panel: BenchPanel, asked: Workspace
) -> None:
    table = panel.sides[0].table
    panel.show_workspace(asked.choose_chunk(Level.PARENT, 0))
    assert (table.marked, table.currentIndex().row()) == (2, 0)
    panel.show_workspace(asked.choose_chunk(Level.PARENT, 1))
    assert table.marked is None


def test_rows_are_copied_for_a_spreadsheet(
    panel: BenchPanel, asked: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(asked)
    table = panel.sides[0].table
    table.selectAll()
    table.copy_rows()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == table.model().rowCount()
    assert lines[0].split("\t")[Column.PASSAGE] == "Parent 2"


def test_stale_answers_lie_under_a_veil(panel: BenchPanel, asked: Workspace, qtbot: QtBot) -> None:
    panel.show_workspace(replace(asked, chunk_set=page().chunk_set))
    qtbot.waitUntil(panel.sides[0]._veil.isVisible)
    assert panel.status.words.text().startswith("Asked of other sizes; run again.")
    panel.show_workspace(asked)
    assert not panel.sides[0]._veil.isVisible()


def test_indexing_shows_how_far_it_is_and_can_be_cancelled(
    panel: BenchPanel, workspace: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(asked_of(workspace, Side(), stage=Stage.INDEXING))
    panel.show_progress(Progress("Indexing", "3 of 9", 3, 9))
    assert panel.status.words.text() == "Indexing: 3 of 9"
    with qtbot.waitSignal(panel.cancel_wanted):
        panel.status.cancel.click()
    panel.show_workspace(workspace)
    assert not panel.status.cancel.isVisible()


def test_another_model_s_scores_are_remarked_upon(panel: BenchPanel, workspace: Workspace) -> None:
    panel.show_workspace(workspace)
    assert "the floor of 0.4 was set for bge-small" in panel.status.model.text()
    reference = Question(model="bge-small-en-v1.5")
    panel.show_workspace(asked_of(workspace, Side(reference)))
    assert panel.status.model.text() == "bge-small-en-v1.5"


def test_two_sides_stand_beside_each_other_and_a_click_leads(
    panel: BenchPanel, compared: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(compared)
    second: BenchSide = panel.sides[1]
    assert second.isVisible()
    assert second.table.currentIndex().row() == -1
    with qtbot.waitSignal(panel.lead_wanted) as signal:
        qtbot.mouseClick(second, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert signal.args == [1]


def test_choosing_on_the_other_side_leads_it_first(panel: BenchPanel, compared: Workspace) -> None:
    panel.show_workspace(compared)
    order: list[tuple[str, int]] = []
    panel.lead_wanted.connect(lambda number: order.append(("lead", number)))
    panel.place_chosen.connect(lambda place: order.append(("choose", place)))
    panel.sides[1].table.place_chosen.emit(2)
    assert order == [("lead", 1), ("choose", 2)]


def test_a_single_side_has_no_column_of_the_other(
    panel: BenchPanel, asked: Workspace, compared: Workspace
) -> None:
    table = panel.sides[0].table
    panel.show_workspace(asked)
    assert table.isColumnHidden(Column.OTHER)
    panel.show_workspace(compared)
    assert not table.isColumnHidden(Column.OTHER)


@pytest.mark.parametrize("width", [320, 500, 700, 1000, 1440])
@pytest.mark.parametrize("sides", ["asked", "compared"])
def test_the_table_never_needs_to_scroll_sideways(
    panel: BenchPanel, request: pytest.FixtureRequest, qtbot: QtBot, width: int, sides: str
) -> None:
    if width < 1000 and sides == "compared":
        width = 1000
    panel.show_workspace(request.getfixturevalue(sides))
    panel.resize(width, 300)
    qtbot.wait(20)
    for side in panel.sides:
        if side.isVisible():
            shown = [one for one in Column if not side.table.isColumnHidden(one)]
            assert {Column.PLACE, Column.PASSAGE, Column.FATE} <= set(shown)
            taken = sum(side.table.columnWidth(one) for one in shown)
            assert taken <= side.table.viewport().width()


def test_a_width_that_the_user_gave_stays(panel: BenchPanel, asked: Workspace) -> None:
    panel.show_workspace(asked)
    table = panel.sides[0].table
    table.horizontalHeader().resizeSection(Column.PATH, 150)
    panel.resize(1300, 300)
    assert table.columnWidth(Column.PATH) == 150


def test_the_details_take_the_table_s_place_where_room_is_short(
    panel: BenchPanel, asked: Workspace
) -> None:
    panel.show_workspace(asked)
    assert (panel.details.isVisible(), panel.switch.isVisible()) == (True, False)
    panel.resize(700, 300)
    assert (panel.details.isVisible(), panel.switch.isVisible()) == (False, True)
    panel.show_prompt()
    assert panel.details.page is Details.PROMPT
    assert (panel.details.isVisible(), panel.sides[0].isVisible()) == (True, False)
    panel.focus_question()
    assert panel.sides[0].isVisible()


@pytest.mark.parametrize("sides", ["asked", "compared"])
def test_every_control_has_a_name_of_its_own_and_a_tooltip(
    panel: BenchPanel, request: pytest.FixtureRequest, sides: str
) -> None:
    panel.show_workspace(request.getfixturevalue(sides))
    kinds = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox)
    found = [
        one
        for one in panel.findChildren(QWidget)
        if isinstance(one, kinds)
        and one.isVisibleTo(panel)
        and not isinstance(one.parent(), QAbstractSpinBox)
        and not one.objectName().startswith("qt_")
    ]
    assert [type(one) for one in found if not (one.accessibleName() and one.toolTip())] == []
    names = [one.accessibleName() for one in found]
    assert sorted(names) == sorted(set(names))


def test_the_bench_takes_another_theme(panel: BenchPanel, compared: Workspace) -> None:
    panel.show_workspace(compared)
    panel.set_theme(DARK)
    assert all(side.table.theme is DARK for side in panel.sides)


def test_an_empty_bench_of_another_page_shows_nothing_of_the_first(
    panel: BenchPanel, asked: Workspace, workspace: Workspace
) -> None:
    panel.show_workspace(asked)
    panel.show_workspace(replace(workspace, bench=Bench()))
    assert panel.sides[0].table.model().rowCount() == 0
    assert panel.sides[0].budget.stretches == ()
