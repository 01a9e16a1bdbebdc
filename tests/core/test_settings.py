"""Sizes and overlaps: what is refused, in which words and in which order."""

from typing import Any

import pytest

from chunkscope.core.errors import SettingsError
from chunkscope.core.settings import PRESETS, Settings, preset_of

NAMES = ("parent size", "parent overlap", "child size", "child overlap")


@pytest.mark.parametrize(
    ("values", "name", "shown", "limits"),
    [
        ((0, 0, 0, 0), "parent size", "0", "1 to 100000"),
        ((100_001, 0, 1, 0), "parent size", "100001", "1 to 100000"),
        ((9, 5, 10, 9), "parent overlap", "5", "0 to 4"),
        ((9, -1, 10, 9), "parent overlap", "-1", "0 to 4"),
        ((9, 4, 10, 9), "child size", "10", "1 to 9"),
        ((9, 4, 0, 9), "child size", "0", "1 to 9"),
        ((9, 4, 7, 4), "child overlap", "4", "0 to 3"),
    ],
)
def test_names_the_first_value_out_of_range_and_its_range(
    values: tuple[int, int, int, int], name: str, shown: str, limits: str
) -> None:
    with pytest.raises(ValueError, match=f"{name} is {shown};.* from {limits}"):
        Settings(*values)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, float("nan")])
def test_refuses_what_is_no_whole_number(place: int, value: Any) -> None:
    values: list[Any] = [2, 1, 2, 1]
    values[place] = value
    with pytest.raises(SettingsError, match=f"{NAMES[place]} is {value!r};"):
        Settings(*values)


@pytest.mark.parametrize("values", [(1, 0, 1, 0), (100_000, 50_000, 100_000, 50_000), (3, 1, 2, 1)])
def test_takes_the_edges_of_the_ranges(values: tuple[int, int, int, int]) -> None:
    assert Settings(*values).parent_size == values[0]


def test_the_default_is_the_first_preset() -> None:
    assert preset_of(Settings()) == next(iter(PRESETS))
    assert preset_of(Settings(351)) is None
