"""Entry of the child process that converts documents and draws their pages.

It reads requests from its standard input and answers on its standard output, one after the other,
and ends when its input closes: so it never outlives the process that started it. Nothing that
runs here can open a connection.

The package's own `__init__` has silenced what reports home before this module is imported.

Every request has a `task`; all but `prepare`, which is not answered, also have `name`,
`memory_bytes` and `seconds`. A `path` is the file system's bytes in hex, because a name need not be
text.

- `prepare`: import what converters stand on.
- `convert`: `path` or `text`, `form`, `wishes`. `form` is `archive` or `compound` where the content
  must tell; `wishes` has the fields of `outcome.Wishes`. Any number of `{"done", "total"}` come
  before the answer `{"markdown", "title", "form", "encoding", "guessed", "replaced", "pages",
  "remarks"}`, the last two as in `outcome.Converted`.
- `page-sizes`: `path`. The answer is `{"sizes"}`: width and height of each page in points.
- `draw-page`: `path`, `page`, `width`. The answer is `{"width", "height", "stride"}` in pixels and
  bytes, with rows of BGRX pixels beside it.

Whatever cannot be done is answered by `{"state", "message", "hint", "cause"}`.
"""

import contextlib
import dataclasses
import faulthandler
import io
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

from chunkscope.core.errors import SourceError
from chunkscope.core.progress import Report, ignore
from chunkscope.sources.archives import format_of_archive, format_of_compound
from chunkscope.sources.formats import format_named
from chunkscope.sources.frames import PAYLOAD, read_frame, write_frame
from chunkscope.sources.outcome import Wishes
from chunkscope.sources.priority import stand_aside
from chunkscope.sources.states import failure, size_in_words
from chunkscope.sources.text import Decoded, NotText, decode, decode_markup, without_surrogates

CHILD_FLAG: Final = "--convert-in-child"

_MEMORY_HEADROOM_BYTES: Final = 500_000_000
_GRACE_SECONDS: Final = 10
_PROGRESS_SECONDS: Final = 0.05
_NETWORK_EVENTS: Final = (
    "socket.connect",
    "socket.bind",
    "socket.sendto",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "urllib.Request",
)


def child_command() -> list[str]:
    """Return the command that starts this module as a process of its own."""
    if getattr(sys, "frozen", False):
        return [sys.executable, CHILD_FLAG]
    return [sys.executable, "-P", "-m", "chunkscope.sources.child"]


def main() -> int:
    """Answer requests until the input closes."""
    stand_aside()
    requests, answers = _own_pipes()
    sys.addaudithook(_refuse_network)
    inbox: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(requests, inbox), daemon=True).start()
    while True:
        request = inbox.get()
        if request["task"] == "prepare":
            _prepare()
        else:
            write_frame(answers, answer(request, _Progress(answers)))


