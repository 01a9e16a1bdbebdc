from pathlib import PurePath

import pytest

from chunkscope.sources.formats import (
    FORMATS,
    SUFFIXES,
    UNREADABLE,
    file_filters,
    format_named,
    format_of,
    signature_of,
)


def test_no_suffix_belongs_to_two_formats() -> None:
    assert len(set(SUFFIXES)) == len(SUFFIXES)
    assert not set(SUFFIXES) & set(UNREADABLE)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.md", "md"),
        ("a.MDX", "md"),
        ("upper.PDF", "pdf"),
        ("a.htm", "html"),
        ("a.tar.csv", "csv"),
        ("a.xlsm", "xlsx"),
        ("a.tab", "tsv"),
    ],
)
def test_a_suffix_names_its_format_in_any_case(name: str, expected: str) -> None:
    assert format_of(PurePath(name)) == format_named(expected)


@pytest.mark.parametrize("name", ["README", "a.rst", ".md"])
def test_other_names_claim_no_format(name: str) -> None:
    assert format_of(PurePath(name)) is None


@pytest.mark.parametrize(
    ("head", "claimed", "expected"),
    [
        (b"%PDF-1.7", "md", "pdf"),
        (b"junk before %PDF-1.7", "pdf", "pdf"),
        (b"A text on %PDF-1.7", "md", None),
        (b"PK\x03\x04", "md", "zip"),
        (b"PK\x05\x06", "docx", "zip"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "docx", "ole"),
        (b"\n<!-- saved -->\n<!DOCTYPE html>", "docx", "html"),
        (b'<?xml version="1.0"?>\n<html>', "pdf", "html"),
        (b"<html>", "md", None),
        (b"<table><tr>", "xls", "html"),
        (b"Subject: x\n\non %PDF-1.7", "eml", None),
        (b"{\\rtf1", "docx", ".rtf"),
        (b"", "docx", None),
    ],
)
def test_content_shows_what_a_file_is(head: bytes, claimed: str, expected: str | None) -> None:
    assert signature_of(head, format_named(claimed)) == expected


def test_a_file_dialog_offers_every_format_and_all_of_them_together() -> None:
    every, *each, last = file_filters()
    assert every.patterns == tuple(f"*{suffix}" for suffix in SUFFIXES)
    assert [line.label for line in each] == [form.label for form in FORMATS if form.suffixes]
    assert last.patterns == ("*",)
