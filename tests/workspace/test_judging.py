"""Where an answer went: of all its places the best, as far as the embedder reads."""

from dataclasses import replace
from pathlib import Path

import pytest

from chunkscope.core.fusion import Mode, SearchSettings
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut
from chunkscope.core.verdict import Case
from chunkscope.retrieval.passages import Page
from chunkscope.workspace.asking import AskingSession
from chunkscope.workspace.judging import AnswerMissing, place_of, places_of
from chunkscope.workspace.questions import Asked, Question

TWICE = (
    "# Single sign-on\n\n## Logs\n\nLogs are kept for a year.\n\n"
    "## Plans\n\nThe Pro plan includes single sign-on for all.\n"
)
FILLER = "The service keeps logs at night and moves them once a day to another place. " * 40
LAST = "The zebra quota is forty-two stripes."


def asked_of(
    folder: Path, text: str, question: Question, answer: str, settings: Settings | None = None
) -> Asked:
    page = Page("page", cut("Page", text, settings or Settings()))
    with AskingSession("numpy", folder) as session:
        return session.ask(page, question, places_of(answer, text))


def test_a_heading_of_the_same_words_does_not_stand_for_the_answer(tmp_path: Path) -> None:
    question = Question("Does the Pro plan include single sign-on?", levels=("parent",))
    asked = asked_of(tmp_path, TWICE, question, "single sign-on")

    assert asked.verdict is not None
    assert (asked.verdict.case, asked.verdict.place) == (Case.FOUND, 1)
    assert [share.place for share in asked.shares] == [1]


def test_the_best_of_several_places_counts(tmp_path: Path) -> None:
    text = f"# Page\n\n## Far\n\n{FILLER}{LAST}\n\n## Zebras\n\n{LAST}\n"
    asked = asked_of(tmp_path, text, Question("What is the zebra quota?"), LAST)

    assert asked.verdict is not None
    assert asked.verdict.case is Case.FOUND


@pytest.mark.parametrize(("child_size", "case"), [(1000, Case.PAST_WINDOW), (30, Case.UNDER_FLOOR)])
def test_small_to_big_reads_as_far_as_the_children_are_embedded(
    tmp_path: Path, child_size: int, case: Case
) -> None:
    search = SearchSettings(Mode.VECTOR, floor=0.99, small_to_big=True)
    question = Question("What does the service keep at night?", search)
    settings = Settings(1000, 0, child_size, 0)
    asked = asked_of(tmp_path, f"# Page\n\n{FILLER}{LAST}\n", question, LAST, settings)

    assert asked.verdict is not None
    assert asked.verdict.case is case


def test_letters_as_they_are_go_before_others_of_another_case() -> None:
    text = "# ZEBRA\n\nA zebra  runs.\n"

    assert [place.slice_of(text) for place in places_of("zebra runs", text)] == ["zebra  runs"]
    assert [place.start for place in places_of("zebra", text)] == [text.index("zebra")]
    assert [place.start for place in places_of("Zebra", text)] == [2, text.index("zebra")]
    assert place_of("Zebra", cut("Page", text)).start == text.index("zebra")


@pytest.mark.parametrize("answer", ["", " \n", "nowhere"])
def test_an_answer_that_stands_nowhere_is_one_clear_error(answer: str) -> None:
    with pytest.raises(AnswerMissing):
        places_of(answer, TWICE)


def test_without_an_answer_there_is_no_verdict(tmp_path: Path) -> None:
    page = Page("page", cut("Page", TWICE))
    with AskingSession("numpy", tmp_path) as session:
        asked = session.ask(page, Question("Is there single sign-on?"))

    assert asked.verdict is None
    assert replace(asked, notes=()).shares == ()
