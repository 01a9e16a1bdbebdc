"""Fonts and icons that come with the program."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QFont, QFontDatabase, QIcon

from chunkscope.gui.theme import TEXT_SIZE_PX, Theme
from chunkscope.workspace.paths import resources

if TYPE_CHECKING:
    from qtawesome.iconic_font import IconicFont

INTER: Final = "Inter"
MONO: Final = "JetBrains Mono"
_ICON_FONT: Final = ("ph", "phosphor-1.3.0.ttf", "phosphor-charmap-1.3.0.json")
_FONT_PACKAGES: Final = ("fontpkg_inter", "fontpkg_jetbrains_mono")


@cache
def load_fonts() -> tuple[str, ...]:
    """Register the interface and code fonts; return the families that are there now.

    The files are found without importing the packages that carry them.
    """
    families: list[str] = []
    for file in _font_files():
        number = QFontDatabase.addApplicationFont(str(file))
        if number >= 0:
            families += QFontDatabase.applicationFontFamilies(number)
    return tuple(families)


def interface_font(size_px: int = TEXT_SIZE_PX, *, bold: bool = False) -> QFont:
    """Return the interface font with tabular digits."""
    return QFont(_interface_font(size_px, bold))


@cache
def _interface_font(size_px: int, bold: bool) -> QFont:
    """Return one font a size; what Qt looks up for it, its copies have at once."""
    font = QFont(INTER)
    font.setPixelSize(size_px)
    font.setFeature(QFont.Tag("tnum"), 1)
    return strengthened(font) if bold else font


def strengthened(font: QFont) -> QFont:
    """Return `font` semi-bold; where Qt knows only one weight of a variable font, by its axis."""
    strong = QFont(font)
    strong.setWeight(QFont.Weight.DemiBold)
    strong.setVariableAxis(QFont.Tag("wght"), float(QFont.Weight.DemiBold.value))
    return strong


def code_font(size_px: int = TEXT_SIZE_PX) -> QFont:
    """Return the font of what a machine reads."""
    font = QFont(MONO)
    font.setPixelSize(size_px)
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font


def icon(name: str, theme: Theme, role: str = "quiet") -> QIcon:
    """Return an icon of the one family that is used, such as `ph.folder-open`, in a role's ink."""
    made: QIcon = load_icon_font().icon(
        name,
        color=theme.color(role),
        color_disabled=theme.color("faint"),
        color_selected=theme.color(role),
    )
    return made


@cache
def load_icon_font() -> "IconicFont":
    """Return the one icon font in use; all of those bundled would take a third of a second."""
    from qtawesome.iconic_font import IconicFont

    return IconicFont(_ICON_FONT)


def style_template() -> str:
    """Return the style sheet with its roles still to be filled in."""
    return (resources() / "style.qss").read_text(encoding="utf-8")


def images() -> str:
    """Return the folder of the style sheet's pictures, as a style sheet writes it."""
    return (resources() / "images").as_posix()


def _font_files() -> list[Path]:
    folders = [resources() / "fonts"]
    for package in _FONT_PACKAGES:
        spec = find_spec(package)
        if spec is not None and spec.origin is not None:
            folders.append(Path(spec.origin).parent / "files")
    return sorted(file for folder in folders for file in folder.glob("*.ttf"))
