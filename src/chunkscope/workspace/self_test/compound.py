"""Smallest compound files, written by hand, and what lies in them: messages and old workbooks."""

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

_SECTOR, _SMALL, _CUTOFF = 512, 64, 4096
_END, _FREE, _OF_FAT, _NONE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD, 0xFFFFFFFF

Tree = Mapping[str, "bytes | Tree"]


def compound_file(path: Path, tree: Tree) -> Path:
    """Write a compound file that holds streams, and storages with streams in them."""
    entries: list[list[object]] = [["Root Entry", 5, _NONE, _NONE, _NONE, b""]]
    small_fat: list[int] = []
    _enter(entries, 0, tree)
    small = bytearray()
    sectors: list[bytes] = []
    fat: list[int] = []
    starts: list[tuple[int, int]] = []
    for entry in entries[1:]:
        content = entry[5]
        assert isinstance(content, bytes)
        if entry[1] == 2 and len(content) < _CUTOFF:
            start = len(small_fat) if content else _END
            _chain(small_fat, -(-len(content) // _SMALL))
            small += content.ljust(-(-len(content) // _SMALL) * _SMALL, b"\0")
        else:
            start = _store(sectors, fat, content)
        starts.append((start, len(content)))
    starts.insert(0, (_store(sectors, fat, bytes(small)), len(small)))
    directory = b"".join(
        _entry(entry, start, size) for entry, (start, size) in zip(entries, starts, strict=True)
    )
    directory_start = _store(sectors, fat, directory)
    small_fat_bytes = struct.pack(f"<{len(small_fat)}I", *small_fat)
    small_fat_start = _store(sectors, fat, small_fat_bytes, filler=b"\xff")
    fat_count = -(-(len(fat) + 1) // (_SECTOR // 4 - 1))
    fat_start = len(sectors)
    fat += [_OF_FAT] * fat_count
    fat += [_FREE] * (fat_count * _SECTOR // 4 - len(fat))
    table = [*range(fat_start, fat_start + fat_count)]
    table += [_FREE] * (109 - fat_count)
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack(
        "<IIIIIIIII",
        0,
        fat_count,
        directory_start,
        0,
        _CUTOFF,
        small_fat_start,
        -(-len(small_fat_bytes) // _SECTOR),
        _END,
        0,
    )
    head += struct.pack("<109I", *table)
    path.write_bytes(head + b"".join(sectors) + struct.pack(f"<{len(fat)}I", *fat))
    return path


def workbook_stream(sheets: Mapping[str, Sequence[bytes]], before: bytes = b"") -> bytes:
    """Return a workbook of the format of 1997: each sheet with its records."""
    opening = record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0x0DBB, 0x07CC, 0, 6)) + before
    opening += record(0x0042, struct.pack("<H", 1200))
    opening += record(
        0x0031, struct.pack("<HHHHHBBBBBB", 200, 0, 0x7FFF, 400, 0, 0, 0, 0, 0, 1, 0) + b"A"
    )
    opening += record(0x041E, struct.pack("<HHB", 164, 4, 0) + b"0.0%")
    for number_format in (0, 14, 164):
        opening += record(
            0x00E0, struct.pack("<HHHBBBBIIH", 0, number_format, 0, 0, 0, 0, 0, 0, 0, 0)
        )
    names = [name.encode("latin-1") for name in sheets]
    listed = sum(4 + 8 + len(name) for name in names)
    bodies = [
        record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0x0DBB, 0x07CC, 0, 6))
        + b"".join(records)
        + record(0x000A)
        for records in sheets.values()
    ]
    start = len(opening) + listed + 4
    index = b""
    for name, body in zip(names, bodies, strict=True):
        index += record(0x0085, struct.pack("<IBBBB", start, 0, 0, len(name), 0) + name)
        start += len(body)
    return opening + index + record(0x000A) + b"".join(bodies)


def record(kind: int, content: bytes = b"") -> bytes:
    """Return one record of a workbook."""
    return struct.pack("<HH", kind, len(content)) + content


def number(row: int, column: int, value: float, form: int = 0) -> bytes:
    """Return a cell with a number; `form` is 0 for plain, 1 for a date, 2 for percent."""
    return record(0x0203, struct.pack("<HHHd", row, column, form, value))


def label(row: int, column: int, text: str) -> bytes:
    """Return a cell with text."""
    wide = text.encode("utf-16-le")
    return record(0x0204, struct.pack("<HHHHB", row, column, 0, len(text), 1) + wide)


def _enter(entries: list[list[object]], parent: int, tree: Tree) -> None:
    """Add the entries of a storage, each the right neighbour of the one before."""
    before = None
    for name, content in tree.items():
        at = len(entries)
        is_stream = isinstance(content, bytes)
        entries.append(
            [name, 2 if is_stream else 1, _NONE, _NONE, _NONE, content if is_stream else b""]
        )
        if before is None:
            entries[parent][4] = at
        else:
            entries[before][3] = at
        before = at
        if not isinstance(content, bytes):
            _enter(entries, at, content)


def _entry(entry: list[object], start: int, size: int) -> bytes:
    name, kind, left, right, child, _ = entry
    wide = str(name).encode("utf-16-le") + b"\0\0"
    packed = wide.ljust(64, b"\0") + struct.pack("<HBBIII", len(wide), kind, 1, left, right, child)
    return packed + bytes(36) + struct.pack("<IQ", start if size else _END, size)


def _chain(fat: list[int], count: int) -> None:
    first = len(fat)
    fat += [first + step + 1 for step in range(count - 1)] + [_END] * bool(count)


def _store(sectors: list[bytes], fat: list[int], content: bytes, filler: bytes = b"\0") -> int:
    count = -(-len(content) // _SECTOR)
    start = len(sectors)
    _chain(fat, count)
    padded = content.ljust(count * _SECTOR, filler)
    sectors += [padded[at : at + _SECTOR] for at in range(0, len(padded), _SECTOR)]
    return start if count else _END
