"""Actions for the settings, the language, and the fields of the new-game form and the first screen.

Each is action(app, button), or action(app, field) for a field that has changed.
"""

from pyscript import window

from game.page.kernel import page_state
from game.page.kernel.dom import data, field_value, one
from game.page.kernel.words import say
from game.page.matches import match_actions
from game.page.new_game import new_game_form, saved_rules, saved_rules_actions
from game.page.screens.dialogs import toast
from game.page.settings import language_choice, settings
from game.page.sound import sound
from game.page.welcome import first_screen


def setting_changed(app, field):
    """Handle a changed field of the settings."""
    before = app.state["settings"]
    app.update(settings_before=None)  # a reset can no longer be undone
    if field.name == "name":
        match_actions.rename_person(app, field_value(field))
        return
    app.change_setting(field.name, field_value(field))
    if field.name == "language":
        app.run(_switch_language(app, before))
    elif field.name in ("volume", "sound"):
        sound.play_sample(app.state["settings"])


def setup_changed(app, field):
    """Handle a changed field of the new-game form: a seat's field, the rules' name, the rule-book or set, or an option."""
    setup, row = app.state["setup"], field.closest("#players > li")
    if row:
        number = int(data(row, "number"))
        before = setup["seats"][number]
        app.update(setup=new_game_form.with_seat_field(setup, number, field.name, field_value(field)))
        person = ("human", match_actions.own_name(app))
        # a new name for the person's own seat is also a new name in the settings
        if field.name == "name" and (before["kind"], before["name"]) == person:
            match_actions.rename_person(app, app.state["setup"]["seats"][number]["name"])
        return
    if field.id == "house-name":
        saved_rules_actions.update_setup(app, title=" ".join(field.value.split()))
        return
    if field.name == "preset" and field.value.startswith(saved_rules.PREFIX):
        saved_rules_actions.choose(app, field.value)
    else:
        app.update(setup=new_game_form.with_option(setup, field.name, field_value(field)))
    app.run(match_actions.check_setup(app))


def first_screen_changed(app, field):
    """Handle a change of one of the two fields of the first screen."""
    app.update(setup=first_screen.with_field(app.state["setup"], field))
    app.run(match_actions.check_setup(app))


async def _switch_language(app, before):
    """Switch to the language of the settings. If its file cannot be fetched, restore the settings `before`."""
    language_choice.clear_address()
    old_word = say("ui.you")  # "you" in the old language: it names a person who gave no name
    try:
        await language_choice.switch_language(
            language_choice.wanted_language(app.state["settings"]["language"])
        )
    except Exception as problem:  # browsers throw various errors without a network
        window.console.info("the language cannot be loaded: " + str(problem))
        app.replace_settings(before)
        toast(say("ui.language-missing"))
        return
    app.update(
        setup=new_game_form.with_person_named(app.state["setup"], old_word, say("ui.you")),
        luck_line="",
        missed_event=None,
    )
    app.set_state(page_state.deselected(app.state))
    app.repaint()
    await match_actions.check_setup(app)
    if app.scene and app.scene["phase"] != "lesson" and not app.guest:
        await match_actions.resume(app)  # rebuilds the log in the new language


async def apply_fix(app, button):
    """Apply the button's fix for contradictory options."""
    code, value = data(button, "way"), data(button, "value")
    setup = app.state["setup"]
    if code == "players":
        setup = new_game_form.with_seat_count(setup, int(value), app.state["declarations"]["levels"])
    else:
        setup = new_game_form.with_option(setup, code, value == "on" if value in ("on", "off") else value)
    await _use_fixed(app, setup)


async def restore_last_valid(app, button):
    """Return to the last choices without a conflict."""
    await _use_fixed(app, new_game_form.last_valid(app.state["setup"]))


async def _use_fixed(app, setup):
    """Use choices without a conflict. Move the focus, because the pressed button disappears."""
    app.update(setup=setup)
    await match_actions.check_setup(app)
    if not app.state["setup"]["problem"]:
        one('#setup [data-action="start"]').focus()


def reset(app, button):
    """Reset all settings except the name. `back` undoes that."""
    before = app.state["settings"]
    _replace_all(app, dict(settings.DEFAULTS, name=before["name"]), before)


def back(app, button):
    """Restore the settings from before the reset."""
    _replace_all(app, app.state["settings_before"], None)


def _replace_all(app, values, to_restore):
    """Replace all settings by `values`. `to_restore` are the settings that `back` restores, or None."""
    before = app.state["settings"]
    app.replace_settings(values)
    app.update(settings_before=to_restore)
    if before["language"] != values["language"]:
        app.run(_switch_language(app, before))


ACTIONS = {
    "way": apply_fix,
    "as-it-was": restore_last_valid,
    "reset-settings": reset,
    "settings-back": back,
}
ACTIONS.update(saved_rules_actions.ACTIONS)
