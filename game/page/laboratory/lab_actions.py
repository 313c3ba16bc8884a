"""Actions of the rule laboratory: choose tables, play trials, and use or share the result."""

import json

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.kernel import engine_client
from game.page.kernel.dom import data, listen, one
from game.page.kernel.room import required
from game.page.kernel.words import say
from game.page.laboratory import lab_tables, room
from game.page.laboratory.lab_workers import Workers
from game.page.links.address_links import clear_link
from game.page.new_game import new_game_form
from game.page.new_game.setup_check import take_house_rules
from game.page.screens.announcer import announce
from game.page.screens.dialogs import toast
from game.page.screens.navigation import show_menu, show_side_screen

if TYPE_CHECKING:
    from typing import Any, Unpack

    from game.contract.answers.laboratory_answers import CheckedTables, LinkedComparisonData, SurveyedOption
    from game.page.kernel.app import App
    from game.page.laboratory import LabSetup, LinkedTable, TrialSetting
    from game.page.page_types import Element


class Run:
    """The run of the trials."""

    def __init__(self, app: "App") -> "None":
        self.begun = 0  # when it began, in ms of the page's clock
        self.before = 0  # the number of deals played before it
        self.is_asking = False  # whether the page awaits figures
        self.has_more = False  # whether trials have ended since it asked


@room.action("laboratory")
async def open_screen(app: "App", button: "Element", back_to: "tuple[str, str] | None" = None) -> "None":
    """Open the laboratory. An earlier result is still there. `back_to` as for `show_side_screen`."""
    await app.booted.wait()
    show_side_screen(app, "laboratory", back_to)
    one("#laboratory-title").focus()
    await _refresh(app)


@room.observer("screen")
def screen_changed(app: "App", screen: "str") -> "None":
    """End the workers if another screen is shown. The trials so far stay."""
    if screen != "laboratory" and app.object(Workers).module:
        app.object(Workers).module.close()
        if app.state["lab_running"]:
            app.update(lab_running=False, lab_seconds=None)


@room.observer("back_to")
def back_to_changed(app: "App", back_to: "tuple[str, str] | None") -> "None":
    """Refresh the laboratory if "back" has returned to it from another side screen."""
    if app.state["screen"] == "laboratory" and not back_to:
        app.run(_refresh(app))


async def _refresh(app: "App") -> "None":
    """Compare the rules of the tables anew, because house rules may have changed, and show the figures of all trials."""
    take_house_rules(app, await app.ask("houses"))
    if await app.object(Workers).load():
        _hold_tables(app)
        await _check(app)
        await progress(app)


def _hold_tables(app: "App") -> "None":
    """Choose the tables of the figures on screen, if the choices that they came from mean other rules now.

    For example, "Play with A" turns A into the rules of the next match.
    """
    state, setup = app.state, app.state["lab_setup"]
    if state["lab_tried"] and not lab_tables.same_rules(state["lab_tried"], lab_tables.tried_tables(state)):
        held = lab_tables.changed(
            setup, a=lab_tables.LINK + "A", b=lab_tables.LINK + "B", option="", value=None
        )
        app.update(lab_linked=state["lab_tried"], lab_setup=held, lab_survey=None)


@room.action("what-changes")
async def open_option(app: "App", button: "Element") -> "None":
    """Open the laboratory with a comparison of the option of the button's row. "Back" returns to that row."""
    code = data(button.closest("[data-option]"), "option")
    _change(app, **lab_tables.with_option(app.state, code))
    row = '[data-option="{}"] .what-changes'.format(code)
    await open_screen(app, button, ("setup", row))
    _scroll_to_result()


@room.link("#l")
async def open_link(app: "App", code: "str") -> "None":
    """Open the link whose code is in the address: show the two tables and the figures that it holds."""
    clear_link(app)
    if not app.scene:
        show_menu(app)
    if not await app.object(Workers).load():
        return
    try:
        answer = await app.object(Workers).ask("open_link", code=code)
    except engine_client.Refused as refused:
        toast(app, say(refused.key, refused.values))
        return
    opened: LinkedComparisonData = answer
    linked: list[LinkedTable] = [
        {
            "preset": table["preset"],
            "changes": table["changes"],
            "players": table["players"],
            "name": name,
        }
        for table, name in zip((opened["a"], opened["b"]), opened["names"])
    ]
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


@room.field("#laboratory")
def field_changed(app: "App", field: "Element") -> "None":
    """Handle a changed field. Another comparison begins with its first trial."""
    setup, name = app.state["lab_setup"], field.id[len("lab-") :]
    value = field.value
    change: Any = {name: int(value) if name in ("players", "deals") else value}
    changes: LabSetup = change
    if name == "option":
        changes["value"] = lab_tables.next_value(app.state, setup["a"], value) if value else None
    elif name == "value":
        changes["value"] = lab_tables.read_value(app.state, setup["option"], value)
    if name == "deals":
        stop(app, None)
        app.update(lab_setup=lab_tables.changed(setup, **changes))
        return
    _change(app, **changes)
    app.run(_check(app))


def _change(app: "App", **changes: "Unpack[LabSetup]") -> "None":
    """Change the choices. Forget the trials, unless the new choices mean the same rules, seed and players."""
    before = _setting(app)
    app.update(
        lab_setup=lab_tables.changed(app.state["lab_setup"], **changes), lab_check=None, lab_survey=None
    )
    if _setting(app) != before:
        _forget_trials(app)


