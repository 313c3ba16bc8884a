"""`python3 tools/build.py`: makes `dist/`, everything that is published and nothing from anywhere else.

    dist/index.html              the shell with its texts and boot tags filled in
    dist/app/HASH/               what is ours: assets/, page.py (MicroPython), game.zip and engine.py (Pyodide)
    dist/runtime/HASH/           what is not: PyScript, Pyodide, MicroPython (tools/making/runtime.py)
    dist/sw.js                   keeps all of it for use without a network (tools/making/precache.mjs)
    dist/THIRD-PARTY.txt         licences of what is not ours

How index.html is filled. It is the source of the shell and may be edited freely, as long as it has
- one line `<!-- boot -->`, in whose place come the start-up data, `boot.js`, PyScript and the two Python scripts;
- texts by key: an empty element with `data-text="ui.title"` gets the text of that key from assets/locales/en.json, an
  element with `data-label="ui.hand"` gets it as its `aria-label`;
- the line `<!-- tiles -->`, in whose place come the drawings of tools/making/shell.py;
- style sheets by `<link>`, which become part of the page, so that it is painted at once;
- addresses of our files written as in the repository (`assets/styles/table.css`); they become the hashed ones.
Python in the page reads other files from the folder that `document.documentElement.dataset.app` names ("app/HASH/").

The page's Python is one file, page.py, that writes `game/page/`, `game/telling/texts.py`, `terms.py` and the locales into MicroPython's
file system and imports `game.page.main`. The engine's is game.zip: all of `game/` but page and commands, as bytecode.
"""

import html
import json
import re
import shutil
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.common import provision
from tools.making import runtime
from tools.making.shell import drawings

ROOT = provision.ROOT
DIST = ROOT / "dist"
STAMP = ROOT / "assets" / "runtime" / "dist.stamp"
SOURCES = ("index.html", "pyscript.toml", "package-lock.json", "assets", "game")
TOOLS = (
    "build.py",
    *(
        f"making/{name}"
        for name in ("runtime.py", "shell.py", "compile.mjs", "precache.mjs", "third-party.txt")
    ),
)

NOT_IN_ENGINE = ("game/page/*", "game/commands/*", "game/__main__.py")
PLUGINS_OFF = ["codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal"]
PREFETCHED = ("pyodide.asm.wasm", "pyodide.asm.mjs", "python_stdlib.zip")

ENGINE = """\
# Written by tools/build.py: what runs in the worker named "engine". Its messages go to game/page/bridge.py.
import js
import sys
import traceback

js.postMessage("engine:python")  # a stage of the start-up
sys.path.insert(0, "game.zip")
try:
    from game.engine import verbs as engine
except Exception:  # PyScript would only log it, and the page would wait for ever
    js.postMessage("engine:failed\\n" + traceback.format_exc())
    raise

__export__ = engine.__export__
globals().update({name: getattr(engine, name) for name in __export__})
"""

PAGE = """\
# Written by tools/build.py: what runs in the page, in MicroPython.
import os

for name, text in {files!r}:
    folder = ""
    for part in name.split("/")[:-1]:
        folder += part
        try:
            os.mkdir(folder)
        except OSError:
            pass  # there already
        folder += "/"
    with open(name, "w") as file:
        file.write(text)

import game.page.main
"""


def sources() -> list[Path]:
    """Every file that dist/ depends on."""
    found = [path for name in SOURCES for path in [ROOT / name, *(ROOT / name).rglob("*")] if path.is_file()]
    found += [ROOT / "tools" / name for name in TOOLS]
    skipped = (runtime.RUNTIME, ROOT / "assets" / "screenshots")
    return [p for p in found if p.suffix != ".pyc" and not any(folder in p.parents for folder in skipped)]


def build() -> Path:
    """Makes dist/ if it is not what the sources say; returns it."""
    wanted = provision.digest(sources())
    if STAMP.exists() and STAMP.read_text() == wanted and (DIST / "sw.js").exists():
        return DIST
    provision.say("building dist/")
    shutil.rmtree(DIST, ignore_errors=True)
    staged = runtime.stage()
    stamp = (staged / "stamp").read_text()
    runtime_folder = f"runtime/{stamp}/"
    for part in ("pyscript", "pyodide", "micropython"):
        shutil.copytree(staged / part, DIST / runtime_folder / part)
    shutil.copyfile(staged / "THIRD-PARTY.txt", DIST / "THIRD-PARTY.txt")
    app_folder = _app()
    (DIST / "index.html").write_text(shell(app_folder, runtime_folder))
    provision.run([provision.node(), ROOT / "tools" / "making" / "precache.mjs", DIST])
    check_precache()
    STAMP.write_text(wanted)
    return DIST


