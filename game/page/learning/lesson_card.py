"""A lesson: what it says now, where it stands in the course, and the way on."""

import json

from game.page.words import marked, plain, say, words

KEY = "chickenfoot-lesson"  # how far the person has come, kept in the browser


def reached(text):
    """The step to go on with, from the text that the browser kept, or None; after the last one the first."""
    try:
        step = json.loads(text or "1")
    except ValueError:
        return 1
    return step if isinstance(step, int) and 1 <= step <= 6 else 1


def view(state):
    """The card of the lesson that is on the table, if one is."""
    scene = state["scene"]
    lesson = scene["lesson"] if scene and scene["phase"] == "lesson" else None
    cells = [
        ("#lesson", "hidden", not lesson),
        ("body", "data-step", lesson["step"] if lesson else None),
        ("body", "data-free", "true" if lesson and lesson["free"] else None),
        ("body", "data-done", "true" if lesson and lesson["done"] else None),
    ]
    if not lesson:
        return cells
    last = lesson["step"] == lesson["of"]
    return cells + [
        ("#lesson-number", "text", say("ui.lesson-of", {"step": lesson["step"], "of": lesson["of"]})),
        ("#lesson-title", "text", words(lesson["title"])),
        ("#lesson-text", "html", marked(words(lesson["text"]))),
        ('#lesson [data-action="lesson-back"]', "disabled", lesson["step"] == 1),
        ('#lesson [data-action="lesson-on"]', "disabled", last),
        ("#lesson-next", "hidden", not lesson["done"] or last),
        ("#lesson-play", "hidden", not lesson["done"] or not last),
    ]


def spoken(scene):
    """What the live region says of a lesson's scene."""
    return plain(words(scene["lesson"]["text"]))
