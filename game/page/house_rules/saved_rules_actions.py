"""Actions for saved sets of house rules: save, change, delete, share. Each is action(app, button)."""

from game.page import page_state
from game.page.dom import data, one
from game.page.house_rules import saved_rules
from game.page.input import match_actions
from game.page.screens import new_game_form
from game.page.screens.dialogs import open_dialog
from game.page.sharing import share_sheet


def update_setup(app, **changes):
    """Change some choices of the form."""
    app.update(setup=page_state.updated(app.state["setup"], **changes))


def choose(app, value):
    """Choose a saved set; `value` is the form field's value."""
    house = saved_rules.find_set(app.state["house_rules"], value[len(saved_rules.PREFIX) :])
    app.update(setup=saved_rules.with_set(app.state["setup"], house))


async def save(app, button):
    """Save the form's rules under the typed name, as a new set."""
    await _keep(app, "")


async def change(app, button):
    """Save the form's rules over the chosen set."""
    await _keep(app, app.state["setup"]["house"])


async def _keep(app, id):
    app.update(house_removed="")
    setup = app.state["setup"]
    kept = match_actions.take_house_rules(
        app, await app.ask("save_house", name=setup["title"], id=id, **new_game_form.rules_arguments(setup))
    )
    if kept:
        update_setup(app, house=kept["id"], title=saved_rules.find_set(kept["houses"], kept["id"])["name"])
        app.announce(["house.kept", {"name": app.state["setup"]["title"]}])


async def delete(app, button):
    """Delete a set. The rules in the form stay."""
    id = data(button.closest("[data-house-id]"), "house-id")
    name = saved_rules.find_set(app.state["house_rules"], id)["name"]
    if match_actions.take_house_rules(app, await app.ask("delete_house", id=id)):
        app.update(house_removed=name)
        if app.state["setup"]["house"] == id:
            update_setup(app, house="")
        one("#house-back").focus()


async def undelete(app, button):
    """Restore the deleted set."""
    if match_actions.take_house_rules(app, await app.ask("undelete_house")):
        app.update(house_removed="")


async def share(app, button):
    """Open the dialog with the link to a set of rules."""
    id = data(button.closest("[data-house-id]"), "house-id")
    one("#house-share").setAttribute("data-house-id", id)
    if await _link(app):
        one("#house-share-title").textContent = saved_rules.find_set(app.state["house_rules"], id)["name"]
        one("#house-sender").value = app.state["settings"]["name"]
        open_dialog("house-share")
        one("#house-link").select()


async def _link(app):
    """Put the link, with the sender's name, into its field. Return its code."""
    id = data(one("#house-share"), "house-id")
    code = await app.ask("house_link", id=id, name=app.state["settings"]["name"])
    if code:
        one("#house-link").value = share_sheet.link_of(code)
    return code


async def sender_changed(app, field):
    """Take over the sender's name from its field."""
    match_actions.rename_person(app, field.value)
    await _link(app)


# --- links that were opened


async def play_by_link(app, card):
    """Start a match with the rules of a link, with as many seats as the link says."""
    seated = new_game_form.with_seat_count(
        app.state["setup"], card["players"], app.state["declarations"]["levels"]
    )
    app.update(opened_link=None, house_rules=card["houses"], setup=saved_rules.with_set(seated, card))
    await match_actions.check_setup(app)
    await match_actions.start(app, None)


async def keep(app, button):
    """Save the rules of the open link, and keep its dialog open."""
    card = app.state["opened_link"]
    kept = match_actions.take_house_rules(app, await app.ask("keep_house", code=card["code"]))
    if kept:
        name = saved_rules.find_set(kept["houses"], kept["id"])["name"]
        app.update(
            opened_link=page_state.updated(card, id=kept["id"], houses=kept["houses"], name=name, new=True)
        )
        one("#opened-go").focus()


async def copy(app, button):
    """Copy the link to the clipboard."""
    await share_sheet.copy(one("#house-link"))


ACTIONS = {
    "save-house": save,
    "change-house": change,
    "delete-house": delete,
    "undelete-house": undelete,
    "share-house": share,
    "copy-house": copy,
    "keep-rules": keep,
}
