"""Write requirements.lock anew: names, versions, markers and hashes, and no address.

    python packaging/lock.py [--uv PATH]

What the program needs stands first; what only the tests need follows `TESTS`, so that one
resolution serves both. Needs uv.
"""

import argparse
import re
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
LOCK: Final = ROOT / "requirements.lock"
TESTS: Final = "# Only the tests need what follows.\n"
_HEAD: Final = "# Made by packaging/lock.py; do not edit by hand.\n"


def main() -> None:
    """Write the lock."""
    parser = argparse.ArgumentParser(description="Write requirements.lock anew.")
    parser.add_argument("--uv", default="uv", help="the uv program")
    uv = parser.parse_args().uv
    everything = entries(resolve(uv, "--group", "test"))
    program = {name_of(entry) for entry in entries(resolve(uv))}
    first = [entry for entry in everything if name_of(entry) in program]
    rest = [entry for entry in everything if name_of(entry) not in program]
    text = _HEAD + "".join(first) + TESTS + "".join(rest)
    if "://" in text:
        raise SystemExit("The lock holds an address; it was not written.")
    LOCK.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(first)} packages for the program, {len(rest)} more for the tests.")


def resolve(uv: str, *options: str) -> str:
    """Return uv's resolution of pyproject.toml for every system and Python."""
    command = [
        uv, "pip", "compile", "pyproject.toml", "--universal", "--generate-hashes",
        "--constraints", "packaging/lock-constraints.txt",
        "--no-header", "--no-annotate", "--quiet", *options,
    ]  # fmt: skip
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8"
    ).stdout


def entries(text: str) -> list[str]:
    """Return one string a package: its pin and the lines of its hashes."""
    return re.findall(r"^\S.*\n(?:[ \t].*\n)*", text, re.MULTILINE)


def name_of(entry: str) -> str:
    """Return the name that an entry pins."""
    return entry.partition("==")[0]


if __name__ == "__main__":
    main()
