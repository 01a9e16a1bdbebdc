"""What the frozen program is made of, and what is left out; read by chunkscope.spec.

Plain values and functions on paths, so that tests can hold them.
"""

import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
NAME: Final = "ChunkScope"
IDENTIFIER: Final = "io.github.chunkscope.ChunkScope"
DESCRIPTION: Final = "See how documents are cut into chunks for retrieval"
RESOURCES: Final = "chunkscope/resources"

HIDDEN: Final = (
    # Chosen by name while the program runs.
    "chromadb.api.rust",
    "chromadb.telemetry.product.posthog",
    "mammoth.docx.dingbats",
    "onnxruntime",
    "tiktoken_ext.openai_public",
    "keyring.backends.fail",
)

EXCLUDED: Final = (
    # Parts of what we stand on that nothing here reaches: servers, trainers, other windows.
    *("tkinter", "_tkinter", "IPython", "pytest", "_pytest", "setuptools", "pip", "wheel"),
    *("matplotlib", "scipy", "sympy", "mpmath", "pandas", "torch", "transformers"),
    *("kubernetes", "uvicorn", "uvloop", "httptools", "watchfiles", "websockets", "websocket"),
    *("fastapi", "aiohttp", "hf_xet", "oauthlib", "requests_oauthlib"),
    *("bcrypt", "build", "rich", "pygments", "typer", "shellingham", "tzdata", "yarl", "multidict"),
    # What would send figures about use elsewhere; no_exporter.py stands in for it.
    *("grpc", "google", "opentelemetry.exporter", "opentelemetry.instrumentation"),
    *("PIL._avif", "PIL.AvifImagePlugin", "PIL.ImageTk", "PIL._imagingtk", "PIL.ImageQt"),
    *("pydoc_data", "lib2to3", "ensurepip", "idlelib", "turtledemo", "pydoc"),
    *("readline", "curses", "_curses", "_curses_panel"),  # for terminals; readline is under the GPL
    *("numpy.f2py", "numpy.testing", "numpy.distutils", "lxml.isoschematron"),
    *("qtawesome.icon_browser", "qtawesome.tests"),
    *("pdfminer", "pptx", "youtube_transcript_api", "speech_recognition", "pydub", "azure"),
    *(
        f"PySide6.Qt{part}"
        for part in (
            *("Qml", "Quick", "QuickControls2", "QuickTest", "QuickWidgets", "Designer", "Sql"),
            *("OpenGL", "OpenGLWidgets", "Test", "UiTools", "Help", "Concurrent", "Xml"),
            *("SvgWidgets", "PrintSupport", "Network", "DBus"),
        )
    ),
)

_QT_PLUGINS: Final = {
    # Of each folder of Qt's plugins only these; a folder that is not named here is left out.
    "platforms": ("qxcb", "qwayland", "qoffscreen", "qwindows", "qcocoa"),
    "iconengines": ("qsvgicon",),
    "imageformats": ("qsvg", "qjpeg", "qgif"),
    "styles": ("qmacstyle", "qmodernwindowsstyle"),
    "platformthemes": ("qxdgdesktopportal",),
    "platforminputcontexts": ("compose", "ibus"),
    "xcbglintegrations": ("qxcb-glx", "qxcb-egl"),
    "wayland-shell-integration": ("xdg-shell",),
    "wayland-decoration-client": ("bradient",),
    "wayland-graphics-integration-client": ("qt-plugin-wayland-egl",),
    "accessible": ("",),
    "accessiblebridge": ("",),
}
_QT_LIBRARIES_LEFT_OUT: Final = re.compile(
    r"(?:lib)?Qt6?(?:Qml|Quick|Designer|Help|Labs|Lottie|Sql|Test|UiTools|Concurrent|VirtualKeyboard"
    r"|Pdf|ShaderTools|Eglfs|EglFS|WlShell|Network)",
    re.IGNORECASE,
)
_FONT_PACKAGES: Final = ("fontpkg_inter", "fontpkg_jetbrains_mono")
_LINUX_LIBRARY: Final = re.compile(r"lib[^/]*?\.so(?:\.\d+)*$")
_LINUX_BROUGHT: Final = re.compile(
    # Of the build system's libraries those that Python's own modules want, and links into the
    # folders of packages, whose names hold a hash. All others come with the system, which knows
    # them better: fonts, keyboards, screens. linux/control names the packages.
    r"lib(?:python|ssl|crypto|sqlite3|ffi|bz2|lzma|z\.|expat|uuid|mpdec|zstd|Qt6|icu|pyside6"
    r"|shiboken6)|.*-[0-9a-f]{8}"
)
_WINDOWS_COPY: Final = re.compile(r"[^/]+-[0-9a-f]{32}\.dll$")
"""Names that wheels give to libraries of their own folder, from which alone they are loaded."""
_SENDER: Final = re.compile(r"opentelemetry_(?:exporter|instrumentation)")
_ICON_FONT: Final = re.compile(r"qtawesome/fonts/(?!phosphor)")
_SOURCES_OF_TESTS: Final = re.compile(r"(?:^|/)(?:tests?|testing|examples?)/")


