"""markdown-it's inline parser, with the position of everything that it shows.

Only what markdown-it-py 4.3 calls is relied on: `append_pending`, `pushPending` and `push`. Each is
called while `pos` is where the construct begins. Text that it collects between two tokens stands in
one piece, so its start is enough.
"""

from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from chunkscope.core.rendering.block_parser import SourceBlockParser
from chunkscope.core.rendering.table_rule import table_rule

_DEEPEST_NESTING = 60
_NOWHERE = -1


class SourceInlineState(StateInline):
    """Notes in `meta["at"]` of each token where it begins in the content."""

    def __init__(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> None:
        super().__init__(src, md, env, tokens)
        self._pending_at = _NOWHERE
        self._markers_at = _NOWHERE

    def append_pending(self, text: str) -> None:
        """Collect text that stands at `pos`."""
        if self._pending_at < 0:
            self._pending_at = self.pos
        super().append_pending(text)

    def pushPending(self) -> Token:  # noqa: N802 - markdown-it's
        """Make a token of the text collected so far."""
        token = super().pushPending()
        token.meta["at"] = self._pending_at
        return token

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Add a token that begins at `pos`, or after the markers already made there."""
        at = self.pos
        if ttype != "text":
            self._markers_at = _NOWHERE
        elif self._markers_at == at:
            before = self.tokens[-1]
            at = before.meta["at"] + len(before.content)
        else:
            self._markers_at = at
        token = super().push(ttype, tag, nesting)
        self._pending_at = _NOWHERE
        token.meta["at"] = at
        return token


class SourceInlineParser(ParserInline):
    """Parses into tokens that know where they begin; neighbouring texts stay apart."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        """Add the tokens of `src` to `tokens` and return them."""
        state = SourceInlineState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def github_parser() -> MarkdownIt:
    """Return a parser of GitHub's markdown: tables, strike-through, tasks, alerts."""
    parser = MarkdownIt("zero")
    parser.block = SourceBlockParser()
    parser.inline = SourceInlineParser()
    parser.configure(
        "commonmark",
        {
            "maxNesting": _DEEPEST_NESTING,
            "tasklists": True,
            "alerts": True,
            "strikethrough_single_tilde": True,
            "inline_definitions": True,
        },
    )
    parser.enable(["table", "strikethrough"])
    parser.block.ruler.at("table", table_rule, {"alt": ["paragraph", "reference"]})
    parser.inline.ruler2.disable("fragments_join")
    return parser
