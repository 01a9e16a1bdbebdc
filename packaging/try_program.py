"""See whether a finished program works: it tries itself, prints nothing and leaves nothing.

Its commands print on a console, and what its window keeps it removes when it is told to.

    python packaging/try_program.py PROGRAM

For the folder that was frozen and for what an installer put in place alike. Needs nothing but the
standard library.
"""

import argparse
import json
import os
import platform
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final

SYSTEM: Final = platform.system()
SELF_TEST_SECONDS: Final = 180
COMMAND_SECONDS: Final = 60
QUIET_SECONDS: Final = 8
FAILED: Final = 2


def main() -> None:
    """Try the program named."""
    parser = argparse.ArgumentParser(description="See whether a finished program works.")
    parser.add_argument("program", type=Path)
    program: Path = parser.parse_args().program.absolute()
    with tempfile.TemporaryDirectory(prefix="home-", ignore_cleanup_errors=True) as name:
        home = Path(name)
        for folder in (home / "user", home / "passing"):
            folder.mkdir()
        own = own_folders(home / "user", home / "passing")
        try_program(program, home / "report.json", own)
        if left := [str(path) for folder in own.values() for path in Path(folder).rglob("*")]:
            raise SystemExit(f"The self-test left {', '.join(sorted(set(left)))} behind.")
        try_commands(console_of(program), home, own)
        stay_silent(program, own)
        remove_data(console_of(program), home / "user", own)


def try_program(program: Path, report: Path, environment: dict[str, str]) -> None:
    """Run the self-test of a program; stop where it fails or prints something.

    Raises:
        SystemExit: It says what was wrong.
    """
    began = time.monotonic()
    ran = subprocess.run(
        [program, "--self-test", "--report", report],
        check=False, env=os.environ | environment, capture_output=True, timeout=SELF_TEST_SECONDS,
        stdin=subprocess.DEVNULL, cwd=report.parent,
    )  # fmt: skip
    took = time.monotonic() - began
    told = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    for step in told.get("steps", ()):
        mark = "ok" if step["ok"] else "FAILED"
        print(f"   {mark:7}{step['seconds']:6.2f} s  {step['name']}: {step['detail']}")
    print(f"   self-test: {took:.1f} s, exit code {ran.returncode}")
    if ran.returncode or not told.get("ok"):
        raise SystemExit(f"The self-test failed. {words_of(ran.stdout, ran.stderr)}")
    if words := words_of(ran.stdout, ran.stderr):
        raise SystemExit(f"The self-test printed what nobody explains: {words}")


def try_commands(program: Path, home: Path, environment: dict[str, str]) -> None:
    """Run a command that gives results, and one that fails.

    Raises:
        SystemExit: It says what was wrong.
    """
    page = home / "page.md"
    page.write_text("# Lamp\n\nIt turns once in ten seconds.\n", encoding="utf-8")
    split = run(program, ["split", str(page), "--format", "json"], environment)
    if split.returncode or split.stderr or "ten seconds" not in str(json.loads(split.stdout)):
        raise SystemExit(f"The command split failed. {words_of(split.stdout, split.stderr)}")
    failed = run(program, ["split", str(home / "nowhere.md")], environment)
    if failed.returncode != FAILED or failed.stdout or len(failed.stderr.splitlines()) != 1:
        raise SystemExit(f"It told a failure badly. {words_of(failed.stdout, failed.stderr)}")
    print(f"   {program.name} prints results and failures")


def remove_data(program: Path, user: Path, environment: dict[str, str]) -> None:
    """Have the program remove what its window left in the user's folders.

    Raises:
        SystemExit: It says what was wrong.
    """
    ran = run(program, ["--remove-data", "--yes"], environment)
    left = [str(path) for path in user.rglob("*") if "chunkscope" in path.name.lower()]
    if ran.returncode or left:
        told = words_of(ran.stdout, ran.stderr)
        raise SystemExit(f"After it removed its data there was {', '.join(left)}. {told}")
    print("   it removed what it kept")


def run(
    program: Path, arguments: list[str], environment: dict[str, str]
) -> subprocess.CompletedProcess[bytes]:
    """Run a command of the program to its end."""
    return subprocess.run(
        [program, *arguments],
        check=False, env=os.environ | environment, capture_output=True, timeout=COMMAND_SECONDS,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def console_of(program: Path) -> Path:
    """Return what runs commands on a console: on Windows a program beside the one with windows."""
    return program.with_suffix(".com") if SYSTEM == "Windows" else program


def stay_silent(program: Path, environment: dict[str, str]) -> None:
    """Start the window without a screen for some seconds; stop where it ends or prints.

    Raises:
        SystemExit: It says what was wrong.
    """
    started = subprocess.Popen(
        [program],
        env=os.environ | environment | {"QT_QPA_PLATFORM": "offscreen"},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        printed = started.communicate(timeout=QUIET_SECONDS)
    except subprocess.TimeoutExpired:
        started.terminate()
        if words := words_of(*started.communicate()):
            raise SystemExit(f"The window printed what nobody explains: {words}") from None
        print("   the window stayed open and printed nothing")
    else:
        raise SystemExit(f"The window ended with {started.returncode}. {words_of(*printed)}")


def own_folders(user: Path, passing: Path) -> dict[str, str]:
    """Return what lays the user's folders into `user`, and temporary files into `passing`."""
    names = {
        "Linux": ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"),
        "Windows": ("WIN_PD_OVERRIDE_APPDATA", "WIN_PD_OVERRIDE_LOCAL_APPDATA"),
        "Darwin": ("HOME",),
    }
    return dict.fromkeys(names[SYSTEM], str(user)) | dict.fromkeys(
        ("TMPDIR", "TEMP", "TMP"), str(passing)
    )


def words_of(*printed: bytes) -> str:
    """Return what a program printed, as text."""
    return b"\n".join(printed).decode("utf-8", "replace").strip()


if __name__ == "__main__":
    main()
