"""Finding words in the document."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from chunkscope.core.spans import Span
from chunkscope.gui.overlays import Mark
from chunkscope.gui.widgets import find_search
from chunkscope.gui.widgets.find_bar import FindBar
from chunkscope.gui.widgets.find_search import Search

TEXT = "Refund. A refund is paid.\nNo REFUND 😀 refund\n"


def found(text: str, word: str, *, match_case: bool = False) -> list[Span]:
    search = Search(text, word, match_case=match_case)
    while not search.complete:
        search.step()
    return [search[place] for place in range(len(search))]


@given(st.text("ab\n", min_size=20, max_size=60), st.text("ab", min_size=1, max_size=3))
def test_stretches_find_what_one_look_would(text: str, word: str) -> None:
    step, find_search._STEP = find_search._STEP, 7  # type: ignore[misc]
    try:
        spans = found(text, word)
    finally:
        find_search._STEP = step  # type: ignore[misc]

    assert spans == [Span(*match.span()) for match in re.finditer(re.escape(word), text)]


def test_case_counts_only_where_it_is_asked_for() -> None:
    assert [span.slice_of(TEXT) for span in found(TEXT, "refund")] == [
        "Refund",
        "refund",
        "REFUND",
        "refund",
    ]
    assert len(found(TEXT, "refund", match_case=True)) == 2


def test_a_word_is_no_pattern() -> None:
    assert found("a.b a+b", "a+b") == [Span(4, 7)]


@pytest.fixture
def bar(qtbot: QtBot) -> FindBar:
    bar = FindBar()
    qtbot.addWidget(bar)
    bar.show_document(TEXT)
    bar.open()
    return bar


def test_typing_goes_to_the_first_match_and_counts(qtbot: QtBot, bar: FindBar) -> None:
    with qtbot.waitSignal(bar.offset_wanted) as wanted:
        QTest.keyClicks(bar.field, "refund")

    assert wanted.args == [0]
    assert bar.count.text() == "1 of 4"


def test_the_search_starts_with_what_is_on_screen(bar: FindBar) -> None:
    bar.close()
    bar.show_visible(Span(10, 40))
    bar.open("refund")

    assert bar.count.text() == "2 of 4"


def test_enter_goes_on_and_round(qtbot: QtBot, bar: FindBar) -> None:
    bar.open("refund")
    for _ in range(4):
        QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "1 of 4"

    QTest.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.count.text() == "4 of 4"


def test_matches_on_screen_are_decorations(bar: FindBar) -> None:
    bar.open("refund")
    marks = list(bar.decorations(Span(0, 20)))

    assert [(mark.mark, mark.span) for mark in marks] == [
        (Mark.CHOSEN_MATCH, Span(0, 6)),
        (Mark.MATCH, Span(10, 16)),
    ]


def test_escape_closes_and_takes_the_marks_away(qtbot: QtBot, bar: FindBar) -> None:
    bar.open("refund")
    with qtbot.waitSignal(bar.closed):
        QTest.keyClick(bar.field, Qt.Key.Key_Escape)

    assert not bar.isVisible()
    assert list(bar.decorations(Span(0, 99))) == []


def test_a_bar_opened_again_looks_for_its_word_again(qtbot: QtBot, bar: FindBar) -> None:
    bar.open("refund")
    bar.close()
    bar.open()

    assert bar.count.text() == "1 of 4"


def test_what_is_not_there_is_said_so(bar: FindBar) -> None:
    bar.open("nowhere")

    assert bar.count.text() == "Nothing found"
    assert not bar.next.isEnabled()


def test_case_is_switched_by_the_button(qtbot: QtBot, bar: FindBar) -> None:
    bar.open("refund")
    QTest.mouseClick(bar.match_case, Qt.MouseButton.LeftButton)

    assert bar.count.text() == "1 of 2"


def test_another_document_is_searched_at_once(bar: FindBar) -> None:
    bar.open("refund")
    bar.show_document("one refund")

    assert bar.count.text() == "1 of 1"
