from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.pages import cut_of, found, opened

from chunkscope.core.document import Document
from chunkscope.core.lint.findings import Severity
from chunkscope.gui.models.findings_model import Column, FindingsModel
from chunkscope.gui.panels.findings import WIDE_FROM_PX, FindingsPanel
from chunkscope.gui.theme import DARK
from chunkscope.workspace.state import Workspace

PAGE = """# Page

## Alpha

Cherry text <b>here</b>.

## Beta

Banana text.

### Gamma

Apple text.
"""


@pytest.fixture
def panel(qtbot: QtBot) -> FindingsPanel:
    panel = FindingsPanel()
    qtbot.addWidget(panel)
    panel.resize(WIDE_FROM_PX + 200, 300)
    panel.show()
    return panel


@pytest.fixture
def workspace() -> Workspace:
    page = found(opened(PAGE), "Apple", Severity.INFO, rule="z-rule")
    page = found(page, "Banana", Severity.ERROR, rule="y-rule", parents=(1,))
    return found(page, "Cherry", Severity.WARNING, rule="x-rule")


def rows(panel: FindingsPanel, column: Column = Column.MESSAGE) -> list[str]:
    model = panel._model
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_findings_stand_in_the_order_of_the_page(
    panel: FindingsPanel, workspace: Workspace
) -> None:
    panel.show_workspace(workspace)
    assert rows(panel) == ["About Cherry", "About Banana", "About Apple"]
    assert rows(panel, Column.SEVERITY) == ["warning", "error", "note"]
    assert rows(panel, Column.PLACE) == ["P1 · Alpha", "P2 · Beta", "P3 · Beta › Gamma"]


@pytest.mark.parametrize(
    ("column", "first"),
    [
        (Column.SEVERITY, "About Banana"),
        (Column.MESSAGE, "About Apple"),
        (Column.PLACE, "About Cherry"),
        (Column.RULE, "About Cherry"),
    ],
)
def test_each_column_sorts(
    panel: FindingsPanel, workspace: Workspace, column: Column, first: str
) -> None:
    panel.show_workspace(workspace)
    panel._view.sortByColumn(column, Qt.SortOrder.AscendingOrder)
    assert rows(panel)[0] == first
    panel._view.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    assert rows(panel)[-1] == first


def test_severities_are_switched_off_and_on(panel: FindingsPanel, workspace: Workspace) -> None:
    panel.show_workspace(workspace)
    error, *_ = panel._toggles
    assert error.accessibleName() == "1 error"
    error.click()
    assert rows(panel) == ["About Cherry", "About Apple"]
    error.click()
    assert len(rows(panel)) == 3


@pytest.mark.parametrize("words", ["apple", "z-rule", "gamma", "GAMMA apple", "P3"])
def test_words_filter_by_message_rule_and_place(
    panel: FindingsPanel, workspace: Workspace, words: str
) -> None:
    panel.show_workspace(workspace)
    panel._line.setText(words)
    assert rows(panel) == ["About Apple"]


def test_a_filter_without_hits_offers_the_way_back(
    panel: FindingsPanel, workspace: Workspace
) -> None:
    panel.show_workspace(workspace)
    panel._line.setText("nothing like it")
    assert panel._empty.title == "No finding matches"
    panel._empty.step_wanted.emit()
    assert len(rows(panel)) == 3


