"""The command line: results on standard output, one line of error, three exit codes."""

import csv
import errno
import io
import json
import logging
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from tests.fakes import FakeLauncher
from tests.sources.pdf_maker import lines, pdf

from chunkscope.cli import COMMANDS, run
from chunkscope.retrieval import counters
from chunkscope.sources.conversion import Child
from chunkscope.workspace.reading import Source
from chunkscope.workspace.state import View

PAGE = "# Refunds\n\nAsk within 30 days. The money is back in five days.\n\n## Limits\n\nNone.\n"
DEEP = "# T\n\nAn opening.\n\n##### Deep\n\nText here.\n"
KEYS = [
    "id", "start", "own_start", "end", "heading_path", "prefix", "rule",
    "estimated_tokens", "real_tokens", "text",
]  # fmt: skip


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "refunds.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def called(*arguments: object) -> int:
    try:
        return run([str(one) for one in arguments], FakeLauncher())
    except SystemExit as exit_:
        return int(exit_.code or 0)


class FailingStream(io.StringIO):
    """Refuses what is written to it, as a full disk or a pipe that nobody reads does."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def write(self, _text: str) -> int:
        raise OSError(self._number, "No space left on device")


def test_without_a_command_the_window_opens(page: Path) -> None:
    launcher = FakeLauncher()

    assert run([], launcher) == 0
    assert run([str(page)], launcher) == 0
    assert launcher.opened == [None, page]


def test_split_gives_json_with_the_promised_names(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called("split", page, "--format", "json", "--parent-size", 300) == 0
    cut = json.loads(capsys.readouterr().out)

    assert list(cut) == [
        "title", "source", "settings", "estimated_tokens", "real_tokens", "parents", "children",
    ]  # fmt: skip
    assert cut["settings"] == {
        "parent_size": 300, "parent_overlap": 50, "child_size": 150, "child_overlap": 25,
    }  # fmt: skip
    assert [list(parent) for parent in cut["parents"]] == [KEYS, KEYS]
    assert [list(child) for child in cut["children"]] == [[KEYS[0], "parent", *KEYS[1:]]] * 2
    for chunk in (*cut["parents"], *cut["children"]):
        assert PAGE[chunk["start"] : chunk["end"]] == chunk["text"]
    assert cut["parents"][1]["prefix"] == "Refunds > Limits"
    assert cut["title"] == "Refunds"


def test_a_title_goes_before_the_page_s_own(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("split", page, "--format", "json", "--title", "Help") == 0

    assert json.loads(capsys.readouterr().out)["parents"][1]["prefix"] == "Help > Refunds > Limits"


def test_split_gives_one_object_a_line(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("split", page, "--format", "jsonl") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert [(line["level"], line["id"]) for line in lines] == [
        ("parent", "P1"), ("parent", "P2"), ("child", "C1"), ("child", "C2"),
    ]  # fmt: skip


def test_split_gives_a_table(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("split", page, "--format", "csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))

    assert [row["id"] for row in rows] == ["P1", "P2", "C1", "C2"]
    assert rows[0]["text"] == "Ask within 30 days. The money is back in five days."


def test_a_cell_is_no_formula(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text('=HYPERLINK("http://evil")\n\n# a\n\n- a list\n', encoding="utf-8")
    assert called("split", page, "--format", "csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))

    assert [row["text"][:2] for row in rows[:2]] == ["'=", "- "]


def test_split_gives_text_for_a_reader(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("split", page) == 0
    text = capsys.readouterr().out

    assert "2 parents (350/50)" in text
    assert "P2  Refunds > Limits" in text


@pytest.mark.parametrize("size", ["0", "100001", "1.5", "x", "", "3_5_0", "\u0663\u0665\u0660"])
def test_a_size_out_of_range_is_refused_by_name(
    page: Path, size: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called("split", page, "--parent-size", size) == 2
    printed = capsys.readouterr()

    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "parent" in printed.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("split",), ("split", "no such file.md"), ("convert", "no such file.md"),
        ("check", "no such file.md"), ("check",), ("no such file.md",), ("picture", "x.md"),
        ("split", "x.md", "--format", "yaml"), ("--unknown",),
        ("picture", "x.md", "--out", "no such folder/x.png"),
        ("picture", "x.md", "--out", "x.png", "--size", "wide"),
        ("picture", "x.md", "--out", "x.png", "--size", "1x1"),
        ("picture", "x.md", "--out", "x.png", "--size", "9" * 5000 + "x900"),
        ("picture", "x.md", "--out", f"{'x' * 300}/x.png"), ("picture", "x.md", "--out", ""),
        ("split", "x" * 300), ("x" * 300,), ("split", ""), ("",), ("check", ""),
    ],
)  # fmt: skip
def test_an_error_is_one_line_and_exit_code_two(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(*arguments) == 2
    printed = capsys.readouterr()

    assert printed.out == ""
    assert printed.err.startswith("chunkscope: ")
    assert "failed inside" not in printed.err
    assert printed.err.count("\n") == 1


def test_a_name_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert called("split", "a\x1b[31m\nb.md") == 2

    assert "\x1b" not in capsys.readouterr().err


def test_convert_gives_the_markdown_unchanged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_bytes("\ufeff# Ä 😀\r\n\r\n  text  \r\n".encode())
    assert called("convert", page) == 0

    assert capsys.readouterr().out == "# Ä 😀\n\n  text  \n"


@pytest.mark.parametrize(
    ("name", "content", "printed"),
    [
        ("a.html", b"<h1>A</h1><p>b</p>", "# A\n\nb\n"),
        ("a.csv", b"a,b\n1,2", "| a | b |\n| --- | --- |\n| 1 | 2 |\n"),
        ("a.docx", b"<!doctype html><h1>A</h1>\n\n\n", "# A\n"),
        ("a.md", b"# A\r\n\r\nb", "# A\n\nb"),
        ("a.txt", b"a\n\n\n", "a\n\n\n"),
        ("text.docx", b"plain", "plain"),
        ("a", b"plain", "plain"),
    ],
)
def test_what_a_converter_wrote_ends_with_one_line_end_and_text_as_its_file(
    tmp_path: Path, name: str, content: bytes, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / name
    page.write_bytes(content)
    assert called("convert", "--by-content", page) == 0

    assert capsys.readouterr().out == printed


def test_picture_hands_its_wishes_on(page: Path, tmp_path: Path) -> None:
    launcher = FakeLauncher()
    out = tmp_path / "x.png"
    arguments = ["--theme", "dark", "--size", "1100x700", "--view", "source", "--at", "Limits"]
    assert run(["picture", str(page), "--out", str(out), *arguments], launcher) == 0
    wish = launcher.pictures[0]

    assert (wish.path, wish.out, wish.theme) == (page, out, "dark")
    assert (wish.width, wish.height, wish.view, wish.at) == (1100, 700, View.SOURCE, "Limits")


@pytest.mark.parametrize(
    ("level", "code"), [("info", 1), ("warning", 1), ("error", 0), ("never", 0)]
)
def test_check_fails_on_the_level_that_is_asked_for(
    tmp_path: Path, level: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("# T\n\nAn opening.\n\n##### Deep\n\nText here.\n", encoding="utf-8")
    assert called("check", page, "--fail-on", level) == code

    assert ":5:1: warning: " in capsys.readouterr().out


def test_check_goes_on_after_a_file_that_cannot_be_read(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called("check", "no such file.md", page, "--format", "json") == 2
    printed = capsys.readouterr()

    assert [one["source"] for one in json.loads(printed.out)] == [str(page)]
    assert printed.err.count("\n") == 1


def test_check_names_what_it_cannot_read_once_with_the_folder_that_it_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.pdf").write_bytes(b"\0\1")
    assert called("check", "x.pdf", Path("a") / "x.md") == 2
    damaged, missing = capsys.readouterr().err.splitlines()

    assert damaged.startswith("chunkscope: x.pdf is damaged or incomplete.")
    assert missing.startswith("chunkscope: In a: There is no file x.md.")


def test_check_lists_a_thousand_places_and_counts_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("# T\n\n" + "## Same\n\nText.\n\n" * 1234, encoding="utf-8")
    assert called("check", page, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)[0]["findings"]
    same = next(one for one in found if one["rule"] == "duplicate-heading")

    assert [len(same[kind]) for kind in ("spans", "parents", "children")] == [1000, 1000, 0]
    assert same["left_out"] == {"spans": 234, "parents": 234, "children": 0}
    assert same["message"].startswith("1,234 sections")


def test_check_tells_by_its_exit_code_though_nobody_reads_on(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / "deep.md"
    deep.write_text(DEEP, encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", FailingStream(errno.EPIPE))

    assert called("check", deep, page, "--fail-on", "warning") == 1
    assert called("split", page) == 0


@pytest.mark.parametrize("arguments", [("check",), ("split", "--help"), ("--help",)])
def test_results_that_cannot_be_written_are_an_error(
    page: Path,
    arguments: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdout", FailingStream(errno.ENOSPC))
    assert called(*arguments, page) == 2

    assert capsys.readouterr().err.startswith("chunkscope: The results could not be written: No")


@pytest.mark.parametrize("command", ["convert", "split", "check"])
def test_a_file_of_another_format_than_its_name_says_is_read_on_a_wish_alone(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "export.xls"
    page.write_bytes(b"<html><h1>Words</h1><p>More of them.</p>")
    assert called(command, page) == 2
    printed, said = capsys.readouterr()
    assert "Words" not in printed
    assert said.count("\n") == 1
    assert said.endswith(
        "export.xls is a web page, although its name says otherwise. "
        "Let its name end in .html, or have it read by its content.\n"
    )
    assert called(command, "--by-content", page) == 0
    printed, said = capsys.readouterr()
    assert printed
    assert "does not match the content" in (printed if command == "check" else said)


INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from chunkscope.__main__ import main
sys.exit(main())
"""


