"""Actions for matches and the coach: start, resume, leave, hint, review. Each is action(app, button)."""

import asyncio

from pyscript import window

from game.narration.localization.texts import is_nameless
from game.page import engine_client, page_state
from game.page.dom import data, one, recall
from game.page.following import automatic_turns, first_match
from game.page.house_rules import saved_rules
from game.page.input import address_links
from game.page.panels import log
from game.page.play import choosing, focus
from game.page.screens import new_game_form, settings
from game.page.screens.dialogs import close_dialogs
from game.page.words import paragraph, say, stored_name, words

LEARNT_KEY = "chickenfoot-learnt"  # key in localStorage: the course was finished


async def take_boot_answer(app, boot):
    """Take over the engine's answer to `boot`. In pieces, like the whole start."""
    setup = new_game_form.from_storage(recall(new_game_form.KEY), boot["menu"])
    if boot["table"]:
        setup = new_game_form.valid(boot["table"], boot["menu"])
    played = boot["table"] or boot["saved"] or boot["earlier"] or recall(new_game_form.KEY)
    if boot["settings"]:
        app.update(settings=settings.valid(boot["settings"]))
    elif not (played or recall(settings.KEY)):
        app.update(settings=page_state.updated(app.state["settings"], speed="new"))
    setup = new_game_form.with_person_named(setup, say("ui.you"), own_name(app))
    take_waiting(app, boot)
    learnt = bool(boot["table"] or recall(LEARNT_KEY))
    await window.startup.breathe()
    app.update(declarations=boot["menu"], setup=setup, quarantined=boot["asides"], learnt=learnt)


def own_name(app):
    """The name of the person at this device: their own, or else "you"."""
    return app.state["settings"]["name"] or say("ui.you")


def names_of_seats(app, kinds):
    """Names for seats of these kinds: the person's own, and the bots' names in turn."""
    return seat_names(kinds, stored_name(own_name(app)))


def seat_names(kinds, person):
    """Names for seats of these kinds, with `person` as the person's name."""
    called, bots = [], 0
    for kind in kinds:
        bots += kind == "bot"
        called.append(new_game_form.new_seat(bots, [None])["name"] if kind == "bot" else person)
    return called


def rename_person(app, name):
    """Change the person's name at the table, in the statistics and in links. An empty name means "you"."""
    before, name = own_name(app), name.strip()[: new_game_form.NAME_LENGTH]
    app.change_setting("name", "" if is_nameless(name) or name == say("ui.you") else name)
    app.update(setup=new_game_form.with_person_named(app.state["setup"], before, own_name(app)))


def take_waiting(app, answer):
    """Take over whether another match waits, and whether matches can be saved."""
    app.update(another_waits=bool(answer["earlier"]), storage_problem=answer["kept"])


async def check_setup(app):
    """Let the engine check the choices for a new match. The form shows the result, or the reason of a conflict."""
    setup = app.state["setup"]
    found = {"problem": "", "ways": [], "summary": None, "wished": None}
    try:
        found["summary"] = await engine_client.call("check", **new_game_form.rules_arguments(setup))
    except engine_client.Refused as refused:
        found["problem"] = say(refused.key, new_game_form.refusal_in_words(refused.values))
        found.update(await engine_client.call("ways", **new_game_form.rules_arguments(setup)))
    if app.state["setup"]["seats"] == setup["seats"] and app.state["setup"]["changes"] == setup["changes"]:
        if found["summary"]:
            found["fitting"] = new_game_form.valid_part(app.state["setup"])
        app.update(setup=page_state.updated(app.state["setup"], **found))


def show_menu(app):
    """Show the welcome screen."""
    app.set_state(page_state.at_menu(app.state))


async def resume(app, by_force=False):
    """Resume the saved match; with `by_force` also if another tab has it. Return True if there was one."""
    scene = await app.ask("resume", by_force=by_force)
    if scene:
        log.clear()
        app.show(scene)
        app.run(app.advance())
    return bool(scene)


async def start(app, button):
    """Start a new match with the choices of the form."""
    setup = app.state["setup"]
    app.save_preference("table", new_game_form.KEY, new_game_form.to_storage(setup))
    aspect = app.frame_aspect()
    log.clear()
    first_match.adjust_pace(app)
    if await app.ask_for_scene("start", aspect=aspect, **new_game_form.start_arguments(setup)):
        address_links.clear_link()
    app.update(setup=page_state.updated(app.state["setup"], seed=None))


