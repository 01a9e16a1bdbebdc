import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkscope.core.errors import Cancelled, CountUnavailable
from chunkscope.core.spans import Span
from chunkscope.retrieval import counting
from chunkscope.retrieval.counting import DocumentCounts, TokenCounter, segments_of

from .tokenizers import (
    ATOMS,
    NAMES,
    counter_of,
    library_count,
    read_through,
    without_surrogates,
)

PAGES = Path(__file__).parents[3] / "shared" / "data" / "markdown"

texts = st.one_of(st.lists(st.sampled_from(ATOMS), max_size=40).map("".join), st.text(max_size=60))


@pytest.fixture(scope="module", params=NAMES)
def counter(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> object:
    return counter_of(request.param, tmp_path_factory.getbasetemp() / "ranks")


@pytest.fixture(scope="module")
def library(counter: TokenCounter) -> Callable[[str], int]:
    return library_count(counter)


def test_hello_world_is_two_tokens_and_the_special_ones(counter: TokenCounter) -> None:
    assert counter.count("hello world") == 2 + (2 if counter.window else 0)


def test_an_empty_text_has_the_special_tokens_only(counter: TokenCounter) -> None:
    assert counter.count("") == counter.tokenizer.special_tokens


def test_nothing_is_cut_off_and_nothing_filled_up(counter: TokenCounter) -> None:
    assert counter.count("word " * 5000) >= 5000


def test_names_of_special_tokens_are_counted_as_the_tokenizer_does(
    counter: TokenCounter, library: Callable[[str], int]
) -> None:
    text = "a <|endoftext|> b [SEP] c [CLS]d"
    assert counter.count(text) == library(text)


@settings(max_examples=300, deadline=None)
@given(texts)
def test_a_text_counts_as_the_library_counts_it(
    counter: TokenCounter, library: Callable[[str], int], text: str
) -> None:
    assert counter.count(text) == library(without_surrogates(text))


@settings(max_examples=400, deadline=None)
@given(texts, st.data())
def test_any_slice_counts_as_if_it_stood_alone(
    counter: TokenCounter, library: Callable[[str], int], text: str, data: st.DataObject
) -> None:
    text = without_surrogates(text)
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    prefix = data.draw(st.sampled_from(["", "Page > Über [SEP]", "日本"]))

    lead = f"{prefix}\n\n" if prefix else ""
    counts = read_through(counter.tokenizer, text).count_spans([span], [prefix])
    assert counts == [library(lead + span.slice_of(text))]


@settings(max_examples=200, deadline=None)
@given(texts)
def test_segments_tile_the_text(counter: TokenCounter, text: str) -> None:
    assert (
        "".join(s for block in segments_of(counter.tokenizer.segment, text) for s in block) == text
    )


def test_small_blocks_change_no_count(
    counter: TokenCounter, library: Callable[[str], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = random.Random(7)
    text = without_surrogates("".join(drawn.choice(ATOMS) for _ in range(3000)))
    starts = [drawn.randrange(len(text)) for _ in range(300)]
    spans = [Span(start, min(len(text), start + drawn.randrange(200))) for start in starts]

    monkeypatch.setattr(counting, "BLOCK_CHARACTERS", 37)
    found = read_through(counter.tokenizer, text).count_spans(spans)
    assert found == [library(span.slice_of(text)) for span in spans]


def test_few_slices_are_answered_without_reading_the_whole(counter: TokenCounter) -> None:
    counts = DocumentCounts(counter.tokenizer, "one two three. " * 20_000)

    assert counts.count_spans([Span(0, 3)]) == [counter.count("one")]
    assert counts._table is None


def test_many_slices_are_answered_from_one_reading(counter: TokenCounter) -> None:
    text = "one two three.\n\n" * 10_000
    counts = DocumentCounts(counter.tokenizer, text)
    spans = [Span(start, start + 480) for start in range(0, len(text), 480)]
    reported: list[tuple[int, int]] = []

    found = counts.count_spans(spans, report=lambda *step: reported.append(step))

    assert counts._table is not None
    assert found == [counter.count(span.slice_of(text)) for span in spans]
    assert [done for done, _ in reported] == sorted(done for done, _ in reported)
    assert {total for _, total in reported} == {len(text) + len(spans)}


def test_counting_stops_where_the_report_says_so(counter: TokenCounter) -> None:
    def cancel(done: int, total: int) -> None:
        raise Cancelled

    counts = DocumentCounts(counter.tokenizer, "word " * 50_000)
    with pytest.raises(Cancelled):
        counts.count_spans([Span(0, 250_000)], report=cancel)
    assert counts._table is None


def test_a_part_that_takes_too_long_is_not_counted_but_the_rest_is(
    counter: TokenCounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "LONGEST_SEGMENT", 1000)
    text = "before it " + "x" * 2000 + " after it"
    spans = [Span(0, 9), Span(0, len(text)), Span(2011, len(text)), Span(0, 500)]

    found = read_through(counter.tokenizer, text).count_spans(spans)

    assert found[1] is None
    assert [found[0], found[2], found[3]] == [
        counter.count(spans[place].slice_of(text)) for place in (0, 2, 3)
    ]
    with pytest.raises(CountUnavailable, match="1,000 characters"):
        counter.count(text)


@pytest.mark.skipif(not PAGES.exists(), reason="the pages are not here")
def test_random_slices_of_real_pages_count_as_the_library_counts_them(
    counter: TokenCounter, library: Callable[[str], int]
) -> None:
    drawn = random.Random(3)
    pages = sorted(path for path in PAGES.rglob("*.md") if path.stat().st_size < 200_000)
    for page in drawn.sample(pages, 40):
        text = page.read_text(encoding="utf-8", errors="replace")
        starts = [drawn.randrange(len(text)) for _ in range(10)] if text else []
        spans = [Span(start, min(len(text), start + 1400)) for start in starts]
        found = read_through(counter.tokenizer, text).count_spans(spans)
        assert found == [library(span.slice_of(text)) for span in spans], page
