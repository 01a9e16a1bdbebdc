"""Sizes and overlaps of the parent/child splitter, and the named presets."""

from dataclasses import dataclass
from typing import Final

from chunkscope.core.errors import SettingsError

SIZE_RANGE: Final = (1, 100_000)
CHARACTERS_PER_TOKEN: Final = 4


def _check(name: str, value: object, smallest: int, largest: int) -> None:
    if type(value) is not int or not smallest <= value <= largest:
        raise SettingsError(
            f"The {name} is {value!r}; it must be a whole number from {smallest} to {largest}.",
            "Choose a value in that range.",
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """Sizes and overlaps in estimated tokens (4 characters each).

    Raises:
        SettingsError: One of them is no whole number or out of range; the first in the order
            of the fields is named with its value and its range.
    """

    parent_size: int = 350
    parent_overlap: int = 50
    child_size: int = 150
    child_overlap: int = 25

    def __post_init__(self) -> None:
        smallest, largest = SIZE_RANGE
        _check("parent size", self.parent_size, smallest, largest)
        _check("parent overlap", self.parent_overlap, 0, self.parent_size // 2)
        _check("child size", self.child_size, smallest, self.parent_size)
        _check("child overlap", self.child_overlap, 0, self.child_size // 2)


PRESETS: Final[dict[str, Settings]] = {
    "LayBuild": Settings(350, 50, 150, 25),
    "Fine": Settings(200, 25, 80, 10),
    "Coarse": Settings(500, 60, 200, 30),
}


def preset_of(settings: Settings) -> str | None:
    """Return the name of the preset that equals `settings`, if one does."""
    return next((name for name, preset in PRESETS.items() if preset == settings), None)
