"""Actions for the settings, the language and the form's fields. Each is action(app, button) or action(app, field)."""

from pyscript import window

from game.page import page_state
from game.page.dom import data, one, taken
from game.page.house_rules import first_screen, saved_rules, saved_rules_actions
from game.page.input import match_actions
from game.page.panels import sound
from game.page.screens import language_choice, new_game_form
from game.page.screens import settings as likes
from game.page.screens.dialogs import toast
from game.page.words import say


def liked(app, field):
    """Handle a changed field of the settings."""
    before = app.state["settings"]
    app.put(settings_before=None)
    if field.name == "name":
        match_actions.call_person(app, taken(field))
        return
    app.like(field.name, taken(field))
    if field.name == "language":
        app.run(_speak(app, before))
    elif field.name in ("volume", "sound"):
        sound.taste(app.state["settings"])


def wished(app, field):
    """Handle a changed field of the form: a seat, a set's name, a rule-book, a set or an option."""
    wishes, row = app.state["setup"], field.closest("#players > li")
    if row:
        number = int(data(row, "number"))
        seat = wishes["seats"][number]
        app.put(setup=new_game_form.seat_wished(wishes, number, field.name, taken(field)))
        if field.name == "name" and (seat["kind"], seat["name"]) == ("human", match_actions.own_name(app)):
            match_actions.call_person(app, app.state["setup"]["seats"][number]["name"])
        return
    if field.id == "house-name":
        saved_rules_actions.wish(app, title=" ".join(field.value.split()))
        return
    if field.name == "preset" and field.value.startswith(saved_rules.MARK):
        saved_rules_actions.choose(app, field.value)
    else:
        app.put(setup=new_game_form.wished(wishes, field.name, taken(field)))
    app.run(match_actions.check(app))


def quickly(app, field):
    """Handle one of the first screen's two choices."""
    app.put(setup=first_screen.chosen(app.state["setup"], field))
    app.run(match_actions.check(app))


async def _speak(app, before):
    """Switch to the language of the settings. If its file cannot be fetched, restore the settings `before`."""
    language_choice.unask()
    you = say("ui.you")
    try:
        await language_choice.speak(language_choice.wanted(app.state["settings"]["language"]))
    except Exception as problem:  # browsers throw various errors without a network
        window.console.info("the language cannot be had: " + str(problem))
        app.prefer(before)
        toast(say("ui.language-missing"))
        return
    app.put(
        setup=new_game_form.renamed(app.state["setup"], you, say("ui.you")), luck_line="", missed_event=None
    )
    app.become(page_state.let_go(app.state))
    app.repaint()
    await match_actions.check(app)
    if app.scene and app.scene["phase"] != "lesson":
        await match_actions.resume(app)  # rebuilds the log in the new language


async def way(app, button):
    """Apply one of the solutions for conflicting options."""
    code, value = data(button, "way"), data(button, "value")
    wishes = app.state["setup"]
    if code == "players":
        wishes = new_game_form.seated(wishes, int(value), app.state["declarations"]["levels"])
    else:
        wishes = new_game_form.wished(wishes, code, value == "on" if value in ("on", "off") else value)
    await _out(app, wishes)


async def as_it_was(app, button):
    """Return to the last choices without a conflict."""
    await _out(app, new_game_form.as_it_was(app.state["setup"]))


async def _out(app, wishes):
    """Take over choices without a conflict. The focused button disappears, so move the focus."""
    app.put(setup=wishes)
    await match_actions.check(app)
    if not app.state["setup"]["problem"]:
        one('#setup [data-action="start"]').focus()


def reset(app, button):
    """Reset all settings except the name; `back` undoes it."""
    before = app.state["settings"]
    _all(app, dict(likes.DEFAULTS, name=before["name"]), before)


def back(app, button):
    """Restore the settings from before the reset."""
    _all(app, app.state["settings_before"], None)


def _all(app, values, before):
    spoken = app.state["settings"]
    app.prefer(values)
    app.put(settings_before=before)
    if spoken["language"] != values["language"]:
        app.run(_speak(app, spoken))


ACTIONS = {"way": way, "as-it-was": as_it_was, "reset-settings": reset, "settings-back": back}
ACTIONS.update(saved_rules_actions.ACTIONS)
