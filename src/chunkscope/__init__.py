"""ChunkScope shows how a document is cut into chunks for retrieval, and what that loses.

Dependencies that report home are silenced here, before any of them can be imported; child
processes inherit the settings.
"""

import os
import sys

__version__ = "0.1.0"

for _switch, _value in (
    ("ORT_DISABLE_TELEMETRY", "1"),
    ("HF_HUB_DISABLE_TELEMETRY", "1"),
    ("ANONYMIZED_TELEMETRY", "False"),
    ("QT_API", "pyside6"),
):
    os.environ[_switch] = _value

_REFUSED = "CHUNKSCOPE_REFUSED_CONNECTIONS"


def refuse_connections(noted_in: str) -> None:
    """Open no connection from now on, in child processes that start later too.

    Args:
        noted_in: A file in which each connection that was tried is noted.
    """
    os.environ[_REFUSED] = noted_in
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event not in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
        return
    if event == "socket.connect" and isinstance(arguments[1], str | bytes):
        return  # A path leads to another program on this computer.
    from pathlib import Path  # Not at the top, so that little is loaded before `main`.

    with Path(os.environ[_REFUSED]).open("a", encoding="utf-8") as noted:
        noted.write(f"{event} {arguments[1:]}\n")
    raise PermissionError(f"{event} is refused: no connection is to be opened")


if os.environ.get(_REFUSED):
    sys.addaudithook(_refuse)