class InterruptedLauncher(FakeLauncher):
    def open(self, source: Source | None) -> int:
        raise KeyboardInterrupt


def test_an_interruption_is_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([], InterruptedLauncher()) == 2

    said = "chunkscope: Cancelled; nothing half-done is left. Run it again to have it whole.\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("module", ["multiprocessing", "chunkscope.cli", "chunkscope.core"])
def test_an_interruption_while_the_program_loads_is_one_line_too(module: str) -> None:
    interrupted = f"""
import sys
import time
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from chunkscope.__main__ import main
sys.exit(main(["split", "x.md"]))
"""
    ran = subprocess.run([sys.executable, "-c", interrupted], capture_output=True, check=False)

    assert (ran.returncode, ran.stdout) == (2, b"")
    assert re.fullmatch(rb"chunkscope: Cancelled [^\n]+\n", ran.stderr.replace(b"\r", b""))


@pytest.mark.skipif(sys.platform == "win32", reason="there interruptions come another way")
@pytest.mark.parametrize(("command", "times"), [("convert", 1), ("convert", 3), ("picture", 1)])
def test_an_interruption_while_a_file_is_converted_is_one_line_and_leaves_nothing(
    command: str, times: int, tmp_path: Path
) -> None:
    page, out = tmp_path / "page.pdf", tmp_path / "out"
    page.write_bytes(pdf([lines(["Some words on a line of the page."] * 30, 40, 760)] * 900))
    ran = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, command, page, "--out", out],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    watched = psutil.Process(ran.pid)
    deadline = time.monotonic() + 60
    while not watched.children() and time.monotonic() < deadline:
        time.sleep(0.01)
    converters = watched.children(recursive=True)
    for _ in range(times):
        ran.send_signal(signal.SIGINT)
        time.sleep(0.02)
    printed, said = ran.communicate(timeout=60)

    assert (ran.returncode, printed) == (2, b"")
    assert re.fullmatch(rb"chunkscope: Cancelled[^\n]+\n", said)
    assert not out.exists()
    assert psutil.wait_procs(converters, timeout=20)[1] == []


