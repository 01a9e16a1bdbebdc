"""Web content becomes markdown that shows the same text.

Our own, because markdownify (which markitdown uses) nests what a page leaves open, so that each
paragraph or list item ends up inside the one before; drops blank lines of code; shows `<tag>` that
a reader was to read as a tag; and takes a call of its own for each level of nesting.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from chunkscope.sources.web.blocks import (
    Block,
    ListSink,
    Sink,
    TableSink,
    cell_of,
    joined,
    quoted,
)
from chunkscope.sources.web.elements import (
    BLOCKS,
    code_of,
    formula_of,
    language_of,
    number_of,
    source_of,
)
from chunkscope.sources.web.inline import HIDDEN, KEPT, PICTURE, SIGN, as_heading, escaped, fenced
from chunkscope.sources.web.tree import (
    SCRIPTED,
    UNSEEN,
    Element,
    Tree,
    events_of,
    highest_level,
    is_hidden,
    plain_text_of,
    title_of,
    tree_of,
)

_MARKS: Final = {
    **dict.fromkeys(("b", "strong"), "strong"),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), "em"),
    **dict.fromkeys(("s", "del", "strike"), "del"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "code"),
    "sup": "sup",
    "sub": "sub",
}
_APART: Final = frozenset(("option", "select", "button", "textarea", "label", "rp"))
_MOST_NESTED: Final = 24

End = Callable[[], None]


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """A web page as markdown.

    Attributes:
        markdown: Its body.
        title: From its head; None where that names none.
        pictures: Offsets in the markdown where pictures without a description were left out,
            because their bytes are all that the page holds of them.
        layout_lost: Whether it is nested so deeply that only its text was kept, or that lists and
            quotes within others were taken out of them.
        hidden: Offsets in the markdown where text was left out that a browser does not show.
        kept: Offsets of text that is hidden until a script shows it.
    """

    markdown: str
    title: str | None
    pictures: tuple[int, ...] = ()
    layout_lost: bool = False
    hidden: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()


def markdown_of_html(html: str) -> str:
    """Return web content as markdown; a fragment of a page will do."""
    return page_of_html(html).markdown


def page_of_html(html: str, above: int = 0) -> HtmlPage:
    """Return a web page as markdown, in a time that grows with its length alone.

    Args:
        html: The page, or a piece of one.
        above: Level of the heading that it stands under; its own are lowered below that.
    """
    html = SIGN.sub("", html)
    tree = tree_of(html)
    if tree is not None:
        return _Writer(tree, above).page()
    text, title = plain_text_of(html)
    lines = "\n\n".join(escaped(line) for line in text.split("\n"))
    return HtmlPage(lines, title, layout_lost=bool(text))


class _Writer:
    """Goes through a tree once; a stack of sinks holds what is being written."""

    def __init__(self, tree: Tree, above: int) -> None:
        self._tree = tree
        self._lowered = max(0, above + 1 - highest_level(tree.root)) if above else 0
        self._sinks = [Sink()]
        self._whole: Element = None
        self._flattened = False

    def page(self) -> HtmlPage:
        ends: list[End | None] = []
        root = self._tree.root
        for event, element in events_of(root):
            if self._whole is not None and self._whole is not element:
                continue
            if event == "start":
                if is_hidden(element):
                    ends.append(self._leave_out(element))
                    continue
                if element.get("hidden") == SCRIPTED:
                    self._sink.run.sign(KEPT)
                ends.append(self._start(element, element.tag))
                if element.text and element.tag not in UNSEEN and self._whole is None:
                    self._sink.run.text(element.text)
            else:
                self._whole = None
                if (end := ends.pop()) is not None:
                    end()
                if element.tail and element is not root:
                    self._sink.run.text(element.tail)
        (sink,) = self._sinks
        marked = joined(sink.taken()) + sink.run.free_signs()
        markdown, places = _without_signs(marked)
        title = title_of(root)
        return HtmlPage(
            markdown, title, places[PICTURE], self._flattened, places[HIDDEN], places[KEPT]
        )

    @property
    def _sink(self) -> Sink:
        return self._sinks[-1]

    def _leave_out(self, element: Element) -> End | None:
        """Leave a sign of hidden text; a cell that is there and not seen keeps its place."""
        keeps_place = (
            element.tag in ("td", "th") and "visib" in (element.get("style") or "").lower()
        )
        end = self.begin_cell(element) if keeps_place else None
        if any(text.strip() for text in element.itertext()):
            self._sink.run.sign(HIDDEN)
        return end

    def _start(self, element: Element, tag: str) -> End | None:
        """Begin an element; return what ends it."""
        sink = self._sink
        if tag == "a":
            return self._start_mark("link", element.get("href") or "")
        if (kind := _MARKS.get(tag)) is not None:
            return self._start_mark(kind, "")
        if tag == "pre":
            self._add_code(element)
            return None
        begin = None if sink.inline else _BEGIN.get(tag)
        if begin is not None and (end := begin(self, element)) is not None:
            return end
        if tag in BLOCKS:
            sink.flush()
            return sink.flush
        return self._start_piece(element, tag)

    def _start_mark(self, kind: str, target: str) -> End | None:
        run = self._sink.run
        return run.close if run.open(kind, target) else None

    def _start_piece(self, element: Element, tag: str) -> End | None:
        """Begin what stands within a line."""
        run = self._sink.run
        if tag == "img" or (tag == "input" and element.get("type") == "image"):
            run.picture(element.get("alt") or "", source_of(element))
        elif tag == "br":
            self._line_break()
        elif tag == "q":
            run.text('"')
            return lambda: run.text('"')
        elif tag == "input" and self._is_task(element):
            run.as_it_is("[x] " if element.get("checked") is not None else "[ ] ")
        elif tag == "math" and (formula := formula_of(element)):
            self._whole = element
            run.as_it_is(formula)
        elif tag in _APART:
            run.text(" ")
            return lambda: run.text(" ")
        return None

    def _is_task(self, element: Element) -> bool:
        """Say whether a box begins an item of a list; elsewhere a page uses it as a switch."""
        begins = self._sink.depth > 0 and self._sink.run.ends_with_break()
        return begins and element.get("type") == "checkbox"

    def _line_break(self) -> None:
        if self._sink.inline:
            self._sink.run.text(" ")
        elif self._sink.run.ends_with_break():
            self._sink.flush()
        else:
            self._sink.run.line_break()

    def _add_code(self, element: Element) -> None:
        self._whole = element
        code = code_of(element)
        run = self._sink.run
        if not code.strip():
            return
        if self._sink.inline:
            opened = run.open("code")
            run.text(code)
            if opened:
                run.close()
        else:
            self._sink.add(Block("code", fenced(code, language_of(element))))

    def begin_heading(self, element: Element) -> End:
        self._sink.flush()
        inner = self._push(Sink(self._sink.run.marks, inline=True, heads=True))

        def end() -> None:
            text = as_heading(inner.run.take(starts_line=False))
            lead = "#" * min(int(element.tag[1]) + self._lowered, 6)
            self._pop(Block("heading", f"{lead} {text}" if text else ""))

        return end

    def begin_quote(self, _element: Element) -> End | None:
        if self._is_too_deep():
            return None
        inner = self._push(self._inner())
        return lambda: self._pop(Block("quote", quoted(joined(inner.taken()))))

    def begin_list(self, element: Element) -> End | None:
        if element in self._tree.layout or self._is_too_deep():
            return None
        outer, inner = self._sink, self._inner_list(element)
        self._push(inner)

        def end() -> None:
            outer.flush()
            self._pop(inner.block(outer.blocks[-1] if outer.blocks else None))

        return end

    def begin_item(self, element: Element) -> End | None:
        outer = self._sink
        if not isinstance(outer, ListSink):
            return None
        add = {"dt": outer.end_term, "dd": outer.end_description}.get(element.tag)
        number = number_of(element.get("value"))
        outer.gather()
        inner = self._push(self._inner())

        def end() -> None:
            self._pop(Block("", ""))
            if add is not None:
                add(inner.taken())
            else:
                outer.end_item(inner.taken(), number)

        return end

    def begin_table(self, element: Element) -> End | None:
        if element in self._tree.layout:
            return None
        self._sink.flush()
        inner = TableSink(self._sink.run.marks, self._sink.depth)
        self._push(inner)

        def end() -> None:
            for block in inner.taken():
                self._sinks[-2].add(block)
            self._pop(Block("table", inner.grid.markdown()))

        return end

    def begin_row(self, _element: Element) -> End | None:
        if not isinstance(self._sink, TableSink):
            return None
        self._sink.begin_row()
        return self._sink.flush

    def begin_cell(self, element: Element) -> End | None:
        outer = self._sink
        if not isinstance(outer, TableSink):
            return None
        heads = element.tag == "th" or element.getparent().getparent().tag == "thead"
        columns = number_of(element.get("colspan")) or 1
        rows = number_of(element.get("rowspan")) or 1
        inner = self._push(Sink(outer.run.marks, inline=True))

        def end() -> None:
            self._pop(Block("", ""))
            outer.end_cell(cell_of(inner, columns, rows, heads=heads))

        return end

    def begin_rule(self, _element: Element) -> None:
        self._sink.add(Block("rule", "***"))

    def _is_too_deep(self) -> bool:
        if self._sink.depth < _MOST_NESTED:
            return False
        self._flattened = True
        return True

    def _inner(self) -> Sink:
        return Sink(self._sink.run.marks, depth=self._sink.depth + 1)

    def _inner_list(self, element: Element) -> ListSink:
        first = number_of(element.get("start"))
        return ListSink(
            self._sink.run.marks,
            self._sink.depth,
            ordered=element.tag == "ol",
            first=1 if first is None else first,
        )

    def _push(self, sink: Sink) -> Sink:
        self._sinks.append(sink)
        return sink

    def _pop(self, block: Block) -> None:
        """Give a block, and the signs that none carries, to the sink around it."""
        inner = self._sinks.pop()
        self._sink.add(block)
        self._sink.run.keep_signs(inner.run.free_signs())


_BEGIN: Final[dict[str, Callable[[_Writer, Element], End | None]]] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _Writer.begin_heading),
    **dict.fromkeys(("ul", "ol", "dl", "menu", "dir"), _Writer.begin_list),
    **dict.fromkeys(("li", "dt", "dd"), _Writer.begin_item),
    **dict.fromkeys(("td", "th"), _Writer.begin_cell),
    "blockquote": _Writer.begin_quote,
    "table": _Writer.begin_table,
    "tr": _Writer.begin_row,
    "hr": _Writer.begin_rule,
}


def _without_signs(marked: str) -> tuple[str, dict[str, tuple[int, ...]]]:
    """Return markdown without signs, and the offsets where each of them stood."""
    pieces = SIGN.split(marked)
    signs = SIGN.findall(marked)
    offsets = tuple(itertools.accumulate(len(piece) for piece in pieces[:-1]))
    places = {
        sign: tuple(offset for offset, one in zip(offsets, signs, strict=True) if one == sign)
        for sign in (PICTURE, HIDDEN, KEPT)
    }
    return "".join(pieces), places
