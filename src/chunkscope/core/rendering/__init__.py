"""Markdown as a page: display blocks whose every run of text knows its source."""
