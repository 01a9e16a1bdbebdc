"""The pictures that a PDF's page draws; only their places, never what they show."""

import ctypes
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

Box: TypeAlias = tuple[int, int, int, int]  # points from the page's bottom left: left to top

_SMALLEST: Final = 24  # points; less is an icon, a rule or a bullet
_MOST_OBJECTS: Final = 5_000  # of a page that are looked at
_DEEPEST: Final = 4  # forms within forms
_FEWEST_REPEATS: Final = 3


def pictures_on(raw: Any, page: Any) -> tuple[Box, ...]:
    """Return the places of an open page's pictures, by pypdfium2's raw functions."""
    found = []
    for thing in _objects_of(raw, page):
        is_picture = raw.FPDFPageObj_GetType(thing) == raw.FPDF_PAGEOBJ_IMAGE
        if is_picture or _holds_picture(raw, thing, 0):
            box = _box_of(raw, thing)
            if min(box[2] - box[0], box[3] - box[1]) >= _SMALLEST:
                found.append(box)
    return tuple(found)


def without_logos(pages: Sequence[Sequence[Box]]) -> list[int]:
    """Return how many pictures each page has without those at one place on most of the pages."""
    seen = Counter(box for boxes in pages for box in set(boxes))
    most = max(_FEWEST_REPEATS - 1, len(pages) // 2)
    return [sum(seen[box] <= most for box in boxes) for boxes in pages]


def _objects_of(raw: Any, page: Any) -> Iterator[Any]:
    for index in range(min(raw.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        yield raw.FPDFPage_GetObject(page, index)


def _holds_picture(raw: Any, thing: Any, depth: int) -> bool:
    """Tell whether a form holds a picture."""
    if depth > _DEEPEST or raw.FPDFPageObj_GetType(thing) != raw.FPDF_PAGEOBJ_FORM:
        return False
    for index in range(min(raw.FPDFFormObj_CountObjects(thing), _MOST_OBJECTS)):
        part = raw.FPDFFormObj_GetObject(thing, index)
        if raw.FPDFPageObj_GetType(part) == raw.FPDF_PAGEOBJ_IMAGE:
            return True
        if _holds_picture(raw, part, depth + 1):
            return True
    return False


def _box_of(raw: Any, thing: Any) -> Box:
    sides = [ctypes.c_float() for _ in range(4)]
    if not raw.FPDFPageObj_GetBounds(thing, *sides):
        return 0, 0, 0, 0
    left, bottom, right, top = (round(side.value) for side in sides)
    return left, bottom, right, top
