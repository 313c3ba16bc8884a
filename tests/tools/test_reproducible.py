"""The bytes of dist/ depend on the sources and pins alone, and nothing of the building machine is in the heap snapshot."""

import json
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tools import build
from tools.common import provision
from tools.trim import pyodide

COPIED = (*build.SOURCES, "tools", "package.json", "pyproject.toml")
PROGRAM = """
import json, os, random, sys, time
RESULT = [
    random.random(), random.getrandbits(48), random.Random().random(), os.urandom(8).hex(),
    *time.localtime(0)[3:5], *time.tzname, repr(os.environ), *sys.argv, sys.executable,
]
"""


@pytest.fixture(scope="module")
def dist() -> Path:
    return build.build()


def hashes(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}


def another_clone(folder: Path) -> Path:
    """The sources in another folder, with other times of change and other rights; installed packages are linked."""
    for name in COPIED:
        source, target = provision.ROOT / name, folder / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("runtime", ".cache", "__pycache__", "node_modules")
            shutil.copytree(source, target, ignore=ignored, copy_function=shutil.copyfile)
        else:
            shutil.copyfile(source, target)
    for path in folder.rglob("*.py"):
        os.utime(path, (1e9, 1e9))
    for name in (".venv", "node_modules"):
        (folder / name).symlink_to((provision.ROOT / name).resolve())
    return folder


@pytest.mark.long  # it builds twice
def test_another_folder_and_environment_give_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    clone = another_clone(tmp_path)
    tools = {str(Path(found).parent) for name in ("node", "npm") if (found := shutil.which(name))}
    environment = {
        "PATH": os.pathsep.join(["/nowhere", *tools]),
        "HOME": str(tmp_path),
        "TZ": "Asia/Kathmandu",
        "LANG": "es_ES.UTF-8",
        "LC_ALL": "C",
        "USER": "somebody",
        "PYTHONHASHSEED": "7",
        build.COMMIT_VARIABLE: re.findall(r'data-commit="(.*?)"', (dist / "index.html").read_text())[0],
    }
    command = [sys.executable, clone / "tools" / "build.py"]
    subprocess.run(command, cwd=tmp_path.parent, env=environment, umask=0o077, check=True)
    ours, theirs = hashes(dist), hashes(clone / "dist")
    assert {name for name in ours | theirs if ours.get(name) != theirs.get(name)} == set()


def test_the_build_does_not_publish_its_folder(dist: Path) -> None:
    for path in dist.rglob("*"):
        if path.is_file():
            assert str(provision.ROOT).encode() not in path.read_bytes(), path


def started_twice(dist: Path) -> list[list[Any]]:
    """What PROGRAM says in two starts from the same snapshot, in a distant time zone."""
    script = Path(__file__).with_name("restore.mjs")
    later = next(dist.glob(f"runtime/*/pyodide/{pyodide.LATER}"))
    environment = os.environ | {"TZ": "Asia/Kathmandu", "LANG": "es_ES.UTF-8", "SECRET": "told"}
    environment["LATER"] = str(later)
    joined = pyodide.HERE / "joined.mjs"
    command = [str(part) for part in (provision.node(), "--import", joined, script, dist, PROGRAM)]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    result: list[list[Any]] = json.loads(told)
    return result


def test_two_starts_from_the_snapshot_share_no_random_stream(dist: Path) -> None:
    one, other = started_twice(dist)
    assert len({*one[:4], *other[:4]}) == 8  # module-level, a new generator, the system's
    for started in (one, other):
        hour, minute, zone, summer, environment, *argv = started[4:]
        assert (hour, minute) == (5, 30)  # of Kathmandu, when the epoch began
        assert {zone.rstrip("-0"), summer.rstrip("-0")} == {"UTC"}
        assert "SECRET" not in environment and "node" not in environment
        assert str(provision.ROOT) not in "".join([environment, *argv])
