"""The dialog of the settings: what its fields and buttons do, and the switch to another language."""

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.events.advancing import ask_for_scene
from game.page.hand.hand import without_own_order
from game.page.history import history_actions
from game.page.kernel.dom import field_value
from game.page.kernel.room import required, updated
from game.page.kernel.words import say
from game.page.matches import match_actions
from game.page.new_game import new_game_form
from game.page.new_game.setup_check import check_setup, own_name, rename_person
from game.page.play.choosing import deselected
from game.page.preferences import room
from game.page.screens import missing_file
from game.page.settings import language_choice, settings
from game.page.settings.settings import change_setting, change_settings, take_settings
from game.page.sound.sound import Sound

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from game.contract.kept import Settings
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Event, State


@room.view("settings", "declarations")
def language_field(state: "State") -> "list[Cell]":
    """The field with the languages: first "as the browser", then each offered language by its own name."""
    if not state["declarations"]:  # keeps the start fast: the settings are still closed
        return []
    offered = document.documentElement.dataset
    names = [("", say("ui.language-auto"))]
    names.extend(zip(offered.languages.split(" "), offered.names.split(", ")))
    return [("#languages", "options", names), ("#languages", "typed", state["settings"]["language"])]


@room.view("settings", "own_order")
def fields(state: "State") -> "list[Cell]":
    """The fields of the settings, also of those in the list of keys. The order "own" is there once the deal is arranged."""
    shown = state["settings"]
    if shown["speed"] in settings.NEXT_SPEED:
        shown = updated(shown, speed="slow")
    is_arranged = bool(state["own_order"])
    if is_arranged:
        shown = updated(shown, order="own")
    return [
        ("#order-own", "hidden", not is_arranged),
        ("#settings", "fields", shown),
        ("#keys", "fields", shown),
    ]


@room.view("settings_before")
def undo_reset(state: "State") -> "list[Cell]":
    """The button that resets the settings, or after a reset the button that undoes it."""
    return [
        ("#settings-back", "hidden", not state["settings_before"]),
        ("#reset-settings", "hidden", bool(state["settings_before"])),
    ]


@room.field("#settings, #keys")
def setting_changed(app: "App", field: "Element") -> "None":
    """Handle a changed field of the settings."""
    before = app.state["settings"]["language"]
    app.update(settings_before=None)  # a reset can no longer be undone
    if field.name == "name":
        rename_person(app, field_value(field))
        return
    if field.name == "order" and app.scene:
        app.set_state(without_own_order(app.state))
    top = field.getBoundingClientRect().top
    change_setting(app, field.name, field_value(field))
    if field.name == "size":  # the row stays under the finger, however far larger text above pushes it
        field.closest("dialog").scrollTop += field.getBoundingClientRect().top - top
    if field.name == "language":
        app.run(_switch_language(app, lambda: change_setting(app, "language", before)))
    elif field.name in ("volume", "sound"):
        app.object(Sound).play_sample(app.state["settings"])


@room.on("attach")
def watch_other_tabs(app: "App") -> "None":
    """Notice settings that another tab has changed."""
    window.onstorage = ffi.create_proxy(lambda event: changed_elsewhere(app, event))


def changed_elsewhere(app: "App", event: "Event") -> "None":
    """Take over the settings that another tab has changed. `event` is the browser's, about a text in localStorage."""
    if event.key != settings.KEY:
        return
    changes = settings.changes_elsewhere(event.oldValue, event.newValue)
    before, name = app.state["settings"], own_name(app)
    take_settings(app, changes)
    app.update(setup=new_game_form.with_person_named(app.state["setup"], name, own_name(app)))
    if app.state["settings"]["language"] != before["language"]:
        app.run(_switch_language(app, lambda: take_settings(app, {"language": before["language"]})))


async def _switch_language(app: "App", restore: "Callable[[], object]") -> "None":
    """Switch to the language of the settings. If its file cannot be fetched, call `restore`."""
    language_choice.clear_address()
    old_word = say("ui.you")  # "you" in the old language: it names a person who gave no name
    try:
        await language_choice.switch_language(
            language_choice.wanted_language(app.state["settings"]["language"])
        )
    except Exception as problem:  # browsers throw various errors without a network
        window.console.info("the language cannot be loaded: " + str(problem))
        restore()
        await missing_file.tell(app, say("ui.language-missing"))
        return
    app.update(setup=new_game_form.with_person_named(app.state["setup"], old_word, say("ui.you")))
    app.call("language")
    app.set_state(deselected(app.state))
    app.repaint()
    await check_setup(app)
    if app.scene and not app.guest:
        await _show_again(app)


async def _show_again(app: "App") -> "None":
    """Show what is on the table once more, which rebuilds the log in the new language. A replay stays at its stop."""
    scene: Any = app.scene
    if scene["phase"] == "replay":
        await history_actions.ask_for_stop(app, "replay_look", seat=scene["from"])
    elif scene["phase"] == "puzzle":
        await ask_for_scene(app, "puzzle_look")
    elif scene["phase"] != "lesson":
        await match_actions.resume(app)


@room.action("reset-settings")
def reset(app: "App", button: "Element") -> "None":
    """Reset all settings except names and faces. `back` undoes that."""
    before = app.state["settings"]
    names: Settings = {
        "name": before["name"],
        "signature": before["signature"],
        "faces": before["faces"],
    }
    _replace_all(app, updated(settings.DEFAULTS, **names), before)


@room.action("settings-back")
def back(app: "App", button: "Element") -> "None":
    """Restore the settings from before the reset."""
    _replace_all(app, required(app.state["settings_before"]), None)


def _replace_all(app: "App", values: "Settings", to_restore: "Settings | None") -> "None":
    """Replace all settings by `values`. `to_restore` are the settings that `back` restores, or None."""
    before = app.state["settings"]
    new: Any = values
    old: Any = before  # by name, which may be any
    changes: Any = {name: new[name] for name in new if new[name] != old[name]}
    change_settings(app, changes)
    app.update(settings_before=to_restore)
    if before["language"] != values["language"]:
        app.run(_switch_language(app, lambda: change_setting(app, "language", before["language"])))
