"""Messages between this process and the one that converts.

A frame is two lengths, then JSON in UTF-8, then plain bytes where the message has any.
"""

import json
import struct
from collections.abc import Mapping
from typing import Any, BinaryIO, Final

PAYLOAD: Final = "payload"

_LENGTHS: Final = struct.Struct(">QQ")


def write_frame(pipe: BinaryIO, message: Mapping[str, Any]) -> None:
    """Send one message; the bytes under `PAYLOAD` go beside the JSON.

    Raises:
        OSError: The other end is gone.
        UnicodeEncodeError: A text holds lone surrogates.
    """
    payload = message.get(PAYLOAD, b"")
    fields = {name: value for name, value in message.items() if name != PAYLOAD}
    body = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    pipe.write(_LENGTHS.pack(len(body), len(payload)))
    pipe.write(body)
    pipe.write(payload)
    pipe.flush()


def read_frame(pipe: BinaryIO) -> dict[str, Any] | None:
    """Wait for one message; None where the other end closed the pipe, midway or between two."""
    head = _read_exactly(pipe, _LENGTHS.size)
    if head is None:
        return None
    body, payload = (_read_exactly(pipe, length) for length in _LENGTHS.unpack(head))
    if body is None or payload is None:
        return None
    message: dict[str, Any] = json.loads(body)
    if payload:
        message[PAYLOAD] = payload
    return message


def _read_exactly(pipe: BinaryIO, length: int) -> bytes | None:
    received = pipe.read(length)
    return received if len(received) == length else None
