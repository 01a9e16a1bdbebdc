"""A switch that shows or hides the findings of one severity, with their number."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from chunkscope.core.lint.findings import Severity
from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.badge import SEVERITY_WORDS, paint_severity
from chunkscope.gui.widgets.wording import counted

_HEIGHT_PX, _MARK_PX, _PADDING_PX = 24, 16, 6


class SeverityToggle(QAbstractButton):
    """Down while its findings are shown."""

    def __init__(self, severity: Severity, theme: Theme, parent: QWidget | None = None) -> None:
        """Start down, without findings."""
        super().__init__(parent)
        self.severity = severity
        self._theme = theme
        self._number = 0
        self._is_short = False
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.show_number(0)
        self.toggled.connect(self._explain)

    def show_number(self, number: int) -> None:
        """Show how many findings it stands for."""
        self._number = number
        self._explain()
        self.updateGeometry()
        self.update()

    def set_short(self, is_short: bool) -> None:
        """Leave the word out where there is no room; it stays in the tooltip."""
        self._is_short = is_short
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def sizeHint(self) -> QSize:
        text = QFontMetrics(interface_font()).horizontalAdvance(self._words)
        return QSize(_PADDING_PX + _MARK_PX + 4 + text + _PADDING_PX, _HEIGHT_PX)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = self.rect().adjusted(0, 0, -1, -1)
        painter.setPen(QPen(theme.color("accent" if self.hasFocus() else "line"), 1))
        ground = theme.blend(theme.color("quiet"), 0.10 if self.isChecked() else 0.0)
        painter.setBrush(ground)
        painter.drawRoundedRect(frame, 6, 6)
        mark = QRect(_PADDING_PX, 0, _MARK_PX, self.height())
        painter.setOpacity(1.0 if self.isChecked() else 0.4)
        paint_severity(painter, mark, self.severity, theme)
        painter.setOpacity(1.0)
        painter.setFont(interface_font())
        painter.setPen(theme.color("text" if self.isChecked() else "quiet"))
        words = QRect(mark.right() + 5, 0, self.width() - mark.right(), self.height())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), self._words)

    @property
    def _words(self) -> str:
        if self._is_short:
            return f"{self._number:,}"
        return counted(self._number, *SEVERITY_WORDS[self.severity])

    def _explain(self) -> None:
        words = counted(self._number, *SEVERITY_WORDS[self.severity])
        self.setAccessibleName(words)
        level = self.severity.value
        also = "" if level in SEVERITY_WORDS[self.severity] else f" ({level})"
        self.setToolTip(f"{'Hide' if self.isChecked() else 'Show'} {words}{also}")
