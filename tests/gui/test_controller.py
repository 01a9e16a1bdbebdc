"""The controller: intents become work, results become the workspace."""

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from chunkscope.core.chunks import Level
from chunkscope.core.settings import PRESETS, Settings
from chunkscope.gui.controller import Controller
from chunkscope.workspace.preferences import Preferences, load

PAGE = """# Refunds

Ask within 30 days. Then wait.

## Limits

There are none.

##### Deep

Some more text.
"""


@pytest.fixture
def controller(qtbot: QtBot) -> Iterator[Controller]:
    controller = Controller(Preferences())
    yield controller
    controller.close()


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "refunds.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def opened(controller: Controller, qtbot: QtBot, path: Path) -> None:
    controller.open_path(path)
    qtbot.waitUntil(lambda: is_ready(controller), timeout=20_000)


def is_ready(controller: Controller) -> bool:
    workspace = controller.workspace
    counts = workspace.counts
    return (
        workspace.opening is None
        and workspace.findings is not None
        and counts is not None
        and counts.complete
        and counts.chunk_set is workspace.chunk_set
    )


def test_counting_goes_on_when_its_process_is_killed(
    controller: Controller, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "long.md"
    path.write_text("# Long\n\n" + "A word and more. " * 20_000, encoding="utf-8")
    controller.open_path(path)
    qtbot.waitUntil(lambda: controller.workspace.counts is not None, timeout=20_000)
    (process,) = multiprocessing.active_children()
    process.kill()
    qtbot.waitUntil(lambda: is_ready(controller), timeout=60_000)

    assert controller.workspace.problem is None


def test_a_chosen_finding_stays_chosen_while_sizes_change(
    controller: Controller, qtbot: QtBot, page: Path
) -> None:
    opened(controller, qtbot, page)
    controller.choose_finding(0)
    chosen = controller.workspace.chosen_finding
    controller.set_settings(PRESETS["Fine"])
    qtbot.waitUntil(lambda: is_ready(controller), timeout=20_000)

    assert chosen is not None
    kept = controller.workspace.chosen_finding
    assert kept is not None
    assert (kept.rule, kept.spans) == (chosen.rule, chosen.spans)


def test_opening_a_file_cuts_counts_and_checks_it(
    controller: Controller, qtbot: QtBot, page: Path
) -> None:
    opened(controller, qtbot, page)
    workspace = controller.workspace

    assert workspace.document is not None
    assert workspace.document.title == "Refunds"
    assert workspace.chunk_set is not None
    assert len(workspace.chunk_set.parents) == 2
    assert {finding.rule for finding in workspace.findings or ()} >= {"deep-heading"}
    assert [heading.title for heading in workspace.ignored] == ["Deep"]
    assert controller.preferences.recent == (str(page),)


def test_a_file_that_cannot_be_read_leaves_what_is_open(
    controller: Controller, qtbot: QtBot, page: Path
) -> None:
    opened(controller, qtbot, page)
    controller.open_path(page.parent / "missing.md")
    qtbot.waitUntil(lambda: controller.workspace.problem is not None)
    workspace = controller.workspace

    assert workspace.problem is not None
    assert workspace.problem.hint
    assert workspace.document is not None
    assert workspace.document.title == "Refunds"
    assert workspace.opening is None

    controller.dismiss_problem()
    assert controller.workspace.problem is None


def test_new_sizes_cut_anew_and_the_old_cut_stays_until_then(
    controller: Controller, qtbot: QtBot, page: Path
) -> None:
    opened(controller, qtbot, page)
    before = controller.workspace.chunk_set
    controller.set_settings(PRESETS["Fine"])

    assert controller.workspace.chunk_set is before
    assert controller.workspace.cut_is_stale
    qtbot.waitUntil(lambda: is_ready(controller) and not controller.workspace.cut_is_stale)
    assert controller.preferences.settings_for(str(page)) == PRESETS["Fine"]


def test_dragging_a_size_ends_at_the_last_one(
    controller: Controller, qtbot: QtBot, page: Path
) -> None:
    opened(controller, qtbot, page)
    for size in range(200, 300, 10):
        controller.set_settings(Settings(size, 50, 100, 25))
    qtbot.waitUntil(lambda: is_ready(controller) and not controller.workspace.cut_is_stale)

    assert controller.workspace.chunk_set is not None
    assert controller.workspace.chunk_set.settings == Settings(290, 50, 100, 25)


def test_choices_move_together_and_can_be_taken_back(
    controller: Controller, qtbot: QtBot, page: Path
) -> None:
    opened(controller, qtbot, page)
    controller.choose_chunk(Level.PARENT, 0)
    controller.choose_chunk(Level.CHILD, 1)
    choice = controller.workspace.choice
    assert choice is not None
    assert (choice.parent, choice.child) == (1, 1)

    with qtbot.waitSignal(controller.place_wanted):
        controller.go_back()
    assert controller.workspace.choice is not None
    assert controller.workspace.choice.parent == 0
    controller.go_forward()
    assert controller.workspace.choice.child == 1
    assert not controller.can_go_forward


def test_findings_are_walked_around_the_end(
    controller: Controller, qtbot: QtBot, page: Path
) -> None:
    opened(controller, qtbot, page)
    number = len(controller.workspace.findings or ())
    seen = []
    for _ in range(number + 1):
        controller.step_finding(1)
        assert controller.workspace.choice is not None
        seen.append(controller.workspace.choice.finding)

    assert seen == [*range(number), 0]
    controller.step_finding(-1)
    assert controller.workspace.choice is not None
    assert controller.workspace.choice.finding == number - 1


def test_reading_again_shows_the_file_s_new_text_and_keeps_the_place(
    controller: Controller, qtbot: QtBot, page: Path
) -> None:
    opened(controller, qtbot, page)
    controller.choose_chunk(Level.PARENT, 1)
    page.write_text(PAGE.replace("There are none", "There is one"), encoding="utf-8")
    controller.reload()
    qtbot.waitUntil(lambda: "one" in (controller.workspace.document or "").text)  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: is_ready(controller))

    assert controller.workspace.choice is not None
    assert controller.workspace.choice.parent == 1


def test_cancel_while_reading_opens_nothing(
    controller: Controller, qtbot: QtBot, page: Path
) -> None:
    controller.open_path(page)
    controller.cancel()
    qtbot.wait(50)

    assert controller.workspace.document is None
    assert controller.workspace.opening is None


def test_pasted_text_is_a_document(controller: Controller, qtbot: QtBot) -> None:
    controller.open_text("# Pasted\n\nSome words here.\n")
    qtbot.waitUntil(lambda: is_ready(controller), timeout=20_000)

    assert controller.workspace.document is not None
    assert controller.workspace.document.title == "Pasted"
    assert controller.preferences.recent == ()


def test_closing_stores_the_preferences(qtbot: QtBot, page: Path) -> None:
    controller = Controller(Preferences())
    opened(controller, qtbot, page)
    controller.close()

    assert load().recent[0] == str(page)


def test_preparing_does_not_end_the_first_page_s_analysis(
    controller: Controller, qtbot: QtBot, page: Path
) -> None:
    controller.open_path(page)
    qtbot.waitUntil(lambda: controller.workspace.chunk_set is not None)
    controller.prepare()
    qtbot.waitUntil(lambda: is_ready(controller), timeout=20_000)
