"""The page's Python for MicroPython: page.rom, and page.py, which mounts it as a file system and starts the page.

The image (ROMFS, written by MicroPython's own `mpremote`) holds `game/page/`, what that imports of `game/narration/localization/`, and the
English texts. Its modules are compiled already: a phone needs a second to compile them, during which the page answers no tap.
Where the compiler cannot be had, or writes another format than the interpreter reads, the image holds the sources. Where the interpreter
cannot mount an image, PyScript fetches each file for itself.
"""

import functools
import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from game.narration.localization.texts import ENGLISH
from tools.common import provision
from tools.making import tricks

NAME = "page.rom"
FOLDER = "rom"  # where the files lie without the image
BEGIN = """\
# Written by tools/making/micropython.py: starts the page's Python, in MicroPython.
import os
import sys
import vfs

from pyscript import window

await window.startup.breathe()
{mount}sys.path.insert(0, "/rom")
await window.startup.breathe()

import game.page.main

await game.page.main.begin()
"""
MOUNT = f"""\
image = bytearray(os.stat("{NAME}")[6])
with open("{NAME}", "rb") as file:
    file.readinto(image)
vfs.mount(vfs.VfsRom(image), "/rom")
"""
IMAGE = "import sys; from mpremote.romfs import make_romfs; open(sys.argv[2], 'wb').write(make_romfs(sys.argv[1], mpy_cross=False))"
ABILITIES = """\
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
const { globals, runPython } = await loadMicroPython();
runPython("import sys, vfs; able = [getattr(sys.implementation, '_mpy', 0) & 255, hasattr(vfs, 'VfsRom')]");
console.log(JSON.stringify([...globals.get("able")]));
process.exit(0);
"""

Put = Callable[[Path, Path], None]


def modules() -> list[Path]:
    """Every module that the page's MicroPython needs."""
    speech = (f"narration/localization/{name}.py" for name in ("__init__", "texts", "terms"))
    names = ("__init__.py", "narration/__init__.py", *speech)
    page = sorted((provision.ROOT / "game" / "page").rglob("*.py"))
    return [*(provision.ROOT / "game" / name for name in names), *page]


@functools.cache
def abilities() -> tuple[int, bool]:
    """The format of bytecode that the page's interpreter reads, and whether it can mount an image."""
    provision.node_modules()
    command = [str(provision.node()), "--input-type=module", "-e", ABILITIES]
    done = subprocess.run(command, cwd=provision.ROOT, check=True, capture_output=True, text=True)
    able: tuple[int, bool] = tuple(json.loads(done.stdout))
    return able


def as_written(path: Path, target: Path) -> None:
    """Put a file there as it is, or as its trick's absence wants it."""
    target.write_text(tricks.source(path))


def compiled(path: Path, target: Path) -> None:
    """Put a module there compiled, or as it is where that cannot be had."""
    compiler = provision.mpy_cross() if tricks.used("page-bytecode") and reads_bytecode() else None
    if compiler is None:
        as_written(path, target)
        return
    name = str(path.relative_to(provision.ROOT))
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / path.name
        as_written(path, source)
        subprocess.run([compiler, "-s", name, "-o", target.with_suffix(".mpy"), source], check=True)


@functools.cache
def reads_bytecode() -> bool:
    """Whether the interpreter reads the bytecode that the compiler writes; warns if not."""
    compiler = provision.mpy_cross()
    if compiler is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "empty.py", Path(folder) / "empty.mpy"
        source.write_text("")
        subprocess.run([compiler, "-o", target, source], check=True)
        written, read = target.read_bytes()[1], abilities()[0]
    if written != read:
        pin = provision.pin(provision.MPY_CROSS)
        tricks.warn("page-bytecode", f"{pin} writes format {written}, the page's MicroPython reads {read}")
    return written == read


def _mounts_images() -> bool:
    if not tricks.used("rom-image"):
        return False
    able = abilities()[1]
    if not able:
        tricks.warn("rom-image", "the page's MicroPython has no vfs.VfsRom")
    return able


def write(folder: Path, put: Put = compiled) -> None:
    """Write the image and page.py into a folder; without the image its files go into FOLDER below it."""
    texts = provision.ROOT / "assets" / "locales" / f"{ENGLISH}.json"
    with tempfile.TemporaryDirectory() as staged:
        for path in (*modules(), texts):
            target = Path(staged) / path.relative_to(provision.ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            (put if path.suffix == ".py" else as_written)(path, target)
        image = _mounts_images()
        if image:
            command = [str(part) for part in (provision.mpremote(), "-c", IMAGE, staged, folder / NAME)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        else:
            shutil.copytree(staged, folder / FOLDER)
    (folder / "page.py").write_text(BEGIN.format(mount=MOUNT if image else ""))


def files(folder: Path) -> dict[str, str]:
    """Each file that PyScript gives to the interpreter, and its path there."""
    if (folder / NAME).exists():
        return {NAME: NAME}
    loose = sorted(
        path.relative_to(folder).as_posix() for path in (folder / FOLDER).rglob("*") if path.is_file()
    )
    return {name: f"/{name}" for name in loose}
