"""The rows of the bench: names, fates, the answer's share, and the order asked for."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot
from tests.gui.asked_pages import answer_to, asked_of, page
from tests.gui.pages import opened

from chunkscope.core.fusion import SearchSettings
from chunkscope.core.verdict import Case, Share, Verdict
from chunkscope.gui.models.bench_status import is_of_other_sizes, saying_of
from chunkscope.gui.models.candidate_rows import MISSED, SHORT, Column, places_of, rows_of
from chunkscope.gui.models.candidates_model import CandidatesModel
from chunkscope.retrieval.costs import Outcome, Plan
from chunkscope.workspace.bench import Bench, Side, Stage
from chunkscope.workspace.state import Workspace

SCORES = {"P1": 0.9, "P2": 0.8, "C3": 0.7, "C1": 0.65, "P4": 0.3, "page": 0.2}
PLAN = Plan(60, 46, 6200, 14, 3)


@pytest.fixture
def workspace() -> Workspace:
    return page()


@pytest.fixture
def side(workspace: Workspace) -> Side:
    return answer_to(workspace, SCORES, ["P2", "P5"])


def listed(side: Side) -> CandidatesModel:
    model = CandidatesModel()
    model.show_rows(rows_of(side))
    return model


def cells(model: CandidatesModel, column: Column) -> list[str]:
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_the_model_keeps_qt_s_rules(side: Side, qtbot: QtBot) -> None:
    model = CandidatesModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_rows(rows_of(side))
    model.sort(Column.VECTOR, Qt.SortOrder.DescendingOrder)
    model.show_rows(())
    assert model.rowCount(QModelIndex()) == 0


def test_candidates_stand_in_the_fused_order_with_their_figures(side: Side) -> None:
    model = listed(side)
    assert cells(model, Column.PLACE) == ["1", "2", "3", "4", "5", "6", "7"]
    assert cells(model, Column.PASSAGE)[:3] == ["Parent 2", "Parent 1", "Parent 5"]
    assert cells(model, Column.PATH)[0] == "Section 2"
    assert cells(model, Column.VECTOR)[:3] == ["0.800", "0.900", "–"]
    assert cells(model, Column.VECTOR_RANK)[:3] == ["2", "1", "–"]
    assert cells(model, Column.TEXT)[:3] == ["1", "–", "2"]


@pytest.mark.parametrize(
    ("settings", "row", "words"),
    [
        (SearchSettings(), 0, "265 of 265 whole"),
        (SearchSettings(passage_characters=100), 0, "100 of 265 cut"),
        (SearchSettings(), 4, "same first 96 characters same as 2"),
        (SearchSettings(), 5, "the floor is 0.4 under the floor"),
        (SearchSettings(leg=3), 4, "past a leg's 3"),
        (SearchSettings(passages=2), 2, "past the first 2"),
        (SearchSettings(prompt_characters=300), 2, "no room"),
    ],
)
def test_each_row_says_what_became_of_it(
    workspace: Workspace, settings: SearchSettings, row: int, words: str
) -> None:
    model = listed(answer_to(workspace, SCORES, ["P2", "P5"], settings=settings))
    assert cells(model, Column.FATE)[row] == words


@pytest.mark.parametrize("column", list(Column))
def test_every_column_sorts_both_ways_and_keeps_what_has_no_value_last(
    side: Side, column: Column
) -> None:
    model = listed(side)
    for order in Qt.SortOrder:
        model.sort(column, order)
        empty = [row.value(column) is None for row in model.shown]
        assert empty == sorted(empty)
        assert len(model.shown) == 7


def test_sorting_by_score_begins_with_the_nearest(side: Side) -> None:
    model = listed(side)
    model.sort(Column.VECTOR)
    assert cells(model, Column.PASSAGE)[0] == "Parent 1"
    assert cells(model, Column.VECTOR)[-1] == "–"


def test_the_answer_column_says_share_and_verdict(workspace: Workspace) -> None:
    verdict = Verdict(Case.PAST_CUT, "It is cut.", "Move it.", 2, (1,))
    side = answer_to(workspace, SCORES, ["P2"], verdict=verdict, shares=(Share(2, 12, 48),))
    model = listed(side)
    assert cells(model, Column.ANSWER)[:3] == [
        "goes before it",
        "25 % of it answer lost in the cut",
        "",
    ]
    assert "12 of its 48 tokens" in model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_parts_of_a_split_answer_are_named(workspace: Workspace) -> None:
    verdict = Verdict(Case.SPLIT, "Split.", "", 1, parts=(1, 3))
    model = listed(answer_to(workspace, SCORES, verdict=verdict))
    assert cells(model, Column.ANSWER)[:3] == ["part of the answer", "", "part of the answer"]


def test_what_the_vector_engine_misses_is_said(workspace: Workspace) -> None:
    rows = rows_of(answer_to(workspace, SCORES, missed=(2,)))
    assert [row.is_missed for row in rows][:3] == [False, True, False]
    assert MISSED in tuple(rows[1].sentences())


def test_what_the_budget_took_is_told_apart_from_the_cut_of_every_passage(
    workspace: Workspace,
) -> None:
    settings = SearchSettings(passage_characters=200, prompt_characters=300)
    rows = rows_of(answer_to(workspace, SCORES, settings=settings))
    said = [SHORT in tuple(row.sentences()) for row in rows]
    assert said[:3] == [False, True, True]


def test_the_other_side_s_place_stands_beside_each_passage(workspace: Workspace) -> None:
    first = answer_to(workspace, {"P1": 0.9, "P2": 0.8, "P3": 0.7})
    second = answer_to(workspace, {"P3": 0.9, "P2": 0.8, "P4": 0.7})
    left = [row.cell(Column.OTHER) for row in rows_of(first, places_of(second.asked))]
    right = rows_of(second, places_of(first.asked), is_second=True)
    assert left == ["→ –", "→ 2", "→ 1"]
    assert [row.cell(Column.OTHER) for row in right] == ["← 3", "← 2", "← –"]


def test_a_row_is_copied_as_tab_separated_cells(side: Side) -> None:
    cells = listed(side).line_of(0).split("\t")
    assert len(cells) == len(Column)
    assert cells[Column.PASSAGE] == "Parent 2"


def said(workspace: Workspace, far: str = "", **bench: object) -> str:
    return saying_of(replace(workspace, bench=replace(workspace.bench, **bench)), far).words  # type: ignore[arg-type]


def test_the_cost_is_told_before_and_what_was_done_after(workspace: Workspace) -> None:
    done = Outcome(Plan(60, 46, 6200, 14, 3), 46, 1.23)
    same = Plan(60, 0, 0, 60, 0)
    assert said(workspace, plan=PLAN) == "46 of 60 passages to embed, about 6,200 tokens."
    assert said(workspace, plan=same) == "Index up to date: 60 passages."
    assert (
        said(workspace, plan=same, indexed=done)
        == "Indexed: embedded 46, kept 14, removed 3, 1.2 s."
    )


def test_each_stage_can_be_cancelled_and_says_what_it_is(workspace: Workspace) -> None:
    assert said(workspace, stage=Stage.LOADING) == "Loading all-MiniLM-L6-v2…"
    assert said(workspace, "3 of 9", stage=Stage.INDEXING) == "Indexing: 3 of 9"
    assert saying_of(replace(workspace, bench=Bench(stage=Stage.ASKING))).is_running


def test_an_error_stands_with_its_next_step(workspace: Workspace) -> None:
    saying = saying_of(replace(workspace, bench=Bench(error="It broke.", hint="Mend it.")))
    assert (saying.words, saying.role) == ("It broke. Mend it.", "error")


def test_an_answer_of_other_sizes_says_so(workspace: Workspace, side: Side) -> None:
    fresh = asked_of(workspace, side)
    other = replace(fresh, chunk_set=page().chunk_set)
    assert not is_of_other_sizes(fresh, 0)
    assert is_of_other_sizes(other, 0)
    assert said(other).startswith("Asked of other sizes; run again.")


def test_a_question_typed_after_the_answer_is_told_apart(workspace: Workspace, side: Side) -> None:
    typed = replace(side, question=replace(side.question, text="Else?"))
    assert "Return asks this" in said(asked_of(workspace, typed))


def test_nothing_is_said_without_a_page() -> None:
    assert saying_of(Workspace()).words == ""
    assert saying_of(opened("")).words == ""
