"""What a Word document's styles make of a paragraph or of letters: a heading, code, an item."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final
from xml.etree.ElementTree import Element

from chunkscope.sources.office.package import W, child, is_on, whole_number

DEEPEST: Final = 9  # outline levels that Word has

_LONGEST_CHAIN: Final = 50
_BODY: Final = 9  # the outline level of what is no heading
_HEADING_WORDS: Final = (
    "heading|head|h|überschrift|berschrift|titre|título|titulo|título do|encabezado|cabeçalho|"
    "titolo|intestazione|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|titlu|başlık|"
    "заголовок|επικεφαλίδα|標題|标题|見出し|제목|כותרת|عنوان"
)
_HEADING: Final = re.compile(rf"(?:{_HEADING_WORDS})[ _-]*([1-9])")
_LETTERED: Final = re.compile(r"(?:heading|head)[ _-]?([a-i])")
_TITLES: Final = frozenset(
    ("title", "titel", "titre", "título", "titulo", "titolo", "otsikko", "tytuł", "název", "cím")
) | {"заголовок", "название", "表題", "标题", "標題", "제목"}
_SUBTITLES: Final = frozenset(
    ("subtitle", "untertitel", "sous-titre", "subtítulo", "sottotitolo", "ondertitel")
) | {"podtytuł", "подзаголовок", "副标题", "副標題", "副題", "부제"}
_TITLED: Final = frozenset(
    ("appendix", "article", "backmatter", "book", "chapter", "cover", "document", "doc")
) | {"frontmatter", "main", "paper", "part", "report"}
_CODE_SOLE: Final = frozenset(
    ("literal", "monospace", "preformatted", "sourcecode", "teletype", "verbatim")
)
_NO_CODE_BEFORE: Final = frozenset(("area", "bar", "country", "dress", "postal", "zip"))
_NO_CODE_AFTER: Final = frozenset(
    ("annotation", "caption", "filename", "head", "heading", "intro", "label", "link", "note")
) | {"number", "ref", "reference", "title"}
_QUOTES: Final = frozenset(
    ("quote", "quotation", "quotations", "blockquote", "epigraph", "zitat", "citation")
)
_ASIDES: Final = frozenset(
    ("box", "sidebar", "aside", "callout", "note", "tip", "warning", "caution")
)
_WORDS: Final = re.compile(r"[^\W\d_]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])|\d+")


class Kind(Enum):
    """What a paragraph is."""

    TEXT = "text"
    TITLE = "title"
    SUBTITLE = "subtitle"
    HEADING = "heading"
    CODE = "code"
    CONTENTS = "contents"  # a line of the table of contents


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What a style makes of its paragraphs.

    Attributes:
        rank: Of a heading, from 1; 0 otherwise.
        aside: Whether they stand in a quotation or a box.
        numbering: Id of a list and level in it, None for a level that the list itself tells.
        bullet: Whether the style's name alone says that they are items, and of which kind.
    """

    kind: Kind = Kind.TEXT
    rank: int = 0
    aside: bool = False
    numbering: tuple[str, int | None] | None = None
    bullet: str | None = None


@dataclass(frozen=True, slots=True)
class Letters:
    """How letters look, as far as markdown can say it; None where nothing is said."""

    bold: bool | None = None
    italic: bool | None = None
    struck: bool | None = None
    code: bool | None = None
    hidden: bool | None = None

    def over(self, below: "Letters") -> "Letters":
        """Return these with what they leave open taken from `below`."""
        return Letters(
            below.bold if self.bold is None else self.bold,
            below.italic if self.italic is None else self.italic,
            below.struck if self.struck is None else self.struck,
            below.code if self.code is None else self.code,
            below.hidden if self.hidden is None else self.hidden,
        )


NO_STYLE: Final = ParagraphStyle()
NO_LETTERS: Final = Letters()


@dataclass(slots=True)
class _Named:
    """A style as the file has it."""

    name: str
    based_on: str | None
    element: Element


@dataclass(slots=True)
class Styles:
    """The styles of a document, each worked out when it is first asked for."""

    _named: dict[str, _Named] = field(default_factory=dict)
    _default: str | None = None
    _paragraphs: dict[str, ParagraphStyle] = field(default_factory=dict)
    _letters: dict[str, Letters] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Element | None) -> "Styles":
        """Return the styles of a styles part; none of a document without one."""
        styles = cls()
        for element in () if root is None else root.iter(W + "style"):
            identity = element.get(W + "styleId")
            if identity is None:
                continue
            name = _value(element, "name") or identity
            styles._named[identity] = _Named(name, _value(element, "basedOn"), element)
            is_default = is_on(element, W + "default") and W + "default" in element.attrib
            if is_default and element.get(W + "type", "paragraph") == "paragraph":
                styles._default = identity
        return styles

    def paragraph(self, identity: str | None) -> ParagraphStyle:
        """Return what a style makes of a paragraph, None for one that names no style."""
        identity = self._default if identity is None else identity
        if identity is None:
            return NO_STYLE
        if identity not in self._paragraphs:
            self._paragraphs[identity] = self._worked_out(identity)
        return self._paragraphs[identity]

    def letters(self, identity: str | None) -> Letters:
        """Return how a style of letters makes them look."""
        if identity is None:
            return NO_LETTERS
        if identity not in self._letters:
            letters = NO_LETTERS
            for named in self._chain(identity):
                letters = letters.over(letters_of(child(named.element, W + "rPr")))
            if any(_is_code(_words(named.name)) for named in self._chain(identity)):
                letters = Letters(code=True).over(letters)
            self._letters[identity] = letters
        return self._letters[identity]

    def list_of_style(self, identity: str) -> str | None:
        """Return the id of the list that a style of lists stands for."""
        named = self._named.get(identity)
        properties = None if named is None else child(named.element, W + "pPr", W + "numPr")
        return _value(properties, "numId")

    def _chain(self, identity: str) -> list[_Named]:
        """Return a style and those that it is based on, nearest first."""
        chain: list[_Named] = []
        seen: set[str] = set()
        following: str | None = identity
        while following is not None and following not in seen and len(seen) < _LONGEST_CHAIN:
            seen.add(following)
            named = self._named.get(following)
            if named is None:
                if not chain:  # A document may name a style that its program alone knows.
                    chain.append(_Named(following, None, Element(W + "style")))
                break
            chain.append(named)
            following = named.based_on
        return chain

    def _worked_out(self, identity: str) -> ParagraphStyle:
        chain = self._chain(identity)
        kind, rank = _kind_of(chain)
        words = [_words(named.name) for named in chain]
        aside = any(_is_aside(one) for one in words)
        bullet = _first(words, _bullet_of) if kind is Kind.TEXT else None
        return ParagraphStyle(kind, rank, aside, _numbering_of(chain), bullet)


