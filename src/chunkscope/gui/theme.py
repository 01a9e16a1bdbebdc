"""Every colour of the program, the palette and the style sheet made from them."""

from dataclasses import dataclass, fields
from functools import lru_cache
from string import Template
from typing import Final

from PySide6.QtGui import QColor, QPalette

HEADING_SIZE_PX: Final = 16
TEXT_SIZE_PX: Final = 13
SMALL_SIZE_PX: Final = 11


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by role, as #rrggbb.

    Attributes:
        name: `light` or `dark`.
        ground: Behind panels. `panel`: of panels and the page. `line`: between them.
        text, quiet: Inks. `faint`: rules and disabled marks only, never text.
        accent, accent_ink, selection: The one next step and its ink; chosen rows.
        error, warning, good: States. `info` is the quiet state.
        chunks: The six chunk colours; neighbours and states differ for colour-blind eyes too.
        tint, strong_tint: How much of a chunk's colour its text carries, 0 to 1.
    """

    name: str
    ground: str
    panel: str
    line: str
    text: str
    quiet: str
    faint: str
    accent: str
    accent_ink: str
    selection: str
    error: str
    warning: str
    good: str
    chunks: tuple[str, str, str, str, str, str]
    tint: float
    strong_tint: float

    def color(self, role: str) -> QColor:
        """Return the colour of a role; `info` stands for the quiet ink."""
        return QColor(self.quiet if role == "info" else getattr(self, role))

    def chunk_color(self, hue: int, shade: int = 0) -> QColor:
        """Return one of the six chunk colours; shade 1 is nearer to the panel."""
        color = QColor(self.chunks[hue])
        return self.blend(color, 0.78) if shade else color

    def tint_of(self, hue: int, *, chosen: bool = False) -> QColor:
        """Return the ground of a parent's text: its colour laid thinly over the panel."""
        return self.blend(QColor(self.chunks[hue]), self.strong_tint if chosen else self.tint)

    def ground_of(self, role: str) -> QColor:
        """Return the pale ground of a badge in a state's colour."""
        return self.blend(self.color(role), 0.10 if self.name == "light" else 0.18)

    def heat(self, strength: float, hue: int = -1, *, chosen: bool = False) -> QColor:
        """Return the ground of a sentence that is so much, 0 to 1, like the question.

        At 0 it is that of a chunk of a hue, or the panel; at 1 it is the accent's.
        """
        ground = self.tint_of(hue, chosen=chosen) if hue >= 0 else self.color("panel")
        hot = self.blend(self.color("accent"), 0.21 if self.name == "light" else 0.24)
        return QColor(_blended(hot.rgb(), ground.rgb(), strength))

    def blend(self, color: QColor, share: float) -> QColor:
        """Return `color` mixed over the panel, opaque; `share` is how much of it remains."""
        return QColor(_blended(color.rgb(), QColor(self.panel).rgb(), share))


LIGHT: Final = Theme(
    name="light",
    ground="#f6f7f9",
    panel="#ffffff",
    line="#dfe3e8",
    text="#1d2530",
    quiet="#566170",
    faint="#98a2ae",
    accent="#4b45c6",
    accent_ink="#ffffff",
    selection="#ebebfb",
    error="#bf3026",
    warning="#8a5600",
    good="#15724a",
    chunks=("#3082f0", "#d9822a", "#2d9e90", "#ab6ad5", "#c75181", "#96a23e"),
    tint=0.09,
    strong_tint=0.19,
)
DARK: Final = Theme(
    name="dark",
    ground="#15181d",
    panel="#1b1f25",
    line="#2c323a",
    text="#e4e8ee",
    quiet="#a9b4c0",
    faint="#6d7886",
    accent="#bcb8ff",
    accent_ink="#15181d",
    selection="#2b2b4d",
    error="#ff9d94",
    warning="#f5cc6a",
    good="#84e3bd",
    chunks=("#0e8bfa", "#d58129", "#2d9794", "#a66dd5", "#ce6186", "#879b3b"),
    tint=0.15,
    strong_tint=0.28,
)
THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK)}


def palette_of(theme: Theme) -> QPalette:
    """Return the Qt palette of a theme, every ground set with its ink."""
    palette = QPalette()
    role = QPalette.ColorRole
    for where, name in (
        (role.Window, "ground"),
        (role.WindowText, "text"),
        (role.Base, "panel"),
        (role.AlternateBase, "ground"),
        (role.Text, "text"),
        (role.PlaceholderText, "quiet"),
        (role.Button, "panel"),
        (role.ButtonText, "text"),
        (role.BrightText, "error"),
        (role.Highlight, "selection"),
        (role.HighlightedText, "text"),
        (role.ToolTipBase, "panel"),
        (role.ToolTipText, "text"),
        (role.Link, "accent"),
        (role.LinkVisited, "accent"),
        (role.Mid, "line"),
        (role.Midlight, "line"),
        (role.Dark, "faint"),
        (role.Light, "panel"),
        (role.Shadow, "line"),
    ):
        palette.setColor(where, theme.color(name))
    for where in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, theme.color("faint"))
    return palette


def style_sheet(theme: Theme, template: str, images: str) -> str:
    """Return the style sheet with `$role` filled in from the theme.

    `images` is the folder of the pictures that a style sheet can only name, one of each a theme.
    """
    roles = {
        field.name: getattr(theme, field.name)
        for field in fields(theme)
        if isinstance(getattr(theme, field.name), str)
    }
    for state in ("error", "warning", "good", "info", "accent"):
        roles[f"{state}_ground"] = theme.ground_of(state).name()
    roles["hover"] = theme.blend(theme.color("quiet"), 0.10).name()
    roles["arrow"] = f"{images}/arrow-{theme.name}.svg"
    roles["check"] = f"{images}/check-{theme.name}.svg"
    return Template(template).substitute(roles)


@lru_cache(maxsize=1024)
def _blended(ink: int, ground: int, share: float) -> int:
    """Return two opaque colours, as #AARRGGBB in a number, mixed channel by channel."""
    mixed = 0xFF
    for shift in (16, 8, 0):
        channel = share * (ink >> shift & 0xFF) + (1 - share) * (ground >> shift & 0xFF)
        mixed = mixed << 8 | round(channel)
    return mixed
