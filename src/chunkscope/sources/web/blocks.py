"""Where blocks gather while a page is read: the page, a quote, a list and its items, a table."""

from dataclasses import dataclass, field
from typing import Final

from chunkscope.sources.web.inline import Mark, Run, as_cell

_MOST_COLUMNS_OF_A_CELL: Final = 50
_MOST_ROWS_OF_A_CELL: Final = 1_000
_MOST_FILLERS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Block:
    """One block as markdown; `kind` tells how it goes with its neighbours."""

    kind: str
    text: str


class Sink:
    """Blocks in the order in which they come, and the one that is being written.

    Attributes:
        inline: Whether it holds one line, so that blocks in it are set apart by blanks alone.
        depth: Number of quotes, lists and items around it.
    """

    def __init__(
        self,
        marks: tuple[Mark, ...] = (),
        *,
        inline: bool = False,
        heads: bool = False,
        depth: int = 0,
    ) -> None:
        self.blocks: list[Block] = []
        self.run = Run(marks, heads=heads)
        self.inline = inline
        self.depth = depth

    def flush(self) -> None:
        """End the paragraph that is being written."""
        if self.inline:
            self.run.text(" ")
        elif text := self.run.take():
            self.blocks.append(Block("paragraph", text))

    def add(self, block: Block) -> None:
        """Add a block after what was written."""
        self.flush()
        if block.text:
            self.blocks.append(Block(block.kind, self.run.free_signs() + block.text))

    def taken(self) -> list[Block]:
        """Return the blocks and forget them."""
        self.flush()
        blocks, self.blocks = self.blocks, []
        return blocks


class ListSink(Sink):
    """A list: its items, each with its blocks and perhaps a number of its own."""

    def __init__(self, marks: tuple[Mark, ...], depth: int, *, ordered: bool, first: int) -> None:
        super().__init__(marks, depth=depth)
        self.ordered = ordered
        self._next = first
        self._items: list[tuple[int, list[Block]]] = []
        self._last_is_term = False

    def end_item(self, blocks: list[Block], number: int | None = None) -> None:
        """Add an item; an empty one counts, but is not shown."""
        self.gather()
        number = self._next if number is None else number
        self._next = number + 1
        if blocks:
            self._items.append((number, blocks))

    def end_term(self, blocks: list[Block]) -> None:
        """Add a term; terms in a row share an item."""
        if self._last_is_term and blocks:
            self.extend_item(blocks)
        else:
            self.end_item(blocks)
        self._last_is_term = True

    def end_description(self, blocks: list[Block]) -> None:
        """Add a description to the item of its term."""
        self.extend_item(blocks)
        self._last_is_term = False

    def extend_item(self, blocks: list[Block]) -> None:
        """Add blocks to the last item."""
        self.gather()
        if self._items:
            self._items[-1][1].extend(blocks)
        elif blocks:
            self.end_item(blocks)

    def gather(self) -> None:
        """Give what stands between items to the item before it."""
        if stray := self.taken():
            self.extend_item(stray)

    def block(self, before: Block | None) -> Block:
        """Return the list; its marks differ from those of a list right before it."""
        self.gather()
        kinds = ("ordered.", "ordered)") if self.ordered else ("list-", "list*")
        kind = kinds[1] if before is not None and before.kind == kinds[0] else kinds[0]
        loose = any(_is_loose(blocks) for _, blocks in self._items)
        items = (self._item(number, blocks, kind[-1], loose) for number, blocks in self._items)
        return Block(kind, ("\n\n" if loose else "\n").join(items))

    def _item(self, number: int, blocks: list[Block], sign: str, loose: bool) -> str:
        lead = f"{number}{sign} " if self.ordered else f"{sign} "
        return lead + indented(joined(blocks, tight=not loose), " " * len(lead))


@dataclass(slots=True)
class Cell:
    """A cell of a table, in how many columns and rows it reaches."""

    text: str
    columns: int = 1
    rows: int = 1
    heads: bool = False


@dataclass(slots=True)
class Grid:
    """The rows of a table as they come."""

    rows: list[list[Cell]] = field(default_factory=list)

    def markdown(self) -> str:
        """Return the table with its first row as its header, or an empty header."""
        rows = [row for row in self._filled() if any(cell.text for cell in row)]
        if not rows:
            return ""
        width = max(len(row) for row in rows)
        headed = all(cell.heads for cell in rows[0] if cell.text)
        header = [cell.text for cell in rows[0]] if headed else []
        header += [""] * (width - len(header))
        body = rows[1:] if headed else rows
        lines = [_line(header), _line(["---"] * width)]
        lines += [_line([cell.text for cell in row]) for row in body]
        return "\n".join(lines)

    def _filled(self) -> list[list[Cell]]:
        """Return the rows with an empty cell wherever one reaches from the left or from above."""
        reaching: dict[int, int] = {}
        left = _MOST_FILLERS
        filled: list[list[Cell]] = []
        for cells in self.rows:
            if left <= 0:
                filled.append(cells)
                continue
            row: list[Cell] = []
            for cell in cells:
                while reaching.get(len(row), 0) > 0:
                    reaching[len(row)] -= 1
                    row.append(Cell("", heads=cell.heads))
                for column in range(min(cell.columns, _MOST_COLUMNS_OF_A_CELL)):
                    reaching[len(row)] = min(cell.rows, _MOST_ROWS_OF_A_CELL) - 1
                    row.append(Cell("", heads=cell.heads) if column else cell)
            left -= len(row) - len(cells)
            _end_row(reaching, len(row))
            while len(row) > len(cells) and not row[-1].text:
                row.pop()
            filled.append(row)
        return filled


def _end_row(reaching: dict[int, int], length: int) -> None:
    """Count a row for the cells that reach into it beyond its own."""
    for column in [column for column in reaching if column >= length]:
        reaching[column] -= 1
        if reaching[column] <= 0:
            del reaching[column]


class TableSink(Sink):
    """A table: its cells, and what stands between them."""

    def __init__(self, marks: tuple[Mark, ...], depth: int) -> None:
        super().__init__(marks, depth=depth)
        self.grid = Grid()

    def begin_row(self) -> None:
        """Begin a row."""
        self.grid.rows.append([])

    def end_cell(self, cell: Cell) -> None:
        """Add a cell to the row; one without a row begins it."""
        if not self.grid.rows:
            self.begin_row()
        self.grid.rows[-1].append(cell)


def cell_of(sink: Sink, columns: int, rows: int, *, heads: bool) -> Cell:
    """Return what a sink gathered as a cell."""
    text = sink.run.take(starts_line=False) + sink.run.free_signs()
    return Cell(as_cell(text), columns, rows, heads)


def joined(blocks: list[Block], *, tight: bool = False) -> str:
    """Return blocks as one markdown; a tight item keeps its list next to its words."""
    pieces: list[str] = []
    for index, block in enumerate(blocks):
        if index:
            pieces.append("\n" if tight and block.kind.startswith(("list", "ordered")) else "\n\n")
        pieces.append(block.text)
    return "".join(pieces)


def _is_loose(blocks: list[Block]) -> bool:
    """Say whether an item holds more than a line and a list of lines."""
    lists = [block for block in blocks if block.kind.startswith(("list", "ordered"))]
    return len(blocks) - len(lists) > 1 or any("\n\n" in block.text for block in lists)


def indented(text: str, indent: str) -> str:
    """Return text with every line but the first set in; blank ones stay blank."""
    lines = text.split("\n")
    return "\n".join(
        line if not index or not line.strip(" ") else indent + line
        for index, line in enumerate(lines)
    )


def quoted(text: str) -> str:
    """Return text as a quote."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
