from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.gui.pages import counted, cut_of, found, opened

from chunkscope.core.blocks import blocks_of
from chunkscope.core.counts import UNKNOWN
from chunkscope.core.document import Document
from chunkscope.core.ignored import ignored_headings
from chunkscope.core.lint.findings import Severity
from chunkscope.gui.models.outline_model import NODE_ROLE, Column, OutlineModel
from chunkscope.gui.models.outline_tree import GROUP_SIZE, tree_of
from chunkscope.gui.panels.outline import OutlinePanel
from chunkscope.gui.theme import DARK
from chunkscope.gui.widgets.outline_view import OutlineView
from chunkscope.workspace.state import Workspace

PAGE = """Words before.

# Refunds & <b>fees</b>

Intro of the page.

## Billing

Every plan renews.

Underlined
----------

##### Legacy seats

Old seats.

### Taxes

Included.

## Tokens

Last words.
"""


@pytest.fixture
def panel(qtbot: QtBot) -> OutlinePanel:
    panel = OutlinePanel()
    qtbot.addWidget(panel)
    panel.resize(300, 500)
    panel.show()
    return panel


def view_of(panel: OutlinePanel) -> OutlineView:
    return panel._view


def rows_of(panel: OutlinePanel, column: Column = Column.HEADING) -> list[str]:
    """What a reader sees in a column, from top to bottom."""
    view, rows = view_of(panel), []
    index = view.model().index(0, 0)
    while index.isValid():
        rows.append(str(index.siblingAtColumn(column).data()))
        index = view.indexBelow(index)
    return rows


def find(panel: OutlinePanel, title: str) -> QModelIndex:
    matches = (
        view_of(panel)
        .model()
        .match(
            view_of(panel).model().index(0, 0),
            int(Qt.ItemDataRole.DisplayRole),
            title,
            1,
            Qt.MatchFlag.MatchRecursive | Qt.MatchFlag.MatchExactly,
        )
    )
    return matches[0]


def show_with_ignored(panel: OutlinePanel, workspace: Workspace) -> None:
    panel.show_workspace(workspace)
    chunks = cut_of(workspace)
    ignored = ignored_headings(chunks.outline, blocks_of(chunks.text))
    panel.show_workspace(replace(workspace, ignored=ignored))


def test_the_model_keeps_the_contract_of_qt(qtbot: QtBot) -> None:
    model = OutlineModel()
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, model
    )
    workspace = found(counted(opened(PAGE), sections=[3] * 5), "Every", Severity.ERROR)
    outline = cut_of(workspace).outline
    model.show_tree(tree_of(outline, ignored_headings(outline, blocks_of(PAGE))))
    model.index(0, 0, model.index(1, 0)).data()
    model.show_counts(workspace.counts)
    model.show_findings(workspace.findings or ())
    model.show_tree(None)
    assert tester.model() is model


def test_headings_stand_in_a_tree_with_the_text_before_the_first_one(panel: OutlinePanel) -> None:
    panel.show_workspace(opened(PAGE))
    assert rows_of(panel) == [
        "(before the first heading)",
        "Refunds & <b>fees</b>",
        "Billing",
        "Taxes",
        "Tokens",
    ]


def test_a_page_that_begins_with_a_heading_has_no_row_for_text_before_it(
    panel: OutlinePanel,
) -> None:
    panel.show_workspace(opened("\n\n# One\n\ntext"))
    assert rows_of(panel) == ["One"]


def test_headings_that_do_not_split_come_later_and_say_why(panel: OutlinePanel) -> None:
    show_with_ignored(panel, opened(PAGE))
    assert rows_of(panel)[2:6] == ["Billing", "Underlined", "Legacy seats", "Taxes"]
    legacy = find(panel, "Legacy seats")
    said = legacy.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Legacy seats, not split"
    assert "level 5" in legacy.data(Qt.ItemDataRole.ToolTipRole)


