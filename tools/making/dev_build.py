"""`python tools/making/dev_build.py FOLDER VERSION`: make in a second what `play.py --dev` serves, the game from its sources.

It differs from dist/ in these: the engine's Python is packed as source, there is no service worker, nothing of ours is cached,
and RELOAD follows the page's second script. It is a process of its own each time, so that it runs changed code.
"""

import fnmatch
import shutil
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools import build
from tools.making import headers, micropython, runtime

# The page asks to be told when what is served is no longer the version that it was made as (tools/common/watch.py).
RELOAD = """
new EventSource("dev/changes?{version}").onmessage = () => location.reload();
"""
UPDATES = '"updates", '  # among the scripts of assets/boot.js that the game can do without


def pack_plain(source: Path, target: Path, optimize: int, drop: tuple[str, ...]) -> None:
    """Puts the Python of a folder into a zip as it stands; stands in for runtime.compile_python."""
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(source.rglob("*.py")):
            name = path.relative_to(source.parent).as_posix()
            if not any(fnmatch.fnmatchcase(name, pattern) for pattern in drop):
                archive.write(path, name)


def no_snapshot(*_: Path) -> str:
    """Writes no snapshot, because the sources change at every save; stands in for runtime.make_snapshot."""
    return ""


def remove_older(apps: Path, newest: str) -> None:
    """Removes all builds but the newest and the one before it, whose page may still be fetching its last scripts."""
    others = sorted(
        (made for made in apps.iterdir() if made.name != newest), key=lambda made: made.stat().st_mtime
    )
    for made in others[:-1]:
        shutil.rmtree(made)


def make(folder: Path, version: str) -> None:
    """Fills the folder, or brings what is ours in it up to date."""
    build.DIST = folder
    staged = runtime.stage()
    runtime_folder = f"runtime/{(staged / 'stamp').read_text()}/"
    for part in runtime.PARTS:
        if not (folder / runtime_folder / part).exists():
            shutil.copytree(staged / part, folder / runtime_folder / part)
    shutil.rmtree(folder / "app" / "new", ignore_errors=True)  # of a build that was broken off
    app = build.fill_app(runtime_folder, pack_plain, micropython.as_written, no_snapshot)
    remove_older(folder / "app", (folder / app).name)
    check, boot = build.first_scripts(app, runtime_folder)
    if UPDATES not in boot:
        raise ValueError(f"assets/boot.js has no {UPDATES}")
    first = (check, boot.replace(UPDATES, "") + RELOAD.format(version=version))
    (folder / "index.html").write_text(build.shell(app, runtime_folder, first))
    sent = headers.rules(first)
    sent["/*"]["Cache-Control"] = "no-store"
    del sent["/app/*"]
    (folder / "_headers").write_text(headers.written(sent))


if __name__ == "__main__":
    make(Path(sys.argv[1]), sys.argv[2])
