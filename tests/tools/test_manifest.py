"""What a device shows of the game: icons and pictures are there at the size that is said, shortcuts lead somewhere."""

import json
import re
import struct
from pathlib import Path

from tools import icons
from tools.common import provision

FOLDER = provision.ROOT / "assets" / "icons"
MANIFEST = json.loads((FOLDER / "manifest.webmanifest").read_text())


def size(path: Path) -> str:
    """Width and height of a PNG or JPEG file, as a manifest writes them."""
    data = path.read_bytes()
    if path.suffix == ".png":
        return "{}x{}".format(*struct.unpack(">II", data[16:24]))
    start = next(re.finditer(rb"\xff[\xc0\xc2]\x00\x11\x08", data)).end()
    height, width = struct.unpack(">HH", data[start : start + 4])
    return f"{width}x{height}"


def test_pictures_are_what_is_said_of_them() -> None:
    for picture in MANIFEST["icons"] + MANIFEST["screenshots"]:
        path = FOLDER / picture["src"]
        assert path.exists(), path
        assert picture["sizes"] == ("any" if path.suffix == ".svg" else size(path)), path
    assert {icon["purpose"] for icon in MANIFEST["icons"]} == {"any", "maskable", "monochrome"}
    assert {shot["form_factor"] for shot in MANIFEST["screenshots"]} == {"narrow", "wide"}


def test_the_drawn_icons_are_those_that_the_tool_draws() -> None:
    drawn = icons.pictures()
    assert drawn.keys() == {path.name for path in FOLDER.iterdir()} - {"manifest.webmanifest"}
    for name in drawn:
        if name.endswith(".svg"):
            assert (FOLDER / name).read_text() == drawn[name]


def test_every_shortcut_names_a_button_that_an_address_may_press() -> None:
    source = (provision.ROOT / "game" / "page" / "main.py").read_text()
    allowed = re.findall(r'"([\w-]+)"', source.partition("SHORTCUTS = (")[2].partition(")")[0])
    everything = "".join(path.read_text() for path in (provision.ROOT / "game" / "page").rglob("*.py"))
    for shortcut in MANIFEST["shortcuts"]:
        name = shortcut["url"].partition("?open=")[2]
        assert name in allowed and f'@room.action("{name}"' in everything, name
