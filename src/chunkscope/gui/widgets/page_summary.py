"""What the inspector says while no chunk is chosen: the page as a whole, and how to choose."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.models.chunk_figures import page_figures
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.figure_row import FigureRow
from chunkscope.gui.widgets.ground import Ground
from chunkscope.gui.widgets.text_line import Paragraph
from chunkscope.workspace.state import Workspace

_LINES = 7
_HOW = "Click a chunk in the page, or a heading in the outline, to see what the embedder reads."
_NOTHING_CUT = "This page has no text under its headings, so there is no chunk to choose."
_IN_NO_CHUNK = (
    "The chosen place lies in no chunk. A heading's own line reaches the embedder through the "
    "prefix of the chunks below it."
)


class PageSummary(Ground):
    """Tokens, parents and children of the whole page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(theme, parent)
        self._rows = tuple(FigureRow(theme, self) for _ in range(_LINES))
        self._how = Paragraph(theme, "quiet", parent=self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 12)
        layout.setSpacing(0)
        for row in self._rows:
            layout.addWidget(row)
        layout.addSpacing(12)
        layout.addWidget(self._how)
        layout.addStretch(1)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything that is said, line by line."""
        return (*(row.figure.sentence for row in self._rows), self._how.text())

    def show_workspace(self, workspace: Workspace) -> None:
        """Show the page's figures; `workspace` has a cut."""
        assert workspace.chunk_set is not None
        figures = page_figures(workspace.chunk_set, workspace.counts)
        for row, shown in zip(self._rows, figures, strict=True):
            row.show_figure(shown)
        if not len(workspace.chunk_set.parents):
            self._how.say(_NOTHING_CUT)
        else:
            self._how.say(_HOW if workspace.choice is None else _IN_NO_CHUNK)

    @override
    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        super().set_theme(theme)
        for row in self._rows:
            row.set_theme(theme)
        self._how.set_theme(theme)
