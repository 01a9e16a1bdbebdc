"""The window: the only package that imports Qt.

What a start imports and builds stays as long as the window, so Python's cycle collector looks at it
seldom: at the usual rate it would take a twelfth of the time to the first paint.
"""

import gc

gc.set_threshold(100_000, 50, 100)
