"""Build the program and its installer for the system that this runs on.

    python packaging/build.py                      all steps, one after the other
    python packaging/build.py --steps freeze,check     only these

environment  a fresh one with the program's pins of requirements.lock, and PyInstaller's
icons        from the drawings in resources/
bill         what the environment holds, in CycloneDX's form
freeze       the program as one folder
check        the frozen program tries itself, prints nothing unexplained and leaves nothing
installer    a deb, an installer for Windows, a dmg
sums         SHA256SUMS of what lies in dist/

CHUNKSCOPE_PINS_IN may name an environment of the same Python that holds the program's pins and
nothing else, so that they are not installed once more.

Needs Python 3.11 to 3.14 with pip or uv; Linux also binutils and dpkg-deb, Windows NSIS.
"""

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
HERE: Final = ROOT / "packaging"
WORK: Final = ROOT / "build" / "package"
DIST: Final = ROOT / "dist"
ENVIRONMENT: Final = WORK / "environment"
TOOLS: Final = WORK / "tools"
SYSTEM: Final = platform.system()
TESTS_BEGIN: Final = "# Only the tests need what follows.\n"
NAME: Final = "ChunkScope"
PINS_IN: Final = "CHUNKSCOPE_PINS_IN"
_MACHINES: Final = {"AMD64": "x64", "x86_64": "x64", "arm64": "arm64", "aarch64": "arm64"}


def main() -> None:
    """Run the steps named."""
    parser = argparse.ArgumentParser(description="Build the program and its installer.")
    parser.add_argument("--steps", default=",".join(STEPS), help="names, separated by commas")
    chosen = parser.parse_args().steps.split(",")
    if unknown := [name for name in chosen if name not in STEPS]:
        raise SystemExit(f"There is no step {unknown[0]}; there are {', '.join(STEPS)}.")
    for name in chosen:
        begun = time.monotonic()
        print(f"== {name}", flush=True)
        STEPS[name]()
        print(f"   {name}: {time.monotonic() - begun:.0f} s", flush=True)


def make_environment() -> None:
    """Make the environment that is frozen, from pins with hashes alone."""
    if pins := os.environ.get(PINS_IN):
        copy_environment(Path(pins), ENVIRONMENT)
    else:
        lock = (ROOT / "requirements.lock").read_text(encoding="utf-8").partition(TESTS_BEGIN)[0]
        fresh_environment(ENVIRONMENT)
        install(ENVIRONMENT, lock)
    install(ENVIRONMENT, (HERE / "freeze.lock").read_text(encoding="utf-8"))


def make_icons() -> None:
    """Draw the icons."""
    run(python_of(ENVIRONMENT), HERE / "icons.py", WORK / "icons")


def make_bill() -> None:
    """Write what the environment holds; the freeze keeps of it what the program holds."""
    if not TOOLS.exists():
        fresh_environment(TOOLS)
        install(TOOLS, (HERE / "tools.lock").read_text(encoding="utf-8"))
    run(
        python_of(TOOLS), "-m", "cyclonedx_py", "environment",
        "--pyproject", ROOT / "pyproject.toml", "--output-reproducible",
        "--output-file", WORK / "environment.cdx.json", python_of(ENVIRONMENT),
    )  # fmt: skip


def freeze() -> None:
    """Make the folder of the program."""
    # What cannot be compiled PyInstaller leaves out, with a word in a file that nobody reads.
    run(python_of(ENVIRONMENT), "-m", "compileall", "-q", "-f", ROOT / "src")
    run(
        python_of(ENVIRONMENT), "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR",
        "--distpath", WORK / "frozen", "--workpath", WORK / "freezing",
        HERE / "chunkscope.spec",
        environment={
            "CHUNKSCOPE_WORK": str(WORK),
            "CHUNKSCOPE_VERSION": version(),
            "CHUNKSCOPE_NUMBERS": version_numbers(),
        },
    )  # fmt: skip
    folder = frozen_folder()
    print(f"   {folder.name}: {size_of(folder) / 1e6:.0f} MB in {count_of(folder)} files")


def check() -> None:
    """Have the frozen program try itself; hold the bill in it against its schema."""
    validate_bill()
    run(sys.executable, HERE / "try_program.py", frozen_program())


def validate_bill() -> None:
    """Hold the bill in the program against CycloneDX's schema."""
    found = list(frozen_folder().rglob("sbom.cdx.json"))
    if not found:
        raise SystemExit("The program holds no software bill; run the step bill before freeze.")
    ask = (
        "import sys; from cyclonedx.schema import SchemaVersion as V;"
        "from cyclonedx.validation.json import JsonStrictValidator as J;"
        "sys.exit(J(V.V1_6).validate_str(open(sys.argv[1], encoding='utf-8').read()) and 1)"
    )
    run(python_of(TOOLS), "-c", ask, found[0])
    names = json.loads(found[0].read_text(encoding="utf-8"))["components"]
    print(f"   the bill is valid and names {len(names)} parts")


