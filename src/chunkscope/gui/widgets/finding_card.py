"""A finding as a button: its mark, what is wrong and what to change."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from chunkscope.core.lint.findings import Finding
from chunkscope.core.overriding import override
from chunkscope.gui.assets import interface_font
from chunkscope.gui.theme import Theme
from chunkscope.gui.widgets.badge import SEVERITY_WORDS, paint_severity
from chunkscope.gui.widgets.panel_parts import RowButton
from chunkscope.gui.widgets.wording import plain_tip
from chunkscope.gui.widgets.wrapped import Wrapped

_LEFT_PX, _TOP_PX, _RIGHT_PX, _GAP_PX = 32, 7, 12, 2
_MARK_LEFT_PX, _LINE_PX, _HINTED_PX = 8, 18, 240
CLAUSE = " · "
"""Stands in a message between what is wrong and the figures of it."""


class FindingCard(RowButton):
    """Shows one finding; pressing it goes there."""

    def __init__(self, finding: Finding, theme: Theme, parent: QWidget | None = None) -> None:
        """Show `finding`."""
        super().__init__(theme, parent)
        self._finding = finding
        self._font = interface_font()
        self._known: dict[int, tuple[Wrapped, ...]] = {}
        word = SEVERITY_WORDS[finding.severity][0]
        self.setAccessibleName(f"{word}: {finding.message}")
        self.setAccessibleDescription(finding.advice)
        self.setToolTip(plain_tip(f"Go to this {word} ({finding.rule})"))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def finding(self) -> Finding:
        """What is shown."""
        return self._finding

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        texts = self._texts(width)
        return 2 * _TOP_PX + sum(text.height for text in texts) + _GAP_PX * (len(texts) - 1)

    @override
    def sizeHint(self) -> QSize:
        width = self.width()
        known = width in self._known  # else it was never laid out, and its width is none yet
        return QSize(width, self.heightForWidth(width)) if known else QSize(_HINTED_PX, _LINE_PX)

    @override
    def _frame(self) -> QRect:
        return self.rect().adjusted(1, 1, -2, -3)

    @override
    def _paint(self, painter: QPainter) -> None:
        theme = self._theme
        mark = QRect(_MARK_LEFT_PX, _TOP_PX, _LEFT_PX - _MARK_LEFT_PX, _LINE_PX)
        paint_severity(painter, mark, self._finding.severity, theme)
        top = _TOP_PX
        for place, text in enumerate(self._texts(self.width())):
            painter.setPen(theme.color("quiet" if place else "text"))
            text.draw(painter, _LEFT_PX, top)
            top += text.height + _GAP_PX
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("line"))

    def _texts(self, width: int) -> tuple[Wrapped, ...]:
        """Return what is wrong, the figures of it and what to change, as far as there are any."""
        texts = self._known.get(width)
        if texts is None:
            what, _, figures = self._finding.message.partition(CLAUSE)
            room = width - _LEFT_PX - _RIGHT_PX
            parts = (what, figures, self._finding.advice)
            texts = tuple(Wrapped(part, self._font, room) for part in parts if part)
            self._known[width] = texts
        return texts
