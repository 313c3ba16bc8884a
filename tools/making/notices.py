"""The third-party notices that go with the page: third-party.txt, and the licence of every npm package that is bundled.

third-party.txt lists the software inside the wasm of Pyodide and MicroPython, which no package lists, and the changes of the build.
"""

import json
from pathlib import Path

OURS = Path(__file__).with_name("third-party.txt")
RULE = "\n" + "-" * 78 + "\n\n"
SHIPPED = ("@pyscript/core", "lean-qr", "workbox-precaching")  # their own dependencies are bundled with them


def notices(modules: Path) -> str:
    """The whole text, for the packages in a node_modules folder."""
    parts = [_notice(modules / name) for name in sorted(bundled(modules))]
    return RULE.join([OURS.read_text(), *parts])


def bundled(modules: Path) -> set[str]:
    """The names of the packages in SHIPPED and of all their dependencies."""
    found: set[str] = set()
    names = list(SHIPPED)
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += json.loads((modules / name / "package.json").read_text()).get("dependencies", {})
    return found


def _notice(folder: Path) -> str:
    about = json.loads((folder / "package.json").read_text())
    texts = [path.read_text().strip() for path in sorted(folder.glob("LICEN[CS]E*"))]
    if not texts:  # the package has no licence file; a test checks that third-party.txt has the text
        author = about["author"]
        texts = [f"Copyright (c) {author if isinstance(author, str) else author['name']}"]
    return "\n\n".join([f"{about['name']} {about['version']}\nLicence: {about['license']}", *texts]) + "\n"
