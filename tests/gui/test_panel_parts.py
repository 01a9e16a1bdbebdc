"""The small parts that panels are made of."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from tests.gui.pages import opened

from chunkscope.gui.assets import interface_font
from chunkscope.gui.panels.status import StatusBar
from chunkscope.gui.theme import LIGHT
from chunkscope.gui.widgets.elision import elided
from chunkscope.gui.widgets.figure_row import Figure, FigureRow
from chunkscope.gui.widgets.meter import Gauge
from chunkscope.gui.widgets.text_line import TextLine
from chunkscope.gui.widgets.wording import counted, figure, path_of, percent_over, plain_tip
from chunkscope.gui.widgets.wrapped import Wrapped

WIDE = Figure("Real tokens by model", "1,234", "12 % over estimate", "model", "+12 %")


@pytest.mark.parametrize(
    ("share", "written"), [(0.074, "+7 %"), (-0.25, "−25 %"), (0.001, "±0 %"), (12.0, "+1,200 %")]
)
def test_percentages_carry_their_sign(share: float, written: str) -> None:
    assert percent_over(share) == written


def test_an_unknown_figure_keeps_its_place_with_a_dash() -> None:
    assert (figure(None), figure(0), figure(12345)) == ("–", "0", "12,345")


def test_nouns_agree_with_their_number() -> None:
    assert [counted(n, "heading") for n in (0, 1, 2)] == ["0 headings", "1 heading", "2 headings"]


def test_a_path_stands_on_one_line() -> None:
    assert path_of(("One\ntwo", "Three")) == "One two › Three"


def test_a_tooltip_shows_every_letter_and_no_markup() -> None:
    assert plain_tip("<b>1 & 2</b>\nx") == "<qt>&lt;b&gt;1 &amp; 2&lt;/b&gt;<br>x</qt>"
    assert plain_tip("") == ""


def test_a_gauge_within_its_limit_leaves_room_behind_it() -> None:
    gauge = Gauge(50, 100)
    assert (gauge.within, gauge.beyond) == (0.4, 0)


def test_a_gauge_past_its_limit_shows_what_is_lost() -> None:
    gauge = Gauge(200, 100)
    assert (gauge.within, gauge.beyond) == (0.5, 0.5)


def test_an_unknown_gauge_is_empty() -> None:
    assert Gauge(None, 100).within == 0


def test_a_row_shortens_its_words_before_it_cuts_them(qtbot: QtBot) -> None:
    row = FigureRow(LIGHT)
    qtbot.addWidget(row)
    row.show()
    row.show_figure(WIDE)
    notes = []
    for width in (600, 240, 150):
        row.resize(width, row.sizeHint().height())
        shown = row._fitting()
        notes.append((shown.label, shown.note))
    assert notes == [
        ("Real tokens by model", "12 % over estimate"),
        ("Real tokens by model", "+12 %"),
        ("model", "+12 %"),
    ]
    assert "Real tokens by model: 1,234 12 % over estimate" in row.toolTip()
    assert row.text() == WIDE.sentence


def test_a_line_that_is_elided_stands_whole_in_its_tooltip(qtbot: QtBot) -> None:
    line = TextLine(LIGHT)
    qtbot.addWidget(line)
    line.show()
    line.say("A title that is much too long")
    line.resize(40, 20)
    assert "A title that is much too long" in line.toolTip()
    line.resize(600, 20)
    assert line.toolTip() == ""


def test_a_word_too_long_for_a_line_is_broken(qtbot: QtBot) -> None:
    one = Wrapped("word", interface_font(), 200).height
    assert Wrapped("w" * 400, interface_font(), 200).height > 4 * one
    assert Wrapped("one two", interface_font(), 200).height == one
    assert Wrapped("one\ntwo", interface_font(), 200).height == 2 * one
    assert Wrapped("", interface_font(), 200).height == 0


def test_dots_stand_at_the_end_in_either_direction(qtbot: QtBot) -> None:
    metrics = QFontMetrics(interface_font())
    right = Qt.TextElideMode.ElideRight
    for words, embedded in (("many words " * 9, False), ("كلمات كثيرة " * 9, True)):
        shown = elided(words, metrics, right, 100)
        assert len(shown) < len(words)
        assert (shown[0], shown[-1]) == ("\u202b", "\u202c") or not embedded
        assert elided(words, metrics, right, 9000) == words


def test_sizes_of_a_page_are_counted_in_words(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show_workspace(opened("# Page\n\nA few words.\n"))
    words = bar.findChildren(QLabel)[0].text()
    assert words.startswith("1 parent     1 child     estimated 6 tokens")
