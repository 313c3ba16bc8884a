"""Actions for saved sets of house rules: save, change, delete, share. Those in ACTIONS are action(app, button).

`button` is the pressed element. The `data-house-id` around it is the id of a set. `match_actions.take_house_rules` puts
the sets of the engine's answer into the state, and returns the answer; None after a refusal.
"""

from game.page.kernel import page_state
from game.page.kernel.dom import data, one
from game.page.matches import match_actions
from game.page.new_game import new_game_form, saved_rules
from game.page.screens.dialogs import open_dialog
from game.page.sharing import share_sheet


def update_setup(app, **changes):
    """Change some choices of the form."""
    app.update(setup=page_state.updated(app.state["setup"], **changes))


def choose(app, value):
    """Choose a saved set in the form. `value` is saved_rules.PREFIX with the id of the set."""
    rule_set = saved_rules.find_set(app.state["house_rules"], value[len(saved_rules.PREFIX) :])
    app.update(setup=saved_rules.with_set(app.state["setup"], rule_set))


async def save(app, button):
    """Save the rules in the form as a new set, under the typed name."""
    await _save(app, "")


async def change(app, button):
    """Save the rules in the form in place of the chosen set."""
    await _save(app, app.state["setup"]["house"])


async def _save(app, id):
    """Save the rules in the form in place of the set `id`; "" makes a new set."""
    app.update(removed_house_name="")  # withdraw the offer to restore a deleted set
    setup = app.state["setup"]
    answer = match_actions.take_house_rules(
        app, await app.ask("save_house", name=setup["title"], id=id, **new_game_form.rules_arguments(setup))
    )
    if answer:
        name = saved_rules.find_set(answer["houses"], answer["id"])["name"]
        update_setup(app, house=answer["id"], title=name)
        app.announce(["house.kept", {"name": name}])


async def delete(app, button):
    """Delete a saved set. The rules in the form stay as they are."""
    id = data(button.closest("[data-house-id]"), "house-id")
    name = saved_rules.find_set(app.state["house_rules"], id)["name"]
    if match_actions.take_house_rules(app, await app.ask("delete_house", id=id)):
        app.update(removed_house_name=name)
        if app.state["setup"]["house"] == id:
            update_setup(app, house="")
        one("#house-back").focus()


async def undelete(app, button):
    """Restore the set that was deleted last."""
    if match_actions.take_house_rules(app, await app.ask("undelete_house")):
        app.update(removed_house_name="")


async def share(app, button):
    """Open the dialog with the link to a set."""
    id = data(button.closest("[data-house-id]"), "house-id")
    one("#house-share").setAttribute("data-house-id", id)
    if await _write_link(app):
        one("#house-share-title").textContent = saved_rules.find_set(app.state["house_rules"], id)["name"]
        one("#house-sender").value = app.state["settings"]["name"]
        open_dialog("house-share")
        one("#house-link").select()


async def _write_link(app):
    """Write the link, with the sender's name in it, into the dialog's field. Return its code, None after a refusal."""
    id = data(one("#house-share"), "house-id")
    code = await app.ask("house_link", id=id, name=app.state["settings"]["name"])
    if code:
        one("#house-link").value = share_sheet.link_of(code)
    return code


async def sender_changed(app, field):
    """Handle a change of the sender's name: rename the person, and make the link again."""
    match_actions.rename_person(app, field.value)
    await _write_link(app)


async def copy(app, button):
    """Copy the link in the dialog to the clipboard."""
    await share_sheet.copy(one("#house-link"))


# --- links that were opened


async def play_by_link(app, opened):
    """Start a match by the rules of an opened link, with as many seats as the link says.

    `opened` is the answer of the verb `open_house`: the link's set, whose key "houses" holds the saved sets.
    """
    setup = new_game_form.with_seat_count(
        app.state["setup"], opened["players"], app.state["declarations"]["levels"]
    )
    app.update(opened_link=None, house_rules=opened["houses"], setup=saved_rules.with_set(setup, opened))
    await match_actions.check_setup(app)
    await match_actions.start(app, None)


async def keep(app, button):
    """Save the rules of the opened link as a set. The dialog of the link stays open, and says that the set is saved."""
    opened = app.state["opened_link"]
    answer = match_actions.take_house_rules(app, await app.ask("keep_house", code=opened["code"]))
    if answer:
        id, rule_sets = answer["id"], answer["houses"]
        name = saved_rules.find_set(rule_sets, id)["name"]
        # with `new`, the dialog says that the set has just been saved
        app.update(opened_link=page_state.updated(opened, id=id, houses=rule_sets, name=name, new=True))
        one("#opened-go").focus()


ACTIONS = {
    "save-house": save,
    "change-house": change,
    "delete-house": delete,
    "undelete-house": undelete,
    "share-house": share,
    "copy-house": copy,
    "keep-rules": keep,
}
