"""Splitting strategies, one module each."""
