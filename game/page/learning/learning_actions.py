"""Actions for lessons, the written rules and the glossary. Each is action(app, button)."""

from game.for_types import TYPE_CHECKING
from game.page.board.table_drawing import frame_aspect
from game.page.events.advancing import ask_for_scene
from game.page.focus import focus
from game.page.kernel.dom import data, one
from game.page.learning import room
from game.page.log import log
from game.page.matches import match_actions
from game.page.new_game import new_game_form
from game.page.new_game.setup_check import names_of_seats
from game.page.screens.dialogs import close_dialogs, open_dialog
from game.page.screens.navigation import show_menu
from game.page.welcome import first_screen

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypedDict

    from game.contract.basics import Wanted
    from game.contract.play_answers import WrittenRules
    from game.page.kernel.app import App
    from game.page.page_types import Element, Task

    class NoRules(TypedDict):
        """No argument."""


SEAT_KINDS = "human", "bot", "bot"  # the seats of a lesson


def rules_to_show(app: "App") -> "Wanted | NoRules":
    """The arguments for the engine's verb `rules`: {} for the match on the table, else the choices of the form."""
    in_match = app.scene and app.scene["phase"] != "lesson"
    match: NoRules = {}
    return match if in_match else new_game_form.rules_arguments(app.state["setup"])


@room.action("learn")
async def learn(app: "App", button: "Element") -> "None":
    """Start the course, or continue it at the step that the person has reached."""
    close_dialogs()
    app.update(match_waits=bool(app.scene) and app.scene["phase"] != "match-over")
    await _open_step(app, app.state["lesson_reached"])


async def _open_step(app: "App", step: "int") -> "None":
    """Show a step of the course, by its number from 1."""
    app.update(sheet_open=False)
    log.clear()
    first_screen.remember_lesson(app, step)
    names = names_of_seats(app, SEAT_KINDS)
    rules_arguments = new_game_form.rules_arguments(app.state["setup"])
    # The table itself comes with the scene: until then nothing there can be pressed.
    aspect = frame_aspect(app)
    if await ask_for_scene(app, "lesson", step=step, names=names, aspect=aspect, **rules_arguments):
        focus.to_hand(app)
    else:
        show_menu(app)


def step_action(distance: "int") -> "Callable[[App, Element], Task | None]":
    """Make the action that goes `distance` steps on in the course; a negative distance goes back."""

    def go(app: "App", button: "Element") -> "Task":
        assert app.scene["phase"] == "lesson"
        return _open_step(app, app.scene["lesson"]["step"] + distance)

    return go


@room.action("lesson-leave")
async def leave(app: "App", button: "Element") -> "None":
    """Leave a lesson or puzzle: return to the match that waits, or to the welcome screen."""
    if not (app.state["match_waits"] and await match_actions.resume(app)):
        show_menu(app)
        focus.to_menu()
        await app.ask("leave")


@room.action("lesson-done")
async def finish(app: "App", button: "Element") -> "None":
    """Finish the course: resume the match that waits, show the first screen if a link waits there, or start a match."""
    first_screen.remember_lesson(app, 1)
    first_screen.remember_learnt(app)
    if app.state["match_waits"] and await match_actions.resume(app):
        return
    if any(takes_over(app) for takes_over in app.hooks.get("learnt", ())):
        await match_actions.leave(app, button)
    else:
        await match_actions.start(app, button)


@room.action("rules")
async def rules(app: "App", button: "Element") -> "None":
    """Open the written rules of the match on the table; without one, of the choices in the form."""
    await _open_rules(app, None)


@room.action("why")
async def why(app: "App", button: "Element") -> "None":
    """Open the written rules at the paragraph that explains the refusal beside the hand."""
    await _open_rules(app, app.state["notice_clause"])


async def _open_rules(app: "App", clause: "str | None") -> "None":
    """Open the written rules, at the paragraph of a clause unless `clause` is None."""
    written: WrittenRules | None = await app.ask("rules", **rules_to_show(app))
    if written:
        app.update(written_rules=written, rules_clause=clause)
        open_dialog("rules")
        _scroll_to_asked("#rules")


@room.action("glossary")
def glossary(app: "App", button: "Element") -> "None":
    """Open the glossary, and mark the term in the button's `data-term`, if it has one."""
    app.update(glossary_term=data(button, "term") or "")
    dialog = one("#glossary")
    if not dialog.open:
        dialog.showModal()
    _scroll_to_asked("#glossary")


def _scroll_to_asked(dialog: "str") -> "None":
    """Scroll a dialog to what the person asked for, or to its top: the browser remembers where it was closed."""
    asked = one(dialog + " [data-asked]")
    if asked:
        asked.scrollIntoView()
    else:
        one(dialog).scrollTop = 0


room.action("lesson-back")(step_action(-1))
room.action("lesson-on")(step_action(1))
