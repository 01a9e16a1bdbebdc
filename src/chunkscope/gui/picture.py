"""A picture of the real window, drawn without a screen once all its work is done."""

import sys
import time
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QEventLoop, QIODevice, QObject, QTimer

from chunkscope.core.errors import ChunkscopeError
from chunkscope.core.outline import Outline
from chunkscope.gui import app
from chunkscope.gui.glyphs import missing_scripts
from chunkscope.gui.main_window import MainWindow
from chunkscope.workspace.picture import PictureRequest
from chunkscope.workspace.preferences import Preferences
from chunkscope.workspace.state import Workspace

_PATIENCE_S: Final = 120.0
_SETTLE_MS: Final = 120


def draw(request: PictureRequest) -> int:
    """Draw what the request asks for; return the exit code."""
    if request.out.suffix.lower() not in ("", ".png"):
        _tell(f"A picture is a PNG file. Name it {request.out.with_suffix('.png').name}.")
        return 2
    app.make_application()
    preferences = _preferences(request)
    window = app.make_window(preferences, keeps_preferences=False)
    window.resize(request.width, request.height)
    window.show()
    if request.path is not None:
        window.controller.open_path(request.path)
    finished = _wait_for_work(window)
    window.resize(request.width, request.height)
    code = _go_to(window, request.at) if request.at is not None else 0
    if request.question is not None:
        code = max(code, _ask(window, request.question, request.answer))
    _settle(window)
    problem = window.controller.workspace.problem
    if problem is not None:
        _tell(f"{problem.message} {problem.hint}")
        code = 2
    for warning in missing_scripts(_shown_text(window.controller.workspace)):
        _tell(warning)
    if not finished:
        _tell("The picture was drawn before all counts were there.")
    try:
        request.out.write_bytes(_png_of(window))
    except OSError as error:
        _tell(f"{request.out} could not be written ({error.strerror}). Choose another place.")
        code = 2
    window.close()
    return code


def _preferences(request: PictureRequest) -> Preferences:
    return Preferences(theme=request.theme, view=request.view, shows_pages=request.pages)


def _wait_for_work(window: MainWindow) -> bool:
    """Run the event loop until nothing is being worked out; say whether that was reached."""
    deadline = time.monotonic() + _PATIENCE_S
    while not (window.is_settled and window.icon_import.is_ready):
        if time.monotonic() > deadline:
            return False
        _run_events(window, 10)
    _settle(window)
    return True


def _go_to(window: MainWindow, heading: str) -> int:
    chunks = window.controller.workspace.chunk_set
    offset = None if chunks is None else _offset_of(chunks.outline, heading)
    if chunks is None or offset is None:
        _tell(f"No heading is named “{heading}”. Name one as the outline shows it.")
        return 2
    window.controller.visit_offset(offset)
    window.document.view.scroll_to(len(chunks.text))
    window.document.view.scroll_to(offset)
    _wait_for_work(window)
    return 0


def _ask(window: MainWindow, text: str, answer: str | None) -> int:
    """Ask in the test bench, and mark the answer; say what kept either from being done."""
    asking, bench = window.controller.asking, window.controller.workspace.bench
    asking.set_question(0, replace(bench.side.question, text=text))
    asking.run()
    window.show_bench()
    _wait_for_work(window)
    chunks = window.controller.workspace.chunk_set
    if answer is not None and chunks is not None:
        from chunkscope.workspace.judging import place_of

        try:
            asking.mark_answer(place_of(answer, chunks))
        except ChunkscopeError as missing:
            _tell(str(missing))
            return 2
        _wait_for_work(window)
    bench = window.controller.workspace.bench
    if bench.error:
        _tell(f"{bench.error} {bench.hint}")
    return 2 if bench.error else 0


def _offset_of(outline: Outline, heading: str) -> int | None:
    wanted = heading.strip().casefold()
    for section in outline.sections():
        if section.heading is not None and section.heading.title.casefold() == wanted:
            return section.heading.span.start
    return None


def _shown_text(workspace: Workspace) -> str:
    return "" if workspace.document is None else workspace.document.text[:2_000_000]


def _png_of(window: MainWindow) -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    window.grab().save(buffer, "PNG")
    return bytes(content.data())


def _tell(sentence: str) -> None:
    sys.stderr.write(f"chunkscope: {sentence}\n")


def _settle(window: MainWindow) -> None:
    _run_events(window, _SETTLE_MS)


def _run_events(owner: QObject, duration_ms: int) -> None:
    loop = QEventLoop(owner)
    QTimer.singleShot(duration_ms, loop, loop.quit)
    loop.exec()
