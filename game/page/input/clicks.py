"""Clicks and form fields: call the action of the clicked button or changed field.

ACTIONS lists the actions of all buttons. An action is a function action(app, button). It returns None, or a task for
App.run.
"""

from pyscript import document, ffi, window

from game.page.events import pacing
from game.page.files import save_files, storage_full
from game.page.focus import focus
from game.page.history import history_actions, turning_point
from game.page.input import slow_buttons
from game.page.kernel import page_state
from game.page.kernel.dom import data, listen, mark_typing, one
from game.page.kernel.words import words
from game.page.keyboard import keyboard
from game.page.late import laboratory_entrance, own_phones_entrance
from game.page.learning import learning_actions
from game.page.links import address_links
from game.page.log import recap
from game.page.matches import engine_restart, match_actions
from game.page.new_game import saved_rules_actions
from game.page.new_game.new_game_form import with_bot_added, with_seat_removed
from game.page.play import choosing, gestures
from game.page.preferences import settings_actions
from game.page.score_pad import pad_actions, paper_sheet
from game.page.screens.dialogs import close_dialogs, open_dialog
from game.page.seats import explanations
from game.page.sharing import sharing_actions
from game.page.sound import sound
from game.page.turns import curtain, first_match

BUTTON_ZOOM = 1.3  # the zoom factor of one click on a zoom button
SHORTCUTS = ("new-game", "resume", "daily")  # actions that an address may start (take_shortcut)


def attach_listeners(app):
    """Attach all event listeners. Until the engine has started, requests wait in a queue."""
    listen(document, "click", lambda event: clicked(app, event))
    listen(document, "change", lambda event: field_changed(app, event))
    listen(document, "input", lambda event: field_typed(app, event.target))
    listen(document, "focusout", lambda event: mark_typing(event.target, False))
    listen(document, "pointerdown", lambda event: sound.unlock())
    listen(document, "visibilitychange", lambda event: app.send_pending_move())
    window.onpagehide = ffi.create_proxy(lambda event: page_hidden(app))
    window.onhashchange = ffi.create_proxy(lambda event: address_changed(app))
    # The events "engine:…" come from assets/boot.js.
    listen(document, "engine:tell", lambda event: engine_told(app, event.detail))
    listen(document, "engine:silent", lambda event: app.update(engine_silent=True))
    listen(document, "engine:heard", lambda event: app.update(engine_silent=False))
    listen(document, "engine:broke", lambda event: app.run(engine_restart.engine_broke(app, event.detail)))
    listen(document, "submit", lambda event: submitted(app, event), passive=False)
    document.addEventListener("close", ffi.create_proxy(lambda event: focus.leave_dialog(app)), True)
    keyboard.attach_listeners(app)
    paper_sheet.listen_for_print()
    gestures.attach_listeners(app)


def page_hidden(app):
    """Before the browser leaves the page: send the move that waits, and say goodbye to a host."""
    app.send_pending_move()
    if app.guest:
        app.guest.go_away()


def engine_told(app, event):
    """Handle a message of the engine that answers no request.

    It is "free" if another tab has released the match, "elsewhere" if another tab has taken it over, and "party" if
    something changed at a table with guests.
    """
    if event == "free":
        app.run(engine_restart.match_released(app))
    elif event == "party":
        app.run(own_phones_entrance.changed(app))
    else:
        app.match_taken()


async def _open_link(app, code):
    """Open the link whose code is in the address."""
    if own_phones_entrance.is_pairing(code):
        address_links.clear_link()
        await own_phones_entrance.open_code(app, code)
    elif address_links.is_comparison(code):
        await laboratory_entrance.open_link(app, code)
    else:
        await address_links.open_link(app, code)


def address_changed(app):
    """Open a link that arrived in the address while the page is open.

    The code is read now: before a task starts, a move within the history (browser_back.py) may have changed the address.
    """
    code = address_links.new_link_code()
    if code:
        app.run(link_arrived(app, code))


async def link_arrived(app, code):
    """Open a link whose code arrived in the address."""
    await _open_link(app, code)
    await match_actions.check_setup(app)


