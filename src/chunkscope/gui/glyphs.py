"""Scripts that a text uses and no installed font can show."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics

_SCRIPTS: Final = (
    (
        "Chinese or Japanese characters",
        "\u4e00",
        "\u9fff",
        QFontDatabase.WritingSystem.SimplifiedChinese,
    ),
    ("Japanese syllables", "\u3041", "\u30ff", QFontDatabase.WritingSystem.Japanese),
    ("Korean", "\uac00", "\ud7a3", QFontDatabase.WritingSystem.Korean),
    ("Thai", "\u0e01", "\u0e5b", QFontDatabase.WritingSystem.Thai),
    ("Arabic", "\u0620", "\u06ff", QFontDatabase.WritingSystem.Arabic),
    ("Hebrew", "\u05d0", "\u05ea", QFontDatabase.WritingSystem.Hebrew),
    ("Devanagari", "\u0904", "\u097f", QFontDatabase.WritingSystem.Devanagari),
    ("Bengali", "\u0985", "\u09fe", QFontDatabase.WritingSystem.Bengali),
    ("Greek", "\u0391", "\u03c9", QFontDatabase.WritingSystem.Greek),
    ("Cyrillic", "\u0410", "\u044f", QFontDatabase.WritingSystem.Cyrillic),
)
_EMOJI: Final = ("\U0001f300", "\U0001faff")


def missing_scripts(text: str) -> Iterator[str]:
    """Yield one sentence for each script in `text` that would show as empty boxes."""
    used = set(text)
    for name, first, last, system in _SCRIPTS:
        if any(first <= c <= last for c in used) and not QFontDatabase.families(system):
            yield f"No installed font shows {name}; the picture has empty boxes there."
    emoji = next((c for c in used if _EMOJI[0] <= c <= _EMOJI[1]), None)
    if emoji is not None and not _has_emoji(emoji):
        yield "No installed font shows emoji; the picture has empty boxes there."


def _has_emoji(character: str) -> bool:
    return any(
        QFontMetrics(QFont(family)).inFontUcs4(ord(character))
        for family in QFontDatabase.families()
        if "emoji" in family.casefold() or "symbola" in family.casefold()
    )
