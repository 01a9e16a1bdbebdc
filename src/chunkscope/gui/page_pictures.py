"""Pictures of an original's pages: drawn one after the other in another process, kept in bounds."""

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from chunkscope.core.errors import words_of_error
from chunkscope.gui.tasks import Lane, Task, TaskReport, TaskRunner

if TYPE_CHECKING:
    from chunkscope.sources.page_images import PageImages

MOST_KEPT_BYTES: Final = 96_000_000
_PATIENCE_S: Final = 1.0
"""A page that is off the screen and takes longer holds up those on it no more."""


@dataclass(frozen=True, slots=True)
class _File:
    """The file whose pages are drawn, as it was when they were measured."""

    shapes: tuple[float, ...]
    changed_ns: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class _Picture:
    """A page's picture, and how many pixels wide it was wanted: a huge page's is narrower."""

    image: QImage
    pixels: int


class PagePictures(QObject):
    """Draws the pages that are wanted, the first of them first.

    Signals:
        measured: Height over width of every page of the file.
        failed: Why nothing of the file can be drawn: a sentence and a next step.
        came: A page whose picture, or whose failure, is there now.
    """

    measured = Signal(object)
    failed = Signal(str, str)
    came = Signal(int)

    def __init__(
        self, runner: TaskRunner, parent: QObject, most_bytes: int = MOST_KEPT_BYTES
    ) -> None:
        """Draw on `runner`'s drawing lane and keep about `most_bytes` of pictures."""
        super().__init__(parent)
        self._runner = runner
        self._most_bytes = most_bytes
        self._images: PageImages | None = None
        self._to_close: list[PageImages] = []
        self._path: Path | None = None
        self._file: _File | None = None
        self._kept: OrderedDict[int, _Picture] = OrderedDict()
        self._kept_bytes = 0
        self._failures: dict[int, str] = {}
        self._wanted: tuple[int, ...] = ()
        self._width = 0
        self._ratio = 1.0
        self._task: Task | None = None
        self._drawn: int | None = None
        self._since = 0.0

    @property
    def kept_bytes(self) -> int:
        """What the pictures that are kept take."""
        return self._kept_bytes

    def open(self, path: Path) -> None:
        """Measure the pages of a file; pictures stay where it has not changed since."""
        if self._images is not None and path != self._path:
            self.close()
        from chunkscope.sources.page_images import PageImages

        images = self._images or PageImages(path)
        self._images, self._path = images, path

        def measure(report: TaskReport) -> _File:
            sizes = images.sizes(report)
            status = path.stat()
            shapes = tuple(size.height / max(size.width, 1.0) for size in sizes)
            return _File(shapes, status.st_mtime_ns, status.st_size)

        self._stop()
        self._task = self._runner.start(
            Lane.DRAW, measure, done=self._measured, failed=self._not_measured, replace=False
        )

    def want(self, pages: Sequence[int], width: int, ratio: float) -> None:
        """Draw these pages next, `width` pixels of a screen with this device pixel ratio wide."""
        self._wanted, self._width, self._ratio = tuple(pages), width, ratio
        is_late = time.monotonic() - self._since > _PATIENCE_S
        if self._drawn is not None and self._drawn not in self._wanted and is_late:
            self._stop()
        self._draw_next()

    def picture(self, page: int) -> QImage | None:
        """Return a page's picture, perhaps of another width; None while there is none."""
        kept = self._kept.get(page)
        if kept is None:
            return None
        self._kept.move_to_end(page)
        return kept.image

    def failure(self, page: int) -> str:
        """Return why a page could not be drawn; empty while it may come."""
        return self._failures.get(page, "")

    def close(self) -> None:
        """Forget the file and end the process that draws it, once its work has stopped."""
        self._stop()
        images, self._images = self._images, None
        self._path = self._file = None
        self._wanted = ()
        self._forget_pictures()
        if images is not None:
            self._to_close.append(images)
            self._runner.start(
                Lane.DRAW,
                lambda _report: images.close(),
                done=lambda _none: self._to_close.remove(images),
                replace=False,
            )

    def shut(self) -> None:
        """End every process; the runner is closed, so that nothing uses them."""
        self.close()
        for images in self._to_close:
            images.close()
        self._to_close.clear()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = self._drawn = None

    def _measured(self, file: _File) -> None:
        if file != self._file:
            self._forget_pictures()
        self._file, self._task = file, None
        self.measured.emit(file.shapes)
        self._draw_next()

    def _not_measured(self, error: Exception) -> None:
        self._task = None
        hint = "The text beside is whole all the same."
        self.failed.emit(*words_of_error(error, "The pages cannot be drawn.", hint))

    def _draw_next(self) -> None:
        images, file = self._images, self._file
        page = self._next_page()
        if page is None or images is None or file is None or self._task is not None:
            return
        ratio, pixels = self._ratio, self._pixels

        def draw(report: TaskReport) -> QImage:
            drawn = images.draw(page, pixels, report)
            form = QImage.Format.Format_RGB32
            image = QImage(drawn.pixels, drawn.width, drawn.height, drawn.stride, form).copy()
            image.setDevicePixelRatio(ratio)
            return image

        self._drawn, self._since = page, time.monotonic()
        self._task = self._runner.start(
            Lane.DRAW,
            draw,
            done=lambda image: self._came(page, _Picture(image, pixels)),
            failed=lambda error: self._missed(page, error),
            replace=False,
        )

    @property
    def _pixels(self) -> int:
        return max(1, round(self._width * self._ratio))

    def _next_page(self) -> int | None:
        """Return the first wanted page that has no picture of the wanted width."""
        for page in self._wanted:
            kept = self._kept.get(page)
            if page not in self._failures and (kept is None or kept.pixels != self._pixels):
                return page
        return None

    def _came(self, page: int, picture: _Picture) -> None:
        self._task = self._drawn = None
        self._drop(page)
        self._kept[page] = picture
        self._kept_bytes += picture.image.sizeInBytes()
        self._make_room()
        self.came.emit(page)
        self._draw_next()

    def _make_room(self) -> None:
        """Drop what was shown longest ago; where all is wanted, want no more."""
        for page in [page for page in self._kept if page not in self._wanted]:
            if self._kept_bytes > self._most_bytes:
                self._drop(page)
        if self._kept_bytes > self._most_bytes:
            self._wanted = tuple(page for page in self._wanted if page in self._kept)

    def _drop(self, page: int) -> None:
        dropped = self._kept.pop(page, None)
        if dropped is not None:
            self._kept_bytes -= dropped.image.sizeInBytes()

    def _missed(self, page: int, error: Exception) -> None:
        self._task = self._drawn = None
        self._failures[page], _ = words_of_error(error, "It could not be drawn.")
        self.came.emit(page)
        self._draw_next()

    def _forget_pictures(self) -> None:
        self._kept.clear()
        self._failures.clear()
        self._kept_bytes = 0
