"""The card of a puzzle above the hand, and the dialog with the proof that a deal was fair.

The page shows a hash of the deal before the first tile. The engine calls it the commitment, the page calls it the seal.
"""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import paragraph, say, words, written_date
from game.page.sharing import room

if TYPE_CHECKING:
    from game.page.page_types import Cell, State, TableScene


@room.view("scene", "puzzle_answer")
def view(state: "State") -> "list[Cell]":
    """The card of a puzzle."""
    scene = state["scene"]
    puzzle = scene["puzzle"] if scene and scene["phase"] == "puzzle" else None
    cells = [("#riddle", "hidden", not puzzle)]
    if not puzzle:
        return cells
    answer = state["puzzle_answer"]
    text = say("puzzle.text")
    if answer and puzzle["said"]:
        text = words(answer["verdict"]) + " " + paragraph(answer["said"])
    elif puzzle["said"]:
        text = say("puzzle.said")
    return cells + [
        ("#riddle-text", "text", text),
        ("#riddle-answer", "hidden", not puzzle["said"] or bool(answer)),
        ("#riddle-again", "hidden", not puzzle["said"]),
    ]


@room.view("scene", "deal_proof")
def deal_proof(state: "State") -> "list[Cell]":
    """The seal of the deal and, once the person has asked for it, the result of the check."""
    scene, proof = state["scene"], state["deal_proof"]
    seal = scene and scene.get("sealed")
    over = scene and scene["phase"] == "match-over"
    cells = [
        ("#honest-seal", "hidden", not seal),
        ("#honest-hash", "text", seal or ""),
        ("#honest-when", "hidden", not seal or bool(over)),
        ('#honest [data-action="check-deal"]', "hidden", not seal or not over),
        ("#honest-proof", "hidden", not proof),
    ]
    cells += _missing_seal(scene)
    if not proof:
        return cells
    problems = proof["wrong"]
    key = "honest.broken" if problems else "honest.kept"
    sealed_text = proof["nonce"] + ":" + proof["seed"]
    return cells + [
        ("#honest-verdict", "text", say(key, {"rounds": ["count.rounds", {"n": proof["rounds"]}]})),
        ("#honest-wrong", "text", words(problems[0]) if problems else ""),
        ("#honest-opened", "text", sealed_text),
        ("#honest-line", "typed", hash_command(sealed_text)),
    ]


def hash_command(text: "str") -> "str":
    """A shell command that prints the SHA-256 of a text."""
    return "printf '%s' '{}' | sha256sum".format(text.replace("'", "'\\''"))


def _missing_seal(scene: "TableScene | None") -> "list[Cell]":
    """The reason why the match has no seal. For a daily deal also the command that deals it again."""
    match = scene if scene and scene["phase"] != "replay" else None
    if match and match["phase"] not in ("playing", "round-over", "match-over", "curtain"):
        match = None
    day = match.get("day") if match else ""
    is_unsealed = match and not match.get("sealed")
    key = "honest.post" if match and match.get("post") else "honest.unsealed"
    reason = say("honest.day", {"date": written_date(day)}) if day else say(key)
    return [
        ("#honest-unsealed", "hidden", not is_unsealed),
        ("#honest-why", "text", reason if is_unsealed else ""),
        ("#honest-day", "hidden", not day),
        (
            "#honest-day",
            "text",
            "python3 -m game daily {} --preset {}".format(day, match["day_preset"]) if match and day else "",
        ),
    ]
