"""The rules of the house: what may load what and when, sizes, the lock, the notices."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "chunkscope"
MODULES = sorted(PACKAGE.rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")

SWITCHES = {
    "ORT_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "ANONYMIZED_TELEMETRY": "False",
}
HEAVY = ("magika", "markitdown", "numpy", "onnxruntime", "pandas", "tiktoken", "tokenizers")

# Installed before anything else: notes what the switches are whenever a library is looked for.
WATCHER = """
import json, os, sys
seen = {}
class Watcher:
    def find_spec(self, name, path=None, target=None):
        if name in ("onnxruntime", "huggingface_hub", "chromadb"):
            seen[name] = {switch: os.environ.get(switch) for switch in SWITCHES}
sys.meta_path.insert(0, Watcher())
""".replace("SWITCHES", repr(tuple(SWITCHES)))


class Function(NamedTuple):
    place: str
    lines: int


def test_what_reports_home_is_silenced_in_this_process_and_its_children() -> None:
    ask = "import json, os; print(json.dumps(dict(os.environ)))"
    child = f"import chunkscope, subprocess, sys; subprocess.run([sys.executable, '-c', {ask!r}])"
    assert json.loads(output_of(child)).items() >= SWITCHES.items()


def test_what_reports_home_is_silenced_even_where_the_user_had_switched_it_on() -> None:
    ask = "import chunkscope, json, os; print(json.dumps(dict(os.environ)))"
    switched_on = {"ORT_DISABLE_TELEMETRY": "0", "ANONYMIZED_TELEMETRY": "True"}
    assert json.loads(output_of(ask, switched_on)).items() >= SWITCHES.items()


def test_a_conversion_loads_what_reports_home_only_once_it_is_silenced() -> None:
    request = {
        "task": "convert",
        "text": "<p>One</p>",
        "form": "html",
        "name": "page.html",
        "memory_bytes": 4_000_000_000,
        "seconds": 60,
    }
    convert = f"from chunkscope.sources.child import answer; answered = answer({request!r})"
    seen, answered = json.loads(
        output_of(f"{WATCHER}\n{convert}\nprint(json.dumps([seen, answered]))")
    )
    assert "One" in answered["markdown"]
    assert "onnxruntime" in seen
    assert all(switches == SWITCHES for switches in seen.values())


def test_counting_loads_what_reports_home_only_once_it_is_silenced() -> None:
    count = (
        "from chunkscope.retrieval.counters import available_counters\n"
        "counts = [state.counter.count('hello world') for state in available_counters()]"
    )
    seen, counts = json.loads(output_of(f"{WATCHER}\n{count}\nprint(json.dumps([seen, counts]))"))
    assert counts == [4, 4, 2, 2]
    assert all(switches == SWITCHES for switches in seen.values())


@pytest.mark.parametrize("module", ["chunkscope.__main__", "chunkscope.cli"])
def test_the_command_line_starts_without_anything_heavy_and_without_qt(module: str) -> None:
    assert loaded_by(module).isdisjoint((*HEAVY, "PySide6"))


def test_the_window_starts_without_anything_heavy() -> None:
    assert loaded_by("chunkscope.gui.app").isdisjoint(HEAVY)


def test_a_module_imports_only_what_its_layer_allows() -> None:
    lint = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    checked = python(lint)
    assert checked.returncode == 0, checked.stdout


def test_no_module_is_over_400_lines() -> None:
    assert {path.name: lines for path in MODULES if (lines := length_of(path)) > 400} == {}


def test_the_main_window_stays_under_250_lines() -> None:
    assert length_of(PACKAGE / "gui" / "main_window.py") < 250


def test_no_function_is_over_60_lines_and_nine_in_ten_are_at_most_30() -> None:
    functions = sorted(functions_of(MODULES), key=lambda function: function.lines)
    assert [function for function in functions if function.lines > 60] == []
    assert functions[len(functions) * 9 // 10].lines <= 30


def test_no_pattern_has_a_possessive_group() -> None:
    # Up to Python 3.11.4, Debian 12's among them, such groups match wrongly; `(?>(...)*)` does not.
    possessive = re.compile(r"\)(?:[*+?]|\{[\d,{}]*\})\+")
    assert [str(path) for path in MODULES if possessive.search(path.read_text("utf-8"))] == []


def test_the_lock_pins_every_dependency_by_hash_and_names_no_address() -> None:
    pins = [line for line in LOCK.splitlines() if re.match(r"\w", line)]
    assert all(re.match(r"[a-z0-9-]+==\S+.* \\$", pin) for pin in pins)
    assert {name_of(one) for one in PROJECT["dependencies"]} <= {name_of(pin) for pin in pins}
    assert "://" not in LOCK
    assert "index-url" not in LOCK


def test_the_notices_name_every_dependency() -> None:
    notices = (ROOT / "LICENSES" / "THIRD-PARTY.md").read_text(encoding="utf-8").lower()
    unnamed = [one for one in PROJECT["dependencies"] if f"| {name_of(one)} |" not in notices]
    assert unnamed == []


def test_the_notices_name_every_resource() -> None:
    notices = (ROOT / "LICENSES" / "THIRD-PARTY.md").read_text(encoding="utf-8")
    resources = ROOT / "resources"
    named = {path for name in re.findall(r"`([^`\s]+)`", notices) for path in resources.glob(name)}
    unnamed = [path for path in resources.rglob("*") if path.is_file() and path not in named]
    assert unnamed == []


def test_the_set_up_speaks_to_a_python_that_is_too_old() -> None:
    source = (ROOT / "run.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))


def python(code: str, extra: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run `code` as a fresh process that has not been silenced yet."""
    environment = {name: value for name, value in os.environ.items() if name not in SWITCHES}
    environment |= {"PYTHONPATH": str(ROOT / "src")} | (extra or {})
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=False,
        cwd=ROOT,
        encoding="utf-8",
        env=environment,
    )


def output_of(code: str, extra: dict[str, str] | None = None) -> str:
    ran = python(code, extra)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def loaded_by(module: str) -> set[str]:
    """Return the top-level modules that importing `module` brings."""
    names = output_of(f"import sys, {module}; print(*sys.modules)").split()
    return {name.partition(".")[0] for name in names}


def length_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def functions_of(paths: list[Path]) -> Iterator[Function]:
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                place = f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}"
                yield Function(place, (node.end_lineno or node.lineno) - node.lineno + 1)


def name_of(requirement: str) -> str:
    """Return the normalised name that a requirement or a pin begins with."""
    return re.split(r"[\[<>=;~! ]", requirement, maxsplit=1)[0].lower()
