"""Set ChunkScope up in this folder, then start it.

    python3 run.py             the window, with the sample page
    python3 run.py test        every test, some at a time; what follows goes to pytest instead
    python3 run.py ARGUMENTS   the same as `chunkscope ARGUMENTS`

On Windows: `py run.py`. Needs Python 3.11 to 3.14 and nothing else. All of it goes into the folder
`.venv` beside this file; delete that to undo it. Set up once, later starts find it as it is. What
the set-up says goes to standard error, so standard output holds the program's results alone.
"""

try:
    import ctypes
    import hashlib
    import importlib.util
    import os
    import platform
    import shutil
    import subprocess
    import sys
    import sysconfig
    import time
    import venv
    from collections.abc import Iterator
    from contextlib import contextmanager
    from pathlib import Path
except KeyboardInterrupt:
    raise SystemExit(130) from None

# Before anything that an older Python cannot read.
if not (3, 11) <= sys.version_info[:2] <= (3, 14):
    sys.exit("ChunkScope needs Python 3.11 to 3.14; this is {}.{}.".format(*sys.version_info))

ROOT = Path(__file__).resolve().parent
LOCK = ROOT / "requirements.lock"
TESTS_BEGIN = "# Only the tests need what follows.\n"
ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / "set-up"
UNFINISHED = "unfinished"
GUARD = ROOT / ".venv.lock"
WAIT_SECONDS = 0.5
PACKAGES_A_LINE = 10
NOT_FINISHED = "The set-up did not finish; the lines above say why. Start it again to go on."
SAMPLES = ROOT / "resources" / "sample"
PICTURE = ROOT / "build" / "sample.png"

SOME_AT_A_TIME = ("-n", "logical", "--maxprocesses", "4")
NO_WINDOW = ("split", "check", "convert", "ask", "--help", "-h", "--version")
MACHINES = {
    "Linux": ("x86_64", "aarch64"),
    "Windows": ("AMD64",),
    "Darwin": ("arm64", "x86_64"),
}
LIBRARIES_TO_DRAW = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
}
LIBRARIES_FOR_A_SCREEN = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
FONTS = {
    "Chinese": ("zh-cn", "fonts-noto-cjk"),
    "Japanese": ("ja", "fonts-noto-cjk"),
    "Korean": ("ko", "fonts-noto-cjk"),
    "Thai": ("th", "fonts-noto-core"),
    "Arabic": ("ar", "fonts-noto-core"),
    "Hindi": ("hi", "fonts-noto-core"),
    "emoji": ("und-zsye", "fonts-noto-color-emoji"),
}


def main(arguments: list[str]) -> int:
    """Set up what `arguments` need, run it, and return its exit code."""
    check_machine()
    testing = arguments[:1] == ["test"]
    if arguments[:1] not in [[command] for command in NO_WINDOW]:
        bring_libraries()
    if set_up(testing):
        name_missing_fonts()
    if testing:
        return run_module("pytest", *(arguments[1:] or SOME_AT_A_TIME), folder=ROOT)
    if arguments:
        return run_module("chunkscope", *arguments)
    if has_screen():
        return run_module("chunkscope", str(sample()))
    return draw_sample()


def check_machine() -> None:
    """Stop in one line where the libraries have no builds for this machine."""
    system, machine = platform.system(), platform.machine()
    if machine not in MACHINES.get(system, ()):
        hint = " Install Python for x64." if machine == "ARM64" else ""
        sys.exit(f"ChunkScope's libraries have no builds for {system} on {machine}.{hint}")
    if (system, machine) == ("Darwin", "x86_64") and sys.version_info >= (3, 14):
        sys.exit("On a Mac with Intel, ChunkScope needs Python 3.11 to 3.13.")


def has_screen() -> bool:
    """Say whether a window can be shown."""
    return platform.system() != "Linux" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def sample() -> Path:
    """Return the sample page."""
    return next(SAMPLES.glob("*.md"))


