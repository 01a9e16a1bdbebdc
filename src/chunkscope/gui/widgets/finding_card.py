"""A finding as a button: its mark, what is wrong and what to change."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from chunkscope.core.lint.findings import Finding
from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.badge import SEVERITY_WORDS, paint_severity
from chunkscope.gui.widgets.wording import plain_tip
from chunkscope.gui.widgets.wrapped import Wrapped

_LEFT_PX, _TOP_PX, _RIGHT_PX, _GAP_PX = 32, 7, 12, 2
_MARK_LEFT_PX, _LINE_PX = 8, 18
CLAUSE = " · "
"""Stands in a message between what is wrong and the figures of it."""


class FindingCard(QAbstractButton):
    """Shows one finding; pressing it goes there."""

    def __init__(self, finding: Finding, theme: Theme, parent: QWidget | None = None) -> None:
        """Show `finding`."""
        super().__init__(parent)
        self._finding = finding
        self._theme = theme
        self._known: dict[int, tuple[Wrapped, ...]] = {}
        word = SEVERITY_WORDS[finding.severity][0]
        self.setAccessibleName(f"{word}: {finding.message}")
        self.setAccessibleDescription(finding.advice)
        self.setToolTip(plain_tip(f"Go to this {word} ({finding.rule})"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def finding(self) -> Finding:
        """What is shown."""
        return self._finding

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        texts = self._texts(width)
        return 2 * _TOP_PX + sum(text.height for text in texts) + _GAP_PX * (len(texts) - 1)

    @override
    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 2 * _LEFT_PX else 240
        return QSize(width, self.heightForWidth(width))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        if self.underMouse():
            painter.fillRect(self.rect(), theme.blend(theme.color("quiet"), 0.08))
        mark = QRect(_MARK_LEFT_PX, _TOP_PX, _LEFT_PX - _MARK_LEFT_PX, _LINE_PX)
        paint_severity(painter, mark, self._finding.severity, theme)
        top = _TOP_PX
        for place, text in enumerate(self._texts(self.width())):
            painter.setPen(theme.color("quiet" if place else "text"))
            text.draw(painter, _LEFT_PX, top)
            top += text.height + _GAP_PX
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("line"))
        if self.hasFocus():
            painter.setPen(QPen(theme.color("accent"), 1))
            painter.drawRect(self.rect().adjusted(1, 1, -2, -3))

    def _texts(self, width: int) -> tuple[Wrapped, ...]:
        """Return what is wrong, the figures of it and what to change, as far as there are any."""
        texts = self._known.get(width)
        if texts is None:
            what, _, figures = self._finding.message.partition(CLAUSE)
            room = width - _LEFT_PX - _RIGHT_PX
            parts = (what, figures, self._finding.advice)
            texts = tuple(Wrapped(part, interface_font(), room) for part in parts if part)
            self._known[width] = texts
        return texts
