"""Asks for a web address; the only place from which a page is fetched."""

from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from chunkscope.workspace.pasted import address_in

_WIDTH_PX, _ROOM_PX = 480, 6
_REFUSAL = "Type an address that begins with https:// or http://."


class AddressDialog(QDialog):
    """A line for an address, refused in place where it is none.

    Signals:
        address_chosen: The address to fetch.
    """

    address_chosen = Signal(str)

    def __init__(self, address: str, parent: QWidget) -> None:
        """Begin with `address` in the line, which may be empty."""
        super().__init__(parent)
        self.setWindowTitle("Open address")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.line = QLineEdit(address, self)
        self.line.setPlaceholderText("https://")
        self.line.setAccessibleName("Web address")
        self.line.setToolTip("The address of one page, PDF or other document")
        self.line.textChanged.connect(self._tell)
        self.promise = _label("caption")
        self.refusal = _label("refusal")
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.accepted.connect(self.confirm)
        self.buttons.rejected.connect(self.reject)
        opens = self.buttons.button(QDialogButtonBox.StandardButton.Open)
        opens.setProperty("primary", True)
        opens.style().polish(opens)
        opens.setToolTip("Fetch the page (Return)")
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setToolTip(
            "Fetch nothing (Escape)"
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(10)
        for part in (self.line, self.promise, self.refusal, self.buttons):
            column.addWidget(part)
        self.setFixedWidth(_WIDTH_PX)
        line_px = self.fontMetrics().lineSpacing()
        self.promise.setFixedHeight(2 * line_px + _ROOM_PX)
        self.refusal.setFixedHeight(line_px + _ROOM_PX)
        self._tell()
        self.line.selectAll()

    def confirm(self) -> None:
        """Fetch the address, or say why it is none."""
        address = address_in(self.line.text())
        if address is None:
            self.refusal.setText(_REFUSAL)
            self.line.setFocus()
            return
        self.accept()
        self.address_chosen.emit(address)

    def _tell(self) -> None:
        address = address_in(self.line.text())
        host = _host_of(address) if address is not None else ""
        server = f"from {host}" if host else "from its server"
        self.promise.setText(
            f"Open fetches this one page {server}. Nothing that it names is fetched, and nothing "
            "of yours is sent."
        )
        self.refusal.clear()


def _host_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