def _forget_trials(app: "App") -> "None":
    """Stop the run, and forget the trials and their figures."""
    app.update(lab_running=False, lab_result=None, lab_seconds=None, lab_tried=[])
    if app.object(Workers).module:
        app.object(Workers).module.stop()
        app.object(Workers).module.clear()


def _setting(app: "App") -> "TrialSetting":
    """The choices on which a trial depends: the arguments of the workers' verb `trial`, without the trial's number."""
    setup = app.state["lab_setup"]
    tables = lab_tables.tables(app.state)
    return {"a": tables["a"], "b": tables["b"], "level": setup["level"], "seed": setup["seed"]}


async def _check(app: "App") -> "None":
    """Let a worker compare the rules of the two tables, and look the chosen option up in the survey.

    A field may change before the workers' script has come: then wait for it. Without it nothing is compared.
    """
    if not await app.object(Workers).load():
        return
    setting, option = _setting(app), app.state["lab_setup"]["option"]
    check: CheckedTables | None = None
    problem = ""
    try:
        check = await app.object(Workers).ask("check", **lab_tables.tables(app.state))
    except engine_client.Refused as refused:
        problem = say(refused.key, new_game_form.refusal_in_words(refused.values))
    survey = await _survey(app, option) if option else None
    if _setting(app) == setting:  # the person has chosen nothing else meanwhile
        app.update(lab_check=check, lab_problem=problem, lab_survey=survey)


async def _survey(app: "App", option: "str") -> "SurveyedOption | None":
    """What the survey says about an option. None if its file cannot be fetched."""
    try:
        text = str(await app.object(Workers).module.surveyText())
    except Exception as problem:  # browsers throw various errors without a network
        window.console.info("no survey: " + str(problem))
        return None
    survey: SurveyedOption = await app.object(Workers).ask("survey", text=text, option=option)
    return survey


# --- the run


@room.action("lab-try")
def start(app: "App", button: "Element") -> "None":
    """Play the trials that are still missing, up to the chosen number of deals."""
    setup, check, result = app.state["lab_setup"], app.state["lab_check"], app.state["lab_result"]
    if result and "names" in result:  # the result of a link: its trials were played on another device
        result = None
    run = app.object(Run)
    run.begun, run.before = window.performance.now(), result["deals"] if result else 0
    trials = -(-setup["deals"] // required(check)["rounds"])  # rounded up; a trial has a deal for each round
    setting = _setting(app)
    tried = lab_tables.tried_tables(app.state)
    app.update(lab_running=True, lab_seconds=None, lab_result=result, lab_tried=tried)
    one("#lab-stop").focus()
    app.object(Workers).module.play(json.dumps(setting), trials)


@room.action("lab-stop")
def stop(app: "App", button: "Element") -> "None":
    """Stop the run. The figures so far stay."""
    app.update(lab_running=False, lab_seconds=None)
    if app.object(Workers).module:
        app.object(Workers).module.stop()
        app.run(progress(app))  # trials have ended since the last figures
    if button:
        one("#lab-try").focus()


async def progress(app: "App") -> "None":
    """Show the figures of the trials so far. While an answer is awaited, remember that there is more to show."""
    run = app.object(Run)
    run.has_more = True
    if run.is_asking:
        return
    run.is_asking = True
    try:
        while run.has_more:
            run.has_more = False
            await _show_progress(app)
    finally:
        run.is_asking = False


async def _show_progress(app: "App") -> "None":
    setting = _setting(app)
    result = await app.object(Workers).figures()
    if result is None or _setting(app) != setting:
        return
    setup = app.state["lab_setup"]
    seconds = (window.performance.now() - app.object(Run).begun) / 1000
    played, left = result["deals"] - app.object(Run).before, setup["deals"] - result["deals"]
    is_first = app.state["lab_result"] is None
    is_known = app.state["lab_running"] and left > 0 and played > 0
    app.update(lab_result=result, lab_seconds=round(left * seconds / played) if is_known else None)
    if is_first:
        _scroll_to_result()
    if left <= 0 and app.state["lab_running"]:
        app.update(lab_running=False)
        announce(app, result["sentence"][0])
        app.object(Workers).module.stop()


def _scroll_to_result() -> "None":
    """Scroll to the survey or the sentence on top, which on a phone are below the choices."""
    one("#lab-result").scrollIntoView()


def failed(app: "App", detail: "object") -> "None":
    """Stop after a failure of a worker, and say so."""
    window.console.info("the laboratory stopped: " + str(detail))
    app.update(lab_running=False, lab_seconds=None)
    toast(app, say("lab.failed"))


@room.action("lab-card")
def toggle_card(app: "App", button: "Element") -> "None":
    """Show or hide the definition of a measure."""
    code = data(button.closest("[data-measure]"), "measure")
    app.update(lab_open="" if app.state["lab_open"] == code else code)


@room.on("attach")
def listen_to_workers(app: "App") -> "None":
    """Listen to the workers."""
    listen(document, "laboratory:progress", lambda event: app.run(progress(app)))
    listen(document, "laboratory:failed", lambda event: failed(app, event.detail))
