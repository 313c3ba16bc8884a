"""Build the game in a second for `play.py --dev`: `python tools/making/dev_build.py FOLDER VERSION`.

FOLDER is the folder to fill. VERSION is the number of the build, counted by tools/common/watch.py. The result differs
from dist/: all Python is packed as source, there is no heap snapshot and no service worker, browsers cache none of our
files, and the page reloads itself after a change (RELOAD). Each build runs in a new process, so that changes of the
build's own modules take effect.
"""

import fnmatch
import shutil
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools import build
from tools.making import headers, micropython, runtime, starter

# Added to assets/boot.js: reload the page when the server reports another version (tools/common/watch.py).
RELOAD = """
new EventSource("dev/changes?{version}").onmessage = () => location.reload();
"""
UPDATES = '"updates", '  # the item of OPTIONAL in assets/boot.js that loads the service worker


def pack_plain(source: Path, target: Path, optimize: int, drop: tuple[str, ...]) -> None:
    """Pack the Python sources of a folder into a zip, without compiling them. Replaces packing.compile_python."""
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(source.rglob("*.py")):
            name = path.relative_to(source.parent).as_posix()
            if not any(fnmatch.fnmatchcase(name, pattern) for pattern in drop):
                archive.write(path, name)


def write_plain(pyodide: Path, game: Path, folder: Path) -> dict[str, str]:
    """Write all modules into the starter and no snapshot, because the sources change often. Replaces starter.write."""
    starter.split(pyodide, game, folder)
    return {}


def remove_older(apps: Path, newest: str) -> None:
    """Remove all builds but the newest and the one before it. A page of the latter may still fetch scripts."""
    others = sorted(
        (folder for folder in apps.iterdir() if folder.name != newest),
        key=lambda folder: folder.stat().st_mtime,
    )
    for folder in others[:-1]:
        shutil.rmtree(folder)


def make(folder: Path, version: str) -> None:
    """Fill an empty folder, or update a filled one. Third-party software is copied only if it has changed."""
    build.DIST = folder
    staged = runtime.stage()
    runtime_folder = runtime.published_folder(staged)
    for part in runtime.PARTS:
        target = folder / runtime_folder / part
        if not target.exists():
            partial = target.with_name(part + ".partial")
            shutil.rmtree(partial, ignore_errors=True)  # left over if a build was interrupted, as "new" below
            runtime.publish(staged, part, partial)
            partial.rename(target)
    shutil.rmtree(folder / "app" / "new", ignore_errors=True)
    app = build.fill_app(runtime_folder, pack_plain, micropython.as_written, write_plain)
    remove_older(folder / "app", (folder / app).name)
    check_script, boot_script = build.inline_scripts(app, runtime_folder)
    if UPDATES not in boot_script:
        raise ValueError(f"assets/boot.js has no {UPDATES}")
    scripts = (check_script, boot_script.replace(UPDATES, "") + RELOAD.format(version=version))
    (folder / "index.html").write_text(build.shell(app, runtime_folder, scripts))
    rules = headers.rules(scripts, build.relay())
    rules["/*"]["Cache-Control"] = "no-store"
    del rules["/app/*"]
    (folder / "_headers").write_text(headers.written(rules))


if __name__ == "__main__":
    make(Path(sys.argv[1]), sys.argv[2])
