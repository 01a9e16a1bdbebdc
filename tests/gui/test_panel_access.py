"""Every control of the panels can be reached, is named and explained."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QHeaderView, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.pages import counted, found, opened

from chunkscope.core.chunks import Level
from chunkscope.gui.panels.findings import FindingsPanel
from chunkscope.gui.panels.inspector import InspectorPanel
from chunkscope.gui.panels.outline import OutlinePanel

PAGE = "# Page\n\nSome words here.\n\n## More\n\nOther words.\n"
PANELS = (OutlinePanel, InspectorPanel, FindingsPanel)


@pytest.fixture(params=PANELS)
def panel(request: pytest.FixtureRequest, qtbot: QtBot) -> QWidget:
    panel: OutlinePanel | InspectorPanel | FindingsPanel = request.param()
    qtbot.addWidget(panel)
    panel.resize(300, 600)
    panel.show()
    panel.show_workspace(found(counted(opened(PAGE)), "Other").choose_chunk(Level.PARENT, 1))
    return panel


def controls(panel: QWidget) -> Iterator[QWidget]:
    for widget in panel.findChildren(QWidget):
        belongs_to_qt = isinstance(widget.parentWidget(), QAbstractItemView | QLineEdit)
        is_control = isinstance(widget, QAbstractButton | QLineEdit)
        if is_control and widget.isVisible() and not belongs_to_qt:
            yield widget


def test_every_control_is_named_and_explained(panel: QWidget) -> None:
    for control in controls(panel):
        assert control.accessibleName(), control
        assert control.toolTip(), control


def test_every_control_can_be_reached_with_the_keyboard(panel: QWidget) -> None:
    for control in controls(panel):
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, control


def test_every_list_is_named(panel: QWidget) -> None:
    for view in panel.findChildren(QAbstractItemView):
        if view.isVisible() and not isinstance(view, QHeaderView):
            assert view.accessibleName(), view


def test_nothing_is_wider_than_a_narrow_dock(panel: QWidget) -> None:
    assert panel.minimumSizeHint().width() <= 230
