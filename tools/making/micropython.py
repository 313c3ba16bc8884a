"""What runs in the page: page.rom, and page.py, which mounts it as a file system of MicroPython's and begins.

The image (ROMFS, written by MicroPython's own `mpremote`) holds `game/page/`, what it needs of
`game/narration/localization/`, and the English texts. Its modules are compiled already: on a phone the interpreter
would need a second to read them, in which the page hears nobody.
Where the compiler cannot be had they lie in it as they are written; both are imported alike.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from game.narration.localization.texts import ENGLISH
from tools.common import provision

NAME = "page.rom"
BEGIN = f"""\
# Written by tools/making/micropython.py: begins what runs in the page, in MicroPython.
import os
import sys
import vfs

from pyscript import window

await window.startup.breathe()
image = bytearray(os.stat("{NAME}")[6])
with open("{NAME}", "rb") as file:
    file.readinto(image)
vfs.mount(vfs.VfsRom(image), "/rom")
sys.path.insert(0, "/rom")
await window.startup.breathe()

import game.page.main

await game.page.main.begin()
"""
IMAGE = "import sys; from mpremote.romfs import make_romfs; open(sys.argv[2], 'wb').write(make_romfs(sys.argv[1], mpy_cross=False))"

Put = Callable[[Path, Path], None]


def modules() -> list[Path]:
    """Every module that the page's MicroPython needs."""
    speech = (f"narration/localization/{name}.py" for name in ("__init__", "texts", "terms"))
    names = ("__init__.py", "narration/__init__.py", *speech)
    page = sorted((provision.ROOT / "game" / "page").rglob("*.py"))
    return [*(provision.ROOT / "game" / name for name in names), *page]


def as_written(path: Path, target: Path) -> None:
    """Puts a module there as it stands."""
    shutil.copyfile(path, target)


def compiled(path: Path, target: Path) -> None:
    """Puts a module there compiled, or as it stands where MicroPython's compiler cannot be had."""
    compiler = provision.mpy_cross()
    if compiler is None:
        as_written(path, target)
    else:
        name = str(path.relative_to(provision.ROOT))
        subprocess.run([compiler, "-s", name, "-o", target.with_suffix(".mpy"), path], check=True)


def write(folder: Path, put: Put = compiled) -> None:
    """Writes both files into a folder."""
    python = provision.mpremote()
    texts = provision.ROOT / "assets" / "locales" / f"{ENGLISH}.json"
    with tempfile.TemporaryDirectory() as staged:
        for path in (*modules(), texts):
            target = Path(staged) / path.relative_to(provision.ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            (put if path.suffix == ".py" else as_written)(path, target)
        subprocess.run([python, "-c", IMAGE, staged, folder / NAME], check=True, stdout=subprocess.DEVNULL)
    (folder / "page.py").write_text(BEGIN)
