"""What clicks do: every button by its `data-action`, the hand, the places, the forms."""

from pyscript import document, window

from game.page import bridge, sound
from game.page.dom import attribute, data, one, show
from game.page.dom import listen as on
from game.page.input import gestures, keys
from game.page.screens import files, over, rules, sheet
from game.page.screens.dialogs import close_dialogs, toast
from game.page.screens.setup import Setup
from game.page.table import hand
from game.page.words import say, words


def listen(app):
    """Begins to listen; nothing is done before the engine answers."""
    on(document, "click", lambda event: clicked(app, event))
    on(document, "change", lambda event: changed(app, event))
    on(document, "pointerdown", lambda event: sound.wake())
    on(document, "submit", lambda event: submitted(app, event), passive=False)
    keys.listen(app)
    gestures.begin(app)


async def begin(app):
    """Asks the engine what there is; goes on with a saved match or shows the menu."""
    told = await app.ask("boot")

    async def check(**wishes):
        try:
            return await bridge.call("check", **wishes)
        except bridge.Refused as refused:
            return {"refused": say(refused.key, refused.values)}

    app.setup = Setup(told["menu"], check)
    show(one("#earlier"), told["earlier"])
    await app.setup.show()
    if window.location.hash.startswith("#c"):
        await open_link(app, window.location.hash)
    elif not (told["saved"] and await resume(app)):
        menu(app)


def menu(app):
    """The welcome screen."""
    app.scene = None
    app.screen("welcome")
    attribute(document.body, "data-turn", "")
    attribute(document.body, "data-phase", "menu")
    sheet.is_open(False)


async def resume(app):
    """Goes on with the match that was left or saved; True when there is one."""
    app.screen("play")
    scene = await app.ask("resume")
    if scene:
        one("#log").replaceChildren()
        app.show(scene)
        app.run(app.pump())
    return bool(scene)


async def open_link(app, code):
    """Takes over the table of a link, or says why not."""
    try:
        opened = await bridge.call("open_link", code=code)
    except bridge.Refused as refused:
        menu(app)
        toast(say(refused.key, refused.values))
        return
    await app.setup.take(opened)
    menu(app)
    app.screen("setup")


def clicked(app, event):
    """A click anywhere: what it does goes by the element that it hit."""
    button = event.target.closest("button")
    if gestures.dragged() or not button or button.disabled:
        return
    by_key = event.detail == 0
    tile, move, action = data(button, "tile"), data(button, "move"), data(button, "action")
    if tile:
        app.run(app.tap(tile, by_key))
    elif move:
        if not app.felt.early:
            app.run(app.play(app.felt.place_of(move)))
    elif action in ACTIONS:
        task = ACTIONS[action](app, button)
        if task:  # what needs no engine was done at once
            app.run(task)


def changed(app, event):
    """A field of a form was changed."""
    field = event.target
    if field.closest("#settings"):
        app.settings.changed(field)
        if app.scene:
            hand.show(app.scene, app.settings.get("order"))
    elif field.id == "record-file":
        app.run(files.open_record(app, field))
    elif field.closest("#setup-form"):
        app.run(app.setup.changed(field))


def submitted(app, event):
    """A typed move."""
    event.preventDefault()
    if event.target.id == "typed":
        app.run(keys.typed(app, one("#typed-move")))


# --- what the buttons do


async def start(app, button):
    """A new match as the form says."""
    wishes = app.setup.wishes()
    app.setup.remember()
    app.screen("play")
    app.felt.camera.measure()
    one("#log").replaceChildren()
    if not await app.change("start", aspect=app.felt.camera.aspect(), **wishes):
        menu(app)
    app.setup.seed = None


async def next_round(app, button):
    """The next round is dealt."""
    sheet.is_open(False)
    await app.change("next_round", aspect=app.felt.camera.aspect())


async def new_game(app, button):
    """The form for a new match."""
    close_dialogs()
    app.screen("setup")
    await app.setup.show()


def back(app, button):
    """From the form back to the table, or to the welcome screen."""
    if app.scene:
        app.screen("over" if app.scene["phase"] == "match-over" else "play")
    else:
        app.screen("welcome")


async def resume_match(app, button):
    """Back to the match that was left."""
    await resume(app)