async def begin(app, boot_request):
    """Await the saved data. Then open a link, continue the saved match, or show the menu.

    `boot_request` is the posted request for the verb `boot` (see `engine_client.post`). Between the steps `breathe`
    (assets/boot.js) lets the browser handle taps.
    """
    breathe = window.startup.breathe
    code = address_links.link_code()
    invited = own_phones_entrance.is_pairing(code)
    if invited:  # a guest needs no engine
        match_actions.show_menu(app)  # also if the invitation cannot be read
        await _open_link(app, code)
    boot = await app.receive(boot_request)
    await breathe()
    await match_actions.take_boot_answer(app, boot)
    checked = match_actions.check_setup(app)  # its answer comes while the menu is painted
    await breathe()
    shortcut = address_links.take_shortcut()
    if invited:
        app.update(resumable=boot["saved"])
        await checked
        return
    resumed = boot["saved"] and shortcut in ("", "resume") and await match_actions.resume(app)
    code = address_links.link_code()  # another link may have come since the first line
    if not code and not resumed:
        app.set_state(page_state.updated(page_state.at_menu(app.state), resumable=boot["saved"]))
    await checked
    if code:
        await link_arrived(app, code)
    elif not resumed and shortcut in SHORTCUTS and shortcut in ACTIONS:
        await ACTIONS[shortcut](app, None)


def clicked(app, event):
    """Handle a click: find the clicked button, and run its action by its `data-` attributes.

    Until the page has started, assets/boot.js keeps the press and repeats it then.
    """
    if data(document.body, "start") != "ready":
        return
    button = event.target.closest("button")
    if gestures.ends_drag():
        return
    if not button or button.disabled:
        if app.state["notice"]:
            app.set_state(page_state.without_notice(app.state))  # a tap beside the buttons removes the notice
        return
    focus.remember_pressed(button)
    tile, move, action = data(button, "tile"), data(button, "move"), data(button, "action")
    if tile:
        app.run(choosing.tap(app, tile, event.detail == 0))  # a click by keyboard has detail 0
    elif move:
        for place in app.state["places"]:
            is_meant = place["move"] == move and str(place["toe"]) == data(button, "toe")
            if is_meant and not app.state["laid_early"]:
                app.run(choosing.play(app, place))
                break
    elif data(button, "code"):  # an off-turn move of another person at this screen
        app.run(app.ask_for_scene("act", code=data(button, "code"), seat=int(data(button, "by"))))
    elif action in ACTIONS:
        task = ACTIONS[action](app, button)
        if task:  # actions that need no engine return None
            app.run(slow_buttons.with_busy_mark(button, action, task))


def field_changed(app, event):
    """Handle a changed form field."""
    field = event.target
    mark_typing(field, False)
    for selector, handle in FIELDS:
        if field.closest(selector):
            task = handle(app, field)
            if task:
                app.run(task)
            return


def field_typed(app, field):
    """Handle a moved slider, or a character typed in a field."""
    if field.id == "replay-slider":
        history_actions.slider_moved(app, field)
    else:
        mark_typing(field, field.type == "text")


def submitted(app, event):
    """Handle a submitted form: a typed move, or a new title of a match."""
    event.preventDefault()
    if event.target.id == "rename-form":
        app.run(history_actions.renamed(app))
    if event.target.id == "typed":
        app.run(keyboard.play_typed(app, one("#typed-move")))


# --- actions of buttons


async def call(app, button):
    """Call "Chickenlittle!" now. If it is too early, arm or disarm the call: an armed call comes with the next play."""
    possible = app.scene["can"]["call"]  # "now", "arm", or "armed" if the call is armed already
    if possible == "now":
        await app.make_move("!")
    else:
        await app.ask_for_scene("arm", armed=possible == "arm")


async def undo(app, button):
    """Undo back to the person's last choice. A notice says what was taken back; `show` has announced it already."""
    close_dialogs()
    scene = await app.ask("undo")
    if scene:
        await app.show_and_continue(scene)
        if scene["said"] and not scene["anew"]:  # at a shared device `said` tells the whole round
            app.update(notice=words(scene["said"][0]), notice_kind="about", notice_clause=None)


def scores(app, button):
    """Open the score sheet."""
    close_dialogs()
    app.update(sheet_open=True)
    one("#sheet-title").focus()


def close(app, button):
    """Close the dialog of the button. Return nothing: the result of the browser's `close` would count as a task."""
    button.closest("dialog").close()


