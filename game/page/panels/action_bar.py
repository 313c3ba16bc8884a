"""The action bar around the hand: the prompt, the notice, and the buttons."""

from game.page.words import say, words


def prompt(state):
    """The line above the hand. Lit places replace its second part."""
    scene, places = state["scene"], state["places"]
    if not scene:
        return []
    lines = [words(line) for line in scene["prompt"]]
    quiet = lines[1] if len(lines) > 1 else ""
    if places:
        quiet = say("prompt.places", {"n": len(places)})
    if scene["phase"] in ("lesson", "puzzle"):  # their card says what to do
        return [("#prompt-do", "text", quiet if places else ""), ("#prompt-more", "text", "")]
    return [
        ("#prompt-do", "text", lines[0]),
        ("#prompt-more", "text", quiet),
    ]


def notice(state):
    """The notice beside the hand, with "Why?" after a refusal."""
    return [
        ("#notice", "text", state["notice"]),
        ("#notice", "data-kind", state["notice_kind"] if state["notice"] else None),
        ("#notice", "hidden", not state["notice"]),
        ("#tray", "data-noticed", "true" if state["notice"] else None),
        ("#why", "hidden", not (state["notice"] and state["notice_clause"])),
    ]


def buttons(state):
    """Which buttons can be used now, and which one a hint advises."""
    scene, wanted = state["scene"], state["hinted_action"]
    if not scene:
        return []
    can, cells = scene["can"], [('#menu [data-action="undo"]', "disabled", not scene["can"]["undo"])]
    only = required_action(scene)
    for name in ("draw", "pass", "hint", "undo"):
        button = '#buttons [data-action="{}"]'.format(name)
        cells.append((button, "disabled", not can[name]))
        cells.append((button, "data-wanted", "true" if name in (wanted, only) else None))
    call, now = '[data-action="call"]', can["call"] == "now"
    cells.append(("body", "data-task", only))
    return cells + [
        ('#buttons [data-action="take-back"]', "hidden", not can["take-back"]),
        ('#buttons [data-action="undo"]', "hidden", can["take-back"]),
        (call, "hidden", not can["call"]),
        (call, "text", say("ui.call-" + (can["call"] or "now"))),
        (call, "class", "yolk" if now else "tray-button"),
        (call, "aria-pressed", "true" if can["call"] == "armed" else None),
        ("#catches", "rows", [(seat, "t-catch", _catch(seat, scene)) for seat in can["catch"]]),
    ]


def required_action(scene):
    """What the person must do now: "play", "draw" or "pass"; None if it is not their turn."""
    if scene["turn"] != scene["you"] or scene["phase"] not in ("playing", "lesson"):
        return None
    if any(tile["fits"] for tile in scene["hand"]):
        return "play"
    return "draw" if scene["can"]["draw"] else "pass" if scene["can"]["pass"] else None


def _catch(seat, scene):
    name = scene["seats"][seat]["name"]
    return [("", "data-target", seat), ("", "text", say("ui.catch", {"name": name}))]
