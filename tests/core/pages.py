"""Pages made to be hard to cut, for tests that hold of every page."""

from hypothesis import strategies as st

from chunkscope.core.document import normalise
from chunkscope.core.settings import Settings

LINE_ENDS = ["\n", "\n", "\n\n", "\n \n", "\n\t\n\n", "\r\n", "\r", "\n\x0b\n", "\n\x1c\n"]
WHITE_SPACE = [" ", "  ", "   ", "    ", "\t", "\x0c", "\x1f", "\x85", "\xa0", "\u2028", "\u3000"]
HEADINGS = [
    "# One", "## Two ##", "### Three\t#", "#### Four", "##### Five", "###### Six", "####### Seven",
    "#", "##", "#\t", "# #", "# ###", "#\xa0No", "#No", "   # In", "    # Out", "# C#", "## \x0c",
]  # fmt: skip
FENCES = [
    "```", "````", "~~~", "~~~~", "```py", "``` a`b", "~~~ `", "``` ", "   ```", "    ```",
    "- ```", "*\t~~~", "+ ````", "1. ```", "12) ~~~", "1234567890. ```", "-```", "  - ```",
    "```\xa0",
]  # fmt: skip
FRONT_MATTER = [
    "---\n", "--- \n", "---\ntitle: T\n---\n", "---\na: 1\n...\n", "---\n\n---\n", "--- a\n",
]  # fmt: skip
WORDS = [
    "a", "bc", "word", "e.g.", "v2.1", "…", "漢字かな", "ไทย", "😀", "\u200b", "\ufeff", "e\u0301",
]  # fmt: skip
TERMINATORS = [".", "!", "?", "...", "?!", ". "]

_parts = st.one_of(
    st.sampled_from(LINE_ENDS),
    st.sampled_from(WHITE_SPACE),
    st.sampled_from([f"\n{line}\n" for line in HEADINGS]),
    st.sampled_from([f"\n{line}\n" for line in FENCES]),
    st.sampled_from(WORDS),
    st.sampled_from([f"{word} " for word in WORDS]),
    st.sampled_from(TERMINATORS),
    st.sampled_from(HEADINGS + FENCES),
)
_bodies = st.lists(_parts, max_size=60).map("".join)
_openings = st.one_of(st.just(""), st.sampled_from(FRONT_MATTER))

pages = st.builds(lambda opening, body: normalise(opening + body), _openings, _bodies)
"""Short pages with everything in them that the specification names."""

stretches = st.lists(
    st.sampled_from([*WORDS, *TERMINATORS, *WHITE_SPACE, "\n", "\n\n", " \n\x0c\n "]), max_size=120
).map("".join)
"""Longer text of one section."""


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    """Return settings small enough to cut such pages into many chunks."""
    parent = draw(st.integers(1, 24))
    child = draw(st.integers(1, parent))
    overlaps = (draw(st.integers(0, parent // 2)), draw(st.integers(0, child // 2)))
    return Settings(parent, overlaps[0], child, overlaps[1])
