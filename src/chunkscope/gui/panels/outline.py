"""The outline: the heading tree with the tokens of every section and its worst finding."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkscope.core.counts import PageCounts
from chunkscope.core.ignored import IgnoredHeading
from chunkscope.core.overriding import override
from chunkscope.gui.models.outline_model import OutlineModel, place_of
from chunkscope.gui.models.outline_tree import ROOT, OutlineTree, tree_in_steps
from chunkscope.gui.theme import LIGHT, Theme
from chunkscope.gui.widgets.empty_state import EmptyState
from chunkscope.gui.widgets.focus_frame import FocusFrame
from chunkscope.gui.widgets.ground import Ground
from chunkscope.gui.widgets.outline_view import OutlineView
from chunkscope.gui.widgets.panel_head import PanelHead
from chunkscope.gui.widgets.veil import Veil
from chunkscope.gui.widgets.wording import counted
from chunkscope.workspace.state import Choice, Workspace

_OPEN_ROWS = 400
"""How many rows are open when a page is new; laying out more would be felt."""


class OutlinePanel(Ground):
    """Shows where the page is cut and what each part weighs.

    Signals:
        section_chosen: Offset of the place that the chosen heading leads to.
    """

    section_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None, theme: Theme = LIGHT) -> None:
        """Start without a page."""
        super().__init__(theme, parent)
        self.setObjectName("outlinePanel")
        self._workspace = Workspace()
        self._followed: Choice | None = None
        self._steps: Iterator[OutlineTree | None] | None = None
        self._awaited: tuple[str, tuple[IgnoredHeading, ...]] = ("", ())
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._step)
        self._model = OutlineModel(self)
        self._head = PanelHead("Outline", theme, self)
        self._view = OutlineView(self._model, theme, self)
        self._view.node_chosen.connect(self._choose)
        self._empty = EmptyState(theme, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self._view, 1)
        layout.addWidget(self._empty, 1)
        self.setFocusProxy(self._view)
        self._frame = FocusFrame(theme, self._view)
        self._veil = Veil(theme, self)
        self.show_workspace(self._workspace)

    def show_workspace(self, workspace: Workspace) -> None:
        """Show a page; what it has in common with the one before stays as it is."""
        before, self._workspace = self._workspace, workspace
        self._veil.set_stale(_is_of_another_text(workspace))
        is_new_tree = self._show_tree(workspace)
        self._fill(
            counts_are_new=is_new_tree or _sections(before.counts) != _sections(workspace.counts),
            findings_are_new=is_new_tree or before.findings is not workspace.findings,
            tree_is_new=is_new_tree,
        )

    @override
    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        super().set_theme(theme)
        for part in (self._head, self._view, self._empty, self._frame, self._veil):
            part.set_theme(theme)

    def _show_tree(self, workspace: Workspace) -> bool:
        """Show another tree where the text or its ignored headings are others; say whether.

        A tree that takes long comes later, from `_step`.
        """
        chunks, shown = workspace.chunk_set, self._model.tree
        if chunks is None:
            self._stop()
            self._say_nothing(workspace)
            if shown is not None:
                self._model.show_tree(None)
            return shown is not None
        is_same_text = shown is not None and shown.outline.text is chunks.text
        if is_same_text and shown is not None and shown.ignored is workspace.ignored:
            self._stop()
            return False
        text, ignored = self._awaited
        if self._steps is not None and text is chunks.text and ignored is workspace.ignored:
            return False
        self._awaited = (chunks.text, workspace.ignored)
        self._steps = tree_in_steps(chunks.outline, workspace.ignored)
        if self._advance():
            return True
        self._timer.start()
        if not is_same_text:
            self._say_nothing(workspace)
            self._model.show_tree(None)
        return not is_same_text

    def _advance(self) -> bool:
        """Do one step of the tree that is awaited; say whether it is there."""
        tree = None if self._steps is None else next(self._steps)
        if tree is None:
            return False
        self._stop()
        shown = self._model.tree
        open_nodes = set(_open_at_first(tree))
        if shown is not None and shown.outline.text is tree.outline.text:
            opened, closed = self._view.opened_and_closed()
            open_nodes = (open_nodes | opened) - closed
        with self._view.kept_still():
            self._model.show_tree(tree)
            self._view.open(sorted(open_nodes))
        self._say_how_much(tree)
        return True

    def _step(self) -> None:
        if self._advance():
            self._fill(counts_are_new=True, findings_are_new=True, tree_is_new=True)

    def _stop(self) -> None:
        self._steps = None
        self._timer.stop()

    def _fill(self, *, counts_are_new: bool, findings_are_new: bool, tree_is_new: bool) -> None:
        """Show what is known of the tree's sections, as far as it is new."""
        workspace = self._workspace
        if counts_are_new:
            self._model.show_counts(workspace.counts)
            self._view.fit_columns()
        if findings_are_new:
            self._model.show_findings(workspace.findings or ())
        if counts_are_new or findings_are_new:
            self._view.viewport().update()
        self._follow(workspace.choice, is_new_tree=tree_is_new)

    def _say_how_much(self, tree: OutlineTree) -> None:
        levels = f" · {counted(tree.levels, 'level')}" if tree.levels else ""
        self._head.say("Outline", counted(tree.headings, "heading") + levels)
        is_empty = not tree.children_of(ROOT)
        self._empty.say("Nothing here", "This page has no text and no headings.")
        self._empty.setVisible(is_empty)
        self._view.setVisible(not is_empty)

    def _say_nothing(self, workspace: Workspace) -> None:
        self._head.say("Outline")
        if workspace.document is not None or workspace.opening is not None:
            self._empty.say("Reading the headings…", "")
        else:
            self._empty.say("No page is open", "Open one to see its headings and their tokens.")
        self._empty.show()
        self._view.hide()

    def _follow(self, choice: Choice | None, *, is_new_tree: bool) -> None:
        """Choose the row of the chosen place; open what hides it only where the choice is new."""
        tree = self._model.tree
        if tree is None or (choice == self._followed and not is_new_tree):
            return
        is_new_choice, self._followed = choice != self._followed, choice
        node = None if choice is None else tree.shown_node_at(choice.offset)
        self._view.show_choice(node, reveal=is_new_choice)

    def _choose(self, node: int) -> None:
        tree, chunks = self._model.tree, self._workspace.chunk_set
        if tree is not None and chunks is not None:
            self.section_chosen.emit(place_of(chunks, tree, node))


def _is_of_another_text(workspace: Workspace) -> bool:
    """Say whether the tree is one of a text that is being replaced; sizes do not matter to it."""
    document, chunks = workspace.document, workspace.chunk_set
    return document is not None and chunks is not None and chunks.text is not document.text


def _open_at_first(tree: OutlineTree) -> tuple[int, ...]:
    """Return the nodes to open on a new page: level by level, while the rows stay few."""
    opened: list[int] = []
    rows = len(tree.children_of(ROOT))
    level = list(tree.children_of(ROOT))
    while level:
        parents = [node for node in level if tree.children_of(node)]
        level = [child for node in parents for child in tree.children_of(node)]
        rows += len(level)
        if rows > _OPEN_ROWS:
            break
        opened += parents
    return tuple(opened)


def _sections(counts: PageCounts | None) -> Sequence[int] | None:
    """Return the counts that the outline shows; a new size of chunks does not change them."""
    column = None if counts is None else counts.columns.get(counts.embedder)
    return None if column is None else column.sections
