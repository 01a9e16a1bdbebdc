"""The chosen chunk, from its size down to what the embedder reads of it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from chunkscope.core.chunks import Chunk, ChunkSet, Level
from chunkscope.core.lint.findings import Finding
from chunkscope.core.overriding import override
from chunkscope.core.tokens import Encoding
from chunkscope.gui.models import chunk_figures
from chunkscope.gui.models.here import findings_here, told_here
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.chunk_list import ChunkList
from chunkscope.gui.widgets.embedded_text import LONGEST, EmbeddedText
from chunkscope.gui.widgets.figure_row import Figure, FigureRow
from chunkscope.gui.widgets.finding_card import FindingCard
from chunkscope.gui.widgets.ground import Column
from chunkscope.gui.widgets.panel_head import PanelHead
from chunkscope.gui.widgets.panel_parts import MARGIN_PX, inset, link, replace_rows
from chunkscope.gui.widgets.shortcuts import tip_with_keys
from chunkscope.gui.widgets.text_line import Paragraph
from chunkscope.gui.widgets.wording import figure, plain_tip
from chunkscope.workspace.state import Workspace

MOST_CARDS = 12


class ChunkPage(Column):
    """Shows one chunk; built once, then only filled.

    Signals:
        chunk_chosen: Level and place of a chunk to go to.
        finding_chosen: Place of a finding to go to.
        copy_wanted: `plain` or `embedded`.
    """

    chunk_chosen = Signal(Level, int)
    finding_chosen = Signal(int)
    copy_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(theme, parent)
        self._parent: int | None = None
        self._size = FigureRow(theme, self, meter=True)
        self._window = FigureRow(theme, self, meter=True)
        self._encodings = tuple(FigureRow(theme, self) for _ in Encoding)
        self._prompt = FigureRow(theme, self, meter=True)
        self._children = FigureRow(theme, self)
        self._list = ChunkList(theme, self)
        self._to_parent = link("", self)
        self._overlap = FigureRow(theme, self)
        self._rule = Paragraph(theme, "quiet", parent=self)
        self._findings = _Findings(theme, self)
        self._reads = PanelHead("What the embedder reads", theme, self, inside=True)
        self._text = EmbeddedText(theme, self)
        self._more = Paragraph(theme, "quiet", parent=self)
        self._copy_plain = link("Copy text", self)
        self._copy_embedded = link("Copy as embedded", self)
        self._connect()
        self._lay_out()

    @property
    def sentences(self) -> tuple[str, ...]:
        """Every figure and the rule, as they are read aloud."""
        return (*(row.figure.sentence for row in self._rows), self._rule.text())

    @property
    def findings(self) -> "_Findings":
        """The list of findings here."""
        return self._findings

    def show_workspace(self, workspace: Workspace) -> None:
        """Show the chosen chunk; `workspace` has one."""
        chunk, chunks = workspace.chosen_chunk, workspace.chunk_set
        assert chunk is not None
        assert chunks is not None
        counts = workspace.counts
        self._size.show_figure(*chunk_figures.size_figure(chunks, chunk))
        self._window.show_figure(*chunk_figures.window_figure(counts, chunk))
        estimated = chunk.estimated_tokens
        figures = chunk_figures.encoding_figures(counts, chunk, estimated)
        for row, shown in zip(self._encodings, figures, strict=True):
            row.show_figure(shown)
        self._prompt.show_figure(*chunk_figures.prompt_figure(workspace, chunk))
        self._show_family(workspace, chunks, chunk)
        self._overlap.show_figure(chunk_figures.overlap_figure(chunks, chunk))
        self._rule.say(chunk_figures.rule_sentence(chunks, chunk))
        self._findings.show_workspace(workspace)
        self._show_text(workspace, chunks, chunk)

    @override
    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        super().set_theme(theme)
        for row in self._rows:
            row.set_theme(theme)
        for part in (self._list, self._rule, self._findings, self._reads, self._text, self._more):
            part.set_theme(theme)

    @property
    def _rows(self) -> tuple[FigureRow, ...]:
        return (
            self._size,
            self._window,
            *self._encodings,
            self._prompt,
            self._children,
            self._overlap,
        )

    def _show_family(self, workspace: Workspace, chunks: ChunkSet, chunk: Chunk) -> None:
        is_child = chunk.level is Level.CHILD
        parent = chunk.owner if is_child else chunk.index
        self._parent = parent
        shown = chunk_figures.children_figure(chunks, parent)
        if is_child:
            shown = Figure(f"Children of parent {parent + 1:,}", shown.value, tip=shown.tip)
        self._children.show_figure(shown)
        child = chunk.index if is_child else None
        self._list.show_children(chunks, parent, child, workspace.counts)
        self._to_parent.setVisible(is_child)
        self._to_parent.setText(f"Go to parent {parent + 1:,}")
        self._to_parent.setAccessibleName(f"Go to parent {parent + 1:,}")

    def _show_text(self, workspace: Workspace, chunks: ChunkSet, chunk: Chunk) -> None:
        counts = workspace.counts
        cut = None
        if counts is not None and chunk.level is Level.PARENT and counts.chunk_set is chunks:
            cut = counts.embedder_cut(chunk.index)
        seen = None if cut is None else max(0, cut - chunk.start)
        shown = chunks.text[chunk.start : min(chunk.end, chunk.start + LONGEST)]
        self._text.show_embedded(chunks.prefix(chunk), shown, seen)
        hidden = chunk.end - chunk.start - len(shown)
        self._more.setVisible(hidden > 0 or seen is not None)
        words = []
        if seen is not None and counts is not None:
            words.append(f"Struck out: {counts.embedder} reads {counts.window:,} tokens.")
        if hidden > 0:
            words.append(f"{figure(hidden)} more characters follow; copying takes all of them.")
        self._more.say(" ".join(words))

    def _connect(self) -> None:
        self._list.child_chosen.connect(lambda place: self.chunk_chosen.emit(Level.CHILD, place))
        self._to_parent.clicked.connect(self._go_to_parent)
        self._findings.finding_chosen.connect(self.finding_chosen)
        self._copy_plain.clicked.connect(lambda: self.copy_wanted.emit("plain"))
        self._copy_embedded.clicked.connect(lambda: self.copy_wanted.emit("embedded"))
        self._copy_plain.setToolTip(tip_with_keys("Copy the chunk's text", "Ctrl+Shift+C"))
        self._copy_embedded.setToolTip(
            tip_with_keys("Copy exactly what the embedder reads, prefix included", "Ctrl+Alt+C")
        )
        self._to_parent.setToolTip(plain_tip("Show the parent that this child was cut from"))

    def _go_to_parent(self) -> None:
        if self._parent is not None:
            self.chunk_chosen.emit(Level.PARENT, self._parent)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 12)
        layout.setSpacing(0)
        for row in (self._size, self._window, *self._encodings, self._prompt, self._children):
            layout.addWidget(inset(row))
        layout.addWidget(self._list)
        for part in (self._to_parent, self._overlap, self._rule):
            layout.addWidget(inset(part))
        layout.addSpacing(10)
        layout.addWidget(self._findings)
        layout.addWidget(self._reads)
        layout.addLayout(self._links())
        layout.addWidget(inset(self._text))
        layout.addWidget(inset(self._more))
        layout.addStretch(1)

    def _links(self) -> QHBoxLayout:
        links = QHBoxLayout()
        links.setContentsMargins(MARGIN_PX, 4, MARGIN_PX, 4)
        links.setSpacing(16)
        links.addWidget(self._copy_plain)
        links.addWidget(self._copy_embedded)
        links.addStretch(1)
        return links


class _Findings(Column):
    """The findings of the chosen chunk as cards, under a head that counts them.

    Signals:
        finding_chosen: Place of a finding to go to.
    """

    finding_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._head = PanelHead("Findings", theme, self, inside=True)
        self._shown: tuple[Finding, ...] = ()
        self._places: tuple[int, ...] = ()
        self._cards: list[FindingCard] = []
        self._note = Paragraph(theme, "quiet", parent=self)
        self._note.setContentsMargins(MARGIN_PX, 0, MARGIN_PX, 0)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self._head)
        self._layout.addWidget(inset(self._note, top=8, bottom=10))

    @property
    def cards(self) -> tuple[FindingCard, ...]:
        """The findings that are shown."""
        return tuple(self._cards)

    @property
    def count(self) -> str:
        """How many there are, as the head says it."""
        return self._head.count

    def show_workspace(self, workspace: Workspace) -> None:
        here = findings_here(workspace)
        places = _with_chosen(here[:MOST_CARDS], workspace)
        shown = tuple(_told(workspace, place, here) for place in places)
        if workspace.findings is None:
            self._head.say("Findings")
            self._note.say("Looking for findings…")
        else:
            self._head.say(
                "Findings", f"{len(here):,} here · {len(workspace.findings):,} in document"
            )
            more = len(here) - MOST_CARDS
            self._note.say(
                f"{more:,} more stand in the list of findings." if more > 0 else "None here."
            )
        note = self._note.parentWidget()
        assert note is not None
        note.setVisible(not shown or len(here) > MOST_CARDS)
        if shown != self._shown or places != self._places:
            self._shown, self._places = shown, places
            self._fill()

    @override
    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._head.set_theme(theme)
        self._note.set_theme(theme)
        for card in self._cards:
            card.set_theme(theme)

    def _fill(self) -> None:
        before = self._cards
        self._cards = [FindingCard(finding, self._theme, self) for finding in self._shown]
        for card, place in zip(self._cards, self._places, strict=True):
            card.clicked.connect(lambda _=False, place=place: self.finding_chosen.emit(place))
        replace_rows(self._layout, before, self._cards)


def _with_chosen(places: tuple[int, ...], workspace: Workspace) -> tuple[int, ...]:
    """Return the places of findings, before them the chosen one where it is not among them."""
    choice = workspace.choice
    chosen = None if choice is None or workspace.findings is None else choice.finding
    return places if chosen is None or chosen in places else (chosen, *places)


def _told(workspace: Workspace, place: int, here: tuple[int, ...]) -> Finding:
    return told_here(workspace, place) if place in here else (workspace.findings or ())[place]