def test_tokens_are_those_of_a_heading_and_all_below_it(panel: OutlinePanel) -> None:
    panel.show_workspace(counted(opened(PAGE), sections=[1, 20, 300, 4000, 50000]))
    assert rows_of(panel, Column.REAL) == ["1", "54,320", "4,300", "4,000", "50,000"]
    billing = find(panel, "Billing")
    tip = billing.data(Qt.ItemDataRole.ToolTipRole)
    assert "4,300 real" in tip
    assert "300 real" in tip


def test_real_tokens_keep_a_dash_until_every_part_is_counted(panel: OutlinePanel) -> None:
    panel.show_workspace(opened(PAGE))
    assert set(rows_of(panel, Column.REAL)) == {"–"}
    panel.show_workspace(counted(opened(PAGE), sections=[1, 20, 300, UNKNOWN, 5]))
    assert rows_of(panel, Column.REAL) == ["1", "–", "–", "–", "5"]


def test_the_worst_finding_marks_its_heading_and_what_hides_it(panel: OutlinePanel) -> None:
    workspace = found(opened(PAGE), "Included", Severity.WARNING)
    panel.show_workspace(found(workspace, "Included", Severity.ERROR))
    model = view_of(panel).model()
    assert isinstance(model, OutlineModel)
    taxes = find(panel, "Taxes")
    worst = model.worst_of(taxes.data(NODE_ROLE), with_below=False)
    assert worst is not None
    assert worst.severity is Severity.ERROR
    assert (
        taxes.siblingAtColumn(Column.WORST).data(Qt.ItemDataRole.AccessibleTextRole)
        == "error: About Included"
    )
    billing = taxes.parent().data(NODE_ROLE)
    assert model.worst_of(billing, with_below=False) is None
    assert model.worst_of(billing, with_below=True) is worst


def test_choosing_a_heading_leads_to_its_first_chunk(panel: OutlinePanel, qtbot: QtBot) -> None:
    panel.show_workspace(opened(PAGE))
    with qtbot.waitSignal(panel.section_chosen) as chosen:
        view_of(panel).setCurrentIndex(find(panel, "Taxes"))
    assert chosen.args == [PAGE.index("Included")]


def test_following_the_choice_says_nothing(panel: OutlinePanel, qtbot: QtBot) -> None:
    workspace = opened(PAGE)
    with qtbot.assertNotEmitted(panel.section_chosen):
        panel.show_workspace(workspace)
        panel.show_workspace(workspace.choose_offset(PAGE.index("Included")))
    assert view_of(panel).currentIndex().data() == "Taxes"


def test_what_a_reader_closed_stays_closed_when_figures_arrive(panel: OutlinePanel) -> None:
    workspace = opened(PAGE).choose_offset(PAGE.index("Included"))
    panel.show_workspace(workspace)
    view_of(panel).collapse(find(panel, "Billing"))
    show_with_ignored(panel, counted(workspace, sections=[1, 2, 3, 4, 5]))
    assert rows_of(panel)[-2:] == ["Billing", "Tokens"]


def test_a_new_choice_opens_what_hides_it(panel: OutlinePanel) -> None:
    workspace = opened(PAGE)
    panel.show_workspace(workspace)
    view_of(panel).collapseAll()
    panel.show_workspace(workspace.choose_offset(PAGE.index("Included")))
    assert "Taxes" in rows_of(panel)


def test_tooltips_show_markup_as_it_is_written(panel: OutlinePanel) -> None:
    panel.show_workspace(opened(PAGE))
    tip = view_of(panel).model().index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Refunds &amp; &lt;b&gt;fees&lt;/b&gt;" in tip


def test_a_long_run_of_headings_stands_in_groups(panel: OutlinePanel) -> None:
    text = "".join(f"# H{number}\n\ntext\n\n" for number in range(3 * GROUP_SIZE))
    workspace = opened(text)
    panel.show_workspace(workspace)
    assert rows_of(panel) == [
        "Headings 1 to 500",
        "Headings 501 to 1,000",
        "Headings 1,001 to 1,500",
    ]
    panel.show_workspace(workspace.choose_offset(text.index("H700")))
    assert view_of(panel).currentIndex().data() == "H700"


