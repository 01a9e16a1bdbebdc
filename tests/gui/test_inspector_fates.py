"""The inspector and the bench say the same of a chunk that a question found."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.asked_pages import answer_to, asked_of, page

from chunkscope.core.chunks import Level
from chunkscope.core.fusion import SearchSettings
from chunkscope.core.settings import Settings
from chunkscope.gui.panels.inspector import InspectorPanel
from chunkscope.workspace.state import Workspace

SCORES = {"P1": 0.9, "P2": 0.8, "C2": 0.7, "P4": 0.3}
IF_FOUND = "Reaches the prompt if found: all 265 characters"


@pytest.fixture
def panel(qtbot: QtBot) -> InspectorPanel:
    panel = InspectorPanel()
    qtbot.addWidget(panel)
    panel.resize(300, 700)
    panel.show()
    return panel


def asked(settings: SearchSettings | None = None) -> Workspace:
    workspace = page()
    return asked_of(workspace, answer_to(workspace, SCORES, settings=settings))


def said(panel: InspectorPanel, workspace: Workspace, index: int, level: Level) -> str:
    panel.show_workspace(workspace.choose_chunk(level, index))
    return panel._chunk._prompt.figure.sentence


@pytest.mark.parametrize(
    ("settings", "level", "index", "words"),
    [
        (SearchSettings(), Level.PARENT, 0, "all 265 characters"),
        (SearchSettings(passage_characters=100), Level.PARENT, 0, "100 of 265 characters"),
        (SearchSettings(), Level.CHILD, 1, "none same as 2"),
        (SearchSettings(), Level.PARENT, 3, "none under the floor"),
        (SearchSettings(passages=1), Level.PARENT, 1, "none past the first 1"),
        (SearchSettings(prompt_characters=300), Level.PARENT, 1, "35 of 265 characters"),
    ],
)
def test_a_chunk_that_was_found_has_the_fate_that_the_bench_tells(
    panel: InspectorPanel, settings: SearchSettings, level: Level, index: int, words: str
) -> None:
    assert said(panel, asked(settings), index, level) == f"Reaches the prompt: {words}"


def test_nothing_is_promised_of_a_chunk_that_was_not_found(panel: InspectorPanel) -> None:
    assert said(panel, asked(), 4, Level.PARENT) == IF_FOUND


def test_an_answer_to_something_else_tells_no_fate(panel: InspectorPanel) -> None:
    workspace = asked()
    side = workspace.bench.side
    other = replace(side, question=replace(side.question, text="How?"))
    stale = replace(workspace, bench=workspace.bench.with_side(0, other))
    assert said(panel, stale, 3, Level.PARENT) == IF_FOUND


def test_an_answer_of_another_cut_tells_no_fate(panel: InspectorPanel) -> None:
    workspace = replace(asked(), settings=Settings(parent_size=340))
    assert said(panel, workspace, 3, Level.PARENT) == IF_FOUND
