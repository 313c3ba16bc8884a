"""Actions of the rule laboratory: choose tables, play trials, and use or share the result."""

import json

from pyscript import window

from game.page.kernel import engine_client, page_state
from game.page.kernel.dom import data, one
from game.page.kernel.words import say, words
from game.page.laboratory import lab_tables, lab_workers
from game.page.links import address_links
from game.page.matches import match_actions
from game.page.new_game import new_game_form, saved_rules
from game.page.screens.dialogs import open_dialog, toast
from game.page.sharing import share_sheet

FILE = "chickenfoot-rules"  # the name of saved files, without its ending

# "begun": when the run began, in ms of the page's clock. "before": the number of deals played before the run. "asking":
# whether the page awaits figures. "more": whether trials have ended since it asked.
_run = {"begun": 0, "before": 0, "asking": False, "more": False}


async def open_screen(app, button, back_to=None):
    """Open the laboratory. An earlier result is still there. `back_to` as for `show_side_screen`."""
    match_actions.show_side_screen(app, "laboratory", back_to)
    one("#laboratory-title").focus()
    await _refresh(app)


def screen_changed(app):
    """End the workers if another screen is shown. The trials so far stay."""
    if app.state["screen"] != "laboratory" and lab_workers.is_loaded():
        lab_workers.module().close()
        if app.state["lab_running"]:
            app.update(lab_running=False, lab_seconds=None)


def back_to_changed(app):
    """Refresh the laboratory if "back" has returned to it from another side screen."""
    if app.state["screen"] == "laboratory" and not app.state["back_to"]:
        app.run(_refresh(app))


async def _refresh(app):
    """Compare the rules of the tables anew, because house rules may have changed, and show the figures of all trials."""
    match_actions.take_house_rules(app, await app.ask("houses"))
    if await lab_workers.load():
        _hold_tables(app)
        await _check(app)
        await progress(app)


def _hold_tables(app):
    """Choose the tables of the figures on screen, if the choices that they came from mean other rules now.

    For example, "Play with A" turns A into the rules of the next match.
    """
    state, setup = app.state, app.state["lab_setup"]
    if state["lab_tried"] and not lab_tables.same_rules(state["lab_tried"], lab_tables.tried_tables(state)):
        held = page_state.updated(
            setup, a=lab_tables.LINK + "A", b=lab_tables.LINK + "B", option="", value=None
        )
        app.update(lab_linked=state["lab_tried"], lab_setup=held, lab_survey=None)


async def open_option(app, button):
    """Open the laboratory with a comparison of the option of the button's row. "Back" returns to that row."""
    code = data(button.closest("[data-option]"), "option")
    _change(app, **lab_tables.with_option(app.state, code))
    row = '[data-option="{}"] .what-changes'.format(code)
    await open_screen(app, button, ("setup", row))
    if app.state["lab_survey"]:
        _scroll_to_result()


async def open_link(app, code):
    """Open the link whose code is in the address: show the two tables and the figures that it holds."""
    address_links.clear_link()
    if not app.scene:
        app.set_state(page_state.at_menu(app.state))
    if not await lab_workers.load():
        return
    try:
        opened = await lab_workers.ask("open_link", code=code)
    except engine_client.Refused as refused:
        toast(say(refused.key, refused.values))
        return
    linked = [dict(opened[key], name=name) for key, name in zip("ab", opened["names"])]
    _forget_trials(app)
    _change(
        app,
        a=lab_tables.LINK + "A",
        b=lab_tables.LINK + "B",
        option="",
        value=None,
        players=opened["a"]["players"],
        level=opened["level"],
        deals=opened["deals"],
        seed=opened["seed"],
    )
    app.update(lab_linked=linked, lab_result=opened)
    await open_screen(app, None)
    _scroll_to_result()


