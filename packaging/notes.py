"""Print what CHANGELOG.md says of one version, as the notes of its release.

    python packaging/notes.py v1.2.3

Stops where the tag is not the version that the program calls itself, or the log has no chapter on
it.
"""

import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
_WARNINGS: Final = """\

## Is it the right file?

`SHA256SUMS` below holds the checksum of each file. The README says how to compare, and what Windows
and macOS warn of when a program is not signed.
"""


def main() -> None:
    """Print the notes."""
    tag = sys.argv[1].removeprefix("v")
    source = (ROOT / "src" / "chunkscope" / "__init__.py").read_text(encoding="utf-8")
    if f'__version__ = "{tag}"' not in source:
        raise SystemExit(f"The program does not call itself {tag}.")
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    print(chapter_of(log, tag) + _WARNINGS)


def chapter_of(log: str, version: str) -> str:
    """Return what the log says of a version.

    Raises:
        SystemExit: Nothing.
    """
    for chapter in re.split(r"^## ", log, flags=re.MULTILINE)[1:]:
        title, _, text = chapter.partition("\n")
        if re.match(rf"{re.escape(version)}(?![\w.])", title):
            return text.strip() + "\n"
    raise SystemExit(f"CHANGELOG.md has no chapter on {version}.")


if __name__ == "__main__":
    main()
