"""The dialog of the daily deal: a calendar, the day's result, and a text to share that reveals no tile.

Dates are UTC, as "2026-11-22".
"""

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.board.table_drawing import frame_aspect
from game.page.calendar import room
from game.page.history.match_list import plain_rules
from game.page.kernel import engine_client
from game.page.kernel.dom import data, listen, one
from game.page.kernel.room import required, updated
from game.page.kernel.words import counted_levels, end_of_day, say, today, written_date
from game.page.links import pass_on
from game.page.links.address_links import link_of
from game.page.matches import match_actions
from game.page.new_game import new_game_form
from game.page.new_game.new_game_form import option_word
from game.page.new_game.setup_check import names_of_seats
from game.page.screens.dialogs import close_dialogs, open_dialog

if TYPE_CHECKING:
    from typing import Any

    from game.contract.answers.sharing_answers import CalendarPage, DayResult
    from game.contract.basics import Value
    from game.contract.scenes import Scene
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Row, State

# The number of the first bot's name: those of other tables would have other faces here.
DAYS_PLAYERS = 7
LOOK_AGAIN = 60_000  # ms between two looks at the date


@room.view("daily_deal", "setup")
def view(state: "State") -> "list[Cell]":
    """The cells of the dialog of the daily deal."""
    day = state["daily_deal"]
    if not day:
        return []
    played = day["played"]
    rules = {
        "rules": plain_rules(day["preset"]),
        "levels": counted_levels(day["levels"]),
        "time": end_of_day(),
    }
    weeks = [(n, "t-week", [("", "rows", _week(week, day))]) for n, week in enumerate(day["weeks"])]
    heading = written_date(day["date"])
    if day["date"] >= day["today"]:
        heading = say("daily.date", {"date": heading, "time": end_of_day()})
    elif not played:
        heading = say("daily.missed", {"date": heading})
    full_week = [date for date, _ in day["weeks"][1]]  # the first week may contain empty squares
    weekdays = [(n, "t-weekday", _weekday(date)) for n, date in enumerate(full_week)]
    return [
        ("#daily-date", "text", heading),
        ('#daily [data-action="month-before"]', "disabled", not day["before"]),
        ('#daily [data-action="month-after"]', "disabled", not day["after"]),
        ("#daily-rules", "text", say("daily.rules", rules)),
        ("#daily-other", "hidden", bool(played) or not day["differs"]),
        ("#daily-differs", "text", _differs(day, state) if day["differs"] else ""),
        (
            "#daily-changes",
            "rows",
            [(code, "t-said", [("", "text", _change(code, value))]) for code, value in day["differs"]],
        ),
        ("#daily-result", "hidden", not played),
        ("#daily-result", "text", result(day) if played else ""),
        ("#daily-month caption", "text", written_date(day["date"], month="long", year="numeric")),
        ("#daily-names", "rows", weekdays),
        ("#daily-weeks", "rows", weeks),
        ("#daily-streak", "text", streak(day)),
        ('#daily [data-action="play-day"]', "hidden", bool(played)),
        ('#daily [data-action="play-day"]', "text", _play_words(day)),
        ('#daily [data-action="share-day"]', "hidden", not played),
    ]


def _play_words(day: "CalendarPage") -> "str":
    """What the button does that plays a day's deal: begin it, or go on with it."""
    if not day["begun"]:
        return say("ui.play")
    return say("daily.go-on" if day["date"] == day["today"] else "daily.go-on-past")


def _differs(day: "CalendarPage", state: "State") -> "str":
    """One line: by which rule-book this deal is, and in how many points it differs from the person's own."""
    values = {
        "n": len(day["differs"]),
        "book": ["preset.{}.name".format(day["preset"]), {}],
        "own": ["preset.{}.name".format(known_preset(state)), {}],
    }
    return say("daily.other-book", values)


def _change(code: "str", value: "Value") -> "str":
    return say("house.way", {"option": say("option." + code + ".label"), "value": option_word(code, value)})


def known_preset(state: "State") -> "str":
    """The rule-book that the person knows: that of their last match, or that of the first one."""
    return state["setup"]["preset"] or required(new_game_form.START["preset"])


