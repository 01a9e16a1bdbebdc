"""Prose as its reader sees it, with every letter still at its place in the source.

Markup inside a paragraph (link targets, tags, code, line ends, quote marks) would be taken for
words and sentence ends. It is overwritten in a copy of the same length, so an offset in the copy
is an offset in the paragraph.
"""

import re
from typing import Final

_PIECE: Final = 32_768

# Each match begins with one of few characters, which the engine looks for fast; what may follow
# each of them is told by looking back at it. Quantifiers are bounded or possessive, so that no
# text takes more than linear time.
_MARKUP: Final = re.compile(
    r"""[\n\\<`*_~&${:\[(](?:
      (?P<break>(?<=[ ]{2}\n)[ \t>]*+ | (?<=\\)\n[ \t>]*+ | (?<=<)br[ ]?/?>
        | (?<=\n)[ \t>]*+(?=[•▪◦–—·]\s|\|) | (?<=\[)!\w{1,20}\]\n[ \t>]*+)
    | (?P<line>(?<=\n)[ \t>]*+)
    | (?P<word>(?<=`)(?<!``)(?P<ticks>`{0,7}+)(?!`)[^\0]{1,1000}?(?<!`)`(?P=ticks)(?!`)
        | (?<=:)//[^\s<>)\]]{1,4000}(?<![.,;:!?])
        | (?<=\$)\$[^$]{1,1000}+\$\$ | (?<=\$)(?=[^$\n]{0,200}[\\^_])[^$\n]{1,200}+\$
        | (?<=\{)\{[^{}\n]{1,200}+\}\})
    | (?P<gap>(?<=\]\()(?>(?:[^()\s<>]{1,4000}+|<[^<>\n]{0,4000}+>|\([^()\s]{0,200}+\)){0,8})
          (?:\s{1,3}(?:"[^"]{0,400}+"|'[^']{0,400}+'))?\s?\)
        | (?<=\]\[)[^\]\n]{0,200}+\]
        | (?<=<)!--[^\0]{0,2000}?-->
        | (?<=<)/?[A-Za-z][\w.-]*+(?=[\s/>])(?>(?:"[^"]{0,4000}+"|'[^']{0,4000}+'|[^"'<>]++){0,50})>
        | (?<=\{)[:\#.][^{}\n]{0,200}+\}
        | (?<=&)(?:nbsp|ensp|emsp|thinsp|\#160);
        | (?<=\*)\*{0,2} | (?<=~)~ | (?<=_)(?<!\w_)_{0,2}+ | (?<=_)_{0,2}+(?!\w)
        | (?<=\[)[ xX]\](?=\s))
    | (?P<entity>(?<=&)(?:[A-Za-z]{1,20}|\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6});)
    )""",
    re.VERBOSE,
)
_MASK: Final = {"break": "\n", "line": " ", "word": "X", "gap": " ", "entity": "'"}


def prose_of(source: str) -> str:
    """Return the paragraph `source` with its markup overwritten; as long as `source`."""
    if len(source) <= _PIECE:
        return _masked(source)
    pieces = []
    start = 0
    while start < len(source):
        end = start + _PIECE
        if end < len(source):
            end = max(source.rfind(" ", start, end), source.rfind("\n", start, end)) + 1
            end = end if end > start else start + _PIECE
        pieces.append(_masked(source[start:end]))
        start = end
    return "".join(pieces)


def _masked(source: str) -> str:
    return _MARKUP.sub(_mask, source)


def _mask(found: re.Match[str]) -> str:
    return _MASK[found.lastgroup or "word"] * (found.end() - found.start())