def field_changed(app, field):
    """Handle a changed field. Another comparison begins with its first trial."""
    setup, name = app.state["lab_setup"], field.id[len("lab-") :]
    value = field.value
    changes = {name: int(value) if name in ("players", "deals") else value}
    if name == "option":
        changes["value"] = lab_tables.next_value(app.state, setup["a"], value) if value else None
    elif name == "value":
        changes["value"] = lab_tables.read_value(app.state, setup["option"], value)
    if name == "deals":
        stop(app, None)
        app.update(lab_setup=page_state.updated(setup, **changes))
        return
    _change(app, **changes)
    app.run(_check(app))


def _change(app, **changes):
    """Change the choices. Forget the trials, unless the new choices mean the same rules, seed and players."""
    before = _setting(app)
    app.update(
        lab_setup=page_state.updated(app.state["lab_setup"], **changes), lab_check=None, lab_survey=None
    )
    if _setting(app) != before:
        _forget_trials(app)


def _forget_trials(app):
    """Stop the run, and forget the trials and their figures."""
    app.update(lab_running=False, lab_result=None, lab_seconds=None, lab_tried=[])
    if lab_workers.is_loaded():
        lab_workers.module().stop()
        lab_workers.module().clear()


def _setting(app):
    """The choices on which a trial depends: the arguments of the workers' verb `trial`, without the trial's number."""
    setup = app.state["lab_setup"]
    return dict(lab_tables.tables(app.state), level=setup["level"], seed=setup["seed"])


async def _check(app):
    """Let a worker compare the rules of the two tables, and look the chosen option up in the survey."""
    setting, option = _setting(app), app.state["lab_setup"]["option"]
    check, problem = None, ""
    try:
        check = await lab_workers.ask("check", **lab_tables.tables(app.state))
    except engine_client.Refused as refused:
        problem = say(refused.key, new_game_form.refusal_in_words(refused.values))
    survey = await _survey(option) if option else None
    if _setting(app) == setting:  # the person has chosen nothing else meanwhile
        app.update(lab_check=check, lab_problem=problem, lab_survey=survey)


async def _survey(option):
    """What the survey says about an option. None if its file cannot be fetched."""
    try:
        text = str(await lab_workers.module().surveyText())
    except Exception as problem:  # browsers throw various errors without a network
        window.console.info("no survey: " + str(problem))
        return None
    return await lab_workers.ask("survey", text=text, option=option)


# --- the run


