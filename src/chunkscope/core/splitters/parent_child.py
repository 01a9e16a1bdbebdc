"""The parent/child splitter: sections packed into parents, parents packed into children."""

from collections.abc import Mapping

from chunkscope.core.chunks import ChunkColumn, ChunkSet, Level
from chunkscope.core.outline import Outline
from chunkscope.core.packing import (
    Budget,
    Columns,
    pack,
    paragraphs_of,
    paragraphs_within,
    visible_span,
)
from chunkscope.core.progress import Report, ignore
from chunkscope.core.settings import CHARACTERS_PER_TOKEN, Settings

_SECTION_RULE = 0
_REPORT_EVERY = 1024


def cut(
    title: str, text: str, settings: Settings | None = None, report: Report = ignore
) -> ChunkSet:
    """Cut normalised markdown into parents and children.

    Linear in the text's length. `report` counts sections.

    Raises:
        Cancelled: From `report`, between two sections.
    """
    return _Cutter(title, text, settings or Settings()).run({}, None, report)


def recut(earlier: ChunkSet, title: str, text: str, report: Report = ignore) -> ChunkSet:
    """Cut a later text of the same page as `cut` would, sparing the sections that are unchanged.

    Sections are matched by their text, wherever they moved to; sections small enough to be one
    chunk are not worth a search and are cut anew.
    """
    smallest = CHARACTERS_PER_TOKEN * earlier.settings.child_size
    known = {
        earlier.text[start:end]: (section, start)
        for section, (start, end) in enumerate(earlier.outline.bodies())
        if end - start > smallest
    }
    return _Cutter(title, text, earlier.settings).run(known, earlier, report)


class _Cutter:
    def __init__(self, title: str, text: str, settings: Settings) -> None:
        self._title = title
        self._text = text
        self._settings = settings
        self._parent_budget = Budget(settings.parent_size, settings.parent_overlap)
        self._child_budget = Budget(settings.child_size, settings.child_overlap)
        self._parents = Columns()
        self._children = Columns()

    def run(
        self, known: Mapping[str, tuple[int, int]], earlier: ChunkSet | None, report: Report
    ) -> ChunkSet:
        outline = Outline(self._text, report)
        text, total = self._text, len(outline)
        for section, (start, end) in enumerate(outline.bodies()):
            if not section % _REPORT_EVERY:
                report(section, total)
            match = known.get(text[start:end]) if known else None
            if match is not None and earlier is not None:
                self._copy(earlier, match[0], section, start - match[1])
            else:
                self._cut_section(section, start, end)
        return ChunkSet(
            self._title,
            text,
            self._settings,
            outline,
            ChunkColumn(Level.PARENT, self._parents),
            ChunkColumn(Level.CHILD, self._children),
        )

    def _cut_section(self, section: int, start: int, end: int) -> None:
        span = visible_span(self._text, start, end)
        if span is None:
            return
        start, end = span
        parents, children = self._parents, self._children
        first = len(parents)
        if end - start <= self._child_budget.reach:
            parents.append(start, start, end, _SECTION_RULE, _SECTION_RULE, section)
            children.append(start, start, end, _SECTION_RULE, _SECTION_RULE, first)
            return
        paragraphs = paragraphs_of(self._text, start, end)
        pack(self._text, paragraphs, self._parent_budget, parents, section)
        for parent in range(first, len(parents)):
            start, end = parents.starts[parent], parents.ends[parent]
            rule = parents.start_rules[parent]
            if end - start <= self._child_budget.reach:
                children.append(start, start, end, rule, rule, parent)
            else:
                slices = paragraphs_within(paragraphs, start, end)
                pack(self._text, slices, self._child_budget, children, parent, rule)

    def _copy(self, earlier: ChunkSet, old_section: int, section: int, moved: int) -> None:
        first = len(self._parents)
        old_parents = earlier.parents.owned_by(old_section)
        for place in old_parents:
            _copy_chunk(earlier.parents.columns, place, self._parents, section, moved)
        for number, old_parent in enumerate(old_parents):
            for place in earlier.children.owned_by(old_parent):
                columns = earlier.children.columns
                _copy_chunk(columns, place, self._children, first + number, moved)


def _copy_chunk(source: Columns, place: int, target: Columns, owner: int, moved: int) -> None:
    target.append(
        source.starts[place] + moved,
        source.own_starts[place] + moved,
        source.ends[place] + moved,
        source.own_rules[place],
        source.start_rules[place],
        owner,
    )
