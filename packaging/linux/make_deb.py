"""Wrap the frozen program as a Debian package.

    python packaging/linux/make_deb.py FOLDER --icons FOLDER --version 1.2.3 --out FILE.deb

The program lies in /usr/lib/chunkscope, a link to it in /usr/bin. Libraries that every desktop
has come with the system: what the program wants and does not hold must be named in `PACKAGES`, or
nothing is made. Needs binutils and dpkg-deb.
"""

import argparse
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent
MACHINES: Final = {"x86_64": "amd64", "aarch64": "arm64"}

PACKAGES: Final = {
    # Library: the package that has it in Debian 12 and later, Ubuntu 22.04 and later.
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0t64 | libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
_OF_LIBC: Final = re.compile(r"(?:ld-linux-.*|lib(?:c|m|dl|rt|pthread|util|resolv)\.so\.\d+)$")
_RECOMMENDED: Final = "fontconfig, gnome-keyring | kwalletmanager, fonts-noto-core, fonts-noto-cjk"


def main() -> None:
    """Make the package."""
    parser = argparse.ArgumentParser(description="Wrap the frozen program as a Debian package.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--icons", type=Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    machine = subprocess.run(["uname", "-m"], check=True, capture_output=True, text=True).stdout
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "chunkscope"
        lay_out(tree, given.folder, given.icons)
        write_control(tree, given.version, MACHINES[machine.strip()])
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, given.out]
        subprocess.run(command, check=True)


def lay_out(tree: Path, frozen: Path, icons: Path) -> None:
    """Put all files where they belong once they are installed."""
    shutil.copytree(frozen, tree / "usr" / "lib" / "chunkscope", symlinks=True)
    (tree / "usr" / "bin").mkdir(parents=True)
    (tree / "usr" / "bin" / "chunkscope").symlink_to("../lib/chunkscope/chunkscope")
    share = tree / "usr" / "share"
    place(HERE / "chunkscope.desktop", share / "applications" / "chunkscope.desktop")
    place(
        HERE / "chunkscope.metainfo.xml",
        share / "metainfo" / "io.github.chunkscope.ChunkScope.metainfo.xml",
    )
    theme = share / "icons" / "hicolor"
    place(ROOT / "resources" / "icon.svg", theme / "scalable" / "apps" / "chunkscope.svg")
    for icon in icons.glob("chunkscope-*.png"):
        size = icon.stem.rpartition("-")[2]
        place(icon, theme / f"{size}x{size}" / "apps" / "chunkscope.png")
    place(ROOT / "LICENSE", share / "doc" / "chunkscope" / "copyright")
    for path in tree.rglob("*"):
        if not path.is_symlink():
            runs = path.is_dir() or path.stat().st_mode & 0o111
            path.chmod(0o755 if runs else 0o644)


def place(file: Path, target: Path) -> None:
    """Copy a file; make the folders that it wants."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)


def write_control(tree: Path, version: str, architecture: str) -> None:
    """Describe the package, with what it depends on."""
    folder = tree / "DEBIAN"
    folder.mkdir()
    libraries = wanted(tree)
    kilobytes = sum(path.lstat().st_size for path in tree.rglob("*")) // 1024
    fields = {
        "Package": "chunkscope",
        "Version": version,
        "Architecture": architecture,
        "Maintainer": "The ChunkScope authors <chunkscope@users.noreply.github.com>",
        "Installed-Size": str(kilobytes),
        "Depends": ", ".join([f"libc6 (>= {glibc(tree)})", *packages_of(libraries)]),
        "Recommends": _RECOMMENDED,
        "Section": "text",
        "Priority": "optional",
        "Description": "See how documents are cut into chunks for retrieval\n"
        " ChunkScope shows how a page is cut, what the cut loses, why a question finds\n"
        " or misses a passage, and what to change. It works offline.",
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    (folder / "control").write_text(text, encoding="utf-8")


def wanted(tree: Path) -> set[str]:
    """Return the libraries that files of the tree want and no file of it is."""
    files = [path for path in tree.rglob("*") if path.is_file() and not path.is_symlink()]
    names = {path.name for path in tree.rglob("*.so*")}
    binaries = [path for path in files if path.read_bytes()[:4] == b"\x7fELF"]
    dumped = subprocess.run(
        ["objdump", "--private-headers", *binaries], check=True, capture_output=True, text=True
    ).stdout
    return set(re.findall(r"NEEDED +(\S+)", dumped)) - names


def packages_of(libraries: Iterable[str]) -> list[str]:
    """Return the packages that have the libraries.

    Raises:
        SystemExit: It names those that no package is known for.
    """
    from_others = [name for name in libraries if not _OF_LIBC.match(name)]
    if unknown := sorted(set(from_others) - PACKAGES.keys()):
        raise SystemExit(f"The program wants what no package is named for: {', '.join(unknown)}.")
    return sorted({PACKAGES[name] for name in from_others})


def glibc(tree: Path) -> str:
    """Return the oldest version of the C library that the files of the tree run with."""
    found = {
        int(minor)
        for path in tree.rglob("*")
        if path.is_file() and not path.is_symlink()
        for minor in re.findall(rb"\0GLIBC_2\.(\d+)(?=\0)", path.read_bytes())
    }
    return f"2.{max(found, default=17)}"


if __name__ == "__main__":
    main()
