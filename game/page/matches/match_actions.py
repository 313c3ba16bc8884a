"""Start, resume and leave matches, and bring another match to the table."""

from game.for_types import TYPE_CHECKING
from game.page.board.camera import Camera
from game.page.board.table_drawing import frame_aspect
from game.page.events.advancing import advance, ask_for_scene
from game.page.events.waits import match_replaced
from game.page.focus.focus import to_menu
from game.page.links.address_links import clear_link
from game.page.log import log
from game.page.matches import room
from game.page.new_game import new_game_form
from game.page.screens.dialogs import close_dialogs, open_dialog
from game.page.screens.navigation import show_menu
from game.page.settings.settings import save_preference
from game.page.turns import first_match

if TYPE_CHECKING:
    from game.contract.answers.list_answers import Resumable
    from game.contract.scenes import Scene
    from game.page.kernel.app import App
    from game.page.page_types import Element, State, Task


@room.reducer("boot")
def with_waiting(state: "State", answer: "Resumable") -> "State":
    """What the engine's answers to `boot` and `leave` share: which matches wait, and why nothing can be saved."""
    return {
        "another_waits": bool(answer["earlier"]),
        "next_match": answer.get("next"),
        "storage_problem": answer["storage_problem"],
    }


def take_waiting(app: "App", answer: "Resumable") -> "None":
    """Put the facts of `with_waiting` into the state."""
    app.update(**with_waiting(app.state, answer))


@room.action("resume")
def resume_match(app: "App", button: "Element") -> "Task":
    """Resume the saved match."""
    return resume(app)


async def resume(app: "App", by_force: "bool" = False) -> "bool":
    """Resume the saved match.

    With `by_force`, take it over from another tab. Return True if a match is on the table now.
    """
    scene: Scene | None = await app.ask("resume", by_force=by_force)
    if scene:
        log.clear()
        app.show(scene)
        app.run(advance(app))
    return bool(scene)


@room.action("start", "play-again")
async def start(app: "App", button: "Element") -> "None":
    """Start a new match with the choices of the form."""
    setup = app.state["setup"]
    save_preference(app, "table", new_game_form.KEY, new_game_form.to_storage(setup))
    aspect = frame_aspect(app)
    log.clear()
    first_match.adjust_pace(app)
    if await ask_for_scene(app, "start", aspect=aspect, **new_game_form.start_arguments(setup)):
        clear_link(app)


async def show_new_match(app: "App", scene: "Scene") -> "None":
    """Show the scene of a match from a link, a file or the calendar, and continue the match."""
    replace_match(app, scene)
    await advance(app)


def replace_match(app: "App", scene: "Scene") -> "None":
    """Show the scene of another match than the one before."""
    clear_link(app)
    log.clear()
    if scene.get("card"):
        first_match.adjust_pace(app)
    app.update(phase="menu", sheet_open=False)  # so that the scene changes the phase, even to "playing" again
    app.show(scene)
    match_replaced(app)


@room.action("next-round")
async def next_round(app: "App", button: "Element") -> "None":
    """Deal the next round."""
    app.update(sheet_open=False)
    await ask_for_scene(app, "next_round", aspect=app.object(Camera).aspect())


@room.action("leave")
async def leave_table(app: "App", button: "Element") -> "None":
    """Leave the table. A guest of another device is asked first, because a bot then plays on.

    Awaits the hook "leaving" (app) before.
    """
    if app.guest:
        open_dialog("party-leave")
        return
    for end in app.hooks.get("leaving", ()):
        await end(app)
    await leave(app, button)


async def leave(app: "App", button: "Element") -> "None":
    """Leave the match and show the welcome screen, whose main button resumes a match that is not finished."""
    close_dialogs()
    show_menu(app)
    answer: Resumable | None = await app.ask("leave")
    if answer:
        take_waiting(app, answer)
        app.update(resumable=answer["saved"])
    to_menu()


@room.action("earlier")
async def earlier(app: "App", button: "Element") -> "None":
    """Resume the newest other match. The current match then waits in its place."""
    log.clear()
    await ask_for_scene(app, "earlier")
