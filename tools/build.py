"""`python3 tools/build.py [--brotli]`: build `dist/`, the folder that the host publishes.

    dist/index.html              the markup of the page, with its English texts, inline scripts and boot tags
    dist/app/HASH/               our files: assets/, page.py, *.rom.wasm (MicroPython); *.zip.wasm, snapshot.wasm (Pyodide)
    dist/runtime/HASH/           third-party files: PyScript, Pyodide, MicroPython (tools/making/runtime.py)
    dist/preview.jpg             the picture that other sites show beside a link to the page
    dist/_headers                the HTTP headers for the host (tools/making/headers.py)
    dist/sw.js                   the service worker, which caches the files for offline use (tools/making/precache.mjs)
    dist/THIRD-PARTY.txt         the licences of the third-party files

With `--brotli` there is also a compressed copy FILE.br of each file (docs/hosting.md).

The build copies index.html and replaces or changes these parts:
- `<!-- first -->` (exactly one line): the content-security policy, `assets/check.js` and `assets/boot.js`. The first
  script decides whether the game may start, the second starts the engine.
- `<!-- boot -->` (exactly one line): the tags that start the page's Python.
- `<!-- tiles -->`, `<!-- portraits -->`, `<!-- round -->`, `<!-- shades -->`: the drawings of tools/making/shell.py, and
  the colour gradients of the tiles.
- `<!-- version -->`: the version from pyproject.toml, which `<html data-version>` gets too; `<html data-commit>` gets the commit.
- Text keys: an empty element with `data-text="ui.title"` gets that text of assets/locales/en.json as its content.
  `data-label="ui.hand"` becomes an `aria-label`. TEXT_ATTRIBUTES in game/narration/localization/texts.py lists such attributes.
- `<link rel="stylesheet">`: the style sheet itself, so the browser paints the page without another request.
- Addresses of our files, written as in the repository (`assets/icons/icon.svg`): the addresses in app/HASH/.
Python in the page reads `document.documentElement.dataset.app` ("app/HASH/") and fetches other files from that folder.

page.rom.wasm holds the page's Python, the other images its late parts (tools/making/micropython.py). library.zip.wasm,
game.zip.wasm and rest.zip.wasm have Python's library and the engine, all of `game/` except page and commands
(tools/making/starter.py). All are bytecode, carried in WebAssembly modules (tools/making/carrier.py).
snapshot.wasm is the engine's heap after the imports of a start (tools/making/make_snapshot.mjs).
`<html data-languages data-names>` lists the tags and the names of all languages. The page fetches the texts of
a language other than English only when it needs them.
"""

import html
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.narration.localization.language import languages, load
from game.narration.localization.texts import ENGLISH, TEXT_ATTRIBUTES
from game.table.faces import gradients_markup
from tools.common import fallbacks, packing, provision
from tools.making import headers, micropython, runtime, starter
from tools.making.shell import drawings, packed, portraits, round_picture
from tools.trim import pyodide

ROOT = provision.ROOT
DIST = ROOT / "dist"  # tools/making/dev_build.py changes it
STAMP = ROOT / "assets" / "runtime" / "dist.stamp"  # the hash of the sources from which DIST was built
SOURCES = ("index.html", "pyproject.toml", "pyscript.toml", "package-lock.json", "assets", "game")
MAKING = (
    "headers.py",
    "micropython.py",
    "carrier.py",
    "starter.py",
    "first_modules.mjs",
    "make_snapshot.mjs",
    "shell.py",
    "precache.mjs",
    "sw.js",
)
# The tools that decide what dist/ contains; a change of one makes it outdated.
TOOLS = ("build.py", *runtime.TOOLS, *(f"making/{name}" for name in MAKING))

PREVIEW = "preview.jpg"
# Netlify sets this environment variable to the site's address. A link's preview needs the full address of its picture.
SITE_VARIABLE = "URL"
COMMIT_VARIABLE = "COMMIT_REF"  # Netlify sets it too. Set it where the sources come without Git.
# A site names its relay in the first of these environment variables, and in the second the STUN server that tells the devices at
# the relay their internet address. docs/hosting.md says more. Without them the page has neither.
RELAY_VARIABLE, STUN_VARIABLE = "CHICKENFOOT_RELAY", "CHICKENFOOT_STUN"
VARIABLES = (SITE_VARIABLE, RELAY_VARIABLE, STUN_VARIABLE)
START_TEXTS = ("unable", "no-wasm", "framed", "own-window", "arriving", "cut", "retry")
CHECK_KEYS = tuple(f"ui.start.{name}" for name in START_TEXTS)
NO_TEXTS = "var TEXTS = {};"  # the line of assets/check.js in which the build writes the texts of CHECK_KEYS
NOT_IN_ENGINE = ("game/page/*", "game/commands/*", "game/contract/*", "game/__main__.py")
CODE = (".js", ".mjs", ".py", ".mpy", ".wasm")  # the ends of what a repair of the start fetches again
RELAY_FOLDERS = ("relay", "u8-mqtt-packet")  # fetched with the relay's first use; useless without a network
# The types of packing.compile_python and starter.write, see there. tools/making/dev_build.py passes simpler functions.
Packer = Callable[[Path, Path, int, tuple[str, ...]], None]
EngineWriter = Callable[[Path, Path, Path], dict[str, str]]


