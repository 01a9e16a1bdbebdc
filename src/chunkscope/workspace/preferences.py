"""What the user prefers and what was open, kept between starts."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from chunkscope.core.errors import SettingsError
from chunkscope.core.settings import Settings
from chunkscope.workspace import stored_questions
from chunkscope.workspace.files import write_whole
from chunkscope.workspace.model_choice import EndpointChoice, decoded_endpoint, is_allowed
from chunkscope.workspace.paths import config_folder
from chunkscope.workspace.questions import BUILT_IN_MODEL, Question
from chunkscope.workspace.state import View

FILE_NAME: Final = "preferences.json"
RECENT_LIMIT: Final = 12
DOCUMENT_LIMIT: Final = 200
QUESTION_LIMIT: Final = 30
THEME_CHOICES: Final = ("system", "light", "dark")
ZOOM_RANGE: Final = (-5, 12)
PAGES_WIDTH_RANGE: Final = (80, 4000)
DEFAULT_PAGES_WIDTH: Final = 280

Kept = TypeVar("Kept")


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
        question: What stood in the test bench last, with its settings.
        asked: Questions asked before by document path or address, newest first; newest path last.
        asks_for_newest: Whether each start asks which version is the newest.
        endpoint: The embeddings endpoint, off unless the user set it up; its key is not here.
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
    question: Question = field(default_factory=Question)
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asks_for_newest: bool = False
    endpoint: EndpointChoice = field(default_factory=EndpointChoice)

    def with_document(self, source: str) -> "Preferences":
        """Return these preferences with a path or address first among the recent documents."""
        others = tuple(known for known in self.recent if known != source)
        return replace(self, recent=(source, *others)[:RECENT_LIMIT])

    def with_settings(self, path: str | None, settings: Settings) -> "Preferences":
        """Return these preferences with the settings of one document, and of new ones."""
        kept = self.settings if path is None else _with_newest(self.settings, path, settings)
        return replace(self, settings=kept, last_settings=settings)

    def with_asked(self, path: str, question: str) -> "Preferences":
        """Return these preferences with a question first among those of a document."""
        others = (one for one in self.asked.get(path, ()) if one != question)
        newest = (question, *others)[:QUESTION_LIMIT]
        return replace(self, asked=_with_newest(self.asked, path, newest))

    def settings_for(self, path: str | None) -> Settings:
        """Return what a document was last cut with, or what new ones start with."""
        if path is None:
            return self.last_settings
        return self.settings.get(path, self.last_settings)


def load(folder: Path | None = None) -> Preferences:
    """Return the stored preferences; whatever cannot be read is the default."""
    try:
        stored = json.loads(_file(folder).read_text(encoding="utf-8"))
        return _decoded(stored) if isinstance(stored, dict) else Preferences()
    except (OSError, ValueError, RecursionError):
        return Preferences()


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
    return (folder or config_folder()) / FILE_NAME


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
        "question": stored_questions.encoded(preferences.question),
        "asked": {path: list(questions) for path, questions in preferences.asked.items()},
        "asks_for_newest": preferences.asks_for_newest,
        "endpoint": asdict(preferences.endpoint),
    }


def _decoded(stored: dict[str, Any]) -> Preferences:
    theme, view = stored.get("theme"), stored.get("view")
    recent, settings = stored.get("recent"), stored.get("settings")
    known = settings.items() if isinstance(settings, dict) else ()
    decoded = {path: _settings(one) for path, one in known}
    endpoint = decoded_endpoint(stored.get("endpoint"))
    return Preferences(
        theme=theme if theme in THEME_CHOICES else "system",
        view=View(view) if view in tuple(View) else View.RENDERED,
        zoom=_number(stored.get("zoom"), ZOOM_RANGE, 0),
        recent=_texts(recent)[:RECENT_LIMIT],
        settings={path: one for path, one in decoded.items() if one is not None},
        last_settings=_settings(stored.get("last_settings")) or Settings(),
        geometry=_text(stored.get("geometry")),
        docks=_text(stored.get("docks")),
        shows_pages=stored.get("shows_pages") is True,
        pages_width=_number(stored.get("pages_width"), PAGES_WIDTH_RANGE, DEFAULT_PAGES_WIDTH),
        question=_question(stored.get("question"), endpoint),
        asked=_asked(stored.get("asked")),
        asks_for_newest=stored.get("asks_for_newest") is True,
        endpoint=endpoint,
    )


def _with_newest(kept: Mapping[str, Kept], path: str, value: Kept) -> dict[str, Kept]:
    """Return what is kept by path with one value put last, and the oldest left out."""
    others = {known: one for known, one in kept.items() if known != path}
    newest = [*others.items(), (path, value)][-DOCUMENT_LIMIT:]
    return dict(newest)


def _question(stored: object, endpoint: EndpointChoice) -> Question:
    """Return the stored question; text is sent nowhere that is not switched on."""
    question = stored_questions.decoded(stored)
    if is_allowed(question.model, endpoint):
        return question
    return replace(question, model=BUILT_IN_MODEL)


def _asked(stored: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(stored, dict):
        return {}
    asked = {path: _texts(questions)[:QUESTION_LIMIT] for path, questions in stored.items()}
    return {path: questions for path, questions in asked.items() if questions}


def _text(stored: object) -> str:
    return stored if isinstance(stored, str) else ""


def _texts(stored: object) -> tuple[str, ...]:
    return tuple(filter(None, map(_text, stored))) if isinstance(stored, list) else ()


def _number(stored: object, bounds: tuple[int, int], usual: int) -> int:
    return min(max(stored, bounds[0]), bounds[1]) if type(stored) is int else usual


def _settings(stored: object) -> Settings | None:
    if not isinstance(stored, dict):
        return None
    try:
        return Settings(**stored)
    except (SettingsError, TypeError):
        return None
