"""What a change touches: the tests nearest to the files that differ from main, for `tools/test.py quick`.

A test file is near when it or something beside it in its folder that is no test changed, when it imports a changed
module, or one that imports it while that leads to no more than MOST files, or when BESIDE says so.
"""

import ast
import functools
import re
import subprocess
from pathlib import Path

from tools.common import provision

ROOT = provision.ROOT
MOST = 12
HUBS = ("game/__main__.py", "game/engine/verbs.py")  # where everything meets: they would lead everywhere
ALWAYS = "tests/test_imports.py"
CONTRACTS = "tests/test_contracts.py"
# what no import shows: the tests of files by the beginning of their path
BESIDE = {
    "index.html": ("tests/look", "tests/page", CONTRACTS),
    "docs/contracts.md": (CONTRACTS,),
    "assets/styles": ("tests/look",),
    "assets/locales": ("tests/texts", "tests/narration"),
    "game/engine": ("tests/session", CONTRACTS),
} | {
    f"game/{room}": (f"tests/{room}",)
    for room in ("commands", "page", "players", "records", "rules", "store", "table")
}


def changed() -> list[str]:
    """The files that differ from where this branch left main, or from the last commit on main itself; new ones too."""
    known = _git("rev-parse", "--verify", "--quiet", "main", check=False) or "HEAD"
    base = _git("merge-base", "HEAD", known, check=False) or "HEAD"
    names = _git("diff", "--name-only", base) + "\n" + _git("ls-files", "--others", "--exclude-standard")
    return sorted({name for name in names.splitlines() if name})


def all_files() -> list[str]:
    """The tracked and the new files of the repository that exist, without ignored ones."""
    listed = _git("ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    return [name for name in listed if name and (ROOT / name).is_file()]


def nearest(names: list[str]) -> list[str]:
    """The test files and folders to run for these changed files; ALWAYS at least."""
    graph = {path: _imports(path) for path in _python() if path not in HUBS}
    reached = _importers({name for name in names if name.endswith(".py")}, graph)
    further = _importers(reached, graph)
    near = _tests(further) if len(_tests(further)) <= MOST else _tests(reached)
    for name in names:
        folder = Path(name).parent
        if (
            folder.is_relative_to("tests")
            and not folder.is_relative_to("tests/browser")
            and not Path(name).name.startswith("test_")
        ):
            near.add("/".join(folder.parts[:2]))
        near |= {test for start, tests in BESIDE.items() if name.startswith(start) for test in tests}
    near = {path for path in near if (ROOT / path).exists() and path not in ("tests", ALWAYS)}
    folders = {path for path in near if not path.endswith(".py")}
    alone = {path for path in near - folders if str(Path(path).parent) not in folders}
    return [*sorted(folders | alone), ALWAYS]


def _importers(paths: set[str], graph: dict[str, set[str]]) -> set[str]:
    """The paths, and what imports one of them."""
    return paths | {path for path, imported in graph.items() if imported & paths}


def _tests(paths: set[str]) -> set[str]:
    """Those that are tests, but for those in browsers."""
    return {path for path in paths if re.fullmatch(r"tests/(?!browser/).*/test_\w+\.py", path)}


def _python() -> list[str]:
    folders = ("game", "tests", "tools")
    return [str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*.py")]


@functools.cache
def _imports(path: str) -> set[str]:
    """The files of the project that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {
        name.replace(".", "/") + ".py" for name in names if name.startswith(("game.", "tests.", "tools."))
    }


def _git(*arguments: str, check: bool = True) -> str:
    answer = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=check)
    return answer.stdout.strip()
