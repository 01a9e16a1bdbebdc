"""The bench is made in steps once the window shows; whoever comes between two finds it whole."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from chunkscope.core.document import Document
from chunkscope.gui import app, appearance
from chunkscope.gui.bench_place import BenchPlace
from chunkscope.gui.main_window import MainWindow
from chunkscope.gui.theme import DARK, LIGHT
from chunkscope.workspace.preferences import Preferences
from chunkscope.workspace.state import Workspace


@pytest.fixture
def place(qtbot: QtBot) -> BenchPlace:
    place = BenchPlace(LIGHT)
    qtbot.addWidget(place)
    place.resize(1400, 400)
    return place


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    window = app.make_window(Preferences())
    qtbot.addWidget(window)
    return window


def show_half_built(shown: QWidget, place: BenchPlace) -> None:
    """Show until some parts of the bench are made and others are not."""
    shown.show()
    while not any(isinstance(child, QWidget) for child in place.children()):
        QApplication.processEvents()
    QApplication.processEvents()
    assert not place.is_built


def test_a_place_on_screen_is_filled_by_itself(place: BenchPlace, qtbot: QtBot) -> None:
    with qtbot.waitSignal(place.built, timeout=60_000):
        place.show()
    qtbot.waitUntil(place.panel.isVisible)
    assert place.panel.sides[0].line.isVisible()


def test_no_turn_makes_the_whole_bench(place: BenchPlace) -> None:
    show_half_built(place, place)
    turns = 0
    while not place.is_built:
        QApplication.processEvents()
        turns += 1
    assert turns > 6


def test_a_bench_wanted_half_built_is_whole_at_once(place: BenchPlace, qtbot: QtBot) -> None:
    built: list[object] = []
    place.built.connect(built.append)
    show_half_built(place, place)
    panel = place.panel
    assert built == [panel]
    assert panel.details.prompt.text is not None
    qtbot.waitUntil(panel.sides[0].line.isVisible)
    qtbot.wait(50)
    assert built == [panel]
    assert place.panel is panel


def test_what_was_shown_to_a_half_built_bench_is_on_it(place: BenchPlace, qtbot: QtBot) -> None:
    show_half_built(place, place)
    place.show_workspace(Workspace(document=Document("Title", "Some text.")))
    qtbot.waitUntil(lambda: place.is_built, timeout=60_000)
    assert place.panel.sides[0].run.isEnabled()


def test_a_half_built_bench_takes_the_theme_that_came_meanwhile(
    place: BenchPlace, qtbot: QtBot
) -> None:
    show_half_built(place, place)
    place.set_theme(DARK)
    qtbot.waitUntil(lambda: place.is_built, timeout=60_000)
    qtbot.waitUntil(place.panel.isVisible)
    picture = place.panel.grab().toImage()
    assert picture.pixelColor(2, 2).name() == DARK.panel


def test_a_place_that_was_hidden_half_built_goes_on_when_it_shows(
    place: BenchPlace, qtbot: QtBot
) -> None:
    show_half_built(place, place)
    place.hide()
    for _ in range(40):
        QApplication.processEvents()
    assert not place.is_built
    place.show()
    qtbot.waitUntil(lambda: place.is_built, timeout=60_000)


def test_the_key_for_a_question_leads_into_a_half_built_bench(
    window: MainWindow, qtbot: QtBot
) -> None:
    show_half_built(window, window.bench_place)
    window.actions_by_name["ask_question"].trigger()
    qtbot.waitUntil(window.bench.sides[0].line.isVisible)
    qtbot.keyClicks(QApplication.focusWidget() or window, "When?")
    assert window.controller.workspace.bench.side.question.text == "When?"
    window.close()


def test_the_theme_of_a_window_can_change_while_its_bench_is_half_built(
    window: MainWindow, qtbot: QtBot
) -> None:
    show_half_built(window, window.bench_place)
    appearance.choose_theme(window, "dark")
    qtbot.waitUntil(lambda: window.bench_place.is_built, timeout=60_000)
    qtbot.waitUntil(window.bench.isVisible)
    assert window.bench.grab().toImage().pixelColor(2, 2).name() == DARK.panel
    appearance.choose_theme(window, "light")
    window.close()


def test_a_window_closes_while_its_bench_is_half_built(window: MainWindow) -> None:
    show_half_built(window, window.bench_place)
    window.close()
    for _ in range(40):
        QApplication.processEvents()
    assert not window.bench_place.is_built


def test_the_next_step_stands_out_in_a_bench_made_in_steps(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.resize(1440, 900)
    show_half_built(window, window.bench_place)
    qtbot.waitUntil(lambda: window.bench_place.is_built, timeout=60_000)
    run = window.bench.sides[0].run
    qtbot.waitUntil(run.isVisible)
    ground = run.grab().toImage().pixelColor(4, run.height() // 2)
    assert ground in (window.theme.color("accent"), window.theme.color("line"))


def test_nothing_is_prepared_for_a_document_before_the_window_has_all_its_parts(
    window: MainWindow, qtbot: QtBot
) -> None:
    show_half_built(window, window.bench_place)
    app.prepare_when_settled(window)
    while not window.controller.is_busy:
        QApplication.processEvents()
    assert window.bench_place.is_built
    assert window.icon_import.is_ready
    qtbot.waitUntil(lambda: not window.controller.is_busy, timeout=60_000)
    window.close()


def test_a_bench_that_is_hidden_keeps_nothing_from_being_prepared(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.docks.bench.hide()
    window.show()
    app.prepare_when_settled(window)
    qtbot.waitUntil(lambda: window.controller.is_busy, timeout=60_000)
    assert not window.bench_place.is_built
    qtbot.waitUntil(lambda: not window.controller.is_busy, timeout=60_000)
    window.close()