async def add_player(app, button):
    """Add a bot in the form for a new match."""
    app.update(setup=with_bot_added(app.state["setup"], app.state["declarations"]["levels"]))
    await match_actions.check_setup(app)


async def remove_player(app, button):
    """Remove the seat of the button's row in the form for a new match."""
    number = int(data(button.closest("#players > li"), "number"))
    app.update(setup=with_seat_removed(app.state["setup"], number))
    await match_actions.check_setup(app)


async def follow_link(app, button):
    """Leave the match and open the form with the rules of the link."""
    await address_links.accept_first_link(app, button)
    await match_actions.check_setup(app)


def dismiss(app, button):
    """Dismiss the standing notice of the button."""
    kind = data(button.closest("[data-standing]"), "standing")
    app.update(dismissed_lines=app.state["dismissed_lines"] + (kind,))


def move_action(code):
    """Make an action that plays a move code."""
    return lambda app, button: app.make_move(code)


def dialog_action(name):
    """Make an action that opens a dialog."""
    return lambda app, button: open_dialog(name)


def zoom_action(factor):
    """Make an action that zooms the table by `factor`."""
    return lambda app, button: app.board_view.camera.zoom(factor)


ACTIONS = {
    "start": match_actions.start,
    "play-again": match_actions.start,
    "next-round": match_actions.next_round,
    "new-game": match_actions.new_game,
    "back": match_actions.back,
    "resume": lambda app, button: match_actions.resume(app),
    "earlier": match_actions.earlier,
    "draw": explanations.draw_tile,
    "begin-round": pacing.close_card,
    "pass": explanations.pass_turn,
    "take-back": move_action("<"),
    "catch": lambda app, button: app.make_move("?" + data(button, "target")),
    "call": call,
    "undo": undo,
    "lift": curtain.lift,
    "hint": match_actions.hint,
    "review": match_actions.review,
    "review-match": match_actions.review_match,
    "menu": dialog_action("menu"),
    "settings": dialog_action("preferences"),
    "keys": dialog_action("keys"),
    "scores": scores,
    "close-sheet": lambda app, button: app.update(sheet_open=False),
    "close": close,
    "save-record": save_files.save_record,
    "save-asides": save_files.save_quarantined,
    "make-room": storage_full.make_room,
    "save-match": history_actions.export_match,
    "remove-match": storage_full.remove,
    "bring-back": storage_full.bring_back,
    "dismiss": dismiss,
    "follow-link": follow_link,
    "decline-link": address_links.decline_first_link,
    "open-record": save_files.choose_record,
    "add-player": add_player,
    "remove-player": remove_player,
    "zoom-in": zoom_action(BUTTON_ZOOM),
    "zoom-out": zoom_action(1 / BUTTON_ZOOM),
    "zoom-fit": lambda app, button: app.board_view.camera.fit(),
}
ACTIONS.update(engine_restart.ACTIONS)
ACTIONS.update(own_phones_entrance.ACTIONS)
ACTIONS.update(laboratory_entrance.ACTIONS)
ACTIONS.update(learning_actions.ACTIONS)
ACTIONS.update(history_actions.ACTIONS)
ACTIONS.update(turning_point.ACTIONS)
ACTIONS.update(explanations.ACTIONS)
ACTIONS.update(recap.ACTIONS)
ACTIONS.update(first_match.ACTIONS)
ACTIONS.update(settings_actions.ACTIONS)
ACTIONS.update(sharing_actions.ACTIONS)
ACTIONS.update(pad_actions.ACTIONS)

# (selector, handler): a changed field goes to the handler of the first selector that it or one of its ancestors matches.
# A handler is called as handler(app, field), and returns None or a task for App.run.
FIELDS = (
    ("#settings", settings_actions.setting_changed),
    ("#share", sharing_actions.field_changed),
    ("#house-sender", saved_rules_actions.sender_changed),
    ("#replay-slider", lambda app, field: None),  # `field_typed` has handled its movement already
    ("#matches, #figures, #replay, #archive-file", history_actions.field_changed),
    ("#record-file", save_files.open_record),
    ("#pad", pad_actions.field_changed),
    ("#quick", settings_actions.first_screen_changed),
    # a field without a name only unfolds a part of the form
    ("#setup-form [name], #house-name", settings_actions.setup_changed),
)
FIELDS += own_phones_entrance.FIELDS + laboratory_entrance.FIELDS
