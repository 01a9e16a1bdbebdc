"""Stand in for the part of OpenTelemetry that sends; runs in the frozen program before ours.

Chroma imports it while it loads and never uses it. Without it the program lacks the very code that
could report anything, and is 25 MB smaller.
"""

import sys
from types import ModuleType

_NAME = "opentelemetry.exporter.otlp.proto.grpc.trace_exporter"


class OTLPSpanExporter:
    """Refuses to exist."""

    def __init__(self, *_arguments: object, **_options: object) -> None:
        """Refuse."""
        raise RuntimeError("This program reports nothing to anybody.")


def _stand_in() -> None:
    parts = _NAME.split(".")
    for length in range(2, len(parts) + 1):
        module = ModuleType(".".join(parts[:length]))
        module.__path__ = []
        sys.modules[module.__name__] = module
    vars(sys.modules[_NAME])["OTLPSpanExporter"] = OTLPSpanExporter


_stand_in()
