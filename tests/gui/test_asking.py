"""The test bench behind the window: questions run, answers land in the workspace."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from chunkscope.core.chunks import Level
from chunkscope.core.fusion import Mode
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.core.verdict import Case
from chunkscope.gui.controller import Controller
from chunkscope.workspace.bench import Stage
from chunkscope.workspace.preferences import Preferences, load

ANSWER = "Single sign-on with SAML is part of the Pro plan."
TEXT = (
    f"# Security\n\n## Sign-in\n\nAn audit log is kept for a year. {ANSWER}\n\n"
    "## Billing\n\nThe add-on is billed per member and month.\n"
)
QUESTION = "Does the Pro plan include single sign-on?"


@pytest.fixture(scope="module")
def app() -> QApplication:
    running = QApplication.instance()
    return running if isinstance(running, QApplication) else QApplication([])


def until(reached: Callable[[], bool], seconds: float = 40) -> None:
    deadline = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < deadline, "it did not come"
        QCoreApplication.processEvents()
        time.sleep(0.002)


@pytest.fixture
def controller(app: QApplication, tmp_path: Path) -> Iterator[Controller]:
    page = tmp_path / "security.md"
    page.write_text(TEXT, encoding="utf-8")
    controller = Controller(Preferences())
    controller.open_path(page)
    until(lambda: controller.workspace.findings is not None and not controller.is_busy)
    yield controller
    controller.close()


def type_in(controller: Controller, text: str, number: int = 0) -> None:
    question = controller.workspace.bench.sides[number].question
    controller.asking.set_question(number, replace(question, text=text))


def ask(controller: Controller, text: str = QUESTION) -> None:
    type_in(controller, text)
    controller.asking.run()
    until(lambda: not controller.is_busy)


def test_nothing_is_loaded_or_indexed_before_it_is_asked_for(controller: Controller) -> None:
    bench = controller.workspace.bench

    assert (bench.plan, bench.indexed, bench.stage) == (None, None, Stage.IDLE)


def test_a_question_indexes_the_page_and_chooses_the_best_passage(controller: Controller) -> None:
    ask(controller)
    bench = controller.workspace.bench
    chosen = controller.workspace.chosen_chunk

    assert bench.side.asked is not None
    assert bench.chosen == 1
    assert bench.indexed is not None
    assert bench.indexed.embedded > 0
    assert chosen is not None
    assert "SAML" in TEXT[chosen.start : chosen.end]
    assert bench.why is not None
    assert bench.plan is not None
    assert bench.plan.changes_nothing


def test_the_cost_of_a_new_size_is_told_before_it_is_indexed(controller: Controller) -> None:
    controller.asking.prepare()
    until(lambda: controller.workspace.bench.plan is not None)
    before = controller.workspace.bench.plan
    ask(controller)
    controller.set_settings(Settings(20, 0, 10, 0))
    until(lambda: controller.workspace.bench.plan is None)
    until(lambda: controller.workspace.bench.plan is not None)
    after = controller.workspace.bench.plan

    assert before is not None
    assert after is not None
    assert after.to_embed > before.to_embed > 0


def test_a_marked_answer_is_judged_and_forgotten(controller: Controller) -> None:
    ask(controller)
    start = TEXT.index(ANSWER)
    controller.asking.mark_answer(Span(start - 1, start + len(ANSWER) + 1))
    until(lambda: not controller.is_busy)
    bench = controller.workspace.bench
    asked = bench.side.asked
    controller.asking.mark_answer(None)

    assert bench.answer == Span(start, start + len(ANSWER))
    assert asked is not None
    assert asked.verdict is not None
    assert asked.verdict.case is Case.FOUND
    assert asked.shares
    assert controller.workspace.bench.side.asked.verdict is None  # type: ignore[union-attr]


def test_search_settings_are_tried_at_once(controller: Controller) -> None:
    ask(controller)
    side = controller.workspace.bench.side
    settings = replace(side.question.settings, mode=Mode.TEXT)
    controller.asking.set_question(0, replace(side.question, settings=settings))

    assert controller.workspace.bench.side.is_stale
    until(lambda: not controller.workspace.bench.side.is_stale)
    asked = controller.workspace.bench.side.asked
    assert asked is not None
    assert all(one.candidate.vector is None for one in asked.prompt.outcomes)


def test_two_questions_are_answered_side_by_side(controller: Controller) -> None:
    ask(controller)
    controller.asking.compare(True)
    type_in(controller, "How is it billed?", 1)
    controller.asking.run()
    until(lambda: not controller.is_busy)
    first, second = controller.workspace.bench.sides
    controller.asking.lead(1)
    led = controller.workspace.bench.side
    controller.asking.compare(False)

    assert first.asked is not None
    assert second.asked is not None
    assert first.asked.question.text == QUESTION
    assert second.asked.question.text == "How is it billed?"
    assert led is second
    assert controller.workspace.bench.sides == (second,)


def test_choosing_a_candidate_shows_it(controller: Controller) -> None:
    ask(controller)
    asked = controller.workspace.bench.side.asked
    assert asked is not None
    place = next(n for n, one in enumerate(asked.passages, 1) if one.level == "child")
    controller.asking.choose(place)
    until(lambda: not controller.is_busy)
    chosen = controller.workspace.chosen_chunk

    assert chosen is not None
    assert chosen.level is Level.CHILD
    assert chosen.index == asked.passages[place - 1].index
    assert controller.workspace.bench.why is not None


def test_a_model_that_is_not_here_is_said_and_answers_stay(controller: Controller) -> None:
    ask(controller)
    side = controller.workspace.bench.side
    controller.asking.set_question(0, replace(side.question, model="no-such-model"))
    controller.asking.run()
    until(lambda: not controller.is_busy)
    bench = controller.workspace.bench

    assert "no-such-model" in bench.error
    assert bench.hint
    assert bench.side.asked is side.asked
    assert bench.stage is Stage.IDLE


def test_questions_asked_before_are_kept_by_page(controller: Controller) -> None:
    ask(controller, "How is it billed?")
    ask(controller, QUESTION)
    source = controller.workspace.source
    controller.close()

    assert controller.workspace.bench.past == (QUESTION, "How is it billed?")
    assert source is not None
    assert load().asked[source] == (QUESTION, "How is it billed?")
    assert load().question.text == QUESTION


def test_what_is_typed_is_kept_though_the_program_dies(controller: Controller) -> None:
    type_in(controller, "What if it cra")
    until(lambda: load().question.text == "What if it cra")


def test_cancelling_ends_the_asking_and_keeps_what_is_there(controller: Controller) -> None:
    ask(controller)
    asked = controller.workspace.bench.side.asked
    controller.asking.run()
    controller.cancel()
    until(lambda: not controller.is_busy)

    assert controller.workspace.bench.side.asked is asked
    assert controller.workspace.bench.stage is Stage.IDLE


def test_asking_nothing_is_said_in_a_sentence(controller: Controller) -> None:
    said: list[str] = []
    controller.asking.noticed.connect(said.append)
    type_in(controller, "  ")
    controller.asking.run()

    assert said == ["Type a question first."]


def mark(controller: Controller, words: str) -> None:
    start = TEXT.index(words)
    controller.asking.mark_answer(Span(start, start + len(words)))


@pytest.mark.parametrize("reached", [Stage.ASKING, Stage.INDEXING])
def test_an_answer_forgotten_while_a_question_runs_is_not_judged(
    controller: Controller, reached: Stage
) -> None:
    mark(controller, ANSWER)
    type_in(controller, QUESTION)
    controller.asking.run()
    until(lambda: controller.workspace.bench.stage is reached)
    controller.asking.mark_answer(None)
    until(lambda: not controller.is_busy)
    asked = controller.workspace.bench.side.asked

    assert asked is not None
    assert asked.verdict is None
    assert asked.shares == ()


def test_an_answer_changed_while_a_question_runs_is_the_one_that_is_judged(
    controller: Controller,
) -> None:
    mark(controller, ANSWER)
    type_in(controller, QUESTION)
    controller.asking.run()
    mark(controller, "The add-on is billed per member and month.")
    until(lambda: not controller.is_busy)
    asked = controller.workspace.bench.side.asked

    assert asked is not None
    assert asked.verdict is not None
    assert asked.shares
    held = asked.passage_at(asked.shares[0].place)
    assert held is not None
    assert "billed" in TEXT[held.start : held.end]


def test_nothing_is_said_of_a_new_answer_before_it_is_judged(controller: Controller) -> None:
    ask(controller)
    mark(controller, ANSWER)
    until(lambda: not controller.is_busy)
    mark(controller, "The add-on is billed per member and month.")
    controller.cancel()
    asked = controller.workspace.bench.side.asked

    assert asked is not None
    assert asked.verdict is None


def test_the_second_question_comes_back_as_it_was_put_away(controller: Controller) -> None:
    ask(controller)
    controller.asking.compare(True)
    second = controller.workspace.bench.sides[1].question
    settings = replace(second.settings, mode=Mode.TEXT)
    typed = replace(second, text="Never run", settings=settings)
    controller.asking.set_question(1, typed)
    controller.asking.compare(False)
    alone = controller.workspace.bench.sides
    controller.asking.compare(True)

    assert len(alone) == 1
    assert controller.workspace.bench.sides[1].question == typed


def test_the_first_question_is_put_away_when_the_second_is_kept(controller: Controller) -> None:
    type_in(controller, QUESTION)
    controller.asking.compare(True)
    type_in(controller, "How is it billed?", 1)
    controller.asking.lead(1)
    controller.asking.compare(False)
    kept = controller.workspace.bench.side.question.text
    controller.asking.compare(True)

    assert kept == "How is it billed?"
    assert controller.workspace.bench.sides[1].question.text == QUESTION


def test_a_question_that_is_put_away_outlives_the_page(
    controller: Controller, tmp_path: Path
) -> None:
    controller.asking.compare(True)
    type_in(controller, "Never run", 1)
    other = tmp_path / "other.md"
    other.write_text("# Other\n\nWords.\n", encoding="utf-8")
    controller.open_path(other)
    until(lambda: controller.workspace.source == str(other) and not controller.is_busy)
    controller.asking.compare(True)

    assert controller.workspace.bench.sides[1].question.text == "Never run"


def test_an_answer_lands_on_its_question_though_sides_went_meanwhile(
    controller: Controller,
) -> None:
    type_in(controller, QUESTION)
    controller.asking.compare(True)
    type_in(controller, "How is it billed?", 1)
    controller.asking.lead(1)
    controller.asking.run()
    controller.asking.compare(False)
    until(lambda: not controller.is_busy)
    side = controller.workspace.bench.side

    assert side.asked is not None
    assert side.asked.question.text == side.question.text == "How is it billed?"
