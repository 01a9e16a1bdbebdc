"""Options that several commands share, each with what it means and what it is without being set."""

import argparse
from collections.abc import Sequence
from typing import Final

from chunkscope.cli import values
from chunkscope.core.settings import Settings

_SIZES: Final = {
    "parent_size": "tokens of a parent chunk, 4 characters each",
    "parent_overlap": "tokens that a parent repeats of the one before",
    "child_size": "tokens of a child chunk",
    "child_overlap": "tokens that a child repeats of the one before",
}


def add_source(
    parser: argparse.ArgumentParser, name: str = "source", nargs: str | None = None
) -> None:
    """Declare what is read, and how."""
    about = "a file, or an address that begins with https:// or http://, which is fetched"
    parser.add_argument(name, type=values.source, nargs=nargs, metavar="path", help=about)
    known = "read text with this encoding, whatever it looks like"
    parser.add_argument("--encoding", type=values.encoding, metavar="NAME", help=known)
    content = "read a file by its content where its name says another format"
    parser.add_argument("--by-content", action="store_true", help=content)
    guess = "let the size of letters tell what is a heading of a PDF (on unless switched off)"
    switch = argparse.BooleanOptionalAction
    parser.add_argument("--headings-from-size", action=switch, default=True, help=guess)


def add_format(parser: argparse.ArgumentParser, formats: Sequence[str] = ("text", "json")) -> None:
    """Declare how results are written, by default the first way."""
    about = f"how results are written; {formats[0]} unless set"
    parser.add_argument("--format", choices=formats, default=formats[0], help=about)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Declare the sizes of the cut and the title that stands in every prefix."""
    title = "title of the page, part of every prefix; the page's own unless set"
    parser.add_argument("--title", metavar="TEXT", help=title)
    usual = Settings()
    for name, meaning in _SIZES.items():
        flag = f"--{name.replace('_', '-')}"
        about = f"{meaning}; {getattr(usual, name)} unless set"
        parser.add_argument(flag, type=values.whole_number, metavar="TOKENS", help=about)


def settings_of(chosen: argparse.Namespace) -> Settings:
    """Return the sizes of the cut.

    Raises:
        SettingsError: One is out of its range.
    """
    given = {name: getattr(chosen, name) for name in _SIZES if getattr(chosen, name) is not None}
    return Settings(**given)
