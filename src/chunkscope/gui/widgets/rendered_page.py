"""All blocks of a rendered page: their heights, and the layouts of those lately seen."""

from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from chunkscope.core.rendering.display import DisplayBlock
from chunkscope.core.spans import Span
from chunkscope.gui.widgets.rendered_block import BlockLayout
from chunkscope.gui.widgets.rendered_estimate import Measured, estimated_height
from chunkscope.gui.widgets.rendered_heights import Heights
from chunkscope.gui.widgets.rendered_look import Look

_MOST_LAYOUTS: Final = 160
_FREED_AT_ONCE: Final = 40
_NARROWEST_PX: Final = 160.0


class Page:
    """Blocks in order; each height is an estimate until the block has been laid out.

    Attributes:
        heights: One a block.
        generation: Grows when the blocks are forgotten.
        is_whole: Whether all blocks of the text are there.
    """

    def __init__(self, look: Look) -> None:
        """Begin without blocks, in no particular width."""
        self._look = look
        self._width = 640.0
        self._blocks: list[Measured] = []
        self._starts = array("q")
        self._layouts: OrderedDict[int, BlockLayout] = OrderedDict()
        self._outdated: list[object] = []
        self._stale_from = 0
        self.heights = Heights()
        self.generation = 0
        self.is_whole = False

    def __len__(self) -> int:
        """Return how many blocks there are so far."""
        return len(self._blocks)

    @property
    def look(self) -> Look:
        """How blocks are laid out."""
        return self._look

    @property
    def width(self) -> float:
        """The width that blocks are laid out in."""
        return self._width

    def clear(self) -> None:
        """Forget all blocks; what is known of them is of another generation."""
        self.generation += 1
        self.is_whole = False
        self._outdated += self._blocks
        self._blocks = []
        self._starts = array("q")
        self._set_aside()
        self._stale_from = 0
        self.heights = Heights()

    def append(self, blocks: Iterable[Measured]) -> None:
        """Add blocks at the end."""
        for measure in blocks:
            self._blocks.append(measure)
            self._starts.append(measure.block.span.start)
            self.heights.append(self._estimate(len(self._blocks) - 1))

    def block(self, index: int) -> DisplayBlock:
        """Return one block."""
        return self._blocks[index].block

    def units_of(self, index: int) -> int:
        """Return the UTF-16 length of a block's shown text."""
        return self._blocks[index].units

    def reach_of(self, index: int) -> Span:
        """Return the span from a block's start to the next one's."""
        following = index + 1
        end = self._starts[following] if following < len(self) else self.block(index).span.end
        return Span(self._starts[index], end)

    def index_of(self, offset: int) -> int:
        """Return the block that holds `offset`, or else the one before it."""
        return max(0, bisect_right(self._starts, offset) - 1)

    def layout_of(self, index: int) -> BlockLayout:
        """Return a block laid out; from now on its height is exact."""
        layout = self._layouts.get(index)
        if layout is None:
            layout = BlockLayout(
                self.block(index), self._block_before(index), self._look, self._width
            )
            self._layouts[index] = layout
            self.heights[index] = layout.height
            if len(self._layouts) > _MOST_LAYOUTS:
                self._layouts.popitem(last=False)
        self._layouts.move_to_end(index)
        return layout

    def recolour(self, look: Look) -> None:
        """Take another look of the same sizes; the heights hold."""
        self._look = look
        self._set_aside()

    def reshape(self, look: Look, width: float) -> None:
        """Take another look or width; all heights become estimates, see `estimate_more`."""
        self._look = look
        self._width = max(_NARROWEST_PX, width)
        self._set_aside()
        self._stale_from = 0

    def estimate_more(self, count: int) -> bool:
        """Estimate up to `count` heights that are of another width, and free what is outdated.

        Says whether some of either remain.
        """
        del self._outdated[-_FREED_AT_ONCE:]
        end = min(len(self), self._stale_from + count)
        for index in range(self._stale_from, end):
            if index not in self._layouts:
                self.heights[index] = self._estimate(index)
        self._stale_from = end
        return end < len(self) or bool(self._outdated)

    def _set_aside(self) -> None:
        """Forget all layouts; freeing them at once would be felt, so `estimate_more` does it."""
        self._outdated += self._layouts.values()
        self._layouts.clear()

    def _estimate(self, index: int) -> float:
        measure = self._blocks[index]
        gap = self._look.gap_before(measure.block, self._block_before(index))
        return estimated_height(measure, self._look, self._width, gap)

    def _block_before(self, index: int) -> DisplayBlock | None:
        return self._blocks[index - 1].block if index else None
