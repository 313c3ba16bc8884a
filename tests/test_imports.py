"""The layers of the house import in one direction only."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "game"

# What each layer may import of the project; a layer may always import itself.
MAY_IMPORT = {
    "rules": set(),
    "texts": set(),
    "records": {"rules"},
    "table": {"rules"},
    "players": {"rules"},
    "runner": {"rules"},
    "board": {"rules", "table"},
    "session": {"rules", "records", "players", "board"},
    "says": {"rules", "players"},
    "sheet": {"rules", "table", "session", "says"},
    "scene": {"rules", "table", "board", "session", "says", "sheet"},
    "menu": {"rules", "table", "players"},
    "desk": {"rules", "records", "menu", "says", "scene", "session"},
    "store": set(),
    "engine": {"rules", "desk", "store"},
    "commands": {"rules", "records", "table", "players", "runner", "session", "scene", "texts"},
    "page": {"texts"},
}
# What a player may know of the rules: nothing that holds what is hidden.
OPEN_RULES = {"tiles", "options", "presets", "moves", "view", "rng", "errors", "scoring"}


def modules() -> list[Path]:
    return sorted(path for path in GAME.rglob("*.py") if path.parent != GAME)


def top_modules() -> list[Path]:
    return sorted(path for path in GAME.glob("*.py") if path.name not in ("__init__.py", "__main__.py"))


def layer_of(path: Path) -> str:
    return path.relative_to(GAME).parts[0].removesuffix(".py")


def imported(source: str) -> set[str]:
    """The dotted names that a module imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def wrong_imports(layer: str, source: str) -> list[str]:
    """The imports of the project that a module of `layer` may not have."""
    wrong = []
    for name in sorted(imported(source)):
        parts = name.split(".")
        if parts[0] != "game" or parts[1] == layer:
            continue
        if parts[1] not in MAY_IMPORT[layer] or (
            layer == "players" and parts[1] == "rules" and parts[2] not in OPEN_RULES
        ):
            wrong.append(name)
    return wrong


@pytest.mark.parametrize("path", modules() + top_modules(), ids=lambda path: str(path.relative_to(GAME)))
def test_imports_run_one_way(path: Path) -> None:
    assert layer_of(path) in MAY_IMPORT, "a new layer: say what it may import"
    assert wrong_imports(layer_of(path), path.read_text()) == []


@pytest.mark.parametrize("path", sorted((GAME / "rules").glob("*.py")), ids=lambda path: path.name)
def test_rules_import_only_the_standard_library_and_no_clock_and_no_randomness(path: Path) -> None:
    allowed = {"game", "typing", "collections", "functools", "math"}
    assert {name.split(".")[0] for name in imported(path.read_text())} <= allowed


@pytest.mark.parametrize(
    ("layer", "source"),
    [
        ("rules", "from game.records import record"),
        ("players", "from game.rules.state import Round"),
        ("players", "import game.rules.match"),
        ("page", "def late():\n    from game.session import Session"),
        ("records", "import game.session"),
        ("texts", "from game.rules.tiles import NAME"),
    ],
)
def test_a_wrong_arrow_is_seen(layer: str, source: str) -> None:
    assert wrong_imports(layer, source)
