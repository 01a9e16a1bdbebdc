"""Opening: one warm process, one document at a time, cancelled at once, addresses on request."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot
from tests.sources.pdf_maker import lines, pdf, words

from chunkscope.gui.controller import Controller
from chunkscope.gui.opening import Progress
from chunkscope.gui.tasks import Lane
from chunkscope.sources.outcome import Wishes
from chunkscope.workspace.original import file_to_draw
from chunkscope.workspace.preferences import Preferences
from chunkscope.workspace.state import Step

PATIENCE_MS = 60_000
LARGE_LINE = words("Large Words", 72, 720, size=24) + lines(
    ["Body text of the page."] * 20, 72, 680
)


@pytest.fixture
def controller(qtbot: QtBot) -> Iterator[Controller]:
    controller = Controller(Preferences(), keeps_preferences=False)
    yield controller
    controller.close()


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    path = tmp_path / "manual.pdf"
    path.write_bytes(pdf([LARGE_LINE]))
    return path


@pytest.fixture
def thick_manual(tmp_path: Path) -> Path:
    """A PDF that takes long enough to be cancelled."""
    path = tmp_path / "thick.pdf"
    path.write_bytes(pdf([lines(["Some words on a line of the page."] * 30, 40, 760)] * 500))
    return path


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    let_go = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            is_pdf = self.path == "/manual.pdf"
            media_type = "application/pdf" if is_pdf else "text/markdown"
            self.send_header("Content-Type", media_type)
            self.end_headers()
            self.wfile.write(pdf([LARGE_LINE]) if is_pdf else b"# Fetched\n\nWords.\n")
            self.wfile.flush()
            if self.path == "/slow.md":
                let_go.wait(60)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    let_go.set()
    server.shutdown()
    server.server_close()


def converters() -> set[int]:
    """The processes of this one that convert."""
    found = set()
    for process in psutil.Process().children():
        try:
            if any("chunkscope.sources.child" in part for part in process.cmdline()):
                found.add(process.pid)
        except psutil.Error:
            continue
    return found


def opened(controller: Controller, qtbot: QtBot, path: Path) -> None:
    controller.open_path(path)
    settled(controller, qtbot)


def settled(controller: Controller, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: controller.workspace.opening is None, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not controller.runner.is_busy(Lane.READ), timeout=PATIENCE_MS)


def text_of(controller: Controller) -> str:
    assert controller.workspace.document is not None
    return controller.workspace.document.text


def test_one_process_converts_everything_and_is_gone_after_closing(
    qtbot: QtBot, manual: Path
) -> None:
    before = converters()
    controller = Controller(Preferences(), keeps_preferences=False)
    controller.prepare()
    qtbot.waitUntil(lambda: len(converters() - before) == 1, timeout=PATIENCE_MS)
    (warm,) = converters() - before
    opened(controller, qtbot, manual)
    controller.open_html("<h1>Pasted</h1>")
    settled(controller, qtbot)

    assert text_of(controller).strip() == "# Pasted"
    assert converters() - before == {warm}
    controller.close()
    assert converters() - before == set()


def test_preparing_while_the_first_document_is_read_starts_no_second_process(
    controller: Controller, qtbot: QtBot, manual: Path
) -> None:
    before = converters()
    controller.open_path(manual)
    controller.prepare()
    settled(controller, qtbot)

    assert len(converters() - before) == 1


def test_pages_are_counted_while_a_pdf_is_read(
    controller: Controller, qtbot: QtBot, thick_manual: Path
) -> None:
    told: list[Progress] = []
    controller.progressed.connect(told.append)
    opened(controller, qtbot, thick_manual)

    assert told[0].sentence == "Reading thick.pdf"
    assert any(
        progress.sentence.startswith("Reading thick.pdf: page ")
        and progress.far.endswith(" of 500")
        for progress in told
    )


def test_cancelling_ends_the_process_and_says_what_to_do(
    controller: Controller, qtbot: QtBot, thick_manual: Path
) -> None:
    before = converters()
    with qtbot.waitSignal(controller.progressed, timeout=PATIENCE_MS):
        controller.open_path(thick_manual)
    qtbot.waitUntil(lambda: bool(converters() - before), timeout=PATIENCE_MS)
    at_work = converters() - before
    controller.cancel()
    problem = controller.workspace.problem

    assert controller.workspace.opening is None
    assert problem is not None
    assert not problem.is_error
    assert problem.message == "Cancelled; nothing was opened."
    assert problem.step is Step.RETRY
    qtbot.waitUntil(lambda: not converters() & at_work, timeout=PATIENCE_MS)

    controller.retry()
    settled(controller, qtbot)
    assert len(controller.workspace.document.pages) == 500  # type: ignore[union-attr]


def test_what_was_open_stays_when_the_next_is_cancelled(
    controller: Controller, qtbot: QtBot, manual: Path, thick_manual: Path
) -> None:
    opened(controller, qtbot, manual)
    document = controller.workspace.document
    controller.open_path(thick_manual)
    controller.cancel()
    problem = controller.workspace.problem

    assert controller.workspace.document is document
    assert problem is not None
    assert not problem.is_error
    assert problem.message == f"Cancelled: {thick_manual.name} was not opened."
    assert problem.step is Step.RETRY
    controller.retry()
    settled(controller, qtbot)
    assert controller.workspace.source == str(thick_manual)
    assert controller.workspace.problem is None


def test_a_second_opening_ends_the_first(
    controller: Controller, qtbot: QtBot, manual: Path, thick_manual: Path
) -> None:
    seen: list[str] = []
    controller.workspace_changed.connect(
        lambda workspace: seen.append(workspace.document and workspace.document.title)
    )
    controller.open_path(thick_manual)
    opened(controller, qtbot, manual)

    assert "thick" not in seen
    assert controller.workspace.source == str(manual)


def test_headings_from_size_can_be_switched_off_and_stay_off_until_another_document(
    controller: Controller, qtbot: QtBot, manual: Path, tmp_path: Path
) -> None:
    opened(controller, qtbot, manual)
    assert "# Large Words" in text_of(controller)
    controller.set_wishes(Wishes(headings_from_size=False))
    settled(controller, qtbot)
    assert "# Large Words" not in text_of(controller)
    controller.reload()
    settled(controller, qtbot)
    assert "# Large Words" not in text_of(controller)

    other = tmp_path / "other.pdf"
    other.write_bytes(manual.read_bytes())
    opened(controller, qtbot, other)
    assert "# Large Words" in text_of(controller)
    assert controller.workspace.wishes == Wishes()


def test_a_wish_that_fails_or_is_cancelled_leaves_the_one_before(
    controller: Controller, qtbot: QtBot, manual: Path
) -> None:
    opened(controller, qtbot, manual)
    controller.set_wishes(Wishes(headings_from_size=False))
    controller.cancel()
    assert controller.workspace.wishes == Wishes()
    problem = controller.workspace.problem
    assert problem is not None
    assert problem.message == f"Cancelled: {manual.name} was not read again."

    manual.unlink()
    controller.set_wishes(Wishes(headings_from_size=False))
    settled(controller, qtbot)
    assert controller.workspace.wishes == Wishes()
    assert controller.workspace.problem is not None


def test_another_encoding_reads_the_text_anew(
    controller: Controller, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "greek.txt"
    path.write_bytes("Καλημέρα κόσμε, τι κάνεις σήμερα;".encode("cp1253"))
    opened(controller, qtbot, path)
    controller.set_wishes(Wishes(encoding="cp1251"))
    settled(controller, qtbot)
    assert "Καλημέρα" not in text_of(controller)
    controller.set_wishes(Wishes(encoding="cp1253"))
    settled(controller, qtbot)

    assert text_of(controller).startswith("Καλημέρα κόσμε")


def test_trying_again_keeps_the_encoding_that_was_chosen(
    controller: Controller, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "old.md"
    path.write_bytes("Тест".encode("cp1251"))
    opened(controller, qtbot, path)
    path.rename(tmp_path / "away.md")
    controller.set_wishes(Wishes(encoding="cp866"))
    settled(controller, qtbot)
    (tmp_path / "away.md").rename(path)
    controller.retry()
    settled(controller, qtbot)

    assert controller.workspace.wishes == Wishes(encoding="cp866")
    assert text_of(controller) == "Тест".encode("cp1251").decode("cp866")


def test_an_address_is_fetched_remembered_and_read_again(
    controller: Controller, qtbot: QtBot, address: str
) -> None:
    controller.open_address(f"{address}/page.md")
    settled(controller, qtbot)
    first = controller.workspace.document
    assert text_of(controller) == "# Fetched\n\nWords.\n"
    assert controller.preferences.recent == (f"{address}/page.md",)
    controller.reload()
    settled(controller, qtbot)

    assert controller.workspace.document is not first
    assert controller.workspace.source == f"{address}/page.md"


def test_what_was_fetched_is_kept_for_its_pages_until_another_document(
    qtbot: QtBot, address: str
) -> None:
    controller = Controller(Preferences(), keeps_preferences=False)
    controller.open_address(f"{address}/manual.pdf")
    settled(controller, qtbot)
    first = file_to_draw(controller.workspace.document)
    controller.reload()
    settled(controller, qtbot)
    second = file_to_draw(controller.workspace.document)

    assert first is not None
    assert second is not None
    assert (Path(first).exists(), Path(second).exists()) == (False, True)
    assert Path(second).read_bytes().startswith(b"%PDF")
    controller.close()
    assert not Path(second).parent.exists()


def test_a_fetch_that_hangs_is_cancelled_at_once(
    controller: Controller, qtbot: QtBot, address: str
) -> None:
    told: list[Progress] = []
    controller.progressed.connect(told.append)
    controller.open_address(f"{address}/slow.md")
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE_MS)
    controller.cancel()

    assert controller.workspace.opening is None
    assert told[0].what.startswith("Fetching 127.0.0.1")
    started = time.monotonic()
    controller.open_text("# Next\n")
    qtbot.waitUntil(lambda: controller.workspace.document is not None, timeout=PATIENCE_MS)
    assert time.monotonic() - started < PATIENCE_MS / 1000
    assert not controller.runner.is_busy(Lane.READ)


def test_an_address_that_is_only_offered_is_not_fetched(controller: Controller) -> None:
    controller.offer_address("https://example.org/a")
    problem = controller.workspace.problem

    assert controller.workspace.opening is None
    assert problem is not None
    assert (problem.step, problem.address) == (Step.OPEN_ADDRESS, "https://example.org/a")
    assert "Ctrl+L" in problem.hint


def test_a_scan_shows_its_pages_without_a_change_of_preference(
    controller: Controller, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(pdf(["0 0 100 100 re f"]))
    opened(controller, qtbot, path)

    assert controller.workspace.shows_pages
    assert not controller.preferences.shows_pages
