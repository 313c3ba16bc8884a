"""What the buttons for sets of rules do, each as action(app, button)."""

from game.page import state as states
from game.page.dom import data, one
from game.page.house import sets
from game.page.input import match
from game.page.screens import setup
from game.page.screens.dialogs import open_dialog
from game.page.sharing import outgoing


def wish(app, **changes):
    """Changes some of the wishes."""
    app.put(setup=states.changed(app.state["setup"], **changes))


def choose(app, value):
    """A set of rules was chosen; the value is that of the form's field."""
    house = sets.of(app.state["houses"], value[len(sets.MARK) :])
    app.put(setup=sets.chosen(app.state["setup"], house))


async def save(app, button):
    """Keeps the rules as they are in the form under the name that was written."""
    await _keep(app, "")


async def change(app, button):
    """Keeps them in place of the set that was chosen."""
    await _keep(app, app.state["setup"]["house"])


async def _keep(app, id):
    app.put(unhoused="")
    wishes = app.state["setup"]
    kept = match.take_houses(
        app, await app.ask("save_house", name=wishes["title"], id=id, **setup.rules_wished(wishes))
    )
    if kept:
        wish(app, house=kept["id"], title=sets.of(kept["houses"], kept["id"])["name"])
        app.announce(["house.kept", {"name": app.state["setup"]["title"]}])


async def delete(app, button):
    """Takes a set away; the rules in the form stay as they are."""
    id = data(button.closest("[data-house-id]"), "house-id")
    name = sets.of(app.state["houses"], id)["name"]
    if match.take_houses(app, await app.ask("delete_house", id=id)):
        app.put(unhoused=name)
        if app.state["setup"]["house"] == id:
            wish(app, house="")
        one("#house-back").focus()


async def undelete(app, button):
    """Brings it back."""
    if match.take_houses(app, await app.ask("undelete_house")):
        app.put(unhoused="")


async def share(app, button):
    """The link to a set of rules."""
    id = data(button.closest("[data-house-id]"), "house-id")
    code = await app.ask("house_link", id=id)
    if code:
        field = one("#house-link")
        field.value = outgoing.link_of(code)
        one("#house-share-title").textContent = sets.of(app.state["houses"], id)["name"]
        open_dialog("house-share")
        field.select()


async def copy(app, button):
    """Puts it on the clipboard."""
    await outgoing.copy(one("#house-link"))


ACTIONS = {
    "save-house": save,
    "change-house": change,
    "delete-house": delete,
    "undelete-house": undelete,
    "share-house": share,
    "copy-house": copy,
}
