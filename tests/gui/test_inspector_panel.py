from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot
from tests.gui.pages import counted, cut_of, found, opened

from chunkscope.core.chunks import Level
from chunkscope.core.document import Document
from chunkscope.core.lint.checks import SUMMED_UP
from chunkscope.core.lint.findings import Severity
from chunkscope.core.settings import Settings
from chunkscope.gui.panels.inspector import InspectorPanel
from chunkscope.gui.theme import DARK
from chunkscope.gui.widgets.chunk_list import ChunkListModel
from chunkscope.gui.widgets.embedded_text import LONGEST
from chunkscope.workspace.state import Workspace

SMALL = Settings(30, 8, 12, 4)
PAGE = """# Refunds

## Billing & <b>tax</b>

Every plan renews on the date it was bought 😀.

The renewal is charged to the card on file. The receipt goes to the billing contact of the account.

Each change of plan takes effect at once, and the rest of the month is credited.
"""


@pytest.fixture
def panel(qtbot: QtBot) -> InspectorPanel:
    panel = InspectorPanel()
    qtbot.addWidget(panel)
    panel.resize(300, 700)
    panel.show()
    return panel


def said(panel: InspectorPanel) -> str:
    return "\n".join(panel._chunk.sentences)


def chosen(workspace: Workspace, index: int = 0, level: Level = Level.PARENT) -> Workspace:
    return workspace.choose_chunk(level, index)


def test_the_head_names_the_chunk_and_its_heading_path(panel: InspectorPanel) -> None:
    panel.show_workspace(chosen(opened(PAGE, SMALL), 1))
    assert panel._head.title == "Parent 2"
    assert panel._head.count == "Refunds › Billing & <b>tax</b>"


def test_figures_carry_their_limits(panel: InspectorPanel) -> None:
    panel.show_workspace(chosen(counted(opened(PAGE, SMALL), 9)))
    assert "Estimated tokens: 12 / 30" in said(panel)
    assert "Embedder · model: 9 / 10" in said(panel)
    assert "Chat model · cl100k_base: 9 25 % under estimate" in said(panel)
    assert "Reaches the prompt if found: all 46 characters" in said(panel)


def test_a_count_that_cannot_be_had_says_why(panel: InspectorPanel) -> None:
    panel.show_workspace(chosen(counted(opened(PAGE, SMALL))))
    row = panel._chunk._encodings[1]
    assert row.figure.note == "not available"
    assert "The file is missing." in row.toolTip()


def test_late_figures_keep_their_place(panel: InspectorPanel) -> None:
    workspace = chosen(opened(PAGE, SMALL))
    panel.show_workspace(workspace)
    places = [row.geometry() for row in panel._chunk._rows]
    assert "Chat model · cl100k_base: –" in said(panel)
    panel.show_workspace(replace(counted(workspace), choice=workspace.choice))
    assert [row.geometry() for row in panel._chunk._rows] == places


def test_what_the_prompt_cuts_off_is_said_in_the_ink_of_an_error(panel: InspectorPanel) -> None:
    panel.show_workspace(chosen(opened("word " * 240)))
    figure = panel._chunk._prompt.figure
    assert (figure.value, figure.role) == ("1,000 of 1,199", "error")


def test_the_rule_that_cut_is_told_in_plain_words(panel: InspectorPanel) -> None:
    workspace = opened(PAGE, SMALL)
    panel.show_workspace(chosen(workspace, 0))
    assert "Begins right below its heading." in said(panel)
    assert "none first of its section" in said(panel)
    panel.show_workspace(chosen(workspace, 1))
    assert "would have passed 30 tokens" in said(panel)
    assert "Overlap in: 6 words" in said(panel)


