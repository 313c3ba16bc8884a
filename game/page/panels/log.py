"""The log of the round, and the announcements for screen readers."""

from game.page.dom import clone, one, paint
from game.page.learning import lesson_card
from game.page.panels import seats
from game.page.words import display_name, monogram, paragraph, say, words

MOST_LINES = 200  # lines in the log


def log_lines(scene):
    """The lines of a scene, as (seat or None, text)."""
    by = scene["by"]
    return [
        (by[number] if number < len(by) else None, words(message))
        for number, message in enumerate(scene["said"])
    ]


def announcement(scene):
    """The announcement of a scene; on the person's turn with the prompt."""
    sentences = [line for seat, line in log_lines(scene)]
    if scene["anew"]:  # the log is rebuilt, but only the missed events are announced
        sentences = [words(message) for step, message in scene["since"]]
    if scene["curtain"]:
        sentences += [words(message) for message in scene["prompt"]]
    if scene["phase"] == "playing" and scene["turn"] == scene["you"] and scene["can"]["hint"]:
        sentences += [say("tell.sentence", {"text": text}) for text in scene["prompt"] + scene["foot"]]
    if scene["phase"] == "lesson":
        sentences.append(lesson_card.announcement(scene))
    return paragraph(sentences)


def announcement_with_warnings(before, scene):
    """The announcement of a scene, with warnings of other players who are down to one tile.

    `before` is the state before the scene.
    """
    warned = seats.down_to_one(before["scene"], scene) if before["settings"]["warn"] else []
    return paragraph([text for text in [announcement(scene)] + warned if text])


def clear():
    """Empty the log, for another match."""
    one("#log").replaceChildren()


def add_lines(scene):
    """Add the lines of a scene to the log. A new round starts with an empty log."""
    if scene["anew"] or (scene["patch"]["clear"] and not scene["steps"]):
        clear()
    rows = one("#log")
    for seat, line in log_lines(scene):
        item = clone("t-log-line")
        cells = [(".log-text", "text", line), (".avatar", "hidden", seat is None)]
        if seat is not None:
            cells += [
                ("", "class", "s{}".format(seat)),
                (
                    ".avatar",
                    "text",
                    monogram(display_name(scene["seats"][seat]["name"], seat == scene["you"])),
                ),
            ]
        paint(cells, item, {})
        rows.append(item)
    while rows.childElementCount > MOST_LINES:
        rows.firstElementChild.remove()
