"""`python3 tools/build.py`: makes `dist/`, everything that is published and nothing from anywhere else.

`--without TRICK` leaves out a trick of the start-up and builds into a folder of its own (tools/making/tricks.py).

    dist/index.html              the shell with its texts and boot tags filled in
    dist/app/HASH/               what is ours: assets/, page.py and page.rom (MicroPython), game.zip and snapshot.wasm (Pyodide)
    dist/runtime/HASH/           what is not: PyScript, Pyodide, MicroPython (tools/making/runtime.py)
    dist/preview.jpg             what others show of a link to the page
    dist/_headers                what the host should send (tools/making/headers.py)
    dist/sw.js                   keeps all of it for use without a network (tools/making/precache.mjs)
    dist/THIRD-PARTY.txt         licences of what is not ours

How index.html is filled. It is the source of the shell and may be edited freely, as long as it has
- one line `<!-- first -->`, in whose place come the content-security policy, `assets/check.js`, which decides whether
  the game may start, and `assets/boot.js`, which begins the engine;
- one line `<!-- boot -->`, in whose place comes the page's Python;
- texts by key: an empty element with `data-text="ui.title"` gets the text of that key from assets/locales/en.json, an
  element with `data-label="ui.hand"` gets it as its `aria-label`, and so on (SHELL in game/narration/localization/texts.py);
- the lines `<!-- tiles -->` and `<!-- shades -->`, in whose places come the drawings of tools/making/shell.py and their shades;
- the comment `<!-- version -->`, in whose place comes the version of pyproject.toml, as in `<html data-version>`;
- style sheets by `<link>`, which become part of the page, so that it is painted at once;
- addresses of our files written as in the repository (`assets/styles/table.css`); they become the hashed ones.
Python in the page reads other files from the folder that `document.documentElement.dataset.app` names ("app/HASH/").

The page's Python is in page.rom (tools/making/micropython.py), the engine's in game.zip: all of `game/` but page and commands. Both are
bytecode. snapshot.wasm is the engine's memory after its imports (tools/making/make_snapshot.mjs). Each language of assets/locales/
but English is a file that the page asks for when it is wanted; `<html data-languages data-names>` have all that there are.
"""

import argparse
import html
import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.narration.localization.language import languages, load
from game.narration.localization.texts import ENGLISH, SHELL
from game.table.faces import gradients_markup
from tools.common import provision
from tools.making import headers, micropython, runtime, tricks
from tools.making.shell import drawings

ROOT = provision.ROOT
DIST = ROOT / "dist"  # tools/making/dev_build.py has it elsewhere
STAMP = ROOT / "assets" / "runtime" / "dist.stamp"
SOURCES = ("index.html", "pyproject.toml", "pyscript.toml", "package-lock.json", "assets", "game")
TOOLS = (
    "build.py",
    *(
        f"making/{name}"
        for name in (
            *runtime.TOOLS,
            "headers.py",
            "micropython.py",
            "make_snapshot.mjs",
            "shell.py",
            "precache.mjs",
            "sw.js",
        )
    ),
)

PREVIEW = "preview.jpg"  # what is shown of a link before it is opened
SITE = "URL"  # where the page will lie, if whoever builds it says so, as Netlify does: previews want a whole address
CHECK = tuple(f"ui.start.{name}" for name in ("unable", "framed", "own-window", "arriving", "cut", "retry"))
TEXTS = "var TEXTS = {};"  # in assets/check.js
NOT_IN_ENGINE = ("game/page/*", "game/commands/*", "game/__main__.py")
Pack = Callable[[Path, Path, int, tuple[str, ...]], None]  # compile_python and what stands in for it
Snapshot = Callable[[Path, Path, Path], str]  # make_snapshot and what stands in for it
SNAPSHOT = ("snapshot.wasm", "snapshot.bin")  # with the trick snapshot-type, and without
WITHOUT = ROOT / ".without"  # where builds without some tricks go, a folder each