def result(day: "CalendarPage") -> "str":
    """A sentence with the person's place and all points. The day must have been played."""
    played = required(day["played"])
    values = updated(_own_result(played), others=[str(other) for other in sorted(played["points"][1:])])
    if not played["used"]:
        return say("daily.result", values)
    return say("daily.helped", updated(values, used=["used." + played["used"], {}]))


def _own_result(played: "DayResult") -> "dict[str, Any]":
    """The person's place and points, as values for `say`."""
    points = played["points"][0]  # the person's own are first
    return {
        "place": ["ordinal.{}".format(played["place"]), {}],
        "points": ["count.points", {"n": points}],
    }


def streak(day: "CalendarPage") -> "str":
    """A sentence with the number of days played in a row, and the longest such streak; before the first, what there is."""
    if not day["count"]:
        return say("daily.begun" if day["begun"] else "daily.none")
    return say("daily.streak", {"n": day["streak"], "best": day["best"]})


def _weekday(date: "str") -> "list[Cell]":
    return [
        ("abbr", "title", written_date(date, weekday="long")),
        ("abbr", "text", written_date(date, weekday="narrow")),
    ]


def _week(week: "list[tuple[str, int | None]]", day: "CalendarPage") -> "list[Row]":
    return [(n, "t-day", _day(date, place, day)) for n, (date, place) in enumerate(week)]


def _day(date: "str", place: "int | None", day: "CalendarPage") -> "list[Cell]":
    """The cells of one square of the calendar; an empty `date` makes an empty square."""
    label = written_date(date) if date else ""
    is_today = date == day["today"]
    if is_today:
        label = say("daily.pick-today", {"date": label})
    if place:
        values = {"date": label, "played": say("daily.place", {"place": ["ordinal.{}".format(place), {}]})}
        label = say("daily.pick-played", values)
    return [
        ("", "data-place", place or None),
        ("", "aria-current", "date" if date == day["date"] else None),
        ("", "data-today", "true" if is_today else None),
        (".day", "text", str(int(date[8:])) if date else ""),
        (".day", "data-date", date),
        (".day", "aria-label", label),
        (".day", "hidden", not date),
        (".day", "disabled", date > day["today"]),
    ]


# --- the card on the first screen of a phone


@room.view("day_streak")
def day_card(state: "State") -> "list[Cell]":
    """Today's date, the last seven days as eggs, and the days in a row; after today's deal its result, too."""
    day = state["day_streak"]
    if not day:
        return []
    latest, played = day["latest"], day["played"]
    return [
        ("#day-month", "text", written_date(day["today"], month="short")),
        ("#day-number", "text", str(int(day["today"][8:]))),
        (
            "#day-eggs",
            "rows",
            [(n, "t-egg", [("", "data-laid", "true" if laid else None)]) for n, laid in enumerate(latest)],
        ),
        ("#day-note", "hidden", bool(played)),
        ("#day-result", "hidden", not played),
        ("#day-result", "text", say("daily.card-result", _own_result(played)) if played else ""),
        ("#day-streak", "text", _card_line(day)),
    ]


def _card_line(day: "CalendarPage") -> "str":
    """The days in a row, and what is to do: play today's deal, go on with it, or wait for the next one."""
    if day["begun"]:
        return say("daily.go-on")
    in_a_row = say("daily.card-streak", {"n": day["streak"]}) if day["streak"] else ""
    if not day["played"]:
        return in_a_row or say("daily.card-unplayed")
    values = {"days": in_a_row, "time": end_of_day()}
    return say("daily.card-row-next" if day["streak"] > 1 else "daily.card-next", values)


@room.view("day_streak")
def end_offer(state: "State") -> "list[Cell]":
    """Today's deal, under "More" at the end of a match."""
    day = state["day_streak"]
    return [("#over-day span", "text", say("daily.go-on" if day and day["begun"] else "over.day"))]


@room.observer("faces_shown")
def fill_card(app: "App", ready: "bool") -> "None":
    """Fill the card once the page has started."""
    app.run_in_background(_load_card(app))


@room.observer("screen")
def refill_card(app: "App", screen: "str") -> "None":
    """Fill the card again after a match, which may have been today's deal."""
    if screen == "welcome" and app.state["faces_shown"]:
        app.run_in_background(_load_card(app))


