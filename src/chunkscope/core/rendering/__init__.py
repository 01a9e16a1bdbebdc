"""Markdown as a page: display blocks whose every run of text knows its source."""

from chunkscope.core.rendering.display import (
    Cell,
    Column,
    DisplayBlock,
    Kind,
    Marker,
    Nest,
    Run,
    Style,
    TableRows,
)
from chunkscope.core.rendering.page import iter_blocks, render_blocks

__all__ = [
    "Cell",
    "Column",
    "DisplayBlock",
    "Kind",
    "Marker",
    "Nest",
    "Run",
    "Style",
    "TableRows",
    "iter_blocks",
    "render_blocks",
]