def sources() -> list[Path]:
    """Every file that dist/ depends on."""
    paths = [path for name in SOURCES for path in [ROOT / name, *(ROOT / name).rglob("*")] if path.is_file()]
    paths += [ROOT / "tools" / name for name in TOOLS]
    skipped = (ROOT / "assets" / "runtime", ROOT / "assets" / "screenshots")
    paths = [p for p in paths if p.suffix != ".pyc" and not any(folder in p.parents for folder in skipped)]
    return paths + shown_by_shops()


def build() -> Path:
    """Makes dist/ if it is not what the sources say; returns it."""
    wanted = provision.digest(sources(), *sorted(tricks.without)) + os.environ.get(SITE, "")
    if STAMP.exists() and STAMP.read_text() == wanted and (DIST / "sw.js").exists():
        return DIST
    provision.say("building dist/")
    shutil.rmtree(DIST, ignore_errors=True)
    staged = runtime.stage()
    tricks.repeat(staged / "warnings.txt")
    stamp = (staged / "stamp").read_text()
    runtime_folder = f"runtime/{stamp}/"
    for part in runtime.PARTS:
        shutil.copytree(staged / part, DIST / runtime_folder / part)
    shutil.copyfile(staged / "THIRD-PARTY.txt", DIST / "THIRD-PARTY.txt")
    shutil.copyfile(ROOT / "assets" / PREVIEW, DIST / PREVIEW)
    app_folder = fill_app(runtime_folder)
    first = first_scripts(app_folder, runtime_folder)
    (DIST / "index.html").write_text(shell(app_folder, runtime_folder, first))
    (DIST / "_headers").write_text(headers.written(headers.rules(first)))
    texts = json.loads((ROOT / "assets" / "locales" / "en.json").read_text())
    bare = (texts["ui.start.bare"], texts["ui.start.retry"])
    provision.run([provision.node(), ROOT / "tools" / "making" / "precache.mjs", DIST, *bare])
    check_precache()
    STAMP.with_suffix(".warnings").write_text("".join(f"{text}\n" for text in tricks.warnings))
    STAMP.write_text(wanted)
    return DIST


def warnings() -> list[str]:
    """Why dist/ was built without some tricks (tools/making/tricks.py)."""
    return STAMP.with_suffix(".warnings").read_text().splitlines()


def build_without(names: Sequence[str], folder: Path) -> Path:
    """Make another dist/ without some tricks, in a folder of its own; return it. For a process that builds nothing else."""
    global DIST, STAMP
    tricks.without.update(names)
    DIST, STAMP = folder / "dist", folder / "dist.stamp"
    runtime.RUNTIME = folder / "runtime"
    return build()


def main(arguments: Sequence[str] | None = None) -> None:
    """Build dist/, or what the arguments say."""
    parser = argparse.ArgumentParser(description="Make dist/, everything that is published.")
    parser.add_argument(
        "--without",
        metavar="TRICK",
        action="append",
        default=[],
        choices=tricks.TRICKS,
        help=f"leave out one trick of the start-up, to measure it, in {WITHOUT.name}/TRICK/dist/: {', '.join(tricks.TRICKS)}",
    )
    names = sorted(parser.parse_args(arguments).without)
    provision.say(str(build_without(names, WITHOUT / "+".join(names)) if names else build()))


