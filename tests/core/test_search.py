"""Fusion, the prompt and the verdict, against the page's rules told a second time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkscope.core.errors import SettingsError
from chunkscope.core.fusion import (
    Candidate,
    Hit,
    Mode,
    SearchSettings,
    Standing,
    fuse,
)
from chunkscope.core.prompt import Fate, Prompt, Source, deliver
from chunkscope.core.spans import Span
from chunkscope.core.verdict import Case, judge, shares

DEFAULT = SearchSettings()


def leg(*scored: tuple[int, float]) -> list[Hit]:
    return [Hit(position, rank, score) for rank, (position, score) in enumerate(scored, 1)]


def positions(candidates: tuple[Candidate, ...]) -> list[int]:
    return [candidate.position for candidate in candidates]


def test_a_passage_on_both_legs_goes_before_one_that_leads_a_single_leg() -> None:
    found = fuse(leg((1, 0.9), (2, 0.8)), leg((3, 5.0), (2, 4.0)), DEFAULT)
    assert positions(found)[0] == 2
    assert found[0].fused == pytest.approx(1 / 62 + 1 / 62)


def test_the_floor_itself_passes_and_what_is_under_it_may_enter_by_its_text() -> None:
    found = {one.position: one for one in fuse(leg((1, 0.4), (2, 0.39)), leg((2, 1.0)), DEFAULT)}
    assert found[1].standing is Standing.ADMITTED
    assert found[2].fused == pytest.approx(1 / 61)
    assert fuse(leg((2, 0.39)), [], DEFAULT)[0].standing is Standing.UNDER_FLOOR


def test_ties_go_by_vector_score_and_then_by_place() -> None:
    tied = fuse(leg((5, 0.9)), leg((4, 3.0)), DEFAULT)
    assert positions(tied) == [5, 4]
    same = fuse([Hit(7, 1, 0.9), Hit(3, 1, 0.9)], [], DEFAULT)
    assert positions(same) == [3, 7]


def test_a_leg_hands_on_no_more_than_it_may() -> None:
    found = fuse(leg(*((place, 0.9) for place in range(25))), [], DEFAULT)
    assert [one.standing for one in found].count(Standing.ADMITTED) == 20
    assert found[20].standing is Standing.BEYOND_LEG


@pytest.mark.parametrize(("mode", "expected"), [(Mode.VECTOR, [1]), (Mode.TEXT, [2])])
def test_a_leg_that_is_not_asked_finds_nothing(mode: Mode, expected: list[int]) -> None:
    found = fuse(leg((1, 0.9)), leg((2, 1.0)), SearchSettings(mode=mode))
    assert positions(found) == expected


@pytest.mark.parametrize(
    "wrong", [{"floor": 1.5}, {"leg": 0}, {"k": -1}, {"passages": 0}, {"prompt_characters": -1}]
)
def test_a_setting_out_of_range_is_named(wrong: dict[str, float]) -> None:
    with pytest.raises(SettingsError, match=next(iter(wrong)).replace("_", " ")):
        SearchSettings(**wrong)  # type: ignore[arg-type]


def reference_order(vector: list[Hit], text: list[Hit], settings: SearchSettings) -> list[int]:
    """Tell the page's rules of fusion once more, plainly."""
    scores: dict[int, float] = {}
    similarity = {hit.position: hit.score for hit in vector}
    for hit in [hit for hit in vector if hit.score >= settings.floor][: settings.leg]:
        scores[hit.position] = scores.get(hit.position, 0.0) + 1 / (settings.k + hit.rank)
    for hit in text[: settings.leg]:
        scores[hit.position] = scores.get(hit.position, 0.0) + 1 / (settings.k + hit.rank)
    return sorted(scores, key=lambda place: (-scores[place], -similarity.get(place, -2.0), place))


SCORED = st.lists(
    st.tuples(st.integers(0, 40), st.sampled_from([0.1, 0.39, 0.4, 0.5, 0.9])),
    unique_by=lambda pair: pair[0],
    max_size=30,
)


@given(SCORED, SCORED)
def test_fusion_agrees_with_the_rules_told_plainly(
    vector: list[tuple[int, float]], text: list[tuple[int, float]]
) -> None:
    ranked = leg(*sorted(vector, key=lambda pair: (-pair[1], pair[0])))
    worded = leg(*sorted(text, key=lambda pair: (-pair[1], pair[0])))
    found = fuse(ranked, worded, DEFAULT)
    admitted = [one.position for one in found if one.standing is Standing.ADMITTED]
    assert admitted == reference_order(ranked, worded, DEFAULT)
    assert set(positions(found)) == {hit.position for hit in (*ranked, *worded)}


TEXT = "".join(f"{number:06d}" for number in range(4000))