def sources() -> list[Path]:
    """Return every file that dist/ depends on."""
    paths = [path for name in SOURCES for path in [ROOT / name, *(ROOT / name).rglob("*")] if path.is_file()]
    paths += [*(ROOT / "tools" / name for name in TOOLS), *pyodide.inputs()]
    skipped = (ROOT / "assets" / "runtime", ROOT / "assets" / "screenshots")
    paths = [p for p in paths if p.suffix != ".pyc" and not any(folder in p.parents for folder in skipped)]
    return [*dict.fromkeys(paths + manifest_screenshots())]


@provision.locked("build")
def build() -> Path:
    """Build dist/ unless it is up to date. Return its path."""
    wanted = provision.digest(sources()) + " ".join(os.environ.get(name, "") for name in VARIABLES).strip()
    if STAMP.exists() and STAMP.read_text() == wanted and (DIST / "sw.js").exists():
        return DIST
    provision.say("building dist/")
    shutil.rmtree(DIST, ignore_errors=True)
    staged = runtime.stage()
    fallbacks.repeat(staged / "warnings.txt")
    runtime_folder = runtime.published_folder(staged)
    for part in runtime.PARTS:
        runtime.publish(staged, part, DIST / runtime_folder / part)
    shutil.copyfile(staged / "THIRD-PARTY.txt", DIST / "THIRD-PARTY.txt")
    shutil.copyfile(ROOT / "assets" / PREVIEW, DIST / PREVIEW)
    app_folder = fill_app(runtime_folder)
    scripts = inline_scripts(app_folder, runtime_folder)
    (DIST / "index.html").write_text(shell(app_folder, runtime_folder, scripts))
    (DIST / "_headers").write_text(headers.written(headers.rules(scripts, relay())))
    texts = json.loads((ROOT / "assets" / "locales" / "en.json").read_text())
    offline_texts = (texts["ui.start.bare"], texts["ui.start.retry"])
    first = [
        *page_python(app_folder, runtime_folder)["files"],
        *reversed(engine_files(app_folder, runtime_folder)),
    ]
    script = ROOT / "tools" / "making" / "precache.mjs"
    provision.run([provision.node(), script, DIST, *offline_texts, *first])
    check_precache()
    STAMP.with_suffix(".warnings").write_text("".join(f"{text}\n" for text in fallbacks.warnings))
    STAMP.write_text(wanted)
    return DIST


def warnings() -> list[str]:
    """Return the warnings of the last build: which optional steps it left out, and why (tools/common/fallbacks.py)."""
    return STAMP.with_suffix(".warnings").read_text().splitlines()


def fill_app(
    runtime_folder: str,
    pack_engine: Packer = packing.compile_python,
    write_page_module: micropython.Put = micropython.compiled,
    write_engine: EngineWriter = starter.write,
) -> str:
    """Fill dist/app/HASH/ and return "app/HASH/".

    `pack_engine` packs the engine's Python into a zip. `write_page_module` writes one module of the page.
    `write_engine` writes the engine's archives and its heap snapshot, and returns the hashes that engine.js gets, by constant.
    """
    new = DIST / "app" / "new"
    ignored = shutil.ignore_patterns(
        "runtime", "screenshots", f"{ENGLISH}.json", "styles", "boot.js", "check.js", "portraits.svg", PREVIEW
    )
    shutil.copytree(ROOT / "assets", new / "assets", ignore=ignored)
    (new / "assets" / "screenshots").mkdir()
    for path in manifest_screenshots():
        shutil.copyfile(path, new / "assets" / "screenshots" / path.name)
    micropython.write(new, write_page_module)
    game = new / "engine.zip"
    pack_engine(ROOT / "game", game, 0, NOT_IN_ENGINE)
    pyodide_folder = runtime.RUNTIME / "pyodide"
    hashes = write_engine(pyodide_folder, game, new)
    game.unlink()
    engine = new / "assets" / "engine.js"
    text = (
        (ROOT / "assets" / "engine.js")
        .read_text()
        .replace(
            "assets/runtime/pyodide/pyodide-lock.json", (pyodide_folder / "pyodide-lock.json").read_text()
        )
    )
    for constant, hash in hashes.items():
        text = text.replace(f'const {constant} = "";', f'const {constant} = "{hash}";')
    engine.write_text(text)
    for name in ("engine.js", "sharing.js", "scanner_worker.js", "relay/broker.js"):
        script = new / "assets" / name
        root = "../" * (name.count("/") + 3)
        script.write_text(script.read_text().replace("assets/runtime/", root + runtime_folder))
    final = new.with_name(provision.digest([path for path in new.rglob("*") if path.is_file()]))
    if final.exists():  # it has the same content; keep it, because a page may be fetching its files
        shutil.rmtree(new)
    else:
        new.rename(final)
    return f"app/{final.name}/"