def test_nothing_is_blank_without_a_reason(panel: OutlinePanel) -> None:
    assert panel._empty.title == "No page is open"
    panel.show_workspace(Workspace(document=Document("Page", "")))
    assert panel._empty.title == "Reading the headings…"
    panel.show_workspace(opened("  \n"))
    assert panel._empty.title == "Nothing here"


def test_both_themes_paint_without_a_word_from_qt(panel: OutlinePanel) -> None:
    show_with_ignored(panel, found(opened(PAGE), "Included", Severity.INFO))
    panel.grab()
    panel.set_theme(DARK)
    assert not panel.grab().isNull()


def press(panel: OutlinePanel, title: str, *, beside: int = 0) -> None:
    view = view_of(panel)
    place = view.visualRect(find(panel, title))
    where = place.center()
    if beside:
        where.setX(place.left() - beside)
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where
    )


def test_a_click_says_once_where_to_go(panel: OutlinePanel, qtbot: QtBot) -> None:
    panel.show_workspace(opened(PAGE))
    places: list[int] = []
    panel.section_chosen.connect(places.append)
    press(panel, "Tokens")
    assert places == [PAGE.index("Last words")]


def test_a_click_on_the_arrow_closes_a_row_and_goes_nowhere(
    panel: OutlinePanel, qtbot: QtBot
) -> None:
    panel.show_workspace(opened(PAGE))
    with qtbot.assertNotEmitted(panel.section_chosen):
        press(panel, "Billing", beside=6)
    assert "Taxes" not in rows_of(panel)


def test_the_arrow_keys_walk_the_headings(panel: OutlinePanel, qtbot: QtBot) -> None:
    panel.show_workspace(opened(PAGE).choose_offset(PAGE.index("Included")))
    with qtbot.waitSignal(panel.section_chosen) as signal:
        QTest.keyClick(view_of(panel), Qt.Key.Key_Up)
    assert signal.args == [PAGE.index("Every plan")]


def test_a_tree_of_very_many_headings_comes_in_steps(panel: OutlinePanel, qtbot: QtBot) -> None:
    text = "".join(f"# H{number}\n\nx\n\n" for number in range(9000))
    panel.show_workspace(opened(PAGE))
    workspace = opened(text).choose_offset(text.index("H8999"))
    panel.show_workspace(workspace)
    assert panel._empty.title == "Reading the headings…"
    panel.show_workspace(counted(workspace, sections=[1] * 9001))
    qtbot.waitUntil(lambda: view_of(panel).isVisible())
    assert view_of(panel).currentIndex().data() == "H8999"
    assert rows_of(panel, Column.REAL)[0] == "500"


def test_a_tree_that_nobody_waits_for_is_given_up(panel: OutlinePanel, qtbot: QtBot) -> None:
    panel.show_workspace(opened("".join(f"# H{number}\n\n" for number in range(9000))))
    panel.show_workspace(opened(PAGE))
    qtbot.wait(50)
    assert rows_of(panel)[-1] == "Tokens"


class Painted(QObject):
    """Remembers which part of a widget was painted."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.region = QRegion()
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region = self.region.united(event.region())
        return super().eventFilter(watched, event)


def test_figures_and_marks_that_come_late_are_painted_in_every_row(
    panel: OutlinePanel, qtbot: QtBot
) -> None:
    workspace = opened(PAGE)
    panel.show_workspace(workspace)
    qtbot.wait(50)
    viewport = view_of(panel).viewport()
    figures = counted(workspace, sections=[1, 20, 300, 4000, 50000])
    for later in (figures, found(figures, "Included")):
        painted = Painted(viewport)
        panel.show_workspace(later)
        qtbot.wait(50)
        assert QRegion(viewport.rect()).subtracted(painted.region).isEmpty()


@pytest.mark.parametrize("between", ["", "\n", " \n\n\t\n"])
def test_a_section_without_text_has_no_tokens(panel: OutlinePanel, between: str) -> None:
    panel.show_workspace(counted(opened(f"# Page\n\nText.\n\n## Empty\n{between}"), 2))
    assert rows_of(panel, Column.ESTIMATED)[-1] == "0"
    assert rows_of(panel, Column.REAL)[-1] == "0"
