"""Portraits of the players, and their moods. The build copies the drawings (`<symbol>` elements) of assets/portraits.svg into the page."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say

if TYPE_CHECKING:
    from typing import Any

    from game.page.page_types import Cell

PEOPLE = 6  # how many portraits of people there are
LEVELS = ("chick", "pullet", "hen", "rooster", "fox", "farmer")
FACES = tuple(["person-{}".format(number) for number in range(PEOPLE)]) + LEVELS  # the faces to choose from
MOODS = ("waiting", "thinking", "pleased", "caught")  # assets/styles/portraits.css shows them


def face_of(seat: "Any") -> "str | None":
    """The face of a seat, of a scene or of a challenge: what its person chose, else the bot's level, else "" or None.

    A level without a drawing is a yardstick of the laboratory, which a link may bring: it looks like a person.
    """
    return seat.get("face") or (seat["level"] if seat["level"] in LEVELS else None)


def portrait(face: "str | None", number: "int", mood: "str" = "waiting") -> "str":
    """The markup of a portrait with a mood of MOODS: a face of FACES or, if `face` is empty, the person in seat `number`."""
    return (
        '<svg class="face" data-mood="{}" viewBox="0 0 96 96" aria-hidden="true" focusable="false">'
        '<use class="{}" href="{}"/></svg>'
    ).format(mood, mood, symbol(face, number))


def portrait_cells(face: "str | None", number: "int", mood: "str") -> "list[Cell]":
    """The cells of a portrait whose markup is in a template, with a drawing for each mood. A new mood changes one attribute."""
    drawing = symbol(face, number)
    return [(".face", "data-mood", mood)] + [(".face > ." + each, "href", drawing) for each in MOODS]


def face_choice(group: "str", face: "str", number: "int") -> "list[Cell]":
    """The cells of a face to choose (t-face): the number `number` of FACES in a group of radio buttons."""
    return [
        ("input", "name", group),
        ("input", "value", face),
        ("input", "aria-label", say("level.{}.name".format(face) if face in LEVELS else "face." + face)),
        (".avatar", "class", "avatar s{}".format(number % PEOPLE)),
        (".avatar", "html", portrait(face, number)),
    ]


def symbol(face: "str | None", number: "int") -> "str":
    """The reference to the drawing of a face or, if `face` is empty, of the person in seat `number`."""
    return "#face-" + (face or "person-{}".format(number % PEOPLE))