def _app() -> str:
    """Fills dist/app/HASH/ and returns "app/HASH/"."""
    made = DIST / "app" / "new"
    ignored = shutil.ignore_patterns("runtime", "screenshots", "locales", "styles")
    shutil.copytree(ROOT / "assets", made / "assets", ignore=ignored)
    (made / "page.py").write_text(PAGE.format(files=page_files()))
    (made / "engine.py").write_text(ENGINE)
    runtime.compile_python(ROOT / "game", made / "game.zip", optimize=0, drop=NOT_IN_ENGINE)
    name = provision.digest([path for path in made.rglob("*") if path.is_file()])
    made.rename(made.with_name(name))
    return f"app/{name}/"


def page_files() -> list[tuple[str, str]]:
    """Name and text of every file that the page's MicroPython needs."""
    paths = [
        ROOT / "game" / name
        for name in ("__init__.py", "telling/__init__.py", "telling/texts.py", "telling/terms.py")
    ]
    paths += sorted((ROOT / "game" / "page").rglob("*.py")) + sorted(
        (ROOT / "assets" / "locales").glob("*.json")
    )
    return [(str(path.relative_to(ROOT)), path.read_text()) for path in paths]


def shell(app: str, runtime_folder: str) -> str:
    """index.html with texts, addresses and boot tags filled in. Raises KeyError for a text that en.json lacks."""
    texts: dict[str, str] = json.loads((ROOT / "assets" / "locales" / "en.json").read_text())
    page = (ROOT / "index.html").read_text().replace("<!-- tiles -->", drawings())
    page = re.sub(
        r'<link rel="stylesheet" href="(.+?)">', lambda m: f"<style>{(ROOT / m[1]).read_text()}</style>", page
    )
    page = re.sub(
        r'(data-text="([^"]+)"[^>]*>)(?=</)', lambda m: m[1] + html.escape(texts[m[2]], quote=False), page
    )
    page = re.sub(
        r'(data-label="([^"]+)")', lambda m: f'{m[1]} aria-label="{html.escape(texts[m[2]])}"', page
    )
    page = re.sub(r'\b(href|src)="(assets/[^"]+)"', lambda m: f'{m[1]}="{app}{m[2]}"', page)
    page = page.replace("<html", f'<html data-app="{app}"', 1)
    if page.count("<!-- boot -->") != 1:
        raise ValueError("index.html must have the line <!-- boot --> exactly once")
    return page.replace("<!-- boot -->", boot_tags(app, runtime_folder))


def boot_tags(app: str, runtime_folder: str) -> str:
    """The start-up data for boot.js, then boot.js, PyScript, the page's Python and the engine's worker."""
    pyscript, micropython = f"{runtime_folder}pyscript/", f"{runtime_folder}micropython/micropython.mjs"
    pyodide = DIST / runtime_folder / "pyodide"
    files = {f"{runtime_folder}pyodide/{name}": (pyodide / name).stat().st_size for name in PREFETCHED}
    files[f"{app}game.zip"] = (DIST / app / "game.zip").stat().st_size
    off = [f"!{plugin}" for plugin in PLUGINS_OFF]
    engine = tomllib.loads((ROOT / "pyscript.toml").read_text())
    engine["interpreter"] = engine["interpreter"].replace("assets/runtime/", runtime_folder)
    engine["files"] = {app + name: where for name, where in engine["files"].items()}
    page = {"interpreter": micropython, "plugins": off}
    early = (micropython.replace(".mjs", ".wasm"), f"{app}engine.py", f"{app}page.py")
    chunks = sorted(path.name for path in (DIST / pyscript).glob("*.js"))
    lines = [
        *(f'<link rel="modulepreload" href="{pyscript}{name}">' for name in chunks),
        f'<link rel="modulepreload" href="{micropython}">',
        *(f'<link rel="preload" as="fetch" crossorigin href="{name}">' for name in early),
        f'<script type="application/json" id="boot-files">{json.dumps(files)}</script>',
        f'<script type="module" src="{app}assets/boot.js"></script>',
        f'<script type="module" src="{pyscript}core.js"></script>',
        f'<py-config type="json" hidden>{json.dumps({"plugins": off})}</py-config>',
        f'<script type="mpy" src="{app}page.py" config="{html.escape(json.dumps(page))}"></script>',
        f'<script type="py" worker name="engine" src="{app}engine.py" config="{html.escape(json.dumps(engine))}"></script>',
    ]
    return "\n".join(lines)


def check_precache() -> None:
    """Raises AssertionError when the service worker does not keep every file of dist/."""
    kept = set(re.findall(r'url:"([^"]+)"', (DIST / "sw.js").read_text()))
    there = {path.relative_to(DIST).as_posix() for path in DIST.rglob("*") if path.is_file()} - {"sw.js"}
    assert kept == there, f"sw.js keeps {len(kept)} of {len(there)} files; without: {sorted(there - kept)}"


if __name__ == "__main__":
    build()