async def leave(app, button):
    """From the table to the welcome screen; the match waits there."""
    close_dialogs()
    menu(app)
    told = await app.ask("leave")
    show(one("#earlier"), told["earlier"])
    show(one("#resume"), True)
    one("#resume").focus()


async def earlier(app, button):
    """Back to the match that gave way to another one, which then waits in its place."""
    one("#log").replaceChildren()
    if not await app.change("earlier"):
        menu(app)


async def play_again(app, button):
    """The same table once more."""
    await start(app, button)


async def draw(app, button):
    """Draws a tile."""
    await app.act("+")


async def pass_(app, button):
    """Passes."""
    await app.act("=")


async def take_back(app, button):
    """Takes the last tile back."""
    await app.act("<")


async def call(app, button):
    """Calls Chickenlittle, or readies the call."""
    can = app.scene["can"]["call"]
    if can == "now":
        await app.act("!")
    else:
        await app.change("arm", armed=can == "arm")


async def catch(app, button):
    """Catches a seat that did not call."""
    await app.act("?" + button.dataset.target)


async def undo(app, button):
    """Back to the last choice."""
    close_dialogs()
    await app.change("undo")


async def hint(app, button):
    """What the coach would do, and why; its tile is chosen and its place lit."""
    told = await app.ask("hint")
    if told is None:
        return
    app.let_go()
    if told["tile"]:
        await app.tap(told["tile"])
        app.felt.point_at(told["move"])
    else:
        attribute(one('#buttons [data-action="{}"]'.format(told["do"])), "data-wanted", "true")
    app.notice(" ".join([words(message) for message in told["said"]]), kind="hint")


async def review(app, button):
    """The round that is over is looked at again: what mattered, and what it cost."""
    button.disabled = True
    told = await app.ask("review")
    button.disabled = False
    if told:
        sheet.show_review(told)


async def review_match(app, button):
    """The match that is over in one line: how much was luck, how much skill."""
    over.luck_line(say("ui.luck-wait", {"done": 0, "of": app.scene["round"]["number"]}))
    one("#over-title").focus()  # the button has gone
    told = await app.ask("review_match")
    while told and not told["line"]:
        over.luck_line(say("ui.luck-wait", told))
        told = await app.ask("review_match")
    over.luck_line(words(told["line"]) if told else "")


def open_menu(app, button):
    """Menu and settings."""
    one("#menu").showModal()


def scores(app, button):
    """The score sheet."""
    close_dialogs()
    sheet.is_open(True)
    one("#sheet-title").focus()


def close_sheet(app, button):
    """The score sheet goes away."""
    sheet.is_open(False)


def close(app, button):
    """Closes the dialog that the button is in."""
    button.closest("dialog").close()


def show_keys(app, button):
    """The list of keys."""
    close_dialogs()
    one("#keys").showModal()


async def add_player(app, button):
    """One more bot."""
    await app.setup.add()


async def remove_player(app, button):
    """One bot fewer."""
    await app.setup.remove(int(button.closest("#players > li").dataset.number))


def zoom_in(app, button):
    """Closer."""
    app.felt.camera.zoom(1.3)


def zoom_out(app, button):
    """Further away."""
    app.felt.camera.zoom(1 / 1.3)


def zoom_fit(app, button):
    """The whole table."""
    app.felt.camera.fit()


ACTIONS = {
    "start": start,
    "next-round": next_round,
    "new-game": new_game,
    "back": back,
    "resume": resume_match,
    "leave": leave,
    "earlier": earlier,
    "play-again": play_again,
    "draw": draw,
    "pass": pass_,
    "take-back": take_back,
    "call": call,
    "catch": catch,
    "undo": undo,
    "hint": hint,
    "review": review,
    "review-match": review_match,
    "menu": open_menu,
    "scores": scores,
    "close-sheet": close_sheet,
    "close": close,
    "share": files.share,
    "copy-link": files.copy_link,
    "save-record": files.save_record,
    "open-record": files.choose_record,
    "keys": show_keys,
    "add-player": add_player,
    "remove-player": remove_player,
    "zoom-in": zoom_in,
    "zoom-out": zoom_out,
    "zoom-fit": zoom_fit,
    "table-rules": rules.table_rules,
}
