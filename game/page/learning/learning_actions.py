"""Actions for lessons, the written rules and the glossary. Each is action(app, button)."""

from game.page.dom import data, one, recall, remember
from game.page.input import match_actions
from game.page.learning import lesson_card
from game.page.panels import log
from game.page.play import focus
from game.page.screens import new_game_form
from game.page.screens.dialogs import close_dialogs, open_dialog

KINDS = "human", "bot", "bot"  # who sits in a lesson


def rules_to_show(app):
    """The rules to show: {} for the match on the table, else the choices of the form."""
    playing = app.scene and app.scene["phase"] != "lesson"
    return {} if playing else new_game_form.rules_arguments(app.state["setup"])


async def learn(app, button):
    """Start or continue the course."""
    close_dialogs()
    app.update(match_waits=bool(app.scene) and app.scene["phase"] != "match-over")
    await _open_step(app, lesson_card.stored_step(recall(lesson_card.KEY)))


async def _open_step(app, step):
    app.update(screen="play", sheet_open=False)
    log.clear()
    remember(lesson_card.KEY, str(step))
    names = match_actions.names_of_seats(app, KINDS)
    given = new_game_form.rules_arguments(app.state["setup"])
    if await app.ask_for_scene(
        "lesson", step=step, names=names, aspect=app.board_view.camera.aspect(), **given
    ):
        focus.to_hand(app)
    else:
        match_actions.show_menu(app)


def step_action(by):
    """Make an action that moves `by` steps in the course."""
    return lambda app, button: _open_step(app, app.scene["lesson"]["step"] + by)


async def leave(app, button):
    """Return to the waiting match, or to the welcome screen. The course can be continued later."""
    if not (app.state["match_waits"] and await match_actions.resume(app)):
        match_actions.show_menu(app)
        focus.to_menu()
        await app.ask("leave")


async def finish(app, button):
    """End the course: start a match, or resume the waiting one."""
    remember(lesson_card.KEY, "1")
    app.update(learnt=True)
    remember(match_actions.LEARNT_KEY, "true")
    if not (app.state["match_waits"] and await match_actions.resume(app)):
        await match_actions.start(app, button)


async def rules(app, button):
    """Open the written rules of the match in play, or of the form's choices."""
    await _open_rules(app, None)


async def why(app, button):
    """Open the written rules at the paragraph behind a refusal."""
    await _open_rules(app, app.state["notice_clause"])


async def _open_rules(app, clause):
    written = await app.ask("rules", **rules_to_show(app))
    if written:
        app.update(written_rules=written, rules_clause=clause)
        open_dialog("rules")
        if clause:
            one("#rules-text [data-asked]").scrollIntoView()


def glossary(app, button):
    """Open the glossary, and mark the button's term."""
    app.update(glossary_term=data(button, "term") or "")
    dialog = one("#glossary")
    if not dialog.open:
        dialog.showModal()
    asked = one("#glossary-words [data-asked]")
    if asked:
        asked.scrollIntoView()


ACTIONS = {
    "learn": learn,
    "lesson-back": step_action(-1),
    "lesson-on": step_action(1),
    "lesson-leave": leave,
    "lesson-done": finish,
    "rules": rules,
    "why": why,
    "glossary": glossary,
}
