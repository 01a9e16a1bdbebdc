"""From markdown to display blocks, one top-level block after the other."""

import re
from collections.abc import Iterator
from dataclasses import replace

from chunkscope.core.outline import front_matter_end
from chunkscope.core.progress import Report, ignore
from chunkscope.core.rendering.block_parser import SourceState
from chunkscope.core.rendering.blocks import BlockReader
from chunkscope.core.rendering.display import DisplayBlock, Kind
from chunkscope.core.rendering.inline_parser import github_parser
from chunkscope.core.rendering.inlines import source_run
from chunkscope.core.spans import Span

_DEFINED = re.compile(r"^[ \t>*+\-0-9.)]*\[([^\]]{1,999})\]:", re.MULTILINE)
_FENCE_OR_DEFINED = re.compile(
    r"^[ \t>*+\-0-9.)]*(?:(`{3,}|~{3,})([^\n]*)|\[([^\]]{1,999})\]:)", re.MULTILINE
)
_DEFINING = re.compile(r"\]:")
_WINDOW = 65_536
_LONGEST_MATCH = 2_000
_USED = re.compile(r"\[([^\[\]]{1,999})\](?!:)")
_LARGE = 500_000


def render_blocks(text: str, report: Report = ignore) -> tuple[DisplayBlock, ...]:
    """Return the display blocks of normalised markdown, in the order of the source.

    Raises:
        Cancelled: From `report`, between two blocks or within a very long one.
    """
    return tuple(iter_blocks(text, report))


def iter_blocks(text: str, report: Report = ignore) -> Iterator[DisplayBlock]:
    """Yield the display blocks one by one, so that the first are there at once.

    Only a text that seems to use link references of its own is read twice, since a definition
    may stand after its use: about 0.2 s a megabyte before the first block.

    Raises:
        Cancelled: From `report`, between two blocks or within a very long one.
    """
    source = text.replace("\0", "\N{REPLACEMENT CHARACTER}")
    parser = github_parser()
    env: dict[str, object] = {}
    start = front_matter_end(source)
    first_line = source.count("\n", 0, start)
    if _uses_definitions(source, start, report):
        for _ in SourceState(source, parser, env, report).blocks(first_line):
            pass
    if start:
        yield _front_matter(source, start)
    state = SourceState(source, parser, env, report)
    reader = BlockReader(state, parser)
    for tokens in state.blocks(first_line):
        for block in reader.display_blocks(tokens):
            yield block
            report(block.span.end, len(source))


def _uses_definitions(source: str, start: int, report: Report) -> bool:
    """Say whether a link may need a definition.

    Never wrongly no for a text of common size. In a large one, where reading it twice would be
    felt, what looks like a definition inside a fence is taken for code.
    """
    if not any(_matches(_DEFINING, source, start, report)):
        return False
    if len(source) > _LARGE:
        defined = {_label(label) for label in _defined_outside_fences(source, start, report)}
    else:
        defined = {_label(match[1]) for match in _matches(_DEFINED, source, start, report)}
    if any("\\" in label or "[" in label for label in defined):
        return True
    return bool(defined) and any(
        _label(match[1]) in defined for match in _matches(_USED, source, start, report)
    )


def _defined_outside_fences(source: str, start: int, report: Report) -> Iterator[str]:
    fence = ""
    for match in _matches(_FENCE_OR_DEFINED, source, start, report):
        mark, rest, label = match.groups()
        if label is not None:
            if not fence:
                yield label
        elif not fence:
            fence = mark if mark[0] == "~" or "`" not in rest else ""
        elif mark.startswith(fence) and not rest.strip():
            fence = ""


def _matches(
    pattern: re.Pattern[str], source: str, start: int, report: Report
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern, window by window.

    One search through a large page would hold the interpreter's lock until it is through.
    """
    while start < len(source):
        stop = start + _WINDOW
        for match in pattern.finditer(source, start, stop + _LONGEST_MATCH):
            if match.start() >= stop:
                break
            yield match
            start = match.end()
        start = max(start, stop)
        if start < len(source):
            report(start, len(source))


def _label(label: str) -> str:
    return " ".join(label.split()).casefold()


def _front_matter(source: str, end: int) -> DisplayBlock:
    block = DisplayBlock(Kind.FRONT_MATTER, Span(0, end), source_run(source, 0, end))
    return replace(block, language="yaml")
