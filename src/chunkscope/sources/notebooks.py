"""The converter of Jupyter notebooks that markitdown is given in place of its own.

Text and code stand as they are in the notebook; of what code gave, short text is kept.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

from chunkscope.core.progress import Report, ignore
from chunkscope.sources.outcome import Converted, Remark, Wishes
from chunkscope.sources.web.inline import fenced
from chunkscope.sources.web.markdown import markdown_of_html
from chunkscope.sources.wording import counted

_MOST_OUTPUT_LINES: Final = 40
_MOST_OUTPUT_CHARACTERS: Final = 4_000
_CUT: Final = "[…]"
_BETWEEN: Final = "\n\n"
_COLOURS: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_HELD_PICTURE: Final = re.compile(
    r"data:image/[\w.+-]+;base64,[A-Za-z0-9+/=%]{40,}"
    r"(?:\s+[A-Za-z0-9+/=%]{40,})*(?:\s+[A-Za-z0-9+/]{1,75}={1,2})?"
)
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


def convert_notebook(
    stream: BinaryIO, _wishes: Wishes | None = None, report: Report = ignore
) -> Converted:
    """Return a notebook as markdown: its texts, its code and the short texts that code gave.

    Raises:
        ValueError: It is no notebook.
    """
    notebook = json.loads(stream.read())
    cells = _cells_of(notebook)
    writer = _Writer(_language_of(notebook))
    for done, cell in enumerate(cells):
        report(done, len(cells))
        writer.add(cell)
    title = _text_of(_within(notebook, "metadata").get("title")).strip() or None
    return Converted(_BETWEEN.join(writer.parts), title, remarks=tuple(writer.remarks()))


@dataclass(slots=True)
class _Writer:
    language: str
    parts: list[str] = field(default_factory=list)
    pictures: int = 0
    cut: int = 0
    _length: int = 0
    _places: dict[str, int] = field(default_factory=dict)

    def add(self, cell: Mapping[str, Any]) -> None:
        kind = cell.get("cell_type")
        source = _text_of(cell.get("source", cell.get("input")))
        if kind == "code":
            self._add_code(cell, source)
        elif not source.strip():
            return
        elif kind == "heading":
            level = cell.get("level")
            lead = "#" * (level if isinstance(level, int) and 1 <= level <= 6 else 1)
            self._put(f"{lead} {' '.join(source.split())}")
        elif kind == "markdown":
            self._put(self._without_pictures(_with_fences_closed(source.strip("\n"))))
        else:
            self._put(fenced(source.strip("\n")))

    def remarks(self) -> Iterator[Remark]:
        last = max(0, self._length - len(_BETWEEN))
        for state, count, noun in (
            ("pictures-dropped", self.pictures, "picture"),
            ("outputs-cut", self.cut, "line"),
        ):
            if count:
                place = min(self._places.get(state, 0), last)
                yield Remark(state, counted(count, noun), place, place)

    def _put(self, markdown: str) -> None:
        self.parts.append(markdown)
        self._length += len(markdown) + len(_BETWEEN)

    def _drop_pictures(self, count: int) -> None:
        if count:
            self.pictures += count
            self._places.setdefault("pictures-dropped", self._length)

    def _add_code(self, cell: Mapping[str, Any], source: str) -> None:
        if source.strip():
            language = _text_of(cell.get("language")) or self.language
            self._put(fenced(source.strip("\n"), language))
        printed: list[str] = []
        for output in _dictionaries(cell.get("outputs")):
            if output.get("output_type") == "stream":
                printed.append(_text_of(output.get("text")))
                continue
            self._add_printed(printed)
            self._add_output(output)
        self._add_printed(printed)

    def _add_printed(self, printed: list[str]) -> None:
        text = "".join(printed)
        printed.clear()
        self._add_result(text)

    def _add_output(self, output: Mapping[str, Any]) -> None:
        if output.get("output_type") in ("error", "pyerr"):
            self._add_result(f"{_text_of(output.get('ename'))}: {_text_of(output.get('evalue'))}")
            return
        forms = _forms_of(output)
        if "text/markdown" in forms:
            text = _with_fences_closed(forms["text/markdown"].strip("\n"))
            self._put(self._without_pictures(text))
            return
        is_picture = any(form.startswith("image/") for form in forms)
        self._drop_pictures(int(is_picture))
        if "text/html" in forms and "<table" in forms["text/html"]:
            self._put(markdown_of_html(forms["text/html"]))
        elif "text/plain" in forms and not is_picture:
            self._add_result(forms["text/plain"])
        elif "text/html" in forms:
            self._put(markdown_of_html(forms["text/html"]))
        elif "text/latex" in forms:
            self._put(forms["text/latex"].strip())

    def _add_result(self, text: str) -> None:
        """Add what code printed, cut where it is long."""
        text = self._without_pictures(_COLOURS.sub("", text))
        text = text.replace("\r\n", "\n").strip("\n")
        if not text.strip():
            return
        lines = text.split("\n")
        kept = "\n".join(lines[:_MOST_OUTPUT_LINES])[:_MOST_OUTPUT_CHARACTERS]
        if len(kept) < len(text):
            self._places.setdefault("outputs-cut", self._length)
            self.cut += len(lines) - kept.count("\n") - (text[len(kept)] == "\n")
            kept += f"\n{_CUT}"
        self._put(fenced(kept, "text"))

    def _without_pictures(self, markdown: str) -> str:
        markdown, count = _HELD_PICTURE.subn("", markdown)
        self._drop_pictures(count)
        return markdown


def _cells_of(notebook: Any) -> list[Mapping[str, Any]]:
    if isinstance(notebook, dict):
        if isinstance(notebook.get("cells"), list):
            return list(_dictionaries(notebook["cells"]))
        if isinstance(notebook.get("worksheets"), list):
            sheets = _dictionaries(notebook["worksheets"])
            return [cell for sheet in sheets for cell in _dictionaries(sheet.get("cells"))]
    raise ValueError("no cells")


def _language_of(notebook: Mapping[str, Any]) -> str:
    metadata = _within(notebook, "metadata")
    named = _within(metadata, "language_info").get("name")
    return _text_of(named or _within(metadata, "kernelspec").get("language")).strip()


def _forms_of(output: Mapping[str, Any]) -> dict[str, str]:
    """Return the forms in which an output comes; before format 4 they had short names."""
    forms = {form: _text_of(value) for form, value in _within(output, "data").items()}
    for short, form in (("text", "text/plain"), ("html", "text/html"), ("png", "image/png")):
        if short in output:
            forms[form] = _text_of(output[short])
    return forms


def _with_fences_closed(markdown: str) -> str:
    """Return a cell's text with its last fence closed, lest it swallow the cells below."""
    fence = ""
    for line in markdown.split("\n"):
        found = _FENCE.match(line)
        if found is None:
            continue
        if not fence:
            fence = found[1]
        elif found[1].startswith(fence) and not found[2].strip():
            fence = ""
    return f"{markdown}\n{fence}" if fence else markdown


def _within(mapping: Any, key: str) -> Mapping[str, Any]:
    value = mapping.get(key) if isinstance(mapping, dict) else None
    return value if isinstance(value, dict) else {}


def _dictionaries(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        yield from (one for one in value if isinstance(one, dict))


def _text_of(value: Any) -> str:
    """Return a text that a notebook holds whole or line by line."""
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""
