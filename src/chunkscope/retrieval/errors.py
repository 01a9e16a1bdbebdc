"""What indexing and searching can fail by, in words for the reader.

ChunkscopeError
├── ModelUnavailable    an embedding model that is missing, changed, or cannot be reached
└── IndexUnavailable    an index that cannot be used as it is
    ├── IndexInUse      another window or process holds it
    └── IndexMismatch   another model or version made it, and the caller minds
"""

from chunkscope.core.errors import ChunkscopeError


class ModelUnavailable(ChunkscopeError):
    """An embedding model that cannot work here; the message says why."""


class IndexUnavailable(ChunkscopeError):
    """An index that cannot be used as it is."""


class IndexInUse(IndexUnavailable):
    """Another window or process holds the index."""


class IndexMismatch(IndexUnavailable):
    """The index was built by another model, or by another version of the program."""
