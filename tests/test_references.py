"""Files, functions and links that docs/, the README and docstrings name are there."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.common import touched

ROOT = Path(__file__).resolve().parent.parent
PROSE = ("*.md", "docs/*.md", "tests/golden/README.md", "tools/trim/README.md")
CODE = ("game/**/*.py", "tools/**/*.py", "tests/**/*.py")
SCRIPTS = ("assets/*.js", "tools/**/*.mjs", "tools/**/*.js")
ENDINGS = "py|mjs|js|md|css|json|toml|html|zip|wasm|rom|txt|webmanifest|c|yml"
# Folders that are made, and may be named: what is below them is not looked for.
MADE = ("dist/", "assets/runtime/", "node_modules/", ".venv/", "app/HASH/", "runtime/")
# Files that others bring or that only exist while something runs, each named for a reason.
FOREIGN = {
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "later.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
    "micropython.mjs",
    "micropython.wasm",
    "core.js",
    "package.json",
    "sw.js",
    "game.zip.wasm",
    "library.zip.wasm",
    "rest.zip.wasm",
    "snapshot.wasm",
    "page.py",
    "page.rom.wasm",
    "phones.rom.wasm",
    "laboratory.rom.wasm",
    "post.rom.wasm",
    "match-00001.json",
}
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PATH = re.compile(rf"(?<![\w/.*-])((?:[\w.*-]+/)*[\w*-]+(?:\.[\w*-]+)*\.(?:{ENDINGS}))(?![\w/-])")
PLACEHOLDER = re.compile(r"(?<![A-Za-z])[A-Z]{3,}(?![A-Za-z])")  # requirements-NAME.txt
CALL = re.compile(r"`([\w.]+)\(")


@functools.cache
def tracked() -> frozenset[str]:
    """Every file of the repository, new ones too, and every folder."""
    files = set(touched.all_files())
    return frozenset(files | {str(folder) for name in files for folder in Path(name).parents})


def own_files(pattern: str) -> Iterator[Path]:
    """Yield the repository's files that match. Below tools/ there may also be packages that a command has installed."""
    return (path for path in ROOT.glob(pattern) if str(path.relative_to(ROOT)) in tracked())


@functools.cache
def path_ends() -> frozenset[str]:
    """The paths of all files and folders, each also without its first folder, without its first two, and so on."""
    parts = [name.split("/") for name in tracked()]
    return frozenset("/".join(path[first:]) for path in parts for first in range(len(path)))


@functools.cache
def defined() -> frozenset[str]:
    """Every word of our own code: a function that is named has to be one of them."""
    paths = [path for pattern in (*CODE, *SCRIPTS) for path in own_files(pattern)]
    return frozenset(word for path in paths for word in re.findall(r"\w+", without_prose(path)))


def without_prose(path: Path) -> str:
    """A module's text without its docstrings and comments, in which a name that is gone might live on."""
    text = path.read_text()
    if path.suffix == ".py":
        for docstring in docstrings(path):
            text = text.replace(docstring, "")
        return re.sub(r"#.*", "", text)
    return re.sub(r"//.*", "", text)


@functools.cache
def docstrings(path: Path) -> list[str]:
    """The docstrings of a module as they are written. Only statements are visited: an expression holds none."""
    found, waiting = [], list[ast.AST]([ast.parse(path.read_text())])
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(ast.get_docstring(node, clean=False) or "")
        for block in ("body", "orelse", "handlers", "finalbody", "cases"):
            inner = getattr(node, block, ())
            waiting += inner if isinstance(inner, list) else ()
    return [docstring for docstring in found if docstring]


def texts() -> Iterator[tuple[str, str]]:
    """Yield (where, text): whole documents, docstrings and comments."""
    for pattern in PROSE:
        for path in own_files(pattern):
            if path.name != "CHANGELOG.md":  # it tells of what was there once
                yield str(path.relative_to(ROOT)), path.read_text()
    for pattern in CODE:
        for path in own_files(pattern):
            source = path.read_text()
            said = docstrings(path) + re.findall(r"(?m)(?:^|\s)# .*$", source)
            yield str(path.relative_to(ROOT)), "\n".join(said)
    for pattern in SCRIPTS:
        for path in own_files(pattern):
            yield str(path.relative_to(ROOT)), "\n".join(re.findall(r"//.*", path.read_text()))


def is_there(name: str, near: str) -> bool:
    """Whether a file is in the repository: from its top, beside the text that names it, or anywhere by the end of its path."""
    if (
        name.startswith(MADE)
        or "*" in name
        or Path(name).name in FOREIGN
        or any(PLACEHOLDER.search(part) for part in Path(name).with_suffix("").parts)
    ):
        return True
    beside = str((ROOT / near).parent.joinpath(name).resolve().relative_to(ROOT))
    return beside in tracked() or name in path_ends()


def missing(where: str, text: str) -> list[str]:
    """What a text names that is not there."""
    links = [target.rstrip("/") for target in LINK.findall(text) if "://" not in target]
    lost = [f"link {target}" for target in links if not is_there(target, where)]
    lost += [f"file {name}" for name in PATH.findall(text) if not is_there(name, where)]
    lost += [
        f"function {name}" for name in CALL.findall(text) if name.split(".")[-1] not in defined() | KNOWN
    ]
    return lost


# Functions of Python, the browser and its libraries that our texts name.
KNOWN = frozenset({"log2", "super"})


def test_what_is_named_is_there() -> None:
    wrong = {where: lost for where, text in texts() if (lost := missing(where, text))}
    assert wrong == {}, "\n".join(f"{where}: {', '.join(lost)}" for where, lost in wrong.items())


@pytest.mark.parametrize(
    "text",
    ["see table.md", "`game/rules/gone.py`", "[here](docs/gone.md)", "`is_never_" + "there(tile)` says"],
)
def test_what_is_gone_is_found(text: str) -> None:
    assert missing("docs/rules.md", text)


@pytest.mark.parametrize(
    "text", ["see rules.md", "`game/rules/view.py`", "[here](rules.md)", "`is_double(tile)` says"]
)
def test_what_is_there_is_not(text: str) -> None:
    assert not missing("docs/rules.md", text)


def vocabulary() -> list[list[str]]:
    """The rows of each table of docs/vocabulary.md: the words of a term, separated by commas."""
    tables = (ROOT / "docs" / "vocabulary.md").read_text().split("\n## ")[1:]
    return [re.findall(r"^\| (?!term)([^|-].*?) \|", table, re.MULTILINE) for table in tables]


def test_the_vocabulary_gives_fifty_terms_one_meaning_each() -> None:
    words = [word for table in vocabulary() for term in table for word in term.split(", ")]
    assert len(words) == len(set(words))
    assert 40 < sum(map(len, vocabulary())) <= 50
    assert all(table == sorted(table) for table in vocabulary())


def test_each_term_is_used_where_the_vocabulary_says() -> None:
    text = (ROOT / "docs" / "vocabulary.md").read_text()
    for term, path in re.findall(r"^\| (?!term)([^|-].*?) \|.*\| `(.+)` \|$", text, re.MULTILINE):
        content = (ROOT / path).read_text().lower().replace("_", " ")
        for word in term.lower().split(", "):
            assert word in content or word.replace(" ", "") in content, f"{path} has no {word}"


def test_the_readme_is_short_and_leads_to_every_page_of_the_documents() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= 80
    linked = {name for name in LINK.findall(text) if name.startswith("docs/")}
    assert linked == {str(path.relative_to(ROOT)) for path in own_files("docs/*.md")}
