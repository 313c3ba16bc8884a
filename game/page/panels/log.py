"""What happened, in words: lines for the live region, and the list of the round's events."""

from game.page.dom import clone, one, paint
from game.page.learning import lesson_card
from game.page.panels import seats
from game.page.words import called, monogram, paragraph, say, words

LONGEST = 200  # lines kept


def lines(scene):
    """What a scene says, as (seat or None, line)."""
    by = scene["by"]
    return [
        (by[number] if number < len(by) else None, words(message))
        for number, message in enumerate(scene["said"])
    ]


def spoken(scene):
    """What the live region says of a scene; on your turn the prompt is said too."""
    said = [line for seat, line in lines(scene)]
    if scene["anew"]:  # the list is told anew, not the ear
        said = [words(message) for step, message in scene["since"]]
    if scene["curtain"]:
        said += [words(message) for message in scene["prompt"]]
    if scene["phase"] == "playing" and scene["turn"] == scene["you"] and scene["can"]["hint"]:
        said += [say("tell.sentence", {"text": text}) for text in scene["prompt"] + scene["foot"]]
    if scene["phase"] == "lesson":
        said.append(lesson_card.spoken(scene))
    return paragraph(said)


def heard(before, scene):
    """The same for whoever the state `before` is of: with a warning of others who are down to one tile, if it is wanted."""
    warned = seats.down_to_one(before["scene"], scene) if before["settings"]["warn"] else []
    return paragraph([text for text in [spoken(scene)] + warned if text])


def clear():
    """An empty list, for another match."""
    one("#log").replaceChildren()


def tell(scene):
    """Lists what a scene says; a new round begins with an empty list."""
    if scene["anew"] or (scene["patch"]["clear"] and not scene["steps"]):
        clear()
    rows = one("#log")
    for seat, line in lines(scene):
        item = clone("t-log-line")
        cells = [(".log-text", "text", line), (".avatar", "hidden", seat is None)]
        if seat is not None:
            cells += [
                ("", "class", "s{}".format(seat)),
                (".avatar", "text", monogram(called(scene["seats"][seat]["name"], seat == scene["you"]))),
            ]
        paint(cells, item, {})
        rows.append(item)
    while rows.childElementCount > LONGEST:
        rows.firstElementChild.remove()