def test_enter_and_a_click_lead_to_a_finding(
    panel: FindingsPanel, workspace: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(workspace)
    view = panel._view
    for act in (view.activated.emit, view.clicked.emit):
        with qtbot.waitSignal(panel.finding_chosen) as signal:
            act(panel._model.index(0, Column.MESSAGE))
        assert signal.args == [2]


def test_following_the_choice_says_nothing_and_shows_the_advice(
    panel: FindingsPanel, workspace: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(workspace)
    with qtbot.assertNotEmitted(panel.finding_chosen):
        panel.show_workspace(workspace.choose_finding(1))
    assert panel._view.currentIndex().row() == 1
    assert panel._advice.words == ("About Banana", "Change Banana.", "P2 · Beta · y-rule")


def test_the_arrows_show_advice_without_leaving_the_place(
    panel: FindingsPanel, workspace: Workspace, qtbot: QtBot
) -> None:
    panel.show_workspace(workspace)
    with qtbot.assertNotEmitted(panel.finding_chosen):
        panel._view.setCurrentIndex(panel._model.index(2, 0))
    assert panel._advice.words[0] == "About Apple"


def test_advice_stays_when_only_figures_arrive(panel: FindingsPanel, workspace: Workspace) -> None:
    panel.show_workspace(workspace)
    panel._view.setCurrentIndex(panel._model.index(2, 0))
    panel.show_workspace(replace(workspace, ignored=()))
    assert panel._advice.words[0] == "About Apple"


def test_the_head_counts_those_here_and_all(panel: FindingsPanel, workspace: Workspace) -> None:
    panel.show_workspace(workspace)
    assert panel._head.count == "3 in document"
    panel.show_workspace(workspace.choose_finding(1))
    assert panel._head.count == "1 here · 3 in document"


def test_chosen_rows_are_copied_as_text(panel: FindingsPanel, workspace: Workspace) -> None:
    panel.show_workspace(workspace)
    panel._view.selectAll()
    panel._view.copy_rows()
    lines = QApplication.clipboard().text().split("\n")
    assert lines[0] == "warning\tAbout Cherry\tP1 · Alpha\tx-rule"
    assert len(lines) == 3


def test_tooltips_show_markup_as_it_is_written(panel: FindingsPanel) -> None:
    panel.show_workspace(found(opened(PAGE), "<b>here</b>"))
    tip = panel._model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;here" in tip


def test_where_room_is_short_each_finding_takes_two_lines(
    panel: FindingsPanel, workspace: Workspace
) -> None:
    panel.show_workspace(workspace)
    tall = panel._view.is_narrow
    panel.resize(260, 500)
    assert (tall, panel._view.is_narrow) == (False, True)
    assert panel._view.isColumnHidden(Column.RULE)
    assert not panel.grab().isNull()


def test_messages_have_their_room_before_places_and_rules(
    panel: FindingsPanel, workspace: Workspace
) -> None:
    panel.show_workspace(workspace)
    view = panel._view
    for width in (1400, 700):
        panel.resize(width, 300)
        message = view.columnWidth(Column.MESSAGE)
        assert message >= view.sizeHintForColumn(Column.MESSAGE)
        assert view.isColumnHidden(Column.RULE) == (width == 700)


def test_nothing_is_blank_without_a_reason(panel: FindingsPanel) -> None:
    assert panel._empty.title == "No page is open"
    panel.show_workspace(Workspace(document=Document("Page", PAGE)))
    assert panel._empty.title == "Looking for findings…"
    panel.show_workspace(replace(opened(PAGE), findings=()))
    assert panel._empty.title == "No findings: this page is fine"


def test_findings_of_an_earlier_cut_do_no_harm(panel: FindingsPanel, workspace: Workspace) -> None:
    panel.show_workspace(workspace.choose_finding(1))
    fewer = found(opened("# Page\n\nOne text.\n"), "One", parents=(7,))
    panel.show_workspace(fewer)
    assert rows(panel, Column.PLACE) == ["Page"]
    assert len(cut_of(fewer).parents) == 1


def test_the_model_keeps_the_contract_of_qt(qtbot: QtBot, workspace: Workspace) -> None:
    model = FindingsModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.show_findings(workspace.findings or (), workspace.chunk_set)
    model.filter(frozenset({Severity.ERROR}), "")
    model.sort(Column.RULE)
    model.show_findings((), None)
    assert model.rowCount() == 0


def test_both_themes_paint_without_a_word_from_qt(
    panel: FindingsPanel, workspace: Workspace
) -> None:
    panel.show_workspace(workspace.choose_finding(0))
    panel.grab()
    panel.set_theme(DARK)
    assert not panel.grab().isNull()


def test_a_filter_names_a_severity_as_the_command_line_does_too(
    panel: FindingsPanel, workspace: Workspace
) -> None:
    panel.show_workspace(workspace)
    assert [toggle.toolTip() for toggle in panel._toggles] == [
        "Hide 1 error",
        "Hide 1 warning",
        "Hide 1 note (info)",
    ]
