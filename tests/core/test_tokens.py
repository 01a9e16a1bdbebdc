import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkscope.core.tokens import RealCount, TokenCount, estimate_error, estimated_tokens


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


def test_a_count_knows_what_lies_beyond_the_window() -> None:
    assert RealCount("a", 600, window=512).beyond_window == 88
    assert RealCount("a", 512, window=512).beyond_window == 0
    assert RealCount("a", 10**6).beyond_window == 0
    assert RealCount("a", None, "The file is missing.", window=512).beyond_window == 0


@pytest.mark.parametrize(("tokens", "reason"), [(None, ""), (3, "missing")])
def test_a_count_is_there_or_absent_for_a_reason(tokens: int | None, reason: str) -> None:
    with pytest.raises(ValueError, match="reason"):
        RealCount("a", tokens, reason)


def test_a_size_answers_by_tokenizer() -> None:
    size = TokenCount(100, (RealCount("a", 130), RealCount("b", None, "The file is missing.")))

    assert size.of("a") == RealCount("a", 130)
    assert size.of("c") is None
    assert size.error("a") == pytest.approx(0.3)
    assert size.error("b") is None
    assert size.error("c") is None
