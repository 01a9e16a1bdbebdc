"""Rules about sentences: too long, cut inside, or opening with a word that points back."""

import re
from collections.abc import Iterator
from typing import Final

from chunkscope.core.blocks import PROSE, Block, Kind
from chunkscope.core.chunks import ChunkColumn, Level
from chunkscope.core.lint.findings import Finding
from chunkscope.core.lint.page import Passage, Subject, quoted
from chunkscope.core.lint.sentence_ends import (
    cut_in_words,
    cuts_numbering,
    ends_falsely,
    token_around,
)
from chunkscope.core.packing import RULES as CUT_RULES
from chunkscope.core.packing import Rule
from chunkscope.core.segmentation import (
    count_words,
    sentences_of,
    unspaced_parts,
    writes_without_spaces,
)
from chunkscope.core.spans import Span
from chunkscope.core.tokens import estimated_tokens

_SENTENCE: Final = CUT_RULES.index(Rule.SENTENCE)
_TOKENS_PER_WORD: Final = 2.5
_RUN: Final = re.compile(r"\S+")
_WINDOW: Final = 65_536
_PRONOUN: Final = re.compile(
    r"""(?P<word>this|that|these|those|it|they)(?:
        (?P<short>['’](?:s|re|ll|ve|d|m))\b
      | [ ](?P<next>[a-z]+(?:n['’]t)?)\b(?P<rest>[^.!?]{0,60}))""",
    re.VERBOSE | re.IGNORECASE,
)
_VERBS: Final = (
    " is are was were isn't aren't wasn't weren't has have had hasn't haven't does do did"
    " doesn't don't didn't can cannot can't could couldn't will won't would wouldn't may might"
    " must should shouldn't shall means mean meant allows allow lets let makes make made gives"
    " give works work happens happen happened applies apply includes include helps help"
    " requires require needs need takes take creates create causes cause prevents prevent"
    " ensures ensure enables enable uses use provides provide returns return shows show sets"
    " set adds add removes remove becomes become comes come goes go runs run starts start"
    " stops stop keeps keep contains contain depends depend affects affect also only usually"
    " often always never then still just generally typically resulted results led leads turns"
    " defines define describes describe covers cover replaces replace corresponds gets get"
    " looks look seems seem tells tell brings bring "
)
# "This is a reference for ..." speaks of the page itself.
_INTRODUCES: Final = re.compile(
    r"\s(?:an?|the|our|your|one|another|where|how|what|why|who|all)\b", re.IGNORECASE
)
_EXPLETIVE: Final = re.compile(
    r"\s(?:\w+\s){0,3}?(?:that|to|if|whether|how|why|when|what|because|time)\b", re.IGNORECASE
)


