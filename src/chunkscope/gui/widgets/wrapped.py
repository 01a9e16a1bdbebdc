"""Plain text laid out in a width: broken at words, and inside a word only where it must be."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QPainter, QTextLayout, QTextOption

_LINE_SEPARATOR = "\u2028"


class Wrapped:
    """Text in lines of one width."""

    __slots__ = ("_layout", "height")

    def __init__(
        self,
        text: str,
        font: QFont,
        width: int,
        alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        """Lay out `text`; line ends in it stay line ends."""
        option = QTextOption(alignment)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout = QTextLayout(text.replace("\n", _LINE_SEPARATOR), font)
        self._layout.setTextOption(option)
        self._layout.setCacheEnabled(True)
        self._layout.beginLayout()
        height = 0.0
        while text and (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(1, width))
            line.setPosition(QPointF(0, height))
            height += line.height()
        self._layout.endLayout()
        self.height = -int(-height // 1)

    def draw(self, painter: QPainter, left: float, top: float) -> None:
        """Draw the lines in the painter's pen."""
        self._layout.draw(painter, QPointF(left, top))
