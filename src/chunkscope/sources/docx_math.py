"""Equations of an Office file as LaTeX, by the converter that markitdown has."""

from typing import Any, Final
from xml.etree.ElementTree import Element

from chunkscope.sources.office_markdown import escaped
from chunkscope.sources.office_package import M

_MOST_ELEMENTS: Final = 20_000
_DEEPEST: Final = 60


def equation(element: Element, *, apart: bool) -> str:
    """Return an equation between dollar signs; its letters alone where LaTeX cannot say it."""
    latex = _latex(element)
    if latex is None:
        return escaped("".join(inner.text or "" for inner in element.iter(M + "t")))
    latex = " ".join(latex.split())
    if not latex:
        return ""
    return f"$${latex}$$" if apart else f"${latex}$"


def _latex(element: Element) -> str | None:
    if _is_too_much(element):
        return None
    from markitdown.converter_utils.docx.math.omml import oMath2Latex

    converter: Any = oMath2Latex
    try:
        return str(converter(element).latex)
    except (ArithmeticError, AttributeError, LookupError, NotImplementedError, RecursionError):
        return None
    except (TypeError, ValueError):
        return None


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
