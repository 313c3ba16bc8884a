"""Actions for the settings, the language and the form's fields. Each is action(app, button) or action(app, field)."""

from pyscript import window

from game.page import page_state
from game.page.dom import data, field_value, one
from game.page.house_rules import first_screen, saved_rules, saved_rules_actions
from game.page.input import match_actions
from game.page.panels import sound
from game.page.screens import language_choice, new_game_form, settings
from game.page.screens.dialogs import toast
from game.page.words import say


def setting_changed(app, field):
    """Handle a changed field of the settings."""
    before = app.state["settings"]
    app.update(settings_before=None)
    if field.name == "name":
        match_actions.rename_person(app, field_value(field))
        return
    app.change_setting(field.name, field_value(field))
    if field.name == "language":
        app.run(_switch_language(app, before))
    elif field.name in ("volume", "sound"):
        sound.play_sample(app.state["settings"])


def setup_changed(app, field):
    """Handle a changed field of the form: a seat, a set's name, a rule-book, a set or an option."""
    setup, row = app.state["setup"], field.closest("#players > li")
    if row:
        number = int(data(row, "number"))
        seat = setup["seats"][number]
        app.update(setup=new_game_form.with_seat_field(setup, number, field.name, field_value(field)))
        if field.name == "name" and (seat["kind"], seat["name"]) == ("human", match_actions.own_name(app)):
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
    """Handle one of the first screen's two choices."""
    app.update(setup=first_screen.with_field(app.state["setup"], field))
    app.run(match_actions.check_setup(app))


async def _switch_language(app, before):
    """Switch to the language of the settings. If its file cannot be fetched, restore the settings `before`."""
    language_choice.clear_address()
    you = say("ui.you")
    try:
        await language_choice.switch_language(
            language_choice.wanted_language(app.state["settings"]["language"])
        )
    except Exception as problem:  # browsers throw various errors without a network
        window.console.info("the language cannot be had: " + str(problem))
        app.replace_settings(before)
        toast(say("ui.language-missing"))
        return
    app.update(
        setup=new_game_form.with_person_named(app.state["setup"], you, say("ui.you")),
        luck_line="",
        missed_event=None,
    )
    app.set_state(page_state.deselected(app.state))
    app.repaint()
    await match_actions.check_setup(app)
    if app.scene and app.scene["phase"] != "lesson":
        await match_actions.resume(app)  # rebuilds the log in the new language


async def apply_solution(app, button):
    """Apply one of the solutions for conflicting options."""
    code, value = data(button, "way"), data(button, "value")
    setup = app.state["setup"]
    if code == "players":
        setup = new_game_form.with_seat_count(setup, int(value), app.state["declarations"]["levels"])
    else:
        setup = new_game_form.with_option(setup, code, value == "on" if value in ("on", "off") else value)
    await _take_solution(app, setup)


async def restore_last_valid(app, button):
    """Return to the last choices without a conflict."""
    await _take_solution(app, new_game_form.last_valid(app.state["setup"]))


async def _take_solution(app, setup):
    """Take over choices without a conflict. The focused button disappears, so move the focus."""
    app.update(setup=setup)
    await match_actions.check_setup(app)
    if not app.state["setup"]["problem"]:
        one('#setup [data-action="start"]').focus()


def reset(app, button):
    """Reset all settings except the name; `back` undoes it."""
    before = app.state["settings"]
    _replace_all(app, dict(settings.DEFAULTS, name=before["name"]), before)


def back(app, button):
    """Restore the settings from before the reset."""
    _replace_all(app, app.state["settings_before"], None)


def _replace_all(app, values, before):
    spoken = app.state["settings"]
    app.replace_settings(values)
    app.update(settings_before=before)
    if spoken["language"] != values["language"]:
        app.run(_switch_language(app, spoken))


ACTIONS = {
    "way": apply_solution,
    "as-it-was": restore_last_valid,
    "reset-settings": reset,
    "settings-back": back,
}
ACTIONS.update(saved_rules_actions.ACTIONS)
