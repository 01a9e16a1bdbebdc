"""Fusion: the rules told plainly a second time, exact ties, and settings that are refused."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkscope.core.errors import SettingsError
from chunkscope.core.fusion import Hit, Mode, SearchSettings, Standing, fuse

SCORES = [-0.5, 0.0, 0.3, 0.39, 0.4, 0.41, 0.7]
NUMBERS = (
    "leg", "k", "passages", "passage_characters", "prompt_characters", "big_passages",
)  # fmt: skip


class Legs(dict[int, float]):
    """Scores by position, and the hits that they make."""

    def hits(self) -> list[Hit]:
        ranked = sorted(self.items(), key=lambda scored: (-scored[1], scored[0]))
        return [Hit(place, rank, score) for rank, (place, score) in enumerate(ranked, 1)]


legs = st.dictionaries(st.integers(0, 30), st.sampled_from(SCORES), max_size=25).map(Legs)
settings = st.builds(
    SearchSettings,
    mode=st.sampled_from(Mode),
    floor=st.sampled_from([-1.0, 0.4, 0.41, 1.0]),
    leg=st.integers(1, 12),
    k=st.sampled_from([0, 1, 2, 60]),
)


def plain_fusion(vector: Legs, text: Legs, chosen: SearchSettings) -> list[tuple[int, str]]:
    """Tell the rules passage by passage; ranks by counting who is better."""
    if chosen.mode is Mode.TEXT:
        vector = Legs()
    if chosen.mode is Mode.VECTOR:
        text = Legs()

    def rank(leg: Legs, place: int) -> int:
        better = [
            other
            for other, score in leg.items()
            if score > leg[place] or (score == leg[place] and other < place)
        ]
        return len(better) + 1

    inside, outside = [], []
    for place in {*vector, *text}:
        fused = Fraction(0)
        if place in vector and vector[place] >= chosen.floor and rank(vector, place) <= chosen.leg:
            fused += Fraction(1, chosen.k + rank(vector, place))
        if place in text and rank(text, place) <= chosen.leg:
            fused += Fraction(1, chosen.k + rank(text, place))
        similarity = vector.get(place, -9.0)
        if fused:
            inside.append((-fused, -similarity, place, "admitted"))
        else:
            is_under = place in vector and vector[place] < chosen.floor
            why = "under-floor" if is_under else "beyond-leg"
            worded = Fraction(rank(text, place) if place in text else 999)
            outside.append((-similarity, worded, place, why))
    return [(row[2], row[3]) for row in (*sorted(inside), *sorted(outside))]


@given(legs, legs, settings)
def test_candidates_stand_where_the_plain_rules_put_them(
    vector: Legs, text: Legs, chosen: SearchSettings
) -> None:
    found = fuse(vector.hits(), text.hits(), chosen)
    assert [(one.position, one.standing.value) for one in found] == plain_fusion(
        vector, text, chosen
    )


@given(legs, legs, settings)
def test_what_each_leg_contributes_adds_up(
    vector: Legs, text: Legs, chosen: SearchSettings
) -> None:
    for one in fuse(vector.hits(), text.hits(), chosen):
        assert one.fused == one.by_vector + one.by_text
        assert (one.fused > 0) == (one.standing is Standing.ADMITTED)


@given(legs, legs, settings, st.randoms())
def test_the_order_of_what_comes_in_is_of_no_matter(
    vector: Legs, text: Legs, chosen: SearchSettings, chance: Any
) -> None:
    by_vector, by_text = vector.hits(), text.hits()
    expected = fuse(by_vector, by_text, chosen)
    chance.shuffle(by_vector)
    chance.shuffle(by_text)
    assert fuse(by_vector, by_text, chosen) == expected


def test_sums_that_are_equal_on_paper_tie_though_floats_differ() -> None:
    # 1/5 + 1/20 is 1/4 and 1/6 + 1/12 is, too; floats tell such sums apart.
    pairs = [(a, b, c) for a in range(1, 21) for b in range(1, 21) for c in range(1, 21)]
    ties = [
        (a, b, c)
        for a, b, c in pairs
        if Fraction(1, a) + Fraction(1, b) == Fraction(1, c) and 1 / a + 1 / b != 1 / c
    ]
    assert ties
    for a, b, c in ties:
        found = fuse([Hit(7, a, 0.9), Hit(3, c, 0.9)], [Hit(7, b, 1.0)], SearchSettings(k=0))
        assert [one.position for one in found] == [3, 7]


def test_on_equal_sums_the_text_rank_decides_nothing() -> None:
    vector = [Hit(1, 2, 0.8), Hit(2, 1, 0.8)]
    text = [Hit(1, 1, 5.0), Hit(2, 2, 4.0)]
    assert [one.position for one in fuse(vector, text, SearchSettings())] == [1, 2]


def test_a_parent_under_the_floor_may_enter_by_its_text() -> None:
    (parent,) = fuse([Hit(0, 30, 0.1)], [Hit(0, 20, 1.0)], SearchSettings())
    assert (parent.standing, parent.by_vector, parent.by_text) == (Standing.ADMITTED, 0.0, 1 / 80)


def test_a_leg_reaches_as_far_as_it_is_set() -> None:
    hits = [Hit(0, 20, 0.9), Hit(1, 21, 0.9)]
    assert [one.standing for one in fuse(hits, [], SearchSettings())] == [
        Standing.ADMITTED,
        Standing.BEYOND_LEG,
    ]


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [True, 1.0, "1", None, float("nan"), -1, 10**9])
def test_a_number_of_the_wrong_kind_or_size_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(SettingsError, match=f"{name.replace('_', ' ')}” is {value!r};.* from "):
        SearchSettings(**{name: value})


@pytest.mark.parametrize("value", [True, "0.4", None, float("nan"), float("inf"), -1.01, 1.01])
def test_a_floor_that_no_similarity_has_is_refused(value: Any) -> None:
    with pytest.raises(SettingsError, match=r"floor” is .* a number from -1 to 1"):
        SearchSettings(floor=value)


def test_a_mode_that_is_only_called_like_one_is_refused() -> None:
    wrong: Any = "vector"
    with pytest.raises(SettingsError, match="one of vector, text, hybrid"):
        SearchSettings(mode=wrong)


@pytest.mark.parametrize("value", [1, 0, "yes", None])
def test_small_to_big_is_on_or_off(value: Any) -> None:
    with pytest.raises(SettingsError, match=r"small to big” is .* on or off"):
        SearchSettings(small_to_big=value)


def test_the_edges_of_the_ranges_are_taken() -> None:
    chosen = SearchSettings(Mode.TEXT, -1, 1, 0, 1, 1, 0, big_passages=1)
    assert (chosen.floor, chosen.most_passages) == (-1, 1)


def test_handing_on_parents_has_a_number_of_passages_of_its_own() -> None:
    assert SearchSettings().most_passages == 4
    assert SearchSettings(small_to_big=True).most_passages == 5