def manifest_screenshots() -> list[Path]:
    """Return the screenshots that the web app manifest names.

    Browsers and app stores show them to a person who may install the game. They are not part of the offline copy.
    """
    icons = ROOT / "assets" / "icons"
    manifest = json.loads((icons / "manifest.webmanifest").read_text())
    return [(icons / picture["src"]).resolve() for picture in manifest["screenshots"]]


def inline_scripts(app: str, runtime_folder: str) -> tuple[str, str]:
    """Return check.js, with its texts in all languages, and boot.js, both as index.html contains them."""
    scripts = ((ROOT / "assets" / name).read_text() for name in ("check.js", "boot.js"))
    check, boot = map(without_comments, scripts)
    texts = {tag: {key: load(tag).template(key) for key in CHECK_KEYS} for tag in languages()}
    written = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    if check.count(NO_TEXTS) != 1 or "</" in written:
        raise ValueError(
            f"assets/check.js must have the line {NO_TEXTS} once; its texts must not contain tags"
        )
    check = check.replace(NO_TEXTS, f"var TEXTS = {written};")
    boot = boot.replace("assets/engine.js", f"{app}assets/engine.js")
    return check, boot.replace("assets/runtime/", runtime_folder)


def without_comments(script: str) -> str:
    """Return a script without comment lines and indents, which would make each visit's download larger.

    >>> without_comments("// Why.\\nlet a;\\n{\\n  // How.\\n  a = 1; // what\\n}")
    'let a;\\n{\\na = 1; // what\\n}'
    """
    return re.sub(r"^[ \t]*(//.*\n[ \t]*)*", "", script, flags=re.MULTILINE)


def shell(app: str, runtime_folder: str, scripts: Sequence[str]) -> str:
    """Return the text of dist/index.html, with these inline scripts. Raises KeyError for a text that en.json lacks."""
    texts = load()
    page = (
        re.sub(r"<!--(?! \w+ -->).*?-->\n?", "", (ROOT / "index.html").read_text(), flags=re.DOTALL)
        .replace("<!-- tiles -->", drawings())
        .replace("<!-- portraits -->", packed("portraits", portraits()))
        .replace("<!-- round -->", packed("round", round_picture()))
        .replace("<!-- shades -->", gradients_markup())
        .replace("<!-- version -->", version())
    )
    page = re.sub(
        r'<link rel="stylesheet" href="(.+?)">',
        lambda m: f"<style>{micropython.style_sheet(ROOT / m[1])}</style>",
        page,
    )
    page = re.sub(
        r'(data-text="([^"]+)"[^>]*>)(?=</)', lambda m: m[1] + html.escape(texts.say(m[2]), quote=False), page
    )
    for key, name in TEXT_ATTRIBUTES.items():
        if name:
            page = re.sub(
                f'({key}="([^"]+)")',
                lambda m, name=name: f'{m[1]} {name}="{html.escape(texts.say(m[2]))}"',  # type: ignore[misc]
                page,
            )
    if site := os.environ.get(SITE_VARIABLE):
        page = page.replace(f'content="{PREVIEW}"', f'content="{site.rstrip("/")}/{PREVIEW}"')
    page = re.sub(r'\b(href|src)="(assets/[^"]+)"', lambda m: f'{m[1]}="{app}{m[2]}"', page)
    data = start_data(app, runtime_folder)
    page = page.replace(
        "<html", "<html" + "".join(f' data-{name}="{html.escape(value)}"' for name, value in data.items()), 1
    )
    for line in ("<!-- first -->", "<!-- boot -->"):
        if page.count(line) != 1:
            raise ValueError(f"index.html must have the line {line} exactly once")
    policy = html.escape(headers.policy(scripts, sent=False, relay=relay()))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    page = page.replace(
        "<!-- first -->", "\n".join([meta, *(f"<script>{script}</script>" for script in scripts)])
    )
    return page.replace("<!-- boot -->", boot_tags(app, runtime_folder))


