"""Fonts, inks and distances of the rendered page, for one theme and zoom."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat

from chunkscope.core.rendering.display import DisplayBlock, Kind, Style
from chunkscope.gui.assets import code_font, interface_font
from chunkscope.gui.theme import HEADING_SIZE_PX, TEXT_SIZE_PX, Theme

WIDEST_COLUMN_PX: Final = 860
MARGIN_PX: Final = 20
TOP_MARGIN_PX: Final = 16
INDENT_PX: Final = 24
DEEPEST_INDENT: Final = 10
CODE_PADDING_PX: Final = 10
CELL_PADDING_PX: Final = (10, 5)
SOURCE_KINDS: Final = frozenset(
    {Kind.CODE, Kind.HTML, Kind.FRONT_MATTER, Kind.DEFINITION, Kind.TOO_DEEP}
)
_QUIET_KINDS: Final = SOURCE_KINDS - {Kind.CODE}
_LARGER_PX: Final = {1: HEADING_SIZE_PX + 4, 2: HEADING_SIZE_PX, 3: TEXT_SIZE_PX + 1}
_BEFORE_PX: Final = {1: 18, 2: 20, 3: 16}
_GAP_PX: Final = 10
_AFTER_HEADING_PX: Final = 6
_TIGHT_GAP_PX: Final = 3
_LINE_HEIGHT: Final = 1.55
_SMALLEST_PX: Final = 6
_LENT: Final = re.compile(
    "[\u0590-\u1cff\u2e80-\ud7ff\uf900-\ufdff\ufe70-\ufeff\uff66-\uffdc\U00020000-\U0003ffff]"
)
"""Letters that the fonts of the program lack, so that the system's lend them."""
_SAMPLE: Final = "Ask for it from the Billing page, or by writing to support with the number."


@dataclass(frozen=True, slots=True)
class TextLook:
    """How one text is set: its font, the height of a row, its ink."""

    font: QFont
    row_px: float
    ink: QColor


class Look:
    """Everything about how blocks look, measured once."""

    def __init__(self, theme: Theme, zoom: int = 0) -> None:
        """Measure the fonts of `theme`, made `zoom` pixels larger."""
        self.theme = theme
        self.zoom = zoom
        self.text = self._text_look(TEXT_SIZE_PX)
        self.bold = self._text_look(TEXT_SIZE_PX, bold=True)
        code = _code_font(TEXT_SIZE_PX - 1 + zoom)
        self.code = TextLook(code, _row_px(code, 1.5), theme.color("text"))
        self.quiet_code = TextLook(code, self.code.row_px, theme.color("quiet"))
        self.text_width_px = QFontMetricsF(self.text.font).horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        self.digit_width_px = QFontMetricsF(self.text.font).horizontalAdvance("0")
        self.code_width_px = QFontMetricsF(code).horizontalAdvance("0")
        self._headings = {level: self._heading_look(level) for level in range(1, 7)}
        self.style_format = cache(self._style_format)

    def of(self, block: DisplayBlock) -> TextLook:
        """Return how a block's text is set."""
        if block.kind in _QUIET_KINDS:
            return self.quiet_code
        if block.kind is Kind.CODE:
            return self.code
        return self._headings[block.level] if block.level else self.text

    def font_for(self, text_look: TextLook, text: str) -> QFont:
        """Return the font of a text, its bold one that which fonts that lend letters have."""
        return _for_lent(text_look.font) if is_lent(text) else text_look.font

    def scaled(self, pixels: float) -> float:
        """Return a distance at this zoom."""
        return pixels * (TEXT_SIZE_PX + self.zoom) / TEXT_SIZE_PX

    def gap_before(self, block: DisplayBlock, before: DisplayBlock | None) -> float:
        """Return the space between a block and the one before it."""
        if before is None:
            return float(TOP_MARGIN_PX)
        if block.continues or block.kind is before.kind is Kind.DEFINITION:
            return 0.0
        pixels = _GAP_PX
        if block.tight and before.nest and block.markers:
            pixels = _TIGHT_GAP_PX
        elif block.kind is Kind.HEADING:
            pixels = _BEFORE_PX.get(block.level, 14)
        elif before.kind is Kind.HEADING:
            pixels = _AFTER_HEADING_PX
        return self.scaled(pixels)

    def _text_look(self, size_px: int, *, bold: bool = False) -> TextLook:
        font = _text_font(size_px + self.zoom, bold=bold)
        return TextLook(font, _row_px(font, _LINE_HEIGHT), self.theme.color("text"))

    def _heading_look(self, level: int) -> TextLook:
        font = _text_font(_LARGER_PX.get(level, TEXT_SIZE_PX) + self.zoom, bold=True)
        ink = self.theme.color("quiet" if level > 4 else "text")
        return TextLook(font, _row_px(font, 1.35), ink)

    def _style_format(
        self, style: Style, size_px: int, *, bold: bool, lent: bool
    ) -> QTextCharFormat:
        """Return the format of a run inside text of `size_px`; `lent` as `is_lent` says."""
        bold = bold or bool(style & Style.BOLD)
        if style & (Style.CODE | Style.TAG):
            font = _code_font(size_px - 1, bold=bold)
        else:
            font = _text_font(size_px, bold=bold)
        font = _for_lent(font) if lent else font
        font.setItalic(bool(style & (Style.ITALIC | Style.IMAGE)))
        font.setStrikeOut(bool(style & Style.STRIKE))
        font.setUnderline(bool(style & Style.LINK))
        form = QTextCharFormat()
        form.setFont(font)
        if style & Style.CODE:
            ground = self.theme.color("quiet")
            ground.setAlphaF(0.12)
            form.setBackground(ground)
        if style & (Style.TAG | Style.IMAGE):
            form.setForeground(self.theme.color("quiet"))
        if style & Style.LINK:
            form.setForeground(self.theme.color("accent"))
        return form


def is_lent(text: str) -> bool:
    """Say whether a text has letters that the fonts of the program lack."""
    return not text.isascii() and _LENT.search(text) is not None


def _for_lent(font: QFont) -> QFont:
    """Return a bold font as bold as other fonts are: few have a weight between, or an axis."""
    if font.weight() <= QFont.Weight.Normal:
        return font
    bold = QFont(font)
    bold.setWeight(QFont.Weight.Bold)
    bold.unsetVariableAxis(QFont.Tag("wght"))
    return bold


def _text_font(size_px: int, *, bold: bool = False) -> QFont:
    return _weighted(interface_font(max(_SMALLEST_PX, size_px), bold=bold), bold=bold)


def _code_font(size_px: int, *, bold: bool = False) -> QFont:
    """Return the code font without ligatures: each character shows as itself."""
    font = code_font(max(_SMALLEST_PX, size_px))
    for feature in ("calt", "liga"):
        font.setFeature(QFont.Tag(feature), 0)
    return _weighted(font, bold=bold)


def _weighted(font: QFont, *, bold: bool) -> QFont:
    """Set the weight on the axis of a variable font, which not every platform does by itself."""
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
        font.setVariableAxis(QFont.Tag("wght"), float(QFont.Weight.DemiBold.value))
    return font


def _row_px(font: QFont, line_height: float) -> float:
    return max(round(font.pixelSize() * line_height), QFontMetricsF(font).height())
