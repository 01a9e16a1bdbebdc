"""The strip: the whole document from top to bottom."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.gui.benches import answered, asked
from tests.gui.pages import cut_of

from chunkscope.core.document import Document
from chunkscope.core.fusion import SearchSettings
from chunkscope.core.lint.findings import Finding, Severity
from chunkscope.core.spans import Span
from chunkscope.core.splitters.parent_child import cut
from chunkscope.gui.widgets.strip import Strip
from chunkscope.gui.widgets.strip_hits import hits_of
from chunkscope.workspace.state import Workspace

TEXT = "A paragraph that is not long, but one of many.\n\n" * 400


def workspace(text: str = TEXT) -> Workspace:
    finding = Finding("long-sentence", Severity.ERROR, (Span(0, 9),), "Long", "Cut it")
    return Workspace(document=Document("t", text), chunk_set=cut("t", text), findings=(finding,))


@pytest.fixture
def strip(qtbot: QtBot) -> Strip:
    strip = Strip()
    qtbot.addWidget(strip)
    strip.resize(16, 500)
    strip.show()
    strip.show_workspace(workspace())
    strip.show_visible(Span(0, 1000))
    return strip


def test_heights_stand_for_characters(strip: Strip) -> None:
    assert strip.offset_at(250) == pytest.approx(len(TEXT) / 2, rel=0.01)
    assert strip.y_of(len(TEXT)) == 500
    assert strip.offset_at(-9) == 0
    assert strip.offset_at(9_999) == len(TEXT) - 1


def test_a_click_asks_for_the_text_there(qtbot: QtBot, strip: Strip) -> None:
    with qtbot.waitSignal(strip.offset_wanted) as wanted:
        QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(8, 400))

    assert wanted.args is not None
    assert wanted.args[0] == pytest.approx(len(TEXT) * 0.8, rel=0.01)


def test_taking_hold_of_the_frame_does_not_jump(qtbot: QtBot, strip: Strip) -> None:
    strip.show_visible(Span(4000, 8000))
    with qtbot.assertNotEmitted(strip.offset_wanted):
        QTest.mousePress(strip, Qt.MouseButton.LeftButton, pos=QPoint(8, 120))
        QTest.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=QPoint(8, 120))


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, len(TEXT) - 1),
        (Qt.Key.Key_PageDown, 1400),
        (Qt.Key.Key_Up, 400),
    ],
)
def test_keys_scroll(qtbot: QtBot, strip: Strip, key: Qt.Key, wanted: int) -> None:
    with qtbot.waitSignal(strip.offset_wanted) as asked:
        QTest.keyClick(strip, key)

    assert asked.args == [wanted]


def test_a_hit_says_its_place_and_what_became_of_it(strip: Strip) -> None:
    first = SearchSettings(passages=1)
    strip.show_workspace(asked(workspace(), meaning=(0.5, 0.9, 0.6), settings=first))
    chunks = cut_of(workspace())
    heights = [strip.y_of(chunks.parents[place].start + 700) for place in range(3)]

    assert [strip.words_at(height) for height in heights] == [
        "Place 3, Parent 1: past the first 1; not in the prompt.",
        "Place 1, Parent 2: 1,000 of 1,373 characters reach the prompt.",
        "Place 2, Parent 3: same as 1; not in the prompt.",
    ]
    assert "1 passage of it sent" in strip.accessibleDescription()


def test_only_candidates_that_take_part_are_marked(strip: Strip) -> None:
    found = asked(workspace(), meaning=(0.5, 0.9, 0.1))

    assert [hit.outcome.place for hit in hits_of(found)] == [2, 1]
    assert hits_of(workspace()) == ()


def test_the_answer_is_named(strip: Strip) -> None:
    strip.show_workspace(answered(workspace(), "not long"))

    assert strip.words_at(0) == "The marked answer."


def test_hits_come_without_drawing_the_map_anew(strip: Strip) -> None:
    shown = workspace()
    strip.show_workspace(shown)
    before = strip.grab().toImage()
    drawn = strip._map
    strip.show_workspace(answered(asked(shown, meaning=(0.5, 0.9)), "not long"))

    assert strip.grab().toImage() != before
    assert strip._map is drawn


def test_the_map_is_drawn_once_for_a_cut(strip: Strip) -> None:
    shown = workspace()
    strip.show_workspace(shown)
    strip.grab()
    drawn = strip._map
    strip.show_workspace(shown)
    strip.show_visible(Span(5, 500))
    strip.grab()
    assert strip._map is drawn

    strip.show_workspace(workspace())
    assert strip._map is None


def test_without_a_document_it_stays_empty(qtbot: QtBot, strip: Strip) -> None:
    strip.show_workspace(Workspace())
    strip.grab()
    QTest.keyClick(strip, Qt.Key.Key_End)

    assert strip.offset_at(100) == 0


def test_a_screen_reader_hears_what_is_on_screen(strip: Strip) -> None:
    strip.show_visible(Span(0, len(TEXT) // 4))

    assert strip.accessibleDescription() == "On screen: 0 to 25 percent of the document."
