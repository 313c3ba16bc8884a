"""Actions for the match list, replays and the backup file. Each is action(app, button).

`button` is the pressed element. Its `data-match` is the id of a match.
"""

from game.for_types import TYPE_CHECKING
from game.page.board import motion
from game.page.board.table_drawing import frame_aspect
from game.page.events.advancing import ask_for_scene
from game.page.files import save_files
from game.page.history import match_list, replay_view, room, statistics_view, way_back
from game.page.kernel.dom import data, one
from game.page.kernel.room import required, updated
from game.page.kernel.words import say
from game.page.log import log
from game.page.matches import match_actions
from game.page.screens.dialogs import close_dialogs, open_dialog, toast
from game.page.screens.navigation import back, show_menu, show_side_screen

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from game.contract.answers.list_answers import BroughtIn, HistoryList, MatchList
    from game.contract.answers.sharing_answers import ChallengeList
    from game.contract.basics import Picture
    from game.contract.scenes import ReplayScene, Scene
    from game.page.kernel.app import App
    from game.page.page_types import Element, Task

LARGEST_BACKUP = 50_000_000  # bytes; a larger backup file is refused


# --- lists


@room.action("history", slow=True)
async def open_list(app: "App", button: "Element") -> "None":
    """Open the screen of all matches."""
    show_side_screen(app, "matches", history_can_undo=False)
    one("#matches-title").focus()
    await _load_lists(app)


async def _load_lists(app: "App") -> "None":
    """Load the saved matches, the finished ones and the challenges. The pictures of the tables follow one by one."""
    answer: MatchList | None = await app.ask("matches")
    if not answer:
        return
    problem = answer["storage_problem"]
    app.update(kept_matches=answer["matches"], storage_problem=problem, quarantined=answer["quarantined"])
    await _load_finished(app)
    known: ChallengeList | None = await app.ask("challenges")
    if known:
        app.update(challenges=known["challenges"])
    app.run(_load_pictures(app))


async def _load_finished(app: "App", start: "int" = 0) -> "None":
    """Load a portion of the finished matches, from number `start` on, and append it to the list."""
    wanted = app.state["history_filter"]
    answer: HistoryList | None = await app.ask("history", start=start, count=match_list.PORTION, **wanted)
    if answer and wanted is app.state["history_filter"]:
        before = required(app.state["history"])["rows"] if start else []
        app.update(history=updated(answer, rows=before + answer["rows"]))


async def _load_pictures(app: "App") -> "None":
    """Load the picture of each waiting match, unless it is loaded and the match has not changed since."""
    for match in required(app.state["kept_matches"]):
        if match["phase"] == "match-over" or app.state["screen"] != "matches":
            continue
        known = app.state["match_pictures"].get(match["id"])
        if known and known["when"] == match["when"]:
            continue
        drawn: Picture | None = await app.ask("match_picture", id=match["id"])
        if drawn:
            app.update(
                match_pictures=updated(
                    app.state["match_pictures"], **{match["id"]: dict(drawn, when=match["when"])}
                )
            )


@room.field("#matches, #statistics, #replay, #archive-file")
def field_changed(app: "App", field: "Element") -> "None":
    """Handle a changed field of the match list, the statistics or the replay."""
    if field.id == "replay-slider":  # `slider_moved` has handled its movement already
        return
    if field.id == "statistics-who":
        app.run(statistics_view.load_statistics(app, field.value))
    elif field.id == "statistics-same":
        app.run(statistics_view.join(app, field.value))
    elif field.id == "replay-from":
        app.run(ask_for_stop(app, "replay_look", seat=int(field.value) if field.value else None))
    elif field.id == "archive-file":
        app.run(bring_in(app, field))
    else:
        name = "rules" if field.id == "history-rules" else "whom"
        app.update(history_filter=updated(app.state["history_filter"], **{name: field.value}))
        app.run(_load_finished(app))


@room.action("history-more")
def more(app: "App", button: "Element") -> "Task":
    """Load the next portion of finished matches."""
    return _load_finished(app, start=len(required(app.state["history"])["rows"]))


