"""The card of a lesson: its text, the number of its step in the course, and the buttons to continue."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say, unbroken, with_glossary_links, words
from game.page.learning import room

if TYPE_CHECKING:
    from game.contract.scenes import LessonData
    from game.page.page_types import Cell, State

CALL = "lesson.6.call"  # how the key of the text for the call of the last tile begins


def _text(lesson: "LessonData", state: "State") -> "str":
    """The text of the lesson. That for the call of the last tile says that in a match the game calls, if it does."""
    key = lesson["text"][0]
    if key.startswith(CALL) and state["settings"]["call-alone"]:
        return say(key.replace(CALL, "ui.call-here"))
    return words(lesson["text"])


@room.view("scene", "settings")
def view(state: "State") -> "list[Cell]":
    """The card of the lesson on the table."""
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
        ("#lesson-text", "html", with_glossary_links(unbroken(_text(lesson, state)))),
        ('#lesson [data-action="lesson-back"]', "disabled", lesson["step"] == 1),
        ('#lesson [data-action="lesson-on"]', "disabled", last),
        ("#lesson-next", "hidden", not lesson["done"] or last),
        ("#lesson-play", "hidden", not lesson["done"] or not last),
    ]
