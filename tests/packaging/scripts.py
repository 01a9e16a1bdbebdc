"""Loads the scripts of packaging/, which are no package."""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"


def script(path: str) -> ModuleType:
    """Return a script of packaging/ as a module; it is not run."""
    file = PACKAGING / path
    spec = importlib.util.spec_from_file_location(f"packaging_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
