"""Tokenizers; later embedders, indexes and search. Their libraries stay here."""
