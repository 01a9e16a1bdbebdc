"""The starter: what it says of the set-up stays out of the program's results."""

import importlib.util
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest

RUN = Path(__file__).parent.parent / "run.py"


@pytest.fixture
def starter() -> ModuleType:
    spec = importlib.util.spec_from_file_location("run", RUN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_missing_fonts_are_named_on_standard_error(
    starter: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(starter.platform, "system", lambda: "Linux")
    monkeypatch.setattr(starter, "has_font", lambda _: False)
    starter.name_missing_fonts()
    printed = capfd.readouterr()

    assert printed.out == ""
    assert "No font here for: Chinese," in printed.err


def test_what_a_step_of_the_set_up_prints_goes_to_standard_error(
    starter: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    starter.run(sys.executable, "-c", "print('installed')")
    printed = capfd.readouterr()

    assert (printed.out, printed.err) == ("", "installed\n")


@pytest.mark.skipif(sys.platform == "win32", reason="a process ends by no signal there")
def test_a_program_that_a_signal_ended_is_told_as_shells_do(
    starter: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "ended.py").write_text("import os\nos.kill(os.getpid(), 15)\n", encoding="utf-8")
    monkeypatch.setattr(starter, "environment_python", lambda: Path(sys.executable))

    assert starter.run_module("ended", folder=tmp_path) == 128 + 15


@pytest.mark.skipif(sys.platform == "win32", reason="a process is interrupted by no signal there")
def test_a_program_that_is_interrupted_ends_in_its_own_way(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import os, signal, sys, time\n"
        "os.kill(os.getppid(), signal.SIGINT)\n"
        "time.sleep(1)\n"
        "print('tidied up')\n"
        "sys.exit(2)\n",
        encoding="utf-8",
    )
    start = (
        "import run, signal, sys\n"
        "from pathlib import Path\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "run.environment_python = lambda: sys.executable\n"
        f"sys.exit(run.run_module('slow', folder=Path({str(tmp_path)!r})))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", start], cwd=RUN.parent, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout.strip(), ended.stderr) == (2, "tidied up", "")


def test_a_step_that_fails_ends_the_set_up(starter: ModuleType) -> None:
    with pytest.raises(SystemExit, match="did not finish"):
        starter.run(sys.executable, "-c", "raise SystemExit(1)")


def test_the_set_up_tells_how_far_it_is(
    starter: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    lock = "".join(f"package{number}==1 \\\n    --hash=sha256:0\n" for number in range(25))
    pip = "print('Ignoring package0: markers'); print('Collecting a\\nProcessing b\\n' * 12)"
    starter.run_pip(lock, sys.executable, "-c", pip + "; print('Installing collected packages: a')")
    printed = capfd.readouterr()

    assert printed.out == ""
    assert printed.err.splitlines() == [
        "  Fetched 10 of 24 packages.",
        "  Fetched 20 of 24 packages.",
        "  Installing them; half a minute more.",
    ]


def test_a_pip_that_fails_ends_the_set_up(starter: ModuleType) -> None:
    with pytest.raises(SystemExit, match="did not finish"):
        starter.run_pip("", sys.executable, "-c", "raise SystemExit(1)")


def test_two_starts_set_up_one_after_the_other(
    starter: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    environment = tmp_path / "environment"
    monkeypatch.setattr(starter, "GUARD", tmp_path / "guard")
    monkeypatch.setattr(starter, "ENVIRONMENT", environment)
    monkeypatch.setattr(starter, "STAMP", environment / "set-up")
    monkeypatch.setattr(starter, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(starter, "environment_python", lambda: environment / "set-up")
    monkeypatch.setattr(starter, "is_whole", lambda _found: False)
    made: list[str] = []

    def make() -> None:
        made.append("made")
        environment.mkdir()

    def install(_lock: str) -> None:
        time.sleep(0.2)
        made.append("installed")

    monkeypatch.setattr(starter, "make_environment", make)
    monkeypatch.setattr(starter, "install", install)
    starts = [threading.Thread(target=starter.set_up, args=(False,)) for _ in range(3)]
    for start in starts:
        start.start()
    for start in starts:
        start.join()

    assert made == ["made", "installed"]