def draw_sample() -> int:
    """Draw the window with the sample page into a picture, and say where it is."""
    say("There is no screen here, so the window is drawn into a picture.")
    PICTURE.parent.mkdir(exist_ok=True)
    code = run_module("chunkscope", "picture", str(sample()), "--out", str(PICTURE))
    if code == 0:
        print(f"The window with the sample page: {PICTURE}")
    return code


def run_module(module: str, *arguments: str, folder: Path | None = None) -> int:
    """Run a module in the environment and return its exit code."""
    command: list[str | Path] = [environment_python(), "-m", module, *arguments]
    with subprocess.Popen(command, cwd=folder) as process:
        try:
            code = process.wait()
        except KeyboardInterrupt:
            code = process.wait()  # It was interrupted too, and ends in its own way.
    return code if code >= 0 else 128 - code  # What ended by a signal, as shells tell it.


def set_up(testing: bool) -> bool:
    """Bring `.venv` to what the lock says; say whether there was anything to do."""
    if is_set_up(testing):
        return False
    if Path(sys.prefix) == ENVIRONMENT:
        sys.exit("Start this with the Python that the system has, not with the one in .venv.")
    with alone():
        if is_set_up(testing):
            return False
        found = STAMP.read_text(encoding="utf-8") if STAMP.exists() else ""
        say("Setting up ChunkScope in .venv: downloads of 320 MB the first time, a minute or more.")
        if not is_whole(found):
            make_environment()
        STAMP.write_text(UNFINISHED, encoding="utf-8")
        install(LOCK.read_text(encoding="utf-8") if testing else program_lock())
        STAMP.write_text(stamp("tests") if testing else stamp("program"), encoding="utf-8")
    return True


def is_set_up(testing: bool) -> bool:
    """Say whether `.venv` is what the lock says."""
    found = STAMP.read_text(encoding="utf-8") if STAMP.exists() else ""
    enough = ("tests",) if testing else ("tests", "program")
    return environment_python().exists() and found in [stamp(group) for group in enough]


@contextmanager
def alone() -> Iterator[None]:
    """Let no other start set up at the same time; the system frees a lock when its owner ends."""
    with GUARD.open("a+b") as guard:
        if not try_lock(guard.fileno()):
            say("Another start is setting up; waiting for it.")
            while not try_lock(guard.fileno()):
                time.sleep(WAIT_SECONDS)
        yield


def try_lock(handle: int) -> bool:
    """Lock an open file; say whether nobody else has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def stamp(group: str) -> str:
    """Return what stands in the stamp once `group` is installed."""
    version = "{}.{}".format(*sys.version_info[:2])
    return f"{version} {group} {hashlib.sha256(LOCK.read_bytes()).hexdigest()}"


def is_whole(found: str) -> bool:
    """Say whether the environment can be installed into, or has to be made anew."""
    version = "{}.{}".format(*sys.version_info[:2])
    if found and found.split(maxsplit=1)[0] != version:
        return False
    ask = "import sys; print(*sys.version_info[:2], sep='.'); print(sys.prefix)"
    try:
        answer = subprocess.run([environment_python(), "-c", ask], capture_output=True, text=True)
    except OSError:
        return False
    return answer.stdout.splitlines() == [version, str(ENVIRONMENT)]


def environment_python() -> Path:
    """Return the path of the environment's Python."""
    windows = platform.system() == "Windows"
    return ENVIRONMENT / ("Scripts/python.exe" if windows else "bin/python")


def make_environment() -> None:
    """Make `.venv` anew, with a pip of its own only where this Python has none to lend."""
    if ENVIRONMENT.exists():
        shutil.rmtree(ENVIRONMENT)
    uv = shutil.which("uv")
    if uv:
        run(uv, "venv", "--quiet", "--python", sys.executable, ENVIRONMENT)
    elif has_module("pip") or has_module("ensurepip"):
        venv.create(ENVIRONMENT, symlinks=os.name != "nt", with_pip=not has_module("pip"))
    else:
        sys.exit("pip is missing. On Debian and Ubuntu: apt-get install python3-pip")