def test_an_error_that_nobody_hears_keeps_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", FailingStream(errno.EPIPE))

    assert called("split", "no such file.md") == 2


class LoggingLauncher(FakeLauncher):
    def open(self, source: Source | None) -> int:
        logging.getLogger("anything").warning("Inside.")
        return 0


def test_what_is_logged_is_not_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    assert run([], LoggingLauncher()) == 0

    assert capsys.readouterr().err == ""


def test_a_document_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "a\x1b[2Jb.md"
    page.write_text('---\ntitle: "a\\nb"\n---\n\n##### \x1b[31mred\x07\n', encoding="utf-8")
    assert called("split", page) == 0
    assert called("check", page) == 0
    out = capsys.readouterr().out

    assert {character for character in out if character < " "} == {"\n"}
    assert out.startswith("a b\n1 parent (350/50), 1 child (")


def test_split_says_what_was_guessed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_bytes("# Äpfel\n\nSüß und grün.\n".encode("latin-1"))
    assert called("split", page) == 0

    assert "it was taken for cp1252, which may be wrong" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["split", "check"])
def test_missing_counts_are_told_once_a_reason(
    page: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_arguments: object) -> None:
        raise ImportError

    monkeypatch.setattr(counters, "open_embedder_counter", broken)
    assert called(command, page) == 0
    printed = capsys.readouterr()

    assert printed.err.count("\n") == 1
    assert "Not available: bge-small-en-v1.5, all-MiniLM-L6-v2. The lib" in printed.err


def test_convert_writes_a_file_whole_and_says_notes_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    latin = tmp_path / "menu.txt"
    latin.write_bytes("Crème brûlée, café, pâté à la carte, déjà vu, naïve".encode("cp1252"))
    out = tmp_path / "menu.md"
    out.write_text("what was there before", encoding="utf-8")

    assert called("convert", latin, "--out", out) == 0

    written = capsys.readouterr()
    assert out.read_text(encoding="utf-8").startswith("Crème brûlée")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["menu.md", "menu.txt"]
    assert written.out == ""
    assert "encoded" in written.err


