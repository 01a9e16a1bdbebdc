"""Version, licences and where files are kept."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from chunkscope import __version__
from chunkscope.workspace.paths import cache_folder, config_folder, licences_folder, log_folder

_TEXT = """ChunkScope {version}
MIT licence

Nothing that you open leaves this computer, unless you set up an endpoint for embeddings.

Interface font Inter and code font JetBrains Mono: SIL Open Font Licence 1.1.
WordPiece vocabulary of BERT: Apache Licence 2.0. Ranks of cl100k_base and o200k_base: MIT licence.

{licences}

Preferences: {config}
Cache: {cache}
Log: {log}"""


class AboutDialog(QDialog):
    """Says what this is."""

    def __init__(self, parent: QWidget) -> None:
        """Be ready to open over `parent`."""
        super().__init__(parent)
        self.setWindowTitle("About ChunkScope")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = QLabel(
            _TEXT.format(
                version=__version__,
                config=config_folder(),
                cache=cache_folder(),
                log=log_folder(),
                licences=_licences(),
            )
        )
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addWidget(words)
        column.addWidget(buttons)


def _licences() -> str:
    """Return where the licences of all that is inside can be read."""
    folder = licences_folder()
    if folder is None:
        return "What it stands on, with licences: LICENSES/THIRD-PARTY.md in its source."
    return f"Every part inside with its licence, and the list of parts (SBOM): {folder}"
