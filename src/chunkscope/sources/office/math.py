"""Equations of an Office file as LaTeX. Letters and signs stay as they are: search finds them."""

import re
from collections.abc import Callable
from typing import Final
from xml.etree.ElementTree import Element

from chunkscope.sources.office.markdown import escaped
from chunkscope.sources.office.package import M, W, child

_MOST_ELEMENTS: Final = 20_000
_DEEPEST: Final = 60
_NEXT: Final = r" \\ "
_WORDS: Final = re.compile(r"[^\W\d_]{2} [^\W\d_]{2}")
_SPECIAL: Final = str.maketrans(
    {"\\": r"\backslash ", "{": r"\{", "}": r"\}", "$": r"\$", "%": r"\%", "#": r"\#", "_": r"\_"}
)
_OPERATORS: Final = {
    "∑": r"\sum",
    "∏": r"\prod",
    "∐": r"\coprod",
    "∫": r"\int",
    "∬": r"\iint",
    "∭": r"\iiint",
    "∮": r"\oint",
    "∯": r"\oiint",
    "∰": r"\oiiint",
    "⋃": r"\bigcup",
    "⋂": r"\bigcap",
    "⋁": r"\bigvee",
    "⋀": r"\bigwedge",
}
_ACCENTS: Final = {
    "\u0300": r"\grave",
    "\u0301": r"\acute",
    "\u0302": r"\hat",
    "\u0303": r"\tilde",
    "\u0304": r"\bar",
    "\u0305": r"\overline",
    "\u0306": r"\breve",
    "\u0307": r"\dot",
    "\u0308": r"\ddot",
    "\u030c": r"\check",
    "\u20d7": r"\vec",
}
_BRACES: Final = {"\u23de": r"\overbrace", "\u23df": r"\underbrace"}
_FUNCTIONS: Final = frozenset(
    ("arccos", "arcsin", "arctan", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp")
) | {"gcd", "hom", "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "sup"}
_MORE_FUNCTIONS: Final = frozenset(("Pr", "sec", "sin", "sinh", "tan", "tanh"))
_STRETCHED: Final = {"{": r"\{", "}": r"\}", "‖": r"\|", "⟨": r"\langle", "⟩": r"\rangle"}


def equation(element: Element, *, apart: bool) -> str:
    """Return an equation between dollar signs; its letters alone where it is nested too deeply."""
    if _is_too_much(element):
        return escaped("".join(inner.text or "" for inner in element.iter(M + "t")))
    latex = " ".join(_all(element).split())
    if not latex:
        return ""
    return f"$${latex}$$" if apart else f"${latex}$"


def _all(element: Element | None) -> str:
    """Return what an element's own elements become, one after the other."""
    if element is None:
        return ""
    return "".join(_WRITERS.get(inner.tag, _all)(inner) for inner in element)


def _part(element: Element, name: str) -> str:
    return _all(child(element, M + name)).strip()


def _property(element: Element, name: str, otherwise: str = "") -> str:
    """Return a property's value; it may be there and empty, which says something else."""
    for inner in element:
        if inner.tag.endswith("Pr") and (found := child(inner, M + name)) is not None:
            return found.get(M + "val", "")
    return otherwise


def _letters(element: Element) -> str:
    text = "".join(inner.text or "" for inner in element.iter(M + "t")).translate(_SPECIAL)
    properties = child(element, M + "rPr")
    is_prose = child(properties, M + "nor") is not None and " " in text.strip()
    return rf"\text{{{text}}}" if is_prose else text


def _fraction(element: Element) -> str:
    over, under = _part(element, "num"), _part(element, "den")
    form = _property(element, "type", "bar")
    if form in ("lin", "skw"):
        return f"{{{over}}}/{{{under}}}"
    if form == "noBar":
        return rf"\genfrac{{}}{{}}{{0pt}}{{}}{{{over}}}{{{under}}}"
    return rf"\frac{{{over}}}{{{under}}}"


def _raised(element: Element) -> str:
    return f"{_base(element)}{_scripts(element)}"


def _before(element: Element) -> str:
    return f"{{}}{_scripts(element)}{_base(element)}"


def _base(element: Element) -> str:
    base = _part(element, "e")
    return base if len(base) < 2 or base.startswith(("(", r"\left")) else f"{{{base}}}"


def _scripts(element: Element) -> str:
    under, over = _part(element, "sub"), _part(element, "sup")
    return (f"_{{{under}}}" if under else "") + (f"^{{{over}}}" if over else "")


def _root(element: Element) -> str:
    degree = _part(element, "deg")
    return rf"\sqrt{f'[{degree}]' if degree else ''}{{{_part(element, 'e')}}}"


def _operator(element: Element) -> str:
    sign = _property(element, "chr", "∫")
    return f"{_OPERATORS.get(sign, sign)}{_scripts(element)} {_part(element, 'e')}"


def _between(element: Element) -> str:
    """Return what stands in brackets, which grow only where what they hold is high."""
    opening, closing = _property(element, "begChr", "("), _property(element, "endChr", ")")
    sign = _property(element, "sepChr", "|")
    inner = sign.join(_all(part).strip() for part in element if part.tag == M + "e")
    opening, closing = _STRETCHED.get(opening, opening), _STRETCHED.get(closing, closing)
    if not any(high in inner for high in (r"\frac", r"\begin", r"\genfrac", r"\sum", r"\int")):
        return f"{opening}{inner}{closing}"
    return rf"\left{opening or '.'}{inner}\right{closing or '.'}"


def _function(element: Element) -> str:
    argument = _part(element, "e")
    return f"{_named(_part(element, 'fName'))} {argument}"


def _named(name: str) -> str:
    if name in _FUNCTIONS or name in _MORE_FUNCTIONS:
        return rf"\{name}"
    return rf"\operatorname{{{name}}}" if name.isalpha() and len(name) > 1 else name


def _limit_below(element: Element) -> str:
    return _limit(element, "_", r"\underset")


def _limit_above(element: Element) -> str:
    return _limit(element, "^", r"\overset")


def _limit(element: Element, sign: str, set_apart: str) -> str:
    base, limit = _part(element, "e"), _part(element, "lim")
    if _WORDS.search(limit) and "\\" not in limit:
        limit = rf"\text{{{limit}}}"
    if base in _FUNCTIONS:
        return rf"\{base}{sign}{{{limit}}}"
    if base.startswith(tuple(_BRACES.values())):
        return f"{base}{sign}{{{limit}}}"
    return f"{set_apart}{{{limit}}}{{{base}}}"


def _matrix(element: Element) -> str:
    rows = (
        " & ".join(_all(cell).strip() for cell in row if cell.tag == M + "e")
        for row in element
        if row.tag == M + "mr"
    )
    return rf"\begin{{matrix}}{_NEXT.join(rows)}\end{{matrix}}"


def _lines(element: Element) -> str:
    lines = [_all(line).strip() for line in element if line.tag == M + "e"]
    if len(lines) == 1:
        return lines[0].replace("&", "")
    return rf"\begin{{aligned}}{_NEXT.join(lines)}\end{{aligned}}"


def _accent(element: Element) -> str:
    sign = _property(element, "chr", "\u0302")
    inner = _part(element, "e")
    if sign in _ACCENTS:
        return f"{_ACCENTS[sign]}{{{inner}}}"
    return rf"\overset{{{sign}}}{{{inner}}}" if sign.strip() else inner


def _bar(element: Element) -> str:
    line = r"\overline" if _property(element, "pos", "bot") == "top" else r"\underline"
    return f"{line}{{{_part(element, 'e')}}}"


def _grouped(element: Element) -> str:
    sign = _property(element, "chr", "\u23df")
    inner = _part(element, "e")
    if sign in _BRACES:
        return f"{_BRACES[sign]}{{{inner}}}"
    side = r"\overset" if _property(element, "pos", "bot") == "top" else r"\underset"
    return f"{side}{{{sign}}}{{{inner}}}"


def _boxed(element: Element) -> str:
    return rf"\boxed{{{_part(element, 'e')}}}"


def _nothing(_element: Element) -> str:
    return ""


_WRITERS: Final[dict[str, Callable[[Element], str]]] = {
    M + "r": _letters,
    M + "f": _fraction,
    M + "sSup": _raised,
    M + "sSub": _raised,
    M + "sSubSup": _raised,
    M + "sPre": _before,
    M + "rad": _root,
    M + "nary": _operator,
    M + "d": _between,
    M + "func": _function,
    M + "limLow": _limit_below,
    M + "limUpp": _limit_above,
    M + "m": _matrix,
    M + "eqArr": _lines,
    M + "acc": _accent,
    M + "bar": _bar,
    M + "groupChr": _grouped,
    M + "borderBox": _boxed,
    W + "del": _nothing,
}


def _is_too_much(element: Element) -> bool:
    waiting = [(element, 0)]
    count = 0
    while waiting:
        inner, depth = waiting.pop()
        count += 1
        if depth > _DEEPEST or count > _MOST_ELEMENTS:
            return True
        waiting.extend((one, depth + 1) for one in inner)
    return False
