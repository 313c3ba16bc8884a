"""What to do with the result of a comparison: play by its rules, save them, share it, or save the figures."""

import json

from game.for_types import TYPE_CHECKING
from game.page.kernel import engine_client
from game.page.kernel.dom import one
from game.page.kernel.room import required
from game.page.kernel.words import say, words
from game.page.laboratory import lab_tables, room
from game.page.laboratory.lab_workers import Workers
from game.page.links import pass_on
from game.page.links.address_links import link_of
from game.page.matches import match_actions
from game.page.new_game import new_game_form, saved_rules
from game.page.new_game.setup_check import check_setup, open_form
from game.page.screens.dialogs import open_dialog, refuse

if TYPE_CHECKING:
    from game.contract.answers.laboratory_answers import MadeLink, TableText
    from game.page.kernel.app import App
    from game.page.new_game import NamedRules
    from game.page.page_types import Element

FILE = "chickenfoot-rules"  # the name of saved files, without its ending


def _choose(app: "App") -> "None":
    """Put the rules of A into the choices for the next match."""
    tables = lab_tables.tables(app.state)
    table = tables["a"]
    rule_set: NamedRules = {"id": "", "name": "", "preset": table["preset"], "changes": table["changes"]}
    setup = new_game_form.with_seat_count(
        app.state["setup"], table["players"], required(app.state["declarations"])["levels"]
    )
    app.update(setup=saved_rules.with_set(setup, rule_set))


@room.action("lab-play")
async def play(app: "App", button: "Element") -> "None":
    """Start a match by the rules of A."""
    _choose(app)
    await check_setup(app)
    await match_actions.start(app, None)


@room.action("lab-save")
async def save_rules(app: "App", button: "Element") -> "None":
    """Open the form with the rules of A, at the field for their name. "Back" returns to the laboratory."""
    _choose(app)
    await open_form(app, ("laboratory", "[data-action=lab-save]"))
    one("#own-rules").open = True
    one("#house-name").focus()


@room.action("lab-share")
async def share(app: "App", button: "Element") -> "None":
    """Open the dialog with the link to the result."""
    state = app.state
    setup = state["lab_setup"]
    names = [name[: new_game_form.NAME_LENGTH] for name in lab_tables.names(state)]
    arguments = dict(lab_tables.tables(state), names=names, level=setup["level"], seed=setup["seed"])
    try:
        made: MadeLink = await app.object(Workers).ask(
            "link", numbers=required(state["lab_result"])["numbers"], **arguments
        )
    except engine_client.Refused as refused:
        refuse(app, say(refused.key, refused.values))
        return
    app.update(lab_link=link_of(made["code"]))
    open_dialog("lab-sending")
    one("#lab-link").select()


@room.action("lab-csv")
async def save_csv(app: "App", button: "Element") -> "None":
    """Save the figures as a CSV file."""
    made: TableText = await app.object(Workers).ask(
        "table_csv", numbers=required(app.state["lab_result"])["numbers"]
    )
    app.object(Workers).module.save(made["text"], FILE + ".csv", "text/csv")


@room.action("lab-picture")
async def picture(app: "App", button: "Element") -> "None":
    """Save the figures as a picture, or pass them to the system's share sheet."""
    result = required(app.state["lab_result"])
    lines = [
        [
            say("lab.measure.{}.name".format(card["code"])),
            words(card["a"]),
            words(card["b"]),
            words(card["gap"]),
            say(card["verdict"]),
            card["clear"],
        ]
        for card in result["cards"]
    ]
    a, b = lab_tables.names(app.state)
    title = say("lab.picture", {"a": a, "b": b, "deals": result["deals"]})
    content = {
        "title": title,
        "sentence": " ".join([words(part) for part in result["sentence"]]),
        "file": FILE + ".png",
        "lines": lines,
    }
    pass_on.send_picture(app, await app.object(Workers).module.picture(json.dumps(content)), title)


@room.action("lab-copy")
def copy_link(app: "App", button: "Element") -> "None":
    """Copy the link to the result."""
    pass_on.copy(app, one("#lab-link"))
