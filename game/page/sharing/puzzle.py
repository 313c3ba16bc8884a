"""A puzzle on the table, and how a deal is proved: what their cards say."""

from game.page.words import paragraph, say, words


def view(state):
    """The card above the hand."""
    scene = state["scene"]
    puzzle = scene["puzzle"] if scene and scene["phase"] == "puzzle" else None
    cells = [("#riddle", "hidden", not puzzle)]
    if not puzzle:
        return cells
    answer = state["answer"]
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


def honest(state):
    """What was promised before the first tile, and after the match whether it was kept."""
    scene, proof = state["scene"], state["proof"]
    sealed = scene and scene.get("sealed")
    over = scene and scene["phase"] == "match-over"
    cells = [
        ("#honest-seal", "hidden", not sealed),
        ("#honest-hash", "text", in_fours(sealed) if sealed else ""),
        ("#honest-when", "hidden", not sealed or bool(over)),
        ('#honest [data-action="check-deal"]', "hidden", not sealed or not over),
        ("#honest-proof", "hidden", not proof),
    ]
    if not proof:
        return cells
    wrong = proof["wrong"]
    key = "honest.kept" if not wrong else "honest.broken"
    return cells + [
        ("#honest-verdict", "text", say(key, {"rounds": ["count.rounds", {"n": proof["rounds"]}]})),
        ("#honest-wrong", "text", words(wrong[0]) if wrong else ""),
        ("#honest-opened", "text", proof["nonce"] + ":" + proof["seed"]),
    ]


def in_fours(digits):
    """Digits in groups of four, to be compared by eye."""
    return " ".join([digits[at : at + 4] for at in range(0, len(digits), 4)])