@room.action("open-match")
async def open_match(app: "App", button: "Element") -> "None":
    """Resume a waiting match; the match on the table stays saved. For the match on the table itself, return to it."""
    id = data(button, "match")
    if id in [match["id"] for match in required(app.state["kept_matches"]) if match["here"]]:
        back(app, button)
    else:
        log.clear()
        await ask_for_scene(app, "open_match", id=id)


@room.action("rename-match")
def rename(app: "App", button: "Element") -> "None":
    """Open the dialog in which the person types a title for a match."""
    id = data(button, "match")
    history = app.state["history"]
    titles = [(match["id"], match["title"]) for match in required(app.state["kept_matches"])]
    titles += [(match["id"], match["title"]) for match in (history["rows"] if history else [])]
    title = next(title for known, title in titles if known == id)
    field = one("#rename-title")
    field.value = title or ""
    field.setAttribute("data-match", id)
    open_dialog("rename")
    field.select()


@room.form("rename-form")
async def renamed(app: "App") -> "None":
    """Save the title from the dialog."""
    field = one("#rename-title")
    close_dialogs()
    answer: MatchList | None = await app.ask("rename_match", id=data(field, "match"), title=field.value)
    if answer:
        app.update(kept_matches=answer["matches"], storage_problem=answer["storage_problem"])
        await _load_finished(app)


@room.action("delete-match")
async def delete(app: "App", button: "Element") -> "None":
    """Delete a waiting match, and offer to restore it."""
    if await app.ask("delete_match", id=data(button, "match")):
        await _after_delete(app)


@room.action("forget-match")
async def forget(app: "App", button: "Element") -> "None":
    """Delete a finished match from the history, and offer to restore it."""
    if await app.ask("forget_match", id=data(button, "match")):
        await _after_delete(app)


async def _after_delete(app: "App") -> "None":
    app.update(history_can_undo=True)
    one("#match-removed button").focus()
    await _load_lists(app)


@room.action("bring-back-match")
async def bring_back(app: "App", button: "Element") -> "None":
    """Restore the match or challenge that was deleted last."""
    app.update(history_can_undo=False)
    one("#matches-title").focus()
    await app.ask("undelete_match")
    await _load_lists(app)


# --- files


@room.action("export", slow=True)
async def export(app: "App", button: "Element") -> "None":
    """Download all stored entries as one backup file."""
    save_files.download(await app.ask("export"), "chickenfoot-everything.json")


@room.action("export-match", "save-match")
async def export_match(app: "App", button: "Element") -> "None":
    """Download the record of a finished match."""
    id = data(button, "match")
    save_files.download(await app.ask("export_match", id=id), "chickenfoot-{}.json".format(id))


@room.action("import")
def choose_file(app: "App", button: "Element") -> "None":
    """Open the file picker for a backup file; `bring_in` reads it."""
    one("#archive-file").click()


async def bring_in(app: "App", field: "Element") -> "None":
    """Import the backup file that was chosen in the file picker `field`, and say how much of it was new."""
    file = save_files.chosen_file(app, field, LARGEST_BACKUP)
    if not file:
        return
    left_match = bool(app.scene)
    if left_match:  # the file may contain a later state of the match on the table
        await match_actions.leave(app, field)
        app.update(screen="matches")
    answer: BroughtIn | None = await app.ask_with_file("bring_in", file)
    field.value = ""
    if not answer and left_match and await match_actions.resume(app):  # the import failed: put the match back
        app.update(screen="matches")
    if answer:
        toast(app, match_list.import_summary(answer))
        await _load_lists(app)


# --- replays


def show_stop(app: "App", stop: "ReplayScene") -> "None":
    """Show a stop (one position) of the replay, as the engine sent it. The first call opens the replay from any screen."""
    if app.state["phase"] != "replay":
        close_dialogs()
        log.clear()
        state: Any = app.state
        before: Any = {name: state[name] for name in ("screen", "sheet_open") + tuple(app.phase_values)}
        app.update(before_replay=before)
        app.show(stop)
        one("#replay-slider").focus()
    else:
        app.show(stop)


