"""Finding words in the document."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from chunkscope.core.rendering.display import DisplayBlock
from chunkscope.core.rendering.page import render_blocks
from chunkscope.core.spans import Span
from chunkscope.gui.overlays import Mark
from chunkscope.gui.widgets import find_search
from chunkscope.gui.widgets.find_bar import FindBar
from chunkscope.gui.widgets.find_search import Matches, Search, ShownSearch

TEXT = "Refund. A refund is paid.\nNo REFUND 😀 refund\n"


class Blocks:
    """A page whose blocks are there as far as a test lets them."""

    def __init__(self, text: str, number: int | None = None) -> None:
        self._blocks = render_blocks(text)
        self.number = len(self._blocks) if number is None else number

    def __len__(self) -> int:
        return self.number

    def block(self, index: int) -> DisplayBlock:
        return self._blocks[index]

    @property
    def is_whole(self) -> bool:
        return self.number == len(self._blocks)


def places(search: Matches) -> list[Span]:
    while not search.complete:
        search.step()
    return [search[place] for place in range(len(search))]


def found(text: str, word: str, *, match_case: bool = False) -> list[Span]:
    return places(Search(text, word, match_case=match_case))


def shown(text: str, word: str) -> list[str]:
    return [span.slice_of(text) for span in places(ShownSearch(Blocks(text), word))]


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


@pytest.mark.parametrize("between", [" ", "\n", "  ", " \n ", "\N{NO-BREAK SPACE}", "\t"])
def test_a_blank_stands_for_any_white_space(between: str) -> None:
    text = f"Open{between}it now"
    assert found(text, "open it") == [Span(0, 6 + len(between))]
    assert found("openit", "open it") == []


def test_blanks_are_found_in_the_number_that_is_typed_or_more() -> None:
    assert found("a b  c", "  ") == [Span(3, 5)]


@given(st.text("ab \n", min_size=20, max_size=60), st.text("ab ", min_size=1, max_size=3))
def test_stretches_find_blanks_that_one_look_would(text: str, word: str) -> None:
    whole = found(text, word)
    step, find_search._STEP = find_search._STEP, 7  # type: ignore[misc]
    try:
        assert found(text, word) == whole
    finally:
        find_search._STEP = step  # type: ignore[misc]


RENDERED = (
    "Open **Settings**, then\n[Billing](https://example.org/a) &amp; pay.\n\n"
    "> Ask the\n> owner** if*\\** 😀 so\n\n| One | Two |\n|---|---|\n| `x y` | z |\n"
)


@pytest.mark.parametrize(
    ("word", "where"),
    [
        ("open settings, then billing", "Open **Settings**, then\n[Billing"),
        ("Billing & pay", "Billing](https://example.org/a) &amp; pay"),
        ("&", "&amp;"),
        ("ask the owner", "Ask the\n> owner"),
        ("x y", "x y"),
        ("two", "Two"),
    ],
)
def test_what_is_on_screen_is_found_whatever_markup_is_between(word: str, where: str) -> None:
    assert shown(RENDERED, word) == [where]


@pytest.mark.parametrize(
    "word", ["**Settings", "amp;", "example.org", "|---", "then Open", "> own"]
)
def test_markup_is_not_found_where_it_does_not_show(word: str) -> None:
    assert shown(RENDERED, word) == []


@given(st.lists(st.sampled_from(["*a*", "b", "**ab**", " ", "\n", "`a b`", "[b](c)"]), max_size=30))
def test_each_match_shows_the_word_and_they_stand_in_order(parts: list[str]) -> None:
    text = "x" + "".join(parts)
    blocks = Blocks(text)
    spans = places(ShownSearch(blocks, "ab"))
    whole = "\0".join(blocks.block(index).text for index in range(len(blocks)))
    assert len(spans) == len(re.findall("ab", whole))
    assert spans == sorted(spans)


def test_a_match_reaches_over_the_parts_of_a_very_long_paragraph() -> None:
    text = "abc " * 5_000
    blocks = Blocks(text)
    assert len(blocks) > 1
    assert len(places(ShownSearch(blocks, "abc abc abc"))) == 5_000 // 3


def test_blocks_that_come_later_are_looked_through_when_they_come() -> None:
    blocks = Blocks("one\n\ntwo\n\none\n", 1)
    search = ShownSearch(blocks, "one")
    search.step()
    assert (len(search), search.is_waiting, search.complete) == (1, True, False)
    blocks.number = 3
    assert places(search) == [Span(0, 3), Span(10, 13)]


def test_what_is_shown_is_searched_as_soon_as_it_is_there(qtbot: QtBot, bar: FindBar) -> None:
    blocks = Blocks("A **bold** word\n\nb\n", 0)
    bar.show_document("A **bold** word\n\nb\n", blocks)
    bar.open("bold word")
    assert bar.count.text() == "Looking…"
    blocks.number = 2
    qtbot.waitUntil(lambda: bar.count.text() == "1 of 1")


def test_another_view_of_the_same_text_is_searched_without_leaving_the_place(
    qtbot: QtBot, bar: FindBar
) -> None:
    bar.open("refund")
    with qtbot.assertNotEmitted(bar.offset_wanted):
        bar.show_blocks(Blocks(TEXT))
    assert bar.count.text() == "1 of 4"


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
