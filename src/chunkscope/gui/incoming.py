"""What is dropped on the window or pasted into it."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData

from chunkscope.workspace.pasted import address_in, looks_like_markdown

if TYPE_CHECKING:
    from chunkscope.gui.main_window import MainWindow


def open_content(window: "MainWindow", content: QMimeData) -> None:
    """Open a file, or markdown, or else HTML before plain text.

    An address is only offered: nothing is fetched that the user did not ask for.
    """
    controller, notice = window.controller, window.status.notice
    paths = [url.toLocalFile() for url in content.urls() if url.isLocalFile()]
    links = [url.toString() for url in content.urls() if not url.isLocalFile()]
    address = address_in(links[0] if links else content.text())
    if paths:
        controller.open_path(Path(paths[0]))
        if len(paths) > 1:
            notice(f"One page at a time: only the first of {len(paths)} is opened.")
    elif address is not None:
        controller.offer_address(address)
    elif content.hasUrls():
        notice("Only files on this computer and web addresses can be opened.")
    elif content.hasText() and looks_like_markdown(content.text()):
        controller.open_text(content.text())
    elif content.hasHtml() and content.html().strip():
        controller.open_html(content.html())
    elif content.hasText() and content.text().strip():
        controller.open_text(content.text())
    else:
        notice("There is neither text nor a file on the clipboard.")
