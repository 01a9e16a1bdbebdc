"""The findings: all of them, filtered, sorted, and what to change about the chosen one."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from chunkscope.core.lint.findings import Finding, Severity
from chunkscope.core.overriding import override
from chunkscope.gui.models.findings_model import FindingsModel
from chunkscope.gui.models.here import findings_here
from chunkscope.gui.theme import LIGHT, Theme
from chunkscope.gui.widgets.advice import Advice
from chunkscope.gui.widgets.empty_state import EmptyState
from chunkscope.gui.widgets.findings_view import FindingsView
from chunkscope.gui.widgets.focus_frame import FocusFrame, focus_page
from chunkscope.gui.widgets.ground import Ground, Themed
from chunkscope.gui.widgets.panel_head import PanelHead
from chunkscope.gui.widgets.rule_line import RuleLine
from chunkscope.gui.widgets.severity_toggle import SeverityToggle
from chunkscope.gui.widgets.veil import Veil
from chunkscope.workspace.state import Workspace

WIDE_FROM_PX = 620
_ADVICE_WIDTHS_PX, _ADVICE_HEIGHT_PX, _LINE_WIDTH_PX = (220, 320), 132, 160
_ADVICE_SHARE = 4
_LEAST_HEIGHT_PX = 280
_UNBOUNDED_PX = 16_777_215
_SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.INFO)


class FindingsPanel(Ground):
    """Lists what retrieval will suffer from.

    Signals:
        finding_chosen: Place of a finding to go to.
    """

    finding_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None, theme: Theme = LIGHT) -> None:
        """Start without a page."""
        super().__init__(theme, parent)
        self.setObjectName("findingsPanel")
        self._workspace = Workspace()
        self._listed_from: tuple[Finding, ...] | None = None
        self._is_wide: bool | None = None
        self._advised: int | None = None
        self._model = FindingsModel(self)
        self._head = PanelHead("Findings", theme, self)
        self._toggles = tuple(SeverityToggle(severity, theme, self) for severity in _SEVERITIES)
        self._line = QLineEdit(self)
        self._stack = QStackedWidget(self)
        self._view = FindingsView(self._model, theme, self._stack)
        self._empty = EmptyState(theme, self._stack)
        self._between = RuleLine(theme, self)
        self._advice = Advice(theme, self)
        self._set_up()
        self._lay_out()
        self._frame = FocusFrame(theme, self._view)
        self._veil = Veil(theme, self)
        self.show_workspace(self._workspace)

    def show_workspace(self, workspace: Workspace) -> None:
        """List the findings of a page and stand at the chosen one."""
        before, self._workspace = self._workspace, workspace
        self._veil.set_stale(workspace.cut_is_stale)
        is_new_list = workspace.findings is not self._listed_from
        if is_new_list:
            self._listed_from = workspace.findings
            self._model.show_findings(workspace.findings or (), workspace.chunk_set)
            for toggle in self._toggles:
                toggle.show_number(self._model.number_of(toggle.severity))
        self._say_how_many()
        self._say_why_empty()
        if is_new_list or workspace.choice != before.choice:
            self._follow(None if workspace.choice is None else workspace.choice.finding)

    def take_keyboard(self) -> None:
        """Have the keyboard in what is listed or said."""
        focus_page(self._stack)

    @override
    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        super().set_theme(theme)
        parts: tuple[Themed, ...] = (
            self._head,
            *self._toggles,
            self._view,
            self._empty,
            self._between,
            self._advice,
            self._frame,
            self._veil,
        )
        for part in parts:
            part.set_theme(theme)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = event.size().width()
        self._fit(is_wide=width >= WIDE_FROM_PX)
        if self._is_wide:
            least, most = _ADVICE_WIDTHS_PX
            self._advice.setFixedWidth(max(least, min(width // _ADVICE_SHARE, most)))
        self._say_why_empty()

    def _set_up(self) -> None:
        self._line.setObjectName("filterLine")
        self._line.setPlaceholderText("Filter")
        self._line.setAccessibleName("Filter findings by words")
        self._line.setToolTip("Show only findings with these words in message, place or rule")
        self._line.setClearButtonEnabled(True)
        self._line.textChanged.connect(self._filter)
        for toggle in self._toggles:
            toggle.toggled.connect(self._filter)
        self._view.finding_confirmed.connect(self.finding_chosen)
        self._view.finding_reached.connect(lambda place: self._advise(None if place < 0 else place))
        self._empty.step_wanted.connect(self._show_all)
        self._advice.going.connect(self._go)

    def _lay_out(self) -> None:
        self._bar = QWidget(self)
        self._bar_layout = QHBoxLayout(self._bar)
        self._bar_layout.setSpacing(6)
        for toggle in self._toggles:
            self._bar_layout.addWidget(toggle)
        self._bar_layout.addWidget(self._line, 1)
        self._stack.addWidget(self._view)
        self._stack.addWidget(self._empty)
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._body.setSpacing(0)
        self._body.addWidget(self._stack, 1)
        self._body.addWidget(self._between)
        self._body.addWidget(self._advice)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self._head)
        self._layout.addLayout(self._body, 1)
        self._fit(is_wide=False)

    def _fit(self, *, is_wide: bool) -> None:
        """Put filter and advice beside the list where there is room, else above and below."""
        if is_wide == self._is_wide:
            return
        self._is_wide = is_wide
        self._view.set_narrow(not is_wide)
        for toggle in self._toggles:
            toggle.set_short(not is_wide)
        directions = QBoxLayout.Direction
        self._body.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        self._between.set_upright(is_wide)
        self._advice.setMinimumSize(0, 0)
        self._advice.setMaximumSize(_UNBOUNDED_PX, _UNBOUNDED_PX)
        if is_wide:
            self._bar_layout.setContentsMargins(0, 0, 0, 0)
            self._head.add_button(self._bar)
            self._line.setMinimumWidth(_LINE_WIDTH_PX)
        else:
            self._bar_layout.setContentsMargins(12, 6, 12, 6)
            self._layout.insertWidget(1, self._bar)
            self._line.setMinimumWidth(0)
            self._advice.setFixedHeight(_ADVICE_HEIGHT_PX)

    def _say_how_many(self) -> None:
        workspace = self._workspace
        if workspace.findings is None:
            self._head.say("Findings")
            return
        counts = [f"{len(workspace.findings):,} in document"]
        if workspace.chosen_chunk is not None:
            counts.insert(0, f"{len(findings_here(workspace)):,} here")
        self._head.say("Findings", " · ".join(counts))

    def _say_why_empty(self) -> None:
        workspace = self._workspace
        has_rows = self._model.rowCount() > 0
        self._stack.setCurrentIndex(0 if has_rows else 1)
        is_listed = workspace.findings is not None and len(workspace.findings) > 0
        has_room = bool(self._is_wide) or self.height() >= _LEAST_HEIGHT_PX
        self._bar.setVisible(is_listed)
        for part in (self._between, self._advice):
            part.setVisible(is_listed and has_room)
        if has_rows:
            return
        if workspace.document is None and workspace.opening is None:
            self._empty.say("No page is open", "Open one to see what retrieval will suffer from.")
        elif workspace.findings is None:
            self._empty.say("Looking for findings…", "")
        elif self._model.findings:
            hidden = f"{len(self._model.findings):,} are hidden by the filter."
            self._empty.say("No finding matches", hidden, "Show all")
        else:
            self._empty.say("No findings: this page is fine", "Every rule was checked.")

    def _follow(self, place: int | None) -> None:
        """Stand at the chosen finding without a word."""
        if place is not None and place >= len(self._model.findings):
            place = None
        self._view.show_place(place)
        self._advise(place)

    def _advise(self, place: int | None) -> None:
        self._advised = place
        if place is None:
            self._advice.advise(None, "")
        else:
            self._advice.advise(self._model.findings[place], self._model.place_of(place))

    def _filter(self) -> None:
        severities = frozenset(toggle.severity for toggle in self._toggles if toggle.isChecked())
        self._model.filter(severities, self._line.text())
        self._say_why_empty()
        self._view.show_place(self._advised)

    def _show_all(self) -> None:
        self._line.clear()
        for toggle in self._toggles:
            toggle.setChecked(True)
        self._view.setFocus()

    def _go(self) -> None:
        if self._advised is not None:
            self.finding_chosen.emit(self._advised)
