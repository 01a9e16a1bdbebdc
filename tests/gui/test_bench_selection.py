"""The chosen candidate stays chosen and in sight, however the table is ordered or filled."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from pytestqt.qtbot import QtBot
from tests.gui.asked_pages import answer_to, asked_of, page

from chunkscope.gui.models.candidate_rows import Column
from chunkscope.gui.panels.bench import BenchPanel
from chunkscope.gui.widgets.candidates_view import CandidatesView
from chunkscope.workspace.state import Workspace

SCORES = {"P1": 0.9, "P2": 0.8, "C3": 0.7, "C1": 0.65, "P4": 0.3, "P6": 0.25, "page": 0.2}


@pytest.fixture
def workspace() -> Workspace:
    page_open = page()
    return asked_of(page_open, answer_to(page_open, SCORES, ["P2"]), chosen=2)


@pytest.fixture
def panel(qtbot: QtBot, workspace: Workspace) -> BenchPanel:
    panel = BenchPanel()
    qtbot.addWidget(panel)
    panel.resize(1440, 220)
    panel.show()
    panel.show_workspace(workspace)
    return panel


@pytest.fixture
def table(panel: BenchPanel) -> CandidatesView:
    return panel.sides[0].table


def sort(table: CandidatesView, column: Column, qtbot: QtBot) -> None:
    """Click on a column's head."""
    header = table.horizontalHeader()
    spot = QPoint(header.sectionViewportPosition(column) + 12, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def chosen(table: CandidatesView) -> list[int]:
    """Places of the rows that are selected."""
    rows = sorted(index.row() for index in table.selectionModel().selectedRows())
    return sorted(table.listed.shown[row].place for row in rows)


def is_in_sight(table: CandidatesView) -> bool:
    return table.viewport().rect().contains(table.visualRect(table.currentIndex()).center())


@pytest.mark.parametrize("column", [Column.PLACE, Column.VECTOR, Column.PATH, Column.FATE])
@pytest.mark.parametrize("clicks", [1, 2])
def test_sorting_keeps_the_chosen_row_and_shows_it(
    panel: BenchPanel, table: CandidatesView, qtbot: QtBot, column: Column, clicks: int
) -> None:
    with qtbot.assertNotEmitted(panel.place_chosen):
        for _ in range(clicks):
            sort(table, column, qtbot)
    assert chosen(table) == [2]
    assert table.listed.shown[table.currentIndex().row()].place == 2
    assert is_in_sight(table)


def test_the_next_candidate_is_the_one_below_in_the_order_shown(
    panel: BenchPanel, table: CandidatesView, qtbot: QtBot
) -> None:
    sort(table, Column.VECTOR, qtbot)
    row = table.currentIndex().row()
    with qtbot.waitSignal(panel.place_chosen) as signal:
        panel.step(1)
    assert signal.args == [table.listed.shown[row + 1].place]


def test_sorting_keeps_several_rows_selected(table: CandidatesView, qtbot: QtBot) -> None:
    whole_row = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    table.selectionModel().select(table.model().index(3, 0), whole_row)
    sort(table, Column.FATE, qtbot)
    assert chosen(table) == [2, 4]


def test_a_new_answer_keeps_the_order_and_the_chosen_row(
    panel: BenchPanel, table: CandidatesView, workspace: Workspace, qtbot: QtBot
) -> None:
    sort(table, Column.VECTOR, qtbot)
    sort(table, Column.VECTOR, qtbot)
    side = answer_to(workspace, {**SCORES, "P5": 0.95}, ["P2"])
    panel.show_workspace(asked_of(workspace, side, chosen=5))
    scores = [row.cell(Column.VECTOR) for row in table.listed.shown]
    assert scores == sorted(scores)
    assert chosen(table) == [5]
    assert is_in_sight(table)


def test_sorting_without_a_choice_chooses_nothing(
    panel: BenchPanel, table: CandidatesView, workspace: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(replace(workspace, bench=replace(workspace.bench, chosen=None)))
    sort(table, Column.VECTOR, qtbot)
    assert chosen(table) == []
