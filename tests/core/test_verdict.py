"""Verdicts: the cases told plainly a second time with sets of characters, and each by example."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.core.pages import pages, settings

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.fusion import Hit, Mode, SearchSettings, fuse
from chunkscope.core.prompt import Fate, Outcome, Prompt, Source, deliver
from chunkscope.core.spans import Span
from chunkscope.core.splitters.parent_child import cut
from chunkscope.core.verdict import Case, Verdict, _listed, judge, shares, within

LETTERS = "".join(chr(0x4E00 + number) for number in range(9000))
"""No stretch of it comes twice."""
DEFAULT = SearchSettings()
EVERYTHING = 10**9


class Found(NamedTuple):
    """A passage with its vector score, and its text rank where it has one."""

    span: Span
    score: float
    text_rank: int | None = None


def prompt_of(
    *found: Found,
    chosen: SearchSettings = DEFAULT,
    pinned: str = "",
    text: str = LETTERS,
) -> Prompt:
    ranked = sorted(range(len(found)), key=lambda place: (-found[place].score, place))
    vector = [Hit(place, rank, found[place].score) for rank, place in enumerate(ranked, 1)]
    worded = [(one.text_rank, place) for place, one in enumerate(found) if one.text_rank]
    candidates = fuse(vector, [Hit(place, rank, 1.0) for rank, place in worded], chosen)
    sources = [Source("T", text, found[one.position].span) for one in candidates]
    return deliver(candidates, sources, chosen, pinned)


def ranked(*spans: Span, chosen: SearchSettings = DEFAULT, pinned: str = "") -> Prompt:
    found = [Found(span, 0.9 - place / 1000) for place, span in enumerate(spans)]
    return prompt_of(*found, chosen=chosen, pinned=pinned)


def verdict_of(
    answer: Span, prompt: Prompt, *others: Span, seen: int = EVERYTHING, page: Span | None = None
) -> Verdict:
    """Judge; all candidates but `page` are chunks, and `others` are chunks that nothing found."""
    chunks = [one.span for one in prompt.outcomes if one.span != page]
    return judge(answer, prompt, [*chunks, *others], lambda _: seen)


def hundreds(first: int, *lengths: int) -> list[Span]:
    """Return passages of these lengths, a thousand apart, the first of them at `first`."""
    starts = [first + 1000 * number for number in range(len(lengths))]
    return [Span(start, start + length) for start, length in zip(starts, lengths, strict=True)]


def told_plainly(
    answer: Span, prompt: Prompt, chunks: list[Span], text: str, seen: Callable[[Outcome], int]
) -> Case:
    """Tell the case with sets of offsets."""
    wanted = set(range(*answer))
    in_chunks = wanted & {offset for span in chunks for offset in range(*span)}
    if in_chunks:
        wanted = set(range(min(in_chunks), max(in_chunks) + 1))
    letters = {offset for offset in in_chunks or wanted if not text[offset].isspace()}
    sent = [set(range(*one.sent)) for one in prompt.outcomes]
    if any(wanted <= one or (letters and letters <= one) for one in sent):
        return Case.FOUND
    if letters and letters <= set().union(*sent):
        return Case.SPLIT
    listed = [one for one in prompt.outcomes if one.span in chunks] or list(prompt.outcomes)
    holders = [one for one in listed if wanted <= set(range(*one.span))]
    if any(one.delivered for one in holders):
        return Case.PAST_CUT
    if holders:
        read = set()
        for one in listed:
            read |= wanted & set(
                range(one.span.start, min(one.span.end, one.span.start + seen(one)))
            )
        fate = min(holders, key=lambda one: one.place).fate
        asks_vectors = prompt.settings.mode is not Mode.TEXT
        if fate is Fate.DUPLICATE:
            return Case.DUPLICATE
        if fate is not Fate.NO_ROOM and asks_vectors and not read:
            return Case.PAST_WINDOW
        return Case.UNDER_FLOOR if fate is Fate.UNDER_FLOOR else Case.AT_PLACE
    if any(wanted <= set(range(*span)) for span in chunks):
        return Case.AT_PLACE
    return Case.SPLIT if in_chunks else Case.NO_CHUNK


def passages_of(chunks: ChunkSet) -> list[Span]:
    body = Span(chunks.outline.body_start, len(chunks.text))
    return [body, *(one.span for one in chunks.parents), *(one.span for one in chunks.children)]


searches = st.builds(
    SearchSettings,
    mode=st.sampled_from(Mode),
    leg=st.integers(1, 8),
    passages=st.integers(1, 4),
    passage_characters=st.integers(1, 60),
    prompt_characters=st.integers(0, 120),
    small_to_big=st.booleans(),
)


twice = st.one_of(pages, pages.map(lambda text: f"{text}\n\n{text}"))


@given(twice, settings(), searches, st.data())
def test_the_case_is_that_of_the_plain_rules(
    text: str, sizes: object, chosen: SearchSettings, data: st.DataObject
) -> None:
    assume(text)
    chunks = cut("T", text, sizes)  # type: ignore[arg-type]
    page, *spans = passages_of(chunks)
    start = data.draw(st.integers(0, len(text) - 1))
    answer = Span(start, data.draw(st.integers(start + 1, min(len(text), start + 40))))
    score = st.sampled_from([0.1, 0.39, 0.4, 0.8])
    listed = data.draw(st.lists(st.sampled_from([page, *spans]), max_size=12, unique=True))
    found = [
        Found(span, data.draw(score), data.draw(st.sampled_from([None, rank])))
        for rank, span in enumerate(listed, 1)
    ]
    prompt = prompt_of(*found, chosen=chosen, text=text)
    window = data.draw(st.integers(0, 50))

    def seen(outcome: Outcome) -> int:
        return window + outcome.place % 3

    verdict = judge(answer, prompt, spans, seen)
    assert verdict.case is told_plainly(answer, prompt, spans, text, seen)
    assert verdict.message.endswith(".")
    assert verdict.beaten_by == tuple(range(1, verdict.place or 1))[: len(verdict.beaten_by)]


def test_an_answer_that_is_sent_whole_is_found() -> None:
    verdict = verdict_of(Span(10, 20), ranked(Span(0, 900)))
    assert (verdict.case, verdict.place, verdict.advice) == (Case.FOUND, 1, "")


def test_the_best_of_several_passages_counts() -> None:
    parent, child = Span(0, 1400), Span(1000, 1400)
    verdict = verdict_of(Span(1100, 1200), ranked(parent, child))
    assert (verdict.case, verdict.place) == (Case.FOUND, 2)


def test_the_overlap_holds_an_answer_as_well_as_any_text() -> None:
    behind = ranked(*hundreds(5000, 100, 100, 100, 100), Span(0, 300))
    assert verdict_of(Span(250, 290), behind).case is Case.AT_PLACE
    assert verdict_of(Span(250, 290), ranked(Span(0, 300), Span(240, 600))).case is Case.FOUND


@pytest.mark.parametrize(
    ("answer", "where"), [(Span(1100, 1200), "comes after"), (Span(990, 1010), "runs past")]
)
def test_an_answer_past_the_cut_is_told_from_one_that_the_cut_divides(
    answer: Span, where: str
) -> None:
    verdict = verdict_of(answer, ranked(Span(0, 1400)))
    assert verdict.case is Case.PAST_CUT
    assert "only its first 1,000 of 1,400 characters are sent" in verdict.message
    assert where in verdict.message
    assert "Move the answer up" in verdict.advice


def test_where_the_budget_cut_a_passage_the_advice_is_to_make_room() -> None:
    prompt = ranked(Span(0, 1400), pinned="p" * 3900)
    assert "Shorten the pinned text" in verdict_of(Span(500, 600), prompt).advice
    assert "Move the answer up" in verdict_of(Span(1100, 1200), prompt).advice


def test_of_passages_that_are_cut_the_one_that_brings_most_is_named() -> None:
    answer = Span(1150, 1250)
    assert verdict_of(answer, ranked(Span(100, 1300), Span(200, 1350))).place == 2


def test_halves_that_are_both_sent_are_an_answer_in_pieces() -> None:
    verdict = verdict_of(Span(350, 450), ranked(Span(0, 400), Span(400, 800)))
    assert (verdict.case, verdict.parts) == (Case.SPLIT, (1, 2))
    assert "reaches the prompt in pieces, in the passages at places 1 and 2" in verdict.message


def test_pieces_are_better_than_a_whole_that_is_not_sent() -> None:
    halves = [Span(0, 400), Span(395, 800)]
    prompt = ranked(*halves, *hundreds(5000, 50, 50), Span(0, 801))
    assert prompt.outcomes[-1].fate is not Fate.WHOLE
    assert verdict_of(Span(350, 450), prompt).case is Case.SPLIT


def test_white_space_between_passages_is_no_part_that_could_be_missing() -> None:
    text = "One sentence.\n\nAnother one.\n"
    prompt = prompt_of(Found(Span(0, 13), 0.9), Found(Span(15, 27), 0.8), text=text)
    assert "in pieces" in verdict_of(Span(4, 22), prompt).message


def test_a_passage_that_adds_nothing_is_not_named_among_the_pieces() -> None:
    prompt = ranked(Span(0, 400), Span(300, 390), Span(400, 800))
    assert verdict_of(Span(350, 450), prompt).parts == (1, 3)


def test_one_passage_that_brings_every_letter_is_enough() -> None:
    text = "One. Two. \n Three."
    prompt = prompt_of(
        Found(Span(0, 8), 0.9),
        Found(Span(0, 18), 0.8),
        chosen=SearchSettings(passage_characters=9),
        text=text,
    )
    verdict = verdict_of(Span(0, 11), prompt)
    assert (verdict.case, verdict.place) == (Case.FOUND, 2)


def test_an_answer_that_is_cut_between_chunks_names_those_that_hold_its_parts() -> None:
    prompt = ranked(*hundreds(5000, 50, 50, 50), Span(0, 400), Span(400, 800))
    verdict = verdict_of(Span(350, 450), prompt)
    assert (verdict.case, verdict.parts, verdict.place) == (Case.SPLIT, (4, 5), 4)
    assert "No chunk holds the whole answer" in verdict.message


def test_an_answer_that_is_cut_between_chunks_that_nothing_found_is_split_too() -> None:
    verdict = verdict_of(Span(350, 450), ranked(), Span(0, 400), Span(400, 800))
    assert (verdict.case, verdict.parts, verdict.place) == (Case.SPLIT, (), None)


def test_a_place_past_the_passages_says_what_beats_it() -> None:
    verdict = verdict_of(Span(10, 20), ranked(*hundreds(1000, 50, 50, 50, 50, 50), Span(0, 90)))
    assert (verdict.case, verdict.place) == (Case.AT_PLACE, 6)
    assert verdict.beaten_by == (1, 2, 3, 4, 5)
    assert "at place 6, behind 4 that the prompt holds" in verdict.message


def test_a_place_beyond_a_leg_tells_its_ranks() -> None:
    others = [
        Found(Span(1000 + 9 * place, 1009 + 9 * place), 0.9, place + 1) for place in range(36)
    ]
    prompt = prompt_of(*others, Found(Span(0, 90), 0.5, 37))
    verdict = verdict_of(Span(10, 20), prompt)
    assert (verdict.case, verdict.place) == (Case.AT_PLACE, 37)
    assert "rank 37 by meaning and rank 37 by words, while a leg hands on 20" in verdict.message


def test_a_passage_without_room_asks_for_room() -> None:
    prompt = ranked(Span(1000, 1900), Span(0, 90), pinned="p" * 3500)
    verdict = verdict_of(Span(10, 20), prompt, seen=0)
    assert (verdict.case, verdict.place) == (Case.AT_PLACE, 2)
    assert "the 4,000 characters of the prompt are used up" in verdict.message


@pytest.mark.parametrize(
    ("score", "shown"), [(0.12, "0.12"), (0.398, "0.398"), (0.39999, "0.39999")]
)
def test_a_score_under_the_floor_looks_as_if_it_is(score: float, shown: str) -> None:
    verdict = verdict_of(Span(10, 20), prompt_of(Found(Span(0, 90), score)))
    assert verdict.case is Case.UNDER_FLOOR
    assert f"scores {shown}, under the floor of 0.4." in verdict.message


def twins(tail: str, *, length: int = 200) -> tuple[Prompt, str]:
    """Return a passage at place 1, its double at place 2, and their text."""
    text = "a" * 96 + "b" * (length - 96) + "a" * 96 + tail
    found = [Found(Span(0, length), 0.9), Found(Span(length, len(text)), 0.8)]
    return prompt_of(*found, text=text), text


def test_a_dropped_double_says_of_which_place() -> None:
    prompt, text = twins("The answer.")
    verdict = verdict_of(Span(296, len(text)), prompt)
    assert (verdict.case, verdict.place, verdict.beaten_by) == (Case.DUPLICATE, 2, (1,))
    assert "begins as place 1 does." in verdict.message
    assert "words of its own" in verdict.advice


def test_a_double_that_brings_the_same_words_leaves_nothing_to_do() -> None:
    prompt, _ = twins("b" * 50)
    verdict = verdict_of(Span(290, 310), prompt)
    assert verdict.message.endswith("which brings the same words.")
    assert verdict.advice == ""


def test_a_parent_dropped_for_its_first_child_is_advised_otherwise() -> None:
    verdict = verdict_of(Span(300, 350), ranked(Span(0, 200), Span(0, 400)))
    assert verdict.case is Case.DUPLICATE
    assert "Move the answer up" in verdict.advice


def test_what_no_embedder_reads_is_past_the_window() -> None:
    prompt = ranked(*hundreds(1000, 50, 50, 50, 50), Span(0, 900))
    assert verdict_of(Span(500, 520), prompt, seen=500).case is Case.PAST_WINDOW
    assert verdict_of(Span(499, 520), prompt, seen=500).case is Case.AT_PLACE


def test_a_child_that_is_read_makes_the_window_no_excuse() -> None:
    others = hundreds(1000, 50, 50, 50, 50)
    prompt = ranked(*others, Span(0, 900), Span(450, 900))
    verdict = verdict_of(Span(500, 520), prompt, seen=400)
    assert (verdict.case, verdict.place) == (Case.AT_PLACE, 5)


def test_where_only_words_are_searched_the_window_is_no_reason() -> None:
    chosen = SearchSettings(mode=Mode.TEXT)
    found = [Found(span, 0.9, rank) for rank, span in enumerate(hundreds(1000, *[50] * 6), 1)]
    prompt = prompt_of(*found, Found(Span(0, 900), 0.5, 7), chosen=chosen)
    assert verdict_of(Span(500, 520), prompt, seen=0).case is Case.AT_PLACE


def test_a_heading_or_front_matter_is_in_no_chunk() -> None:
    page, parent = Span(0, 2000), Span(1500, 1700)
    verdict = verdict_of(Span(1480, 1490), ranked(parent, page), page=page)
    assert verdict.case is Case.NO_CHUNK


def test_a_heading_that_the_page_s_own_passage_brings_is_found() -> None:
    page, parent = Span(0, 2000), Span(500, 700)
    assert verdict_of(Span(480, 490), ranked(parent, page), page=page).case is Case.FOUND


def test_a_page_that_holds_everything_says_nothing_about_a_lost_chunk() -> None:
    page, parent = Span(0, 5000), Span(4000, 4200)
    others = hundreds(1000, 50, 50, 50)
    verdict = verdict_of(Span(4010, 4020), ranked(page, *others, parent), page=page)
    assert (verdict.case, verdict.place) == (Case.AT_PLACE, 5)


def test_where_pages_alone_are_searched_the_page_is_judged() -> None:
    verdict = judge(Span(1200, 1210), ranked(Span(0, 2000)), [], lambda _: EVERYTHING)
    assert verdict.case is Case.PAST_CUT


def test_a_selection_may_take_a_heading_along() -> None:
    assert within(Span(0, 30), [Span(10, 50)]) == Span(10, 30)
    assert within(Span(0, 9), [Span(10, 50)]) == Span(0, 9)
    assert verdict_of(Span(0, 30), ranked(Span(10, 50))).case is Case.FOUND


@pytest.mark.parametrize(("mode", "leg"), [(Mode.TEXT, "full-text leg"), (Mode.HYBRID, "search")])
def test_a_chunk_that_nothing_found_has_no_place(mode: Mode, leg: str) -> None:
    prompt = ranked(chosen=SearchSettings(mode=mode))
    verdict = verdict_of(Span(10, 20), prompt, Span(0, 90))
    assert (verdict.case, verdict.place) == (Case.AT_PLACE, None)
    assert verdict.message.startswith(f"The {leg} did not find the chunk")


def test_other_pages_take_places_but_hold_no_answer() -> None:
    found = fuse([Hit(place, place + 1, 0.9) for place in range(6)], [], DEFAULT)
    keys = ["other"] * 5 + ["mine"]
    sources = [
        Source(f"T{place}", LETTERS, Span(0, 90), page=key) for place, key in enumerate(keys)
    ]
    prompt = deliver(found, sources, DEFAULT)
    verdict = judge(Span(10, 20), prompt, [Span(0, 90)], lambda _: EVERYTHING, "mine")
    assert (verdict.case, verdict.place) == (Case.AT_PLACE, 6)


def test_the_share_of_an_answer_tells_how_diluted_it_is() -> None:
    prompt = ranked(Span(0, 300), Span(0, 600), Span(700, 800))
    found = shares(Span(10, 100), 25, prompt, lambda one: one.source.length // 4)
    assert [(one.place, one.of_passage) for one in found] == [(1, 25 / 75), (2, 25 / 150)]


def test_a_share_is_never_more_than_all_and_of_nothing_none() -> None:
    prompt = ranked(Span(0, 300))
    assert [one.of_passage for one in shares(Span(0, 9), 3, prompt, lambda _: 2)] == [1.0]
    assert [one.of_passage for one in shares(Span(0, 9), 3, prompt, lambda _: 0)] == [0.0]


def test_only_some_of_many_places_are_named() -> None:
    assert _listed((1, 3)) == "1 and 3"
    assert _listed(tuple(range(1, 2001))) == "1, 2, 3, 4, 5, 6 and 1,994 more"
