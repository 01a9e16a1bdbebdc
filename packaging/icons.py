"""Make the icons of the three systems from the drawings in resources/.

    python packaging/icons.py FOLDER

Writes chunkscope.ico (Windows), chunkscope.icns (macOS) and chunkscope-SIZE.png (Linux) into
FOLDER. Needs PySide6-Essentials and Pillow, both of which the program brings.
"""

import argparse
from pathlib import Path
from typing import Final

from PIL import Image
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT: Final = Path(__file__).parent.parent
DRAWING: Final = ROOT / "resources" / "icon.svg"
SMALL_DRAWING: Final = ROOT / "resources" / "icon-small.svg"
SMALL_UP_TO: Final = 24
WINDOWS_SIZES: Final = (16, 20, 24, 32, 40, 48, 64, 128, 256)
MAC_SIZES: Final = (32, 64, 128, 256, 512, 1024)
LINUX_SIZES: Final = (16, 24, 32, 48, 64, 128, 256, 512)
MAC_MARGIN: Final = 0.08
"""The share of a side that macOS leaves free around its icons."""


def main() -> None:
    """Write all icons."""
    parser = argparse.ArgumentParser(description="Make the icons of the three systems.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    write_windows(folder / "chunkscope.ico")
    write_mac(folder / "chunkscope.icns")
    for size in LINUX_SIZES:
        drawn(size).save(folder / f"chunkscope-{size}.png", optimize=True)
    print(f"Icons are in {folder}.")


def write_windows(path: Path) -> None:
    """Write an ico; each size is drawn for itself, none is scaled down."""
    images = {size: drawn(size) for size in WINDOWS_SIZES}
    largest = images.pop(max(images))
    largest.save(
        path,
        format="ICO",
        sizes=[(size, size) for size in WINDOWS_SIZES],
        append_images=list(images.values()),
    )


def write_mac(path: Path) -> None:
    """Write an icns, with the margin that the system's own icons have."""
    images = [drawn(size, MAC_MARGIN) for size in MAC_SIZES]
    images[-1].save(path, format="ICNS", append_images=images[:-1])


def drawn(size: int, margin: float = 0.0) -> Image.Image:
    """Return the icon, `size` pixels wide and high, with a share of each side left free."""
    renderer = QSvgRenderer(str(SMALL_DRAWING if size <= SMALL_UP_TO else DRAWING))
    if not renderer.isValid():
        raise SystemExit("The drawing cannot be read.")
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    free = size * margin
    renderer.render(painter, QRectF(free, free, size - 2 * free, size - 2 * free))
    painter.end()
    return as_pillow(image)


def as_pillow(image: QImage) -> Image.Image:
    """Return Qt's picture as Pillow has pictures, transparency included."""
    pixels = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return Image.frombytes("RGBA", (pixels.width(), pixels.height()), bytes(pixels.constBits()))


if __name__ == "__main__":
    main()
