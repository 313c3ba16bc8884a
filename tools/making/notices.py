"""Write the third-party notices of the page: third-party.txt, then the licence of every npm package in the page.

third-party.txt is written by hand. It lists the software that Pyodide's and MicroPython's wasm contains, because their
packages do not list it, and the changes that the build makes.
"""

import json
from pathlib import Path

HANDWRITTEN = Path(__file__).with_name("third-party.txt")
SEPARATOR = "\n" + "-" * 78 + "\n\n"
# The page contains the dependencies of these packages too.
SHIPPED = ("@pyscript/core", "jsqr", "lean-qr", "u8-mqtt-packet", "workbox-precaching")


def notices(node_modules: Path) -> str:
    """The complete text of THIRD-PARTY.txt, for the packages in a node_modules folder."""
    parts = [_notice(node_modules / name) for name in sorted(bundled(node_modules))]
    return SEPARATOR.join([HANDWRITTEN.read_text(), *parts])


def bundled(node_modules: Path) -> set[str]:
    """The names of the packages in SHIPPED and of all their dependencies, direct and indirect."""
    found: set[str] = set()
    names = list(SHIPPED)
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += json.loads((node_modules / name / "package.json").read_text()).get("dependencies", {})
    return found


def _notice(folder: Path) -> str:
    """One package's name, version, licence name, and licence text."""
    package = json.loads((folder / "package.json").read_text())
    texts = [path.read_text().strip() for path in sorted(folder.glob("LICEN[CS]E*"))]
    if not texts:  # the package has no licence file; test_notices.py checks that third-party.txt has its text
        author = package["author"]
        texts = [f"Copyright (c) {author if isinstance(author, str) else author['name']}"]
    return (
        "\n\n".join([f"{package['name']} {package['version']}\nLicence: {package['license']}", *texts]) + "\n"
    )
