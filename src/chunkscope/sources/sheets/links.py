"""Where cells of a workbook lead to."""

import html
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, Self, TypeAlias

_READ_BYTES: Final = 1_000_000
_REACH: Final = 10_000
_MOST_CELLS: Final = 200_000
_MOST_CELLS_OF_A_RANGE: Final = 2_000
_LINK: Final = re.compile(rb"<(?:\w+:)?hyperlink\s([^<>]{1,8000})>")
_ATTRIBUTE: Final = re.compile(r"""([\w:]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_FORMULA: Final = re.compile(
    rb"<(?:\w+:)?c\s[^<>]{0,200}?\br=\"([A-Z]{1,3}\d{1,7})\"[^<>]{0,200}>"
    rb"\s*<(?:\w+:)?f[^<>]{0,200}>\s*HYPERLINK\(\s*(?:\"|&quot;)([^<]*?)(?:\"|&quot;)\s*[,)]"
)
_CELLS: Final = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?")
_ADDRESS: Final = re.compile(r"(?:https?|ftp)://\S|mailto:\S", re.IGNORECASE)

Place: TypeAlias = tuple[int, int]
"""Row and column, from 1."""


class Linked(str):
    """What a cell holds, and the address that it leads to."""

    __slots__ = ("address",)

    address: str

    def __new__(cls, text: str, address: str) -> Self:
        """Return `text` as it is, with an address."""
        linked = super().__new__(cls, text)
        linked.address = address
        return linked


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of a sheet's cells, by row and then by column, from 1."""

    by_row: Mapping[int, Mapping[int, str]] = field(default_factory=dict)

    def over(self, number: int, row: Sequence[str]) -> Sequence[str]:
        """Return a row, from its first column, with the addresses of its cells."""
        addresses = self.by_row.get(number)
        if addresses is None:
            return row
        return [
            Linked(text, addresses[column]) if column in addresses and text.strip() else text
            for column, text in enumerate(row, 1)
        ]


def links_at(places: Iterable[tuple[Place, str]]) -> Links:
    """Return links from places and their addresses; what leads to no address is left out."""
    by_row: dict[int, dict[int, str]] = {}
    for (row, column), address in islice(places, _MOST_CELLS):
        if _ADDRESS.match(address):
            by_row.setdefault(row, {})[column] = address
    return Links(by_row)


def links_of(archive: zipfile.ZipFile, part: str, targets: Mapping[str, str]) -> Links:
    """Return the addresses that a sheet's cells lead to, and those that their formulas name.

    Args:
        archive: The workbook.
        part: The sheet's path in it.
        targets: The addresses that the sheet names, by their ids.
    """
    return links_at(_links_in(archive, part, targets))


def _links_in(
    archive: zipfile.ZipFile, part: str, targets: Mapping[str, str]
) -> Iterator[tuple[Place, str]]:
    for content in _pieces_of(archive, part):
        if b"HYPERLINK(" in content:
            for cell, address in _FORMULA.findall(content):
                named = html.unescape(address.decode("utf-8", "replace"))
                yield from ((place, named) for place in _places_of(cell.decode()))
        if targets and b"hyperlink" in content:
            for attributes in _LINK.findall(content):
                known = _attributes_in(attributes.decode("utf-8", "replace"))
                if target := targets.get(known.get("id", "")):
                    anchor = f"#{known['location']}" if known.get("location") else ""
                    for place in _places_of(known.get("ref", "")):
                        yield place, target + anchor


def _pieces_of(archive: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    """Yield a part's content in pieces that end where a tag does."""
    rest = b""
    with archive.open(part) as stream:
        while block := stream.read(_READ_BYTES):
            block = rest + block
            end = max(block.rfind(b"</c>"), block.rfind(b"/>")) + 1
            yield block[:end]
            rest = block[end:][-_REACH:]
    yield rest


def _attributes_in(text: str) -> dict[str, str]:
    """Return attributes by their names without a namespace."""
    return {
        name.rpartition(":")[2]: html.unescape(double or single)
        for name, double, single in _ATTRIBUTE.findall(text)
    }


def _places_of(cells: str) -> Iterator[Place]:
    """Yield the places of a cell or of a range such as `B2:C4`; of a large range the first."""
    named = _CELLS.fullmatch(cells)
    if named is None:
        return
    first = (int(named[2]), _column(named[1]))
    last = (int(named[4]), _column(named[3])) if named[3] else first
    rows, columns = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
    for step in range(min(len(rows) * len(columns), _MOST_CELLS_OF_A_RANGE)):
        yield rows[step // len(columns)], columns[step % len(columns)]


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
