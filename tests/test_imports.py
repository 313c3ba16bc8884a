"""The layers of the house import in one direction only."""

import ast
import functools
import re
from collections import Counter
from pathlib import Path

import pytest

from tools.common.imports import imported

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "game"
MOST_MODULES, MOST_LINES = 8, 350

# What each room may import of the project; a room may always import itself. Rooms within rooms are named with a dot; a
# room that is named here may be imported as a whole, with the rooms in it, or only in part.
MAY_IMPORT = {
    "contract": set(),
    "for_types": set(),
    "rules.tiles": {"rules.errors"},
    "rules.errors": set(),
    "rules.rng": set(),
    "rules.moves": {"rules.tiles", "rules.errors"},
    "rules.options": {"rules.tiles", "rules.errors"},
    "rules.round": {"rules.tiles", "rules.errors", "rules.rng", "rules.moves", "rules.options"},
    "rules": set(),  # match and view, above all of these
    "records.text.code_finder": set(),
    "records": {"rules"},
    "table.geometry": set(),
    "table.spots": {"rules", "table.geometry"},
    "table": {"rules"},
    "players.search": {"rules"},
    "players.coach": {"rules", "players.search", "players.levels"},
    "players": {"rules"},
    "narration.localization.texts": set(),
    "narration.localization.terms": set(),
    "ledger": {"rules", "records"},
    "narration": {"rules", "players.coach", "players.levels", "table", "ledger"},
    "devices.wire": set(),
    "devices.guest": {"devices.wire", "devices.host_lines", "devices.evidence", "devices.open_requests"},
    "devices.open_requests": set(),
    "devices.evidence": {"devices.wire"},
    "devices.host_lines": set(),
    "devices.pairing": {"devices.wire", "records.text.code_finder"},
    "devices": {"rules", "records"},
    "session": {"rules", "records", "players", "table", "ledger"},
    "lessons": {"rules", "records", "session", "players.levels"},
    "store": {"rules", "records", "session", "ledger"},
    "laboratory": {"rules", "records", "players"},
    "engine": {
        "rules",
        "records",
        "players",
        "table",
        "devices",
        "session",
        "lessons",
        "ledger",
        "laboratory",
        "narration",
        "store",
    },
    "commands": {
        "rules",
        "records",
        "table",
        "players",
        "laboratory",
        "narration",
        "session",
        "store",
        "engine",
    },
    "page": {
        "narration.localization.texts",
        "narration.localization.terms",
        "devices.guest",
        "devices.wire",
        "devices.pairing",
        "records.text.code_finder",
    },
}
# What every room may import: shapes, for type checkers alone.
SHAPES = {"contract", "for_types"}
# What a player may know of the rules: nothing that holds what is hidden.
OPEN_RULES = {"tiles", "options", "moves", "view", "rng", "errors", "round.scoring"}


def modules() -> list[Path]:
    return sorted(path for path in GAME.rglob("*.py") if path != GAME / "__main__.py")


def dotted(path: Path) -> str:
    """A module's name within `game`, empty for the house itself."""
    return ".".join(path.relative_to(GAME).with_suffix("").parts).removesuffix("__init__").rstrip(".")


def within(name: str, room: str) -> bool:
    """Whether a dotted name is the room or something in it."""
    return name == room or name.startswith(room + ".")


def room_of(name: str) -> str:
    """The innermost room of MAY_IMPORT that a module is in; raises KeyError for a room that is not there."""
    found = [room for room in MAY_IMPORT if within(name, room)]
    if not found:
        raise KeyError(f"{name}: a new room, say what it may import")
    return max(found, key=len)


def wrong_imports(module: str, source: str) -> list[str]:
    """The imports of the project that `module` may not have."""
    wrong = []
    room = room_of(module)
    for name in sorted(imported(source)):
        whole, _, part = name.partition(".")
        if whole != "game":
            continue
        known = MAY_IMPORT[room] | (SHAPES if room != "contract" else set())
        allowed = within(part, room) or any(within(part, other) for other in known)
        if within(module, "players") and within(part, "rules"):
            allowed = any(within(part, f"rules.{known}") for known in OPEN_RULES)
        if not allowed:
            wrong.append(name)
    return wrong


def test_imports_run_one_way() -> None:
    wrong = {name: wrong_imports(name, source) for name, source in sources().items()}
    assert len(wrong) > 300 and {name: names for name, names in wrong.items() if names} == {}


