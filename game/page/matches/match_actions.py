"""Actions for matches and the coach: start, resume, leave, hint, review. An action is called as action(app, button).

The other functions take over the engine's answers into the state.
"""

import asyncio

from pyscript import window

from game.narration.localization.texts import is_nameless
from game.page.focus import focus
from game.page.kernel import engine_client, page_state
from game.page.kernel.dom import data, one, recall
from game.page.kernel.words import paragraph, say, stored_name, words
from game.page.links import address_links
from game.page.log import log
from game.page.new_game import new_game_form, saved_rules
from game.page.people import phone_seats
from game.page.play import choosing
from game.page.screens.dialogs import close_dialogs
from game.page.settings import settings
from game.page.turns import automatic_turns, first_match

MOST_SENTENCES = 3  # how many sentences of a hint are shown; the engine sends the weightiest reasons first
LEARNT_KEY = "chickenfoot-learnt"  # a key of localStorage, set when the person finishes the course


async def take_boot_answer(app, boot):
    """Put the engine's answer to the verb `boot` into the state: settings, choices for the next match, saved data.

    boot["table"] are the choices of the last match or None, boot["menu"] the declarations of options and rule-books, and
    boot["quarantined"] the quarantined entries.
    """
    setup = new_game_form.from_storage(recall(new_game_form.KEY), boot["menu"])
    if boot["table"]:
        setup = new_game_form.valid(boot["table"], boot["menu"])
    has_played = boot["table"] or boot["saved"] or boot["earlier"] or recall(new_game_form.KEY)
    chosen = app.state["settings"]
    if boot["settings"]:
        chosen = settings.valid(boot["settings"])
    elif not (has_played or recall(settings.KEY)):
        chosen = page_state.updated(chosen, speed="new")
    learnt = bool(boot["table"] or recall(LEARNT_KEY))
    await window.startup.breathe()  # lets the browser handle taps
    state = page_state.updated(
        with_waiting(app.state, boot),
        settings=chosen,
        declarations=boot["menu"],
        setup=new_game_form.with_person_named(setup, say("ui.you"), name_or_you(chosen)),
        quarantined=boot["quarantined"],
        learnt=learnt,
    )
    app.set_state(state)


def own_name(app):
    """The name of the person at this device: their own, or else "you"."""
    return name_or_you(app.state["settings"])


def name_or_you(settings):
    """The person's name in the settings, or else "you"."""
    return settings["name"] or say("ui.you")


def names_of_seats(app, kinds):
    """Names for seats of these kinds, "bot" or "human", with the person's own name for a human."""
    return seat_names(kinds, stored_name(own_name(app)))


def seat_names(kinds, person):
    """Names for seats of these kinds: the name `person` for a human, and a different name for each bot."""
    names, bots = [], 0
    for kind in kinds:
        bots += kind == "bot"
        names.append(new_game_form.new_seat(bots, [None])["name"] if kind == "bot" else person)
    return names


def rename_person(app, name):
    """Change the person's name in the settings and in the choices for the next match. An empty name means "you"."""
    before, name = own_name(app), name.strip()[: new_game_form.NAME_LENGTH]
    app.change_setting("name", "" if is_nameless(name) or name == say("ui.you") else name)
    app.update(setup=new_game_form.with_person_named(app.state["setup"], before, own_name(app)))


def take_waiting(app, answer):
    """Put into the state whether another match waits, and why nothing can be saved; see `with_waiting`."""
    app.set_state(with_waiting(app.state, answer))


def with_waiting(state, answer):
    """The state with the facts that the engine's answers to `boot` and `leave` share.

    They are whether another match waits, and why nothing can be saved ("" as long as the store works).
    """
    return page_state.updated(
        state, another_waits=bool(answer["earlier"]), storage_problem=answer["storage_problem"]
    )


def check_setup(app):
    """Post the choices for a new match to the engine now. Return an awaitable that shows the result of its check.

    The form shows a summary of the rules, or a conflict and its fixes.
    """
    setup = app.state["setup"]
    return _show_check(app, setup, engine_client.post("check", **new_game_form.rules_arguments(setup)))


async def _show_check(app, setup, request):
    result = {"problem": "", "ways": [], "summary": None, "wished": None}
    try:
        result["summary"] = await engine_client.answer(request)
    except engine_client.Refused as refused:
        result["problem"] = say(refused.key, new_game_form.refusal_in_words(refused.values))
        result.update(await engine_client.call("ways", **new_game_form.rules_arguments(setup)))
    # Ignore the result if the person changed the choices meanwhile: that change starts a check of its own.
    if app.state["setup"]["seats"] == setup["seats"] and app.state["setup"]["changes"] == setup["changes"]:
        if result["summary"]:
            result["fitting"] = new_game_form.valid_part(app.state["setup"])
        app.update(setup=page_state.updated(app.state["setup"], **result))


def show_menu(app):
    """Show the welcome screen."""
    app.set_state(page_state.at_menu(app.state))


async def resume(app, by_force=False):
    """Resume the saved match.

    With `by_force`, take it over from another tab. Return True if a match is on the table now.
    """
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
    """Show the scene of a match from a link, a file or the calendar, and continue the match."""
    replace_match(app, scene)
    await app.advance()


