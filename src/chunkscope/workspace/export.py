"""Chunks as JSON, JSON lines, CSV or plain text, for files and the command line."""

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from chunkscope.core.chunks import Chunk, ChunkSet, Level
from chunkscope.core.counts import PageCounts
from chunkscope.workspace.lines import one_line, without_controls

RealTokens = dict[str, int | None]
_FORMULA: Final = re.compile(r"[=@\t]|[+-](?! )")
"""What a spreadsheet takes for a formula; a list's "- " is none."""


def chunks_as_dict(
    chunks: ChunkSet, counts: PageCounts | None, source: str | None
) -> dict[str, Any]:
    """Return the whole cut, its settings and spans named as in the splitter's specification.

    `real_tokens` holds one count a tokenizer, by its name; None where there is none.
    """
    return {
        "title": chunks.title,
        "source": source,
        "settings": asdict(chunks.settings),
        "estimated_tokens": chunks.estimated_tokens,
        "real_tokens": _document_tokens(counts),
        "parents": [chunk_as_dict(chunks, chunk, counts) for chunk in chunks.parents],
        "children": [chunk_as_dict(chunks, chunk, counts) for chunk in chunks.children],
    }


def chunk_as_dict(chunks: ChunkSet, chunk: Chunk, counts: PageCounts | None) -> dict[str, Any]:
    """Return one chunk; a child also tells the place of its parent, from 0."""
    fields: dict[str, Any] = {"id": chunk.name}
    if chunk.level is Level.CHILD:
        fields["parent"] = chunk.owner
    return fields | {
        "start": chunk.start,
        "own_start": chunk.own_start,
        "end": chunk.end,
        "heading_path": list(chunks.heading_path(chunk)),
        "prefix": chunks.prefix(chunk),
        "rule": chunk.rule.value,
        "estimated_tokens": chunk.estimated_tokens,
        "real_tokens": _chunk_tokens(chunk, counts),
        "text": chunks.slice_of(chunk),
    }


def as_json(chunks: ChunkSet, counts: PageCounts | None, source: str | None) -> Iterator[str]:
    """Yield the cut as one JSON object."""
    encoder = json.JSONEncoder(ensure_ascii=False, indent=2)
    yield from encoder.iterencode(chunks_as_dict(chunks, counts, source))
    yield "\n"


def as_json_lines(chunks: ChunkSet, counts: PageCounts | None) -> Iterator[str]:
    """Yield one JSON object a line: parents first, then children, each with its level."""
    for chunk in (*chunks.parents, *chunks.children):
        fields = {"level": chunk.level.value} | chunk_as_dict(chunks, chunk, counts)
        yield json.dumps(fields, ensure_ascii=False) + "\n"


def as_csv(chunks: ChunkSet, counts: PageCounts | None) -> Iterator[str]:
    """Yield a table with a head and one row a chunk, parents first.

    A cell that a spreadsheet would take for a formula starts with an apostrophe.
    """
    tokenizers = tuple(counts.columns) if counts is not None else ()
    head = [
        "level", "id", "parent", "start", "own_start", "end", "heading_path", "prefix", "rule",
        "estimated_tokens", *(f"real_tokens {name}" for name in tokenizers), "text",
    ]  # fmt: skip
    yield _csv_row(head)
    for chunk in (*chunks.parents, *chunks.children):
        yield _csv_row(_csv_cells(chunks, chunk, counts, tokenizers))


def as_text(chunks: ChunkSet, counts: PageCounts | None) -> Iterator[str]:
    """Yield the cut for a reader: every parent with its children, sizes and rule."""
    settings = chunks.settings
    parents, children = len(chunks.parents), len(chunks.children)
    yield (
        f"{one_line(chunks.title)}\n{parents} parent{'' if parents == 1 else 's'} "
        f"({settings.parent_size}/{settings.parent_overlap}), {children} "
        f"child{'' if children == 1 else 'ren'} ({settings.child_size}/"
        f"{settings.child_overlap}), estimated {chunks.estimated_tokens} tokens\n"
    )
    for parent in chunks.parents:
        yield f"\n{_text_head(chunks, parent, counts)}\n"
        for place in chunks.children_of(parent.index):
            yield f"  {_text_head(chunks, chunks.children[place], counts)}\n"
        text = without_controls(chunks.slice_of(parent))
        yield "".join(f"    {line}\n" for line in text.split("\n"))


def _text_head(chunks: ChunkSet, chunk: Chunk, counts: PageCounts | None) -> str:
    real = ", ".join(
        f"{name} {tokens}"
        for name, tokens in _chunk_tokens(chunk, counts).items()
        if tokens is not None
    )
    size = f"{chunk.estimated_tokens} est" + (f", {real}" if real else "")
    place = f"{chunk.start}..{chunk.end}"
    if chunk.level is Level.CHILD:
        return f"{chunk.name}  {place}  {chunk.rule.value}  {size}"
    return f"{chunk.name}  {one_line(chunks.prefix(chunk))}  {place}  {chunk.rule.value}  {size}"


def _chunk_tokens(chunk: Chunk, counts: PageCounts | None) -> RealTokens:
    if counts is None:
        return {}
    names = (*counts.columns, *counts.unavailable)
    return {name: counts.chunk(chunk, name) for name in names}


def _document_tokens(counts: PageCounts | None) -> RealTokens:
    if counts is None:
        return {}
    names = (*counts.columns, *counts.unavailable)
    return {name: counts.document(name) for name in names}


def _csv_cells(
    chunks: ChunkSet, chunk: Chunk, counts: PageCounts | None, tokenizers: tuple[str, ...]
) -> list[object]:
    parent = chunk.owner if chunk.level is Level.CHILD else ""
    real = [counts.chunk(chunk, name) if counts else None for name in tokenizers]
    path = " > ".join(chunks.heading_path(chunk))
    return [
        chunk.level.value, chunk.name, parent, chunk.start, chunk.own_start, chunk.end,
        _inert(path), _inert(chunks.prefix(chunk)), chunk.rule.value, chunk.estimated_tokens,
        *("" if tokens is None else tokens for tokens in real), _inert(chunks.slice_of(chunk)),
    ]  # fmt: skip


def _inert(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _csv_row(cells: list[Any]) -> str:
    row = io.StringIO()
    csv.writer(row, lineterminator="\n").writerow(cells)
    return row.getvalue()
