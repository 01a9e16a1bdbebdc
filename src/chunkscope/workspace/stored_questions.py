"""Questions as they are stored between starts."""

from dataclasses import asdict
from typing import Any, Final

from chunkscope.core.errors import SettingsError
from chunkscope.core.fusion import Mode, SearchSettings
from chunkscope.workspace.questions import LEVELS, Question

_LONGEST: Final = 10_000


def encoded(question: Question) -> dict[str, Any]:
    """Return a question as JSON takes it."""
    return {
        "text": question.text,
        "settings": asdict(question.settings),
        "levels": list(question.levels),
        "pinned": question.pinned,
        "model": question.model,
    }


def decoded(stored: object) -> Question:
    """Return a stored question; whatever cannot be read is the default."""
    if not isinstance(stored, dict):
        return Question()
    usual = Question()
    levels = stored.get("levels")
    named = tuple(one for one in LEVELS if isinstance(levels, list) and one in levels)
    return Question(
        text=_words(stored.get("text")),
        settings=_settings(stored.get("settings")),
        levels=named or usual.levels,
        pinned=_words(stored.get("pinned")),
        model=_words(stored.get("model")) or usual.model,
    )


def _words(stored: object) -> str:
    return stored[:_LONGEST] if isinstance(stored, str) else ""


def _settings(stored: object) -> SearchSettings:
    if not isinstance(stored, dict):
        return SearchSettings()
    try:
        return SearchSettings(**{**stored, "mode": Mode(stored.get("mode", Mode.HYBRID))})
    except (SettingsError, TypeError, ValueError):
        return SearchSettings()
