"""Which findings concern a chunk."""

from collections.abc import Sequence
from dataclasses import replace

from chunkscope.core.chunks import Chunk, ChunkSet, Level
from chunkscope.core.lint.checks import SUMMED_UP
from chunkscope.core.lint.findings import RULES, Finding
from chunkscope.gui.finding_places import places_of
from chunkscope.gui.widgets.wording import counted
from chunkscope.workspace.state import Workspace


def findings_here(workspace: Workspace) -> tuple[int, ...]:
    """Return the places of the findings that concern the chosen chunk, in their order.

    For a parent those that name it or stand in it; for a child those that stand in it.
    """
    chunk = workspace.chosen_chunk
    if chunk is None:
        return ()
    places = places_of(workspace.findings)
    here = {number for number, _span in places.at(chunk.span)}
    if chunk.level is Level.PARENT:
        here = {number for number in here if not places.findings[number].parents}
        here.update(places.naming(chunk.index))
    return tuple(sorted(here))


def told_here(workspace: Workspace, number: int) -> Finding:
    """Return a finding as the chosen chunk is to be told of it.

    One that sums up many says of how many; what the chunk itself loses is told instead.
    """
    finding = (workspace.findings or ())[number]
    chunk = workspace.chosen_chunk
    if chunk is None or SUMMED_UP not in finding.message:
        return finding
    what = _own_loss(workspace, chunk, finding.rule)
    many = len(finding.spans) + finding.spans_left_out
    if what is None:
        what = f"{RULES[finding.rule].title} · one of the last {many:,} of this kind"
    return replace(finding, message=what)


def _own_loss(workspace: Workspace, chunk: Chunk, rule: str) -> str | None:
    name = f"P{chunk.index + 1}" if chunk.level is Level.PARENT else f"C{chunk.index + 1}"
    length, limit = chunk.end - chunk.start, workspace.prompt_limit
    if rule == "prompt-tail" and length > limit:
        past = counted(length - limit, "character")
        return (
            f"The end of {name} never reaches the prompt · {past} past the {limit:,}-character cut"
        )
    counts = workspace.counts
    real = None if counts is None else counts.chunk(chunk)
    if rule == "over-embedder-window" and counts is not None and real is not None:
        reads = f"{real:,} tokens, {counts.embedder} reads {counts.window:,}"
        return (
            f"The embedder stops reading {name} before its end · {reads}"
            if real > counts.window
            else None
        )
    settings = workspace.settings
    size = settings.parent_size if chunk.level is Level.PARENT else settings.child_size
    if rule == "chunk-over-size" and chunk.estimated_tokens > size:
        return f"{name} is over its size · {chunk.estimated_tokens:,} of {size:,} estimated tokens"
    return None


def place_name(chunks: ChunkSet | None, finding: Finding) -> str:
    """Return the names of the chunks that a finding concerns: `P7`, `P7, P8`, `P2 to P9`."""
    parents = parents_of(chunks, finding)
    names = [f"P{parent + 1}" for parent in parents]
    if len(names) <= 2:
        return ", ".join(names)
    is_run = parents[-1] - parents[0] == len(parents) - 1
    return f"{names[0]} to {names[-1]}" if is_run else f"{names[0]} and {len(names) - 1:,} more"


def parents_of(chunks: ChunkSet | None, finding: Finding) -> Sequence[int]:
    """Return the parents that a finding names, or else the one it stands in."""
    if chunks is None:
        return ()
    if finding.parents:
        return sorted(parent for parent in finding.parents if parent < len(chunks.parents))
    owner = chunks.parents.owning(finding.spans[0].start)
    return () if owner is None else (owner,)


def path_in_page(chunks: ChunkSet, section: int) -> tuple[str, ...]:
    """Return the titles of the headings open in a section.

    The page's own title is left out where others follow: it says nothing in a list of one page.
    """
    path = chunks.outline.heading_path(section)
    if len(path) > 1 and path[0].strip().casefold() == chunks.title.strip().casefold():
        return path[1:]
    return path


def long_name(chunk: Chunk) -> str:
    """Return a chunk's name in words: `Parent 7`, `Child 21`."""
    return f"{chunk.level.value.capitalize()} {chunk.index + 1:,}"
