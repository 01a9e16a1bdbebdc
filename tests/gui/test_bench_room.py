"""What the bench leaves out where room is short, and what it never does."""

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.asked_pages import answer_to, asked_of, page

from chunkscope.core.verdict import Case, Share, Verdict
from chunkscope.gui.models.candidate_rows import Column
from chunkscope.gui.panels.bench import BenchPanel
from chunkscope.gui.widgets import candidate_cells
from chunkscope.gui.widgets.candidates_view import CandidatesView
from chunkscope.workspace.state import Workspace

SCORES = {"P1": 0.9, "P2": 0.8, "C3": 0.7, "C1": 0.65, "P4": 0.3, "page": 0.2}
VERDICT = Verdict(Case.PAST_CUT, "It is cut.", "Move it.", 2, (1,))


@pytest.fixture
def place(qtbot: QtBot) -> QWidget:
    place = QWidget()
    qtbot.addWidget(place)
    place.resize(1500, 600)
    return place


@pytest.fixture
def panel(place: QWidget) -> BenchPanel:
    """A panel that is no window: as narrow as it is made."""
    panel = BenchPanel(place)
    place.show()
    return panel


def asked(sides: int = 1) -> Workspace:
    workspace = page()
    side = answer_to(workspace, SCORES, ["P2"], verdict=VERDICT, shares=(Share(2, 12, 48),))
    return asked_of(workspace, *([side] * sides), chosen=1)


def shown(table: CandidatesView) -> set[Column]:
    return {one for one in Column if not table.isColumnHidden(one)}


def show(panel: BenchPanel, workspace: Workspace, width: int, qtbot: QtBot) -> None:
    panel.show_workspace(workspace)
    panel.resize(width, 500)
    qtbot.waitUntil(lambda: panel.sides[0].table.viewport().width() <= width)
    qtbot.wait(20)


@pytest.mark.parametrize("width", [1000, 1440])
def test_two_sides_keep_the_figures_that_are_compared(
    panel: BenchPanel, qtbot: QtBot, width: int
) -> None:
    show(panel, asked(sides=2), width, qtbot)
    for side in panel.sides:
        assert {Column.OTHER, Column.VECTOR, Column.TEXT} <= shown(side.table)


def test_one_side_keeps_what_became_of_the_answer(panel: BenchPanel, qtbot: QtBot) -> None:
    show(panel, asked(), 560, qtbot)
    assert Column.ANSWER in shown(panel.sides[0].table)


@pytest.mark.parametrize("width", range(320, 1500, 40))
@pytest.mark.parametrize("sides", [1, 2])
def test_no_column_is_left_out_that_has_room(
    panel: BenchPanel, qtbot: QtBot, width: int, sides: int
) -> None:
    show(panel, asked(sides), width, qtbot)
    table = panel.sides[0].table
    others = {Column.OTHER} if sides == 1 else set()
    left_out = set(Column) - shown(table) - {Column.RERANKED} - others
    least = sum(table._needs[one] for one in shown(table) if one is not Column.FATE)
    rest = table.viewport().width() - least - table._least_fate
    assert all(table._needs[one] > rest for one in left_out)


def test_reasons_are_whole_or_left_to_the_tooltip(
    panel: BenchPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(panel, asked(), 640, qtbot)
    table = panel.sides[0].table
    table.setColumnWidth(Column.FATE, 130)
    elided: list[str] = []

    def note(words: str, *rest: object) -> str:
        elided.append(words)
        return words

    monkeypatch.setattr(candidate_cells, "elided", note)
    table.viewport().render(QImage(640, 300, QImage.Format.Format_ARGB32))
    assert elided
    assert not {row.detail for row in table.listed.shown} & set(elided)


@pytest.mark.parametrize(("width", "is_named"), [(320, False), (480, True), (1000, True)])
def test_the_floor_is_named_beside_or_in_its_field(
    panel: BenchPanel, qtbot: QtBot, width: int, is_named: bool
) -> None:
    show(panel, asked(), width, qtbot)
    controls = panel.sides[0].controls
    captions = [one for one in controls.findChildren(QLabel) if one.text() == "floor"]
    assert [one.isVisible() for one in captions] == [is_named]
    assert controls.floor.text() == ("0.40" if is_named else "≥ 0.40")
    assert controls.floor.accessibleName() == "Floor of the similarity"
    needed = controls.floor.fontMetrics().horizontalAdvance(controls.floor.text())
    assert needed < controls.floor.width()


def test_a_short_saying_is_whole_beside_a_long_one(panel: BenchPanel, qtbot: QtBot) -> None:
    show(panel, asked(), 1000, qtbot)
    panel.status.words.say("Index up to date: 47 passages.")
    panel.status._share_room()
    words = panel.status.words
    qtbot.waitUntil(lambda: words.width() >= words.sizeHint().width())


@pytest.mark.parametrize(("width", "is_stacked"), [(340, True), (600, True), (700, False)])
def test_two_sides_stand_one_above_the_other_where_it_is_narrow(
    panel: BenchPanel, qtbot: QtBot, width: int, is_stacked: bool
) -> None:
    show(panel, asked(sides=2), width, qtbot)
    first, second = (side.geometry() for side in panel.sides)
    assert (first.bottom() < second.top()) == is_stacked
    assert (first.right() < second.left()) != is_stacked
    assert min(first.width(), second.width()) >= 300


@pytest.mark.parametrize("width", [340, 460, 600, 640, 820, 1440])
@pytest.mark.parametrize("sides", [1, 2])
def test_the_legs_the_levels_and_the_floor_are_never_cut_short(
    panel: BenchPanel, qtbot: QtBot, width: int, sides: int
) -> None:
    show(panel, asked(sides), width, qtbot)
    panel.sides[0].set_icons()
    qtbot.wait(20)
    controls = panel.sides[0].controls
    assert controls.levels.width() >= controls.levels.sizeHint().width()
    controls.floor.setValue(-1)
    needed = controls.floor.fontMetrics().horizontalAdvance(controls.floor.text())
    assert needed < controls.floor.width() - 8
    words = controls.legs.fontMetrics().horizontalAdvance(controls.legs.currentText())
    assert controls.legs.width() >= words + 30
    for caption in controls.findChildren(QLabel):
        assert not caption.isVisible() or caption.width() >= caption.sizeHint().width()