def sent(*spans: Span, pinned: str = "", title: str = "T", text: str = TEXT) -> Prompt:
    candidates = fuse(leg(*((place, 0.9) for place in range(len(spans)))), [], DEFAULT)
    return deliver(candidates, [Source(title, text, span) for span in spans], DEFAULT, pinned)


def fates(prompt: Prompt) -> list[str]:
    return [outcome.fate.value for outcome in prompt.outcomes]


def test_a_long_passage_is_cut_and_the_fifth_is_one_too_many() -> None:
    prompt = sent(Span(0, 500), *(Span(1000 * n, 1000 * n + 1200) for n in range(1, 5)))
    assert fates(prompt) == ["whole", "cut", "cut", "cut", "past-passages"]
    assert [outcome.delivered for outcome in prompt.outcomes] == [500, 1000, 1000, 1000, 0]
    assert prompt.passages[0] == TEXT[:500]


def test_pinned_text_goes_first_and_what_has_no_room_is_dropped() -> None:
    prompt = sent(Span(0, 900), Span(1000, 1900), Span(2000, 2900), pinned="p" * 2500)
    assert fates(prompt) == ["whole", "cut", "no-room"]
    assert prompt.characters == 4000
    assert sent(Span(0, 10), pinned="p" * 9000).characters == 4000


def test_passages_that_begin_alike_count_once() -> None:
    text = "a" * 96 + "b" * 50 + "a" * 96 + "c" * 50
    prompt = sent(Span(0, 146), Span(146, 292), text=text)
    assert fates(prompt) == ["whole", "duplicate"]
    assert prompt.outcomes[1].duplicate_of == 1


@given(
    st.lists(st.tuples(st.integers(0, 20_000), st.integers(1, 3000)), max_size=12),
    st.integers(0, 5000),
)
def test_a_prompt_never_holds_more_than_it_may(places: list[tuple[int, int]], pinned: int) -> None:
    prompt = sent(*(Span(start, start + length) for start, length in places), pinned="p" * pinned)
    assert prompt.characters <= 4000
    assert len(prompt.passages) <= 4
    assert all(len(passage) <= 1000 for passage in prompt.passages)
    delivered = [outcome.delivered for outcome in prompt.outcomes if outcome.fate.is_delivered]
    assert delivered == [len(passage) for passage in prompt.passages]


def case_of(answer: Span, prompt: Prompt, *others: Span, seen: int = 10_000) -> Case:
    chunks = [*(outcome.span for outcome in prompt.outcomes), *others]
    return judge(answer, prompt, chunks, lambda _: seen).case


def test_each_way_of_an_answer_has_its_case() -> None:
    prompt = sent(Span(0, 1200), Span(2000, 2400), Span(2390, 2900), Span(4000, 4100))
    assert case_of(Span(2010, 2020), prompt) is Case.FOUND
    assert case_of(Span(1100, 1150), prompt) is Case.PAST_CUT
    assert case_of(Span(2380, 2500), prompt) is Case.SPLIT
    assert case_of(Span(7000, 7010), prompt) is Case.NO_CHUNK
    assert case_of(Span(6990, 7010), prompt, Span(6900, 7000), Span(7000, 7100)) is Case.SPLIT
    assert case_of(Span(6950, 6960), prompt, Span(6900, 7000)) is Case.AT_PLACE


def test_what_was_not_sent_says_why() -> None:
    five = sent(*(Span(1000 * n, 1000 * n + 500) for n in range(5)))
    verdict = judge(Span(4010, 4020), five, [], lambda _: 10_000)
    assert (verdict.case, verdict.place, verdict.beaten_by) == (Case.AT_PLACE, 5, (1, 2, 3, 4))
    assert case_of(Span(4300, 4310), five, seen=200) is Case.PAST_WINDOW
    under = deliver(fuse(leg((0, 0.2)), [], DEFAULT), [Source("T", TEXT, Span(0, 9))], DEFAULT)
    assert case_of(Span(1, 3), under) is Case.UNDER_FLOOR
    twice = sent(Span(0, 146), Span(146, 292), text="a" * 96 + "b" * 50 + "a" * 96 + "c" * 50)
    assert case_of(Span(250, 260), twice) is Case.DUPLICATE


def test_the_answer_s_share_tells_how_diluted_it_is() -> None:
    prompt = sent(Span(0, 300), Span(400, 500))
    (share,) = shares(Span(10, 100), 25, prompt, lambda outcome: 75)
    assert share.place == 1
    assert share.of_passage == pytest.approx(1 / 3)


def test_every_fate_is_either_delivered_or_not() -> None:
    assert [fate for fate in Fate if fate.is_delivered] == [Fate.WHOLE, Fate.CUT]
