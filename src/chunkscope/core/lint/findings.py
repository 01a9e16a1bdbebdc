"""What a finding is, and the table of the rules that make them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from chunkscope.core.spans import Span


class Severity(StrEnum):
    """How much a finding costs retrieval, worst first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for an error, 1 for a warning, 2 for an info."""
        return _RANKS[self.value]


_RANKS: Final = {severity.value: rank for rank, severity in enumerate(Severity)}

MOST_SPANS: Final = 1000
"""Spans that one finding carries; a page of equal headings has more than anyone walks through."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a writer may want to change.

    Attributes:
        rule: Id of the rule that made it.
        severity: How much is lost.
        spans: Where; the first is the place to jump to. At most `MOST_SPANS` of them.
        message: What is lost, in plain words; a second clause follows behind ` · `.
        advice: What to do about it.
        parents: Indices of the parents concerned.
        children: Indices of the children concerned, where no parent is.
        spans_left_out: How many more places there are than `spans` holds.

    Parents and children are all named: the window asks of any chunk what concerns it.
    """

    rule: str
    severity: Severity
    spans: tuple[Span, ...]
    message: str
    advice: str
    parents: tuple[int, ...] = ()
    children: tuple[int, ...] = ()
    spans_left_out: int = 0

    def __post_init__(self) -> None:
        if not self.spans:
            raise ValueError(f"a finding of {self.rule} says no place")
        if len(self.spans) > MOST_SPANS:
            raise ValueError(f"a finding of {self.rule} carries {len(self.spans)} spans")

    @property
    def span(self) -> Span:
        """The place to jump to."""
        return self.spans[0]


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """What a rule looks for.

    Attributes:
        id: Stable; the command line, exports and settings go by it.
        severity: Of its findings, where one does not say otherwise.
        title: Its name in lists.
        description: What it means to a reader, in one sentence.
        threshold: Where it begins to fire; None where there is nothing to set.
        unit: Of the threshold.
        enabled: Whether it is on by default.
        uses_counts: Whether real token counts change what it finds.
    """

    id: str
    severity: Severity
    title: str
    description: str
    threshold: int | None = None
    unit: str = ""
    enabled: bool = True
    uses_counts: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """What to look for.

    Attributes:
        thresholds: By rule id; the rule's own where missing.
        enabled: By rule id; the rule's own where missing.
        most_of_a_rule: Findings of one rule that are listed one by one; the rest is summed up.
    """

    thresholds: Mapping[str, int] = field(default_factory=dict)
    enabled: Mapping[str, bool] = field(default_factory=dict)
    most_of_a_rule: int = 100

    def threshold(self, rule: str) -> int:
        """Return where a rule begins to fire."""
        own = RULES[rule].threshold
        assert own is not None, f"{rule} has no threshold"
        return self.thresholds.get(rule, own)

    def is_enabled(self, rule: str) -> bool:
        """Say whether a rule is on."""
        return self.enabled.get(rule, RULES[rule].enabled)


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

_TABLE: Final = (
    RuleInfo(
        "table-split",
        _E,
        "Table split",
        "Rows land in a chunk without their header row, so nothing says what their cells mean.",
    ),
    RuleInfo(
        "table-too-large",
        _W,
        "Table too large",
        "The table is larger than a parent may be, so no chunk can hold it whole.",
    ),
    RuleInfo(
        "code-split",
        _W,
        "Code split",
        "An example is cut in two; neither half runs, and the second has lost its fence.",
    ),
    RuleInfo(
        "long-sentence",
        _W,
        "Long sentence",
        "The splitter cannot cut inside a sentence, and a long one is hard to match and to read.",
        threshold=40,
        unit="words",
        uses_counts=True,
    ),
    RuleInfo(
        "false-sentence-end",
        _W,
        "Cut inside a sentence",
        "A full stop that ends no sentence (e.g., v2.1, an address) was taken for one and cut at.",
    ),
    RuleInfo(
        "chunk-over-size",
        _W,
        "Chunk over its size",
        "A passage without a sentence end is longer than a chunk may be and stays in one piece.",
    ),
    RuleInfo(
        "over-embedder-window",
        _E,
        "Past the embedder's window",
        "The embedder stops reading before the chunk ends; what follows cannot be found by it.",
        uses_counts=True,
    ),
    RuleInfo(
        "prompt-tail",
        _W,
        "Cut from the prompt",
        "Only a passage's first characters reach the prompt; its end is found but not read.",
        threshold=1000,
        unit="characters",
    ),
    RuleInfo(
        "no-headings",
        _W,
        "No headings",
        "Without headings chunks are cut by size alone and nothing names what they are about.",
        threshold=350,
        unit="estimated tokens",
    ),
    RuleInfo(
        "long-section",
        _I,
        "Long section",
        "All chunks of a section carry the same headings, so they are hard to tell apart.",
        threshold=1200,
        unit="estimated tokens",
    ),
    RuleInfo(
        "deep-heading",
        _W,
        "Heading too deep",
        "Headings of levels 5 and 6 are ordinary text to the splitter and name no chunk.",
    ),
    RuleInfo(
        "setext-heading",
        _W,
        "Underlined heading",
        "Headings made by underlining are ordinary text to the splitter and name no chunk.",
    ),
    RuleInfo(
        "heading-in-code",
        _W,
        "Heading in code",
        "A heading in a code block does not split the page; a # line in HTML that holds code does.",
    ),
    RuleInfo(
        "empty-section",
        _I,
        "Empty section",
        "A heading with nothing below it makes no chunk, so it cannot be found.",
    ),
    RuleInfo(
        "duplicate-heading",
        _I,
        "Same heading twice",
        "Sections with the same heading path look the same to the embedder's prefix.",
    ),
    RuleInfo(
        "same-opening",
        _W,
        "Same opening",
        "Of passages with the same title and first 96 characters only the best reaches the prompt.",
        threshold=96,
        unit="characters",
    ),
    RuleInfo(
        "near-duplicate",
        _W,
        "Nearly the same text",
        "Passages that say the same compete, and push others out of the prompt.",
        threshold=80,
        unit="percent of their word triples",
    ),
    RuleInfo(
        "no-summary",
        _I,
        "No opening paragraph",
        "The page's own vector reads only its start, which says nothing about the whole.",
        threshold=8,
        unit="words",
        uses_counts=True,
    ),
    RuleInfo(
        "no-word-breaks",
        _W,
        "No word breaks",
        "A long run without a space costs many tokens and cannot be matched by words.",
        threshold=200,
        unit="characters",
    ),
    RuleInfo(
        "tiny-chunk",
        _I,
        "Tiny chunk",
        "A chunk of a few words says too little to be found by its meaning.",
        threshold=40,
        unit="characters",
    ),
    RuleInfo(
        "dangling-opening",
        _I,
        "Opening points back",
        "A chunk opens with a word such as This or They, and what it points to lies elsewhere.",
    ),
    RuleInfo(
        "bold-as-heading",
        _W,
        "Bold line as heading",
        "A line in bold looks like a heading, but the splitter does not cut at it.",
    ),
    RuleInfo(
        "estimate-off",
        _I,
        "Estimate too low",
        "The text has more real tokens than the estimate that sizes its chunks says.",
        threshold=33,
        unit="percent",
        uses_counts=True,
    ),
    RuleInfo(
        "image-without-text",
        _W,
        "Image without text",
        "A picture without a description is invisible to search and to the model.",
    ),
    RuleInfo(
        "no-text",
        _E,
        "No text",
        "The page gives no chunk at all, so nothing of it can be found.",
    ),
    RuleInfo(
        "wrong-extension",
        _I,
        "Name does not match",
        "The file's name says another format than its content has; the content was read.",
    ),
    RuleInfo(
        "encoding-guessed",
        _I,
        "Encoding guessed",
        "The file does not say how its letters are encoded; a wrong guess garbles some of them.",
    ),
    RuleInfo(
        "lost-characters",
        _W,
        "Characters lost",
        "Some bytes could not be read as letters and were replaced.",
    ),
    RuleInfo(
        "layout-lost",
        _W,
        "Layout lost",
        "The text was kept, but its headings, lists and tables were not.",
    ),
    RuleInfo(
        "conversion",
        _I,
        "Conversion",
        "What the converter guessed or left out on the way to markdown.",
    ),
)

RULES: Final[Mapping[str, RuleInfo]] = {rule.id: rule for rule in _TABLE}
DEFAULT: Final = Options()
