"""Places visited, back and forward as in a browser."""

from typing import Final

from chunkscope.workspace.state import Choice

LIMIT: Final = 200


class History:
    """The chosen places of one document, in the order they were visited."""

    def __init__(self) -> None:
        """Start with no place."""
        self._places: list[Choice] = []
        self._at = -1

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier place."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later place."""
        return self._at < len(self._places) - 1

    def visit(self, place: Choice) -> None:
        """Add a place behind the present one; what lay ahead is forgotten."""
        if 0 <= self._at < len(self._places) and self._places[self._at] == place:
            return
        self._places[self._at + 1 :] = [place]
        del self._places[:-LIMIT]
        self._at = len(self._places) - 1

    def back(self) -> Choice | None:
        """Step back; None where nothing lies behind."""
        if not self.can_go_back:
            return None
        self._at -= 1
        return self._places[self._at]

    def forward(self) -> Choice | None:
        """Step forward; None where nothing lies ahead."""
        if not self.can_go_forward:
            return None
        self._at += 1
        return self._places[self._at]

    def clear(self) -> None:
        """Forget all places."""
        self._places.clear()
        self._at = -1
