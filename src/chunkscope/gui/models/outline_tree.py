"""The heading tree of a page: sections, headings that are no split points, and long runs.

Nodes are numbers, so that a page with tens of thousands of headings costs a few lists: sections
keep their own index, ignored headings follow, then the groups that long runs of siblings are
laid into.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from chunkscope.core.ignored import IgnoredHeading, IgnoredKind
from chunkscope.core.outline import DEEPEST_SPLIT_LEVEL, Outline
from chunkscope.core.packing import visible_span

ROOT: Final = -1
GROUPED_FROM: Final = 1000
_STEP: Final = 4096
GROUP_SIZE: Final = 500
"""A view lays out every sibling at once; runs of this length keep that within a few ms."""


@dataclass(frozen=True, slots=True)
class OutlineTree:
    """Which heading lies under which.

    Attributes:
        outline: The headings and sections.
        ignored: Headings that the splitter takes for text, in order of place.
        children: Nodes below a node, in order; `ROOT` holds the top.
        parents: Node above each node.
        rows: Place of each node among its siblings; -1 for an opening without text.
        ignored_starts: Where each of them starts.
        outside_code: Places in `ignored` of the headings that are not in code.
        outside_starts: Where each of those starts.
        outside_sections: The section that each of those stands in.
        levels: How many different heading levels cut the page.
    """

    outline: Outline
    ignored: tuple[IgnoredHeading, ...]
    children: dict[int, list[int]]
    parents: list[int]
    rows: list[int]
    ignored_starts: tuple[int, ...]
    outside_code: tuple[int, ...]
    outside_starts: tuple[int, ...]
    outside_sections: tuple[int, ...]
    levels: int

    @property
    def headings(self) -> int:
        """How many headings cut the page."""
        return len(self.outline) - 1

    def children_of(self, node: int) -> Sequence[int]:
        """Return the nodes below a node, in order."""
        return self.children.get(node, ())

    def is_section(self, node: int) -> bool:
        """Say whether the node is a section (or the text before the first heading)."""
        return 0 <= node < len(self.outline)

    def ignored_at(self, node: int) -> IgnoredHeading | None:
        """Return the ignored heading of a node; None for sections and groups."""
        place = node - len(self.outline)
        return self.ignored[place] if 0 <= place < len(self.ignored) else None

    def is_group(self, node: int) -> bool:
        """Say whether the node is a run of siblings."""
        return node >= len(self.outline) + len(self.ignored)

    def sections_of(self, node: int) -> range:
        """Return the sections of a node and of all below it."""
        if self.is_group(node):
            inner = [child for child in self.children[node] if self.is_section(child)]
            return range(inner[0], self._end_of(inner[-1])) if inner else range(0)
        return range(node, self._end_of(node)) if self.is_section(node) else range(0)

    def node_at(self, offset: int) -> int:
        """Return the node of the last heading at or before `offset`.

        A heading in code counts only where it is meant itself.
        """
        section = self.outline.section_at(offset)
        if not self.ignored:
            return section
        place = bisect_right(self.ignored_starts, offset) - 1
        if place >= 0 and self.ignored_starts[place] == offset:
            return len(self.outline) + place
        place = bisect_right(self.outside_starts, offset) - 1
        if place >= 0 and self.outside_sections[place] == section:
            return len(self.outline) + self.outside_code[place]
        return section

    def shown_node_at(self, offset: int) -> int | None:
        """Return the node at `offset`; None in an opening without text, which has no row."""
        node = self.node_at(offset)
        return None if self.rows[node] < 0 else node

    def _end_of(self, section: int) -> int:
        """Return the section after the last one below `section`."""
        node = section
        while node != ROOT:
            siblings = self.children[self.parents[node]]
            following = self.rows[node] + 1
            if following < len(siblings):
                sibling = siblings[following]
                return self.children[sibling][0] if self.is_group(sibling) else sibling
            node = self.parents[node]
        return len(self.outline)


def tree_of(outline: Outline, ignored: tuple[IgnoredHeading, ...] = ()) -> OutlineTree:
    """Build the tree in one pass; some µs a heading."""
    steps = tree_in_steps(outline, ignored)
    while (tree := next(steps)) is None:
        pass
    return tree


def tree_in_steps(
    outline: Outline, ignored: tuple[IgnoredHeading, ...] = ()
) -> Iterator[OutlineTree | None]:
    """Yield None after each few ms of work, so that a window stays alive, and last the tree."""
    children: dict[int, list[int]] = defaultdict(list)
    parents = [ROOT] * len(outline)
    for place, heading in enumerate(ignored):
        section = outline.section_at(heading.span.start)
        children[section].append(len(outline) + place)
        parents.append(section)
    body = outline.body_of(0)
    if children.get(0) or visible_span(outline.text, body.start, body.end):
        children[ROOT].append(0)
    levels: set[int] = set()
    for _ in _add_sections(outline, children, parents, levels):
        yield None
    for parent in [parent for parent, below in children.items() if len(below) > GROUPED_FROM]:
        _group(parent, children, parents)
    rows = [-1] * len(parents)
    for below in children.values():
        for row, node in enumerate(below):
            rows[node] = row
    starts = tuple(heading.span.start for heading in ignored)
    outside = tuple(
        place for place, heading in enumerate(ignored) if heading.kind is not IgnoredKind.IN_CODE
    )
    yield OutlineTree(
        outline,
        ignored,
        dict(children),
        parents,
        rows,
        ignored_starts=starts,
        outside_code=outside,
        outside_starts=tuple(starts[place] for place in outside),
        outside_sections=tuple(outline.section_at(starts[place]) for place in outside),
        levels=len(levels),
    )


def _add_sections(
    outline: Outline, children: dict[int, list[int]], parents: list[int], seen: set[int]
) -> Iterator[None]:
    """Add every section under the one that encloses it, and every level to `seen`, in steps."""
    text, last = outline.text, len(outline) - 1
    levels, nodes = [0], [ROOT]
    for section, (_, line) in enumerate(islice(outline.bodies(), last), start=1):
        head = line
        while text[head] == " ":
            head += 1
        level = 1
        while level < DEEPEST_SPLIT_LEVEL and text[head + level : head + level + 1] == "#":
            level += 1
        while levels[-1] >= level:
            levels.pop()
            nodes.pop()
        parent = parents[section] = nodes[-1]
        children[parent].append(section)
        levels.append(level)
        nodes.append(section)
        seen.add(level)
        if not section % _STEP:
            yield


def _group(parent: int, children: dict[int, list[int]], parents: list[int]) -> None:
    """Lay the many children of one node into groups."""
    below = children[parent]
    groups = []
    for start in range(0, len(below), GROUP_SIZE):
        group = len(parents)
        groups.append(group)
        parents.append(parent)
        children[group] = below[start : start + GROUP_SIZE]
        for node in children[group]:
            parents[node] = group
    children[parent] = groups
