"""Matches that begin, wait and end, and the coach: what the buttons for these do, each as action(app, button)."""

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
from game.page.words import paragraph, say, stored, words

LEARNT = "chickenfoot-learnt"  # the course was done, in this browser


async def declare(app, there):
    """Takes over what the engine's `boot` answered; in pieces, as all of the start."""
    wishes = new_game_form.recalled(recall(new_game_form.KEY), there["menu"])
    if there["table"]:
        wishes = new_game_form.valid(there["table"], there["menu"])
    played = there["table"] or there["saved"] or there["earlier"] or recall(new_game_form.KEY)
    if there["settings"]:
        app.put(settings=settings.valid(there["settings"]))
    elif not (played or recall(settings.KEY)):
        app.put(settings=page_state.changed(app.state["settings"], speed="new"))
    wishes = new_game_form.renamed(wishes, say("ui.you"), own_name(app))
    waits(app, there)
    learnt = bool(there["table"] or recall(LEARNT))
    await window.startup.breathe()
    app.put(declarations=there["menu"], setup=wishes, quarantined=there["asides"], learnt=learnt)


def own_name(app):
    """How the person at this device is called: as they once wrote, else "you"."""
    return app.state["settings"]["name"] or say("ui.you")


def names(app, kinds):
    """Return names for seats of these kinds, as the engine stores them: the person's own, and those of bots in turn."""
    return seat_names(kinds, stored(own_name(app)))


def seat_names(kinds, person):
    """The same with the name of the person."""
    called, bots = [], 0
    for kind in kinds:
        bots += kind == "bot"
        called.append(new_game_form.new_seat(bots, [None])["name"] if kind == "bot" else person)
    return called


def call_person(app, name):
    """From now on the person at this device is called so, at the table, in figures and in links; without a name "you"."""
    before, name = own_name(app), name.strip()[: new_game_form.LONG]
    app.like("name", "" if is_nameless(name) or name == say("ui.you") else name)
    app.put(setup=new_game_form.renamed(app.state["setup"], before, own_name(app)))


def waits(app, there):
    """Takes over what waits besides the match on the table, and whether it is kept."""
    app.put(another_waits=bool(there["earlier"]), storage_problem=there["kept"])


async def check(app):
    """Asks the engine what the wishes come to; the form shows it, or in a sentence what does not fit."""
    wishes = app.state["setup"]
    found = {"problem": "", "ways": [], "summary": None, "wished": None}
    try:
        found["summary"] = await engine_client.call("check", **new_game_form.rules_wished(wishes))
    except engine_client.Refused as refused:
        found["problem"] = say(refused.key, new_game_form.in_words(refused.values))
        found.update(await engine_client.call("ways", **new_game_form.rules_wished(wishes)))
    if app.state["setup"]["seats"] == wishes["seats"] and app.state["setup"]["changes"] == wishes["changes"]:
        if found["summary"]:
            found["fitting"] = new_game_form.fitting(app.state["setup"])
        app.put(setup=page_state.changed(app.state["setup"], **found))


def menu(app):
    """The welcome screen."""
    app.become(page_state.menu(app.state))


async def resume(app, by_force=False):
    """Goes on with the match that was left or saved, with `by_force` if another tab has it; True when there is one."""
    scene = await app.ask("resume", by_force=by_force)
    if scene:
        log.clear()
        app.show(scene)
        app.run(app.pump())
    return bool(scene)


async def start(app, button):
    """A new match as the form says."""
    wishes = app.state["setup"]
    app.keep("table", new_game_form.KEY, new_game_form.to_keep(wishes))
    aspect = app.aspect()
    log.clear()
    first_match.begins(app)
    if await app.change("start", aspect=aspect, **new_game_form.wishes(wishes)):
        address_links.begun()
    app.put(setup=page_state.changed(app.state["setup"], seed=None))


async def seated(app, scene):
    """A match has come to the table from elsewhere: it is shown from the beginning, and goes on."""
    address_links.begun()
    log.clear()
    if scene.get("card"):
        first_match.begins(app)
    app.put(phase="menu", sheet_open=False)  # whatever phase it is in is a new one
    app.show(scene)
    app.another.set()
    app.another = asyncio.Event()
    await app.pump()


async def next_round(app, button):
    """The next round is dealt."""
    app.put(sheet_open=False)
    await app.change("next_round", aspect=app.board_view.camera.aspect())


def beside(app, screen, **more):
    """Shows a screen beside the table, and changes `more` of the state; a match stays there meanwhile as it is."""
    close_dialogs()
    app.put(screen=screen, **more)


async def new_game(app, button):
    """The form for a new match."""
    beside(app, "setup")
    one("#setup-title").focus()
    take_houses(app, await app.ask("houses"))
    await check(app)


def take_houses(app, answer):
    """Takes over which sets of rules are kept, and answers the same; None after a refusal."""
    if answer:
        app.put(house_rules=answer["houses"], storage_problem=answer["kept"])
        wishes = app.state["setup"]
        house = saved_rules.of(answer["houses"], wishes["house"])
        if house and not wishes["title"]:
            app.put(setup=page_state.changed(wishes, title=house["name"]))
    return answer


def back(app, button):
    """From a screen beside the table back to it, where the match goes on, or to the welcome screen."""
    over = app.scene and app.scene["phase"] == "match-over"
    app.put(screen="over" if over else "play" if app.scene else "welcome")
    focus.come_back(app)
    if app.scene:
        automatic_turns.consider(app)
        app.run(app.pump())


async def leave(app, button):
    """From the table to the welcome screen; the match waits there."""
    close_dialogs()
    menu(app)
    left = await app.ask("leave")
    waits(app, left)
    app.put(resumable=True)
    one("#resume").focus()


async def earlier(app, button):
    """Back to the match that gave way to another one, which then waits in its place."""
    if await app.change("earlier"):
        log.clear()


async def hint(app, button):
    """What the coach would do, and why; its tile is chosen and its place lit, and never played."""
    advice = await app.ask("hint")
    if advice is None:
        return
    choosing.let_go(app)
    if advice["tile"]:
        await choosing.choose(app, advice["tile"])
        meant = [place for place in app.state["places"] if place["move"] == advice["move"]]
        app.put(places=meant, hinted_move=advice["move"])
    else:
        app.put(hinted_action=advice["do"])
    app.notice(paragraph(advice["said"]), kind="hint")


async def review(app, button):
    """The round that is over is looked at again: what mattered, and what it cost."""
    seat = _whose(app, button)
    button.disabled = True
    looked = await app.ask("review", seat=seat)
    button.disabled = False
    if looked and seat == app.state["reviewed_seat"]:
        app.put(round_review=looked)


async def review_match(app, button):
    """The match that is over in one line: how much was luck, how much skill."""
    seat = _whose(app, button)
    looked = {"done": 0, "of": app.scene["round"]["number"], "line": None}
    if seat is None:
        one("#over-title").focus()  # the button goes
    while looked and not looked["line"]:
        app.put(luck_line=say("ui.luck-wait", looked))
        looked = await app.ask("review_match", seat=seat)
        if seat != app.state["reviewed_seat"]:
            return  # somebody else is looked back at by now
    line = looked["line"] if looked else None
    if line and seat is not None:
        line = ["review.to", {"name": app.scene["seats"][seat]["name"], "text": line}]
    app.put(luck_line=words(line) if line else "")


def _whose(app, button):
    """Who is looked back at from now on: None for the one person here, or the seat on the button, of several."""
    seat = data(button, "whose")
    if seat is not None:
        app.put(reviewed_seat=int(seat))
    return app.state["reviewed_seat"]
