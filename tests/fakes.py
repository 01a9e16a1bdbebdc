"""Small stand-ins that several tests share."""

from dataclasses import dataclass, field
from pathlib import Path

from chunkscope.workspace.picture import PictureRequest


@dataclass
class FakeLauncher:
    """Remembers what the command line asked for."""

    opened: list[Path | None] = field(default_factory=list)
    pictures: list[PictureRequest] = field(default_factory=list)

    def open(self, path: Path | None) -> int:
        self.opened.append(path)
        return 0

    def picture(self, request: PictureRequest) -> int:
        self.pictures.append(request)
        return 0