def start(app, button):
    """Play the trials that are still missing, up to the chosen number of deals."""
    setup, check, result = app.state["lab_setup"], app.state["lab_check"], app.state["lab_result"]
    if result and "names" in result:  # the result of a link: its trials were played on another device
        result = None
    _run["begun"], _run["before"] = window.performance.now(), result["deals"] if result else 0
    trials = -(-setup["deals"] // check["rounds"])  # rounded up; a trial has a deal for each round
    setting = _setting(app)
    tried = lab_tables.tried_tables(app.state)
    app.update(lab_running=True, lab_seconds=None, lab_result=result, lab_tried=tried)
    one("#lab-stop").focus()
    lab_workers.module().play(json.dumps(setting), trials)


def stop(app, button):
    """Stop the run. The figures so far stay."""
    app.update(lab_running=False, lab_seconds=None)
    if lab_workers.is_loaded():
        lab_workers.module().stop()
        app.run(progress(app))  # trials have ended since the last figures
    if button:
        one("#lab-try").focus()


async def progress(app):
    """Show the figures of the trials so far. While an answer is awaited, remember that there is more to show."""
    _run["more"] = True
    if _run["asking"]:
        return
    _run["asking"] = True
    try:
        while _run["more"]:
            _run["more"] = False
            await _show_progress(app)
    finally:
        _run["asking"] = False


async def _show_progress(app):
    setting = _setting(app)
    result = await lab_workers.figures()
    if result is None or _setting(app) != setting:
        return
    setup = app.state["lab_setup"]
    seconds = (window.performance.now() - _run["begun"]) / 1000
    played, left = result["deals"] - _run["before"], setup["deals"] - result["deals"]
    is_first = app.state["lab_result"] is None
    is_known = app.state["lab_running"] and left > 0 and played > 0
    app.update(lab_result=result, lab_seconds=round(left * seconds / played) if is_known else None)
    if is_first:
        _scroll_to_result()
    if left <= 0 and app.state["lab_running"]:
        app.update(lab_running=False)
        app.announce(result["sentence"][0])
        lab_workers.module().stop()


def _scroll_to_result():
    """Scroll to the survey or the sentence on top, which on a phone are below the choices."""
    one("#lab-result").scrollIntoView()


def failed(app, detail):
    """Stop after a failure of a worker, and say so."""
    window.console.info("the laboratory stopped: " + str(detail))
    app.update(lab_running=False, lab_seconds=None)
    toast(say("lab.failed"))


def toggle_card(app, button):
    """Show or hide the definition of a measure."""
    code = data(button.closest("[data-measure]"), "measure")
    app.update(lab_open="" if app.state["lab_open"] == code else code)


# --- what to do with the result


def _choose(app):
    """Put the rules of A into the choices for the next match."""
    tables = lab_tables.tables(app.state)
    table = tables["a"]
    rule_set = {"id": "", "name": "", "preset": table["preset"], "changes": table["changes"]}
    setup = new_game_form.with_seat_count(
        app.state["setup"], table["players"], app.state["declarations"]["levels"]
    )
    app.update(setup=saved_rules.with_set(setup, rule_set))


async def play(app, button):
    """Start a match by the rules of A."""
    _choose(app)
    await match_actions.check_setup(app)
    await match_actions.start(app, None)


async def save_rules(app, button):
    """Open the form with the rules of A, at the field for their name. "Back" returns to the laboratory."""
    _choose(app)
    await match_actions.new_game(app, None, ("laboratory", "[data-action=lab-save]"))
    one("#own-rules").open = True
    one("#house-name").focus()


async def share(app, button):
    """Open the dialog with the link to the result."""
    state = app.state
    setup = state["lab_setup"]
    names = [lab_tables.name_of(state, setup[key])[: new_game_form.NAME_LENGTH] for key in "ab"]
    arguments = dict(lab_tables.tables(state), names=names, level=setup["level"], seed=setup["seed"])
    try:
        made = await lab_workers.ask("link", numbers=state["lab_result"]["numbers"], **arguments)
    except engine_client.Refused as refused:
        toast(say(refused.key, refused.values))
        return
    app.update(lab_link=share_sheet.link_of(made["code"]))
    open_dialog("lab-share")
    one("#lab-link").select()


async def save_csv(app, button):
    """Save the figures as a CSV file."""
    made = await lab_workers.ask("table_csv", numbers=app.state["lab_result"]["numbers"])
    lab_workers.module().save(made["text"], FILE + ".csv", "text/csv")


async def picture(app, button):
    """Save the figures as a picture, or pass them to the system's share sheet."""
    result, setup = app.state["lab_result"], app.state["lab_setup"]
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
    names = {key: lab_tables.name_of(app.state, setup[key]) for key in "ab"}
    content = {
        "title": say("lab.picture", dict(names, deals=result["deals"])),
        "sentence": " ".join([words(part) for part in result["sentence"]]),
        "file": FILE + ".png",
        "lines": lines,
    }
    await lab_workers.module().picture(json.dumps(content))


ACTIONS = {
    "laboratory": open_screen,
    "what-changes": open_option,
    "lab-try": start,
    "lab-stop": stop,
    "lab-card": toggle_card,
    "lab-play": play,
    "lab-save": save_rules,
    "lab-share": share,
    "lab-copy": lambda app, button: share_sheet.copy(one("#lab-link")),
    "lab-csv": save_csv,
    "lab-picture": picture,
}
