"""How a page is turned where it is shown."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Turn:
    """How a page's own places become those of the page as it is shown."""

    quarters: int
    left: float
    bottom: float
    width: float
    height: float

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return a place of the page as one of the page as it is shown, from its top left."""
        x, y = x - self.left, y - self.bottom
        if self.quarters == 1:
            return y, x
        if self.quarters == 2:
            return self.width - x, y
        if self.quarters == 3:
            return self.width - y, self.height - x
        return x, self.height - y


def turn_of(raw: Any, handle: Any, width: float, height: float) -> Turn:
    """Return the turn of an open page, by pypdfium2's raw functions."""
    box = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(handle, box)
    return Turn(raw.FPDFPage_GetRotation(handle), box.left, box.bottom, width, height)
