"""The frozen program's first module; a module run as a script cannot be the package's own."""

import sys

from chunkscope.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
