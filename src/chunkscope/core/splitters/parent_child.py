"""The parent/child splitter: sections packed into parents, parents packed into children."""

from collections.abc import Mapping

from chunkscope.core.chunks import ChunkColumn, ChunkSet, Level
from chunkscope.core.outline import Outline
from chunkscope.core.packing import (
    RULES,
    Packer,
    Rule,
    paragraphs_of,
    visible_span,
)
from chunkscope.core.progress import Report, ignore
from chunkscope.core.settings import CHARACTERS_PER_TOKEN, Settings

_SECTION_RULE = RULES.index(Rule.SECTION)
_SECTIONS_BETWEEN_REPORTS = 128
_PARENTS_BETWEEN_REPORTS = 16


def cut(
    title: str, text: str, settings: Settings | None = None, report: Report = ignore
) -> ChunkSet:
    """Cut normalised markdown into parents and children.

    Linear in the text's length. `report` counts characters.

    Raises:
        Cancelled: From `report`, between two sections or within a very long one.
    """
    outline = Outline(text, report)
    cutter = _Cutter(text, settings or Settings(), report)
    for section, (start, end) in enumerate(outline.bodies()):
        if not section % _SECTIONS_BETWEEN_REPORTS:
            report(start, len(text))
        cutter.cut_section(section, start, end)
    return cutter.chunk_set(title, outline)


def recut(earlier: ChunkSet, title: str, text: str, report: Report = ignore) -> ChunkSet:
    """Cut a later text of the same page as `cut` would, sparing the sections that are unchanged.

    Sections are matched by their text, wherever they moved to. Those that fit into one child
    become one chunk without a search, so that there is nothing to spare.

    Raises:
        Cancelled: From `report`, between two sections or within a very long one.
    """
    outline = Outline(text, report)
    cutter = _Cutter(text, earlier.settings, report)
    known = _long_sections(earlier)
    for section, (start, end) in enumerate(outline.bodies()):
        if not section % _SECTIONS_BETWEEN_REPORTS:
            report(start, len(text))
        match = known.get(text[start:end])
        if match is None:
            cutter.cut_section(section, start, end)
        else:
            cutter.copy_section(earlier, match, section, start)
    return cutter.chunk_set(title, outline)


def _long_sections(chunks: ChunkSet) -> Mapping[str, int]:
    """Return the index of every section that may hold more than one child, by its text."""
    longest_child = CHARACTERS_PER_TOKEN * chunks.settings.child_size
    return {
        chunks.text[start:end]: section
        for section, (start, end) in enumerate(chunks.outline.bodies())
        if end - start > longest_child
    }


class _Cutter:
    """Fills the columns of both levels, one section after the other."""

    def __init__(self, text: str, settings: Settings, report: Report) -> None:
        self._text = text
        self._settings = settings
        self._report = report
        self._parents = Packer(text, settings.parent_size, settings.parent_overlap)
        self._children = Packer(text, settings.child_size, settings.child_overlap)

    def cut_section(self, section: int, start: int, end: int) -> None:
        """Append the chunks of the section whose body is [start, end)."""
        span = visible_span(self._text, start, end)
        if span is None:
            return
        start, end = span
        parents, children = self._parents.columns, self._children.columns
        reach = self._children.reach
        first = len(parents.starts)
        if end - start <= reach:
            parents.append(start, start, end, _SECTION_RULE, _SECTION_RULE, section)
            children.append(start, start, end, _SECTION_RULE, _SECTION_RULE, first)
            return
        paragraphs = paragraphs_of(self._text, start, end)
        self._parents.pack(paragraphs, start, end, section)
        for parent in range(first, len(parents.starts)):
            if not (parent + 1) % _PARENTS_BETWEEN_REPORTS:
                self._report(parents.ends[parent], len(self._text))
            start, end = parents.starts[parent], parents.ends[parent]
            rule = parents.start_rules[parent]
            if end - start <= reach:
                children.append(start, start, end, rule, rule, parent)
            else:
                self._children.pack(paragraphs, start, end, parent, rule)

    def copy_section(self, earlier: ChunkSet, old_section: int, section: int, start: int) -> None:
        """Append the chunks of an earlier section whose body now is `section`'s, at `start`."""
        moved = start - earlier.outline.body_of(old_section).start
        old_parents = earlier.parents.owned_by(old_section)
        parents, children = self._parents.columns, self._children.columns
        renumbered = len(parents) - old_parents.start
        old_children = earlier.children.owned_by_any(old_parents)
        parents.extend(earlier.parents.columns, old_parents, moved, section - old_section)
        children.extend(earlier.children.columns, old_children, moved, renumbered)

    def chunk_set(self, title: str, outline: Outline) -> ChunkSet:
        """Return what was cut; the end of this cutter's work."""
        parents, children = self._parents.columns, self._children.columns
        return ChunkSet(
            title,
            self._text,
            self._settings,
            outline,
            ChunkColumn(Level.PARENT, parents),
            ChunkColumn(Level.CHILD, children, parents),
        )
