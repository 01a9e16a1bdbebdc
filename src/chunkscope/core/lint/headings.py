"""Rules about headings and sections."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from chunkscope.core.blocks import PROSE, Block, Kind
from chunkscope.core.lint.findings import Finding, Severity
from chunkscope.core.lint.page import Subject, counted, quoted, second_first
from chunkscope.core.lint.prose import prose_of
from chunkscope.core.raw_html import RAW_CODE
from chunkscope.core.segmentation import count_words, writes_without_spaces
from chunkscope.core.spans import Span
from chunkscope.core.tokens import estimated_tokens

_DEEPEST: Final = 4
_LONGEST_BOLD_HEADING: Final = 80
_LONGEST_SETEXT: Final = 160
_MOST_TIMES_A_HEADING: Final = 2
_WINDOW_WITHOUT_COUNTS: Final = 512

_BOLD_LINE: Final = re.compile(r"(\*\*|__)(?=\S)([^*_\n]{1,100})(?<=\S)\1[ \t]*$")
_FIELD: Final = re.compile(r"[\w-]+:(?:\s|$)")
_HASH_IS_HEADING: Final = frozenset(("", "md", "mdx", "markdown", "text", "txt", "plaintext"))


def no_headings(subject: Subject) -> Iterator[Finding]:
    """Find a page that nothing but sizes splits."""
    noted = any(note.state == "no-headings" for note in subject.page.document.notes)
    estimate = subject.chunk_set.estimated_tokens
    if noted or len(subject.outline) > 1 or estimate <= subject.threshold("no-headings"):
        return
    chunks = counted(len(subject.chunk_set.parents), "chunk")
    yield subject.finding(
        "no-headings",
        (subject.opening_span(),),
        f"No heading splits this page · {chunks} cut by size alone",
        "Give each subject a heading, # to ####; it stands in front of every chunk below it.",
    )


def long_section(subject: Subject) -> Iterator[Finding]:
    """Find sections whose many chunks carry the same headings."""
    limit = subject.threshold("long-section")
    if len(subject.outline) == 1:
        return
    for section, (start, end) in enumerate(subject.outline.bodies()):
        if estimated_tokens(end - start) <= limit:
            continue
        parents = subject.chunk_set.parents.owned_by(section)
        heading = subject.outline.heading_of(section)
        estimate = estimated_tokens(end - start)
        if len(parents) < 2:
            continue
        yield subject.finding(
            "long-section",
            (heading.span if heading else subject.opening_span(),),
            f"Section of {estimate:,} estimated tokens · {len(parents):,} chunks under "
            f"{subject.place_of(section)}",
            "Split it with headings that name what each part answers.",
            parents=parents,
        )


def deep_heading(subject: Subject) -> Iterator[Finding]:
    """Find headings of levels 5 and 6."""
    for heading in subject.outline.unsplit_headings():
        if heading.title and not subject.blocks.is_in_html(heading.span.end - 1):
            yield subject.finding(
                "deep-heading",
                (heading.span,),
                f"Heading of level {heading.level} does not split the page"
                f" · {quoted(heading.title)}",
                f"Raise it to level {_DEEPEST} or less.",
                parents=subject.parents_at(heading.span),
            )


def setext_heading(subject: Subject) -> Iterator[Finding]:
    """Find headings made by underlining."""
    for block in subject.blocks.of(Kind.SETEXT_HEADING):
        source = subject.text[block.start : block.end]
        title, _, underline = source.rpartition("\n")
        if len(title) > _LONGEST_SETEXT or title.count("\n") > 1:
            continue
        if _is_front_matter_of_a_part(subject, block.start, title):
            continue
        level = 1 if underline.lstrip()[:1] == "=" else 2
        yield subject.finding(
            "setext-heading",
            (block.span,),
            f"Underlined heading does not split the page · {quoted(title)}",
            f"Write it with {'#' * level} in front and drop the line below it; "
            "where a rule was meant, leave a blank line above it.",
            parents=subject.parents_at(block.span),
        )


def heading_in_code(subject: Subject) -> Iterator[Finding]:
    """Find headings that a code block swallows, and lines of HTML code taken for headings."""
    yield from _lines_that_cut_html(subject)
    blocks = subject.blocks
    for place, block in enumerate(blocks.of(Kind.FENCED_CODE)):
        subject.progress(place)
        headings = blocks.headings_in(block)
        if not headings:
            continue
        if not blocks.is_closed(block):
            yield subject.finding(
                "heading-in-code",
                (block.span, *headings),
                "A code block is never closed · "
                f"{counted(len(headings), 'heading')} to the end of the page "
                f"{'does' if len(headings) == 1 else 'do'} not split it",
                "Close the block with a line of the same marks that opened it.",
                severity=Severity.ERROR,
            )
        elif blocks.language_of(block) in _HASH_IS_HEADING:
            written = [span for span in headings if _reads_as_heading(subject.text, span)]
            if written:
                title = quoted(subject.text[slice(*written[0])].lstrip("# "))
                more = f" and {len(written) - 1:,} more" if len(written) > 1 else ""
                yield subject.finding(
                    "heading-in-code",
                    (written[0], block.span, *written[1:]),
                    f"Heading in a code block does not split the page · {title}{more}",
                    "Take it out of the block if it is meant as a heading; if the block shows "
                    "code, name its language behind the opening marks.",
                    parents=subject.parents_at(written[0]),
                )


def empty_section(subject: Subject) -> Iterator[Finding]:
    """Find headings with neither text nor deeper headings below them."""
    outline, text = subject.outline, subject.text
    previous: tuple[int, int] | None = None
    for section, (start, end) in enumerate(outline.bodies()):
        subject.progress(section)
        heading = outline.heading_of(section)
        if previous is not None and heading is not None and heading.level <= previous[1]:
            yield _empty(subject, previous[0])
        previous = None
        if heading is None or subject.blocks.is_torn(heading.span):
            continue
        if not text[start:end].strip():
            previous = (section, heading.level)
    if previous is not None:
        yield _empty(subject, previous[0])


def duplicate_heading(subject: Subject) -> Iterator[Finding]:
    """Find sections whose headings, from the page's title down, are the same."""
    paths: dict[tuple[str, ...], list[int]] = defaultdict(list)
    outline = subject.outline
    for section in range(1, len(outline)):
        subject.progress(section)
        heading = outline.heading_of(section)
        if heading is None or subject.blocks.is_torn(heading.span):
            continue
        if len(subject.chunk_set.parents.owned_by(section)):
            path = tuple(title.casefold() for title in outline.heading_path(section))
            paths[path].append(section)
    for sections in paths.values():
        if len(sections) > 1 and outline.heading_path(sections[0]):
            headings = [outline.heading_of(section) for section in sections]
            spans = [heading.span for heading in headings if heading is not None]
            yield subject.finding(
                "duplicate-heading",
                second_first(spans),
                f"{len(sections):,} sections have the same headings"
                f" · {subject.place_of(sections[0])}",
                "Say in each heading what sets its section apart.",
                parents=[subject.chunk_set.parents.owned_by(section)[0] for section in sections],
            )


