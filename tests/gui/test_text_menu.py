"""A right click on the document: copying, selecting, marking the answer."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction, QGuiApplication
from pytestqt.qtbot import QtBot

from chunkscope.core.spans import Span
from chunkscope.gui.tasks import TaskRunner
from chunkscope.gui.widgets.rendered_view import RenderedView
from chunkscope.gui.widgets.source_view import SourceView
from chunkscope.gui.widgets.text_menu import TextMenu

TEXT = "# Page\n\nSingle sign-on is **part** of the Pro plan.\n"
ANSWER = Span(8, 14)


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[TaskRunner]:
    runner = TaskRunner()
    yield runner
    runner.close()


@pytest.fixture(params=["source", "rendered"])
def view(
    qtbot: QtBot, runner: TaskRunner, request: pytest.FixtureRequest
) -> SourceView | RenderedView:
    view = SourceView() if request.param == "source" else RenderedView(runner)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    view.show_document(TEXT)
    qtbot.waitUntil(lambda: view.visible_span().end >= len(TEXT) - 2)
    return view


def offered(menu: TextMenu) -> list[QAction]:
    return [action for action in menu.menu().actions() if not action.isSeparator()]


def test_without_a_selection_there_is_nothing_to_copy_or_mark(
    view: SourceView | RenderedView,
) -> None:
    copy, every, answer = offered(TextMenu(view))

    assert [one.isEnabled() for one in (copy, every, answer)] == [False, True, False]


def test_the_selection_is_marked_as_the_answer(
    qtbot: QtBot, view: SourceView | RenderedView
) -> None:
    menu = TextMenu(view)
    view.select(ANSWER)
    _, _, answer = offered(menu)
    with qtbot.waitSignal(menu.answer_wanted) as wanted:
        answer.trigger()

    assert wanted.args == [ANSWER]


def test_the_selection_is_copied_and_all_is_selected(view: SourceView | RenderedView) -> None:
    menu = TextMenu(view)
    view.select(ANSWER)
    copy, every, _ = offered(menu)
    copy.trigger()
    every.trigger()
    selected = view.selected_span()

    assert QGuiApplication.clipboard().text() == "Single"
    assert selected is not None
    assert selected.start == 0
    assert selected.end >= len(TEXT) - 1


def test_a_right_click_opens_the_menu(qtbot: QtBot, view: SourceView | RenderedView) -> None:
    TextMenu(view)
    view.customContextMenuRequested.emit(view.rect().center())
    qtbot.waitUntil(lambda: QGuiApplication.focusWindow() is not None)
    popup = view.findChildren(type(TextMenu(view).menu()))

    assert any(menu.isVisible() for menu in popup)
    for menu in popup:
        menu.close()