def make_installer() -> None:
    """Wrap the program as this system wants it."""
    DIST.mkdir(exist_ok=True)
    makers: dict[str, Callable[[Path], None]] = {
        "Linux": make_deb,
        "Windows": make_windows_installer,
        "Darwin": make_dmg,
    }
    target = installer()
    target.unlink(missing_ok=True)
    makers[SYSTEM](target)
    print(f"   {target.name}: {target.stat().st_size / 1e6:.1f} MB")


def make_deb(target: Path) -> None:
    """Make a Debian package."""
    run(
        sys.executable, HERE / "linux" / "make_deb.py", frozen_folder(),
        "--icons", WORK / "icons", "--version", version(), "--out", target,
    )  # fmt: skip


def make_windows_installer(target: Path) -> None:
    """Make an installer with NSIS."""
    usual = Path(os.environ.get("PROGRAMFILES(X86)", "C:/")) / "NSIS" / "makensis.exe"
    makensis = shutil.which("makensis") or str(usual)
    run(
        makensis, "/V2", "/INPUTCHARSET", "UTF8",
        f"/DVERSION={version()}", f"/DNUMBERS={version_numbers()}",
        f"/DSOURCE={frozen_folder()}", f"/DICON={WORK / 'icons' / 'chunkscope.ico'}",
        f"/DOUT={target}", HERE / "windows" / "installer.nsi",
    )  # fmt: skip


def make_dmg(target: Path) -> None:
    """Make a disk image; sign and notarise it where the environment names who."""
    run(
        python_of(ENVIRONMENT), HERE / "macos" / "make_dmg.py", frozen_folder(),
        "--dmgbuild", TOOLS / "bin" / "dmgbuild", "--work", WORK, "--out", target,
    )  # fmt: skip


def write_sums() -> None:
    """Write the checksums of all that lies in dist/."""
    files = sorted(path for path in DIST.glob(f"{NAME}-*") if path.is_file())
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")
    print("".join(lines), end="")


def installer() -> Path:
    """Return the path of this system's installer."""
    machine = _MACHINES[platform.machine()]
    ends = {
        "Linux": f"linux-{machine}.deb",
        "Windows": f"windows-{machine}-setup.exe",
        "Darwin": f"macos-{'intel' if machine == 'x64' else 'apple-silicon'}.dmg",
    }
    return DIST / f"{NAME}-{version()}-{ends[SYSTEM]}"


def frozen_folder() -> Path:
    """Return what PyInstaller made: a folder, or on macOS a bundle."""
    return WORK / "frozen" / (f"{NAME}.app" if SYSTEM == "Darwin" else NAME)


def frozen_program() -> Path:
    """Return the program in it."""
    places = {"Linux": NAME.lower(), "Windows": f"{NAME}.exe", "Darwin": f"Contents/MacOS/{NAME}"}
    return frozen_folder() / places[SYSTEM]


def version() -> str:
    """Return the program's version, without importing it."""
    source = (ROOT / "src" / "chunkscope" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', source, re.MULTILINE)
    if found is None:
        raise SystemExit("The program names no version.")
    return found[1]


def version_numbers() -> str:
    """Return the version as the four numbers that Windows wants."""
    return ".".join([*re.findall(r"\d+", version()), "0", "0", "0"][:4])


def fresh_environment(folder: Path) -> None:
    """Make an empty environment of the Python that runs this."""
    if folder.exists():
        shutil.rmtree(folder)
    venv.create(folder, symlinks=os.name != "nt", with_pip=False)


def copy_environment(source: Path, folder: Path) -> None:
    """Make an environment that holds the packages of another, whose files it shares."""
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(source, folder, symlinks=True, copy_function=os.link)


def install(folder: Path, lock: str) -> None:
    """Install pins into an environment: wheels only, each with the hash that is written there."""
    requirements = folder / "requirements.txt"
    requirements.write_text(lock, encoding="utf-8")
    options = ("--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", requirements)
    if uv := shutil.which("uv"):
        run(uv, "pip", "install", "--quiet", "--python", python_of(folder), *options)
    else:
        run(
            sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check",
            "--python", python_of(folder), "install", *options,
        )  # fmt: skip


def python_of(folder: Path) -> Path:
    """Return an environment's Python."""
    return folder / ("Scripts/python.exe" if SYSTEM == "Windows" else "bin/python")


def size_of(folder: Path) -> int:
    """Return how many bytes the files of a folder have; links count as nothing."""
    return sum(path.stat().st_size for path in folder.rglob("*") if is_plain(path))


def count_of(folder: Path) -> int:
    """Return how many files a folder holds."""
    return sum(is_plain(path) for path in folder.rglob("*"))


def is_plain(path: Path) -> bool:
    """Say whether a path is a file, and no link to one."""
    return path.is_file() and not path.is_symlink()


def run(*command: str | Path, environment: dict[str, str] | None = None) -> None:
    """Run a command; stop where it fails, after what it said itself."""
    code = subprocess.run(command, check=False, env=os.environ | (environment or {})).returncode
    if code:
        raise SystemExit(f"{Path(command[0]).name} ended with {code}.")


STEPS: Final[dict[str, Callable[[], None]]] = {
    "environment": make_environment,
    "icons": make_icons,
    "bill": make_bill,
    "freeze": freeze,
    "check": check,
    "installer": make_installer,
    "sums": write_sums,
}

if __name__ == "__main__":
    main()
