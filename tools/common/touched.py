"""Choose the tests nearest to the files that differ from main, for `tools/test.py quick`.

A test file is near to a change in any of these cases:
- The test file itself changed.
- A helper in its folder changed, that is, a file that is no test.
- It imports a changed module. This case counts only if it yields at most MOST test files: what almost everything imports
  is near to its own room.
- It imports a module that imports a changed module, with the same limit.
- TESTS_BY_PATH names it.
"""

import functools
import re
import subprocess
from pathlib import Path

from tools.common import provision
from tools.common.imports import imported
from tools.trim import pyodide

ROOT = provision.ROOT
MOST = 12  # the most test files that the imports of one changed file may yield
# Modules that import almost everything, so nearness ignores their imports.
HUBS = ("game/__main__.py", "game/engine/verbs.py")
ALWAYS = "tests/test_imports.py"  # the test that every change runs
ADDING = "tests/test_adding.py"
CONTRACTS = "tests/test_contracts.py"
REFERENCES = "tests/test_references.py"
TRIM = "tools/trim"  # a project of its own, whose tests run only if one of its inputs has changed
# By room of the page: the files of tests/page/ that name most of what only this room has. The rooms that all others use,
# such as the kernel, are not here: after a change of theirs the whole folder runs.
PAGE = {
    "board": "examples making_room framing around callouts panels gestures",
    "browser_back": "browser_back way_back kept",
    "calendar": "day_end sharing first_screen",
    "events": "events following around hurrying double_tap",
    "files": "kept around",
    "focus": "panels keyboard way_back",
    "hand": "panels gestures hand_rows",
    "history": "history_views way_back kept around",
    "keyboard": "examples keyboard",
    "laboratory": "laboratory passing_on",
    "late": "late laboratory own_phones_page",
    "learning": "learning newcomer first_match",
    "links": "link_doors passing_on sharing",
    "log": "announcements following panels settings",
    "matches": "around kept newcomer",
    "new_game": "new_game_form saved_rules first_match names",
    "notices": "around kept learning",
    "own_phones": "host_page anywhere joining own_phones_page guest_link link_doors",
    "people": "own_phones_page portraits anywhere names",
    "play": "examples panels gestures around",
    "post": "post_page post_views",
    "preferences": "settings gestures",
    "review": "around history_views",
    "score_pad": "pad_view",
    "seats": "panels following portraits lazy_cells any_level",
    "settings": "settings first_match",
    "sharing": "sharing saved_rules passing_on newcomer copies any_level",
    "sheet": "round_end around",
    "sound": "events around",
    "turns": "hint following panels first_match",
    "welcome": "first_screen newcomer kept",
}
# These files guard the whole page: its state, its views, the requests that it makes, and a match from the first tap to the end.
PAGE_GUARDS = "page_state views requests match one_screen interpreter"
# Test files and folders by the start of a changed path, for connections that imports do not show.
TESTS_BY_PATH = {
    "index.html": ("tests/look", "tests/page", CONTRACTS),
    "docs/contracts.md": (CONTRACTS, "tests/test_link_kinds.py"),
    "docs/": (REFERENCES,),
    "docs/rules.md": (ADDING,),
    "game/players/search": (ADDING,),
    "game/rules/options": (ADDING, "tests/golden", "tests/narration/test_rules_prose.py"),
    "README.md": (REFERENCES,),
    "tests/": ("tests/test_tests.py",),
    "assets/styles": ("tests/look",),
    "assets/portraits.svg": ("tests/look",),
    "assets/locales": ("tests/texts", "tests/narration", ADDING),
    "game/engine": ("tests/session", CONTRACTS),
} | {
    f"game/{room}": (f"tests/{room}",)
    for room in (
        "commands",
        "devices",
        "laboratory",
        "ledger",
        "lessons",
        "narration",
        "players",
        "records",
        "rules",
        "session",
        "store",
        "table",
    )
}


