"""What the inspector says while no chunk is chosen: the page as a whole, and how to choose."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.models.chunk_figures import page_figures
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.figure_row import FigureRow
from chunkscope.gui.widgets.finding_card import FindingCard
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
    """Tokens, parents and children of the whole page, below the finding that was chosen.

    Signals:
        finding_chosen: Place of a finding to go to.
    """

    finding_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(theme, parent)
        self._rows = tuple(FigureRow(theme, self) for _ in range(_LINES))
        self._how = Paragraph(theme, "quiet", parent=self)
        self._card: FindingCard | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        layout = QVBoxLayout()
        layout.setContentsMargins(12, 8, 12, 12)
        layout.setSpacing(0)
        self._column.addLayout(layout, 1)
        for row in self._rows:
            layout.addWidget(row)
        layout.addSpacing(12)
        layout.addWidget(self._how)
        layout.addStretch(1)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything that is said, line by line."""
        return (*(row.figure.sentence for row in self._rows), self._how.text())

    @property
    def card(self) -> FindingCard | None:
        """The chosen finding, where one is chosen."""
        return self._card

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
        self._show_finding(workspace)

    @override
    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        super().set_theme(theme)
        for row in self._rows:
            row.set_theme(theme)
        self._how.set_theme(theme)
        if self._card is not None:
            self._card.set_theme(theme)

    def _show_finding(self, workspace: Workspace) -> None:
        finding = workspace.chosen_finding
        if self._card is not None:
            if self._card.finding is finding:
                return
            self._column.removeWidget(self._card)
            self._card.hide()
            self._card.deleteLater()
            self._card = None
        choice = workspace.choice
        if finding is not None and choice is not None:
            place = choice.finding
            self._card = FindingCard(finding, self._theme, self)
            self._card.clicked.connect(lambda: self.finding_chosen.emit(place))
            self._column.insertWidget(0, self._card)
