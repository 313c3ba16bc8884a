"""The rows of the seats in the form for a new match."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import required
from game.page.kernel.words import display_name, say
from game.page.new_game import phone_seats
from game.page.people.own_faces import face_named
from game.page.people.portraits import FACES, PEOPLE, face_choice, portrait

if TYPE_CHECKING:
    from game.contract.answers.list_answers import Menu
    from game.contract.device_lines import LobbySeat
    from game.contract.kept import Settings
    from game.page.new_game import Setup
    from game.page.page_types import Cell

FACE_FIELD = "face-"  # the radio buttons of a seat's face are called so, with the seat's number


def cells(
    number: "int",
    setup: "Setup",
    settings: "Settings",
    declared: "Menu",
    removable: "bool",
    guest: "LobbySeat | None",
) -> "list[Cell]":
    """The row of a seat: its portrait, its name, its level with one lit dot for each step of strength, and its fields.

    `declared` are the engine's declarations; its levels are in order of strength. `removable` says whether the seat can be
    removed. `guest` is the guest who has the seat already.
    """
    seat, levels = setup["seats"][number], declared["levels"]
    has_phone = phone_seats.is_phone(setup, seat)
    is_person = seat["kind"] == "human" or has_phone
    kind = phone_seats.PHONE if has_phone else seat["level"] or "human"
    name = say("phones.guest") if has_phone else seat["name"]
    face = (
        face_named(settings, seat["name"]) if seat["kind"] == "human" else "" if has_phone else seat["level"]
    )
    is_here = is_person and not has_phone
    if guest:
        name, face = display_name(guest["name"], False), guest["face"]
    strength = -1 if is_person else levels.index(required(seat["level"]))
    dots = ['<i class="on"></i>' if place <= strength else "<i></i>" for place in range(len(levels))]
    remove_button = '[data-action="remove-player"]'
    found = [
        ("", "class", "player s{}".format(number)),
        ("", "data-number", number),
        (".avatar", "html", portrait(face, number)),
        (".player-name", "text", name),
        ('[name="name"]', "typed", seat["name"]),
        ('[data-field="name"]', "hidden", has_phone),
        (".player-level", "text", say("phones.state." + guest["state"]) if guest else _kind_in_words(kind)),
        (".player-temper", "text", "" if is_person else say("level.{}.temper".format(seat["level"]))),
        (".player-note", "text", "" if is_person else say("level.{}.help".format(seat["level"]))),
        (".dots", "html", "".join(dots)),
        (".dots", "hidden", is_person),
        (remove_button, "hidden", not removable),
        (remove_button, "aria-label", say("ui.remove-player", {"name": name})),
    ]
    kinds = ["human"] + [phone_seats.PHONE] * setup["phones"] + list(levels)
    players = [(code, _kind_in_words(code)) for code in kinds]
    styles = [(code, say("style." + code + ".name")) for code in declared["styles"]]
    group, chosen = FACE_FIELD + str(number), face or "person-{}".format(number % PEOPLE)
    faces = [(each, "t-face", face_choice(group, each, n)) for n, each in enumerate(FACES)] if is_here else []
    return found + [
        (".player-faces", "hidden", not is_here),
        (".player-faces > div", "rows", faces),
        (".player-faces", "fields", {group: chosen}),
        ('[name="level"]', "options", players),
        ('[name="level"]', "typed", kind),
        ('[data-field="style"]', "hidden", is_person),
        ('[name="style"]', "options", styles),
        ('[name="style"]', "typed", seat["style"] or "balanced"),
    ]


def _kind_in_words(kind: "str") -> "str":
    """What plays in a seat, in words. `kind` is "human", "phone" or a bot's level."""
    if kind == "human":
        return say("ui.at-this-screen")
    return say("phones.own-phone" if kind == phone_seats.PHONE else "level.{}.name".format(kind))
