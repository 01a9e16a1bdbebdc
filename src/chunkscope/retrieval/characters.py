"""What texts are made of, as far as models and full text care."""

import re
from typing import Final

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """Return `text` with every lone surrogate replaced; no library takes them."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