def letters_of(properties: Element | None) -> Letters:
    """Return how a run's own properties make its letters look."""
    if properties is None:
        return NO_LETTERS
    bold = italic = struck = hidden = None
    for one in properties:
        if one.tag == W + "b":
            bold = is_on(one)
        elif one.tag == W + "i":
            italic = is_on(one)
        elif one.tag in (W + "strike", W + "dstrike"):
            struck = is_on(one) or bool(struck)
        elif one.tag == W + "vanish":
            hidden = is_on(one)
    return Letters(bold, italic, struck, None, hidden)


def outline_rank(properties: Element | None) -> int | None:
    """Return the rank that properties give a paragraph: 0 for text, None where they do not say."""
    outline = child(properties, W + "outlineLvl")
    if outline is None:
        return None
    level = whole_number(outline.get(W + "val"), _BODY)
    return level + 1 if 0 <= level < _BODY else 0


def _kind_of(chain: list[_Named]) -> tuple[Kind, int]:
    """Return what the nearest style of a chain that says it makes of a paragraph."""
    for named in chain:
        told = _kind_by_name(named.name)
        if told is None:
            rank = outline_rank(child(named.element, W + "pPr"))
            if rank is not None:
                told = (Kind.HEADING, rank) if rank else (Kind.TEXT, 0)
        told = told or _kind_by_words(named.name)
        if told is not None:
            return told
    return Kind.TEXT, 0


def _kind_by_name(name: str) -> tuple[Kind, int] | None:
    """Return what a style is that has the name of one of Word's own."""
    words, name = _words(name), _folded(name)
    if match := _HEADING.fullmatch(name):
        return Kind.HEADING, int(match[1])
    if words[:1] == ["toc"] or name == "table of figures":
        return Kind.CONTENTS, 0
    if name in _TITLES or (len(words) > 1 and words[0] in _TITLED and words[1] == "title"):
        return Kind.TITLE, 0
    if name in _SUBTITLES or (len(words) == 2 and words[0] in _TITLED and words[1] in _SUBTITLES):
        return Kind.SUBTITLE, 0
    return None


def _kind_by_words(name: str) -> tuple[Kind, int] | None:
    """Return what a style is whose name alone says it."""
    words, name = _words(name), _folded(name)
    if match := _LETTERED.fullmatch(name):
        return Kind.HEADING, ord(match[1]) - ord("a") + 1
    if name in ("index heading", "indexhead"):
        return Kind.HEADING, 1
    if words[-1:] == ["title"] and _is_aside(words[:1]):
        return Kind.HEADING, DEEPEST
    return (Kind.CODE, 0) if _is_code(words) else None


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _is_code(words: list[str]) -> bool:
    if not words or words[-1] in _NO_CODE_AFTER:
        return False
    if "code" in words:
        place = words.index("code")
        return not (place and words[place - 1] in _NO_CODE_BEFORE)
    return bool(_CODE_SOLE & set(words)) or words[:2] == ["macro", "text"]


def _is_aside(words: list[str]) -> bool:
    if not words or words[-1] == "heading":
        return False
    return words[0] in _ASIDES or bool(_QUOTES & set(words[:2])) or words == ["block", "text"]


def _bullet_of(words: list[str]) -> str | None:
    if words[:2] == ["list", "bullet"] or words[:2] == ["bullet", "list"]:
        return "bullet"
    if words[:2] == ["list", "number"] or words[:2] == ["numbered", "list"]:
        return "number"
    return None


def _first(names: list[list[str]], told_by: Callable[[list[str]], str | None]) -> str | None:
    return next((told for words in names if (told := told_by(words))), None)


def _numbering_of(chain: list[_Named]) -> tuple[str, int | None] | None:
    """Return the list of the nearest style that names one, with the nearest level."""
    level: int | None = None
    for named in chain:
        properties = child(named.element, W + "pPr", W + "numPr")
        given = _value(properties, "ilvl")
        if level is None and given is not None:
            level = whole_number(given)
        if (identity := _value(properties, "numId")) is not None:
            return identity, level
    return None


def _words(name: str) -> list[str]:
    """Return the words of a style's name in lower case, also where capitals alone divide them."""
    return [word.casefold() for word in _WORDS.findall(name)]


def _value(element: Element | None, name: str) -> str | None:
    inner = child(element, W + name)
    return None if inner is None else inner.get(W + "val")
