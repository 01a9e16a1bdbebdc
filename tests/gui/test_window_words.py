"""The window that is shown beside a question is that of the model that answered it."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.asked_pages import answer_to, asked_of, page
from tests.gui.pages import counted

from chunkscope.core.fusion import Mode, SearchSettings
from chunkscope.gui.models.window_words import model_words, unread_words
from chunkscope.gui.theme import LIGHT
from chunkscope.gui.widgets.bench_status import BenchStatus
from chunkscope.gui.widgets.why_page import WhyPage
from chunkscope.workspace.bench import Side
from chunkscope.workspace.state import Workspace

SCORES = {"P1": 0.9, "C2": 0.8, "page": 0.7}


def asked(window: int = 256, chosen: int = 1) -> Workspace:
    workspace = page()
    side = answer_to(workspace, SCORES)
    assert side.asked is not None
    side = replace(side, asked=replace(side.asked, window=window))
    return asked_of(workspace, side, chosen=chosen)


def test_the_line_says_what_the_model_of_the_question_reads() -> None:
    words = model_words(asked(window=1_024).bench.side)
    assert words.startswith("all-MiniLM-L6-v2 · reads 1,024 tokens · Scores of another model")


def test_no_window_is_said_of_a_model_that_was_not_asked() -> None:
    side = asked().bench.side
    other = replace(side, question=replace(side.question, model="BAAI/bge-small-en-v1.5"))
    assert "reads" not in model_words(Side())
    assert "reads" not in model_words(other)


def test_the_longer_end_of_the_line_has_the_more_room(qtbot: QtBot) -> None:
    status = BenchStatus(LIGHT)
    qtbot.addWidget(status)
    status.resize(1100, 28)
    status.show()
    status.show_workspace(asked())
    qtbot.waitUntil(lambda: status.model.width() >= status.model.sizeHint().width())


@pytest.mark.parametrize(("chosen", "tokens"), [(1, 300), (2, 300), (3, 300)])
def test_a_passage_longer_than_the_window_says_so_at_every_level(chosen: int, tokens: int) -> None:
    workspace = counted(asked(chosen=chosen), tokens)
    assert unread_words(workspace) == (
        "Its vector holds the first 256 of about 300 tokens: all-MiniLM-L6-v2 reads no further."
    )
    assert unread_words(counted(workspace, 256)) == ""


def test_a_passage_that_is_not_counted_yet_is_estimated() -> None:
    assert "the first 60 of about 67 tokens" in unread_words(asked(window=60))
    assert unread_words(asked(window=67)) == ""


def test_nothing_is_said_where_no_vector_was_asked() -> None:
    workspace = page()
    side = answer_to(workspace, {}, ["P1"], settings=SearchSettings(mode=Mode.TEXT))
    assert unread_words(counted(asked_of(workspace, side, chosen=1), 900)) == ""


def test_the_page_of_reasons_shows_it(qtbot: QtBot) -> None:
    why = WhyPage(LIGHT)
    qtbot.addWidget(why)
    why.show_workspace(counted(asked(), 300))
    said = why.unread
    why.show_workspace(counted(asked(), 30))
    assert "about 300 tokens" in said
    assert why.unread == ""
