"""The notices name what ships, with its licence and its text: the packages, and the libraries inside the two wasm files."""

import json
import re
from pathlib import Path

import pytest

from tools.common import provision
from tools.making import notices, runtime
from tools.trim import pyodide

# A text by which a library is known in the wasm that ships, and the heading of its notice.
INSIDE = {
    "pyodide/pyodide.asm.wasm": {
        b"inflate 1.3.1 Copyright": "zlib 1.3.1",
        b"_hacl/Hacl_": "HACL*",
        b"ffi_call_js": "libffi",
        b"I would very much like to hear about it": "bzip2",
        b"Modules/pyexpat.c": "Expat",
        b"libmpdec/": "libmpdec",
        b"zstd library": "Zstandard",
        b"FORMAT_XZ": "XZ Utils (liblzma)",
        b"sqlite_sequence": "SQLite",
        b"emscripten_builtin_malloc": "Emscripten",
        b"lib/compiler-rt/lib": "LLVM compiler-rt, libc++abi, libc++ and libunwind",
        b"Copyright (c) 2001 Python Software Foundation": "Python",
    },
    "micropython/micropython.wasm": {b"MicroPython v": "MicroPython", b"DeflateIO": "uzlib"},
}


@pytest.fixture(scope="module")
def modules() -> Path:
    return provision.node_modules()


@pytest.fixture(scope="module")
def parts(modules: Path) -> dict[str, str]:
    """Each notice by its heading."""
    found = re.split(r"\n-{78}\n\n", notices.notices(modules))
    assert "MIT licence" in found[0]
    return {part.split("\n", 1)[0]: part for part in found[1:]}


@pytest.fixture(scope="module")
def shipped() -> Path:
    return runtime.stage()


def test_each_part_of_dist_is_named(parts: dict[str, str], shipped: Path) -> None:
    folders = {path.name for path in shipped.iterdir() if path.is_dir()}
    assert folders == set(runtime.PARTS)
    headings = {heading.split(" ")[0].lower() for heading in parts}
    assert folders <= headings
    assert (shipped / "THIRD-PARTY.txt").read_text() == notices.notices(provision.node_modules())


def test_the_packages_that_a_script_is_made_of_are_named(
    parts: dict[str, str], modules: Path, shipped: Path
) -> None:
    """A source map says which packages a bundle was made of."""
    bundles = [modules / "@pyscript/core/dist" / path.name for path in (shipped / "pyscript").glob("*-*.js")]
    maps = [json.loads(path.with_name(path.name + ".map").read_text()) for path in bundles]
    sources = [source for each in maps for source in each["sources"]]
    names = {
        re.findall(r"node_modules/((?:@[^/]+/)?[^/]+)", source)[-1]
        for source in sources
        if "node_modules/" in source
    }
    assert len(names) > 10 and names <= notices.bundled(modules)
    for name in notices.bundled(modules):
        about = json.loads((modules / name / "package.json").read_text())
        assert f"\nLicence: {about['license']}\n" in parts[f"{name} {about['version']}"]


@pytest.mark.parametrize("file", INSIDE)
def test_the_libraries_inside_the_wasm_are_named(file: str, parts: dict[str, str], shipped: Path) -> None:
    content = (shipped / file).read_bytes()
    for text, heading in INSIDE[file].items():
        assert text in content and heading in parts, heading


def test_every_licence_has_its_text(parts: dict[str, str]) -> None:
    texts = {
        heading.removeprefix("Licence text: ") for heading in parts if heading.startswith("Licence text")
    }
    for heading, part in parts.items():
        if heading.startswith("Licence text"):
            continue
        licence = re.search(r"^Licence: ([^,\n]+)", part, re.MULTILINE)[1]
        linked = (
            "https://" in part or "follows under" in part or licence.startswith(("public domain", "0BSD"))
        )
        assert licence in texts or linked or len(part) > 900, heading
    used = "\n".join(parts.values())
    assert all(re.search(rf"(Licence: |\(){re.escape(text)}", used) for text in texts)


def test_what_is_changed_is_said(parts: dict[str, str], modules: Path, shipped: Path) -> None:
    """Of each file that differs from the package's own the notice says so; MPL-2.0 asks where source and changes are."""
    assert pyodide.LATER in parts["Pyodide"]
    for path in sorted(path for path in (shipped / "pyodide").iterdir() if path.is_file()):
        text = re.sub(
            rb"\n//# sourceMappingURL=\S+\s*$", b"\n", (modules / "pyodide" / path.name).read_bytes()
        )
        told = f"- {path.name}:" in parts["Pyodide"]
        assert told == (text != path.read_bytes()), path.name
    assert "github.com/pyodide/pyodide" in parts["Pyodide"] and "unchanged" in parts["Pyodide"]
    for name in runtime.MICROPYTHON_FILES:
        own = modules / "@micropython/micropython-webassembly-pyscript" / name
        assert name.endswith(".mjs") or own.read_bytes() == (shipped / "micropython" / name).read_bytes()
    for path in re.findall(r"tools/\S+?(?=[,;:)]|\s|$)", "\n".join(parts.values())):
        assert (provision.ROOT / path).exists(), path