def long_sentence(subject: Subject) -> Iterator[Finding]:
    """Find sentences of many words, or of many tokens where the script has no spaces."""
    most = subject.threshold("long-sentence")
    shortest = min(2 * most, int(_TOKENS_PER_WORD * most) // 2)
    for place, passage in enumerate(subject.passages):
        subject.progress(place)
        if len(passage.prose) <= shortest:
            continue
        for span in sentences_of(passage.prose, passage.block.start, shortest):
            finding = _judged_by_length(subject, passage, span, most)
            if finding is not None:
                yield finding


def false_sentence_end(subject: Subject) -> Iterator[Finding]:
    """Find cuts at a mark that ends no sentence."""
    told: set[int] = set()
    for level in Level:
        column = subject.chunk_set.level(level)
        for place in _cut_at_sentences(column):
            cut = column.columns.ends[place - 1]
            if cut in told:
                continue
            told.add(cut)
            if _is_false(subject, cut):
                yield _false_end(subject, level, place, cut)


def no_word_breaks(subject: Subject) -> Iterator[Finding]:
    """Find long runs without white space, outside code and tables."""
    most = subject.threshold("no-word-breaks")
    kinds = PROSE | {Kind.HTML}
    for place, block in enumerate(subject.blocks.of(kinds)):
        subject.progress(place)
        if subject.blocks.is_code(block) or not _may_hold_run(subject.text, block, most):
            continue
        for run in _RUN.finditer(subject.text, block.start, block.end):
            if len(run[0]) < most:
                continue
            span = _longest_spaced_part(run[0], run.start())
            size = span.end - span.start
            if size >= most and 2 * sum(map(str.isalnum, run[0][:4000])) > min(size, 4000):
                start = quoted(subject.text[span.start : span.start + 40], 40)
                yield subject.finding(
                    "no-word-breaks",
                    (span,),
                    f"{size:,} characters without a space · {start}",
                    "Shorten it, or move it to a file or a code block of its own; "
                    "for an address, use a shorter one.",
                    parents=subject.parents_at(span),
                )


def dangling_opening(subject: Subject) -> Iterator[Finding]:
    """Find chunks that open with a pronoun and hold nothing before it."""
    for level in Level:
        columns = subject.chunk_set.level(level).columns
        for place, (start, own) in enumerate(zip(columns.starts, columns.own_starts, strict=True)):
            if start != own or (level is Level.CHILD and _starts_a_parent(subject, place)):
                continue
            source = subject.text[start : start + 120].lstrip("*_>-+ ")
            word = _pronoun_of(source)
            if word is None or not _is_in_prose(subject, start + 1):
                continue
            yield _dangling(subject, level, place, word)


def _judged_by_length(subject: Subject, passage: Passage, span: Span, most: int) -> Finding | None:
    start = passage.block.start
    sentence = passage.prose[span.start - start : span.end - start]
    if writes_without_spaces(sentence):
        tokens = _tokens_of(subject, span, len(" ".join(sentence.split())))
        if tokens is None or tokens <= _TOKENS_PER_WORD * most:
            return None
        size = f"about {tokens:,} tokens"
    else:
        words = count_words(sentence)
        if words <= most:
            return None
        size = f"{words:,} words"
    limit = subject.chunk_set.settings.child_size
    estimate = estimated_tokens(span.end - span.start)
    return subject.finding(
        "long-sentence",
        (span,),
        f"Sentence of {size} · hard to split; {estimate:,} of {limit:,} estimated tokens",
        "Make two or three sentences of it, one statement each; turn a row of items into a list.",
        parents=subject.parents_at(span),
    )


def _tokens_of(subject: Subject, span: Span, visible: int) -> int | None:
    """Return the real tokens of a sentence's visible characters.

    By the density of the parent around it: what is counted is that parent, no sentence.
    """
    counts, encoding = subject.page.counts, subject.chat_encoding
    parents = subject.parents_at(span)
    if counts is None or not parents:
        return None
    parent = subject.chunk_set.parents[parents[0]]
    tokens = counts.chunk(parent, encoding)
    if tokens is None:
        return None
    return round(tokens * visible / (parent.end - parent.start))


def _cut_at_sentences(column: ChunkColumn) -> Iterator[int]:
    """Yield the chunks that a sentence's end set, in order."""
    rules = column.columns.own_rules
    place = rules.find(_SENTENCE)
    while place >= 0:
        if place and column.columns.owners[place] == column.columns.owners[place - 1]:
            yield place
        place = rules.find(_SENTENCE, place + 1)


def _is_false(subject: Subject, cut: int) -> bool:
    block = subject.blocks.at(cut - 1)
    if block is None:
        return cuts_numbering(subject.text, cut)
    return block.kind in PROSE and ends_falsely(subject.text, cut)


def _is_in_prose(subject: Subject, offset: int) -> bool:
    block = subject.blocks.at(offset - 1)
    return block is not None and block.kind in PROSE


def _false_end(subject: Subject, level: Level, place: int, cut: int) -> Finding:
    letter = level.value[0].upper()
    parent = place if level is Level.PARENT else subject.chunk_set.children.columns.owners[place]
    token = token_around(subject.text, cut)
    return subject.finding(
        "false-sentence-end",
        (token,),
        f"Cut inside a sentence, at {quoted(cut_in_words(subject.text, cut))}"
        f" · {letter}{place} | {letter}{place + 1}",
        "Write the abbreviation out or reword; a paragraph that fits its chunk is never cut.",
        parents=(place - 1, place) if level is Level.PARENT else (parent,),
        children=() if level is Level.PARENT else (place - 1, place),
    )


def _may_hold_run(text: str, block: Block, most: int) -> bool:
    """Say whether a run of `most` characters may be there; half of one lies in some window."""
    if block.end - block.start < most:
        return False
    for start in range(block.start, block.end, _WINDOW):
        words = text[start : min(block.end, start + _WINDOW)].split()
        if 2 * max(map(len, words), default=0) >= most:
            return True
    return False


def _longest_spaced_part(run: str, offset: int) -> Span:
    """Return the longest part of a run that is of scripts with spaces."""
    best, start = Span(offset, offset), 0
    for part in unspaced_parts(run):
        if part.start - start > best.end - best.start:
            best = Span(offset + start, offset + part.start)
        start = part.end
    if len(run) - start > best.end - best.start:
        best = Span(offset + start, offset + len(run))
    return best


def _starts_a_parent(subject: Subject, child: int) -> bool:
    columns = subject.chunk_set.children.columns
    return not child or columns.owners[child] != columns.owners[child - 1]


def _pronoun_of(source: str) -> str | None:
    """Return the word that points back at what does not precede it; None where none does."""
    found = _PRONOUN.match(source)
    if found is None:
        return None
    word = found["word"]
    following = (found["next"] or "").lower()
    if following and f" {following} " not in _VERBS:
        return None
    if _INTRODUCES.match(found["rest"] or "") and following in ("is", "are", "was", "were"):
        return None
    is_expletive = word.lower() == "it" and _EXPLETIVE.match(found["rest"] or source[4:70])
    return None if is_expletive else word


def _dangling(subject: Subject, level: Level, place: int, word: str) -> Finding:
    chunk = subject.chunk_set.level(level)[place]
    start = subject.text.index(word, chunk.start)
    return subject.finding(
        "dangling-opening",
        (Span(start, start + len(word)),),
        f"{chunk.name} opens with {quoted(word)}, and nothing before it says what that is",
        "Open with the name of the thing.",
        parents=(place,) if level is Level.PARENT else (chunk.owner,),
        children=() if level is Level.PARENT else (place,),
    )