def own_files() -> list[tuple[str, str]]:
    """Return our resources and the files that other packages bring, as (file, folder) pairs."""
    pairs = [
        (str(path), f"{RESOURCES}/{path.parent.relative_to(ROOT / 'resources').as_posix()}")
        for path in sorted((ROOT / "resources").rglob("*"))
        if path.is_file()
    ]
    for package in _FONT_PACKAGES:
        fonts = sorted((folder_of(package) / "files").glob("*.ttf"))
        pairs += [(str(font), f"{RESOURCES}/fonts") for font in fonts]
    for package, place in brought_files():
        file = folder_of(package) / place
        pairs.append((str(file), (PurePosixPath(package) / place).parent.as_posix()))
    return pairs


def own_modules() -> list[str]:
    """Return the names of all our modules; some are named only as text, for a process of theirs."""
    source = ROOT / "src"
    paths = sorted(path.relative_to(source) for path in (source / "chunkscope").rglob("*.py"))
    return [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]


def brought_files() -> list[tuple[str, str]]:
    """Return the package and place of the vocabularies and of the built-in model."""
    from chunkscope.retrieval.models import BUILT_IN_FILE
    from chunkscope.retrieval.vocabularies import CL100K, O200K, WORDPIECE

    files = (BUILT_IN_FILE, WORDPIECE, CL100K, O200K)
    return [(file.package, file.place) for file in files]


def folder_of(package: str) -> Path:
    """Return the folder of an installed package, which is not imported for it."""
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    if not places:
        raise SystemExit(f"The package {package} is not installed here.")
    return Path(next(iter(places)))


def is_wanted(name: str) -> bool:
    """Say whether a file belongs into the program, by its place there (with / between folders)."""
    parts = name.replace("\\", "/").split("/")
    if "PySide6" in parts or parts[0].startswith(("libQt6", "Qt6")):
        return _qt_is_wanted(parts)
    if len(parts) == 1 and _LINUX_LIBRARY.match(parts[0]):
        return _LINUX_BROUGHT.match(parts[0]) is not None
    if len(parts) == 1 and _WINDOWS_COPY.match(parts[0]):
        return False
    place = "/".join(parts)
    unwanted = (_ICON_FONT.match, _SENDER.match, _SOURCES_OF_TESTS.search)
    return not any(found(place) for found in unwanted)


def kept(entries: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return those of PyInstaller's (place, source, kind) that are wanted."""
    return [entry for entry in entries if is_wanted(entry[0])]


def _qt_is_wanted(parts: list[str]) -> bool:
    if "plugins" in parts:
        folder, file = parts[parts.index("plugins") + 1], parts[-1]
        wanted = _QT_PLUGINS.get(folder, ())
        return file.removeprefix("lib").startswith(tuple(wanted)) if wanted else False
    if "translations" in parts:
        return False  # the program speaks English
    if parts[-1].lower().startswith(("opengl32sw", "d3dcompiler")):
        return False  # widgets are painted without OpenGL
    return "qml" not in parts and not any(map(_QT_LIBRARIES_LEFT_OUT.match, parts))


def bundle_plist(program_version: str) -> dict[str, Any]:
    """Return what the Info.plist of the macOS program says beyond PyInstaller's own lines."""
    return {
        "CFBundleName": NAME,
        "CFBundleDisplayName": NAME,
        "CFBundleShortVersionString": program_version,
        "CFBundleVersion": program_version,
        "LSMinimumSystemVersion": "14.0",
        "LSApplicationCategoryType": "public.app-category.developer-tools",
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "NSHumanReadableCopyright": "MIT licence",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": type_name,
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": list(types),
            }
            for type_name, types in _DOCUMENT_TYPES
        ],
        "UTImportedTypeDeclarations": [
            {
                "UTTypeIdentifier": "net.daringfireball.markdown",
                "UTTypeDescription": "Markdown",
                "UTTypeConformsTo": ["public.plain-text"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": ["md", "markdown", "mdown"],
                    "public.mime-type": ["text/markdown"],
                },
            }
        ],
    }


_DOCUMENT_TYPES: Final = (
    ("Markdown", ("net.daringfireball.markdown",)),
    ("Text", ("public.plain-text",)),
    ("Web page", ("public.html",)),
    ("PDF", ("com.adobe.pdf",)),
    ("Word document", ("org.openxmlformats.wordprocessingml.document",)),
    ("PowerPoint presentation", ("org.openxmlformats.presentationml.presentation",)),
    ("Excel workbook", ("org.openxmlformats.spreadsheetml.sheet",)),
    ("Electronic book", ("org.idpf.epub-container",)),
)
