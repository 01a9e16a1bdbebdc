"""Estimated and real token counts."""


def estimated_tokens(characters: int) -> int:
    """Return the estimate of a slice: its characters over 4, rounded up."""
    return -(-characters // 4)
