"""Actions for saved sets of house rules: save, change, delete, share. Each action is action(app, button).

`button` is the pressed element. The `data-house-id` around it is the id of a set. `take_house_rules` puts
the sets of the engine's answer into the state, and returns the answer; None after a refusal.
"""

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import data, one
from game.page.kernel.room import required
from game.page.kernel.words import say
from game.page.links import pass_on
from game.page.links.address_links import link_of
from game.page.new_game import new_game_form, room, saved_rules
from game.page.new_game.setup_check import sign, take_house_rules
from game.page.screens.dialogs import open_dialog, toast
from game.page.settings.settings import signature

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Element


@room.action("save-house")
async def save(app: "App", button: "Element") -> "None":
    """Save the rules in the form as a new set, under the typed name."""
    await _save(app, "")


@room.action("change-house")
async def change(app: "App", button: "Element") -> "None":
    """Save the rules in the form in place of the chosen set."""
    await _save(app, app.state["setup"]["house"])


async def _save(app: "App", id: "str") -> "None":
    """Save the rules in the form in place of the set `id`; "" makes a new set."""
    app.update(removed_house_name="")  # withdraw the offer to restore a deleted set
    setup = app.state["setup"]
    answer = take_house_rules(
        app, await app.ask("save_house", name=setup["title"], id=id, **new_game_form.rules_arguments(setup))
    )
    if answer:
        name = required(saved_rules.find_set(answer["houses"], answer["id"]))["name"]
        saved_rules.update_setup(app, house=answer["id"], title=name)
        toast(app, say("house.kept", {"name": name}))


@room.action("delete-house")
async def delete(app: "App", button: "Element") -> "None":
    """Delete a saved set. The rules in the form stay as they are."""
    id = data(button.closest("[data-house-id]"), "house-id")
    name = required(saved_rules.find_set(app.state["house_rules"], id))["name"]
    if take_house_rules(app, await app.ask("delete_house", id=id)):
        app.update(removed_house_name=name)
        if app.state["setup"]["house"] == id:
            saved_rules.update_setup(app, house="")
        one("#house-back").focus()


@room.action("undelete-house")
async def undelete(app: "App", button: "Element") -> "None":
    """Restore the set that was deleted last."""
    if take_house_rules(app, await app.ask("undelete_house")):
        app.update(removed_house_name="")


@room.action("share-house")
async def share(app: "App", button: "Element") -> "None":
    """Open the dialog with the link to a set."""
    id = data(button.closest("[data-house-id]"), "house-id")
    one("#house-sending").setAttribute("data-house-id", id)
    one("#house-sender").value = signature(app.state["settings"])
    if await _write_link(app):
        one("#house-sending-title").textContent = required(
            saved_rules.find_set(app.state["house_rules"], id)
        )["name"]
        open_dialog("house-sending")
        one("#house-link").select()


async def _write_link(app: "App") -> "str | None":
    """Write the link, with the name in the field, into the dialog's other field. Return its code, None after a refusal."""
    id, name = data(one("#house-sending"), "house-id"), sign(app, one("#house-sender").value)
    code: str | None = await app.ask("house_link", id=id, name=name)
    if code:
        one("#house-link").value = link_of(code)
    return code


@room.field("#house-sender")
async def sender_changed(app: "App", field: "Element") -> "None":
    """Handle a change of the sender's name: make the link again."""
    await _write_link(app)


@room.action("copy-house")
async def copy_house_link(app: "App", button: "Element") -> "None":
    """Copy the link in the dialog to the clipboard, with the name that is in the field now."""
    if await _write_link(app):
        pass_on.copy(app, one("#house-link"))
