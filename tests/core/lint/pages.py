"""Pages for the tests of findings, and what is found on them."""

from collections.abc import Mapping

from chunkscope.core.chunks import ChunkSet
from chunkscope.core.counts import UNKNOWN, CountColumn, PageCounts
from chunkscope.core.document import Document, Note
from chunkscope.core.lint.checks import lint
from chunkscope.core.lint.findings import Finding, Options
from chunkscope.core.lint.page import Page
from chunkscope.core.settings import Settings
from chunkscope.core.splitters.parent_child import cut

SENTENCE = "The owner of the account sees the charge on the next invoice. "
WORDS = "alpha beta gamma delta "


def prose(characters: int) -> str:
    """Return whole sentences of about so many characters."""
    return (SENTENCE * (characters // len(SENTENCE) + 1)).strip()


def page_of(
    text: str,
    title: str = "Billing",
    settings: Settings | None = None,
    notes: tuple[Note, ...] = (),
    counts: PageCounts | None = None,
) -> Page:
    """Return the page of a text."""
    chunks = cut(title, text, settings)
    return Page(Document(title, text, notes=notes), chunks, counts)


def found(page: Page | str, rule: str, options: Options | None = None) -> list[Finding]:
    """Return the findings of one rule on a page or a text; the rule is on."""
    options = options or Options()
    options = Options(options.thresholds, {**options.enabled, rule: True}, options.most_of_a_rule)
    page = page_of(page) if isinstance(page, str) else page
    return [finding for finding in lint(page, options) if finding.rule == rule]


def texts(page: Page | str, rule: str) -> list[str]:
    """Return the characters that each finding of one rule points at first."""
    page = page_of(page) if isinstance(page, str) else page
    return [finding.span.slice_of(page.document.text) for finding in found(page, rule)]


def counts_of(
    chunks: ChunkSet,
    embedder: Mapping[int, int] | None = None,
    chat: Mapping[int, int] | None = None,
    document: int = UNKNOWN,
    cuts: Mapping[int, int] | None = None,
) -> PageCounts:
    """Return counts with the given tokens of parents; a chat count of 0 where none is given."""
    return PageCounts(
        chunks,
        "bge-small-en-v1.5",
        512,
        {
            "bge-small-en-v1.5": _column(chunks, embedder or {}, UNKNOWN),
            "cl100k_base": _column(chunks, chat or {}, document),
        },
        cuts=cuts or {},
    )


def _column(chunks: ChunkSet, parents: Mapping[int, int], document: int) -> CountColumn:
    return CountColumn(
        [parents.get(place, 0) for place in range(len(chunks.parents))],
        [0] * len(chunks.children),
        [0] * len(chunks.outline),
        document,
    )
