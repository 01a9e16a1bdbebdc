"""Licences of what is inside: told, allowed, with their words."""

import importlib.util
import sys
from importlib.metadata import Distribution

import pytest
from tests.packaging.scripts import ROOT, script

licences = script("licences.py")
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROGRAM = LOCK.partition("# Only the tests need what follows.\n")[0]
LEFT_OUT = ("uvloop",)  # of the excluded packages, those whose description is of two minds


def installed() -> list[Distribution]:
    names = [line.partition("==")[0] for line in PROGRAM.splitlines() if line[:1].isalnum()]
    found = []
    for name in set(names) - set(LEFT_OUT):
        try:
            found.append(Distribution.from_name(name))
        except ModuleNotFoundError:  # for another system or another Python
            continue
    return found


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", True),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", True),
        ("MIT AND GPL-3.0-only", False),
        ("(GPL-2.0-only OR MIT) AND AGPL-3.0-only", False),
        ("GPL-2.0-or-later WITH Bootloader-exception", True),
        ("GPL-2.0-or-later", False),
        ("Proprietary", False),
        ("MIT MIT", False),
        ("", False),
    ],
)
def test_a_licence_is_allowed_where_its_terms_can_be_met(expression: str, allowed: bool) -> None:
    assert licences.is_allowed(expression) is allowed


def test_every_package_of_the_program_has_a_licence_that_allows_it() -> None:
    told = {package.name: licences.licence_of(package) for package in installed()}
    assert {
        name: licence for name, licence in told.items() if not licences.is_allowed(licence)
    } == {}


def test_every_package_of_the_program_has_the_words_of_its_licence() -> None:
    bare = [
        package.name
        for package in installed()
        if len(licences.text_of(package, licences.licence_of(package))) < 300
    ]
    assert bare == []


def test_an_unknown_licence_or_a_missing_text_ends_the_build_by_name() -> None:
    bad = [
        licences.Part("good", "1", "MIT", "words"),
        licences.Part("strange", "2", "", "words"),
        licences.Part("bare", "3", "MIT", ""),
    ]
    with pytest.raises(
        SystemExit, match=r"(?s)strange 2: no licence told.*bare 3: no licence text"
    ):
        licences.refuse_unknown(bad)


def test_what_is_inside_is_told_by_the_files_that_are() -> None:
    spec = importlib.util.find_spec("requests")
    assert spec is not None
    assert [package.name for package in licences.held([spec.origin, __file__])] == ["requests"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Python brings its own libraries")
def test_a_library_of_the_build_system_that_nobody_looked_at_has_no_licence() -> None:
    parts = licences.system_parts(
        [
            "/usr/lib/libstrange.so.9",
            "/usr/lib/libz.so.1",
            "pillow.libs/libxcb-90.so.1",
            licences.__file__,
        ]
    )
    assert {part.name: part.licence for part in parts} == {"libstrange": "", "zlib": "Zlib"}


def test_the_bill_names_what_is_inside_and_no_more() -> None:
    bill = {
        "metadata": {"component": {"bom-ref": "root"}},
        "components": [
            {"name": "Inside_It", "bom-ref": "a"},
            {"name": "outside", "bom-ref": "b"},
        ],
        "dependencies": [
            {"ref": "root", "dependsOn": ["a", "b"]},
            {"ref": "b", "dependsOn": ["a"]},
        ],
    }
    parts = [
        licences.Part("inside-it", "1", "MIT", ""),
        licences.Part("Python", "3", "PSF-2.0", ""),
    ]
    trimmed = licences.trimmed(bill, parts)
    assert [one["name"] for one in trimmed["components"]] == ["Inside_It", "Python"]
    assert trimmed["dependencies"] == [{"ref": "root", "dependsOn": ["a"]}]


def test_the_notices_hold_every_name_and_every_text() -> None:
    told = licences.notices([licences.Part("one", "1.0", "MIT", "Words of one.")])
    assert "one 1.0  MIT" in told
    assert "Words of one." in told
    assert "LGPL" in told
