"""Questions answered in a process of their own: as in this one, and interrupted at will."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from chunkscope.core.document import Document
from chunkscope.core.errors import Cancelled
from chunkscope.core.progress import ignore
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.costs import Outcome, Plan
from chunkscope.workspace.asker import Asker, AskingFailed
from chunkscope.workspace.asking import AskingSession, page_of
from chunkscope.workspace.asking_messages import (
    Answered,
    Estimated,
    Explained,
    Indexed,
    Indexing,
    Loaded,
    Message,
)
from chunkscope.workspace.questions import BUILT_IN_MODEL, Question

ANSWER = "Single sign-on with SAML is part of the Pro plan."
TEXT = f"# Security\n\n## Sign-in\n\nAn audit log is kept. {ANSWER}\n\n## Billing\n\nPer member.\n"
PAGE = Document("Security", TEXT)
LONG = Document("Long", "\n\n".join(f"# Heading {n}\n\nItem {n} is here." for n in range(600)))
QUESTION = Question("Does the Pro plan include single sign-on?")
SETTINGS = Settings()
PLAN = Plan(4, 3, 90, 1, 0)


HEARD = """
import pickle, sys
from chunkscope.workspace.asker import Asker
from chunkscope.workspace.asking_messages import Message
said = pickle.loads(bytes.fromhex(sys.argv[1]))
print(type(said).__name__, [name for name in sys.modules if name.endswith(("index", "ledger"))])
"""


@pytest.fixture(scope="module")
def asker() -> Iterator[Asker]:
    asker = Asker()
    yield asker
    asker.close()


def answered(asker: Asker, document: Document = PAGE, answer: Span | None = None) -> list[Message]:
    said: list[Message] = []
    asker.ask(document, SETTINGS, QUESTION, answer, said.append, ignore)
    return said


def test_it_answers_what_this_process_would(asker: Asker, tmp_path: Path) -> None:
    place = Span(TEXT.index(ANSWER), TEXT.index(ANSWER) + len(ANSWER))
    there = next(one.asked for one in answered(asker, PAGE, place) if isinstance(one, Answered))
    chunks = cut(PAGE.title, PAGE.text, SETTINGS)
    with AskingSession("numpy", tmp_path) as session:
        here = session.ask(page_of(PAGE, chunks), QUESTION, (place,))

    assert there.prompt == here.prompt
    assert there.passages == here.passages
    assert (there.verdict, there.shares) == (here.verdict, here.shares)
    assert there.prompt.outcomes[0].source.text is PAGE.text


def test_the_cost_is_told_before_and_what_was_done_after(asker: Asker) -> None:
    document = Document("Costs", "# One\n\nFirst text.\n\n# Two\n\nSecond text.\n")
    said: list[Message] = []
    asker.estimate(document, SETTINGS, BUILT_IN_MODEL, said.append, ignore)
    said += answered(asker, document)
    asker.estimate(document, SETTINGS, BUILT_IN_MODEL, said.append, ignore)
    plans = [one.plan for one in said if isinstance(one, Estimated)]
    done = [one.outcome for one in said if isinstance(one, Indexed)]

    assert plans[0].to_embed == done[0].embedded > 0
    assert plans[0].passages == 5
    assert plans[1].changes_nothing


def test_each_sentence_of_a_passage_is_compared_with_the_question(asker: Asker) -> None:
    start = TEXT.index("An audit")
    said: list[Message] = []
    asker.explain(
        PAGE, SETTINGS, QUESTION, Span(start, TEXT.index("\n\n## Billing")), said.append, ignore
    )
    why = next(one.why for one in said if isinstance(one, Explained))
    scores = {span.slice_of(TEXT): score for span, score in why.sentences}

    assert max(scores, key=lambda sentence: scores[sentence]) == ANSWER
    assert "Pro" in {term.slice_of(TEXT) for term in why.terms}


def test_a_cancelled_indexing_leaves_no_trace_in_the_next_answer(asker: Asker) -> None:
    said: list[Message] = []

    def report(_done: int, _total: int) -> None:
        if any(isinstance(one, Indexing) for one in said):
            raise Cancelled

    with pytest.raises(Cancelled):
        asker.ask(LONG, SETTINGS, QUESTION, None, said.append, report)
    after = answered(asker)

    assert not any(isinstance(one, Answered) for one in said)
    assert [one for one in after if isinstance(one, Answered)]


def test_a_model_that_is_not_here_is_one_clear_error(asker: Asker) -> None:
    said: list[Message] = []
    with pytest.raises(AskingFailed) as failed:
        asker.load("no-such-model", said.append, ignore)
    asker.load(BUILT_IN_MODEL, said.append, ignore)

    assert "no-such-model" in failed.value.message
    assert failed.value.hint
    assert said == [Loaded(BUILT_IN_MODEL)]


def test_a_process_that_died_is_replaced(asker: Asker) -> None:
    answered(asker)
    asker._companion._process.kill()
    asker._companion._process.join()

    assert [one for one in answered(asker) if isinstance(one, Answered)]


@pytest.mark.parametrize("said", [Estimated(PLAN), Indexed(Outcome(PLAN, 1, 0.5))])
def test_what_it_says_of_costs_is_heard_without_loading_an_index(said: Message) -> None:
    command = [sys.executable, "-c", HEARD, pickle.dumps(said).hex()]
    heard = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert heard.split() == [type(said).__name__, "[]"]