@room.observer("phase")
def refill_at_end(app: "App", phase: "str") -> "None":
    """Fill it again at the end of a match, which offers today's deal."""
    if phase == "match-over":
        app.run_in_background(_load_card(app))


@room.on("attach")
def watch_the_date(app: "App") -> "None":
    """Look at the date again and again, and at once when the page is shown again: it may be open past midnight."""
    listen(document, "visibilitychange", lambda event: refill_on_new_day(app))
    window.setInterval(ffi.create_proxy(lambda: refill_on_new_day(app)), LOOK_AGAIN)


def refill_on_new_day(app: "App") -> "None":
    """Fill the card again if it is that of another day."""
    day = app.state["day_streak"]
    if day and day["today"] != today():
        app.run_in_background(_load_card(app))


async def _load_card(app: "App") -> "None":
    """Ask for today's calendar. Without an answer, as at a damaged store, the card stays as it is."""
    try:
        day: CalendarPage | None = await engine_client.call("days", date=today(), today=today())
    except engine_client.Refused:
        return
    if day:
        app.update(day_streak=day)


# --- actions of buttons


@room.action("daily", slow=True)
async def daily(app: "App", button: "Element") -> "None":
    """Open today's deal, by the rules of the person's last match."""
    app.update(day_preset="")
    if await _load_day(app, today()):
        open_dialog("daily")


async def _load_day(app: "App", date: "str") -> "bool":
    """Load the deal of a day into the dialog. Return False after a refusal."""
    known = known_preset(app.state)
    preset = app.state["day_preset"] or known
    day: CalendarPage | None = await app.ask("days", date=date, today=today(), preset=preset, known=known)
    if day:
        app.update(daily_deal=day)
        one("#daily-message").hidden = True
    return bool(day)


async def open_day(app: "App", date: "str", preset: "str") -> "None":
    """Open the calendar at the deal of a day by a rule-book, which a link names."""
    app.update(day_preset=preset)
    if await _load_day(app, date):
        open_dialog("daily")


@room.action("pick-day")
async def pick_day(app: "App", button: "Element") -> "None":
    """Show the day that was chosen in the calendar."""
    await _load_day(app, data(button, "date"))


@room.action("month-before")
async def month_before(app: "App", button: "Element") -> "None":
    """Show a day of the previous month."""
    await _load_day(app, required(app.state["daily_deal"])["before"])


@room.action("month-after")
async def month_after(app: "App", button: "Element") -> "None":
    """Show a day of the next month."""
    await _load_day(app, required(app.state["daily_deal"])["after"])


@room.action("play-day")
async def play_day(app: "App", button: "Element") -> "None":
    """Start or resume the day's deal."""
    close_dialogs()
    day, current_date = required(app.state["daily_deal"]), today()
    # A new day may have begun since the dialog opened: "today's deal" then means the new one.
    date = current_date if day["date"] == day["today"] else day["date"]
    kinds = ["human"] + ["bot"] * len(day["levels"])
    names = names_of_seats(app, kinds, DAYS_PLAYERS)
    scene: Scene | None = await app.ask(
        "start_day",
        date=date,
        today=current_date,
        preset=day["preset"],
        names=names,
        aspect=frame_aspect(app),
    )
    if scene:
        await match_actions.show_new_match(app, scene)


@room.action("share-day")
def share_day(app: "App", button: "Element") -> "None":
    """Share the result of the shown day."""
    share_result(app, required(app.state["daily_deal"]), one("#daily-message"))


def share_result(app: "App", day: "CalendarPage", field: "Element") -> "None":
    """Share a day's result as text: by the share sheet if the browser has one, else by the clipboard.

    If both are refused, `field` shows the text.
    """
    text = say("daily.share", {"date": written_date(day["date"]), "result": result(day)})
    if day["streak"] > 1:  # a single day says nothing to a friend
        text += " " + say("daily.share-row", {"n": day["streak"]})
    text += " " + say("daily.share-ask")
    link = link_of(day["code"])
    pass_on.send(app, field, text + " " + link, {"text": text, "url": link})