def test_no_import_runs_in_a_circle() -> None:
    """Not even one for types alone: of two modules that know each other, none can be understood first."""
    names = {dotted(path) for path in modules()}
    arrows = {
        dotted(path): {
            found
            for name in imported(path.read_text())
            for found in (name.removeprefix("game."), name.removeprefix("game.").rpartition(".")[0])
            if found in names and found != dotted(path)
        }
        for path in modules()
    }
    assert circle(arrows) == []


# --- the rooms of the page

PAGE = GAME / "page"
[_LIST] = re.findall(r'^ROOMS = """(.*?)"""', (PAGE / "main.py").read_text(), re.MULTILINE | re.DOTALL)
PAGE_ROOMS = ["kernel", *_LIST.split()]  # the lowest first


def page_room(path: Path) -> str:
    """The room of the page that a module is in."""
    return path.relative_to(PAGE).parts[0]


def in_rooms() -> list[Path]:
    return [path for path in modules() if path.is_relative_to(PAGE) and path.parent != PAGE]


def upward_imports(room: str, source: str) -> list[str]:
    """The imports of a module in a room of the page that are of rooms above it; types may come from any room."""
    names = [name for name in imported(source, at_run_time=True) if name.startswith("game.page.")]
    lower = PAGE_ROOMS[: PAGE_ROOMS.index(room) + 1]
    return [name for name in sorted(names) if name.split(".")[2] not in lower]


def test_main_lists_every_room_of_the_page() -> None:
    assert sorted(PAGE_ROOMS) == sorted({page_room(path) for path in in_rooms()})


def test_a_room_imports_only_the_kernel_and_rooms_below_it() -> None:
    wrong = {path: upward_imports(page_room(path), path.read_text()) for path in in_rooms()}
    assert len(wrong) > 100 and {path: names for path, names in wrong.items() if names} == {}


def test_an_upward_import_is_seen() -> None:
    assert upward_imports("kernel", "from game.page.screens import dialogs")
    assert upward_imports("board", "from game.page.play.choosing import choose")
    assert not upward_imports("play", "from game.page.board.camera import Camera")


def values_declared(source: str) -> set[str]:
    """The values of the page's state that a module declares."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    declaring = [call for call in calls if ast.unparse(call.func) in ("room.state", "room.phase_state")]
    return {str(each.arg) for call in declaring for each in call.keywords}


def values_used(source: str) -> set[str]:
    """The values of the page's state that a module reads, or changes by a call."""
    used = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            is_state = ast.unparse(node.value) in ("state", "app.state", "self.app.state", "before", "after")
            used |= {str(node.slice.value)} if is_state else set()
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in (
            "app.update",
            "updated",
            "self.app.update",
        ):
            used |= {str(each.arg) for each in node.keywords}
    return used


def test_a_room_uses_no_value_that_a_room_above_it_declares() -> None:
    declared = {key: page_room(path) for path in in_rooms() for key in values_declared(path.read_text())}
    wrong = [
        f"{path.relative_to(PAGE)} uses {key} of {declared[key]}"
        for path in in_rooms()
        for key in sorted(values_used(path.read_text()) & declared.keys())
        if PAGE_ROOMS.index(declared[key]) > PAGE_ROOMS.index(page_room(path))
    ]
    assert len(declared) > 60 and wrong == []


def test_the_contract_is_for_type_checkers_alone() -> None:
    """So it costs the page and the engine no bytes and no start-up."""
    wrong = [
        f"{module} imports {name}"
        for module, source in sources().items()
        for name in sorted(imported(source, at_run_time=True))
        if within(name, "game.contract") and not within(module, "contract")
    ]
    assert wrong == []


def test_an_import_of_the_contract_at_run_time_is_seen() -> None:
    wanted = "from game.contract.scenes import Scene"
    assert "game.contract.scenes" in {name.rpartition(".")[0] for name in imported(wanted, at_run_time=True)}
    assert imported(f"import json\nif TYPE_CHECKING:\n    {wanted}", at_run_time=True) == {"json"}


def folder_arrows(room: str, sources: dict[str, str]) -> dict[str, set[str]]:
    """By each folder or module at the top of a room: those beside it that it imports at run time. `sources` are texts by dotted name."""
    arrows: dict[str, set[str]] = {}
    depth = len(room.split(".")) if room else 0
    for module, source in sources.items():
        if room and not within(module, room):
            continue
        own = part_of(module, depth)
        found = {
            name.removeprefix("game.") for name in imported(source, at_run_time=True) if within(name, "game")
        }
        inside = {part_of(name, depth) for name in found if not room or (within(name, room) and name != room)}
        arrows.setdefault(own, set()).update(inside - {own})
    return {own: targets & arrows.keys() for own, targets in arrows.items()}


