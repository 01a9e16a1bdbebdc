"""Every action of the program, declared once: menus, toolbar, shortcuts and palette follow."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QIcon, QKeySequence, QPixmap

from chunkscope.gui.action_spec import ActionSpec
from chunkscope.gui.assets import icon
from chunkscope.gui.question_actions import QUESTION_ACTIONS
from chunkscope.gui.theme import Theme

Standard = QKeySequence.StandardKey

ACTIONS: Final = (
    ActionSpec(
        "open_document",
        "&Open…",
        "Open a document from a file",
        "&File",
        Standard.Open,
        "ph.folder-open",
    ),
    ActionSpec(
        "open_address",
        "Open &address…",
        "Fetch a page or a file from a web address that you type",
        "&File",
        "Ctrl+L",
        "ph.globe",
    ),
    ActionSpec(
        "open_clipboard",
        "Open &pasted text",
        "Open the text or web page on the clipboard as a document",
        "&File",
        "Ctrl+Shift+V",
        "ph.clipboard-text",
    ),
    ActionSpec(
        "open_sample",
        "Open the &sample",
        "Open the sample page that comes with the program",
        "&File",
        "",
        "ph.article",
    ),
    ActionSpec(
        "reload",
        "&Reload",
        "Read the open document again",
        "&File",
        "F5",
        "ph.arrow-clockwise",
        needs="file",
    ),
    ActionSpec(
        "save_json",
        "Save chunks as &JSON…",
        "Save all chunks with their spans and counts as JSON",
        "&File",
        Standard.Save,
        "ph.download-simple",
        needs="chunks",
        separated=True,
    ),
    ActionSpec(
        "save_csv",
        "Save chunks as &CSV…",
        "Save all chunks with their spans and counts as a table",
        "&File",
        "",
        "ph.download-simple",
        needs="chunks",
    ),
    ActionSpec("quit", "&Quit", "Close the program", "&File", Standard.Quit, separated=True),
    ActionSpec(
        "find",
        "&Find…",
        "Find words in the document",
        "&Edit",
        Standard.Find,
        "ph.magnifying-glass",
        needs="document",
    ),
    ActionSpec(
        "find_next",
        "Find &next",
        "Go to the next place found",
        "&Edit",
        Standard.FindNext,
        needs="document",
    ),
    ActionSpec(
        "find_previous",
        "Find pre&vious",
        "Go to the previous place found",
        "&Edit",
        Standard.FindPrevious,
        needs="document",
    ),
    ActionSpec(
        "copy_chunk",
        "Copy &chunk",
        "Copy the chosen chunk's text",
        "&Edit",
        "Ctrl+Shift+C",
        "ph.copy",
        needs="chunk",
        separated=True,
    ),
    ActionSpec(
        "copy_embedded",
        "Copy chunk as &embedded",
        "Copy exactly what the embedder reads of the chosen chunk",
        "&Edit",
        "Ctrl+Alt+C",
        "ph.copy",
        needs="chunk",
    ),
    ActionSpec(
        "show_rendered",
        "&Rendered",
        "Show the document as a reader sees it",
        "&View",
        "Ctrl+1",
        "ph.article",
        True,
        "document",
    ),
    ActionSpec(
        "show_source",
        "&Source",
        "Show the markdown as it is written",
        "&View",
        "Ctrl+2",
        "ph.code",
        True,
        "document",
    ),
    ActionSpec(
        "show_pages",
        "Original &pages",
        "Show the pages of the PDF beside the text",
        "&View",
        "Ctrl+3",
        "ph.columns",
        True,
        "pages",
    ),
    ActionSpec(
        "headings_from_size",
        "&Headings from font size",
        "Take lines in large letters for headings where the PDF names none; off reads it anew",
        "&View",
        "",
        "ph.text-h",
        True,
        "pdf",
        separated=True,
    ),
    ActionSpec(
        "choose_encoding",
        "Text &encoding…",
        "Choose the encoding that the text is read with",
        "&View",
        "",
        "ph.text-aa",
        needs="encoding",
    ),
    ActionSpec(
        "show_notes",
        "&Conversion notes…",
        "List what the conversion guessed or left out",
        "&View",
        "",
        "ph.note",
        needs="notes",
    ),
    ActionSpec("zoom_in", "Zoom &in", "Larger text", "&View", Standard.ZoomIn, separated=True),
    ActionSpec("zoom_out", "Zoom &out", "Smaller text", "&View", Standard.ZoomOut),
    ActionSpec("zoom_reset", "&Normal size", "Text at its normal size", "&View", "Ctrl+0"),
    ActionSpec(
        "theme_system",
        "Theme of the s&ystem",
        "Follow the system's light or dark theme",
        "&View",
        "",
        "ph.circle-half",
        True,
        separated=True,
    ),
    ActionSpec("theme_light", "&Light theme", "Use the light theme", "&View", "", "ph.sun", True),
    ActionSpec("theme_dark", "&Dark theme", "Use the dark theme", "&View", "", "ph.moon", True),
    ActionSpec(
        "go_back",
        "&Back",
        "Return to the place chosen before",
        "&Go",
        Standard.Back,
        "ph.arrow-left",
        needs="back",
    ),
    ActionSpec(
        "go_forward",
        "For&ward",
        "Return to the place left by going back",
        "&Go",
        Standard.Forward,
        "ph.arrow-right",
        needs="forward",
    ),
    ActionSpec(
        "next_finding",
        "Next &finding",
        "Go to the next finding",
        "&Go",
        "F8",
        "ph.warning",
        needs="findings",
        separated=True,
    ),
    ActionSpec(
        "previous_finding",
        "Previous f&inding",
        "Go to the finding before",
        "&Go",
        "Shift+F8",
        needs="findings",
    ),
    ActionSpec(
        "next_chunk",
        "Next &chunk",
        "Choose the next parent chunk",
        "&Go",
        "Alt+Down",
        needs="chunks",
    ),
    ActionSpec(
        "previous_chunk",
        "Previous c&hunk",
        "Choose the parent chunk before",
        "&Go",
        "Alt+Up",
        needs="chunks",
    ),
    ActionSpec(
        "focus_outline",
        "&Outline",
        "Move the keyboard to the outline",
        "&Go",
        "F6",
        needs="document",
        separated=True,
    ),
    ActionSpec(
        "focus_document",
        "&Document",
        "Move the keyboard to the document",
        "&Go",
        "F7",
        needs="document",
    ),
    ActionSpec(
        "focus_findings",
        "Fi&ndings",
        "Move the keyboard to the list of findings",
        "&Go",
        "Ctrl+Shift+F",
        needs="document",
    ),
    ActionSpec(
        "focus_inspector",
        "In&spector",
        "Move the keyboard to what is said of the chosen chunk",
        "&Go",
        "Ctrl+I",
        needs="document",
    ),
    ActionSpec(
        "preset_laybuild",
        "&LayBuild 350 / 50 / 150 / 25",
        "Cut as the default profile does",
        "&Chunking",
        "",
        "",
        True,
    ),
    ActionSpec(
        "preset_fine",
        "&Fine 200 / 25 / 80 / 10",
        "Cut into smaller chunks",
        "&Chunking",
        "",
        "",
        True,
    ),
    ActionSpec(
        "preset_coarse",
        "&Coarse 500 / 60 / 200 / 30",
        "Cut into larger chunks",
        "&Chunking",
        "",
        "",
        True,
    ),
    *QUESTION_ACTIONS,
    ActionSpec(
        "show_palette",
        "&All actions…",
        "Find any action by its name",
        "&Help",
        "Ctrl+K",
        "ph.command",
    ),
    ActionSpec("cancel", "&Cancel", "Cancel the work that is going on", "&Help", "Escape"),
    ActionSpec(
        "newest",
        "Newest &version…",
        "Ask which version of ChunkScope is the newest; nothing is downloaded",
        "&Help",
        "",
        "ph.arrow-circle-up",
        separated=True,
    ),
    ActionSpec(
        "remove_data",
        "&Remove my data…",
        "See what ChunkScope keeps on this computer, and remove all of it",
        "&Help",
        "",
        "ph.trash",
    ),
    ActionSpec(
        "about",
        "A&bout ChunkScope",
        "Version, licences and where files are kept",
        "&Help",
        "",
        "ph.info",
    ),
)
_ICON_PX: Final = 16
MENUS: Final = ("&File", "&Edit", "&View", "&Chunking", "&Questions", "&Go", "&Help")


def build_actions(owner: QObject, target: object) -> dict[str, QAction]:
    """Return a `QAction` for every spec; each triggers the method of `target` with its name."""
    return {spec.name: _action(owner, spec, getattr(target, spec.name)) for spec in ACTIONS}


def set_icons(actions: Mapping[str, QAction], theme: Theme) -> None:
    """Give every action its icon in the theme's quiet ink."""
    for spec in ACTIONS:
        if spec.icon:
            actions[spec.name].setIcon(icon(spec.icon, theme))


def enable(actions: Mapping[str, QAction], present: Iterable[str]) -> None:
    """Enable the actions whose need is present; disable the others."""
    there = {"", *present}
    for spec in ACTIONS:
        actions[spec.name].setEnabled(spec.needs in there)


def blank_icon() -> QIcon:
    """Return an icon that shows nothing and takes an icon's room."""
    pixmap = QPixmap(_ICON_PX, _ICON_PX)
    pixmap.fill(Qt.GlobalColor.transparent)
    return QIcon(pixmap)


def tip_of(action: QAction) -> str:
    """Return an action's sentence with its shortcut, for a tooltip."""
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return f"{action.statusTip()} ({keys})" if keys else action.statusTip()


def _action(owner: QObject, spec: ActionSpec, triggered: Callable[[], None]) -> QAction:
    action = QAction(spec.text, owner)
    action.setObjectName(spec.name)
    action.setCheckable(spec.checkable)
    action.setStatusTip(spec.tip)
    if spec.icon:
        action.setIcon(blank_icon())  # keeps the place of the real one, which comes later
    if spec.shortcut:
        action.setShortcut(QKeySequence(spec.shortcut))
    action.setToolTip(tip_of(action))
    action.triggered.connect(lambda _checked=False: triggered())
    return action
