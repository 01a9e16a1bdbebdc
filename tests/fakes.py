"""Small stand-ins that several tests share."""

from dataclasses import dataclass, field
from pathlib import Path

from chunkscope.workspace.picture import PictureRequest
from chunkscope.workspace.reading import Source


@dataclass
class FakeLauncher:
    """Remembers what the command line asked for."""

    opened: list[Source | None] = field(default_factory=list)
    pictures: list[PictureRequest] = field(default_factory=list)
    tested: list[Path | None] = field(default_factory=list)

    def open(self, source: Source | None) -> int:
        self.opened.append(source)
        return 0

    def picture(self, request: PictureRequest) -> int:
        self.pictures.append(request)
        return 0

    def test_itself(self, report: Path | None) -> int:
        self.tested.append(report)
        return 0