def part_of(module: str, depth: int) -> str:
    """The folder or module to which a dotted name belongs, `depth` folders deep; empty for the folder itself."""
    return ".".join(module.split(".")[depth : depth + 1])


def circle(arrows: dict[str, set[str]]) -> list[str]:
    """The names that import each other in a circle, and those between circles; empty if there is none."""
    left = {name: set(targets) for name, targets in arrows.items()}
    while left:
        ends = [name for name, targets in left.items() if not targets & left.keys()]
        ends += [name for name in left if not any(name in targets for targets in left.values())]
        if not ends:
            return sorted(left)
        for name in ends:
            left.pop(name, None)
    return []


@functools.cache
def sources() -> dict[str, str]:
    """The texts of all modules by their dotted names."""
    return {dotted(path): path.read_text() for path in modules() if dotted(path)}


ROOMS = sorted({dotted(path.parent) for path in modules() if path.parent != GAME} | {""})


def test_no_folders_import_each_other_in_a_circle() -> None:
    """What two folders share goes down into a third."""
    circles = {room: circle(folder_arrows(room, sources())) for room in ROOMS}
    assert len(circles) > 50 and {room: names for room, names in circles.items() if names} == {}


@pytest.mark.parametrize(
    ("room", "planted"),
    [
        ("", {"rules.extra": "from game.session.session import Session"}),
        ("engine", {"engine.history.extra": "from game.engine.sharing.links import Sharing"}),
        ("engine", {"engine.menu": "from game.engine.desk import Desk"}),
        ("devices", {"devices.wire": "import game.devices.hosting.host"}),
        ("rules.round", {"rules.round.board": "from game.rules.round import turn"}),
    ],
)
def test_a_planted_circle_is_seen(room: str, planted: dict[str, str]) -> None:
    assert len(circle(folder_arrows(room, {**sources(), **planted}))) > 1


def test_rooms_can_be_overlooked() -> None:
    """No module over 350 lines, no folder with more than eight modules at its top (docs/decisions.md)."""
    for folder in {path.parent for path in modules()}:
        assert len([path for path in folder.glob("*.py") if path.name != "__init__.py"]) <= MOST_MODULES, (
            folder
        )
    for path in modules():
        assert len(path.read_text().splitlines()) <= MOST_LINES, path


def test_modules_are_told_apart_by_their_names() -> None:
    names = Counter(path.name for path in modules() if path.name != "__init__.py")
    assert [name for name, count in names.items() if count > 1] == []


def packages_imported(room: str) -> set[str]:
    """What the modules of a room import, by the first word: `game`, or a module of the standard library."""
    inside = [source for module, source in sources().items() if within(module, room)]
    assert len(inside) > 10
    return {name.split(".")[0] for source in inside for name in imported(source)}


def test_rules_import_no_clock_and_no_randomness() -> None:
    assert packages_imported("rules") <= {"game", "typing", "collections", "functools", "math"}


def test_no_player_reads_a_clock() -> None:
    """What a player finds depends on its view, its lots and a number of worlds: the same on a slow device and a fast one.

    `Random` is only ever begun from a player's own lots or from a number.
    """
    allowed = {"game", "typing", "collections", "functools", "itertools", "math", "operator", "random"}
    assert packages_imported("players") <= allowed


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rules.match", "from game.records import record"),
        ("rules.options.declared", "from game.rules.round.deal import Deal"),
        ("rules.round.turn", "from game.rules.match import Match"),
        ("players.levels", "from game.rules.round.round_state import Round"),
        ("players.search.flat_monte_carlo", "import game.rules.match"),
        ("players.search.flat_monte_carlo", "from game.players.levels import LEVELS"),
        ("page.input.keyboard", "def late():\n    from game.session.session import Session"),
        ("page.main", "from game.narration.messages import message"),
        ("records.record", "import game.session.session"),
        ("narration.score_sheet", "from game.session.session import Session"),
        ("narration.localization.texts", "from game.rules.tiles import NAME"),
    ],
)
def test_a_wrong_arrow_is_seen(module: str, source: str) -> None:
    assert wrong_imports(module, source)
