"""Messages between this process and the one that converts: a length, then JSON in UTF-8."""

import json
import struct
from collections.abc import Mapping
from typing import Any, BinaryIO, Final

_LENGTH: Final = struct.Struct(">Q")


def write_frame(pipe: BinaryIO, message: Mapping[str, Any]) -> None:
    """Send one message.

    Raises:
        OSError: The other end is gone.
        UnicodeEncodeError: A text holds lone surrogates.
    """
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    pipe.write(_LENGTH.pack(len(body)))
    pipe.write(body)
    pipe.flush()


def read_frame(pipe: BinaryIO) -> dict[str, Any] | None:
    """Wait for one message; None where the other end closed the pipe, midway or between two."""
    head = _read_exactly(pipe, _LENGTH.size)
    if head is None:
        return None
    body = _read_exactly(pipe, _LENGTH.unpack(head)[0])
    if body is None:
        return None
    message: dict[str, Any] = json.loads(body)
    return message


def _read_exactly(pipe: BinaryIO, length: int) -> bytes | None:
    received = pipe.read(length)
    return received if len(received) == length else None
