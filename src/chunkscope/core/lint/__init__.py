"""Findings: what a page loses on its way into chunks, an index and a prompt."""
