"""Actions for the match list, replays, statistics and the backup file. Each is action(app, button)."""

from game.page import page_state
from game.page.dom import data, one
from game.page.history import match_list, replay_view
from game.page.input import match_actions
from game.page.panels import log
from game.page.screens import save_files
from game.page.screens.dialogs import close_dialogs, open_dialog, toast
from game.page.words import paragraph

LARGEST_BACKUP = 50_000_000  # the largest backup file that is read, in bytes
# The values of the state that are restored when a replay is left.
COVERED = ("screen", "sheet_open", "round_review", "luck_line", "reviewed_seat")


# --- lists


async def open_list(app, button):
    """Open the screen of all matches."""
    match_actions.show_side_screen(app, "matches", history_can_undo=False)
    one("#matches-title").focus()
    await _list(app)


async def _list(app):
    """Load the lists, then the pictures of the tables one by one."""
    answer = await app.ask("matches")
    if not answer:
        return
    app.update(kept_matches=answer["matches"], storage_problem=answer["kept"], quarantined=answer["asides"])
    await _history(app)
    answer = await app.ask("challenges")
    if answer:
        app.update(challenges=answer["challenges"])
    app.run(_pictures(app))


async def _history(app, start=0):
    wanted = app.state["history_filter"]
    answer = await app.ask("history", start=start, count=match_list.PORTION, **wanted)
    if answer and wanted is app.state["history_filter"]:
        before = app.state["history"]["rows"] if start else []
        app.update(history=page_state.updated(answer, rows=before + answer["rows"]))


async def _pictures(app):
    for match in app.state["kept_matches"]:
        if match["phase"] == "match-over" or app.state["screen"] != "matches":
            continue
        known = app.state["match_pictures"].get(match["id"])
        if known and known["when"] == match["when"]:
            continue
        drawn = await app.ask("match_picture", id=match["id"])
        if drawn:
            app.update(
                match_pictures=page_state.updated(
                    app.state["match_pictures"], **{match["id"]: dict(drawn, when=match["when"])}
                )
            )


def field_changed(app, field):
    """Handle a changed field of these screens."""
    if field.id == "figures-who":
        app.run(_figures(app, field.value))
    elif field.id == "replay-from":
        app.run(_show_answer(app, "replay_look", seat=int(field.value) if field.value else None))
    elif field.id == "archive-file":
        app.run(bring_in(app, field))
    else:
        name = "rules" if field.id == "history-rules" else "whom"
        app.update(history_filter=page_state.updated(app.state["history_filter"], **{name: field.value}))
        app.run(_history(app))


def more(app, button):
    """Load the next portion of finished matches."""
    return _history(app, start=len(app.state["history"]["rows"]))


async def open_match(app, button):
    """Resume a waiting match. The match on the table then waits."""
    id = data(button, "match")
    if id in [waits["id"] for waits in app.state["kept_matches"] if waits["here"]]:
        match_actions.back(app, button)
    else:
        log.clear()
        await app.ask_for_scene("open_match", id=id)


def rename(app, button):
    """Open the dialog for a match's title."""
    id = data(button, "match")
    listed = app.state["kept_matches"] + (app.state["history"] or {"rows": []})["rows"]
    title = next(match["title"] for match in listed if match["id"] == id)
    field = one("#rename-title")
    field.value = title or ""
    field.setAttribute("data-match", id)
    open_dialog("rename")
    field.select()


async def renamed(app):
    """Save the title from the dialog."""
    field = one("#rename-title")
    close_dialogs()
    answer = await app.ask("rename_match", id=data(field, "match"), title=field.value)
    if answer:
        app.update(kept_matches=answer["matches"], storage_problem=answer["kept"])
        await _history(app)


async def delete(app, button):
    """Delete a waiting match; it can be restored."""
    if await app.ask("delete_match", id=data(button, "match")):
        await _after_delete(app)


async def forget(app, button):
    """Delete a finished match from the history; it can be restored."""
    if await app.ask("forget_match", id=data(button, "match")):
        await _after_delete(app)


async def _after_delete(app):
    app.update(history_can_undo=True)
    one("#match-removed button").focus()
    await _list(app)


async def bring_back(app, button):
    """Restore the match that was deleted last."""
    app.update(history_can_undo=False)
    one("#matches-title").focus()
    await app.ask("undelete_match")
    await _list(app)


# --- files


async def export(app, button):
    """Download everything as one backup file."""
    save_files.download(await app.ask("export"), "chickenfoot-everything.json")


async def export_match(app, button):
    """Download the record of a finished match."""
    id = data(button, "match")
    save_files.download(await app.ask("export_match", id=id), "chickenfoot-{}.json".format(id))


def choose_file(app, button):
    """Open the file picker for a backup file; `bring_in` reads it."""
    one("#archive-file").click()


