"""The test bench's place in the window, filled once the window has been painted.

The bench is a third of all that the window is made of, and nobody asks before the window shows.
It is imported and made a part a turn of the event loop, so that the window is never held up.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkscope.core.overriding import override
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.building import at_once, polished
from chunkscope.gui.widgets.ground import Ground
from chunkscope.workspace.state import Workspace

if TYPE_CHECKING:
    from chunkscope.gui.panels.bench import BenchPanel

_AFTER_MS: Final = 10
_MODULES: Final = (
    "widgets.bench_parts",
    "widgets.place_row",
    "widgets.answer_page",
    "widgets.why_page",
    "widgets.prompt_page",
    "widgets.bench_details",
    "widgets.candidate_cells",
    "widgets.candidates_view",
    "widgets.search_popup",
    "widgets.bench_side",
    "panels.bench",
)
"""What the bench is made of, from the ground up."""


class BenchPlace(Ground):
    """Holds the bench, and builds it when it is first needed, at the latest after the first paint.

    Signals:
        built: The bench, which is there from now on.
    """

    built = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Build nothing yet."""
        super().__init__(theme, parent)
        self._panel: BenchPanel | None = None
        self._workspace = Workspace()
        self._steps = self._building()
        self._turns = QTimer(self, interval=_AFTER_MS)
        self._turns.timeout.connect(self._go_on)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)

    @property
    def panel(self) -> "BenchPanel":
        """The bench, built by now."""
        if self._panel is None:
            at_once(self._steps)
        assert self._panel is not None
        return self._panel

    @property
    def is_built(self) -> bool:
        """Whether the bench is there."""
        return self._panel is not None

    @property
    def is_being_built(self) -> bool:
        """Whether the bench is made now, or about to be."""
        return self._turns.isActive()

    def show_workspace(self, workspace: Workspace) -> None:
        """Show a workspace's bench, at once or once it is built."""
        self._workspace = workspace
        if self._panel is not None:
            self._panel.show_workspace(workspace)

    @override
    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if self._panel is not None:
            self._panel.set_theme(theme)

    def set_icons(self) -> None:
        """Show icons, which are there now; one that is built later finds them."""
        if self._panel is not None:
            self._panel.set_icons()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._panel is None:
            self._turns.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._turns.stop()

    def _go_on(self) -> None:
        self._turns.setInterval(0)
        if next(self._steps, None) is None:
            self._turns.stop()

    def _building(self) -> Iterator[object]:
        """Make the bench, with a pause after every step; it is whole at the end and not before."""
        for name in _MODULES:
            yield import_module(f"chunkscope.gui.{name}")
        from chunkscope.gui.panels.bench import BenchPanel

        theme = self._theme
        panel = BenchPanel(self, theme, is_whole=False)
        yield from polished(panel.build())
        if theme is not self._theme:
            panel.set_theme(self._theme)
        self._panel = panel
        self.layout().addWidget(panel)  # type: ignore[union-attr] # made above
        self.setFocusProxy(panel)
        panel.show_workspace(self._workspace)
        self.built.emit(panel)
