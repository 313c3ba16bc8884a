"""The card of a puzzle, and the dialog that proves a deal."""

from game.page.words import paragraph, say, words, written_date


def view(state):
    """The card above the hand."""
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


def deal_proof(state):
    """The seal of the deal before the match ends, and its verification afterwards."""
    scene, proof = state["scene"], state["deal_proof"]
    sealed = scene and scene.get("sealed")
    over = scene and scene["phase"] == "match-over"
    cells = [
        ("#honest-seal", "hidden", not sealed),
        ("#honest-hash", "text", sealed or ""),
        ("#honest-when", "hidden", not sealed or bool(over)),
        ('#honest [data-action="check-deal"]', "hidden", not sealed or not over),
        ("#honest-proof", "hidden", not proof),
    ]
    cells += _unsealed(scene)
    if not proof:
        return cells
    wrong = proof["wrong"]
    key = "honest.kept" if not wrong else "honest.broken"
    return cells + [
        ("#honest-verdict", "text", say(key, {"rounds": ["count.rounds", {"n": proof["rounds"]}]})),
        ("#honest-wrong", "text", words(wrong[0]) if wrong else ""),
        ("#honest-opened", "text", proof["nonce"] + ":" + proof["seed"]),
        ("#honest-line", "typed", hash_command(proof["nonce"] + ":" + proof["seed"])),
    ]


def hash_command(text):
    """A shell command that prints the SHA-256 of a text."""
    return "printf '%s' '{}' | sha256sum".format(text.replace("'", "'\\''"))


def _unsealed(scene):
    """Why a deal has no seal, and how a daily deal can be dealt again."""
    match = scene and scene["phase"] in ("playing", "round-over", "match-over", "curtain")
    day = scene.get("day") if match else ""
    is_unsealed = match and not scene.get("sealed")
    why = say("honest.day", {"date": written_date(day)}) if day else say("honest.unsealed")
    return [
        ("#honest-unsealed", "hidden", not is_unsealed),
        ("#honest-why", "text", why if is_unsealed else ""),
        ("#honest-day", "hidden", not day),
        ("#honest-day", "text", "python3 -m game daily " + day if day else ""),
    ]