def _import_summary(answer):
    """A sentence on what a backup file brought, by kinds, and how much was known already."""
    known = [["memory.known", {"n": answer["known"]}]] if answer["known"] else []
    if not answer["kinds"]:
        return paragraph([["memory.came.nothing", {}]] + known)
    kinds = [["memory.came.kind." + kind, {"n": n}] for kind, n in answer["kinds"]]
    return paragraph([["memory.came", {"n": answer["new"] + answer["longer"], "what": kinds}]] + known)


async def bring_in(app, field):
    """Import a backup file and say what was new."""
    file = save_files.chosen_file(field, LARGEST_BACKUP)
    if not file:
        return
    left = bool(app.scene)
    if left:  # the file may hold a later state of the match on the table
        await match_actions.leave(app, field)
        app.update(screen="matches")
    answer = await app.ask_with_file("bring_in", file)
    field.value = ""
    if not answer and left and await match_actions.resume(app):  # the import failed: put the match back
        app.update(screen="matches")
    if answer:
        toast(_import_summary(answer))
        await _list(app)


# --- replays


def show_stop(app, stop):
    """Show a stop of the engine's open replay; the first call opens the replay from any screen."""
    if app.state["phase"] != "replay":
        close_dialogs()
        log.clear()
        state = app.state
        app.update(before_replay={name: state[name] for name in COVERED})
        app.show(replay_view.as_scene(stop))
        one("#replay-slider").focus()
    else:
        app.show(replay_view.as_scene(stop))


async def watch(app, button):
    """Replay a finished match."""
    await _show_answer(app, "replay", id=data(button, "match"), aspect=app.frame_aspect())


async def show_me(app, button):
    """Show the table before a choice that the review mentions."""
    number = app.scene["round"]["number"]
    await _show_answer(
        app, "replay_here", number=number, events=int(data(button, "at")), aspect=app.frame_aspect()
    )


async def _show_answer(app, verb, **given):
    stop = await app.ask(verb, **given)
    if stop:
        show_stop(app, stop)


def step_action(action):
    """Make an action that steps through the replay."""

    def step(app, button):
        return _show_answer(app, "replay_go", index=replay_view.target_index(app.scene["at"], action))

    return step


def slider_moved(app, field):
    """Follow the slider. While a request runs, only the latest wanted stop is kept."""
    if app.scene and app.scene["phase"] == "replay":
        idle = app.state["replay_wanted_stop"] is None
        app.update(replay_wanted_stop=int(field.value))
        if idle:
            app.run(_follow_slider(app))


async def _follow_slider(app):
    reached = None
    while app.state["replay_wanted_stop"] != reached:
        reached = app.state["replay_wanted_stop"]
        await _show_answer(app, "replay_go", index=reached)
    app.update(replay_wanted_stop=None)


async def play_from_here(app, button):
    """Start a match from the position of the replay."""
    log.clear()
    await app.ask_for_scene("replay_play", aspect=app.frame_aspect())


async def leave(app, button):
    """Return to where the replay was opened."""
    before = app.state["before_replay"]
    scene = await app.ask("replay_leave")
    log.clear()
    if scene:
        app.show(scene)
        app.update(**before)
    else:
        app.set_state(page_state.updated(page_state.at_menu(app.state), screen=before["screen"]))
        if before["screen"] == "matches":
            one("#matches-title").focus()


def pressed(app, key):
    """Handle a key during a replay. Return True if it has a meaning there."""
    if key not in replay_view.KEYS:
        return False
    app.run(step_action(replay_view.KEYS[key])(app, None))
    return True


# --- statistics


async def figures(app, button):
    """Open the statistics."""
    match_actions.show_side_screen(app, "figures", figures_can_undo=False)
    one("#figures-title").focus()
    await _figures(app, "")


async def _figures(app, name, verb="figures", anew=False):
    answer = await app.ask(verb, name=name)
    if answer:
        app.update(figures=answer, figures_can_undo=anew)


def reset(app, button):
    """Reset the statistics of this person; it can be undone."""
    return _figures(app, app.state["figures"]["figures"]["name"], "reset_figures", True)


def unreset(app, button):
    """Restore the statistics that were reset."""
    return _figures(app, app.state["figures"]["figures"]["name"], "unreset_figures")


ACTIONS = {
    "history": open_list,
    "history-more": more,
    "open-match": open_match,
    "rename-match": rename,
    "delete-match": delete,
    "forget-match": forget,
    "bring-back-match": bring_back,
    "export": export,
    "export-match": export_match,
    "import": choose_file,
    "replay": watch,
    "show-me": show_me,
    "play-from-here": play_from_here,
    "replay-leave": leave,
    "statistics": figures,
    "reset-figures": reset,
    "unreset-figures": unreset,
}
for _action in ("back-one", "on-one", "back-round", "on-round"):
    ACTIONS[_action] = step_action(_action)
