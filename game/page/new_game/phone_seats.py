"""The seats of guests with phones, in the choices for a new match (`setup`, see new_game_form.py).

A seat's value "phone" says that a guest with a phone takes it. It has a meaning only while `setup["phones"]` is true, in the
form for a table with own phones. So the same choices also start a match at this device alone.
"""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import is_nameless
from game.page.kernel.room import updated
from game.page.kernel.words import say
from game.page.people.own_faces import face_named

if TYPE_CHECKING:
    from typing import Any

    from game.contract.basics import NumberedSeat
    from game.contract.device_lines import LobbySeat
    from game.contract.kept import Settings
    from game.page.new_game import Setup, SetupSeat, StartArguments
    from game.page.page_types import PartyFacts

PHONE = "phone"  # the value of a seat's field "level" for a guest with a phone


def with_phones(setup: "Setup", phones: "bool" = True) -> "Setup":
    """The choices for a table with own phones, or without. If no seat is for a phone yet, all bots' seats become such seats."""
    seats = setup["seats"]
    if phones and not any(seat.get("phone") for seat in seats):
        seats = [updated(seat, phone=seat["kind"] == "bot") for seat in seats]
    return updated(setup, seats=seats, phones=phones)


def is_phone(setup: "Setup", seat: "SetupSeat") -> "bool":
    """Whether the form gives this seat to a guest with a phone."""
    return bool(setup["phones"] and seat.get("phone"))


def guests(setup: "Setup", party: "PartyFacts | None") -> "list[LobbySeat | None]":
    """For each seat of the form the guest who has it already, or None. The guests of a party take the seats for phones in their order."""
    here = [seat for seat in party["seats"] if seat["kind"] == "guest" and seat["name"]] if party else []
    return [here.pop(0) if here and is_phone(setup, seat) else None for seat in setup["seats"]]


def any_phone(setup: "Setup") -> "bool":
    """Whether the form gives a seat to a guest with a phone."""
    return any(is_phone(setup, seat) for seat in setup["seats"])


def bot_for(seat: "SetupSeat", number: "int") -> "NumberedSeat":
    """The bot that plays in a seat that no guest has taken, as an argument of the engine's verb `deal_party`."""
    is_bot = seat["kind"] == "bot"
    return {
        "seat": number,
        "kind": "bot",
        "name": seat["name"] if is_bot else say("level.hen.name"),
        "level": seat["level"] if is_bot else "hen",
        "style": seat["style"] if is_bot else "balanced",
    }


def wants_name(setup: "Setup", start_arguments: "StartArguments") -> "bool":
    """Whether a person at this device has no name, which the guests need."""
    return any(
        stored["kind"] == "human" and is_nameless(stored["name"])
        for seat, stored in zip(setup["seats"], start_arguments["seats"])
        if not seat.get("phone")
    )


def party_arguments(
    setup: "Setup", start_arguments: "StartArguments", host_name: "str", settings: "Settings"
) -> "dict[str, Any]":
    """The choices as arguments of the engine's verb `open_party`. `start_arguments` are those of the verb `start`.

    A person without a name at this device is called `host_name`, because "you" would mean somebody else on each device.
    """
    seats = []
    for seat, stored in zip(setup["seats"], start_arguments["seats"]):
        given: Any = stored
        if seat.get("phone"):
            given = {"kind": PHONE}
        elif given["kind"] == "human":
            name = host_name if is_nameless(given["name"]) else given["name"]
            given = dict(given, name=name, face=face_named(settings, stored["name"]))
        seats.append(given)
    return {"preset": setup["preset"], "changes": setup["changes"], "seats": seats}