@room.action("replay", slow=True)
def watch(app: "App", button: "Element") -> "Task":
    """Replay a finished match."""
    return open_replay(app, button, "replay", id=data(button, "match"))


@room.action("show-me", slow=True)
def show_me(app: "App", button: "Element") -> "Task":
    """Replay the match on the table from just before a reviewed choice: `data-at` events into the round `data-number`.

    Without a number it is the round on the table.
    """
    number = int(data(button, "number") or app.scene["round"]["number"])
    events = int(data(button, "at"))
    seat = app.state["reviewed_seat"]
    return open_replay(app, button, "replay_here", runs=False, number=number, events=events, seat=seat)


async def open_replay(
    app: "App", button: "Element", verb: "str", runs: "bool" = True, **arguments: "Any"
) -> "None":
    """Send a request that opens a replay. `leave` returns to the button, and to what was on screen.

    If it `runs`, it plays by itself from the beginning on, unless things do not move for this person.
    """
    app.update(replay_place=way_back.place_of(button))  # before `frame_aspect`, which hides the button
    await ask_for_stop(app, verb, aspect=frame_aspect(app), **arguments)
    if app.state["phase"] != "replay":  # the engine refused
        app.update(replay_place=None)
    elif runs and motion.is_on():
        app.update(replay_runs=True)


async def ask_for_stop(app: "App", verb: "str", **arguments: "Any") -> "None":
    """Send a request that the engine answers with a stop of the replay, and show that stop."""
    stop: ReplayScene | None = await app.ask(verb, **arguments)
    if stop:
        show_stop(app, stop)


def step_action(target: "str") -> "Callable[[App, Element], Task]":
    """Make the action that goes to a target of `replay_view.target_index`; "on-round", for example, is the next round."""

    def step(app: "App", button: "Element") -> "Task":
        app.update(replay_runs=False)
        scene: Any = app.scene  # a replay: nothing else has these buttons
        at = scene["at"]
        return ask_for_stop(app, "replay_go", index=replay_view.target_index(at, target))

    return step


@room.slider("#replay-slider")
def slider_moved(app: "App", field: "Element") -> "None":
    """Go to the stop at the slider's position. While a request runs, only the latest position is remembered."""
    if app.scene and app.scene["phase"] == "replay":
        idle = app.state["replay_wanted_stop"] is None
        app.update(replay_wanted_stop=int(field.value), replay_runs=False)
        if idle:
            app.run(_follow_slider(app))


async def _follow_slider(app: "App") -> "None":
    shown = None
    while app.state["replay_wanted_stop"] != shown:
        shown = app.state["replay_wanted_stop"]
        await ask_for_stop(app, "replay_go", index=shown)
    app.update(replay_wanted_stop=None)


@room.action("play-from-here")
async def play_from_here(app: "App", button: "Element") -> "None":
    """Start a new match that continues from the stop on screen, and say so."""
    log.clear()
    if await ask_for_scene(app, "replay_play"):
        toast(app, say("replay.plays-on"))


@room.action("replay-leave")
async def leave(app: "App", button: "Element") -> "None":
    """Close the replay, and return to the screen from which it was opened."""
    app.update(replay_runs=False)
    before = app.state["before_replay"]
    scene: Scene | None = await app.ask("replay_leave")
    log.clear()
    if scene:
        app.show(scene)
        app.update(**before)
    else:
        show_menu(app, screen=before["screen"])
        if before["screen"] == "matches":
            one("#matches-title").focus()
    if app.state["replay_place"]:
        way_back.go_back(app.state["replay_place"])
        app.update(replay_place=None)


def pressed(app: "App", key: "str") -> "bool":
    """Handle the press of a key during a replay. Return whether the key is one of `replay_view.KEYS`."""
    if key not in replay_view.KEYS:
        return False
    app.run(step_action(replay_view.KEYS[key])(app, None))
    return True


# --- statistics


for _target in ("back-one", "on-one", "back-round", "on-round"):
    room.action(_target)(step_action(_target))
