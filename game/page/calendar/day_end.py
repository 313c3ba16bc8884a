"""The last screen of a deal of the day: its date, its egg, the days in a row, and the result to share.

All of it comes from the calendar, so that the two never differ.
"""

from game.for_types import TYPE_CHECKING
from game.page.calendar import room
from game.page.calendar.calendar_view import result, share_result, streak
from game.page.events.event_bubbles import occasion
from game.page.kernel.dom import one
from game.page.kernel.room import required
from game.page.kernel.words import end_of_day, say, today, written_date

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import CalendarPage
    from game.contract.scenes import Scene
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Measured, SceneState, State, TableScene

EXPLAINED = 2  # so many first deals of a day say what the egg is


@room.view("day_end", "sheet_scene")
def view(state: "State") -> "list[Cell]":
    """The card of the day, and the buttons: "Share the result" is the main one, and another match comes second. Not for who came last."""
    day, scene = state["day_end"], state["sheet_scene"]
    is_day = bool(day and day["played"] and scene)
    shares_first = is_day and not _is_last(scene)  # type: ignore[arg-type]  # `is_day` looked
    is_alone = not scene or _plays_alone(scene)
    cells: list[Cell] = [
        ("#day-end", "hidden", not is_day),
        ("#day-end-send", "hidden", not is_day),
        ("#day-end-send", "data-second", "true" if is_day and not shares_first else None),
        ("#over-send", "hidden", is_day or not is_alone),
        ("#over-send-plain", "hidden", not is_day and is_alone),
        ('#over-send-plain [data-text="over.challenge"]', "hidden", not is_alone),
        ('#over-send-plain [data-text="over.send-match"]', "hidden", is_alone),
        ("#over-again", "data-second", "true" if shares_first else None),
        ('#over-again [data-text="ui.play-again"]', "hidden", is_day),
        ('#over-again [data-text="ui.play-new"]', "hidden", not is_day),
    ]
    if not day or not scene or not is_day:
        return cells
    played = required(day["played"])
    return cells + [
        ("#day-end-month", "text", written_date(day["date"], month="short")),
        ("#day-end-number", "text", str(int(day["date"][8:]))),
        ("#day-end-title", "text", occasion(scene)),
        ("#day-end-egg", "data-laid", None if played["late"] else "true"),
        ("#day-end-streak", "text", say("daily.late") if played["late"] else streak(day)),
        ("#day-end-note", "text", " ".join(_notes(day, scene["sheet"]["totals"], scene["you"]))),
    ]


def _plays_alone(scene: "TableScene") -> "bool":
    """Whether one person has played against bots: only such a deal can be a challenge, another match can only be watched."""
    return scene["you"] >= 0 and len([seat for seat in scene["seats"] if seat["level"] is None]) == 1


def _is_last(scene: "TableScene") -> "bool":
    """Whether nobody else has as many points as the person."""
    totals, own = scene["sheet"]["totals"], scene["sheet"]["totals"][scene["you"]]
    return len([total for total in totals if total >= own]) == 1


def _notes(day: "CalendarPage", totals: "list[int]", you: "int") -> "list[str]":
    """What the egg is, that an earlier try counts and not this one, and when the next deal comes."""
    own_first = [totals[you]] + [total for seat, total in enumerate(totals) if seat != you]
    notes = []
    if day["count"] <= EXPLAINED and not required(day["played"])["late"]:
        notes.append(say("daily.egg"))
    if required(day["played"])["points"] != own_first:
        notes.append(say("daily.first", {"result": result(day)}))
    if day["date"] == day["today"]:
        notes.append(say("daily.next", {"time": end_of_day()}))
    return notes


@room.effect("follow")
def load(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """After the deal of a day, load its page of the calendar."""
    scene = after["scene"]
    if after["phase"] == "match-over" and before["phase"] != "match-over" and scene.get("day"):
        app.run(_load(app, scene))  # type: ignore[arg-type]  # a finished match


async def _load(app: "App", scene: "Scene") -> "None":
    day: CalendarPage | None = await app.ask(
        "days", date=scene["day"], today=today(), preset=scene["day_preset"]
    )
    if day and app.scene is scene:
        app.update(day_end=day)


@room.action("share-day-end")
def share(app: "App", button: "Element") -> "None":
    """Share the result of the day that was just played."""
    share_result(app, required(app.state["day_end"]), one("#day-end-message"))