def bold_as_heading(subject: Subject) -> Iterator[Finding]:
    """Find paragraphs that are one short line in bold, with text below them.

    One that stands on the page three times is a label, no heading.
    """
    lines = list(_bold_lines(subject))
    times = Counter(title for _, title in lines)
    for span, title in lines:
        if times[title] <= _MOST_TIMES_A_HEADING and _titles_something(title, subject, span.end):
            yield subject.finding(
                "bold-as-heading",
                (span,),
                f"Line in bold does not split the page · {quoted(title)}",
                "If it is a heading, write it with # in front.",
                parents=subject.parents_at(span),
            )


def no_summary(subject: Subject) -> Iterator[Finding]:
    """Find a page with no opening paragraph that its own vector cannot read to the end."""
    counts = subject.page.counts
    window = counts.window if counts else _WINDOW_WITHOUT_COUNTS
    tokens = counts.document() if counts else None
    if (subject.chunk_set.estimated_tokens if tokens is None else tokens) <= window:
        return
    end = _first_second_level(subject)
    if end is None:
        return
    words = _opening_words(subject, end)
    if words >= subject.threshold("no-summary"):
        return
    what = "No paragraph before the first section says what the page is about"
    if words:
        stand = f"{counted(words, 'word')} {'stands' if words == 1 else 'stand'}"
        what = f"Only {stand} before the first section, too few to say what the page is about"
    yield subject.finding(
        "no-summary",
        (subject.opening_span(),),
        f"{what} · the embedder reads {window:,} tokens of it",
        "Open with two or three sentences: what the page covers, for whom, and what it decides.",
    )


