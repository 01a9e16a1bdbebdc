"""Rules about what should stay whole: tables and code."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from chunkscope.core.blocks import CODE, TABLES, Block, Kind, Table
from chunkscope.core.chunks import ChunkColumn, Level
from chunkscope.core.lint.findings import Finding, Severity
from chunkscope.core.lint.page import Subject, counted, named
from chunkscope.core.spans import Span

_TABLE_ADVICE: Final = (
    "Break it into smaller tables under headings of their own, each with its header row, "
    "or write each row as a sentence that names its columns."
)


class _Cut(NamedTuple):
    """Chunks of one level that share what should be whole.

    Attributes:
        level: Parents, or the children of one parent.
        column: All chunks of that level.
        places: Those whose own text holds a part of it, at least two.
        parent: The first parent concerned.
    """

    level: Level
    column: ChunkColumn
    places: tuple[int, ...]
    parent: int


def table_split(subject: Subject) -> Iterator[Finding]:
    """Find tables of which rows land in a chunk without their header."""
    for block, cut in _cut_blocks(subject, TABLES):
        table = subject.blocks.table(block)
        headless = _rows_without(table, cut)
        if cut.level is Level.PARENT:
            yield subject.finding(
                "table-split",
                (block.span,),
                f"{_table_message(table, headless)} · {named(cut.places)}",
                _TABLE_ADVICE,
                parents=cut.places,
            )
        elif headless:
            yield subject.finding(
                "table-split",
                (block.span,),
                f"Table split between children: {_loss(headless)} · {named(cut.places, 'C')}",
                f"{_TABLE_ADVICE} {named((cut.parent,))} still holds all of it.",
                parents=(cut.parent,),
                children=cut.places,
                severity=Severity.WARNING,
            )


def table_too_large(subject: Subject) -> Iterator[Finding]:
    """Find tables that no parent can hold."""
    reach = subject.parent_reach
    for block in subject.blocks.of(TABLES):
        size = block.end - block.start
        if size > reach:
            rows = len(subject.blocks.table(block).rows)
            yield subject.finding(
                "table-too-large",
                (block.span,),
                f"Table of {size:,} characters in {counted(rows, 'row')}"
                f" · a parent holds {reach:,}",
                "Break it into tables of one subject each, under headings of their own, "
                "or drop columns that nobody asks for.",
                parents=subject.parents_at(block.span),
            )


def code_split(subject: Subject) -> Iterator[Finding]:
    """Find code that is cut between parents, or within one between its children."""
    for block, cut in _cut_blocks(subject, CODE):
        lines = counted(subject.text.count("\n", block.start, block.end) + 1, "line")
        pieces = len(cut.places)
        if cut.level is Level.PARENT:
            fits = block.end - block.start <= subject.parent_reach
            yield subject.finding(
                "code-split",
                (block.span,),
                f"Code of {lines} is cut in {pieces:,} · {named(cut.places)}",
                _code_advice(block, fits=fits),
                parents=cut.places,
            )
        elif block.end - block.start <= 4 * subject.chunk_set.settings.child_size:
            yield subject.finding(
                "code-split",
                (block.span,),
                f"Code of {lines} is cut in {pieces:,} children · {named(cut.places, 'C')}",
                f"It would fit one child, and {named((cut.parent,))} holds all of it. "
                "With less text before it, or a heading of its own, it stays whole.",
                parents=(cut.parent,),
                children=cut.places,
                severity=Severity.INFO,
            )


def _cut_blocks(subject: Subject, kinds: frozenset[Kind]) -> Iterator[tuple[Block, _Cut]]:
    """Yield the blocks of some kinds that are not whole, each with how it is cut."""
    for place, block in enumerate(subject.blocks.of(kinds)):
        subject.progress(place)
        cut = _cut_of(subject, block.span)
        if cut is not None:
            yield block, cut


def _code_advice(block: Block, *, fits: bool) -> str:
    if fits:
        return "Give it a heading of its own with one sentence before it, so that it stays whole."
    first = "Show the part that matters" if block.kind is Kind.FENCED_CODE else "Shorten it"
    return f"{first}, or break it into steps with a sentence before each."


def _cut_of(subject: Subject, span: Span) -> _Cut | None:
    """Return how `span` is cut; None where one parent and one of its children hold it."""
    chunks = subject.chunk_set
    parents = subject.parents_at(span)
    if len(parents) > 1:
        return _Cut(Level.PARENT, chunks.parents, parents, parents[0])
    if not parents:
        return None
    columns = chunks.children.columns
    children = tuple(
        place
        for place in chunks.children_of(parents[0])
        if columns.own_starts[place] < span.end and columns.ends[place] > span.start
    )
    if len(children) < 2:
        return None
    return _Cut(Level.CHILD, chunks.children, children, parents[0])


def _rows_without(table: Table, cut: _Cut) -> int:
    """Return how many rows stand in no chunk that holds their header, too."""
    columns = cut.column.columns
    header = table.header
    reach = max(
        (
            columns.ends[place]
            for place in cut.places
            if columns.starts[place] <= header.start and header.end <= columns.ends[place]
        ),
        default=header.start,
    )
    return sum(1 for row in table.rows if row.end > reach)


def _table_message(table: Table, headless: int) -> str:
    if table.header.start == table.header.end:
        return "Table split, and it has no header row"
    return f"Table split: {_loss(headless)}"


def _loss(headless: int) -> str:
    return f"{counted(headless, 'row')} {'loses its' if headless == 1 else 'lose their'} header"
