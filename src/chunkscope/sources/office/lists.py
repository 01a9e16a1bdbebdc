"""Lists of an Office file as markdown: items inside each other, numbers as they are shown."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from chunkscope.sources.office.markdown import indented


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list.

    Attributes:
        text: Its markdown.
        level: From 0.
        number: Where a number alone is its marker.
        closed_by: What follows the number: a full stop, or a parenthesis.
        label: What else stands before its text, such as `1.2` or `a)`.
    """

    text: str
    level: int = 0
    number: int | None = None
    closed_by: str = "."
    label: str = ""


def list_of(items: Iterable[Item]) -> str:
    """Return the markdown of items that follow each other."""
    return "\n".join(_lines(items))


def _lines(items: Iterable[Item]) -> Iterator[str]:
    outer: list[tuple[int, int]] = []  # level and width of the items around
    last: dict[int, tuple[int | None, str]] = {}  # number and sign of each level's last item
    for item in items:
        while outer and outer[-1][0] >= item.level:
            outer.pop()
        left = sum(width for _, width in outer)
        sign = _sign(item, *last.get(item.level, (None, "")))
        last = {level: one for level, one in last.items() if level < item.level}
        last[item.level] = item.number, sign
        outer.append((item.level, len(sign) + 1))
        text = f"{item.label} {item.text}" if item.label else item.text
        yield f"{' ' * left}{sign} {indented(text, left + len(sign) + 1)}"


def _sign(item: Item, before: int | None, its_sign: str) -> str:
    """Return an item's sign. Markdown counts on by itself; another sign begins another list."""
    if item.number is None:
        return "-"
    closed_by = item.closed_by
    if before is not None and item.number != before + 1:
        closed_by = "." if its_sign.endswith(")") else ")"
    elif before is not None:
        closed_by = its_sign[-1]
    return f"{item.number}{closed_by}"