def install(lock: str) -> None:
    """Install the pins of `lock`, and make the source importable from where it stands."""
    python = environment_python()
    requirements = ENVIRONMENT / "requirements.txt"
    requirements.write_text(lock, encoding="utf-8")
    options = ("--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", requirements)
    uv = shutil.which("uv")
    if uv:
        say("Downloading and installing what ChunkScope needs.")
        run(uv, "pip", "install", "--python", python, *options)
    elif has_module("pip"):
        run_pip(lock, sys.executable, "-m", "pip", "--python", python, "install", *options)
    else:
        run_pip(lock, python, "-m", "pip", "install", *options)
    base = {"base": str(ENVIRONMENT), "platbase": str(ENVIRONMENT)}
    packages = Path(sysconfig.get_path("purelib", "venv", base))
    source = os.path.relpath(ROOT / "src", packages)
    (packages / "chunkscope.pth").write_text(source + "\n", encoding="utf-8")


def program_lock() -> str:
    """Return the part of the lock that the program needs."""
    return LOCK.read_text(encoding="utf-8").partition(TESTS_BEGIN)[0]


def has_module(name: str) -> bool:
    """Say whether this Python can import `name`."""
    return importlib.util.find_spec(name) is not None


def run(*command: str | Path) -> None:
    """Run a step of the set-up; stop where it fails, after what it said itself."""
    if subprocess.run(command, stdout=sys.stderr).returncode:
        sys.exit(NOT_FINISHED)


def run_pip(lock: str, *command: str | Path) -> None:
    """Run pip on the pins of `lock`; tell how far it is, not its line or two a package."""
    total, found = sum(line[:1].isalnum() for line in lock.splitlines()), 0
    quiet = ("--progress-bar", "off", "--disable-pip-version-check")
    pipe = subprocess.PIPE
    with subprocess.Popen([*command, *quiet], stdout=pipe, text=True, errors="replace") as pip:
        for line in pip.stdout or ():
            word = line.partition(" ")[0]
            total -= word == "Ignoring"
            is_next = word in ("Collecting", "Processing")
            found += is_next
            if is_next and found % PACKAGES_A_LINE == 0:
                say(f"  Fetched {found} of {total} packages.")
            elif word == "Installing":
                say("  Installing them; half a minute more.")
    if pip.returncode:
        sys.exit(NOT_FINISHED)


def say(line: str) -> None:
    """Tell whoever sets up; standard output is the program's alone."""
    print(line, file=sys.stderr, flush=True)


def bring_libraries() -> None:
    """Install the system libraries of Qt as root with apt; else stop and say which are missing."""
    if platform.system() != "Linux":
        return
    wanted = LIBRARIES_TO_DRAW | (LIBRARIES_FOR_A_SCREEN if os.environ.get("DISPLAY") else {})
    missing = {file: package for file, package in wanted.items() if not can_load(file)}
    if not missing:
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        say("Installing system libraries that Qt needs.")
        run("apt-get", "update", "-qq")
        os.environ["DEBIAN_FRONTEND"] = "noninteractive"
        run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing.values())
        return
    sys.exit(
        f"System libraries that Qt needs are missing: {', '.join(missing)}.\n"
        f"On Debian and Ubuntu: sudo apt-get install {' '.join(missing.values())}"
    )


def can_load(library: str) -> bool:
    """Say whether the system has a library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def name_missing_fonts() -> None:
    """Say which scripts have no font here; Windows and macOS have theirs."""
    if platform.system() != "Linux":
        return
    missing = {script: font for script, (tag, font) in FONTS.items() if not has_font(tag)}
    if missing:
        packages = " ".join(sorted(set(missing.values())))
        say(f"No font here for: {', '.join(missing)}. Pages in these scripts need one.")
        say(f"On Debian and Ubuntu: apt-get install fontconfig {packages}")


def has_font(language: str) -> bool:
    """Say whether fontconfig knows a font for a language; without fontconfig there is none."""
    lister = shutil.which("fc-list")
    if lister is None:
        return False
    listed = subprocess.run([lister, f":lang={language}"], capture_output=True)
    return bool(listed.stdout.strip())


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
