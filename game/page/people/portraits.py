"""Portraits of the players, and their moods. The build copies the drawings (`<symbol>` elements) of assets/portraits.svg into the page."""

PEOPLE = 6  # how many portraits of people there are
LEVELS = ("chick", "hen", "rooster", "fox", "farmer")
FACES = tuple(["person-{}".format(number) for number in range(PEOPLE)]) + LEVELS  # the faces to choose from
MOODS = ("waiting", "thinking", "pleased", "caught")  # assets/styles/portraits.css shows them
CAUGHT = ("penalty", "skip")  # events in which a seat pays for a forgotten call
PLEASED = ("double", "out")  # events that please the seat


def face_of(seat):
    """The face of a scene's seat: the one that the person chose on an own device, else the bot's level, else "" or None."""
    return seat.get("face") or seat["level"]


def portrait(face, number, mood="waiting"):
    """The markup of a portrait with a mood of MOODS: a face of FACES or, if `face` is empty, the person in seat `number`."""
    return (
        '<svg class="face" data-mood="{}" viewBox="0 0 96 96" aria-hidden="true" focusable="false">'
        '<use class="{}" href="{}"/></svg>'
    ).format(mood, mood, symbol(face, number))


def portrait_cells(face, number, mood):
    """The cells of a portrait whose markup is in a template, with a drawing for each mood. A new mood changes one attribute."""
    drawing = symbol(face, number)
    return [(".face", "data-mood", mood)] + [(".face > ." + each, "href", drawing) for each in MOODS]


def symbol(face, number):
    """The reference to the drawing of a face or, if `face` is empty, of the person in seat `number`."""
    return "#face-" + (face or "person-{}".format(number % PEOPLE))


def mood(state, seat):
    """The mood of a seat at the table. It depends on `scene`, `sheet_scene` and `events_shown` of the state."""
    scene = state["scene"]
    if not scene:
        return "waiting"
    for event in reversed(state["events_shown"]):
        if _is_caught(event, seat, scene):
            return "caught"
        if event["seat"] == seat and event["event"] in PLEASED:
            return "pleased"
    if _has_won(state, seat):
        return "pleased"
    return "thinking" if scene["phase"] == "playing" and scene["turn"] == seat else "waiting"


def _is_caught(event, seat, scene):
    """Whether the event is a penalty of this seat, or another seat's catch of this seat.

    A catch event does not say who was caught; the scene's steps do.
    """
    if event["event"] != "catch":
        return event["seat"] == seat and event["event"] in CAUGHT
    return any(
        (step["do"], step["seat"], step["target"]) == ("catch", event["seat"], seat)
        for step in scene["steps"]
    )


def _has_won(state, seat):
    """Whether the round or match is over and the seat has won it."""
    phase, sheet_scene = state["scene"]["phase"], state["sheet_scene"]
    if not sheet_scene or phase not in ("round-over", "match-over"):
        return False
    sheet = sheet_scene["sheet"]
    if phase == "match-over":
        return sheet["places"][seat] == 1
    done = [row for row in sheet["rows"] if "scores" in row]
    return bool(done) and seat in done[-1]["won"]
