"""No text of a page or a user turns round what is shown beside it."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from tests.gui.asked_pages import answer_to, page

from chunkscope.gui.models.bench_words import path_of_passage
from chunkscope.gui.models.candidate_rows import rows_of
from chunkscope.gui.theme import LIGHT
from chunkscope.gui.widgets.question_line import QuestionLine
from chunkscope.gui.widgets.text_line import Paragraph, TextLine
from chunkscope.gui.widgets.wording import path_of, plain_tip, unturned

TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def line_of(question: QuestionLine) -> QLineEdit:
    line = question.lineEdit()
    assert line is not None
    return line


@pytest.mark.parametrize("turn", TURNS)
def test_a_path_a_tip_and_a_line_hold_no_turn(qtbot: QtBot, turn: str) -> None:
    line, paragraph = TextLine(LIGHT), Paragraph(LIGHT)
    qtbot.addWidget(line)
    qtbot.addWidget(paragraph)
    text = f"audit {turn}logs & CSV"
    line.say(text)
    paragraph.say(text)
    shown = (path_of([text, "More"]), plain_tip(text), line.text(), paragraph.text())
    assert not any(turn in one for one in shown)


def test_scripts_that_read_from_the_right_keep_their_letters_and_marks() -> None:
    words = "\u200fשלום\u200e, مرحبا\u061c"
    assert unturned(words) == words


def test_a_candidate_s_path_holds_no_turn() -> None:
    (row,) = rows_of(answer_to(page(), {"P1": 0.9}))
    turned = replace(row.passage, heading_path="A\u202e > B")
    assert path_of_passage(turned) == "A › B"


def test_a_pasted_question_is_taken_without_turns_and_the_cursor_stays(qtbot: QtBot) -> None:
    question = QuestionLine(0)
    qtbot.addWidget(question)
    line = line_of(question)
    line.setText("Why ?")
    line.setCursorPosition(4)
    QGuiApplication.clipboard().setText("\u202enot\u2069")
    with qtbot.waitSignal(question.text_typed) as signal:
        line.paste()
    assert signal.args == ["Why not?"]
    assert (line.text(), line.cursorPosition()) == ("Why not?", 7)


def test_a_question_of_before_is_shown_without_turns(qtbot: QtBot) -> None:
    question = QuestionLine(0)
    qtbot.addWidget(question)
    question.show_past(("One \u202etwo",))
    question.show_text("Three \u202efour")
    assert (question.text, question.itemText(0)) == ("Three four", "One two")