def test_children_are_listed_and_lead_to_themselves(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.show_workspace(chosen(opened(PAGE, SMALL), 1))
    children = panel._chunk._list
    places = children.listed.places
    assert len(places) > 1
    with qtbot.waitSignal(panel.chunk_chosen) as signal:
        children.clicked.emit(children.listed.index(1))
    assert signal.args == [Level.CHILD, places[1]]


def test_a_child_is_marked_among_its_siblings_and_leads_to_its_parent(
    panel: InspectorPanel, qtbot: QtBot
) -> None:
    workspace = opened(PAGE, SMALL)
    child = cut_of(workspace).children_of(1)[1]
    panel.show_workspace(chosen(workspace, child, Level.CHILD))
    assert panel._head.title == f"Child {child + 1}"
    assert panel._chunk._list.currentIndex().row() == 1
    with qtbot.waitSignal(panel.chunk_chosen) as signal:
        panel._chunk._to_parent.click()
    assert signal.args == [Level.PARENT, 1]


def test_the_arrows_step_within_a_level_and_end_at_its_ends(
    panel: InspectorPanel, qtbot: QtBot
) -> None:
    workspace = opened(PAGE, SMALL)
    panel.show_workspace(chosen(workspace, 0))
    assert not panel._previous.isEnabled()
    with qtbot.waitSignal(panel.chunk_chosen) as signal:
        panel._next.click()
    assert signal.args == [Level.PARENT, 1]
    panel.show_workspace(chosen(workspace, len(cut_of(workspace).parents) - 1))
    assert not panel._next.isEnabled()


def test_what_the_embedder_reads_is_shown_to_the_letter(panel: InspectorPanel) -> None:
    workspace = opened(PAGE, SMALL)
    panel.show_workspace(chosen(workspace))
    chunks = cut_of(workspace)
    shown = panel._chunk._text.toPlainText()
    assert shown == chunks.embedded_text(chunks.parents[0])
    assert "<b>tax</b>" in shown


def test_what_lies_past_the_window_is_struck_out(panel: InspectorPanel) -> None:
    workspace = counted(opened(PAGE, SMALL), 20)
    counts = workspace.counts
    assert counts is not None
    cut = PAGE.index("on the date")
    panel.show_workspace(chosen(replace(workspace, counts=replace(counts, cuts={0: cut}))))
    text = panel._chunk._text
    struck = text.toPlainText().index("on the date")
    cursor = text.textCursor()
    cursor.setPosition(struck)
    assert not cursor.charFormat().fontStrikeOut()
    cursor.setPosition(struck + 1)
    assert cursor.charFormat().fontStrikeOut()
    assert "reads 10 tokens" in panel._chunk._more.text()


def test_a_very_long_chunk_is_shown_in_part_and_says_so(panel: InspectorPanel) -> None:
    panel.show_workspace(chosen(opened("w" * (LONGEST + 500))))
    assert panel._chunk._more.text().startswith("500 more characters follow")


def test_findings_here_lead_to_themselves(panel: InspectorPanel, qtbot: QtBot) -> None:
    workspace = found(opened(PAGE, SMALL), "credited")
    workspace = found(workspace, "renews", Severity.ERROR, parents=(0,))
    panel.show_workspace(chosen(workspace))
    findings = panel._chunk.findings
    assert findings.count == "1 here · 2 in document"
    assert findings.cards[0].accessibleName() == "error: About renews"
    with qtbot.waitSignal(panel.finding_chosen) as signal:
        findings.cards[0].click()
    assert signal.args == [1]


def test_a_chosen_finding_is_shown_where_no_chunk_lies(panel: InspectorPanel, qtbot: QtBot) -> None:
    workspace = found(found(opened(PAGE, SMALL), "Billing"), "tax")
    for place, name in enumerate(("Billing", "tax")):
        panel.show_workspace(workspace.choose_finding(place))
        card = panel._summary.card
        assert card is not None
        assert card.accessibleName() == f"warning: About {name}"
        with qtbot.waitSignal(panel.finding_chosen) as signal:
            card.click()
        assert signal.args == [place]
    panel.show_workspace(workspace)
    assert panel._summary.card is None


def test_a_chosen_finding_leads_the_findings_of_a_chunk_that_it_does_not_stand_in(
    panel: InspectorPanel,
) -> None:
    workspace = found(opened(PAGE, SMALL), "renews", parents=(1,))
    workspace = workspace.choose_finding(0)
    assert workspace.choice is not None
    assert workspace.choice.parent == 0
    panel.show_workspace(workspace)
    assert [card.accessibleName() for card in panel._chunk.findings.cards] == [
        "warning: About renews"
    ]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("prompt-tail", "The end of P1 never reaches the prompt · 504 characters past the 1,000-"),
        ("chunk-over-size", "P1 is over its size · 376 of 30 estimated tokens"),
        ("over-embedder-window", "The embedder stops reading P1 before its end · 40 tokens, model"),
        ("dangling-opening", "Opening points back · one of the last 519 of this kind"),
    ],
)
def test_a_chunk_is_told_its_own_loss_where_a_finding_sums_up_many(
    panel: InspectorPanel, rule: str, told: str
) -> None:
    workspace = counted(found(opened("# T\n\n" + "word " * 300 + "end.\n", SMALL), "end"), 40)
    (one,) = workspace.findings or ()
    summed = replace(one, rule=rule, message=f"519 {SUMMED_UP} · {rule}", spans_left_out=518)
    panel.show_workspace(chosen(replace(workspace, findings=(summed,))))
    (card,) = panel._chunk.findings.cards
    assert told in card.accessibleName()


