"""Read the lines of a host. Runs in CPython and MicroPython.

A host may have another version of the game. So each message is checked here: its fields, and the texts for its messages.
"""

from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, TypeGuard

    from game.contract.device_lines import FromOutside, HostLine, Say
    from game.contract.scenes import Scene

    Fields = tuple[tuple[str, type], ...]

OTHER_VERSION = "error.devices.version"  # the text for everything that this version of the game cannot say
DEEPEST = 24  # levels of nested JSON in a message; a scene has about eight
# the last actions of a seat, see game/page/seats/seats.py
ACTIONS = ("play", "draw", "pass", "skip", "caught")
# the fields that a message of the host must have, with their types
FIELDS: "dict[str, Fields]" = {
    "part": (("at", int), ("of", int), ("text", str)),
    "welcome": (("table", str), ("seat", int), ("secret", str), ("who", str), ("commit", str)),
    "anew": (("commit", str),),
    "hashes": (("shares", list),),
    "scene": (("scene", dict), ("whole", bool)),
    "answer": (("n", int),),
    "opened": (("shares", list), ("record", str)),
    "lobby": (("phase", str), ("paused", bool), ("seats", list)),
    "refused": (("key", str), ("values", dict)),
    "reaction": (("seat", int), ("what", str)),
    "bye": (("why", str),),
    "ping": (),
}
EVENING_ROW: "Fields" = (("name", str), ("matches", int), ("wins", int), ("points", int))
LOBBY_SEAT: "Fields" = (("seat", int), ("kind", str), ("name", str), ("face", str), ("state", str))


def has_fields(value: "object", fields: "Fields") -> "TypeGuard[FromOutside]":
    """Whether the value is an object with these fields, each of its type."""
    return isinstance(value, dict) and all(isinstance(value.get(name), kind) for name, kind in fields)


def is_scene(scene: "object") -> "TypeGuard[Scene]":
    """Whether an object has the parts of a scene that a guest reads itself."""
    return (
        has_fields(scene, (("round", dict), ("steps", list), ("hand", list)))
        and has_fields(scene["round"], (("number", int),))
        and all(has_fields(tile, (("tile", str),)) for tile in scene["hand"])
        and all(isinstance(seat, dict) for seat in scene.get("seats", []))
        and all(has_fields(step, (("do", str), ("seat", int))) for step in scene["steps"])
        and all(step["do"] != "play" or isinstance(step.get("tile"), str) for step in scene["steps"])
    )


def scene_in(found: "object") -> "Scene | None":
    """The scene in what a request found, or None."""
    scene = found.get("scene", found) if isinstance(found, dict) else None
    return scene if is_scene(scene) else None


def is_message(message: "object") -> "TypeGuard[HostLine]":
    """Whether parsed JSON is a message of the host."""
    if not has_fields(message, (("do", str),)) or message["do"] not in FIELDS:
        return False
    if not has_fields(message, FIELDS[message["do"]]):
        return False
    if message["do"] == "scene":
        return is_scene(message["scene"])
    if message["do"] == "lobby":
        rows, news = message.get("evening", []), message.get("news", [])
        return (
            isinstance(rows, list)
            and isinstance(news, list)
            and all(has_fields(seat, LOBBY_SEAT) for seat in message["seats"])
            and all(has_fields(row, EVENING_ROW) for row in rows)
        )
    if message["do"] == "hashes":
        return all(has_fields(share, (("who", str), ("hash", str))) for share in message["shares"])
    return True


def with_known_texts(message: "FromOutside", say: "Say") -> "bool":
    """Replace each text of a host's message that this device does not know by a sentence about the other version.

    A scene stays in use, because the next scenes have only what changes after it. Returns False if the message has a
    word for which there is no replacement. For `say`, see `Guest`.
    """
    do = message["do"]
    if do == "refused":
        _replace_refusal(message, say)
    elif do == "scene":
        _replace_in_scene(message["scene"], say)
    elif do == "answer":
        if has_fields(message.get("refused"), FIELDS["refused"]):
            _replace_refusal(message["refused"], say)
        message["ok"] = _replaced(message.get("ok"), say, 0)
        scene = scene_in(message["ok"])
        if scene:
            _replace_in_scene(scene, say)
    elif do == "reaction":
        return is_known(say, "phones.react." + message["what"], {})
    elif do == "lobby":
        _replaced(message.get("news"), say, 0)
        return all(is_known(say, "phones.state." + seat["state"], {}) for seat in message["seats"])
    return True


def is_known(say: "Say", key: "str", values: "dict[str, object]") -> "bool":
    """Whether this device can say a message."""
    try:
        say(key, values)
    except KeyError:  # an unknown key, or a placeholder without a value
        return False
    return True


def _replace_refusal(refusal: "FromOutside", say: "Say") -> "None":
    """Replace the sentence of a refusal."""
    if not is_known(say, refusal["key"], refusal["values"]):
        refusal["key"], refusal["values"] = OTHER_VERSION, {}


def _replace_in_scene(scene: "Any", say: "Say") -> "None":
    """Replace the messages of a scene, and words from which the page makes text keys."""
    _replaced(scene, say, 0)
    for seat in scene.get("seats", []):
        did = seat.get("did")
        if did and (not isinstance(did, list) or did[0] not in ACTIONS):
            seat["did"] = None
        if seat.get("level") and not is_known(say, "level." + str(seat["level"]) + ".name", {}):
            seat["level"] = None


def _replaced(value: "object", say: "Say", depth: "int") -> "object":
    """Parsed JSON with each message replaced that this device cannot say. Changes lists and objects in place."""
    if depth > DEEPEST:
        return None
    if isinstance(value, dict):
        for name in value:
            value[name] = _replaced(value[name], say, depth + 1)
    elif isinstance(value, list):
        for number in range(len(value)):
            value[number] = _replaced(value[number], say, depth + 1)
        says = len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict)
        if says and not is_known(say, value[0], value[1]):
            return [OTHER_VERSION, {}]
    return value
