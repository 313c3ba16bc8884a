"""The log of the round, and the announcements. An announcement is the text that a screen reader speaks."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.terms import without_marks
from game.page.board import motion
from game.page.kernel.dom import clone, one
from game.page.kernel.painting import paint
from game.page.kernel.words import paragraph, say, words
from game.page.log import room
from game.page.people.portraits import face_of, portrait
from game.page.screens.announcer import announced

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Measured, SceneState, State, TableScene

MOST_LINES = 200  # the log drops its oldest lines beyond this


def log_lines(scene: "TableScene") -> "list[tuple[int | None, str]]":
    """The lines of the log that a scene adds, as (seat or None, text). The line of a catch says what it costs, so nothing repeats it."""
    seats_of_lines = scene["by"]
    return [
        (seats_of_lines[number] if number < len(seats_of_lines) else None, words(message))
        for number, message in enumerate(scene["said"])
        if message[0] != "say.caught"
    ]


def announcement(scene: "TableScene", talk: "str" = "normal") -> "str":
    """The announcement of a scene: its events, then the text for the person who has to act.

    At a curtain this text is the prompt to take over. When the person has to choose a move, it is the prompt, with the
    pending foot. In a lesson it is the text of the lesson's card.

    `talk` is the setting for how much is said. "short" leaves out the person's own moves, the foot and the number of
    tiles that fit. "full" adds how many tiles each other seat that moved still holds and, on the person's turn, the
    tiles that fit and the open ends.
    """
    sentences = _events(scene, talk)
    if scene["curtain"]:
        sentences += [words(message) for message in scene["prompt"]]
    person_must_choose = scene["can"]["hint"]  # a hint is possible whenever the person has to choose a move
    if scene["phase"] == "playing" and scene["turn"] == scene["you"] and person_must_choose:
        task = scene["prompt"][:1] if talk == "short" else scene["prompt"] + scene["foot"]
        sentences += [say("tell.sentence", {"text": text}) for text in task]
        if talk == "full":
            sentences += _fits_and_ends(scene)
    if scene["phase"] == "lesson":
        sentences.append(without_marks(words(scene["lesson"]["text"])))
    return paragraph(sentences)


def _events(scene: "TableScene", talk: "str") -> "list[str]":
    """The sentences about a scene's events."""
    if scene["anew"]:
        # the log gets the whole round again, but announce only the events since the person's last turn
        return [words(message) for step, message in scene["since"]]
    lines = log_lines(scene)
    if talk == "short":
        return [line for seat, line in lines if seat is None or seat != scene["you"]]
    sentences = [line for seat, line in lines]
    moved_tiles = motion.count_moved(scene)
    if moved_tiles:
        sentences.append(say("tell.made-room", {"n": moved_tiles}))
    if talk == "full" and scene["phase"] == "playing":
        moved = [step["seat"] for step in scene["steps"] if step["do"] in ("play", "draw")]
        for seat in scene["seats"]:
            if seat["seat"] in moved and seat["seat"] != scene["you"]:
                tiles = ["count.tiles", {"n": seat["count"]}]
                sentences.append(say("tell.seat", {"name": seat["name"], "tiles": tiles}))
    return sentences


def _fits_and_ends(scene: "TableScene") -> "list[str]":
    """The tiles of the hand that fit, and the open ends unless a foot is pending."""
    fits = [tile["tile"] for tile in scene["hand"] if tile["fits"]]
    sentences = [say("tell.fits", {"n": len(fits), "tiles": fits})] if fits else []
    ends = [_end(end["suit"], end["count"]) for end in scene["ends"] if end["count"]]
    if ends and not scene["foot"]:
        sentences.append(say("tell.ends", {"ends": ends}))
    return sentences


def _end(suit: "int", count: "int") -> "list[object]":
    values = {"n": count, "suit": ["suit.{}".format(suit), {}], "suits": ["suits.{}".format(suit), {}]}
    return ["tell.end", values]


def announcement_with_warnings(before: "State", scene: "TableScene") -> "str":
    """The announcement of a scene, and a warning about each opponent who now has only one tile.

    The settings can turn these warnings off. `before` is the page's state before the scene.
    """
    warnings = down_to_one(before["scene"], scene) if before["settings"]["warn"] else []
    said = announcement(scene, before["settings"]["talk"])
    return paragraph([text for text in [said] + warnings if text])


@room.reducer("scene")
def announce_scene(state: "SceneState", before: "State") -> "State":
    """Let screen readers speak the scene."""
    return {"announcement": announced(state, announcement_with_warnings(before, state["scene"]))}


def down_to_one(before: "TableScene | None", scene: "TableScene") -> "list[str]":
    """A warning about each opponent who has one tile in this scene and had more in the scene `before`."""
    if not before or not scene["steps"] or (before["phase"], scene["phase"]) != ("playing", "playing"):
        return []
    had_one = [seat["seat"] for seat in before["seats"] if seat["one"]]
    return [
        say("tell.down-to-one", {"name": seat["name"]})
        for seat in scene["seats"]
        if seat["one"] and seat["seat"] not in had_one and seat["seat"] != scene["you"]
    ]


def clear() -> "None":
    """Empty the log."""
    one("#log").replaceChildren()


@room.effect("follow")
def add_lines(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Add the lines of a scene at the top of the log. First empty it if the scene repeats the round or starts one."""
    scene = after["scene"]
    if scene["anew"] or scene.get("whole_round"):
        clear()
    rows = one("#log")
    for seat, line in log_lines(scene):
        item = clone("t-log-line")
        cells = [(".log-text", "text", line), (".avatar", "hidden", seat is None)]
        if seat is not None:
            cells += [
                ("", "class", "s{}".format(seat)),
                (".avatar", "html", portrait(face_of(scene["seats"][seat]), seat)),
            ]
        paint(cells, item, {})
        rows.insertBefore(item, rows.firstElementChild)
    while rows.childElementCount > MOST_LINES:
        rows.lastElementChild.remove()