def fill_app(
    runtime_folder: str,
    pack: Pack = runtime.compile_python,
    put: micropython.Put = micropython.compiled,
    snapshot: Snapshot = runtime.make_snapshot,
) -> str:
    """Fills dist/app/HASH/ and returns "app/HASH/".

    `pack` puts the engine's Python into its zip, `put` the page's where it belongs, `snapshot` writes the engine's heap
    snapshot and returns its hash.
    """
    made = DIST / "app" / "new"
    ignored = shutil.ignore_patterns(
        "runtime", "screenshots", f"{ENGLISH}.json", "styles", "boot.js", "check.js", PREVIEW
    )
    shutil.copytree(ROOT / "assets", made / "assets", ignore=ignored)
    (made / "assets" / "screenshots").mkdir()
    for path in shown_by_shops():
        shutil.copyfile(path, made / "assets" / "screenshots" / path.name)
    micropython.write(made, put)
    pack(ROOT / "game", made / "game.zip", 0, NOT_IN_ENGINE)
    pyodide = DIST / runtime_folder / "pyodide"
    hash = snapshot(pyodide, made / "game.zip", made / SNAPSHOT[not tricks.used("snapshot-type")])
    engine = made / "assets" / "engine.js"
    text = tricks.source(ROOT / "assets" / "engine.js").replace(
        "assets/runtime/pyodide/pyodide-lock.json", (pyodide / "pyodide-lock.json").read_text()
    )
    engine.write_text(text.replace('const HASH = "";', f'const HASH = "{hash}";'))
    for script in (engine, made / "assets" / "sharing.js"):
        script.write_text(script.read_text().replace("assets/runtime/", f"../../../{runtime_folder}"))
    name = provision.digest([path for path in made.rglob("*") if path.is_file()])
    if made.with_name(name).exists():  # these very bytes, which a page may be fetching
        shutil.rmtree(made)
    else:
        made.rename(made.with_name(name))
    return f"app/{name}/"


def shown_by_shops() -> list[Path]:
    """The pictures of the game that its manifest names: for those who are asked whether to install it, not kept for offline use."""
    icons = ROOT / "assets" / "icons"
    manifest = json.loads((icons / "manifest.webmanifest").read_text())
    return [(icons / picture["src"]).resolve() for picture in manifest["screenshots"]]


def first_scripts(app: str, runtime_folder: str) -> tuple[str, str]:
    """The page's own scripts as they stand in it: the check, with its texts in all languages, and what begins the engine."""
    check, boot = (bare(tricks.source(ROOT / "assets" / name)) for name in ("check.js", "boot.js"))
    texts = {tag: {key: load(tag).template(key) for key in CHECK} for tag in languages()}
    written = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    if check.count(TEXTS) != 1 or "</" in written:
        raise ValueError(f"assets/check.js must have {TEXTS} once, and its texts no tags")
    check = check.replace(TEXTS, f"var TEXTS = {written};")
    boot = boot.replace("assets/engine.js", f"{app}assets/engine.js")
    return check, boot.replace("assets/runtime/", runtime_folder)


def bare(script: str) -> str:
    """A script without its comment lines and indents, which each visit would fetch with the page.

    >>> bare("// Why.\\nlet a;\\n{\\n  // How.\\n  a = 1; // what\\n}")
    'let a;\\n{\\na = 1; // what\\n}'
    """
    return re.sub(r"^[ \t]*(//.*\n[ \t]*)*", "", script, flags=re.MULTILINE)


def shell(app: str, runtime_folder: str, first: Sequence[str]) -> str:
    """index.html with texts, addresses and boot tags filled in. Raises KeyError for a text that en.json lacks."""
    texts = load()
    page = (
        (ROOT / "index.html")
        .read_text()
        .replace("<!-- tiles -->", drawings())
        .replace("<!-- shades -->", gradients_markup())
        .replace("<!-- version -->", version())
    )
    page = re.sub(
        r'<link rel="stylesheet" href="(.+?)">', lambda m: f"<style>{(ROOT / m[1]).read_text()}</style>", page
    )
    page = re.sub(
        r'(data-text="([^"]+)"[^>]*>)(?=</)', lambda m: m[1] + html.escape(texts.say(m[2]), quote=False), page
    )
    for key, name in SHELL.items():
        if name:
            page = re.sub(
                f'({key}="([^"]+)")',
                lambda m, name=name: f'{m[1]} {name}="{html.escape(texts.say(m[2]))}"',  # type: ignore[misc]
                page,
            )
    if os.environ.get(SITE):
        page = page.replace(f'content="{PREVIEW}"', f'content="{os.environ[SITE].rstrip("/")}/{PREVIEW}"')
    page = re.sub(r'\b(href|src)="(assets/[^"]+)"', lambda m: f'{m[1]}="{app}{m[2]}"', page)
    about = start_data(app, runtime_folder)
    page = page.replace(
        "<html", "<html" + "".join(f' data-{name}="{html.escape(value)}"' for name, value in about.items()), 1
    )
    for line in ("<!-- first -->", "<!-- boot -->"):
        if page.count(line) != 1:
            raise ValueError(f"index.html must have the line {line} exactly once")
    policy = html.escape(headers.policy(first, sent=False))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    page = page.replace(
        "<!-- first -->", "\n".join([meta, *(f"<script>{script}</script>" for script in first)])
    )
    return page.replace("<!-- boot -->", boot_tags(app, runtime_folder))


