"""Beside the bench's table: the answer's verdict, why a passage was found, and the prompt."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QStackedWidget
from pytestqt.qtbot import QtBot
from tests.gui.benches import answered, asked, choosing, explained
from tests.gui.pages import cut_of, opened

from chunkscope.core.fusion import Mode, SearchSettings
from chunkscope.core.prompt import Role
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.core.verdict import Case
from chunkscope.gui.models.bench_words import case_sign
from chunkscope.gui.theme import DARK, LIGHT
from chunkscope.gui.widgets.bench_details import BenchDetails, Details
from chunkscope.gui.widgets.empty_state import EmptyState
from chunkscope.gui.widgets.prompt_text import LONGEST, LONGEST_PIECE
from chunkscope.workspace.bench import Stage
from chunkscope.workspace.state import Workspace

ANSWER = "Single sign-on with SAML is part of the Pro plan."
SECTIONS = (
    f"An audit log is kept for a year.\n{ANSWER}\nAllow-lists limit who signs in.",
    "The add-on is billed per member and month.",
    "Deleted files are kept for thirty days.",
    "Exports are made every night.",
    "Keys are rotated and never leave the vault.",
    "Reports are sent to everyone who asked.",
    "Devices that were lost are signed out.",
)
TEXT = "# Security\n\n" + "\n\n".join(
    f"## Section {number}\n\n{body}" for number, body in enumerate(SECTIONS)
)
ALIKE = (0.9, 0.8, 0.7, 0.6, 0.5, 0.45, 0.42)


@pytest.fixture
def page() -> Workspace:
    return opened(TEXT)


@pytest.fixture
def details(qtbot: QtBot) -> BenchDetails:
    details = BenchDetails(LIGHT)
    qtbot.addWidget(details)
    details.resize(340, 260)
    details.show()
    return details


def test_without_an_answer_it_says_how_to_mark_one(details: BenchDetails, page: Workspace) -> None:
    details.show_workspace(asked(page, meaning=ALIKE))

    assert details.page is Details.ANSWER
    assert said(details.answer) == "No answer is marked"


def test_an_answer_without_a_question_says_the_next_step(
    details: BenchDetails, page: Workspace
) -> None:
    details.show_workspace(answered(page, ANSWER))

    assert details.answer.words[1] == "Ask a question to see where this answer goes."


def test_an_answer_that_is_being_judged_says_so(details: BenchDetails, page: Workspace) -> None:
    workspace = asked(page, meaning=ALIKE)
    bench = replace(workspace.bench, answer=Span(30, 40), stage=Stage.ASKING)
    details.show_workspace(replace(workspace, bench=bench))

    assert details.answer.words[1] == "Looking for it among the passages…"


def test_a_verdict_is_a_badge_a_sentence_and_an_advice(
    details: BenchDetails, page: Workspace
) -> None:
    short = SearchSettings(passage_characters=20)
    details.show_workspace(answered(asked(page, meaning=ALIKE, settings=short), ANSWER))
    badge, message, advice = details.answer.words

    assert badge == "past the cut"
    assert "only its first 20 of" in message
    assert advice


def test_what_beats_the_answer_is_listed_and_chosen_by_a_click(
    qtbot: QtBot, details: BenchDetails, page: Workspace
) -> None:
    details.show_workspace(answered(asked(page, meaning=tuple(reversed(ALIKE))), ANSWER))
    place, _, beaten = details.answer.lists

    assert [row.line.place for row in place.rows] == [7]
    assert [row.line.place for row in beaten.rows] == [1, 2, 3, 4, 5]
    with qtbot.waitSignal(details.place_chosen) as chosen:
        beaten.rows[2].click()
    assert chosen.args == [3]


def test_the_parts_of_a_split_answer_are_listed(details: BenchDetails) -> None:
    page = opened(TEXT, Settings(12, 0, 6, 0))
    places = len(cut_of(page).parents)
    both = SECTIONS[0]
    details.show_workspace(answered(asked(page, meaning=[0.9] * places), both))
    _, parts, _ = details.answer.lists

    assert details.answer.words[0] == "split"
    assert len(parts.rows) > 1


def test_the_answers_share_of_each_chunk_is_told(details: BenchDetails, page: Workspace) -> None:
    details.show_workspace(answered(asked(page, meaning=ALIKE), ANSWER))
    (line,) = details.answer.shares.lines

    assert line.name == "Parent 1"
    assert line.figures == "10 of 22 tokens · 45 %"


def test_the_answer_is_forgotten_by_its_button(
    qtbot: QtBot, details: BenchDetails, page: Workspace
) -> None:
    details.show_workspace(answered(page, ANSWER))
    with qtbot.waitSignal(details.answer_forgotten):
        named(details, "Forget the answer").click()


def test_the_answer_and_a_sentence_are_shown_in_the_document(
    qtbot: QtBot, details: BenchDetails, page: Workspace
) -> None:
    workspace = answered(asked(page, meaning=ALIKE), ANSWER)
    details.show_workspace(explained(choosing(workspace, 1), (0.1, 0.8)))
    with qtbot.waitSignal(details.offset_wanted) as answer:
        named(details, "Show the answer").click()
    details.show_page(Details.WHY)
    rows = details.why.sentences
    with qtbot.waitSignal(details.offset_wanted) as sentence:
        QTest.mouseClick(
            rows.viewport(),
            Qt.MouseButton.LeftButton,
            pos=rows.visualRect(rows.listed.index(1)).center(),
        )

    assert answer.args == sentence.args == [TEXT.index(ANSWER)]


def test_the_arrow_keys_walk_the_sentences(
    qtbot: QtBot, details: BenchDetails, page: Workspace
) -> None:
    details.show_page(Details.WHY)
    details.resize(340, 160)
    details.show_workspace(explained(choosing(asked(page, meaning=ALIKE), 1), (0.1, 0.2, 0.8)))
    rows = details.why.sentences
    qtbot.waitUntil(lambda: rows.y() > 100)
    rows.setFocus()
    for _ in range(3):
        QTest.keyClick(rows, Qt.Key.Key_Down)
    with qtbot.waitSignal(details.offset_wanted) as wanted:
        QTest.keyClick(rows, Qt.Key.Key_Return)

    assert wanted.args == [TEXT.index("Allow-lists")]
    assert rows.viewport().visibleRegion().contains(rows.visualRect(rows.currentIndex()))


def test_of_equal_sentences_the_first_is_the_closest(
    details: BenchDetails, page: Workspace
) -> None:
    details.show_page(Details.WHY)
    details.show_workspace(explained(choosing(asked(page, meaning=ALIKE), 1), (0.8, 0.8)))

    assert [line.is_strongest for line in details.why.sentences.listed.lines] == [True, False]


def test_a_newly_marked_answer_brings_its_page_forward(
    details: BenchDetails, page: Workspace
) -> None:
    details.show_page(Details.PROMPT)
    details.show_workspace(answered(page, ANSWER))
    details.show_page(Details.WHY)
    details.show_workspace(answered(page, ANSWER))

    assert details.page is Details.WHY


@pytest.mark.parametrize("case", list(Case))
def test_every_case_has_a_badge(case: Case, page: Workspace) -> None:
    verdict = answered(asked(page, meaning=ALIKE), ANSWER).bench.side.asked.verdict  # type: ignore[union-attr]
    assert verdict is not None
    assert case_sign(replace(verdict, case=case)).words


def test_why_asks_for_a_choice_where_there_is_none(details: BenchDetails, page: Workspace) -> None:
    details.show_page(Details.WHY)
    details.show_workspace(page)
    nothing_asked = said(details.why)
    details.show_workspace(asked(page, meaning=ALIKE))

    assert nothing_asked == "Nothing is asked yet"
    assert said(details.why) == "No passage is chosen"


def test_each_leg_tells_its_rank_score_and_share(details: BenchDetails, page: Workspace) -> None:
    details.show_page(Details.WHY)
    details.show_workspace(choosing(asked(page, meaning=ALIKE, words=(3, 0)), 1))
    meaning, words = details.why.legs.legs

    assert meaning.sentence == "By meaning: rank 1 · similarity 0.90; 1 / (60 + 1) = 0.0164"
    assert words.sentence == "By words: rank 2 · BM25 8.00; 1 / (60 + 2) = 0.0161"
    assert meaning.share + words.share == pytest.approx(1)
    assert "Fused score 0.0325" in details.why.legs.text()


@pytest.mark.parametrize(
    ("settings", "meaning", "words"),
    [
        (SearchSettings(), "rank 1 · similarity 0.90", "not found by words"),
        (SearchSettings(mode=Mode.VECTOR), "rank 1 · similarity 0.90", "not asked"),
        (SearchSettings(mode=Mode.TEXT), "not asked", "rank 1 · BM25 9.00"),
    ],
)
def test_a_leg_that_adds_nothing_says_why(
    page: Workspace,
    details: BenchDetails,
    settings: SearchSettings,
    meaning: str,
    words: str,
) -> None:
    details.show_page(Details.WHY)
    found = asked(page, meaning=ALIKE, words=(1,), settings=settings)
    place = 2 if settings.mode is Mode.HYBRID else 1
    details.show_workspace(choosing(found, place))

    assert tuple(leg.found for leg in details.why.legs.legs) == (meaning, words)


def test_under_the_floor_and_beyond_a_leg_add_nothing(
    details: BenchDetails, page: Workspace
) -> None:
    details.show_page(Details.WHY)
    narrow = SearchSettings(floor=0.65, leg=1)
    details.show_workspace(choosing(asked(page, meaning=ALIKE, settings=narrow), 2))
    beyond = details.why.legs.legs[0].sum
    details.show_workspace(choosing(asked(page, meaning=ALIKE, settings=narrow), 4))

    assert beyond == "beyond the first 1: adds nothing"
    assert details.why.legs.legs[0].sum == "under the floor of 0.65: adds nothing"


def test_the_sentences_wait_in_their_place(details: BenchDetails, page: Workspace) -> None:
    details.show_page(Details.WHY)
    found = choosing(asked(page, meaning=ALIKE), 1)
    details.show_workspace(found)
    waited = details.why.is_waiting
    details.show_workspace(explained(found, (0.1, 0.8, 0.2), "SAML", "s"))

    assert waited
    assert not details.why.is_waiting
    assert [line.score for line in details.why.sentences.listed.lines] == [0.1, 0.8, 0.2]
    assert [line.is_strongest for line in details.why.sentences.listed.lines] == [
        False,
        True,
        False,
    ]
    assert details.why.words == "saml · s ×7"


def test_sentences_that_will_not_come_are_said(details: BenchDetails, page: Workspace) -> None:
    details.show_page(Details.WHY)
    found = choosing(asked(page, meaning=ALIKE), 1)
    details.show_workspace(replace(found, chunk_set=opened(TEXT, Settings(60, 0, 20, 0)).chunk_set))

    assert not details.why.is_waiting
    assert details.age == "out of date"


def test_sentences_are_read_aloud_with_their_likeness(
    details: BenchDetails, page: Workspace
) -> None:
    details.show_page(Details.WHY)
    details.show_workspace(explained(choosing(asked(page, meaning=ALIKE), 1), (0.1, 0.8)))
    model = details.why.sentences.listed
    spoken = model.data(model.index(1), int(Qt.ItemDataRole.AccessibleTextRole))

    assert spoken == f"Closest to the question, 0.80: {ANSWER}"


def test_the_prompt_is_shown_letter_for_letter(details: BenchDetails, page: Workspace) -> None:
    details.show_page(Details.PROMPT)
    found = asked(page, meaning=ALIKE, pinned="Answer <b>from</b> this only.")
    details.show_workspace(found)

    assert details.prompt.text.toPlainText() == prompt_of(found)
    assert [part.role for part in details.prompt.text.parts[:3]] == [
        Role.PINNED,
        Role.SEPARATOR,
        Role.LABEL,
    ]
    assert details.prompt.budget.endswith("/ 4,000 characters")


def test_the_whole_prompt_is_copied(details: BenchDetails, page: Workspace) -> None:
    details.show_page(Details.PROMPT)
    found = asked(page, meaning=ALIKE)
    details.show_workspace(found)
    named(details, "Copy the prompt").click()

    assert QGuiApplication.clipboard().text() == prompt_of(found)


def test_a_click_on_a_passage_of_the_prompt_chooses_it(
    qtbot: QtBot, details: BenchDetails, page: Workspace
) -> None:
    details.show_page(Details.PROMPT)
    details.show_workspace(asked(page, meaning=ALIKE, words=(1,)))
    text = details.prompt.text
    with qtbot.waitSignal(details.place_chosen) as first:
        QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, 40))
    text.moveCursor(text.textCursor().MoveOperation.End)
    with qtbot.waitSignal(details.place_chosen) as last:
        QTest.keyClick(text, Qt.Key.Key_Return)

    assert (first.args, last.args) == ([1], [4])


def test_every_line_of_the_prompt_belongs_to_its_part(
    details: BenchDetails, page: Workspace
) -> None:
    details.show_page(Details.PROMPT)
    details.show_workspace(asked(page, meaning=ALIKE, pinned="Two\nlines"))
    text = details.prompt.text
    shown: dict[int | None, list[str]] = {}
    block = text.document().firstBlock()
    while block.isValid():
        part = text.parts[block.userState()]
        shown.setdefault(part.place, []).append(block.text())
        block = block.next()

    assert shown[None][:2] == ["Two", "lines"]
    assert shown[1][1:] == SECTIONS[0].split("\n")


def test_a_huge_prompt_is_shown_in_part_and_copied_whole(details: BenchDetails) -> None:
    body = "A sentence of a page that never seems to end. " * 20_000
    page = opened(f"# Page\n\n{body}")
    wide = SearchSettings(passages=50, passage_characters=10**6, prompt_characters=10**7)
    count = len(cut_of(page).parents)
    details.show_page(Details.PROMPT)
    found = asked(page, meaning=[0.9] * count, pinned="p" * 10**6, settings=wide)
    details.show_workspace(found)

    assert len(details.prompt.text.toPlainText()) < LONGEST + 10_000
    assert details.prompt.text.parts[0].words == "p" * LONGEST_PIECE
    assert "994,000 more characters" in details.prompt.text.toPlainText()
    details.prompt.copy()
    assert len(QGuiApplication.clipboard().text()) == len(prompt_of(found))


def test_nothing_sent_is_said(details: BenchDetails, page: Workspace) -> None:
    details.show_page(Details.PROMPT)
    details.show_workspace(asked(page, meaning=(0.1,) * 7))

    assert said(details.prompt) == "Nothing is sent"


def test_an_answer_to_an_earlier_question_says_so(details: BenchDetails, page: Workspace) -> None:
    found = asked(page, meaning=ALIKE)
    details.show_workspace(found)
    fresh = details.age
    side = found.bench.side
    changed = replace(side, question=replace(side.question, text="Another?"))
    details.show_workspace(replace(found, bench=found.bench.with_side(0, changed)))

    assert (fresh, details.age) == ("", "out of date")


def test_hostile_words_stay_plain(details: BenchDetails) -> None:
    words = "<img src='file:///etc/passwd'> & <b>bold</b>"
    page = opened(f"# Page\n\n{words} " + "x" * 5_000)
    details.show_workspace(answered(asked(page, meaning=(0.9,)), words))
    quoted = details.answer.quote
    details.show_page(Details.WHY)
    details.show_workspace(explained(choosing(asked(page, meaning=(0.9,)), 1), (0.5,)))
    (line,) = details.why.sentences.listed.lines

    assert quoted.text() == words
    assert quoted.textFormat() is Qt.TextFormat.PlainText
    assert "<b>" not in quoted.toolTip()
    assert len(line.words) < 400


@pytest.mark.parametrize("page_shown", list(Details))
def test_every_control_has_a_name_and_a_tooltip(
    details: BenchDetails, page: Workspace, page_shown: Details
) -> None:
    workspace = answered(asked(page, meaning=tuple(reversed(ALIKE))), ANSWER)
    details.show_workspace(explained(choosing(workspace, 1), (0.5,)))
    details.show_page(page_shown)
    buttons = [one for one in details.findChildren(QAbstractButton) if one.isVisible()]

    assert [one for one in buttons if not one.accessibleName()] == []
    assert [one.accessibleName() for one in buttons if not one.toolTip()] == []
    assert details.segments.accessibleName() == "Details"


@pytest.mark.parametrize("page_shown", list(Details))
def test_it_is_drawn_anew_in_another_theme(
    details: BenchDetails, page: Workspace, page_shown: Details
) -> None:
    workspace = answered(asked(page, meaning=ALIKE, words=(0,), pinned="Pinned"), ANSWER)
    details.show_workspace(explained(choosing(workspace, 1), (0.5, 0.6), "SAML"))
    details.show_page(page_shown)
    before = details.grab().toImage()
    details.set_theme(DARK)

    assert details.grab().toImage() != before


def test_it_fits_a_low_dock(details: BenchDetails, page: Workspace) -> None:
    details.show_workspace(asked(page, meaning=ALIKE))

    assert details.minimumSizeHint().height() < 130


def test_arrow_keys_turn_the_pages(details: BenchDetails) -> None:
    details.segments.setFocus()
    QTest.keyClick(details.segments, Qt.Key.Key_Right)

    assert details.page is Details.WHY


def said(page: QStackedWidget) -> str:
    current = page.currentWidget()
    assert isinstance(current, EmptyState)
    return current.title


def prompt_of(workspace: Workspace) -> str:
    found = workspace.bench.side.asked
    assert found is not None
    return found.prompt.text


def named(details: BenchDetails, name: str) -> QAbstractButton:
    buttons = details.findChildren(QAbstractButton)
    return next(one for one in buttons if one.accessibleName() == name)