def replace_match(app, scene):
    """Show the scene of another match than the one before."""
    address_links.clear_link()
    log.clear()
    if scene.get("card"):
        first_match.adjust_pace(app)
    app.update(phase="menu", sheet_open=False)  # so that the scene changes the phase, even to "playing" again
    app.show(scene)
    app.match_replaced.set()
    app.match_replaced = asyncio.Event()


async def next_round(app, button):
    """Deal the next round."""
    app.update(sheet_open=False)
    await app.ask_for_scene("next_round", aspect=app.board_view.camera.aspect())


def show_side_screen(app, screen, back_to=None, **changes):
    """Show a side screen, with other changes of the state. A match stays on the table unchanged.

    `back_to` is (another side screen, the selector of its button) if `back` returns there.
    """
    close_dialogs()
    app.update(screen=screen, back_to=back_to, **changes)


async def new_game(app, button, back_to=None, phones=False):
    """Open the form for a new match, or for a table with own phones. `back_to` as for `show_side_screen`."""
    app.update(setup=phone_seats.with_phones(app.state["setup"], phones))
    show_side_screen(app, "setup", back_to)
    one("#setup-title").focus()
    take_house_rules(app, await app.ask("houses"))
    await check_setup(app)


def take_house_rules(app, answer):
    """Put the saved sets of house rules into the state.

    `answer` is the engine's answer with the sets, or None after a refusal; return it. Its "storage_problem" says why nothing can be saved.
    """
    if answer:
        app.update(house_rules=answer["houses"], storage_problem=answer["storage_problem"])
        setup = app.state["setup"]
        house = saved_rules.find_set(answer["houses"], setup["house"])
        if house and not setup["title"]:
            app.update(setup=page_state.updated(setup, title=house["name"]))
    return answer


def back(app, button):
    """Return from a side screen to the one that opened it, to the table, where the match continues, or to the welcome screen."""
    if app.state["back_to"]:
        screen, selector = app.state["back_to"]
        app.update(screen=screen, back_to=None)
        one(selector).focus()
        return
    over = app.scene and app.scene["phase"] == "match-over"
    app.update(screen="over" if over else "play" if app.scene else "welcome")
    focus.return_to_phase(app)
    if app.scene:
        automatic_turns.act_if_forced(app)
        app.run(app.advance())


async def leave(app, button):
    """Leave the match and show the welcome screen, whose main button resumes the match."""
    close_dialogs()
    show_menu(app)
    answer = await app.ask("leave")
    take_waiting(app, answer)
    app.update(resumable=True)
    one("#resume").focus()


async def earlier(app, button):
    """Resume the newest other match. The current match then waits in its place."""
    if await app.ask_for_scene("earlier"):
        log.clear()


async def hint(app, button):
    """Show the coach's advice and its reason. Choose the tile and light its place, but never play it."""
    advice = await app.ask("hint")
    if advice is None:
        return
    choosing.deselect(app)
    if advice["tile"]:
        await choosing.choose(app, advice["tile"])
        advised = [place for place in app.state["places"] if place["move"] == advice["move"]]
        app.update(places=advised, hinted_move=advice["move"])
    else:
        app.update(hinted_action=advice["do"])
    app.show_notice(paragraph(advice["said"][:MOST_SENTENCES]), kind="hint")


async def review(app, button):
    """Show the coach's review of the finished round: the choices that mattered, and their cost."""
    seat = _reviewed_seat(app, button)
    button.disabled = True
    answer = await app.ask("review", seat=seat)
    button.disabled = False
    if answer and seat == app.state["reviewed_seat"]:
        app.update(round_review=answer)
        # The button lost the focus while it was disabled. Now it is hidden, unless several persons share the screen.
        if seat is None:
            one("#review-title").focus()
            one("#review-title").scrollIntoView()
        else:
            button.focus()


async def review_match(app, button):
    """Sum up the finished match in one line: how much was luck, how much skill.

    While the rounds are reviewed, show how many are done.
    """
    seat = _reviewed_seat(app, button)
    answer = {"done": 0, "of": app.scene["round"]["number"], "line": None}  # like an answer of the engine
    if seat is None:
        one("#over-title").focus()  # the button disappears
    while answer and not answer["line"]:
        app.update(luck_line=say("ui.luck-wait", answer), best_move=None)
        answer = await app.ask("review_match", seat=seat)
        if seat != app.state["reviewed_seat"]:
            return  # the person asked for another seat meanwhile
    line = answer["line"] if answer else None
    if line and seat is not None:
        line = ["review.to", {"name": app.scene["seats"][seat]["name"], "text": line}]
    app.update(luck_line=words(line) if line else "", best_move=answer.get("best") if answer else None)


def _reviewed_seat(app, button):
    """Put the seat that the button names into the state, if it names one.

    Return the seat to review: None for the only person here.
    """
    seat = data(button, "whose")
    if seat is not None:
        app.update(reviewed_seat=int(seat))
    return app.state["reviewed_seat"]