def version() -> str:
    """The project's version, as pyproject.toml declares it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def start_data(app: str, runtime_folder: str) -> dict[str, str]:
    """What stands on <html>, for the page's first script and its Python."""
    engine = engine_files(app, runtime_folder)
    sizes = [(DIST / name).stat().st_size for name in engine]
    scripts = [path for folder in (app, runtime_folder) for path in (DIST / folder).rglob("*")]
    scripts = [
        path
        for path in scripts
        if path.suffix in (".js", ".mjs", ".py", ".mpy", ".rom", ".zip") or path.name == "micropython.wasm"
    ]
    tags = languages()
    return {
        "app": app,
        "version": version(),
        "bytes": str(sum(sizes)),
        "wasm": str(sizes[0]),
        "files": json.dumps(engine + sorted(path.relative_to(DIST).as_posix() for path in scripts)),
        "python": json.dumps(page_python(app, runtime_folder)),
        "languages": " ".join(tags),
        "names": ", ".join(load(tag).say("language.name") for tag in tags),
    }


def boot_tags(app: str, runtime_folder: str) -> str:
    """PyScript's configuration and the page's Python."""
    config = page_config(app, runtime_folder)
    lines = [
        f'<py-config type="json" hidden>{json.dumps({"plugins": config["plugins"]})}</py-config>',
        f'<script type="mpy" src="{app}page.py" config="{html.escape(json.dumps(config))}"></script>',
    ]
    return "\n".join(lines)


def page_config(app: str, runtime_folder: str) -> dict[str, Any]:
    """pyscript.toml with the addresses of dist/."""
    config = tomllib.loads((ROOT / "pyscript.toml").read_text())
    config["interpreter"] = config["interpreter"].replace("assets/runtime/", runtime_folder)
    config["files"] = {f"{app}{name}": path for name, path in micropython.files(DIST / app).items()}
    return config


def page_python(app: str, runtime_folder: str) -> dict[str, Any]:
    """What brings the page's own Python (assets/boot.js): {"modules": addresses, "files": addresses, "script": address}."""
    config = page_config(app, runtime_folder)
    interpreter = config["interpreter"]
    pyscript = f"{runtime_folder}pyscript/"
    chunks = sorted(path.name for name in runtime.PYSCRIPT_CHUNKS for path in (DIST / pyscript).glob(name))
    return {
        "modules": [*(pyscript + name for name in chunks), interpreter],
        "files": [interpreter.replace(".mjs", ".wasm"), f"{app}page.py", *config["files"]],
        "script": f"{pyscript}core.js",
    }


def engine_files(app: str, runtime_folder: str) -> list[str]:
    """What the engine needs before it can answer (assets/engine.js), its wasm first."""
    wasm, library = (f"{runtime_folder}pyodide/{name}" for name in ("pyodide.asm.wasm", "python_stdlib.zip"))
    for name in SNAPSHOT:
        if (DIST / app / name).exists():
            return [wasm, f"{app}{name}"]
    return [wasm, library, f"{app}game.zip"]


def check_precache() -> None:
    """Raises AssertionError when the service worker does not keep every file that a visit may need."""
    kept = set(re.findall(r'"?url"?:"([^"]+)"', (DIST / "sw.js").read_text()))
    there = {path for path in DIST.rglob("*") if path.is_file() and path.parent.name != "screenshots"}
    names = {path.relative_to(DIST).as_posix() for path in there} - {"sw.js", "_headers"}
    assert kept == names, f"sw.js keeps {len(kept)} of {len(names)} files; without: {sorted(names - kept)}"


if __name__ == "__main__":
    main()