def test_convert_says_what_cannot_be_written(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called("convert", page, "--out", tmp_path / "nowhere" / "page.md") == 2

    assert capsys.readouterr().err.count("\n") == 1


def test_a_document_is_not_replaced_by_its_own_markdown(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = page.with_name("link.md")
    link.symlink_to(page)

    assert called("convert", page, "--out", page) == 2
    assert called("convert", page, "--out", link) == 2
    assert page.read_text(encoding="utf-8") == PAGE
    assert capsys.readouterr().err.count("\n") == 2


@pytest.mark.parametrize("command", ["convert", "split"])
def test_what_has_no_text_is_one_line_with_a_next_step_and_exit_code_2(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    scan = tmp_path / "scan.pdf"
    scan.write_bytes(pdf(["", ""]))
    scripted = tmp_path / "scripted.html"
    scripted.write_bytes(b"<div id=app></div><script>show()</script>")
    empty = tmp_path / "empty.html"
    empty.write_bytes(b"")

    for path, step in ((scan, "OCR"), (scripted, "browser"), (empty, "Save it again")):
        assert called(command, path) == 2

        written = capsys.readouterr()
        assert written.out == ""
        assert step in written.err
        assert written.err.count("\n") == 1


def test_a_chosen_encoding_is_used_and_one_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    greek = tmp_path / "greek.md"
    greek.write_bytes("# \u03b1\u03b2\u03b3".encode("iso8859-7"))

    assert called("convert", greek, "--encoding", "iso8859-7") == 0
    assert capsys.readouterr().out == "# \u03b1\u03b2\u03b3"
    for encoding in ("no-such", "base64", "idna", "punycode", "unicode_escape", ""):
        assert called("convert", greek, "--encoding", encoding) == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_has_words(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(command, "--help") == 0
    options = capsys.readouterr().out.partition("\noptions:\n")[2]

    named = re.findall(r"^  (-.+?)(?:  +(\S.*)|\n {10,}(\S.*))$", options, re.MULTILINE)
    assert len(named) == len(re.findall(r"^  -", options, re.MULTILINE))


@pytest.mark.parametrize(
    ("command", "option"), [("check", "--fail-on"), ("split", "--format"), ("ask", "--passages")]
)
def test_help_names_what_holds_unless_set(
    command: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(command, "--help") == 0
    options = capsys.readouterr().out.partition("\noptions:\n")[2]

    assert "unless set" in options.partition(f"  {option}")[2].partition("\n  -")[0]


@pytest.mark.parametrize("command", ["convert", "picture"])
def test_a_dash_is_no_file_to_write(
    page: Path,
    command: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(page.parent)

    assert called(command, page, "--out", "-") == 2
    assert "is no file's name" in capsys.readouterr().err
    assert not Path("-").exists()


def test_headings_by_the_size_of_letters_can_be_switched_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "BT /F1 11 Tf 72 {} Td (These are the words of the body of the text) Tj ET "
    title = "BT /F1 24 Tf 72 740 Td (A title) Tj ET "
    guide = tmp_path / "guide.pdf"
    guide.write_bytes(pdf([title + "".join(text.format(700 - 14 * line) for line in range(20))]))

    assert called("convert", guide) == 0
    assert capsys.readouterr().out.startswith("# A title")
    assert called("convert", guide, "--no-headings-from-size") == 0
    assert capsys.readouterr().out.startswith("A title")


def test_an_address_opens_as_it_was_typed_and_one_out_of_reach_is_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    launcher = FakeLauncher()

    assert run(["https://example.invalid/a//b.md"], launcher) == 0
    assert launcher.opened == ["https://example.invalid/a//b.md"]
    assert called("convert", "http://127.0.0.1:9/page.md") == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_several_documents_are_checked_by_one_converter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []

    class Counted(Child):
        def __init__(self, *arguments: object) -> None:
            started.append(self)
            super().__init__(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("chunkscope.sources.workshop.Child", Counted)
    for name in ("one.html", "two.html"):
        (tmp_path / name).write_text("<html><h1>Title</h1><p>Text</p>", encoding="utf-8")

    assert called("check", tmp_path / "one.html", tmp_path / "two.html") == 0
    assert len(started) == 1
    assert not started[0].is_alive


def test_a_word_that_is_no_command_is_told_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert called("frobnicate", "page.md") == 2

    line = capsys.readouterr().err
    assert "frobnicate" in line
    assert "convert" in line
    assert line.count("\n") == 1


def test_a_picture_is_drawn_of_files_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert called("picture", "https://example.invalid/a.md", "--out", "a.png") == 2

    assert "only files are drawn" in capsys.readouterr().err
