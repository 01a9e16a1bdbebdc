"""An answer is marked in the document: the whole window knows of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from chunkscope.core.spans import Span
from chunkscope.gui import app
from chunkscope.gui.main_window import MainWindow
from chunkscope.gui.overlays import Mark
from chunkscope.gui.widgets.bench_details import Details
from chunkscope.gui.widgets.text_menu import TextMenu
from chunkscope.workspace.preferences import Preferences
from chunkscope.workspace.state import View

PAGE = (
    "# Refunds\n\nAsk within 30 days. " + "Words that fill the page. \n\n" * 90 + "There are none."
)
ANSWER = Span(len(PAGE) - 15, len(PAGE))


@pytest.fixture(params=list(View))
def window(qtbot: QtBot, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[MainWindow]:
    path = tmp_path / "refunds.md"
    path.write_text(PAGE, encoding="utf-8")
    window = app.make_window(Preferences(view=request.param), keeps_preferences=False)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    window.controller.open_path(path)
    qtbot.waitUntil(lambda: window.controller.workspace.findings is not None, timeout=20_000)
    qtbot.waitUntil(lambda: window.is_settled, timeout=20_000)
    yield window
    window.close()


def mark(window: MainWindow) -> None:
    window.document.view.select(ANSWER)
    (menu,) = window.document.view.findChildren(TextMenu)
    menu.menu().actions()[-1].trigger()


def test_the_menu_marks_the_answer_and_the_bench_says_the_next_step(window: MainWindow) -> None:
    mark(window)

    assert window.controller.workspace.bench.answer == ANSWER
    assert window.bench.isVisible()
    assert window.bench.details.page is Details.ANSWER
    assert "Ask a question" in window.bench.details.answer.words[1]


def test_the_document_and_the_strip_show_where_it_is(window: MainWindow) -> None:
    mark(window)
    marks = window.document._decorations(Span(0, len(PAGE)))

    assert [one.span for one in marks if one.mark is Mark.ANSWER] == [ANSWER]
    assert "The marked answer." in window.document.strip.words_at(window.document.strip.height())


def test_the_answer_is_shown_again_and_forgotten(window: MainWindow, qtbot: QtBot) -> None:
    mark(window)
    window.document.scroll_to(0)
    window.bench.details.answer.show_button.click()
    qtbot.waitUntil(lambda: window.document.visible_span().touches(ANSWER))
    window.bench.details.answer_forgotten.emit()

    assert window.controller.workspace.bench.answer is None
