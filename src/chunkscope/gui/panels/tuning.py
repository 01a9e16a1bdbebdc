"""Sizes and overlaps, live: a preset, two sliders and four figures."""

from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSlider, QSpinBox, QWidget

from chunkscope.core.settings import PRESETS, SIZE_RANGE, Settings, preset_of

CUSTOM: Final = "Own sizes"
_PARENT_SLIDER: Final = (50, 1000)
_CHILD_SLIDER: Final = (20, 500)
_SLIDER_PX: Final = {False: 72, True: 40}


class TuningBar(QWidget):
    """Shows the settings and says what they should be.

    Signals:
        settings_wanted: A valid `Settings`, at every move.
    """

    settings_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show the default settings."""
        super().__init__(parent)
        self._settings = Settings()
        self._preset = QComboBox(self)
        self._preset.addItems([*PRESETS, CUSTOM])
        self._preset.setAccessibleName("Preset of sizes")
        self._preset.setToolTip("Preset of sizes; the first is the default profile's")
        self._preset.activated.connect(self._preset_chosen)
        self.parent_slider = _slider("Parent size", _PARENT_SLIDER)
        self.child_slider = _slider("Child size", _CHILD_SLIDER)
        self.parent_size = _figure("Parent size", "A parent holds at most this many tokens")
        self.parent_overlap = _figure(
            "Parent overlap", "Tokens that a parent repeats of the one before"
        )
        self.child_size = _figure("Child size", "A child holds at most this many tokens")
        self.child_overlap = _figure(
            "Child overlap", "Tokens that a child repeats of the one before"
        )
        self._lay_out()
        self._connect()
        self.show_settings(self._settings)

    def show_settings(self, settings: Settings) -> None:
        """Show sizes and overlaps without announcing them."""
        self._settings = settings
        for widget in (self.parent_overlap, self.child_overlap, self.parent_size, self.child_size):
            widget.blockSignals(True)
        self.parent_overlap.setMaximum(settings.parent_size // 2)
        self.child_overlap.setMaximum(settings.child_size // 2)
        self.child_size.setMaximum(settings.parent_size)
        self.parent_size.setValue(settings.parent_size)
        self.parent_overlap.setValue(settings.parent_overlap)
        self.child_size.setValue(settings.child_size)
        self.child_overlap.setValue(settings.child_overlap)
        for widget in (self.parent_overlap, self.child_overlap, self.parent_size, self.child_size):
            widget.blockSignals(False)
        for slider, value in (
            (self.parent_slider, settings.parent_size),
            (self.child_slider, settings.child_size),
        ):
            with QSignalBlocker(slider):
                slider.setValue(value)
        self._preset.setCurrentText(preset_of(settings) or CUSTOM)

    def set_compact(self, compact: bool) -> None:
        """Take less room, or as much as is comfortable."""
        for slider in (self.parent_slider, self.child_slider):
            slider.setFixedWidth(_SLIDER_PX[compact])

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._preset)
        row.addSpacing(4)
        row.addWidget(_caption("Parent"))
        row.addWidget(self.parent_slider)
        row.addWidget(self.parent_size)
        row.addWidget(_caption("overlap"))
        row.addWidget(self.parent_overlap)
        row.addSpacing(4)
        row.addWidget(_caption("Child"))
        row.addWidget(self.child_slider)
        row.addWidget(self.child_size)
        row.addWidget(_caption("overlap"))
        row.addWidget(self.child_overlap)

    def _connect(self) -> None:
        self.parent_slider.valueChanged.connect(self._parent_moved)
        self.parent_size.valueChanged.connect(self._parent_moved)
        self.child_slider.valueChanged.connect(self._child_moved)
        self.child_size.valueChanged.connect(self._child_moved)
        self.parent_overlap.valueChanged.connect(self._overlap_moved)
        self.child_overlap.valueChanged.connect(self._overlap_moved)

    def _preset_chosen(self, index: int) -> None:
        preset = PRESETS.get(self._preset.itemText(index))
        if preset is not None:
            self._want(preset)
        else:
            self.show_settings(self._settings)

    def _parent_moved(self, size: int) -> None:
        now = self._settings
        child = min(now.child_size, size)
        self._want(
            Settings(
                size, min(now.parent_overlap, size // 2), child, min(now.child_overlap, child // 2)
            )
        )

    def _child_moved(self, size: int) -> None:
        now = self._settings
        child = min(size, now.parent_size)
        overlap = min(now.child_overlap, child // 2)
        self._want(Settings(now.parent_size, now.parent_overlap, child, overlap))

    def _overlap_moved(self) -> None:
        now = self._settings
        self._want(
            Settings(
                now.parent_size,
                self.parent_overlap.value(),
                now.child_size,
                self.child_overlap.value(),
            )
        )

    def _want(self, settings: Settings) -> None:
        self.show_settings(settings)
        self.settings_wanted.emit(settings)


def _caption(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("caption")
    return label


def _slider(name: str, limits: tuple[int, int]) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(*limits)
    slider.setPageStep(10)
    slider.setFixedWidth(_SLIDER_PX[False])
    slider.setAccessibleName(f"{name} slider")
    slider.setToolTip(f"{name} in tokens; drag and watch the bands")
    return slider


def _figure(name: str, tip: str) -> QSpinBox:
    figure = QSpinBox()
    figure.setRange(0 if "overlap" in name else SIZE_RANGE[0], SIZE_RANGE[1])
    figure.setAlignment(Qt.AlignmentFlag.AlignRight)
    figure.setKeyboardTracking(False)
    figure.setFixedWidth(44)
    figure.setAccessibleName(f"{name} in tokens")
    figure.setToolTip(tip)
    return figure
