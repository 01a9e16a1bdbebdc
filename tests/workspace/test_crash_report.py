"""What a crash leaves behind: offered once, without a word of the document."""

import subprocess
import sys
import textwrap
from pathlib import Path

from chunkscope.workspace.crash_report import Session, left_report

CRASH = """
    import faulthandler, sys
    from pathlib import Path
    from chunkscope.workspace.crash_report import Session
    def work(secret):
        faulthandler._sigsegv()
    session = Session(Path(sys.argv[1]))
    work("words of the document")
"""


def crashed(folder: Path) -> None:
    subprocess.run(
        [sys.executable, "-c", textwrap.dedent(CRASH), str(folder)],
        check=False,
        capture_output=True,
        timeout=60,
    )


def test_a_crash_leaves_a_report_that_is_offered_once(tmp_path: Path) -> None:
    crashed(tmp_path)
    report = left_report(tmp_path)

    assert report is not None
    assert report.startswith("ChunkScope")
    assert "in work" in report
    assert "words of the document" not in report
    assert left_report(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_an_orderly_end_leaves_nothing(tmp_path: Path) -> None:
    session = Session(tmp_path)
    assert list(tmp_path.iterdir())
    session.end()
    session.end()

    assert list(tmp_path.iterdir()) == []


def test_another_window_that_runs_is_no_crash(tmp_path: Path) -> None:
    session = Session(tmp_path)

    assert left_report(tmp_path) is None
    session.end()


def test_folders_of_the_user_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "running-999999999.txt").write_text(
        'ChunkScope\n  File "/home/ann/chunkscope/gui/app.py", line 3 in run\n', encoding="utf-8"
    )
    report = left_report(tmp_path)

    assert report is not None
    assert 'File "app.py", line 3 in run' in report
    assert "ann" not in report


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file", encoding="utf-8")
    Session(tmp_path / "log").end()

    assert left_report(tmp_path / "log") is None
