"""What the user prefers and what was open, kept between starts."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from chunkscope.core.errors import SettingsError
from chunkscope.core.settings import Settings
from chunkscope.workspace.files import write_whole
from chunkscope.workspace.paths import config_folder
from chunkscope.workspace.state import View

RECENT_LIMIT: Final = 12
DOCUMENT_LIMIT: Final = 200
THEME_CHOICES: Final = ("system", "light", "dark")
ZOOM_RANGE: Final = (-5, 12)
PAGES_WIDTH_RANGE: Final = (80, 4000)
DEFAULT_PAGES_WIDTH: Final = 280


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything that survives a restart.

    Attributes:
        theme: `system`, `light` or `dark`.
        view: How documents are shown.
        zoom: Steps of text size, 0 by default.
        recent: Paths and addresses of documents opened last, newest first.
        settings: Sizes and overlaps by document path or address, newest last.
        last_settings: What new documents start with.
        geometry, docks: The window's place and its docks, as Qt encodes them, in base64.
        shows_pages: Whether the pages of the original stand beside the text.
        pages_width: Of those pages' place, in pixels.
    """

    theme: str = "system"
    view: View = View.RENDERED
    zoom: int = 0
    recent: tuple[str, ...] = ()
    settings: Mapping[str, Settings] = field(default_factory=dict)
    last_settings: Settings = Settings()
    geometry: str = ""
    docks: str = ""
    shows_pages: bool = False
    pages_width: int = DEFAULT_PAGES_WIDTH

    def with_document(self, source: str) -> "Preferences":
        """Return these preferences with a path or address first among the recent documents."""
        others = tuple(known for known in self.recent if known != source)
        return replace(self, recent=(source, *others)[:RECENT_LIMIT])

    def with_settings(self, path: str | None, settings: Settings) -> "Preferences":
        """Return these preferences with the settings of one document, and of new ones."""
        kept = dict(self.settings)
        if path is not None:
            kept.pop(path, None)
            kept[path] = settings
            while len(kept) > DOCUMENT_LIMIT:
                del kept[next(iter(kept))]
        return replace(self, settings=kept, last_settings=settings)

    def settings_for(self, path: str | None) -> Settings:
        """Return what a document was last cut with, or what new ones start with."""
        if path is None:
            return self.last_settings
        return self.settings.get(path, self.last_settings)


def load(folder: Path | None = None) -> Preferences:
    """Return the stored preferences; whatever cannot be read is the default."""
    try:
        stored = json.loads(_file(folder).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Preferences()
    return _decoded(stored) if isinstance(stored, dict) else Preferences()


def save(preferences: Preferences, folder: Path | None = None) -> None:
    """Store the preferences whole or not at all.

    Raises:
        OSError: The folder cannot be made.
        SaveError: The file cannot be written.
    """
    path = _file(folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, [json.dumps(_encoded(preferences), indent=1)])


def _file(folder: Path | None) -> Path:
    return (folder or config_folder()) / "preferences.json"


def _encoded(preferences: Preferences) -> dict[str, Any]:
    return {
        "theme": preferences.theme,
        "view": preferences.view.value,
        "zoom": preferences.zoom,
        "recent": list(preferences.recent),
        "settings": {path: asdict(one) for path, one in preferences.settings.items()},
        "last_settings": asdict(preferences.last_settings),
        "geometry": preferences.geometry,
        "docks": preferences.docks,
        "shows_pages": preferences.shows_pages,
        "pages_width": preferences.pages_width,
    }


def _decoded(stored: dict[str, Any]) -> Preferences:
    theme, view = stored.get("theme"), stored.get("view")
    recent, settings = stored.get("recent"), stored.get("settings")
    known = settings.items() if isinstance(settings, dict) else ()
    decoded = {str(path): _settings(one) for path, one in known}
    return Preferences(
        theme=theme if theme in THEME_CHOICES else "system",
        view=View(view) if view in tuple(View) else View.RENDERED,
        zoom=_number(stored.get("zoom"), ZOOM_RANGE, 0),
        recent=tuple(str(path) for path in recent)[:RECENT_LIMIT]
        if isinstance(recent, list)
        else (),
        settings={path: one for path, one in decoded.items() if one is not None},
        last_settings=_settings(stored.get("last_settings")) or Settings(),
        geometry=str(stored.get("geometry") or ""),
        docks=str(stored.get("docks") or ""),
        shows_pages=stored.get("shows_pages") is True,
        pages_width=_number(stored.get("pages_width"), PAGES_WIDTH_RANGE, DEFAULT_PAGES_WIDTH),
    )


def _number(stored: object, bounds: tuple[int, int], usual: int) -> int:
    return min(max(stored, bounds[0]), bounds[1]) if type(stored) is int else usual


def _settings(stored: object) -> Settings | None:
    if not isinstance(stored, dict):
        return None
    try:
        return Settings(**stored)
    except (SettingsError, TypeError):
        return None
