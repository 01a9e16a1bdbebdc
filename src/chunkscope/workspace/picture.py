"""What a picture of the window is to show."""

from dataclasses import dataclass
from pathlib import Path

from chunkscope.workspace.state import View


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture of the window with one document, drawn without a screen.

    Attributes:
        path: The document; None for the welcome.
        out: The PNG file to write.
        theme: `light` or `dark`.
        width: Of the window, in pixels.
        height: Of the window, in pixels.
        view: How the document is shown.
        at: The heading to scroll to and choose; None for the document's start.
        pages: Whether the pages of the original stand beside the text.
        question: What is asked in the test bench; None where nothing is.
        answer: Text of the page that is marked as the answer; None where none is.
    """

    path: Path | None
    out: Path
    theme: str = "light"
    width: int = 1440
    height: int = 900
    view: View = View.RENDERED
    at: str | None = None
    pages: bool = False
    question: str | None = None
    answer: str | None = None