def _first_second_level(subject: Subject) -> int | None:
    """Return the offset of the first heading below the title's; None where there is none.

    The title's is the first of the page if no other is of its level or above it.
    """
    headings = map(subject.outline.heading_of, range(1, len(subject.outline)))
    levels = [(heading.level, heading.span.start) for heading in headings if heading is not None]
    if not levels:
        return None
    first = levels[0][0]
    is_title = all(level > first for level, _ in levels[1:])
    if is_title or first == 1:
        return levels[1][1] if len(levels) > 1 else None
    return levels[0][1]


def _opening_words(subject: Subject, end: int) -> int:
    """Return the words of text up to `end`; those beyond the rule's threshold may be left out."""
    least = subject.threshold("no-summary")
    words = 0
    for block in subject.blocks.touching(Span(subject.outline.body_start, end)):
        if block.kind in (Kind.PARAGRAPH, Kind.QUOTE, Kind.LIST_ITEM):
            source = subject.text[block.start : min(block.end, block.start + 2000)]
            words += count_words(prose_of(source))
            if words >= least:
                break
    return words


def _lines_that_cut_html(subject: Subject) -> Iterator[Finding]:
    for html in subject.blocks.torn_html:
        title = quoted(subject.text[slice(*html.headings[0])].lstrip("# "))
        more = f" and {len(html.headings) - 1:,} more" if len(html.headings) > 1 else ""
        instead = (
            "Show code in a fenced block (```), in which no line is a heading"
            if html.tag in RAW_CODE
            else "Take it out"
        )
        yield subject.finding(
            "heading-in-code",
            (html.headings[0], html.span, *html.headings[1:]),
            f"A line with # inside an HTML {html.name} splits the page as a heading"
            f" · {title}{more}",
            f"{instead}, or put another character before the #.",
            parents=subject.parents_at(html.span),
        )


def _empty(subject: Subject, section: int) -> Finding:
    heading = subject.outline.heading_of(section)
    assert heading is not None
    return subject.finding(
        "empty-section",
        (heading.span,),
        f"Nothing below the heading {quoted(heading.title) if heading.title else ''}".rstrip(),
        "Write what it promises, or remove it.",
    )


def _reads_as_heading(text: str, span: Span) -> bool:
    """Say whether a `#` line in code is written as a heading, not as a comment."""
    line = text[span.start : span.end].strip()
    level = len(line) - len(line.lstrip("#"))
    title = line.strip("#").strip()
    alone = text[: span.start].endswith("\n\n") if span.start < 2 else text[span.start - 2] == "\n"
    return level >= 2 and alone and title[:1].isalnum() and title[-1:] not in ".;:,{}()="


def _titles_something(title: str, subject: Subject, end: int) -> bool:
    """Say whether a bold line reads as a title and text follows before the next heading."""
    if title.rstrip()[-1:] in ".,:!。：、" or ";" in title:
        return False
    if not any(map(str.isalpha, title)):
        return False
    if count_words(title) > (30 if writes_without_spaces(title) else 9):
        return False
    section = subject.outline.section_at(end)
    return bool(subject.text[end : subject.outline.body_of(section).end].strip())


def _bold_lines(subject: Subject) -> Iterator[tuple[Span, str]]:
    """Yield the paragraphs that are one bold line, but not those in a row of them."""
    before_is_bold = False
    held: tuple[Span, str] | None = None
    for block in subject.blocks.of(PROSE):
        title = _bold_title(subject, block)
        if held is not None and title is None:
            yield held
        held = None
        if title is not None and not before_is_bold:
            held = block.span, title
        before_is_bold = title is not None
    if held is not None:
        yield held


def _bold_title(subject: Subject, block: Block) -> str | None:
    if block.kind is not Kind.PARAGRAPH or block.end - block.start > _LONGEST_BOLD_HEADING:
        return None
    found = _BOLD_LINE.match(subject.text[block.start : block.end])
    return found[2] if found else None


def _is_front_matter_of_a_part(subject: Subject, start: int, title: str) -> bool:
    """Say whether fields between two `---` were taken for a heading, as where files are joined."""
    fenced = subject.text[max(0, start - 5) : start].strip() == "---"
    return fenced and all(_FIELD.match(line) for line in title.split("\n"))
