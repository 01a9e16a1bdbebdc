"""Wrap the program for macOS as a disk image; sign and notarise it where the environment says who.

    python packaging/macos/make_dmg.py ChunkScope.app --dmgbuild FILE --work FOLDER --out FILE.dmg

CHUNKSCOPE_SIGN_IDENTITY names a "Developer ID Application" in the keychain; the program was then
signed with it when it was frozen. CHUNKSCOPE_NOTARY_PROFILE names what `notarytool` stored, in
CHUNKSCOPE_NOTARY_KEYCHAIN where that is not the usual one. Without them the image is not signed,
and the program bears the signature in nobody's name that Apple silicon wants at least.
"""

import argparse
import os
import subprocess
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

HERE: Final = Path(__file__).resolve().parent
VOLUME: Final = "ChunkScope"
SIZE: Final = (560, 340)
TRIES: Final = 3
"""For an image: the system's scanner may hold the volume just when it is to be detached."""


def main() -> None:
    """Make the image."""
    parser = argparse.ArgumentParser(description="Wrap the program for macOS as a disk image.")
    parser.add_argument("app", type=Path)
    parser.add_argument("--dmgbuild", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    identity = os.environ.get("CHUNKSCOPE_SIGN_IDENTITY", "")
    profile = os.environ.get("CHUNKSCOPE_NOTARY_PROFILE", "")
    keychain = os.environ.get("CHUNKSCOPE_NOTARY_KEYCHAIN", "")
    run("codesign", "--verify", "--deep", "--strict", given.app)
    background = draw_background(given.work)
    run(
        given.dmgbuild, "--settings", HERE / "dmg_settings.py",
        "-D", f"app={given.app}", "-D", f"background={background}",
        "-D", f"icon={given.work / 'icons' / 'chunkscope.icns'}",
        VOLUME, given.out, tries=TRIES,
    )  # fmt: skip
    if identity:
        run("codesign", "--sign", identity, "--timestamp", given.out)
    if profile:
        run(
            "xcrun", "notarytool", "submit", given.out, "--keychain-profile", profile,
            *(("--keychain", keychain) if keychain else ()), "--wait", "--timeout", "30m",
        )  # fmt: skip
        run("xcrun", "stapler", "staple", given.out)
        context = ("--type", "open", "--context", "context:primary-signature")
        run("spctl", "--assess", *context, given.out)
    print("   signed" if identity else "   not signed", "and notarised" if profile else "")


def draw_background(folder: Path) -> Path:
    """Draw the picture behind the icons, once more at twice the size for sharp screens."""
    for factor, name in ((1, "background.png"), (2, "background@2x.png")):
        image = QImage(SIZE[0] * factor, SIZE[1] * factor, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        QSvgRenderer(str(HERE / "background.svg")).render(painter)
        painter.end()
        image.save(str(folder / name))
    return folder / "background.png"


def run(*command: str | Path, tries: int = 1) -> None:
    """Run a command, some times where it may fail by chance; stop where it fails."""
    for _ in range(tries):
        code = subprocess.run(command, check=False).returncode
        if not code:
            break
    if code:
        raise SystemExit(f"{Path(command[0]).name} ended with {code}.")


if __name__ == "__main__":
    main()
