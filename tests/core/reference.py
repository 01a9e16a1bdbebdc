"""The splitter's specification, said again as slowly and plainly as Python can.

Line by line, unit by unit, character by character; it shares no code with the splitter. What it
and the splitter disagree about is a fault of one of them.
"""

from typing import NamedTuple

from chunkscope.core.settings import Settings


class Row(NamedTuple):
    """One chunk as the splitter must give it."""

    owner: int
    start: int
    own_start: int
    end: int
    rule: str
    start_rule: str


class Section(NamedTuple):
    """One stretch of text between two split points."""

    start: int
    end: int
    path: tuple[str, ...]


class Unit(NamedTuple):
    """A paragraph, or a sentence of a long one."""

    start: int
    end: int
    paragraph: int


def lines_of(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return where each line starts and ends, its LF left out."""
    lines = []
    for line in text[start:end].split("\n"):
        lines.append((start, start + len(line)))
        start += len(line) + 1
    return lines


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def front_matter_end(text: str) -> int:
    first, *others = lines_of(text, 0, len(text))
    if text[slice(*first)].rstrip() != "---" or not others or not text[slice(*others[0])].strip():
        return 0
    for start, end in others:
        if text[start:end].rstrip() in {"---", "..."}:
            return min(end + 1, len(text))
    return 0


def without_indent(line: str) -> str:
    """Return a line without its indent; blank where that is more than three spaces."""
    bare = line.lstrip(" ")
    return bare if len(line) - len(bare) <= 3 else ""


def heading_of(line: str) -> tuple[int, str] | None:
    bare = without_indent(line)
    level = len(bare) - len(bare.lstrip("#"))
    behind = bare[level:]
    if not 1 <= level <= 6 or behind[:1] not in {"", " ", "\t"}:
        return None
    title = behind.strip(" \t")
    unclosed = title.rstrip("#")
    if unclosed == "" or unclosed[-1] in " \t":
        title = unclosed
    return level, title.strip()


def fence_run(bare: str) -> str:
    """Return the run of marks that opens a fence here; empty where none does."""
    for mark in "`~":
        run = bare[: len(bare) - len(bare.lstrip(mark))]
        if len(run) >= 3 and not (mark == "`" and mark in bare[len(run) :]):
            return run
    return ""


def behind_list_marker(bare: str) -> str:
    digits = len(bare) - len(bare.lstrip("0123456789"))
    if bare[:1] in {"-", "*", "+"}:
        behind = bare[1:]
    elif 1 <= digits <= 9 and bare[digits : digits + 1] in {".", ")"}:
        behind = bare[digits + 1 :]
    else:
        return ""
    return behind.lstrip(" \t") if behind[:1] in {" ", "\t"} else ""


def closes(line: str, run: str, *, at_any_indent: bool) -> bool:
    bare = (line.lstrip(" \t") if at_any_indent else without_indent(line)).rstrip()
    return len(bare) >= len(run) and bare == run[0] * len(bare)


def headings_of(text: str) -> list[tuple[int, int, int, str]]:
    """Return start and end of each ATX heading's line, its level and its title."""
    headings = []
    run, in_item = "", False
    for start, end in lines_of(text, front_matter_end(text), len(text)):
        line = text[start:end]
        if run:
            if closes(line, run, at_any_indent=in_item):
                run = ""
            continue
        bare = without_indent(line)
        run = fence_run(bare)
        in_item = not run
        run = run or fence_run(behind_list_marker(bare))
        heading = heading_of(line)
        if heading is not None:
            headings.append((start, end, *heading))
    return headings


def sections_of(text: str) -> list[Section]:
    sections = []
    opened: list[tuple[int, str]] = []
    path: tuple[str, ...] = ()
    start = front_matter_end(text)
    for head, tail, level, title in headings_of(text):
        if level > 4:
            continue
        sections.append(Section(start, head, path))
        opened = [other for other in opened if other[0] < level] + [(level, title)]
        start, path = min(tail + 1, len(text)), tuple(entry for _, entry in opened if entry)
    return [*sections, Section(start, len(text), path)]


def paragraphs_of(text: str, start: int, end: int) -> list[tuple[int, int]]:
    paragraphs: list[tuple[int, int]] = []
    after_blank = True
    for line_start, line_end in lines_of(text, start, end):
        if not text[line_start:line_end].strip():
            after_blank = True
        elif after_blank:
            paragraphs.append((line_start, line_end))
            after_blank = False
        else:
            paragraphs[-1] = (paragraphs[-1][0], line_end)
    return [trimmed(text, *paragraph) for paragraph in paragraphs]


def sentences_of(text: str, start: int, end: int) -> list[tuple[int, int]]:
    sentences = []
    for place in range(start, end):
        run_ends = text[place] in ".!?" and (place + 1 == end or text[place + 1] not in ".!?")
        if run_ends or place + 1 == end:
            sentences.append(trimmed(text, start, place + 1))
            start = place + 1
    return [(first, last) for first, last in sentences if first < last]


def estimate(start: int, end: int) -> int:
    return -(-(end - start) // 4)


def units_of(text: str, start: int, end: int, size: int) -> list[Unit]:
    units = []
    for number, paragraph in enumerate(paragraphs_of(text, start, end)):
        parts = [paragraph]
        if estimate(*paragraph) > size:
            parts = sentences_of(text, *paragraph)
        units += [Unit(*part, number) for part in parts]
    return units


def overlap_of(text: str, start: int, end: int, size: int, overlap: int) -> tuple[int, str]:
    """Return where the overlap with the closed chunk [start, end) starts, and its rule."""
    word_starts = [
        place
        for place in range(start, end)
        if not text[place].isspace() and (place == start or text[place - 1].isspace())
    ]
    words = overlap * 75 // 100
    begin = word_starts[-words:][0]
    if estimate(begin, end) * 2 <= size:
        return begin, "overlap"
    begin = max(begin, end - 4 * overlap)
    return trimmed(text, begin, end)[0], "guard"


def pack(
    text: str, start: int, end: int, owner: int, size: int, overlap: int, first_rule: str
) -> list[Row]:
    rows: list[Row] = []
    units = units_of(text, start, end, size)
    for number, unit in enumerate(units):
        if not rows:
            rows.append(Row(owner, unit.start, unit.start, unit.end, first_rule, first_rule))
            continue
        opened = rows[-1]
        if estimate(opened.start, unit.end) <= size:
            rows[-1] = opened._replace(end=unit.end)
            continue
        rule = "sentence" if unit.paragraph == units[number - 1].paragraph else "size"
        begin, start_rule = unit.start, rule
        if overlap * 75 // 100 > 0:
            begin, start_rule = overlap_of(text, opened.start, opened.end, size, overlap)
        rows.append(Row(owner, begin, unit.start, unit.end, rule, start_rule))
    return rows


def cut(text: str, settings: Settings) -> tuple[list[Row], list[Row], list[tuple[str, ...]]]:
    """Return the parents, the children, and the heading path of each section."""
    sections = sections_of(text)
    parents: list[Row] = []
    for number, section in enumerate(sections):
        level = (settings.parent_size, settings.parent_overlap)
        parents += pack(text, section.start, section.end, number, *level, "section")
    children: list[Row] = []
    for number, parent in enumerate(parents):
        level = (settings.child_size, settings.child_overlap)
        children += pack(text, parent.start, parent.end, number, *level, parent.start_rule)
    return parents, children, [section.path for section in sections]
