"""Install what build.py made, try it, remove it, and see that nothing is left.

    python packaging/try_installer.py [FILE]

For machines that are thrown away afterwards: on Linux it installs with sudo apt-get, on Windows for
the user who runs it, on macOS into a folder for temporary files.
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
DIST: Final = HERE.parent / "dist"
NAME: Final = "ChunkScope"
ENDINGS: Final = {"Linux": ".deb", "Windows": "-setup.exe", "Darwin": ".dmg"}
STILL_RUNNING: Final = 3
PATIENCE_S: Final = 20


def main() -> None:
    """Try the installer named, or the one that lies in dist/."""
    system = platform.system()
    given = [Path(argument) for argument in sys.argv[1:]]
    found = given or list(DIST.glob(f"{NAME}-*{ENDINGS[system]}"))
    if len(found) != 1:
        raise SystemExit(f"There are {len(found)} installers in {DIST}, not one.")
    tries: dict[str, Callable[[Path], None]] = {
        "Linux": try_deb,
        "Windows": try_setup,
        "Darwin": try_image,
    }
    tries[system](found[0].resolve())
    print("Installed, tried and removed.")


def try_deb(package: Path) -> None:
    """Install a Debian package, over itself too, and purge it."""
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    for _ in range(2):
        run(
            *sudo,
            "apt-get",
            "install",
            "-y",
            "-qq",
            "--no-install-recommends",
            "--reinstall",
            package,
        )
    try_program("/usr/bin/chunkscope")
    run(*sudo, "apt-get", "purge", "-y", "-qq", "chunkscope")
    expect_gone(
        "/usr/lib/chunkscope", "/usr/bin/chunkscope", "/usr/share/applications/chunkscope.desktop"
    )


def try_setup(setup: Path) -> None:
    """Install for this user, over itself and over the running program, and remove it."""
    local = Path(os.environ["LOCALAPPDATA"])
    folder = local / "Programs" / NAME
    program = folder / f"{NAME}.exe"
    run(setup, "/S")
    old = folder / "_internal" / "of-an-older-version.dll"
    old.touch()
    run(setup, "/S")
    expect_gone(old)
    try_program(program)
    with subprocess.Popen([program], env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}) as running:
        code = subprocess.run([setup, "/S"], check=False).returncode
        running.terminate()
    if code != STILL_RUNNING:
        raise SystemExit(f"Over the running program the installer ended with {code}.")
    # With _? the uninstaller works where it lies and can be waited for, but cannot remove itself.
    uninstall: list[str | Path] = [folder / "uninstall.exe", "/S", f"_?={folder}"]
    for _ in range(PATIENCE_S):  # the program's own processes end a little after it
        if (code := subprocess.run(uninstall, check=False).returncode) != STILL_RUNNING:
            break
        time.sleep(1)
    if code:
        raise SystemExit(f"The uninstaller ended with {code}.")
    left = [path for path in folder.rglob("*") if path.name != "uninstall.exe"]
    expect_gone(*left, local / "chunkscope", Path(os.environ["APPDATA"]) / "chunkscope")
    key = rf"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\{NAME}"
    if subprocess.run(["reg", "query", key], check=False, capture_output=True).returncode == 0:
        raise SystemExit("The registry still names the program.")


def try_image(image: Path) -> None:
    """Copy the program out of a disk image, as one drags it, and try the copy."""
    with tempfile.TemporaryDirectory() as name:
        mounted, copied = Path(name) / "image", Path(name) / f"{NAME}.app"
        mounted.mkdir()
        run("hdiutil", "attach", "-nobrowse", "-readonly", "-mountpoint", mounted, image)
        try:
            if not (mounted / "Applications").is_symlink():
                raise SystemExit("The image has no link to the folder of programs.")
            run("ditto", mounted / f"{NAME}.app", copied)
        finally:
            run("hdiutil", "detach", mounted)
        run("codesign", "--verify", "--deep", "--strict", copied)
        try_program(copied / "Contents" / "MacOS" / NAME)


def try_program(program: str | Path) -> None:
    """Have an installed program try itself."""
    run(sys.executable, HERE / "try_program.py", program)


def expect_gone(*paths: str | Path) -> None:
    """Stop where one of the paths is still there.

    Raises:
        SystemExit: It names them.
    """
    if left := [str(path) for path in paths if Path(path).exists()]:
        raise SystemExit(f"Left behind: {', '.join(left)}.")


def run(*command: str | Path) -> None:
    """Run a command; stop where it fails."""
    code = subprocess.run(command, check=False).returncode
    if code:
        raise SystemExit(f"{Path(command[0]).name} ended with {code}.")


if __name__ == "__main__":
    main()
