"""The analyst: the same counts and findings as in this process, from another one."""

import os
import signal
import sys
from collections.abc import Iterator

import pytest

from chunkscope.core.counts import PageCounts
from chunkscope.core.document import Document
from chunkscope.core.errors import Cancelled
from chunkscope.core.lint.checks import lint
from chunkscope.core.lint.page import Page
from chunkscope.core.progress import ignore
from chunkscope.core.settings import Settings
from chunkscope.core.spans import Span
from chunkscope.core.splitters.parent_child import cut
from chunkscope.retrieval.page_counts import PageCounter
from chunkscope.workspace.analysis_messages import Counted, Found, Ignored, Message
from chunkscope.workspace.analyst import AnalysisFailed, Analyst

PAGE = Document("Refunds", "# Refunds\n\nAsk. Then wait.\n\n##### Deep\n\nText.\n" * 3)
LONG = Document("Long", "\n\n".join(f"# H{n}\n\n##### Deep {n}\n\nIt is {n}." for n in range(9000)))


@pytest.fixture(scope="module")
def analyst() -> Iterator[Analyst]:
    analyst = Analyst()
    yield analyst
    analyst.close()


def said_of(analyst: Analyst, document: Document, settings: Settings) -> list[Message]:
    said: list[Message] = []
    chunks = cut(document.title, document.text, settings)
    analyst.analyse(document, chunks, Span(0, 50), said.append, ignore)
    return said


def test_it_says_what_this_process_would(analyst: Analyst) -> None:
    said = said_of(analyst, PAGE, Settings())
    chunks = cut(PAGE.title, PAGE.text)
    here: PageCounts = PageCounter(PAGE.text).count(chunks)
    there = [one.counts for one in said if isinstance(one, Counted)][-1]
    found = [one for one in said if isinstance(one, Found)]

    assert there.of(None) == here.of(None)
    assert found[-1] == Found(lint(Page(PAGE, chunks, here)), complete=True)
    assert [len(one.headings) for one in said if isinstance(one, Ignored)] == [3]


def test_counts_belong_to_the_cut_that_was_given(analyst: Analyst) -> None:
    said: list[Message] = []
    chunks = cut(PAGE.title, PAGE.text, Settings(200, 20, 80, 10))
    analyst.analyse(PAGE, chunks, Span(0, 50), said.append, ignore)

    assert all(one.counts.chunk_set is chunks for one in said if isinstance(one, Counted))


def test_a_cancelled_analysis_leaves_no_trace_in_the_next(analyst: Analyst) -> None:
    chunks = cut(LONG.title, LONG.text)
    calls = 0

    def report(_done: int, _total: int) -> None:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise Cancelled

    for _ in range(3):
        calls = 0
        with pytest.raises(Cancelled):
            analyst.analyse(LONG, chunks, Span(0, 50), lambda _message: None, report)
        said = said_of(analyst, PAGE, Settings())

        assert [len(one.headings) for one in said if isinstance(one, Ignored)] == [3]


@pytest.mark.skipif(sys.platform == "win32", reason="there interruptions come another way")
def test_an_interruption_of_the_terminal_does_not_reach_the_process() -> None:
    analyst = Analyst()
    analyst.start()
    os.kill(analyst._companion._process.pid, signal.SIGINT)
    said = said_of(analyst, PAGE, Settings())
    analyst.close()

    assert any(isinstance(one, Found) for one in said)


def test_a_process_that_died_is_told_and_replaced() -> None:
    analyst = Analyst()
    said_of(analyst, PAGE, Settings())
    analyst._companion._process.kill()
    analyst._companion._process.join()
    said = said_of(analyst, PAGE, Settings())
    analyst.close()

    assert isinstance(said[-1], Found)


def test_a_process_that_dies_at_work_is_one_clear_error() -> None:
    analyst = Analyst()

    def kill(_message: Message) -> None:
        analyst._companion._process.kill()

    chunks = cut(LONG.title, LONG.text)
    with pytest.raises(AnalysisFailed):
        analyst.analyse(LONG, chunks, Span(0, 50), kill, ignore)
    analyst.close()
