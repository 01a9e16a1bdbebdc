"""Word and sentence boundaries as Unicode's UAX 29 draws them; the one door to the segmenter.

Thai and Lao write no mark at a sentence's end but a space, which UAX 29 leaves to dictionaries;
so a space ends a sentence where the letter before it is Thai or Lao.
"""

import re
from collections.abc import Iterator
from typing import Final

import unicode_segmentation_rs as _segmenter

from chunkscope.core.spans import Span

# A call holds the interpreter's lock; this much takes some two milliseconds.
_WINDOW: Final = 65_536
_UNSPACED_RANGES: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_UNSPACED: Final = re.compile(f"[{_UNSPACED_RANGES}]")
_UNSPACED_PART: Final = re.compile(f"[{_UNSPACED_RANGES}\u3000-\u303f\uff00-\uff65]+")
_SPACE_ENDS_SENTENCE: Final = re.compile(r"(?<=[\u0e00-\u0eff])[ \u3000]+(?=[^\s\d])")
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


def words_of(text: str) -> list[str]:
    """Return the words of `text` in order, without punctuation and white space.

    In a script without spaces a word is about a character.
    """
    if len(text) <= _WINDOW:
        return _segmenter.unicode_words(_encodable(text))
    words: list[str] = []
    for start, end in _windows(text):
        words += _segmenter.unicode_words(_encodable(text[start:end]))
    return words


def count_words(text: str) -> int:
    """Return the number of words of `text`."""
    return len(words_of(text))


def sentences_of(text: str, start: int = 0, shortest: int = 0) -> Iterator[Span]:
    """Yield the sentences of `text` that hold a letter or a digit, without the space around them.

    Offsets are counted from `start`. A line end ends a sentence. One of more than 65,536
    characters comes in pieces; one of less than `shortest` is left out.
    """
    for window_start, window_end in _windows(text):
        window = _encodable(text[window_start:window_end])
        position = 0
        for sentence in _segmenter.unicode_sentences(window):
            found = window.find(sentence, position)
            position = found + len(sentence)
            if len(sentence) < shortest:
                continue
            offset = start + window_start + found
            if sentence.isascii() or not _SPACE_ENDS_SENTENCE.search(sentence):
                yield _trimmed(sentence, offset)
            else:
                yield from _split_at_spaces(sentence, offset)


def writes_without_spaces(text: str) -> bool:
    """Say whether a fourth of the letters of `text` is of a script without spaces.

    Chinese, Japanese, Thai, Lao, Khmer and Burmese put none between words; Korean does. A fourth,
    because names and code in their texts are often Latin.
    """
    if text.isascii():
        return False
    letters = sum(map(str.isalpha, text))
    return 4 * len(_UNSPACED.findall(text)) > letters


def has_unspaced_script(text: str) -> bool:
    """Say whether `text` holds a letter of a script that puts no space between words."""
    return not text.isascii() and _UNSPACED.search(text) is not None


def unspaced_parts(text: str) -> Iterator[Span]:
    """Yield the runs of letters and marks of scripts that put no space between words."""
    if not text.isascii():
        for part in _UNSPACED_PART.finditer(text):
            yield Span(*part.span())


def _windows(text: str) -> Iterator[tuple[int, int]]:
    start, length = 0, len(text)
    while length - start > _WINDOW:
        end = _window_end(text, start)
        yield start, end
        start = end
    yield start, length


def _window_end(text: str, start: int) -> int:
    """Return an offset behind a line end, a full stop or a space, as near to the window's end."""
    limit = start + _WINDOW
    for mark in ("\n", ". ", "\u3002", " "):
        found = text.rfind(mark, start + _WINDOW // 2, limit)
        if found >= 0:
            return found + len(mark)
    return limit


def _encodable(text: str) -> str:
    """Return `text` with stand-ins of the same length for what UTF-8 cannot say."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATES.sub("\ufffd", text)
    return text


def _split_at_spaces(sentence: str, offset: int) -> Iterator[Span]:
    begin = 0
    for gap in _SPACE_ENDS_SENTENCE.finditer(sentence):
        yield _trimmed(sentence[begin : gap.start()], offset + begin)
        begin = gap.end()
    yield _trimmed(sentence[begin:], offset + begin)


def _trimmed(sentence: str, offset: int) -> Span:
    start = offset + len(sentence) - len(sentence.lstrip())
    return Span(start, max(start, offset + len(sentence.rstrip())))
