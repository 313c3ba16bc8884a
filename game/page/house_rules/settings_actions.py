"""What the house's own fields and buttons do: the settings, the language among them, each as action(app, button)."""

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
    """A field of the settings was changed."""
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
    """A field of the form was changed: a seat, the name for the rules, a set of rules, a rule-book or an option."""
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
    """One of the first screen's two choices was made."""
    app.put(setup=first_screen.chosen(app.state["setup"], field))
    app.run(match_actions.check(app))


async def _speak(app, before):
    """Says everything in the language of the settings; where it cannot be had, they are as they were."""
    language_choice.unask()
    you = say("ui.you")
    try:
        await language_choice.speak(language_choice.wanted(app.state["settings"]["language"]))
    except Exception as problem:  # whatever a browser throws without a network
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
        await match_actions.resume(app)  # what was said of the round is listed anew


async def way(app, button):
    """One of the ways out of rules that do not fit together."""
    code, value = data(button, "way"), data(button, "value")
    wishes = app.state["setup"]
    if code == "players":
        wishes = new_game_form.seated(wishes, int(value), app.state["declarations"]["levels"])
    else:
        wishes = new_game_form.wished(wishes, code, value == "on" if value in ("on", "off") else value)
    await _out(app, wishes)


async def as_it_was(app, button):
    """Takes back what does not fit together."""
    await _out(app, new_game_form.as_it_was(app.state["setup"]))


async def _out(app, wishes):
    """Takes over wishes that fit together; the focus was on a button that goes."""
    app.put(setup=wishes)
    await match_actions.check(app)
    if not app.state["setup"]["problem"]:
        one('#setup [data-action="start"]').focus()


def reset(app, button):
    """All settings as at first, but for the name; `back` undoes it."""
    before = app.state["settings"]
    _all(app, dict(likes.DEFAULTS, name=before["name"]), before)


def back(app, button):
    """The settings as they were before they were reset."""
    _all(app, app.state["settings_before"], None)


def _all(app, values, before):
    spoken = app.state["settings"]
    app.prefer(values)
    app.put(settings_before=before)
    if spoken["language"] != values["language"]:
        app.run(_speak(app, spoken))


ACTIONS = {"way": way, "as-it-was": as_it_was, "reset-settings": reset, "settings-back": back}
ACTIONS.update(saved_rules_actions.ACTIONS)
