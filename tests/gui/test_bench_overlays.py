"""What both views paint of the bench, as spans; and that they paint it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.benches import answered, asked, choosing, explained
from tests.gui.pages import cut_of, opened

from chunkscope.core.chunks import Level
from chunkscope.core.fusion import SearchSettings
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.gui.bench_overlays import bench_decorations, heats_of, lanes_of
from chunkscope.gui.overlays import Decoration, Mark, decorations, words_at
from chunkscope.gui.tasks import TaskRunner
from chunkscope.gui.theme import THEMES, Theme
from chunkscope.gui.widgets.document_view import DecorationSource
from chunkscope.gui.widgets.rendered_view import RenderedView
from chunkscope.gui.widgets.source_view import SourceView
from chunkscope.workspace.questions import Why
from chunkscope.workspace.state import Workspace

ANSWER = "Single sign-on with SAML is part of the Pro plan."
TEXT = (
    f"# Security\n\n## Sign-in\n\nAn audit log is kept.\n{ANSWER}\nAllow-lists limit who signs in."
    "\n\n## Billing\n\nThe add-on is billed per member and month.\n\n## Keys\n\n"
    "Keys are rotated.\n\n- One never leaves.\n\n| Key | Days |\n| --- | --- |\n| A | 90 |\n"
)
EVERYWHERE = Span(0, len(TEXT))


@pytest.fixture
def page() -> Workspace:
    return opened(TEXT)


def marks_of(workspace: Workspace, mark: Mark, visible: Span = EVERYWHERE) -> list[Decoration]:
    return [one for one in bench_decorations(workspace, visible) if one.mark is mark]


def test_with_no_question_and_no_answer_nothing_changes(page: Workspace) -> None:
    assert list(bench_decorations(page, EVERYWHERE)) == []
    assert list(bench_decorations(Workspace(), Span(0, 0))) == []


def test_each_passage_that_is_sent_has_a_bar_as_long_as_what_is_sent(page: Workspace) -> None:
    short = SearchSettings(passages=2, passage_characters=30)
    found = asked(page, meaning=(0.9, 0.8, 0.7), settings=short)
    parents = cut_of(page).parents

    assert [(bar.place, bar.span) for bar in marks_of(found, Mark.SENT)] == [
        (1, Span(parents[0].start, parents[0].start + 30)),
        (2, Span(parents[1].start, parents[1].start + 30)),
    ]


def test_only_what_is_on_screen_is_painted(page: Workspace) -> None:
    found = explained(choosing(asked(page, meaning=(0.9, 0.8, 0.7)), 1), (0.1, 0.9), "SAML")
    found = answered(found, ANSWER)
    last = cut_of(page).parents[2]

    assert [one.place for one in bench_decorations(found, Span(last.start, last.end))] == [3]


def test_the_chosen_passage_is_stronger_and_its_cut_is_marked(page: Workspace) -> None:
    short = SearchSettings(prompt_characters=30)
    found = choosing(asked(page, meaning=(0.9, 0.8, 0.7), settings=short), 1)
    parent = cut_of(page).parents[0]
    (line,) = marks_of(found, Mark.CUT_LINE)
    (lost,) = marks_of(found, Mark.LOST)

    assert [bar.strength for bar in marks_of(found, Mark.SENT)] == [1]
    assert line.span == Span(parent.start + 30, parent.start + 30)
    assert line.label.startswith("sent to here · 30 of ")
    assert lost.span == Span(parent.start + 30, parent.end)


def test_a_cut_that_the_page_shows_already_is_not_told_twice() -> None:
    page = opened("# Page\n\n" + "Words of a long paragraph. " * 60, Settings(600, 0, 150, 0))
    found = choosing(asked(page, meaning=(0.9,)), 1)

    assert marks_of(found, Mark.CUT_LINE, Span(0, 5_000)) == []
    assert marks_of(found, Mark.LOST, Span(0, 5_000)) == []


def test_the_page_shows_the_cut_that_the_question_was_asked_with(page: Workspace) -> None:
    short = SearchSettings(passage_characters=30)
    found = asked(page, meaning=(0.9, 0.8, 0.7), settings=short)
    labels = {one.label for one in decorations(found, EVERYWHERE) if one.mark is Mark.CUT_LINE}

    assert labels == {"prompt cut · 30 characters"}


def test_a_tail_that_another_passage_brings_is_not_lost() -> None:
    page = opened("# Page\n\n" + "Words of a long paragraph. " * 80, Settings(900, 0, 60, 0))
    found = asked(page, meaning=(0.9,), level=Level.PARENT)
    children = asked(page, meaning=[0.5 + n / 100 for n in range(9)], level=Level.CHILD)
    sent = [one.span for one in marks_of(children, Mark.SENT, Span(0, 9_000))]
    lost = [one.span for one in decorations(found, Span(0, 9_000)) if one.mark is Mark.LOST]
    left = [one.span for one in decorations(children, Span(0, 9_000)) if one.mark is Mark.LOST]

    assert len(lost) == 1
    assert any(span.start > lost[0].start for span in sent)
    assert not any(part.touches(span) for part in left for span in sent)


def test_a_chosen_passage_that_is_not_sent_has_a_dashed_bar(page: Workspace) -> None:
    found = choosing(asked(page, meaning=(0.9, 0.2, 0.1)), 2)
    (bar,) = marks_of(found, Mark.MISSED)

    assert (bar.place, bar.role) == (2, "quiet")
    assert bar.label == "Place 2, Parent 2: under the floor; not in the prompt."


def test_bars_of_an_earlier_question_are_quiet(page: Workspace) -> None:
    found = asked(page, meaning=(0.9,))
    side = found.bench.side
    changed = replace(side, question=replace(side.question, text="Another?"))
    old = replace(found, bench=found.bench.with_side(0, changed))

    assert {bar.role for bar in marks_of(found, Mark.SENT)} == {"accent"}
    assert {bar.role for bar in marks_of(old, Mark.SENT)} == {"quiet"}


def test_what_was_asked_of_another_text_is_not_painted(page: Workspace) -> None:
    found = asked(page, meaning=(0.9,))
    other = replace(found, document=opened(TEXT + "More.").document)

    assert list(bench_decorations(other, EVERYWHERE)) == []


def test_passages_in_each_other_have_bars_beside_each_other() -> None:
    spans = [Span(0, 100), Span(10, 40), Span(100, 120), Span(50, 60), Span(12, 20)]

    assert lanes_of(spans) == [0, 1, 0, 1, 1]


def test_sentences_are_shaded_by_how_near_each_is_among_them(page: Workspace) -> None:
    found = explained(choosing(asked(page, meaning=(0.9,)), 1), (0.1, 0.9, 0.5))
    shaded = marks_of(found, Mark.SENTENCE)

    assert [one.strength for one in shaded] == [0, 1, 0.5]
    assert {(one.hue, one.shade) for one in shaded} == {(0, 1)}
    assert [one.label for one in marks_of(found, Mark.CLOSEST)] == ["closest · 0.90"]


def test_sentences_that_hardly_differ_are_shaded_alike() -> None:
    why = Why(Span(0, 9), ((Span(0, 3), 0.70), (Span(3, 9), 0.72)), ())

    assert min(heats_of(why)) > 0.9
    assert heats_of(Why(Span(0, 0), (), ())) == []


def test_rare_words_that_were_found_are_marked_more_strongly(page: Workspace) -> None:
    found = explained(choosing(asked(page, meaning=(0.9,)), 1), (0.5,), "SAML", "i")
    terms = {TEXT[one.span.start : one.span.end]: one for one in marks_of(found, Mark.TERM)}

    assert terms["SAML"].strength == 1
    assert terms["i"].strength == 0


def test_the_answer_is_marked_before_anything_is_asked(page: Workspace) -> None:
    mark, sign = bench_decorations(answered(page, ANSWER), EVERYWHERE)

    assert (mark.mark, sign.mark) == (Mark.ANSWER, Mark.ANSWER_SIGN)
    assert mark.span.slice_of(TEXT) == ANSWER


def test_a_tooltip_says_what_a_character_is_part_of(page: Workspace) -> None:
    found = explained(choosing(asked(page, meaning=(0.9,)), 1), (0.1, 0.9))
    found = answered(found, ANSWER)
    marks = list(bench_decorations(found, EVERYWHERE))

    assert words_at(marks, TEXT.index("SAML")).split("\n") == [
        "The marked answer.",
        "Similarity of this sentence to the question: 0.90.",
        "Place 1, Parent 1: reaches the prompt whole.",
    ]


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[TaskRunner]:
    runner = TaskRunner()
    yield runner
    runner.close()


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("kind", ["source", "rendered"])
def test_both_views_paint_all_of_it(
    qtbot: QtBot, runner: TaskRunner, page: Workspace, theme: Theme, kind: str
) -> None:
    view = SourceView() if kind == "source" else RenderedView(runner)
    qtbot.addWidget(view)
    view.resize(500, 500)
    view.set_theme(theme)
    view.show()
    view.show_document(TEXT)
    qtbot.waitUntil(lambda: view.visible_span().end >= len(TEXT) - 2)
    short = SearchSettings(passage_characters=60)
    found = asked(page, meaning=(0.9, 0.2, 0.8), settings=short)
    found = explained(choosing(found, 1), (0.1, 0.9), "SAML")
    found = answered(found, ANSWER)
    everything = [*bench_decorations(found, EVERYWHERE)]
    everything += marks_of(choosing(found, 3), Mark.MISSED)
    plain = view.grab().toImage()
    for mark in everything:
        view.set_decorations(always(mark))
        assert view.grab().toImage() != plain, mark.mark


def always(mark: Decoration) -> DecorationSource:
    return lambda _visible: [mark]


def test_children_are_named_as_such(page: Workspace) -> None:
    found = asked(page, meaning=(0.9, 0.8), level=Level.CHILD)

    assert [bar.label for bar in marks_of(found, Mark.SENT)] == [
        "Place 1, Child 1: reaches the prompt whole.",
        "Place 2, Child 2: reaches the prompt whole.",
    ]
