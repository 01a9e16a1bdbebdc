"""The letters of a Word paragraph: runs, links, fields, tracked changes, notes, drawings."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Final
from xml.etree.ElementTree import Element

from chunkscope.sources.office.docx_fields import Fields
from chunkscope.sources.office.docx_styles import NO_LETTERS, Letters, Styles, letters_of
from chunkscope.sources.office.drawings import Box, Drawn, Picture, alternative, parts_of
from chunkscope.sources.office.markdown import Ledger, Piece, picture
from chunkscope.sources.office.math import equation
from chunkscope.sources.office.package import MC, M, Package, R, W, child

PAGE_BREAK: Final = "\f"  # No XML may hold it.

_DEEPEST: Final = 100  # of what is nested in a paragraph
_RAISED: Final = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_LOWERED: Final = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_LONGEST_RAISED: Final = 8
_TRANSPARENT: Final = frozenset(
    W + name
    for name in ("ins", "moveTo", "smartTag", "customXml", "sdtContent", "dir", "bdo", "rubyBase")
)
_DROPPED: Final = frozenset((W + "del", W + "moveFrom"))
_SYMBOLS: Final = ("Symbol", "Wingdings", "Wingdings 2", "Wingdings 3", "Webdings")


@dataclass(slots=True)
class Line:
    """What a paragraph holds.

    Attributes:
        boxes: Contents of text boxes that hang on it.
        drawn: Finished markdown of what is drawn beside it.
        notes: Kind and id of each note that it points to.
    """

    pieces: list[Piece] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Source:
    """A part of the file with what is needed to read its paragraphs."""

    package: Package
    part: str
    styles: Styles
    ledger: Ledger
    fields: Fields = field(default_factory=Fields)
    labels: dict[tuple[str, str], str] = field(default_factory=dict)


class LineReader:
    """Reads paragraphs of one part, one after the other."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._line = Line()
        self._link: str | None = None
        self._letters: Letters = NO_LETTERS
        self._depth = 0
        self._elements: dict[str, Callable[[Element], None]] = {
            W + "r": self._run,
            W + "hyperlink": self._hyperlink,
            W + "fldSimple": self._simple_field,
            W + "sdt": self._control,
            W + "ruby": self._ruby,
            M + "oMath": lambda element: self._equation(element, apart=False),
            M + "oMathPara": self._equations,
            MC + "AlternateContent": self._alternatives,
            W + "t": lambda element: self._text(element.text or ""),
            W + "tab": lambda _: self._text("\t"),
            W + "ptab": lambda _: self._text("\t"),
            W + "cr": lambda _: self._text("\n"),
            W + "br": self._break,
            W + "noBreakHyphen": lambda _: self._text("-"),
            W + "sym": self._symbol,
            W + "fldChar": self._field_mark,
            W + "instrText": lambda element: source.fields.instruct(element.text or ""),
            W + "footnoteReference": lambda element: self._note("footnote", element),
            W + "endnoteReference": lambda element: self._note("endnote", element),
            W + "commentReference": lambda _: self._raw(source.ledger.mark("comments-dropped")),
            W + "drawing": self._drawing,
            W + "pict": self._drawing,
            W + "object": self._drawing,
        }

    def read(self, paragraph: Element) -> Line:
        """Return what a paragraph holds."""
        self._source.fields.next_paragraph()
        self._line, self._link, self._letters, self._depth = Line(), None, NO_LETTERS, 0
        self._inside(paragraph)
        return self._line

    def _inside(self, element: Element) -> None:
        if self._depth > _DEEPEST:
            self._flattened(element)
            return
        self._depth += 1
        for inner in element:
            if inner.tag in _TRANSPARENT:
                self._inside(inner)
            elif inner.tag in _DROPPED:
                self._dropped(inner)
            elif (read := self._elements.get(inner.tag)) is not None:
                read(inner)
        self._depth -= 1

    def _flattened(self, element: Element) -> None:
        self._raw(self._source.ledger.mark("layout-lost"))
        for inner in element.iter(W + "t"):
            self._text(inner.text or "")

    def _run(self, run: Element) -> None:
        properties = child(run, W + "rPr")
        outer = self._letters
        self._letters = letters_of(properties)
        style = child(properties, W + "rStyle")
        if style is not None:
            by_style = self._source.styles.letters(style.get(W + "val"))
            self._letters = self._letters.over(by_style)
        first = len(self._line.pieces)
        self._inside(run)
        self._letters = outer
        raised = child(properties, W + "vertAlign")
        if raised is not None:
            self._raise(first, raised.get(W + "val", ""))

    def _raise(self, first: int, where: str) -> None:
        """Write digits above or below the line as the letters that Unicode has for them."""
        table = {"superscript": _RAISED, "subscript": _LOWERED}.get(where)
        texts = [piece.text for piece in self._line.pieces[first:] if not piece.raw]
        text = "".join(texts)
        if (
            table is None
            or len(text) > _LONGEST_RAISED
            or not all(ord(one) in table for one in text)
        ):
            return
        self._line.pieces[first:] = [
            piece if piece.raw else replace(piece, text=piece.text.translate(table))
            for piece in self._line.pieces[first:]
        ]

    def _text(self, text: str) -> None:
        if not text or self._source.fields.instructs:
            return
        letters = self._letters
        if letters.hidden:
            if text.strip():
                self._raw(self._source.ledger.mark("hidden-dropped", count=1))
            return
        self._line.pieces.append(
            Piece(
                text.replace("\xad", ""),
                bool(letters.bold),
                bool(letters.italic),
                bool(letters.struck),
                bool(letters.code),
                link=self._link or self._source.fields.link,
            )
        )

    def _raw(self, markdown: str) -> None:
        """Add what is markdown already; it looks as its run does, so that it parts nothing."""
        if not markdown:
            return
        letters = self._letters
        self._line.pieces.append(
            Piece(
                markdown,
                bool(letters.bold),
                bool(letters.italic),
                bool(letters.struck),
                raw=True,
                link=self._link or self._source.fields.link,
            )
        )

    def _break(self, element: Element) -> None:
        is_page = element.get(W + "type") in ("page", "column")
        self._text(PAGE_BREAK if is_page else "\n")

    def _symbol(self, element: Element) -> None:
        code = int(element.get(W + "char", "") or "0", 16) if _is_hex(element) else 0
        self._text(_letter(element.get(W + "font", ""), code))

    def _hyperlink(self, element: Element) -> None:
        relations = self._source.package.relations(self._source.part)
        related = relations.get(element.get(R + "id", ""))
        outer = self._link
        if related is not None and related.external:
            self._link = related.target
        self._inside(element)
        self._link = outer

    def _simple_field(self, element: Element) -> None:
        fields = self._source.fields
        fields.mark("begin")
        fields.instruct(element.get(W + "instr", ""))
        fields.mark("separate")
        self._inside(element)
        fields.mark("end")

    def _field_mark(self, element: Element) -> None:
        self._source.fields.mark(element.get(W + "fldCharType", ""))

    def _control(self, element: Element) -> None:
        content = child(element, W + "sdtContent")
        if content is not None:
            self._inside(content)

    def _ruby(self, element: Element) -> None:
        base, reading = child(element, W + "rubyBase"), child(element, W + "rt")
        if base is not None:
            self._inside(base)
        if reading is not None:
            self._text("(")
            self._inside(reading)
            self._text(")")

    def _alternatives(self, element: Element) -> None:
        if len(element):
            self._inside(alternative(element))

    def _equation(self, element: Element, *, apart: bool) -> None:
        self._raw(equation(element, apart=apart))

    def _equations(self, element: Element) -> None:
        for inner in element:
            if inner.tag == M + "oMath":
                self._equation(inner, apart=True)

    def _note(self, kind: str, element: Element) -> None:
        identity = element.get(W + "id", "")
        label = self._source.labels.get((kind, identity))
        if label is not None:
            self._raw(f"[^{label}]")
            self._line.notes.append((kind, identity))

    def _dropped(self, element: Element) -> None:
        """Pass over what was deleted; its fields still begin and end."""
        letters = False
        for inner in element.iter():
            if inner.tag == W + "fldChar":
                self._field_mark(inner)
            letters = letters or (inner.tag in (W + "delText", W + "t") and bool(inner.text))
        if letters and element.tag == W + "del":
            self._raw(self._source.ledger.mark("deletions-dropped"))

    def _picture(self, alt: str) -> None:
        if not alt:
            self._raw(self._source.ledger.mark("pictures-dropped"))
            return
        before = self._line.pieces[-1].text if self._line.pieces else " "
        self._raw(f"{'' if before[-1:].isspace() else ' '}{picture(alt)} ")

    def _drawing(self, element: Element) -> None:
        ledger = self._source.ledger
        for part in parts_of(element, self._source.package, self._source.part):
            if isinstance(part, Box):
                self._line.boxes.append(part.content)
            elif isinstance(part, Picture):
                self._picture(part.alt)
            elif isinstance(part, Drawn):
                self._line.drawn.append(part.markdown)
            else:
                self._raw(ledger.mark("objects-dropped"))


def _is_hex(element: Element) -> bool:
    text = element.get(W + "char", "")
    return 0 < len(text) <= 5 and all(one in "0123456789abcdefABCDEF" for one in text)


def _letter(font: str, code: int) -> str:
    """Return the letter that a font of symbols shows in the place of another."""
    if font in _SYMBOLS:
        known: dict[tuple[str, int], int] = import_module("mammoth.docx.dingbats").dingbats
        place = code - 0xF000 if code >= 0xF000 else code
        return chr(known[font, place]) if (font, place) in known else ""
    if 0xD800 <= code < 0xE000 or code < 32 or code >= 0xFFFE:
        return ""
    return chr(code)
