"""Links that were opened: show their content, and wait for the person to accept or decline it."""

from game.for_types import TYPE_CHECKING
from game.page.board.table_drawing import frame_aspect
from game.page.calendar import calendar_view
from game.page.history import history_actions
from game.page.kernel import engine_client
from game.page.kernel.dom import one
from game.page.kernel.room import required, updated
from game.page.learning import learning_actions
from game.page.links.address_links import clear_link, link_refused
from game.page.matches import match_actions
from game.page.new_game import new_game_form, saved_rules
from game.page.new_game.setup_check import check_setup, names_of_seats, take_house_rules
from game.page.screens.dialogs import close_dialogs, open_dialog
from game.page.screens.navigation import show_menu
from game.page.sharing import room

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import DayContent
    from game.contract.scenes import AnyScene
    from game.page.kernel.app import App
    from game.page.page_types import Element, Task
    from game.page.sharing import HouseCard, OpenedLink


@room.link("#c", "#r", "#p", "#d", "#h")
async def open_link(app: "App", code: "str") -> "None":
    """Open a link, whose code stays in the address: show its content, and wait for the person to accept it.

    A match in play stays saved.
    """
    try:
        opened: DayContent | OpenedLink = await engine_client.call(
            "open_house" if code.startswith("#h") else "open_link", code=code
        )
    except engine_client.Refused as refused:
        link_refused(app, refused)
        return
    if opened["kind"] == "day":
        clear_link(app)
        if not app.scene:
            show_menu(app)
        await calendar_view.open_day(app, opened["date"], opened["preset"])
        return
    opened["code"] = code
    if opened["kind"] == "house":
        opened["new"] = False  # True only right after the person saves these house rules
    if not app.scene:
        show_menu(app)
    app.update(opened_link=opened)
    if opened["kind"] == "answer":
        clear_link(app)  # only results: the person has nothing to accept
    open_dialog("answered" if opened["kind"] == "answer" else "opened")


@room.action("accept-link", "accept-again")
async def accept(app: "App", button: "Element") -> "None":
    """Start, continue or show the content of the opened link."""
    opened = app.state["opened_link"]
    if not opened:  # a second press: the first one has used the link
        return
    close_dialogs()
    if opened["kind"] == "house":
        await play_by_link(app, opened)
        return
    match_waits = bool(app.scene) and app.scene["phase"] not in ("match-over", "puzzle")
    app.update(opened_link=None, puzzle_answer=None, match_waits=match_waits)
    seats = opened["seats"] if opened["kind"] == "challenge" or opened["kind"] == "answer" else []
    names = names_of_seats(app, [seat["kind"] for seat in seats])
    scene: AnyScene | None = await app.ask(
        "take_link", code=opened["code"], names=names, aspect=frame_aspect(app)
    )
    if scene and scene["phase"] == "replay":
        clear_link(app)
        history_actions.show_stop(app, scene)
    elif scene:
        await match_actions.show_new_match(app, scene)


@room.action("learn-first")
def learn_first(app: "App", button: "Element") -> "Task":
    """Open the course before the opened link, which is offered again afterwards. Its code stays in the address."""
    app.update(link_waits=True)
    return learning_actions.learn(app, button)


@room.on("learnt")
def is_link_waiting(app: "App") -> "bool":
    """Whether the first screen comes after the course, because a link is offered there."""
    return app.state["link_waits"]


@room.observer("phase")
def offer_again(app: "App", phase: "str") -> "None":
    """Offer the link that waits for the course, once the person has left it."""
    if app.state["link_waits"] and phase != "lesson":
        app.update(link_waits=False)
        if phase == "menu" and app.state["opened_link"]:
            open_dialog("opened")


@room.action("pass-by-link")
def decline(app: "App", button: "Element") -> "None":
    """Close the dialog of the opened link, and drop the link."""
    close_dialogs()
    app.update(opened_link=None)
    clear_link(app)


async def play_by_link(app: "App", opened: "HouseCard") -> "None":
    """Start a match by the rules of an opened link, with as many seats as the link says.

    `opened` is the answer of the verb `open_house`: the link's set, whose key "houses" holds the saved sets.
    """
    setup = new_game_form.with_seat_count(
        app.state["setup"], opened["players"], required(app.state["declarations"])["levels"]
    )
    app.update(opened_link=None, house_rules=opened["houses"], setup=saved_rules.with_set(setup, opened))
    await check_setup(app)
    await match_actions.start(app, None)


@room.action("keep-rules")
async def keep(app: "App", button: "Element") -> "None":
    """Save the rules of the opened link as a set. The dialog of the link stays open, and says that the set is saved."""
    opened = app.state["opened_link"]
    if not opened:  # a second press: the first one has used the link
        return
    answer = take_house_rules(app, await app.ask("keep_house", code=opened["code"]))
    if answer:
        id, rule_sets = answer["id"], answer["houses"]
        name = required(saved_rules.find_set(rule_sets, id))["name"]
        # with `new`, the dialog says that the set has just been saved
        app.update(opened_link=updated(opened, id=id, houses=rule_sets, name=name, new=True))
        one("#opened-go").focus()
