import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkscope.core.tokens import estimate_error, estimated_tokens


@pytest.mark.parametrize(("characters", "tokens"), [(0, 0), (1, 1), (4, 1), (5, 2), (1400, 350)])
def test_four_characters_make_an_estimated_token(characters: int, tokens: int) -> None:
    assert estimated_tokens(characters) == tokens


@given(st.integers(0, 10**12))
def test_an_estimate_is_never_short_of_its_characters(characters: int) -> None:
    assert characters <= 4 * estimated_tokens(characters) < characters + 4


def test_the_error_is_how_far_the_real_count_lies_over_the_estimate() -> None:
    assert estimate_error(150, 100) == 0.5
    assert estimate_error(75, 100) == -0.25


def test_an_empty_estimate_has_no_error() -> None:
    assert estimate_error(2, 0) is None