def changed() -> list[str]:
    """Return the files that differ from the commit at which this branch left main, untracked files too.

    On main itself, and in a clone without main, return those that differ from the last commit.
    """
    main = _git("rev-parse", "--verify", "--quiet", "main", check=False) or "HEAD"
    base = _git("merge-base", "HEAD", main, check=False) or "HEAD"
    names = _git("diff", "--name-only", base) + "\n" + _git("ls-files", "--others", "--exclude-standard")
    return sorted({name for name in names.splitlines() if name})


def all_files() -> list[str]:
    """Return the tracked and untracked files of the repository, without deleted and git-ignored files."""
    listed = _git("ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    return [name for name in listed if name and (ROOT / name).is_file()]


def nearest(names: list[str]) -> list[str]:
    """Return the test files and folders to run for these changed files, at least ALWAYS."""
    graph = {path: _imports(path) for path in _python_files() if path not in HUBS}
    near = set[str]()
    for name in names:
        near |= _near_by_imports(name, graph)
        folder = Path(name).parent
        if (
            folder.is_relative_to("tests")
            and not folder.is_relative_to("tests/browser")
            and not Path(name).name.startswith("test_")
        ):
            near.add("/".join(folder.parts[:2]))
        near |= {test for start, tests in TESTS_BY_PATH.items() if name.startswith(start) for test in tests}
        if name.startswith("game/page/"):
            near |= page_tests(name)
    if trims(names):
        near.add(TRIM)
    near = {path for path in near if (ROOT / path).exists() and path not in ("tests", ALWAYS)}
    folders = {path for path in near if not path.endswith(".py")}
    files = {path for path in near - folders if not any(Path(path).is_relative_to(one) for one in folders)}
    return [*sorted(folders | files), ALWAYS]


def page_tests(name: str) -> set[str]:
    """Return the test files of the page for a file of game/page/, or the whole folder if all rooms use this file."""
    room = name.split("/")[2]
    if room not in PAGE:
        return {"tests/page"}
    return {f"tests/page/test_{test}.py" for test in f"{PAGE[room]} {PAGE_GUARDS}".split()}


def _near_by_imports(name: str, graph: dict[str, set[str]]) -> set[str]:
    """Return the test files that import the file in one step or two, by the widest step that yields at most MOST."""
    one_step = _with_importers({name}, graph)
    two_steps = _with_importers(one_step, graph)
    for reached in (two_steps, one_step):
        if len(_tests(reached)) <= MOST:
            return _tests(reached)
    return _tests({name})


def trims(names: list[str]) -> bool:
    """Return whether one of these changed files is an input or a test of tools/trim/."""
    inputs = {path.relative_to(ROOT).as_posix() for path in pyodide.inputs()}
    return any(name in inputs or name.startswith(f"{TRIM}/") for name in names)


def _with_importers(paths: set[str], graph: dict[str, set[str]]) -> set[str]:
    """Return the paths and all files that import one of them. `graph` has the imported files of each file."""
    return paths | {path for path, imported in graph.items() if imported & paths}


def _tests(paths: set[str]) -> set[str]:
    """Return the test files among the paths, without browser tests."""
    return {path for path in paths if re.fullmatch(r"tests/(?!browser/)(?:.+/)?test_\w+\.py", path)}


def _python_files() -> list[str]:
    """Return the paths of all Python files, relative to the clone."""
    folders = ("game", "tests", "tools")
    return [str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*.py")]


@functools.cache
def _imports(path: str) -> set[str]:
    """Return the files of the project that a file imports."""
    names = imported((ROOT / path).read_text())
    modules = names | {name.rpartition(".")[0] for name in names}  # the last part may be a name in a module
    return {
        name.replace(".", "/") + ".py" for name in modules if name.startswith(("game.", "tests.", "tools."))
    }


def _git(*arguments: str, check: bool = True) -> str:
    """Run git and return its output. With `check` an error raises CalledProcessError."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=check)
    return done.stdout.strip()
