"""How the disk image looks when it is opened; run by dmgbuild, which puts `defines` here."""

from typing import Any

defines: dict[str, Any] = globals().get("defines", {})

_APP = "ChunkScope.app"

format = "ULFO"  # noqa: A001  # dmgbuild's name; macOS 10.11 and later read it
filesystem = "APFS"
files = [defines.get("app", _APP)]
symlinks = {"Applications": "/Applications"}
icon = defines.get("icon")
background = defines.get("background")
window_rect = ((200, 160), (560, 340))
icon_size = 112
text_size = 13
icon_locations = {_APP: (140, 160), "Applications": (420, 160)}
show_status_bar = False
show_tab_view = False
show_toolbar = False
show_pathbar = False
show_sidebar = False
