"""ChunkScope shows how a document is cut into chunks for retrieval, and what that loses.

Dependencies that report home are silenced here, before any of them can be imported; child
processes inherit the settings.
"""

import os

__version__ = "0.1.0"

for _switch, _value in (
    ("ORT_DISABLE_TELEMETRY", "1"),
    ("HF_HUB_DISABLE_TELEMETRY", "1"),
    ("ANONYMIZED_TELEMETRY", "False"),
    ("QT_API", "pyside6"),
):
    os.environ[_switch] = _value