def relay() -> str:
    """Return the address of the site's relay, or "". Raises ValueError for an address that cannot be one."""
    address = os.environ.get(RELAY_VARIABLE, "")
    if address:
        headers.origin(address)
    return address


def version() -> str:
    """Return the project's version from pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def commit() -> str:
    """Return the newest commit of the sources, with "+" if they have changed since. Return "" if nobody knows it.

    A fault report carries it. A build that is up to date keeps the commit at which it was built.
    """
    if given := os.environ.get(COMMIT_VARIABLE):
        return given
    sources = ("--", *SOURCES, "package.json", "tools")
    try:
        newest, changes = (
            subprocess.run(
                ["git", *words, *sources], cwd=ROOT, capture_output=True, text=True, check=True
            ).stdout
            for words in (("log", "-1", "--format=%H"), ("status", "--porcelain"))
        )
    except (OSError, subprocess.CalledProcessError):  # no Git, or no repository
        return ""
    return newest.strip()[:10] + "+" * bool(newest and changes)


def start_data(app: str, runtime_folder: str) -> dict[str, str]:
    """Return the `data-` attributes of <html>, without that prefix. boot.js and the page's Python read them."""
    engine = engine_files(app, runtime_folder)
    sizes = [(DIST / name).stat().st_size for name in engine]
    paths = [path for folder in (app, runtime_folder) for path in sorted((DIST / folder).rglob("*"))]
    code = [path.relative_to(DIST).as_posix() for path in paths if path.suffix in CODE]
    tags = languages()
    named = {
        "commit": commit(),
        "relay": relay(),
        "stun": os.environ.get(STUN_VARIABLE, "") if relay() else "",
    }
    return {
        "app": app,
        "version": version(),
        "bytes": str(sizes[0] + sizes[-1]),
        "starter": str(sum(sizes[:3])),
        "wasm": str(sizes[0]),
        "files": json.dumps(engine + [name for name in code if name not in engine]),
        "python": json.dumps(page_python(app, runtime_folder)),
        "languages": " ".join(tags),
        "names": ", ".join(load(tag).say("language.name") for tag in tags),
        **{name: value for name, value in named.items() if value},
    }


def boot_tags(app: str, runtime_folder: str) -> str:
    """Return the tags that contain PyScript's configuration and start the page's Python."""
    config = page_config(app, runtime_folder)
    lines = [
        f'<py-config type="json" hidden>{json.dumps({"plugins": config["plugins"]})}</py-config>',
        f'<script type="mpy" src="{app}page.py" config="{html.escape(json.dumps(config))}"></script>',
    ]
    return "\n".join(lines)


def page_config(app: str, runtime_folder: str) -> dict[str, Any]:
    """Return the content of pyscript.toml with the addresses in dist/."""
    config = tomllib.loads((ROOT / "pyscript.toml").read_text())
    config["interpreter"] = config["interpreter"].replace("assets/runtime/", runtime_folder)
    config["files"] = {f"{app}{name}": path for name, path in micropython.files(DIST / app).items()}
    return config


def page_python(app: str, runtime_folder: str) -> dict[str, Any]:
    """Return the addresses that boot.js loads for the page's Python.

    It is {"modules": JavaScript modules to preload, "files": other files to preload, "script": PyScript's core}.
    """
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
    """Return the files that engine.js fetches before the engine can answer: Pyodide's wasm, and the starter or the snapshot."""
    files = [
        f"{runtime_folder}pyodide/pyodide.asm.wasm",
        f"{app}{starter.LIBRARY}",
        f"{app}{starter.GAME}",
        f"{app}{starter.SNAPSHOT}",
    ]
    return files if (DIST / files[-1]).exists() else files[:-1]


def check_precache() -> None:
    """Raise AssertionError unless the service worker caches every file that a visit without a relay may need."""
    cached = set(re.findall(r'"?url"?:"([^"]+)"', (DIST / "sw.js").read_text()))
    not_cached = {"screenshots", *RELAY_FOLDERS}
    files = {path for path in DIST.rglob("*") if path.is_file() and path.parent.name not in not_cached}
    names = {path.relative_to(DIST).as_posix() for path in files} - {"sw.js", "_headers"}
    assert cached == names, (
        f"sw.js caches {len(cached)} of {len(names)} files; it lacks {sorted(names - cached)}"
    )


def precompress() -> None:
    """Write a copy FILE.br of each file of dist/ that becomes smaller, for hosts that serve such copies (docs/hosting.md)."""
    script = ROOT / "tools" / "making" / "brotli.mjs"
    provision.run([provision.node(), script, DIST, DIST, "11", ".br"])


if __name__ == "__main__":
    provision.say(str(build()))
    if "--brotli" in sys.argv[1:]:
        precompress()