def test_the_chunk_is_copied_both_ways(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.show_workspace(chosen(opened(PAGE, SMALL)))
    for button, kind in (
        (panel._chunk._copy_plain, "plain"),
        (panel._chunk._copy_embedded, "embedded"),
    ):
        with qtbot.waitSignal(panel.copy_wanted) as signal:
            button.click()
        assert signal.args == [kind]


def test_without_a_choice_the_page_is_summed_up(panel: InspectorPanel) -> None:
    panel.show_workspace(counted(opened(PAGE, SMALL)))
    sentences = panel._summary.sentences
    assert "Embedder · model: 7" in sentences
    assert f"Parents: {len(cut_of(opened(PAGE, SMALL)).parents)}" in sentences
    assert sentences[-1].startswith("Click a chunk")


def test_a_place_between_chunks_is_explained(panel: InspectorPanel) -> None:
    panel.show_workspace(opened(PAGE, SMALL).choose_offset(0))
    assert "lies in no chunk" in panel._summary.sentences[-1]


def test_nothing_is_blank_without_a_reason(panel: InspectorPanel) -> None:
    assert panel._empty.title == "No page is open"
    panel.show_workspace(Workspace(document=Document("Page", PAGE)))
    assert panel._empty.title == "Cutting the page…"


def test_the_list_of_children_keeps_the_contract_of_qt(qtbot: QtBot) -> None:
    model = ChunkListModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    workspace = counted(opened(PAGE, SMALL))
    model.show_children(cut_of(workspace), 1, None)
    model.show_children(cut_of(workspace), 1, workspace.counts)
    said = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("real 7")


def test_both_themes_paint_without_a_word_from_qt(panel: InspectorPanel) -> None:
    panel.show_workspace(chosen(found(counted(opened(PAGE, SMALL)), "renews")))
    panel.grab()
    panel.set_theme(DARK)
    assert not panel.grab().isNull()


def test_an_old_cut_is_dimmed_only_when_the_new_one_is_slow(
    panel: InspectorPanel, qtbot: QtBot
) -> None:
    workspace = chosen(opened(PAGE, SMALL))
    stale = replace(workspace, settings=Settings(31, 8, 12, 4))
    panel.show_workspace(stale)
    assert not panel._veil.isVisible()
    qtbot.waitUntil(panel._veil.isVisible)
    panel.show_workspace(workspace)
    assert not panel._veil.isVisible()


def test_an_estimate_that_is_far_off_stands_out(panel: InspectorPanel) -> None:
    panel.show_workspace(chosen(counted(opened(PAGE, SMALL), 24)))
    figure = panel._chunk._encodings[0].figure
    assert (figure.short_note, figure.role) == ("+100 %", "warning")


def test_a_page_without_text_says_that_nothing_can_be_chosen(panel: InspectorPanel) -> None:
    panel.show_workspace(opened("# Only\n\n## Headings\n"))
    assert panel._summary.sentences[-1].startswith("This page has no text")