async def show_new_match(app, scene):
    """Show a match that came from a link, a file or the calendar, and continue it."""
    address_links.clear_link()
    log.clear()
    if scene.get("card"):
        first_match.adjust_pace(app)
    app.update(phase="menu", sheet_open=False)  # so that its phase counts as a new one
    app.show(scene)
    app.match_replaced.set()
    app.match_replaced = asyncio.Event()
    await app.advance()


async def next_round(app, button):
    """Deal the next round."""
    app.update(sheet_open=False)
    await app.ask_for_scene("next_round", aspect=app.board_view.camera.aspect())


def show_side_screen(app, screen, **more):
    """Show a side screen and make `more` changes to the state. A match stays on the table unchanged."""
    close_dialogs()
    app.update(screen=screen, **more)


async def new_game(app, button):
    """Open the form for a new match."""
    show_side_screen(app, "setup")
    one("#setup-title").focus()
    take_house_rules(app, await app.ask("houses"))
    await check_setup(app)


def take_house_rules(app, answer):
    """Take over the saved sets of house rules. Return the answer, None after a refusal."""
    if answer:
        app.update(house_rules=answer["houses"], storage_problem=answer["kept"])
        setup = app.state["setup"]
        house = saved_rules.find_set(answer["houses"], setup["house"])
        if house and not setup["title"]:
            app.update(setup=page_state.updated(setup, title=house["name"]))
    return answer


def back(app, button):
    """Return from a side screen to the table, where the match continues, or to the welcome screen."""
    over = app.scene and app.scene["phase"] == "match-over"
    app.update(screen="over" if over else "play" if app.scene else "welcome")
    focus.return_to_phase(app)
    if app.scene:
        automatic_turns.act_if_forced(app)
        app.run(app.advance())


async def leave(app, button):
    """Leave the table for the welcome screen, where the match waits."""
    close_dialogs()
    show_menu(app)
    answer = await app.ask("leave")
    take_waiting(app, answer)
    app.update(resumable=True)
    one("#resume").focus()


async def earlier(app, button):
    """Resume the match that another one replaced; that one then waits in its place."""
    if await app.ask_for_scene("earlier"):
        log.clear()


async def hint(app, button):
    """Show what the coach would do and why. Choose the tile and light the place, but never play it."""
    advice = await app.ask("hint")
    if advice is None:
        return
    choosing.deselect(app)
    if advice["tile"]:
        await choosing.choose(app, advice["tile"])
        meant = [place for place in app.state["places"] if place["move"] == advice["move"]]
        app.update(places=meant, hinted_move=advice["move"])
    else:
        app.update(hinted_action=advice["do"])
    app.show_notice(paragraph(advice["said"]), kind="hint")


async def review(app, button):
    """Review the finished round: the choices that mattered, and their cost."""
    seat = _reviewed_seat(app, button)
    button.disabled = True
    answer = await app.ask("review", seat=seat)
    button.disabled = False
    if answer and seat == app.state["reviewed_seat"]:
        app.update(round_review=answer)


async def review_match(app, button):
    """Summarize the finished match in one line: how much was luck, how much skill."""
    seat = _reviewed_seat(app, button)
    answer = {"done": 0, "of": app.scene["round"]["number"], "line": None}
    if seat is None:
        one("#over-title").focus()  # the button disappears
    while answer and not answer["line"]:
        app.update(luck_line=say("ui.luck-wait", answer))
        answer = await app.ask("review_match", seat=seat)
        if seat != app.state["reviewed_seat"]:
            return  # the person asked for another seat meanwhile
    line = answer["line"] if answer else None
    if line and seat is not None:
        line = ["review.to", {"name": app.scene["seats"][seat]["name"], "text": line}]
    app.update(luck_line=words(line) if line else "")


def _reviewed_seat(app, button):
    """The seat to review from now on: the one on the button, or None for the only person here."""
    seat = data(button, "whose")
    if seat is not None:
        app.update(reviewed_seat=int(seat))
    return app.state["reviewed_seat"]
