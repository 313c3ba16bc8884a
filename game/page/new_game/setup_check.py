"""The choices for a new match: the person's name in them, their check by the engine, and the screen of the form."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import is_nameless
from game.page.kernel import engine_client
from game.page.kernel.dom import one, recall
from game.page.kernel.room import updated
from game.page.kernel.words import say, stored_name
from game.page.new_game import new_game_form, phone_seats, room, saved_rules
from game.page.people.own_faces import take_face_along
from game.page.screens.navigation import show_side_screen
from game.page.settings import settings
from game.page.settings.settings import change_setting, change_settings, signature

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from game.contract.answers.list_answers import Boot, HouseList, Ways
    from game.contract.kept import Settings
    from game.page.kernel.app import App
    from game.page.new_game import Setup
    from game.page.page_types import State, Task


@room.reducer("boot")
def take_boot_answer(state: "State", boot: "Boot") -> "State":
    """Take over the declarations of options and rule-books, and the choices of the last match.

    boot["table"] are these choices or None, boot["menu"] the declarations. The first match of a new person is slow.
    """
    setup = new_game_form.from_storage(recall(new_game_form.KEY), boot["menu"])
    if boot["table"]:
        setup = new_game_form.valid(boot["table"], boot["menu"])
    has_played = boot["table"] or boot["saved"] or boot["earlier"] or recall(new_game_form.KEY)
    chosen = state["settings"]
    stored = settings.stored_values(recall(settings.KEY))
    if "speed" not in dict(stored, **(boot["settings"] or {})) and not (has_played or recall(settings.KEY)):
        chosen = updated(chosen, speed="new")
    return {
        "settings": chosen,
        "declarations": boot["menu"],
        "setup": new_game_form.with_person_named(setup, say("ui.you"), name_or_you(chosen)),
    }


def own_name(app: "App") -> "str":
    """The name of the person at this device: their own, or else "you"."""
    return name_or_you(app.state["settings"])


def name_or_you(settings: "Settings") -> "str":
    """The person's name in the settings, or else "you"."""
    return settings["name"] or say("ui.you")


def names_of_seats(app: "App", kinds: "Sequence[str]", first: "int" = 1) -> "list[str]":
    """Names for seats of these kinds, "bot" or "human", with the person's own name for a human; `first`: see `seat_names`."""
    return seat_names(kinds, stored_name(own_name(app)), first)


def seat_names(kinds: "Sequence[str]", person: "str", first: "int" = 1) -> "list[str]":
    """Names for seats of these kinds: the name `person` for a human, and for the bots those from number `first` on.

    A bot has another name than the person, unless there are too many bots.
    """
    bots = new_game_form.bots_names(first)
    if person in bots and len(bots) > len([kind for kind in kinds if kind == "bot"]):
        bots.remove(person)
    return [bots.pop(0) if kind == "bot" else person for kind in kinds]


def rename_person(app: "App", name: "str") -> "None":
    """Change the person's name in the settings and in the choices for the next match. An empty name means "you"."""
    before, name = own_name(app), _given_name(name)
    # A new name is also the one for the next links.
    take_face_along(app, before, name or say("ui.you"))
    change_settings(app, {"name": name, "signature": "" if name else app.state["settings"]["signature"]})
    app.update(setup=new_game_form.with_person_named(app.state["setup"], before, own_name(app)))


def sign(app: "App", name: "str") -> "str":
    """Take over a name that the person typed for a link. Return the name for the link, "" for none.

    It becomes the name of a person without one. Others keep theirs at the table and in the statistics; the next links begin
    with the new one.
    """
    name = _given_name(name)
    if name and not app.state["settings"]["name"]:
        rename_person(app, name)
    elif name and name != signature(app.state["settings"]):
        change_setting(app, "signature", name)
    return name


def _given_name(text: "str") -> "str":
    """The name in a typed text, "" for none: "you" is no name."""
    name = text.strip()[: new_game_form.NAME_LENGTH]
    return "" if is_nameless(name) or name == say("ui.you") else name


def check_setup(app: "App", setup: "Setup | None" = None) -> "Task":
    """Post the choices for a new match to the engine now. Return an awaitable that shows the result of its check.

    The form shows a summary of the rules, or a conflict and its fixes. `setup` are the choices if the state will have them.
    """
    setup = setup or app.state["setup"]
    return _show_check(app, setup, engine_client.post("check", **new_game_form.rules_arguments(setup)))


async def _show_check(app: "App", setup: "Setup", request: "Any") -> "None":
    result: Setup = {"problem": "", "ways": [], "summary": None, "wished": None}
    try:
        result["summary"] = await engine_client.answer(request)
    except engine_client.Refused as refused:
        result["problem"] = say(refused.key, new_game_form.refusal_in_words(refused.values))
        ways: Ways = await engine_client.call("ways", **new_game_form.rules_arguments(setup))
        result.update({"ways": ways["ways"], "wished": ways["wished"]})
    # Ignore the result if the person changed the choices meanwhile: that change starts a check of its own.
    if app.state["setup"]["seats"] == setup["seats"] and app.state["setup"]["changes"] == setup["changes"]:
        if result["summary"]:
            result["fitting"] = new_game_form.valid_part(app.state["setup"])
        app.update(setup=new_game_form.changed(app.state["setup"], **result))


async def open_form(app: "App", back_to: "tuple[str, str] | None" = None, phones: "bool" = False) -> "None":
    """Open the form for a new match, or for a table with own phones. `back_to` as for `show_side_screen`."""
    await app.booted.wait()
    app.update(setup=phone_seats.with_phones(app.state["setup"], phones))
    one("#players").style.minHeight = ""  # `remove_player` has set it
    show_side_screen(app, "setup", back_to)
    one("#setup-title").focus()
    take_house_rules(app, await app.ask("houses"))
    await check_setup(app)


def take_house_rules(app: "App", answer: "HouseList | None") -> "HouseList | None":
    """Put the saved sets of house rules into the state.

    `answer` is the engine's answer with the sets, or None after a refusal; return it. Its "storage_problem" says why nothing can be saved.
    """
    if answer:
        app.update(house_rules=answer["houses"], storage_problem=answer["storage_problem"])
        setup = app.state["setup"]
        house = saved_rules.find_set(answer["houses"], setup["house"])
        if house and not setup["title"]:
            app.update(setup=new_game_form.changed(setup, title=house["name"]))
    return answer