class _Progress:
    """Sends what is done to the parent, at most about 20 times a second."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers = answers
        self._sent = 0.0

    def __call__(self, done: int, total: int, /) -> None:
        if (now := time.monotonic()) - self._sent > _PROGRESS_SECONDS:
            self._sent = now
            write_frame(self._answers, {"done": done, "total": total})


def answer(request: Mapping[str, Any], report: Report = ignore) -> dict[str, Any]:
    """Return the answer to one request, whatever its source makes of the converters."""
    _bound(request["memory_bytes"], request["seconds"])
    name = request["name"]
    try:
        return _TASKS[request["task"]](request, report)
    except MemoryError:
        error = failure("out-of-memory", name, size_in_words(request["memory_bytes"]))
    except NotText as error_of_bytes:
        error = failure("not-supported", name, "a binary file")
        error.__cause__ = error_of_bytes
    except SourceError as known:
        error = known
    except RecursionError as deep:
        error = failure("too-deep", name)
        error.__cause__ = deep
    except Exception as unforeseen:  # noqa: BLE001  # A world ends here: the parent must hear.
        error = failure("damaged", name)
        error.__cause__ = unforeseen
    finally:
        faulthandler.cancel_dump_traceback_later()
    return {
        "state": error.state,
        "message": error.message,
        "hint": error.hint,
        "cause": type(error.__cause__ or error).__name__,
    }


def _converted(request: Mapping[str, Any], report: Report) -> dict[str, Any]:
    form, decoded = request["form"], None
    name, wishes = request["name"], Wishes(**request.get("wishes", {}))
    if "text" in request:
        decoded = Decoded(request["text"], "utf-8", guessed=False)
    else:
        path = _path_of(request)
        if form == "compound":
            form = format_of_compound(path, name)
        elif form == "archive":
            form = format_of_archive(path, name)
        elif format_named(form).kind != "converted":
            decoded = (decode_markup if form == "html" else decode)(
                path.read_bytes(), wishes.encoding
            )

    from chunkscope.sources.converters import convert

    if decoded is None:
        with path.open("rb") as stream:
            outcome = convert(stream, form, name, wishes, report)
    else:
        text = io.BytesIO(without_surrogates(decoded.text).encode())
        outcome = convert(text, form, name, wishes, report)
    return {
        "markdown": without_surrogates(outcome.markdown),
        "title": without_surrogates(outcome.title or ""),
        "form": form,
        "encoding": decoded.encoding if decoded else None,
        "guessed": decoded.guessed if decoded else False,
        "replaced": decoded.replaced if decoded else 0,
        "pages": outcome.pages,
        "remarks": [dataclasses.astuple(remark) for remark in outcome.remarks],
    }


def _page_sizes(request: Mapping[str, Any], _report: Report) -> dict[str, Any]:
    from chunkscope.sources.drawing import page_sizes

    return {"sizes": page_sizes(_path_of(request), request["name"])}


def _drawn(request: Mapping[str, Any], _report: Report) -> dict[str, Any]:
    from chunkscope.sources.drawing import draw_page

    drawn = draw_page(_path_of(request), request["name"], request["page"], request["width"])
    width, height, stride, pixels = drawn
    return {"width": width, "height": height, "stride": stride, PAYLOAD: pixels}


_TASKS: Final[dict[str, Callable[[Mapping[str, Any], Report], dict[str, Any]]]] = {
    "convert": _converted,
    "page-sizes": _page_sizes,
    "draw-page": _drawn,
}


def _prepare() -> None:
    """Import early what takes long; a failure comes up again where it can be answered."""
    with contextlib.suppress(Exception):
        from chunkscope.sources.converters import prepare

        prepare()


def _path_of(request: Mapping[str, Any]) -> Path:
    return Path(os.fsdecode(bytes.fromhex(request["path"])))


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Take the two pipes for ourselves, so that a library that prints cannot break a message."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing, nowhere = os.open(os.devnull, os.O_RDONLY), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 0)
    os.dup2(nowhere, 1)
    sys.stdin = os.fdopen(nothing, "r", encoding="utf-8")
    sys.stdout = sys.stderr = os.fdopen(nowhere, "w", encoding="utf-8")
    return requests, answers


def _receive(requests: BinaryIO, inbox: "queue.SimpleQueue[dict[str, Any]]") -> None:
    while (request := read_frame(requests)) is not None:
        inbox.put(request)
    os._exit(0)


def _bound(memory_bytes: int, seconds: float) -> None:
    """Set bounds that hold even where the parent is gone and no Python code gets to run.

    The parent's own are tighter and come first.
    """
    faulthandler.dump_traceback_later(seconds + _GRACE_SECONDS, exit=True, file=sys.stderr)
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = memory_bytes + _MEMORY_HEADROOM_BYTES
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _refuse_network(event: str, _arguments: tuple[Any, ...]) -> None:
    if event in _NETWORK_EVENTS:
        raise PermissionError(f"{event} is refused while a document is converted")


if __name__ == "__main__":
    sys.exit(main())
